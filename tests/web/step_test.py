"""The page of `apart lab step` in a real browser: what it shows is what the program answers.

usage: step_test.py APART_LAB APART FOLDER      (77: there is no browser)"""

import json
import math
import subprocess
import unittest

import pages

LAB, APART, FOLDER = None, None, None
POSE = "0.9 0.2 0.1 0.9 0.1 0.3 0.2"
APART_POSE = "2.1 0.4 0.3 0.9 0.1 0.3 0.2"
# File names are free text: this one would end a page's script.
NAME_A = "torus <!-- <script> é.off"


def write_off(name, around, across, point):
    """A surface that closes both ways."""
    path = FOLDER / name
    vertices = [point(2 * math.pi * i / around, 2 * math.pi * j / across) for i in range(around) for j in range(across)]
    faces = []
    for i in range(around):
        for j in range(across):
            p, q = i * across + j, i * across + (j + 1) % across
            r, s = (i + 1) % around * across + j, (i + 1) % around * across + (j + 1) % across
            faces += [(p, r, q), (q, r, s)]
    lines = ["OFF", f"{len(vertices)} {len(faces)} 0"]
    lines += [" ".join(map(repr, v)) for v in vertices] + [f"3 {a} {b} {c}" for a, b, c in faces]
    path.write_text("\n".join(lines) + "\n")
    return path


def torus(radius, tube):
    return lambda u, v: (
        (radius + tube * math.cos(v)) * math.cos(u),
        (radius + tube * math.cos(v)) * math.sin(u),
        tube * math.sin(v),
    )


def said(program, *words):
    return subprocess.run([program, *map(str, words)], capture_output=True, text=True, cwd=FOLDER)


def answer(*words):
    return json.loads(subprocess.run([APART, *map(str, words), "--json"], capture_output=True, text=True, check=True).stdout)


