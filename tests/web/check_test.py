"""The page of `apart check --html` in a real browser: with a report made here, whose facts are known, and with the
program's own sample.

usage: check_test.py PAGE APART FOLDER [TEST…]      (PAGE: web/dist/check.html; 77: there is no browser)"""

import json
import math
import subprocess

import check_pages
from check_pages import IN_ORDER, PIN, CheckTest, large, report, write


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
        rows = self.browser.run("[...document.querySelectorAll('#rows .row')].map(row => row.innerText)")
        self.assertEqual(len(rows), 8)
        self.assertIn("plate\n", rows[0])
        self.assertIn(PIN, rows[0])
        self.assertIn("depth 30.25 … 30.5 mm", rows[0])
        self.assertIn("depth 0.02 mm", rows[1])  # both bounds, to the digits shown
        self.assertIn("sep. ≤ 90 mm", rows[7])
        self.assertIn("overlap ≈ 9 mm", rows[7])
        self.assertIn("0.4 mm", rows[4])
        self.assertIn("≥ 20.5 mm", rows[6])
        self.assertIn("Ignored", rows[7])
        self.assertEqual(self.browser.text("#title"), "bench <b>")
        self.assertEqual(self.browser.text("#verdict"), "2 clashes, 1 contained, 1 touch, 1 clearance violation")
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
        self.assert_drawn(curves=2, dimension="", figures=2)
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
        for text in ("The solids overlap.", "1234 mm³ common", "between 30.25 and 30.5 mm proven bounds", "0, 0, 30.5", "192 pairs meet", "75.4 mm in 2 closed curves", "unchanged since", "c-pin", "plate", PIN, "pins"):
            self.assertIn(text, words)
        self.pick("c-near")
        words = self.details()
        for text in ("Clearance 0.4 mm, required 1 mm.", "0.4 mm measured", "1 mm required", "first in frame 3, worst in frame 17, found in 20 frames"):
            self.assertIn(text, words)
        self.pick("c-bound")
        self.assertIn("at least 20.5 mm lower bound", self.details())
        self.pick("c-inside")
        self.assertIn("core lies inside tank.", self.details())
        self.pick("c-touch")
        self.assertIn("They touch: no farther apart than 0.001 mm.", self.details())
        self.pick("c-fit")
        for text in ("because: press fit by design", "9 mm thick estimate", "at most 90 mm upper bound"):
            self.assertIn(text, self.details())
        self.browser.click("#details dd:last-child .copy")
        self.browser.wait("document.querySelector('#details dd:last-child .copy').textContent === 'copied'")

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
        self.assertEqual(self.browser.run("document.querySelector('#rows .row[aria-selected=true]').dataset.id"), "c-small")
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
        self.assertIn("The baseline had it (near); it is resolved.", self.details())
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
        self.assertIn("The solids overlap.", self.details())
        self.assertTrue(any("WebGL" in line for line in self.browser.complaints()))


