"""The 3D view of the page of `apart check --html` in a real browser: what is seen of gaps, faces in one place, sections,
measuring, the tree of bodies, a motion, and 1,300 bodies at once.

usage: check_view_test.py PAGE APART FOLDER [TEST…]      (PAGE: web/dist/check.html; 77: there is no browser)"""

import math

import check_pages
from check_pages import CheckTest, checked, report, write


def block(x, y, z):
    points = [[x if k & 1 else -x, y if k & 2 else -y, z if k & 4 else -z] for k in range(8)]
    quads = [(0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5)]
    return {"vertices": points, "faces": [list(t) for a, b, c, d in quads for t in ((a, b, c), (a, c, d))]}


def sphere(radius, n):
    """Of 2 n (n - 1) triangles."""
    points = [[0, 0, radius], [0, 0, -radius]]
    at = lambda i, j: 2 + (i - 1) * n + j % n
    for i in range(1, n):
        for j in range(n):
            u, v = math.pi * i / n, 2 * math.pi * j / n
            points.append([radius * math.sin(u) * math.cos(v), radius * math.sin(u) * math.sin(v), radius * math.cos(u)])
    faces = []
    for j in range(n):
        faces += [[0, at(1, j), at(1, j + 1)], [1, at(n - 1, j + 1), at(n - 1, j)]]
        for i in range(1, n - 1):
            faces += [[at(i, j), at(i + 1, j), at(i + 1, j + 1)], [at(i, j), at(i + 1, j + 1), at(i, j + 1)]]
    return {"vertices": points, "faces": faces}


def body(name, mesh, x, y, z, **more):
    return {"name": name, "mesh": mesh, "pose": [x, y, z, 1, 0, 0, 0], **more}


class View(CheckTest):
    def pixel(self, x, y):
        """Red, green and blue of the view at a place, on the panel's white."""
        return self.browser.run(
            """(() => {
              const view = document.querySelector('#scene canvas'), canvas = document.createElement('canvas');
              [canvas.width, canvas.height] = [view.width, view.height];
              const context = canvas.getContext('2d');
              context.fillStyle = '#ffffff';
              context.fillRect(0, 0, canvas.width, canvas.height);
              context.drawImage(view, 0, 0);
              return [...context.getImageData(x, y, 1, 1).data].slice(0, 3);
            })()""",
            round(x),
            round(y),
        )

    def solid_pixels(self):
        """How many pixels of the view are of the first body's colour, and how many of the second's."""
        return self.browser.run(
            """(() => {
              const view = document.querySelector('#scene canvas'), canvas = document.createElement('canvas');
              [canvas.width, canvas.height] = [view.width, view.height];
              const context = canvas.getContext('2d');
              context.drawImage(view, 0, 0);
              const all = context.getImageData(0, 0, canvas.width, canvas.height).data;
              const found = [0, 0];
              for (let i = 0; i < all.length; i += 4) {
                const [r, g, b, a] = all.subarray(i, i + 4);
                if (a > 250 && b > 60 && b > 1.5 * g) ++found[r > g ? 1 : 0];
              }
              return found;
            })()"""
        )