class StepPage(pages.PageTest):
    opened = None  # the page that is open, and what it was made with

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.a = write_off(NAME_A, 24, 12, torus(1, 0.35))
        cls.b = write_off("ring.off", 20, 10, torus(0.8, 0.2))

    def page(self, name, *words):
        """Open, at its first step. Loading takes seconds where WebGL is done in software, so one that is open stays."""
        if StepPage.opened != (name, words):
            StepPage.opened = None
            made = said(LAB, "step", self.a, self.b, *words, "-o", FOLDER / name)
            self.assertEqual(made.returncode, 0, made.stderr)
            self.assertIn(name, made.stdout)
            self.open(FOLDER / name)
            StepPage.opened = (name, words)
        self.browser.run("window.apart.go(1)")
        self.browser.click("#all")
        self.settle()

    def step(self):
        return self.state()["step"]

    def test_steps_forward_and_back(self):
        self.page("step.html", "--pose", POSE)
        self.assertEqual(self.browser.text("#a-name"), NAME_A)
        self.assertEqual(self.browser.text("#b-name"), "ring.off")
        self.assertEqual(self.step(), 1)
        self.assertEqual(self.browser.text("#who"), "A’s node 0 and B’s node 0")
        self.assertIn("may meet", self.browser.text("#what"))
        self.browser.click("#forward")
        self.assertEqual(self.step(), 2)
        self.browser.keys("right")
        self.browser.keys("right")
        self.assertEqual(self.step(), 4)
        self.browser.keys("shift", "right")
        self.assertEqual(self.step(), 14)
        words = self.browser.text(".words")
        self.browser.keys("left")
        self.browser.click("#back")
        self.assertEqual(self.step(), 12)
        self.assertNotEqual(self.browser.text(".words"), words)
        self.browser.click("#forward")
        self.browser.click("#forward")
        self.assertEqual(self.browser.text(".words"), words)
        self.browser.keys("home")
        self.assertEqual(self.step(), 0)
        self.browser.click("#back")
        self.assertEqual(self.step(), 0)
        self.assertEqual(self.browser.text("#volume-count"), "0")

    def test_ends_with_the_programs_answer(self):
        self.page("step.html", "--pose", POSE)
        pairs = answer("collide", self.a, self.b, "--pose", POSE, "--all")["pairs"]
        self.assertGreater(pairs, 20)
        self.assertEqual(self.browser.text("#answer").lower(), f"{pairs} pairs of triangles touch")
        self.browser.keys("end")
        state = self.state()
        self.assertEqual(state["step"], state["steps"])
        self.assertEqual(state["found"], pairs)
        self.assertEqual(self.browser.text("#found-count"), str(pairs))
        self.assertIn("The traversal is complete", self.browser.text("#what"))
        for what in ("volume", "triangle", "found"):  # all that the walk did is on the page
            count = self.browser.text(f"#{what}-count")
            self.assertEqual(self.browser.text(f"#{what}-total"), f"of {count}")
        self.assertTrue(self.browser.run("document.getElementById('limit').hidden"))

    # What is kept of the walk makes sense by itself: every rectangle of the matrix is settled once.
    def test_matrix_is_covered(self):
        self.page("step.html", "--pose", POSE)
        self.assertEqual(self.open_cells(), 0)

    def open_cells(self):
        return self.browser.run(
            """(() => {
              const w = window.apart.walk, [a, b] = w.sides, seen = new Uint8Array(a.triangles * b.triangles);
              const mark = (i, j) => ++seen[i * b.triangles + j];
              for (let i = 0; i < w.size; ++i) {
                if (w.kind[i] === 0 || w.kind[i] === 5) {
                  const [t, u] = a.range(w.a[i]), [l, r] = b.range(w.b[i]);
                  for (let y = t; y < u; ++y) for (let x = l; x < r; ++x) mark(y, x);
                } else if (w.kind[i] === 2) {
                  for (let k = w.a[i]; k < w.b[i]; ++k) mark(w.apartA[k], w.apartB[k]);
                } else if (w.kind[i] > 2) mark(w.a[i], w.b[i]);
              }
              return seen.filter(n => n !== 1).length;
            })()"""
        )

    def test_shows_it_in_3d(self):
        self.page("step.html", "--pose", POSE)
        counts = {}
        kinds = self.browser.run("Array.from(window.apart.walk.kind)")
        for name, kind in (("apart", 0), ("meet", 1), ("found", 4)):
            self.browser.run("window.apart.go(x)", kinds.index(kind) + 1)
            self.settle()
            counts[name] = self.pixels(name)
            self.browser.screenshot(FOLDER / f"{name}.png")
        self.assertGreater(min(counts.values()), 40, counts)
        self.browser.keys("end")
        self.browser.click("#all")
        self.settle()
        self.assertGreater(self.pixels("found"), 300)
        self.browser.keys("home")
        self.settle()
        self.assertLess(self.pixels("found"), 10)
        self.assertLess(self.pixels("meet"), 10)

    def test_plays_and_pauses(self):
        self.page("step.html", "--pose", POSE)
        self.browser.keys("space")
        self.browser.wait("window.apart.state().step > 3")
        self.assertTrue(self.state()["playing"])
        self.assertEqual(self.browser.run("document.getElementById('play').getAttribute('aria-label')"), "Pause")
        self.browser.click("#play")
        at = self.step()
        self.assertFalse(self.state()["playing"])
        self.browser.run("new Promise(done => setTimeout(done, 600))")
        self.assertEqual(self.step(), at)
        self.browser.run("(document.getElementById('speed').value = '2000', document.getElementById('speed').dispatchEvent(new Event('change')))")
        self.browser.click("#play")
        self.browser.wait("window.apart.state().step === window.apart.state().steps")
        self.assertFalse(self.state()["playing"])

    def test_picks_a_node_of_the_tree(self):
        self.page("step.html", "--pose", POSE)
        self.browser.keys("end")
        self.browser.click("#fit-tree")
        for step in (1, 2, 3):
            self.settle()
            at = self.browser.run("window.apart.nodeOnScreen(x)", step)
            self.browser.pointer("#tree", (at["x"], at["y"]))
            self.assertEqual(self.step(), step)

    def test_picks_a_place_of_the_matrix(self):
        self.page("step.html", "--pose", POSE)
        self.browser.keys("end")
        end = self.step()
        size = self.browser.run("[document.getElementById('matrix').clientWidth, document.getElementById('matrix').clientHeight]")
        self.browser.pointer("#matrix", (size[0] / 2, size[1] / 2))
        self.assertLess(self.step(), end)
        holds = """(() => {
          const w = window.apart.walk, v = w.volumeStep(window.apart.state().step - 1), [a, b] = w.sides;
          const [t, u] = a.range(w.a[v]), [l, r] = b.range(w.b[v]);
          return t <= a.triangles / 2 && a.triangles / 2 <= u && l <= b.triangles / 2 && b.triangles / 2 <= r;
        })()"""
        self.assertTrue(self.browser.run(holds))
        self.browser.wheel("#matrix", 60, 60, -600)
        self.assertEqual(self.browser.text("#volume-total").split()[0], "of")

    def test_light_and_dark(self):
        self.page("step.html", "--pose", POSE)
        self.check_light_and_dark()

    def test_follows_deep_pairs(self):
        self.page("step.html", "--pose", POSE)
        far = self.state()["view"]
        self.browser.keys("end")
        self.settle()
        near = self.state()["view"]
        self.assertLess(math.dist(near["eye"], near["target"]), 0.6 * math.dist(far["eye"], far["target"]))
        self.browser.click("#all")
        self.settle()
        back = self.state()["view"]
        self.assertAlmostEqual(math.dist(back["eye"], back["target"]), math.dist(far["eye"], far["target"]), delta=0.2)

    def test_distance(self):
        self.page("distance.html", "--pose", APART_POSE, "--ask", "distance")
        truth = answer("distance", self.a, self.b, "--pose", APART_POSE)["distance"]
        self.assertGreater(truth, 0.01)
        self.assertIn(f"{truth:.6g}", self.browser.text("#answer"))
        self.browser.keys("end")
        self.assertAlmostEqual(self.browser.run("window.apart.walk.reach[window.apart.walk.size - 1]"), truth, delta=1e-12)
        self.assertAlmostEqual(float(self.browser.text(".label.gap")), truth, delta=1e-3 * truth)

    # The traversal that answers: pairs that the hulls of nodes keep apart are dropped, and the page says so.
    def test_hulls_of_nodes(self):
        self.page("distance.html", "--pose", APART_POSE, "--ask", "distance")
        hulls = self.browser.run("Array.from(window.apart.walk.hulls)")
        kinds = self.browser.run("Array.from(window.apart.walk.kind)")
        dropped = [i for i, by in enumerate(hulls) if by and kinds[i] == 5]
        self.assertGreater(sum(hulls), 0)
        self.assertGreater(len(dropped), 0)
        self.browser.run("window.apart.go(x)", dropped[0] + 1)
        self.assertIn("convex hulls", self.browser.text("#what"))

    def test_any_volume(self):
        pairs = answer("collide", self.a, self.b, "--pose", POSE, "--all")["pairs"]
        choices = ("--volume", "18-dop", "--builder", "covariance", "--leaf", "1", "--branching", "2")
        self.page("dop.html", "--pose", POSE, *choices)
        self.assertEqual(self.browser.text("#answer").lower(), f"{pairs} pairs of triangles touch")
        self.assertIn("18-dop", self.browser.text("#volume-word"))
        self.assertIn("their volumes may meet", self.browser.text("#what"))
        self.assertGreater(self.pixels("meet"), 40)
        self.assertEqual(self.open_cells(), 0)
        kinds = self.browser.run("Array.from(window.apart.walk.kind)")
        self.browser.run("window.apart.go(x)", kinds.index(0) + 1)
        self.settle()
        self.assertIn("their volumes are disjoint", self.browser.text("#what"))
        self.assertGreater(self.pixels("apart"), 40)
        self.browser.screenshot(FOLDER / "dop.png")
        truth = answer("distance", self.a, self.b, "--pose", APART_POSE)["distance"]
        for volume in ("obb", "aabb", "sphere", "dual", "6-dop", "14-dop", "26-dop", "ball-18-dop", "capsule", "rss", "cylinder",
                       "ellipsoid", "hull"):
            made = said(LAB, "step", self.a, self.b, "--pose", APART_POSE, "--ask", "distance", "--volume", volume, "-o", "any.html")
            self.assertEqual(made.returncode, 0, made.stderr)
            self.assertIn(f"they are {truth:.6g} apart", (FOLDER / "any.html").read_text())

    def test_levels_and_whole_trees(self):
        self.page("step.html", "--pose", POSE)
        levels = self.state()["levels"]
        self.assertGreater(levels, 4)  # the pair, some levels, all
        self.browser.keys("home")
        self.settle()
        counts = []
        for _ in range(levels):
            counts.append(self.browser.run("[0, 1].map(s => window.apart.walk.sides[s].level(x).length)",
                                           int(self.state()["level"] or 0) if self.state()["level"] != "all" else "all"))
            self.browser.keys("l")
            self.settle()
            if self.state()["level"] == "all":
                self.browser.screenshot(FOLDER / "levels.png")
        self.assertEqual(self.state()["level"], "")  # around
        self.assertEqual(counts[1], [12 * 6, 12 * 6])  # the roots: a box each
        self.assertEqual(counts[-1], [sum(c[s] for c in counts[1:-1]) for s in (0, 1)])
        nodes = self.browser.run("window.apart.walk.sides.map(side => side.treeNodes)")
        self.assertEqual(counts[-1], [12 * 6 * n for n in nodes])

    def test_within_and_collide(self):
        truth = answer("distance", self.a, self.b, "--pose", APART_POSE)["distance"]
        for tolerance, word in ((2 * truth, "they come within"), (truth / 2, "nothing within")):
            self.page("within.html", "--pose", APART_POSE, "--ask", "within", "--tolerance", tolerance)
            self.assertIn(word, self.browser.text("#answer").lower())
            self.browser.keys("end")
            self.assertEqual(self.state()["found"], 1 if tolerance > truth else 0)
        for pose, word in ((POSE, "they touch"), (APART_POSE, "they do not touch")):
            self.page("collide.html", "--pose", pose, "--ask", "collide")
            self.assertEqual(self.browser.text("#answer").lower(), word)

    def test_says_what_is_left_out(self):
        self.page("short.html", "--pose", POSE, "--steps", "100")
        state = self.state()
        self.assertEqual(state["steps"], 100)
        self.assertFalse(state["complete"])
        self.assertIn("Only the first 100 steps are kept", self.browser.text("#limit"))
        self.browser.keys("end")
        self.assertIn("the traversal went on", self.browser.text("#what"))
        pairs = answer("collide", self.a, self.b, "--pose", POSE, "--all")["pairs"]
        self.assertEqual(self.browser.text("#found-total"), f"of {pairs}")

    def test_tells_where_there_is_no_webgl(self):
        self.without_webgl()
        self.page("flat.html", "--pose", POSE)
        self.assertIn("cannot draw in 3D", self.browser.text("#scene"))
        self.browser.keys("right")
        self.assertEqual(self.step(), 2)
        self.assertIn("A’s node", self.browser.text("#who"))
        self.assertTrue(any("WebGL" in line for line in self.browser.complaints()))

    def test_huge_tiny_and_far(self):
        for scale in ("1e-9", "1e9"):
            self.page("scaled.html", "--scale", scale)
            self.settle()
            self.assertGreater(self.pixels("meet"), 200)
        self.page("far.html", "--pose", "1e7 0 0 1 0 0 0", "--ask", "distance")
        self.assertIn("1e+07", self.browser.text("#answer"))


