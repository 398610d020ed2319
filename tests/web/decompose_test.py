"""The page of `apart decompose --html` in a real browser.

usage: decompose_test.py PAGE APART FOLDER [TEST…]      (PAGE: web/dist/decompose.html; 77: there is no browser)"""

import json
import subprocess
import unittest

import pages
from pages import PageTest

# An L-shaped block: six faces of a hexagon extruded, one of its edges reflex.
OUTLINE = [(0, 0), (2, 0), (2, 1), (1, 1), (1, 2), (0, 2)]
CAPS = [(0, 1, 2), (0, 2, 3), (0, 3, 5), (3, 4, 5)]


def write_block(path):
    lines = [f"v {x} {y} {z}" for z in (0, 1) for x, y in OUTLINE]
    faces = [(c, b, a) for a, b, c in CAPS] + [(a + 6, b + 6, c + 6) for a, b, c in CAPS]
    for i in range(6):
        j = (i + 1) % 6
        faces += [(i, j, j + 6), (i, j + 6, i + 6)]
    lines += ["f " + " ".join(str(v + 1) for v in face) for face in faces]
    path.write_text("\n".join(lines) + "\n")
    return path


class DecomposePage(PageTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        model = write_block(FOLDER / "block.obj")
        cls.path = FOLDER / "block.html"
        said = subprocess.run([APART, "decompose", model, "--html", cls.path, "--json"], capture_output=True, text=True)
        assert said.returncode == 0, said.stderr
        cls.answer = json.loads(said.stdout)

    def setUp(self):
        self.open(self.path)
        self.settle()

    def test_shows_patches(self):
        state = self.state()
        self.assertEqual(state["view"], "patches")
        self.assertEqual(state["parts"], self.answer["pieces"])
        self.assertEqual(state["faces"], 20)
        self.assertEqual(self.browser.text("#name"), "block.obj")
        self.assertIn(f"{self.answer['pieces']} convex pieces", self.browser.text("#pieces").lower())
        self.assertGreater(self.answer["pieces"], 1)

    def test_hulls_by_class(self):
        self.browser.click("#hulls")
        self.browser.run(f"window.apart.set({{level: {self.state()['levels']}}})")
        self.settle()
        state = self.state()
        self.assertEqual(state["parts"], self.answer["pieces"])
        self.assertEqual(state["faces"], self.answer["hull_faces"])
        self.assertEqual(state["classes"], [state["faces"] - self.answer["added_faces"], self.answer["added_faces"], 0])
        self.assertEqual(self.browser.text("#contained"), str(self.answer["added_faces"]))
        self.assertEqual(self.browser.text("#free"), "0")
        together = self.coloured()
        self.browser.run("window.apart.set({explode: 1})")
        self.settle()
        self.assertGreater(self.coloured(), together)
        self.browser.click("#parts")
        self.assertEqual(self.state()["colours"], "parts")

    # Pixels of the view that something is drawn on.
    def coloured(self):
        return self.browser.run(
            """(() => {
              const canvas = document.createElement('canvas'), view = document.querySelector('#scene canvas');
              [canvas.width, canvas.height] = [view.width, view.height];
              const context = canvas.getContext('2d');
              context.drawImage(view, 0, 0);
              const all = context.getImageData(0, 0, canvas.width, canvas.height).data;
              let n = 0;
              for (let i = 3; i < all.length; i += 4) n += all[i] > 0;
              return n;
            })()"""
        )

    def test_levels_enclose_one_another(self):
        levels = self.state()["levels"]
        self.browser.click("#hulls")
        for level in range(levels + 1):
            self.browser.run(f"window.apart.set({{level: {level}}})")
            state = self.state()
            self.assertLessEqual(state["parts"], min(2**level, self.answer["pieces"]) if levels else self.answer["pieces"])
        self.assertEqual(self.state()["parts"], self.answer["pieces"])

    def test_keys_and_fragment(self):
        self.browser.keys("up")
        self.assertAlmostEqual(self.state()["explode"], 0.1)
        self.open(self.path, "#hulls,0,60")
        state = self.state()
        self.assertEqual((state["view"], state["level"], state["colours"]), ("hulls", 0, "classes"))
        self.assertAlmostEqual(state["explode"], 0.6)

    def test_light_and_dark(self):
        self.check_light_and_dark()

    def test_tells_where_there_is_no_webgl(self):
        self.without_webgl()
        self.open(self.path)
        self.assertIn("cannot draw in 3D", self.browser.text("#scene"))
        self.assertTrue(any("WebGL" in line for line in self.browser.complaints()))


if __name__ == "__main__":
    PAGE, APART, FOLDER = pages.given()
    unittest.main(verbosity=2)