class Gaps(View):
    """Of pairs that are near, the gap is seen."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        ball = sphere(20, 160)  # so many triangles that not every side can be tried with each of them
        bodies = [
            body("lower plate", block(50, 50, 3), 0, 0, 0),
            body("upper plate", block(50, 50, 3), 0, 0, 6.5),  # nothing but the edges of the gap is seen from outside
            body("ball 1", ball, 200, 0, 0),
            body("ball 2", ball, 200, 40.4, 0),
            body("ball 3", ball, 200, 40.4, 40.3),  # above the other
            body("tray", block(40, 40, 2), 0, 200, -20),
            body("tray wall 1", block(2, 40, 18), -38, 200, 0),
            body("tray wall 2", block(2, 40, 18), 38, 200, 0),
            body("tray wall 3", block(36, 2, 18), 0, 162, 0),
            body("tray wall 4", block(36, 2, 18), 0, 238, 0),
            body("brick", block(10, 10, 5), 0, 200, -12.6),  # in the tray, over its floor
        ]
        scene = {"title": "gaps", "unit": "mm", "clearance": 1, "touch": 1e-6, "bodies": bodies}
        cls.path, cls.report = checked("gaps", scene, "--ignore", "tray*,tray*")

    def test_is_seen_for_each(self):
        self.open(self.path)
        near = [pair for pair in self.report["pairs"] if pair["state"] == "near"]
        self.assertEqual(sorted(" ".join(pair["names"]) for pair in near), ["ball 1 ball 2", "ball 2 ball 3", "brick tray", "lower plate upper plate"])
        for pair in near:
            for close in (False, True):
                self.pick(pair["id"])
                if close:
                    self.browser.keys("c")
                    self.settle()
                origin = self.browser.run("window.apart.report.raw.origin")
                p, q = ([c - o for c, o in zip(pair[end], origin)] for end in ("on_a", "on_b"))
                (x, y), (u, v) = self.on_screen(*p), self.on_screen(*q)
                long = math.hypot(u - x, v - y)
                view = self.state()["view"]
                back = [e - t for e, t in zip(view["eye"], view["target"])]
                along = [c - d for c, d in zip(q, p)]
                cosine = abs(sum(b * c for b, c in zip(back, along))) / math.hypot(*back) / math.hypot(*along)
                self.assertLess(cosine, 0.5, pair["names"])  # seen from the side
                self.assertEqual(self.browser.text(".label.gap"), f"{pair['distance']:.4g} mm")
                if close:
                    self.assertGreater(long, 60, pair["names"])
                    # Beside the dimension, in the middle of the gap: no opaque body.
                    across = (-(v - y) / long, (u - x) / long)
                    for side in (-1, 1):
                        red, green, blue = self.pixel((x + u) / 2 + 6 * side * across[0], (y + v) / 2 + 6 * side * across[1])
                        self.assertGreater(0.3 * red + 0.6 * green + 0.1 * blue, 130, f"{pair['names']} {side}: {red}, {green}, {blue}")
                    # The line itself, on top of everything.
                    on_line = [self.pixel(x + s * (u - x), y + s * (v - y)) for s in (0.3, 0.5, 0.7)]
                    self.assertTrue(all(max(colour) < 110 for colour in on_line), f"{pair['names']}: {on_line}")
                self.browser.keys("escape")
                self.settle()

    def test_keeps_the_surroundings_in_view(self):
        self.open(self.path)
        pair = next(pair for pair in self.report["pairs"] if pair["names"] == ["brick", "tray"])
        self.pick(pair["id"])
        size = self.browser.run("(({clientWidth: w, clientHeight: h}) => [w, h])(document.getElementById('scene'))")
        origin = self.browser.run("window.apart.report.raw.origin")
        for corner in ((-10, 190, -7.6), (10, 210, -7.6), (10, 190, -17.6)):  # of the brick, 50 times as large as the gap
            x, y = self.on_screen(*(c - o for c, o in zip(corner, origin)))
            self.assertTrue(0 < x < size[0] and 0 < y < size[1], corner)
        apart = self.looking_from()
        self.browser.keys("c")
        self.settle()
        self.assertLess(self.looking_from(), 0.4 * apart)
        self.assertEqual(self.browser.run("document.getElementById('closer').ariaPressed"), "true")
        self.browser.keys("c")
        self.settle()
        self.assertAlmostEqual(self.looking_from(), apart, delta=1e-6)

    def test_flies_smoothly(self):
        self.open(self.path)
        self.browser._devtools("Emulation.setEmulatedMedia", features=[{"name": "prefers-reduced-motion", "value": "no-preference"}])
        self.settle()
        far = self.looking_from()
        fly = """(() => {
          window.seen = [];
          document.querySelector(x).click();
          const look = () => {
            const {view: {eye, target}, resting} = window.apart.state();
            window.seen.push(Math.hypot(...eye.map((c, i) => c - target[i])));
            if (!resting) requestAnimationFrame(look);
          };
          requestAnimationFrame(look);
        })()"""
        self.browser.run(fly, "#rows .row")
        self.settle()
        near = self.looking_from()
        self.assertLess(near, 0.9 * far)
        between = [d for d in self.browser.run("window.seen") if 1.001 * near < d < 0.999 * far]
        self.assertGreater(len(between), 2)  # even where drawing is slow
        self.assertEqual(between, sorted(between, reverse=True))
        self.browser.run(fly, "#all")
        self.settle()
        self.assertAlmostEqual(self.looking_from(), far, delta=1e-6)


class Scales(View):
    def test_tiny_bodies_of_a_huge_assembly_are_seen(self):
        tiny = block(0.005, 0.005, 0.005)
        scene = {"title": "scales", "unit": "mm", "clearance": 0.01, "touch": 1e-7, "bodies": [body("left", tiny, 3e5, 0, 0), body("right", tiny, 3e5 + 0.014, 0, 0), body("far", block(1e5, 1e5, 1e5), -1e6, 0, 0)]}
        path, found = checked("scales", scene)
        self.assertEqual([(pair["state"], pair["names"]) for pair in found["pairs"]], [("near", ["left", "right"])])
        self.open(path, f"#{found['pairs'][0]['id']}")
        self.settle()
        first, second = self.solid_pixels()
        self.assertGreater(min(first, second), 2000)
        self.assertEqual(self.browser.text(".label.gap"), "0.004 mm")
        before = self.picture()
        self.browser.pointer("#scene", (200, 400), (260, 400))  # so small a move of the camera is drawn, too
        self.settle()
        self.assertNotEqual(self.picture(), before)


class Faces(View):
    """Two bodies in the same place: their faces do not flicker."""

    def test_do_not_flicker(self):
        scene = {"title": "twins", "unit": "mm", "bodies": [body("one", block(10, 10, 10), 0, 0, 0), body("other", block(10, 10, 10), 0, 0, 0), body("far", block(3, 3, 3), 60, 0, 0)]}
        path, found = checked("twins", scene)
        self.assertEqual(found["pairs"][0]["state"], "duplicate")
        self.open(path, f"#{found['pairs'][0]['id']}")
        self.settle()
        self.assertIn("One is a copy of the other", self.details())
        self.assertEqual(self.browser.text("#rows .badge"), "Duplicate")
        if self.state()["through"]:
            self.browser.keys("x")
        for k in range(4):
            self.browser.pointer("#scene", (200, 300), (213 + 5 * k, 304))
            self.settle()
            first, second = self.solid_pixels()
            self.assertGreater(first, 5000)
            self.assertLess(second, 0.01 * first)


class Tools(View):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        data = report()
        data["bodies"][0] |= {"file": "base.stl", "id": "base.stl/plate"}
        data["bodies"][1] |= {"file": "fit.stl", "path": "pins/long M8\\/20/" + check_pages.PIN.replace("/", "\\/"), "layer": "L1"}
        cls.path = write("tools.html", data)

    def setUp(self):
        self.open(self.path)
        self.settle()

    def test_axes_turn_with_the_camera(self):
        ends = "['x', 'y', 'z'].map(a => [document.querySelector(`line.axis-${a}`).getAttribute('x2'), document.querySelector(`line.axis-${a}`).getAttribute('y2')].map(Number))"
        x, y, z = self.browser.run(ends)
        self.assertLess(z[1], -10)  # up
        self.assertAlmostEqual(z[0], 0, delta=0.2)
        self.assertGreater(x[0], 10)  # to the right
        self.assertEqual(self.browser.run("[...document.querySelectorAll('.axes text')].map(t => t.textContent).sort()"), ["x", "y", "z"])
        self.browser.pointer("#scene", (300, 400), (500, 400))
        self.settle()
        self.assertGreater(math.dist(self.browser.run(ends)[0], x), 5)

    def test_scale_bar_follows_the_zoom(self):
        def bar():
            words = self.browser.text(".scale-bar")
            self.assertRegex(words, r"^[125]0*(\.0*)? mm$|^0\.0*[125] mm$")
            width = self.browser.run("document.querySelector('.scale-bar').getBoundingClientRect().width")
            # The same length, square to the view at what the camera looks at.
            pixels = self.browser.run(
                """(() => {
                  const {view: {eye, target}} = window.apart.state();
                  const [x, y] = [target[1] - eye[1], eye[0] - target[0]], long = Math.hypot(x, y), {scale} = window.apart.report;
                  const at = s => window.apart.ofPage(target[0] + s * x / long, target[1] + s * y / long, target[2]).x;
                  return Math.abs(at(x0 / scale) - at(0));
                })()""".replace("x0", words.split()[0]),
            )
            self.assertAlmostEqual(width, pixels, delta=1.5)
            return words, width

        first = bar()
        self.browser.wheel("#scene", 300, 300, -600)
        self.browser.wait("window.apart.state().resting")
        second = bar()
        self.assertNotEqual(first, second)
        self.pick("c-near")
        self.assertNotEqual(bar()[0], first[0])

    def test_hover_names_bodies(self):
        x, y = self.on_screen(40, -20, 5)
        self.assertEqual(self.browser.run("window.apart.bodyAt(x, y)", x, y), "plate")
        self.browser.hover("#scene", x, y)
        self.browser.wait("!document.querySelector('.tip').hidden")
        self.assertEqual(self.browser.text(".tip"), "plate\nframe · base.stl")
        self.browser.hover("#scene", 5, 300)
        self.browser.wait("document.querySelector('.tip').hidden")

    def test_click_selects_a_body(self):
        before = self.picture()
        self.browser.pointer("#scene", self.on_screen(40, -20, 5))
        self.settle()
        self.assertEqual(self.state()["selected"], "plate")
        self.assertNotEqual(self.picture(), before)
        for text in ("plate", "base.stl", "frame", "12", "2 findings", "block"):
            self.assertIn(text, self.details())
        self.browser.run("document.querySelector('#details .found').click()")
        self.assertEqual((self.picked(), self.state()["selected"]), ("c-pin", None))
        self.browser.keys("escape")
        self.settle()
        self.browser.pointer("#scene", (5, 300))
        self.assertIsNone(self.state()["selected"])

    def test_place_of_a_finding_can_be_copied(self):
        self.pick("c-near")
        self.assertIn("1020, 2005, -474.8", self.details())  # with the origin
        self.assertEqual(self.browser.run("document.querySelector('#details [aria-label=\"Copy the place\"]').dataset.copies"), "1020, 2005, -474.8")

    def test_tree_of_bodies(self):
        self.browser.click("#tab-bodies")
        names = "[...document.querySelectorAll('#tree .row')].map(row => row.querySelector('.names').textContent)"
        self.assertEqual(self.browser.text("#bodies-count"), "8")
        shown = self.browser.run(names)
        for name in ("base.stl", "frame", "plate", "fit.stl", "pins", "long M8/20", check_pages.PIN, "covers", "tank"):
            self.assertIn(name, shown)
        self.assertEqual(shown.count(check_pages.PIN), 1)
        tally = "[...document.querySelectorAll('#tree .row')].find(row => row.querySelector('.names').textContent === x).querySelector('.tally')?.textContent ?? ''"
        self.assertEqual([self.browser.run(tally, name) for name in ("plate", "lid", "bracket")], ["2", "1", ""])
        self.search("PIN", "body-search")
        self.assertEqual([name for name in self.browser.run(names) if name in ("plate", "tank")], [])
        self.assertIn(check_pages.PIN, self.browser.run(names))
        self.search("", "body-search")
        x, y = self.on_screen(40, -20, 5)
        eye = "[...document.querySelectorAll('#tree .row')].find(row => row.querySelector('.names').textContent === x).querySelector('input').click()"
        before = self.picture()
        self.browser.run(eye, "plate")
        self.settle()
        self.assertEqual(self.state()["hidden"], [0])
        self.assertNotEqual(self.picture(), before)
        self.assertNotEqual(self.browser.run("window.apart.bodyAt(x, y)", x, y), "plate")
        self.assertIn("1 body is hidden", self.browser.text("#tree-shown"))
        self.browser.click("#show-bodies")
        self.settle()
        self.assertEqual(self.picture(), before)
        self.browser.click("#hide-clean")
        self.assertEqual(self.state()["hidden"], [6])  # the bracket; all others have findings
        self.browser.run("[...document.querySelectorAll('#tree .row')].find(row => row.querySelector('.names').textContent === 'tank').click()")
        self.assertEqual(self.state()["selected"], "tank")

    def test_tree_by_keyboard(self):
        self.browser.click("#tab-bodies")
        self.browser.run("document.getElementById('tree').focus()")
        rows = "document.querySelectorAll('#tree .row').length"
        before = self.browser.run(rows)
        self.browser.keys("down")
        self.browser.keys("left")
        self.assertLess(self.browser.run(rows), before + 1)
        self.assertEqual(self.browser.run("document.querySelector('#tree .row[aria-selected=true]').ariaExpanded"), "false")
        self.browser.keys("right")
        self.assertEqual(self.browser.run("document.querySelector('#tree .row[aria-selected=true]').ariaExpanded"), "true")

    def slide(self, identity, value):
        self.browser.run("(field => { field.value = y; field.dispatchEvent(new Event('input')); })(document.getElementById(x))", identity, value)
        self.settle()

    def test_section(self):
        whole = self.picture()
        self.browser.click("#section")
        self.settle()
        self.assertNotEqual(self.picture(), whole)
        place = self.on_screen(40, -20, 5)
        self.menu("section-axis", "0")
        self.slide("section-at", 500)
        where = self.state()["section"]["at"]
        low, high = -84.0, 95.0  # of all bodies, about
        self.assertAlmostEqual(where, 1000 + (low + high) / 2, delta=8)
        self.assertIn(f"x = {where:.2f}".rstrip("0").rstrip("."), self.browser.text("#section-where"))
        self.assertNotEqual(self.browser.run("window.apart.bodyAt(x, y)", *place), "plate")  # cut away there
        self.assertLess(self.pixels("contained"), 20)  # the dot of what is cut away
        self.browser.click("#section-flip")
        self.settle()
        self.assertEqual(self.browser.run("window.apart.bodyAt(x, y)", *place), "plate")
        self.browser.keys("s")
        self.settle()
        self.assertEqual(self.picture(), whole)
        self.assertGreater(self.pixels("contained"), 40)
        self.pick("c-near")
        self.browser.keys("s")
        self.menu("section-axis", "2")
        self.slide("section-at", 100)
        self.browser.click("#section-here")
        self.assertAlmostEqual(self.state()["section"]["at"], -500 + 25.2, places=4)

    def test_section_cuts_the_pair_open(self):
        self.pick("c-pin")
        self.browser.keys("x")  # both solid
        self.settle()
        whole = sum(self.solid_pixels())
        self.browser.keys("s")
        self.menu("section-axis", "1")
        self.settle()
        self.assertLess(sum(self.solid_pixels()), 0.9 * whole)

    def test_measures_between_two_points(self):
        self.browser.click("#measure")
        self.assertIn("Click two points", self.browser.text("#measure-words"))
        for corner, inward in (((50, -30, 5), -3), ((-50, -30, 5), 3)):
            x, y = self.on_screen(*corner)
            self.browser.pointer("#scene", (x + inward, y + 2))
        self.settle()
        for got, true in zip(self.state()["measured"], (-100, 0, 0)):
            self.assertAlmostEqual(got, true, places=4)
        self.assertIn("100 mm", self.browser.text("#measure-words"))
        self.assertIn("dx -100 mm, dy 0 mm, dz 0 mm", self.browser.text("#measure-words"))
        self.assertIsNone(self.state()["selected"])  # clicks measure now
        self.browser.click("#measure-clear")
        self.assertIsNone(self.state()["measured"])
        self.browser.keys("escape")
        self.assertTrue(self.browser.run("document.getElementById('measure-bar').hidden"))


class Moving(View):
    """A block that comes down through another and goes up again."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        scene = {"title": "press", "unit": "mm", "clearance": 1, "touch": 1e-6, "bodies": [body("anvil", block(20, 20, 5), 0, 0, 0), body("hammer", block(8, 8, 8), 0, 0, 40), body("post", block(2, 2, 40), 40, 0, 0)]}
        heights = [40 - 3 * k for k in range(11)] + [13 + 3 * k for k in range(1, 10)]
        motion = check_pages.FOLDER / "press-motion.txt"
        motion.write_text("".join(f"{10 + k} hammer 0 0 {height} 1 0 0 0\n" for k, height in enumerate(heights)))
        cls.heights = heights
        cls.path, cls.report = checked("press", scene, "--motion", motion)

    def setUp(self):
        self.open(self.path)
        self.settle()

    def hammer(self):
        return self.browser.run("window.apart.figures()[window.apart.report.raw.bodies.findIndex(b => b.name === 'hammer')]")

    def at(self, height):
        origin = self.browser.run("window.apart.report.raw.origin")
        return self.browser.run("window.apart.toPage(...x)", [-origin[0], -origin[1], height - origin[2]])

    def test_slider_moves_bodies(self):
        self.assertTrue(self.browser.run("!document.getElementById('time-bar').hidden"))
        self.assertEqual(self.browser.text("#time-words"), "frame 10 (1 of 20)")
        for k in (0, 3, 10, 19):
            self.browser.run("(field => { field.value = x; field.dispatchEvent(new Event('input')); })(document.getElementById('time'))", k)
            self.assertEqual(self.state()["frame"], 10 + k)
            self.assertLess(math.dist(self.hammer(), self.at(self.heights[k])), 1e-5)
        self.browser.keys("[")
        self.assertEqual(self.state()["frame"], 28)

    def test_jumps_to_frames_of_a_finding(self):
        pair = self.report["pairs"][0]
        self.assertEqual((pair["state"], pair["frames"]["worst"]), ("clash", 20))
        self.pick(pair["id"])
        self.assertEqual(self.state()["frame"], 20)
        self.assertGreater(self.state()["drawn"]["curves"], 0)
        self.browser.click("#to-first")
        self.settle()
        self.assertEqual(self.state()["frame"], pair["frames"]["first"])
        self.assertEqual(self.state()["drawn"]["curves"], 0)  # those are of the worst frame
        self.browser.click("#to-worst")
        self.settle()
        self.assertEqual(self.state()["frame"], 20)
        self.assertGreater(self.state()["drawn"]["curves"], 0)

    def test_plays(self):
        self.browser.click("#play")
        self.assertTrue(self.state()["playing"])
        self.browser.wait("window.apart.state().frame > 12")
        self.browser.wait("!window.apart.state().playing")
        self.assertEqual(self.state()["frame"], 29)
        self.browser.keys("p")  # again, from the start
        self.browser.wait("window.apart.state().playing && window.apart.state().frame < 29")
        self.browser.keys("p")
        self.assertFalse(self.state()["playing"])

    def test_is_absent_where_nothing_moves(self):
        self.open(write("still.html", report()))
        self.assertTrue(self.browser.run("document.getElementById('time-bar').hidden"))