class BadInput(unittest.TestCase):
    """One line, exit status 2, and nothing is lost."""

    @classmethod
    def setUpClass(cls):
        cls.a = write_off("a.off", 3, 3, torus(1, 0.3))

    def refused(self, *words):
        made = said(LAB, "step", self.a, *words)
        self.assertEqual(made.returncode, 2, made)
        self.assertEqual(len(made.stderr.splitlines()), 1, made.stderr)
        return made.stderr

    def test_is_refused(self):
        self.assertIn("--ask", self.refused(self.a, "--ask", "which"))
        self.assertIn("--tolerance", self.refused(self.a, "--ask", "within"))
        self.assertIn("--tolerance", self.refused(self.a, "--tolerance", "1"))
        self.assertIn("--steps", self.refused(self.a, "--steps", "-1"))
        self.assertIn("none.off", self.refused("none.off"))
        self.assertIn("volume: expected one of obb", self.refused(self.a, "--volume", "cube"))
        self.assertIn("lazy", self.refused(self.a, "--layout", "lazy"))
        before = self.a.read_bytes()
        self.assertIn("a.off", self.refused(self.a, "-o", self.a))
        self.assertEqual(self.a.read_bytes(), before)
        self.assertIn("cannot be written", self.refused(self.a, "-o", "no/such/folder/x.html"))


if __name__ == "__main__":
    LAB, APART, FOLDER = pages.given()
    unittest.main(verbosity=2)