class Others(CheckTest):
    def test_nothing_found(self):
        data = report() | {"pairs": [], "counts": {"bodies": 8, "pairs": 28, "clear": 28}}
        del data["resolved"]
        self.open(write("clean.html", data))
        self.assertEqual(self.browser.text("#verdict"), "Nothing found")
        self.assertEqual(self.browser.text("#empty-words"), "Nothing found. All 28 pairs of 8 bodies keep their distance.")
        self.browser.keys("down")
        self.assertIsNone(self.picked())

    def test_nothing_tested(self):
        data = report() | {"pairs": [], "counts": {"bodies": 8, "pairs": 28, "tested": 0, "clear": 0}}
        self.open(write("untested.html", data))
        self.assertEqual(self.browser.text("#verdict"), "Nothing to compare")
        self.assertEqual(self.browser.text("#empty-words"), "No pair was tested: the rules leave none.")
        data["counts"] = {"bodies": 8, "pairs": 28, "tested": 3, "clear": 3}
        self.open(write("untested.html", data))
        self.assertEqual(self.browser.text("#verdict"), "Nothing found")
        self.assertIn("8 bodies, 28 pairs, 3 of them tested, 3 clear", self.browser.text("header"))
        self.assertEqual(self.browser.text("#empty-words"), "Nothing found. All 3 pairs that were tested of 8 bodies keep their distance.")
        data |= {"counts": {"bodies": 1, "pairs": 0, "tested": 0}, "bodies": data["bodies"][:1]}
        self.open(write("untested.html", data))
        self.assertEqual(self.browser.text("#verdict"), "Nothing to compare")
        self.open(write("untested.html", data | {"self": True}))
        self.assertEqual(self.browser.text("#verdict"), "Nothing found")

    def test_nearly_nothing_told(self):
        self.open(write("bare.html", {"kind": "check"}))
        self.assertEqual(self.browser.text("#empty-words"), "There are no bodies in this report.")
        bare = {
            "bodies": [{"name": "p"}, {"name": "q"}],
            "pairs": [{"id": "c-1", "a": 0, "b": 1, "state": "clash"}, {"id": "c-2", "a": 1, "b": 1, "state": "clash"}],
            "resolved": [{"id": "c-3", "a": "x", "b": "y", "state": "contained"}],
            "finished": False,
            "not_done": 3,
        }
        self.open(write("bare.html", bare))
        self.assertIn("not finished", self.browser.text("#verdict"))
        self.assertIn("Not finished: 3 pairs not tested.", self.browser.text("#notes"))
        self.pick("c-1")
        self.assertIn("The surfaces intersect.", self.details())
        self.assert_drawn(curves=0, dimension="", figures=0)
        self.pick("c-2")
        self.assertIn("q\nitself", self.browser.text('.row[data-id="c-2"]'))
        self.assertIn("It intersects itself.", self.details())
        self.browser.click("#tab-gone")
        self.pick("c-3")
        self.assert_drawn(curves=0, dimension="", figures=0)

    def test_ten_thousand_bodies(self):
        path = write("plant.html", large())
        self.open(path)
        self.settle()
        state = self.state()
        self.assertEqual(len(state["shown"]), 1500)  # without those that are clear
        self.assertLess(state["rowElements"], 40)
        self.browser.run("document.querySelector('#rows .row').click()")
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
        cls.path = check_pages.FOLDER / "sample.html"
        cls.path.unlink(missing_ok=True)
        made = subprocess.run([check_pages.APART, "check", "--json", "--curves", "--html", cls.path], capture_output=True, text=True)
        cls.report = json.loads(made.stdout)
        cls.pairs = cls.report["pairs"]

    def test_shows_what_was_found(self):
        self.open(self.path)
        self.settle()
        found = [pair for pair in self.pairs if pair["state"] != "clear"]
        self.assertEqual(sorted(pair["state"] for pair in found), ["clash", "near", "touch"])
        rows = self.browser.run("[...document.querySelectorAll('#rows .row')].slice(0, 4).map(row => row.innerText)")
        self.assertEqual(len(rows), 3)
        for row, state in zip(rows, ("clash", "touch", "near")):
            pair = next(pair for pair in self.pairs if pair["state"] == state)
            self.assertIn("\n".join(pair["names"]), row)
            self.assertIn(state.capitalize(), row)
        self.assertEqual(self.browser.text("#verdict"), "1 clash, 1 touch, 1 clearance violation")
        self.assertEqual(self.browser.text("#title"), self.report["title"])
        for pair in found:
            self.pick(pair["id"])
            dimension = "" if pair["state"] == "clash" else f"{pair['distance']:.4g} mm"
            self.assert_drawn(curves=len(pair.get("curves", [])), dimension=dimension, figures=2)
            low, high = pair["box"]
            origin = self.browser.run("window.apart.report.raw.origin")
            self.assertLess(self.away([(l + h) / 2 - o for l, h, o in zip(low, high, origin)]), 1e-6)
            self.assertGreater(self.pixels(pair["state"]), 20, pair["names"])
            self.assertIn(pair["id"], self.details())
        self.assertIn("0.4 mm", self.browser.text(".label.gap"))
        self.assertEqual(found[-1]["state"], "near")


if __name__ == "__main__":
    check_pages.start()
