"""The page of `apart simulate --html` in a real browser.

usage: simulate_test.py PAGE APART FOLDER [TEST…]      (PAGE: web/dist/simulate.html; 77: there is no browser)"""

import json
import subprocess
import unittest

import pages
from pages import PageTest

SCENE = {
    "title": "two boxes",
    "bodies": [
        {"name": "floor", "shape": "box:4,4,1", "fixed": True},
        {"name": "lower", "shape": "box:1,1,1", "pose": [0, 0, 1.2, 1, 0, 0, 0]},
        {"name": "upper", "shape": "box:0.6,0.6,0.6", "pose": [0, 0, 2.4, 1, 0, 0, 0]},
    ],
}


class SimulatePage(PageTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        scene = FOLDER / "boxes.json"
        scene.write_text(json.dumps(SCENE))
        cls.path = FOLDER / "boxes.html"
        said = subprocess.run(
            [APART, "simulate", scene, "--seconds", "1", "--html", cls.path, "--json"], capture_output=True, text=True
        )
        assert said.returncode == 0, said.stderr
        cls.answer = json.loads(said.stdout)

    def setUp(self):
        self.open(self.path)
        self.settle()

    def test_shows_the_start(self):
        state = self.state()
        self.assertEqual(state["frames"], self.answer["frames"])
        self.assertEqual(state["seconds"], 0)
        self.assertEqual(self.browser.text("#name"), "two boxes")
        self.assertEqual(self.browser.text("#size"), "3 bodies")

    def test_contacts_and_pairs(self):
        self.assertEqual(self.state()["drawn"]["contacts"], 0)  # they fall
        self.browser.run("window.apart.set({time: 42})")  # they lie, and do not sleep yet
        self.settle()
        self.assertEqual(self.browser.text("#clock"), "0.70 s")
        drawn = self.state()["drawn"]
        self.assertGreaterEqual(drawn["contacts"], 1)
        self.assertGreaterEqual(drawn["pairs"], 1)
        self.browser.click("#pairs")
        self.assertEqual(self.state()["drawn"]["pairs"], 0)
        self.browser.click("#pairs")
        self.assertEqual(self.state()["drawn"]["pairs"], drawn["pairs"])
        self.browser.click("#contacts")
        self.assertEqual(self.state()["drawn"]["contacts"], 0)

    def test_axes_and_scale_are_in_view(self):
        for what in (".axes", ".scale-bar"):
            box = self.browser.run("document.querySelector(x).getBoundingClientRect().toJSON()", what)
            view = self.browser.run("document.querySelector('.view').getBoundingClientRect().toJSON()")
            self.assertGreater(box["width"], 20, what)
            for side, sign in (("left", 1), ("top", 1), ("right", -1), ("bottom", -1)):
                self.assertGreaterEqual(sign * (box[side] - view[side]), 0, f"{what}: {side}")
        self.assertRegex(self.browser.text(".scale-bar"), r"^(0\.0*)?[125]0*$")

    def test_plays_to_the_end(self):
        self.browser.run("window.apart.set({time: 50, speed: 2}), window.apart.play()")
        self.settle()
        state = self.state()
        self.assertFalse(state["playing"])
        self.assertAlmostEqual(state["seconds"], 1)

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
