"""The page of `apart check --html` in a real browser: with a report made here, whose facts are known, and with the
program's own sample.

usage: check_test.py PAGE APART FOLDER [TEST…]      (PAGE: web/dist/check.html; 77: there is no browser)"""

import base64
import json
import math
import struct
import subprocess
import unittest

import pages

PAGE, APART, FOLDER = None, None, None
# Names are free text: this one would end a page's script.
PIN = "pin <!-- </script> é"
ORIGIN = [1000.0, 2000.0, -500.0]


def packed(kind, numbers):
    return base64.b64encode(struct.pack(f"<{len(numbers)}{kind}", *numbers)).decode()


def mesh(points, faces):
    return {"positions": packed("f", sum(points, ())), "indices": packed("I", sum(faces, ())), "triangles": len(faces)}


def box(x, y, z):
    """Half sizes; round the origin."""
    points = [(x if k & 1 else -x, y if k & 2 else -y, z if k & 4 else -z) for k in range(8)]
    quads = [(0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5)]
    return mesh(points, [t for a, b, c, d in quads for t in ((a, b, c), (a, c, d))])


def circle(radius, z, n=48):
    return [(radius * math.cos(2 * math.pi * k / n), radius * math.sin(2 * math.pi * k / n), z) for k in range(n)]


def rod(radius, half, n=48):
    points = circle(radius, -half, n) + circle(radius, half, n) + [(0.0, 0.0, -half), (0.0, 0.0, half)]
    faces = []
    for i in range(n):
        j = (i + 1) % n
        faces += [(i, j, n + j), (i, n + j, n + i), (j, i, 2 * n), (n + i, n + j, 2 * n + 1)]
    return mesh(points, faces)


def pose(x, y, z, turn=0.0):
    return [x, y, z, math.cos(turn / 2), 0, 0, math.sin(turn / 2)]


# A plate with a pin through it, a block upon it, a lid just above the block, a core inside a tank, and things farther off.
def report():
    meshes = [box(50, 30, 5), rod(6, 25), box(10, 10, 10), box(12, 12, 2), box(15, 15, 15), rod(5, 8), {"positions": None, "box": [[-4, -4, -4], [4, 4, 4]]}]
    bodies = [
        {"name": "plate", "group": "frame", "mesh": 0, "pose": pose(0, 0, 0)},
        {"name": PIN, "group": "pins", "mesh": 1, "pose": pose(-25, 0, 4)},
        {"name": "block", "group": "frame", "mesh": 2, "pose": pose(20, 5, 15)},
        {"name": "lid", "group": "covers", "mesh": 3, "pose": pose(20, 5, 40, 0.3)},  # it comes down, see its pair
        {"name": "tank", "group": "covers", "mesh": 4, "pose": pose(80, 0, 10)},
        {"name": "core", "group": "pins", "mesh": 5, "pose": pose(80, 0, 10)},
        {"name": "bracket", "mesh": 6, "pose": pose(-80, 10, 0, 0.5)},
        {"name": "wall", "mesh": None, "box": [[-60, 45, -20], [60, 50, 40]]},
    ]
    rings = [{"closed": True, "length": 12 * math.pi, "points": packed("f", sum(((x - 25, y, z) for x, y, z in circle(6, height)), ()))} for height in (-5, 5)]
    pairs = [  # not in the order that is shown
        {"id": "c-far", "a": 0, "b": 7, "state": "clear", "distance": 15, "measured": True, "on_a": [10, 30, 0], "on_b": [10, 45, 0], "clearance": 1},
        {"id": "c-bound", "a": 0, "b": 6, "state": "clear", "distance": 20.5, "measured": False},
        {"id": "c-near", "a": 2, "b": 3, "state": "near", "distance": 0.4, "measured": True, "on_a": [20, 5, 25], "on_b": [20, 5, 25.4], "box": [[20, 5, 25], [20, 5, 25.4]],
         "clearance": 1, "baseline": "unchanged", "frames": {"first": 3, "worst": 17, "found": 20}, "pose_b": pose(20, 5, 27.4, 0.3)},
        {"id": "c-touch", "a": 0, "b": 2, "state": "touch", "distance": 0, "measured": True, "on_a": [20, 5, 5], "on_b": [20, 5, 5], "baseline": "new"},
        {"id": "c-fit", "a": 1, "b": 2, "state": "clash", "distance": 0, "measured": True, "triangle_pairs": 3, "ignored": "press fit by design", "depth": {"value": 9.0, "estimated": True}},
        {"id": "c-inside", "a": 4, "b": 5, "state": "contained", "distance": 0, "measured": True, "box": [[75, -5, 2], [85, 5, 18]]},
        {"id": "c-small", "a": 1, "b": 7, "state": "clash", "distance": 0, "measured": True, "triangle_pairs": 1, "depth": {"value": 0.02, "direction": [0, 1, 0], "estimated": True}, "box": [[-26, 6, 0], [-24, 6.02, 1]], "baseline": "new"},
        {"id": "c-pin", "a": 0, "b": 1, "state": "clash", "distance": 0, "measured": True, "on_a": [-31, 0, 5], "on_b": [-31, 0, 5], "triangle_pairs": 192,
         "depth": {"value": 10.25, "direction": [0, 0, 1], "estimated": True}, "curves": rings, "curve_length": 24 * math.pi, "box": [[-31, -6, -5], [-19, 6, 5]], "baseline": "unchanged"},
    ]
    return {
        "kind": "check", "title": "bench <b>", "made": "2026-11-15T14:00:00Z", "command": "apart check bench.json --clearance 1", "unit": "mm", "clearance": 1.0, "touch": 0.001,
        "solid": True, "finished": True, "not_done": 0, "counts": {"bodies": 8, "pairs": 28, "clash": 2, "contained": 1, "touch": 1, "near": 1, "clear": 22}, "origin": ORIGIN,
        "meshes": meshes, "bodies": bodies, "groups": ["covers", "frame", "pins"], "pairs": pairs,
        "gone": [{"id": "c-old", "a": "lid", "b": "tank", "state": "near"}, {"id": "c-lost", "a": "plate", "b": "bolt", "state": "clash"}],
        "notes": ["1 body is drawn as its box"],
    }  # fmt: skip


