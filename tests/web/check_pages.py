"""Reports for the tests of the page of `apart check --html`, whose facts are known, and what those tests share."""

import base64
import json
import math
import struct
import subprocess
import unittest

import pages

PAGE, APART, FOLDER = None, None, None  # set by start()
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
        {"id": "c-fit", "a": 1, "b": 2, "state": "clash", "distance": 0, "measured": True, "triangle_pairs": 3, "ignored": "press fit by design", "overlap": {"thickness": 9.0, "estimated": True}, "separation_at_most": {"length": 90.0, "translation": [0, 0, 90.0]}},
        {"id": "c-inside", "a": 4, "b": 5, "state": "contained", "inside": "b", "distance": 0, "measured": True, "box": [[75, -5, 2], [85, 5, 18]]},
        {"id": "c-small", "a": 1, "b": 7, "state": "clash", "distance": 0, "measured": True, "triangle_pairs": 1, "overlap": {"thickness": 0.01, "estimated": True}, "separation_at_least": 0.0199999, "separation_at_most": {"length": 0.02, "translation": [0, 0.02, 0]}, "box": [[-26, 6, 0], [-24, 6.02, 1]], "baseline": "new"},
        {"id": "c-pin", "a": 0, "b": 1, "state": "clash", "distance": 0, "measured": True, "on_a": [-31, 0, 5], "on_b": [-31, 0, 5], "triangle_pairs": 192,
         "overlap": {"thickness": 10.25, "estimated": True}, "overlap_volume": 1234, "separation_at_least": 30.25, "separation_at_most": {"length": 30.5, "translation": [0, 0, 30.5]}, "curves": rings, "curve_length": 24 * math.pi, "box": [[-31, -6, -5], [-19, 6, 5]], "baseline": "unchanged"},
    ]
    return {
        "kind": "check", "title": "bench <b>", "made": "2026-11-15T14:00:00Z", "command": "apart check bench.json --clearance 1", "unit": "mm", "clearance": 1.0, "touch": 0.001,
        "solid": True, "finished": True, "not_done": 0, "counts": {"bodies": 8, "pairs": 28, "clash": 2, "contained": 1, "touch": 1, "near": 1, "clear": 22}, "origin": ORIGIN,
        "meshes": meshes, "bodies": bodies, "groups": ["covers", "frame", "pins"], "pairs": pairs,
        "finding_groups": {
            "body": [{"name": "block", "body": 2, "worst": "touch", "pairs": ["c-touch", "c-near"]}, {"name": PIN, "body": 1, "worst": "clash", "pairs": ["c-pin", "c-small"]},
                     {"name": "tank", "body": 4, "worst": "contained", "pairs": ["c-inside"]}],
            "place": [{"name": "place 1", "worst": "clash", "pairs": ["c-pin", "c-small", "c-touch", "c-near"]}, {"name": "place 2", "worst": "contained", "pairs": ["c-inside"]}],
        },
        "resolved": [{"id": "c-old", "a": "lid", "b": "tank", "state": "near"}, {"id": "c-lost", "a": "plate", "b": "bolt", "state": "clash"}],
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
        self.browser.click(f'#rows .row[data-id="{identity}"]')
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

    def menu(self, identity, value):
        """Chooses in a menu."""
        self.browser.run("(select => { select.value = y; select.dispatchEvent(new Event('change')); })(document.getElementById(x))", identity, value)

    def search(self, text, field="search"):
        self.browser.run("(box => { box.value = y; box.dispatchEvent(new Event('input')); })(document.getElementById(x))", field, text)

    def on_screen(self, *place):
        """Pixels of the view, of a place of the report."""
        spot = self.browser.run("window.apart.onScreen(...x)", place)
        return spot["x"], spot["y"]

    def picture(self):
        return self.browser.run("document.querySelector('#scene canvas').toDataURL()")


def checked(name, scene, *options):
    """The page that the program writes of a scene, and its report."""
    source, page = FOLDER / f"{name}.json", FOLDER / f"{name}.html"
    source.write_text(json.dumps(scene))
    page.unlink(missing_ok=True)
    made = subprocess.run([APART, "check", source, "--json", "--html", page, *options], capture_output=True, text=True)
    if made.returncode not in (0, 1):
        raise RuntimeError(made.stderr)
    return page, json.loads(made.stdout)


def start():
    global PAGE, APART, FOLDER
    PAGE, APART, FOLDER = pages.given()
    unittest.main(module="__main__", verbosity=2)