class BetweenFrames(CheckTest):
    """A ball that passes a thin wall between two frames, and turns; another body passes beside it."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        scene = {"title": "wall", "unit": "mm", "clearance": 1, "touch": 1e-6, "bodies": [body("wall", block(20, 20, 0.1), 0, 0, 0), body("bullet", block(2, 1, 1), 0, 0, -30), body("post", block(1, 1, 30), 12, 0, 20)]}
        motion = check_pages.FOLDER / "wall-motion.txt"
        motion.write_text("0 bullet 0 0 -30 1 0 0 0\n5 bullet 0 0 -10 1 0 0 0\n10 bullet 0 0 30 0.7071067811865476 0 0 0.7071067811865476\n")
        cls.path, cls.report = checked("wall", scene, "--motion", motion)

    def setUp(self):
        self.open(self.path)
        self.settle()

    def pair(self):
        return next(pair for pair in self.report["pairs"] if set(pair["names"]) == {"wall", "bullet"})

    def test_is_in_the_report(self):
        pair = self.pair()
        self.assertEqual(pair["state"], "clash")
        self.assertNotIn("frames", pair)  # in no frame
        self.assertTrue(pair["motion"]["between_frames"])
        self.assertEqual(pair["motion"]["least_clearance"], 0)
        self.assertTrue(5 < pair["motion"]["first_contact"] < pair["motion"]["worst_at"] < 10)
        x, y, z = pair["motion"]["contact_point"]  # on the lower side of the wall, below the bullet
        self.assertTrue(abs(x) <= 2 and abs(y) <= 2)
        self.assertAlmostEqual(z, -0.1, 5)

    def test_jumps_to_the_contact_between_frames(self):
        pair = self.pair()
        self.pick(pair["id"])
        self.settle()
        self.assertAlmostEqual(self.state()["frame"], pair["motion"]["worst_at"], 5)
        self.assertGreater(self.state()["drawn"]["curves"], 0)
        self.browser.click("#to-contact")
        self.settle()
        self.assertAlmostEqual(self.state()["frame"], pair["motion"]["first_contact"], 5)
        self.assertEqual(self.state()["drawn"]["curves"], 0)
        self.assertIn("between 2 and 3 of 3", self.browser.text("#time-words"))
        self.assertIn("First contact", self.browser.text("#details"))

    def contact_on_screen(self):
        """How far from the middle of the view, in pixels."""
        origin = self.browser.run("window.apart.report.raw.origin")
        x, y = self.on_screen(*(c - o for c, o in zip(self.pair()["motion"]["contact_point"], origin)))
        width, height = self.browser.run("(({clientWidth: w, clientHeight: h}) => [w, h])(document.getElementById('scene'))")
        return math.hypot(x - width / 2, y - height / 2)

    def test_contact_is_in_the_middle_of_the_view(self):
        self.pick(self.pair()["id"])
        worst = self.state()["view"]["target"]
        self.assertFalse(self.state()["drawn"]["contact"])
        for jump in (lambda: self.browser.click("#to-contact"), lambda: self.browser.keys("n")):
            self.browser.run("(field => { field.value = 0; field.dispatchEvent(new Event('input')); })(document.getElementById('time'))")
            self.browser.keys("a")
            self.settle()
            self.pick(self.pair()["id"])
            jump()
            self.settle()
            self.assertAlmostEqual(self.state()["frame"], self.pair()["motion"]["first_contact"], 5)
            self.assertLess(self.contact_on_screen(), 1)
            self.assertTrue(self.state()["drawn"]["contact"])
        self.browser.click("#to-worst")
        self.settle()
        self.assertLess(math.dist(self.state()["view"]["target"], worst), 1e-6)

    def test_next_contact_picks_its_pair(self):
        self.browser.run("(field => { field.value = 0; field.dispatchEvent(new Event('input')); })(document.getElementById('time'))")
        self.browser.keys("n")
        self.settle()
        self.assertEqual(self.picked(), self.pair()["id"])
        self.assertAlmostEqual(self.state()["frame"], self.pair()["motion"]["first_contact"], 5)

    def test_slider_moves_between_frames(self):
        self.browser.run("(field => { field.value = 1.5; field.dispatchEvent(new Event('input')); })(document.getElementById('time'))")
        self.assertAlmostEqual(self.state()["frame"], 7.5, 6)
        origin = self.browser.run("window.apart.report.raw.origin")
        bullet = self.browser.run("window.apart.figures()[window.apart.report.raw.bodies.findIndex(b => b.name === 'bullet')]")
        middle = self.browser.run("window.apart.toPage(...x)", [-origin[0], -origin[1], 10 - origin[2]])
        self.assertLess(math.dist(bullet, middle), 1e-4)


def plant(count=1300):
    """Boxes in rows, of which every second pair of neighbours overlap."""
    small, bodies = block(6, 5, 5), []
    for i in range(count):
        row, column = divmod(i, 50)
        x = 30.0 * column - (20 if i % 4 == 1 else 0)
        bodies.append(body(f"pipe {i}", small, x, 30.0 * row, 7.0 * (row % 3), group=f"line {row}"))
    return {"title": "plant", "unit": "mm", "clearance": 1, "bodies": bodies}


class Plant(View):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.path, cls.report = checked("plant-1300", plant())

    def test_overview_is_no_blob(self):
        found = [pair for pair in self.report["pairs"] if pair["state"] == "clash"]
        self.assertGreater(len(found), 300)
        self.open(self.path)
        self.settle()
        badges = self.state()["badges"]
        self.assertGreater(len(badges), 10)
        self.assertLess(len(badges), 200)
        alone = len(found) - sum(badges)
        self.assertTrue(0 <= alone < 100, alone)
        width, height = self.browser.run("(({clientWidth: w, clientHeight: h}) => [w, h])(document.getElementById('scene'))")
        self.assertLess(self.pixels("clash"), 0.01 * width * height)
        texts = self.browser.run("[...document.querySelectorAll('.count-badge:not([hidden])')].map(b => Number(b.textContent))")
        self.assertEqual(sorted(texts), sorted(badges))
        # They do not cover each other's middles.
        spots = self.browser.run("[...document.querySelectorAll('.count-badge:not([hidden])')].map(b => b.getBoundingClientRect()).map(r => [r.x + r.width / 2, r.y + r.height / 2])")
        self.assertGreater(min(math.dist(p, q) for i, p in enumerate(spots) for q in spots[:i]), 20)
        # A badge brings the camera nearer, and then there are fewer in each.
        far = self.looking_from()
        self.browser.run("[...document.querySelectorAll('.count-badge:not([hidden])')].sort((p, q) => q.textContent - p.textContent)[0].click()")
        self.settle()
        self.assertLess(self.looking_from(), 0.7 * far)
        self.assertLess(max(self.state()["badges"], default=0), max(badges))
        self.browser.keys("a")
        self.settle()
        self.assertEqual(sorted(self.state()["badges"]), sorted(badges))

    def test_bodies_without_findings_are_grey(self):
        self.open(self.path)
        colours = self.browser.run("window.apart.report.findingsOf.map(found => found.length)")
        self.assertTrue(any(n == 0 for n in colours) and any(colours))
        self.browser.click("#tab-bodies")
        self.assertLess(self.browser.run("document.querySelectorAll('#tree .row').length"), 60)
        self.browser.click("#hide-clean")
        self.assertEqual(len(self.state()["hidden"]), sum(n == 0 for n in colours))


if __name__ == "__main__":
    check_pages.start()