IN_ORDER = ["c-pin", "c-small", "c-inside", "c-touch", "c-near", "c-far", "c-bound", "c-fit"]


def large(bodies=10000, rows=2000):
    """A plant of boxes, in rows of a hundred."""
    side = math.isqrt(bodies)
    at = [(10.0 * (i % side), 10.0 * (i // side), 3.0 * math.sin(i)) for i in range(bodies)]
    states = ["clash", "touch", "near", "clear"]
    pairs = []
    for k in range(rows):
        x, y, z = at[k]
        pairs.append({"id": f"c-{k}", "a": k, "b": k + 1, "state": states[k % 4], "distance": k / 100, "measured": True, "box": [[x + 4, y - 1, z - 1], [x + 6, y + 1, z + 1]]})
    return {
        "kind": "check", "title": "plant", "unit": "mm", "counts": {"bodies": bodies, "pairs": bodies * (bodies - 1) // 2},
        "meshes": [{"positions": None, "box": [[-4, -4, -2], [4, 4, 2]]}], "pairs": pairs, "groups": [],
        "bodies": [{"name": f"pipe {i}", "mesh": 0, "pose": pose(*p)} for i, p in enumerate(at)],
    }  # fmt: skip


def write(name, data):
    """As web::page() does."""
    path = FOLDER / name
    path.write_text(PAGE.read_text(encoding="utf-8").replace("@APART_DATA@", json.dumps(data).replace("<", "\\u003c")), encoding="utf-8")
    return path


class CheckTest(pages.PageTest):
    size = (1100, 800)  # what is drawn in software takes time

    def shown(self):
        return self.state()["shown"]

    def picked(self):
        return self.state()["picked"]

    def pick(self, identity):
        self.browser.click(f'.row[data-id="{identity}"]')
        self.settle()

    def details(self):
        return " ".join(self.browser.text("#details").split())

    def type(self, text):
        self.browser.click("#search")
        for letter in text:
            self.browser.keys(letter)

    def away(self, place):
        """How far the camera's target is from a place of the report; 1 is the size of all bodies."""
        return math.dist(self.state()["view"]["target"], self.browser.run("window.apart.toPage(...x)", place))

    def assert_drawn(self, curves, dimension, figures):
        drawn = self.state()["drawn"]
        self.assertEqual((drawn["curves"], drawn["dimension"], len(drawn["figures"])), (curves, dimension, figures))

    def looking_from(self):
        view = self.state()["view"]
        return math.dist(view["eye"], view["target"])


class Bench(CheckTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.path = write("bench.html", report())

    def setUp(self):
        """Loading takes a second where WebGL is done in software, so the page stays open."""
        if not self.browser.run("window.apart?.report?.title === 'bench <b>' && window.apart.state().view !== null"):
            self.open(self.path)
        self.browser.keys("escape")
        self.browser.run("document.getElementById('reset').click()")
        self.browser.click("#tab-pairs")
        self.browser.click("#all")
        self.settle()

    def test_lists_worst_first(self):
        self.assertEqual(self.shown(), IN_ORDER)
        rows = self.browser.run("[...document.querySelectorAll('.row')].map(row => row.innerText)")
        self.assertEqual(len(rows), 8)
        self.assertIn(f"plate – {PIN}", rows[0])
        self.assertIn("≈ 10.25 mm deep", rows[0])
        self.assertIn("0.4 mm", rows[4])
        self.assertIn("≥ 20.5 mm", rows[6])
        self.assertIn("Ignored", rows[7])
        self.assertEqual(self.browser.text("#title"), "bench <b>")
        self.assertEqual(self.browser.text("#verdict"), "2 clashes, 1 contained, 1 touch, 1 too near")
        self.assertEqual(self.browser.text("#summary"), "8 bodies, 28 pairs, 22 clear")
        self.assertIn("8 of 8 listed pairs; 20 more pairs", self.browser.text("#shown"))
        self.assertIn("drawn as its box", self.browser.text("#notes"))
        for state, n in (("clash", 2), ("near", 1), ("ignored", 1)):
            self.assertEqual(self.browser.text(f".state.{state} b"), str(n))

    def test_click_flies_to_the_clash(self):
        far = self.looking_from()
        self.assertGreater(self.away([-25, 0, 0]), 0.1)
        self.assertGreater(self.pixels("touch"), 20)  # a dot for each that was found
        self.pick("c-pin")
        self.assertEqual(self.picked(), "c-pin")
        self.assertLess(self.away([-25, 0, 0]), 1e-6)  # the middle of its box
        self.assertLess(self.looking_from(), 0.5 * far)
        self.assert_drawn(curves=2, dimension="≈ 10.25 mm deep", figures=2)
        self.assertEqual(self.browser.text(".label.gap"), "≈ 10.25 mm deep")
        self.assertGreater(self.pixels("clash"), 200)
        self.assertLess(self.pixels("touch"), 10)
        self.browser.click("#all")
        self.settle()
        self.assertIsNone(self.picked())
        self.assertEqual(self.state()["drawn"]["curves"], 0)
        self.assertLess(self.pixels("clash"), 200)
        self.assertAlmostEqual(self.looking_from(), far, delta=0.01 * far)

    def test_details(self):
        self.pick("c-pin")
        words = self.details()
        for text in ("The solids run into each other.", "≈ 10.25 mm estimate", "192 pairs meet", "75.4 mm in 2 closed curves", "unchanged since", "c-pin", "plate", PIN, "pins"):
            self.assertIn(text, words)
        self.pick("c-near")
        words = self.details()
        for text in ("0.4 mm apart, nearer than the 1 mm asked for", "0.4 mm measured", "first in frame 3, worst in frame 17, found in 20 frames"):
            self.assertIn(text, words)
        self.pick("c-bound")
        self.assertIn("at least 20.5 mm lower bound", self.details())
        self.pick("c-inside")
        self.assertIn("One lies wholly inside the other.", self.details())
        self.pick("c-touch")
        self.assertIn("They touch: no farther apart than 0.001 mm.", self.details())
        self.pick("c-fit")
        self.assertIn("because: press fit by design", self.details())
        self.browser.click("#details dd .copy")
        self.browser.wait("document.querySelector('#details dd .copy').textContent === 'copied'")

    def test_distance_is_drawn(self):
        self.pick("c-near")
        self.assertLess(self.away([20, 5, 25.2]), 1e-6)
        self.assertEqual(self.browser.text(".label.gap"), "0.4 mm")
        self.assertEqual(self.state()["drawn"]["dimension"], "0.4 mm")
        lid = self.state()["drawn"]["figures"][1]  # as it is in its worst frame
        self.assertLess(math.dist(lid, self.browser.run("window.apart.toPage(20, 5, 27.4)")), 1e-6)
        self.assertGreater(self.pixels("near"), 30)
        view = self.state()["view"]
        back = [e - t for e, t in zip(view["eye"], view["target"])]
        self.assertLess(abs(back[2]), 0.51 * math.hypot(*back))  # the dimension stands upright: not from above
        self.pick("c-far")
        self.assertEqual(self.state()["drawn"]["dimension"], "15 mm")
        self.pick("c-bound")  # nothing is known of where
        self.assert_drawn(curves=0, dimension="", figures=2)

    def test_isolates_and_sees_through(self):
        self.pick("c-pin")
        self.assertTrue(self.state()["through"])  # most of its curves would be hidden
        picture = "document.querySelector('#scene canvas').toDataURL()"
        seen = [self.browser.run(picture)]
        for key, isolate, through in (("i", True, True), ("x", True, False)):
            self.browser.keys(key)
            self.settle()
            state = self.state()
            self.assertEqual((state["isolate"], state["through"]), (isolate, through))
            self.assertEqual(self.browser.run("['isolate', 'through'].map(id => document.getElementById(id).ariaPressed)"), [str(isolate).lower(), str(through).lower()])
            seen.append(self.browser.run(picture))
        self.assertEqual(len(set(seen)), 3)
        self.browser.click("#isolate")
        self.browser.click("#through")
        self.settle()
        self.assertEqual(self.browser.run(picture), seen[0])

    def test_filters(self):
        self.browser.click(".state.clash")
        self.assertEqual(self.shown(), [i for i in IN_ORDER if i not in ("c-pin", "c-small")])
        self.browser.click(".state.clear")
        self.assertEqual(self.shown(), ["c-inside", "c-touch", "c-near", "c-fit"])
        self.browser.click(".state.clash")
        self.assertEqual(self.shown()[0], "c-pin")
        self.browser.run("document.getElementById('reset').click()")
        self.assertEqual(self.shown(), IN_ORDER)
        choose = "(select => { select.value = y; select.dispatchEvent(new Event('change')); })(document.getElementById(x))"
        self.browser.run(choose, "group-a", "frame")
        self.assertEqual(self.shown(), ["c-pin", "c-touch", "c-near", "c-far", "c-bound", "c-fit"])
        self.browser.run(choose, "group-b", "pins")
        self.assertEqual(self.shown(), ["c-pin", "c-fit"])
        self.browser.run(choose, "group-a", "pins")
        self.assertEqual(self.shown(), [])
        self.assertEqual(self.browser.text("#empty-words"), "No pair passes the filters.")
        self.browser.click("#reset")
        self.browser.run(choose, "since", "new")
        self.assertEqual(self.shown(), ["c-small", "c-touch"])

    def test_search(self):
        self.type("PIN plate")
        self.assertEqual(self.shown(), ["c-pin"])
        self.browser.keys("enter")
        self.assertEqual(self.picked(), "c-pin")
        self.type("zzz")
        self.assertEqual(self.shown(), [])
        self.browser.keys("escape")
        self.assertEqual(self.shown(), IN_ORDER)
        self.type("c-near")
        self.assertEqual(self.shown(), ["c-near"])

    def test_keyboard(self):
        self.browser.keys("down")
        self.assertEqual(self.picked(), "c-pin")
        self.browser.keys("down")
        self.browser.keys("down")
        self.assertEqual(self.picked(), "c-inside")
        self.browser.keys("up")
        self.assertEqual(self.picked(), "c-small")
        self.assertEqual(self.browser.run("document.querySelector('.row[aria-selected=true]').dataset.id"), "c-small")
        self.assertEqual(self.browser.run("document.getElementById(document.getElementById('rows').getAttribute('aria-activedescendant')).dataset.id"), "c-small")
        self.settle()
        eye = self.state()["view"]["eye"]
        self.browser.wheel("#scene", 150, 500, 2000)
        self.browser.wait(f"Math.hypot(...window.apart.state().view.eye.map((c, i) => c - {eye}[i])) > 0.01")
        self.assertGreater(self.away([-25, 6.01, 0.5]), 1e-3)
        self.browser.keys("enter")
        self.settle()
        self.assertLess(self.away([-25, 6.01, 0.5]), 1e-6)
        self.browser.keys("end")
        self.assertEqual(self.picked(), "c-fit")
        self.browser.keys("home")
        self.assertEqual(self.picked(), "c-pin")
        self.browser.keys("escape")
        self.assertIsNone(self.picked())
        self.browser.keys("/")
        self.assertEqual(self.browser.run("document.activeElement.id"), "search")

    def test_many_triangles_are_drawn_as_boxes(self):
        self.assertEqual(self.browser.run("window.apart.asBoxes(1e9)"), [False] * 6 + [True] * 2)  # two have no triangles
        few = self.browser.run("window.apart.asBoxes(12 + 192 + 12)")  # those of the worst pair, and a box of the next
        self.assertEqual([i for i, box in enumerate(few) if not box], [0, 1, 4])
        self.assertEqual(self.browser.run("window.apart.asBoxes(11)"), [True] * 8)

    def test_dots_can_be_clicked(self):
        spot = self.browser.run("window.apart.dotOf('c-near')")
        self.browser.pointer("#scene", (spot["x"], spot["y"]))
        self.assertEqual(self.picked(), "c-near")

    def test_gone_since_the_baseline(self):
        self.assertEqual(self.browser.text("#gone-count"), "2")
        self.browser.click("#tab-gone")
        self.assertEqual(self.shown(), ["c-lost", "c-old"])
        self.pick("c-old")
        self.assertIn("The baseline had it (near); this report has it no more.", self.details())
        self.assert_drawn(curves=0, dimension="", figures=2)
        self.pick("c-lost")  # of a body that is no more
        self.assert_drawn(curves=0, dimension="", figures=1)
        self.browser.click("#tab-pairs")
        self.assertEqual(self.shown(), IN_ORDER)

    def test_links(self):
        self.open(self.path, "#c-near")
        self.settle()
        self.assertEqual(self.picked(), "c-near")
        self.assertLess(self.away([20, 5, 25.2]), 1e-6)
        self.browser.run("void (location.hash = '#c-old')")
        self.browser.wait("window.apart.state().picked === 'c-old'")
        self.pick("c-lost")
        self.assertEqual(self.browser.run("location.hash"), "#c-lost")
        self.browser.run("void (location.hash = '#c-%none')")
        self.browser.wait("document.getElementById('shown').textContent.includes('no pair c-%none')")

    def test_light_and_dark(self):
        self.check_light_and_dark()

    def test_tells_how_it_was_made(self):
        self.browser.click("#facts-button")
        words = self.browser.text("#facts")
        for text in ("apart check bench.json --clearance 1", "solids", "0.001 mm", "2 clash"):
            self.assertIn(text, words)
        self.browser.keys("escape")
        self.assertTrue(self.browser.run("document.getElementById('facts').hidden"))

    def test_tells_where_there_is_no_webgl(self):
        self.without_webgl()
        self.open(self.path)
        self.assertIn("cannot draw in 3D", self.browser.text("#scene"))
        self.browser.keys("down")
        self.assertIn("The solids run into each other.", self.details())
        self.assertTrue(any("WebGL" in line for line in self.browser.complaints()))


class Others(CheckTest):
    def test_nothing_found(self):
        data = report() | {"pairs": [], "counts": {"bodies": 8, "pairs": 28, "clear": 28}}
        del data["gone"]
        self.open(write("clean.html", data))
        self.assertEqual(self.browser.text("#verdict"), "Nothing found")
        self.assertEqual(self.browser.text("#empty-words"), "Nothing found. All 28 pairs of 8 bodies keep their distance.")
        self.browser.keys("down")
        self.assertIsNone(self.picked())

    def test_nearly_nothing_told(self):
        self.open(write("bare.html", {"kind": "check"}))
        self.assertEqual(self.browser.text("#empty-words"), "There are no bodies in this report.")
        bare = {
            "bodies": [{"name": "p"}, {"name": "q"}],
            "pairs": [{"id": "c-1", "a": 0, "b": 1, "state": "clash"}, {"id": "c-2", "a": 1, "b": 1, "state": "clash"}],
            "gone": [{"id": "c-3", "a": "x", "b": "y", "state": "contained"}],
            "finished": False,
            "not_done": 3,
        }
        self.open(write("bare.html", bare))
        self.assertIn("not finished", self.browser.text("#verdict"))
        self.assertIn("Not finished: 3 pairs not looked at.", self.browser.text("#notes"))
        self.pick("c-1")
        self.assertIn("The surfaces run through each other.", self.details())
        self.assert_drawn(curves=0, dimension="", figures=0)
        self.pick("c-2")
        self.assertIn("q – itself", self.browser.text('.row[data-id="c-2"]'))
        self.assertIn("Its surface runs through itself.", self.details())
        self.browser.click("#tab-gone")
        self.pick("c-3")
        self.assert_drawn(curves=0, dimension="", figures=0)

    def test_ten_thousand_bodies(self):
        path = write("plant.html", large())
        self.open(path)
        self.settle()
        state = self.state()
        self.assertEqual(len(state["shown"]), 2000)
        self.assertLess(state["rowElements"], 40)
        self.browser.run("document.querySelector('.row').click()")
        self.settle()
        self.assertEqual(self.picked(), "c-0")
        self.browser.keys("end")
        self.assertEqual(self.picked(), self.shown()[-1])
        self.settle()
        self.assertLess(self.state()["rowElements"], 40)
        self.browser.run(
            "(() => { const box = document.getElementById('search'); box.value = 'pipe 199'; box.dispatchEvent(new Event('input')); })()"
        )
        self.assertGreater(len(self.shown()), 5)
        self.assertLess(len(self.shown()), 100)


class Sample(CheckTest):
    """What the program says of its own sample is what its page shows."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.path = FOLDER / "sample.html"
        cls.path.unlink(missing_ok=True)
        made = subprocess.run([APART, "check", "--json", "--html", cls.path], capture_output=True, text=True)
        cls.report = json.loads(made.stdout)
        cls.pairs = cls.report["pairs"]

    def test_shows_what_was_found(self):
        self.open(self.path)
        self.settle()
        found = [pair for pair in self.pairs if pair["state"] != "clear"]
        self.assertEqual(sorted(pair["state"] for pair in found), ["clash", "near", "touch"])
        rows = self.browser.run("[...document.querySelectorAll('.row')].slice(0, 4).map(row => row.innerText)")
        for row, state in zip(rows, ("clash", "touch", "near", "clear")):
            pair = next(pair for pair in self.pairs if pair["state"] == state)
            self.assertIn(" – ".join(pair["names"]), row)
            self.assertIn(state.capitalize(), row)
        self.assertEqual(self.browser.text("#verdict"), "1 clash, 1 touch, 1 too near")
        self.assertEqual(self.browser.text("#title"), self.report["title"])
        for pair in found:
            self.pick(pair["id"])
            dimension = f"≈ {pair['depth']['value']:.4g} mm deep" if pair["state"] == "clash" else f"{pair['distance']:.4g} mm"
            self.assert_drawn(curves=len(pair.get("curves", [])), dimension=dimension, figures=2)
            low, high = pair["box"]
            origin = self.browser.run("window.apart.report.raw.origin")
            self.assertLess(self.away([(l + h) / 2 - o for l, h, o in zip(low, high, origin)]), 1e-6)
            self.assertGreater(self.pixels(pair["state"]), 20, pair["names"])
            self.assertIn(pair["id"], self.details())
        self.assertIn("0.4 mm", self.browser.text(".label.gap"))
        self.assertEqual(found[-1]["state"], "near")


if __name__ == "__main__":
    PAGE, APART, FOLDER = pages.given()
    unittest.main(verbosity=2)
