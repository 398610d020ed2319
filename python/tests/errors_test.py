"""Bad input raises an exception that names the argument; nothing crashes."""
import pathlib
import tempfile
import unittest

import numpy as np

import apart

ROOT = pathlib.Path(__file__).resolve().parents[2]
V = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]
F = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]]
BOX, BALL, TETRA = apart.Box(1, 1, 1), apart.Ball(1), apart.Model(V, F)


class Errors(unittest.TestCase):
    def refused(self, kind, words, call):
        with self.assertRaises(kind) as caught:
            call()
        message = str(caught.exception)
        for word in words.split("|"):
            self.assertIn(word, message)
        self.assertNotIn("\n", message)

    def test_models(self):
        usage = apart.UsageError
        self.refused(usage, "vertices|shape|(4,)", lambda: apart.Model(np.zeros(4), F))
        self.refused(usage, "vertices|(4, 2)", lambda: apart.Model(np.zeros((4, 2)), F))
        self.refused(usage, "vertices|(3,)", lambda: apart.Model(np.zeros(3), F))
        self.refused(usage, "vertices|empty", lambda: apart.Model(np.zeros((0, 3)), F))
        self.refused(usage, "vertices[2]|not finite", lambda: apart.Model([V[0], V[1], [0, np.nan, 0], V[3]], F))
        self.refused(usage, "vertices[1]|not finite", lambda: apart.Model([V[0], [np.inf, 0, 0], V[2], V[3]], F))
        self.refused(TypeError, "vertices|complex", lambda: apart.Model(np.zeros((4, 3), complex), F))
        self.refused(TypeError, "vertices", lambda: apart.Model([["a", "b", "c"]], F))
        self.refused(TypeError, "vertices", lambda: apart.Model([[0, 0, 0], [1, 2]], F))
        self.refused(TypeError, "vertices|bool", lambda: apart.Model(np.zeros((4, 3), bool), F))
        self.refused(TypeError, "faces|float64", lambda: apart.Model(V, np.zeros((2, 3))))
        self.refused(usage, "faces|(2, 4)", lambda: apart.Model(V, np.zeros((2, 4), int)))
        self.refused(usage, "faces|empty", lambda: apart.Model(V, np.zeros((0, 3), int)))
        self.refused(usage, "faces[1]|vertex 4|4 vertices", lambda: apart.Model(V, [[0, 1, 2], [1, 4, 2]]))
        self.refused(usage, "faces[0]|vertex -1", lambda: apart.Model(V, [[0, -1, 2]]))
        self.refused(usage, "faces[0]|4294967296", lambda: apart.Model(V, np.array([[0, 1 << 32, 2]])))
        self.refused(usage, "faces[0]|18446744073709551615", lambda: apart.Model(V, np.array([[0, (1 << 64) - 1, 2]], "u8")))
        self.refused(TypeError, "Model()|int", lambda: apart.Model(7))
        self.refused(TypeError, "leaf_size|str", lambda: apart.Model(V, F, leaf_size="x"))
        self.refused(usage, "threads", lambda: apart.Model(V, F, threads=-1))
        self.refused(TypeError, "progress|int", lambda: apart.Model(V, F, progress=3))
        self.refused(usage, "within", lambda: apart.Model.of_shape(apart.HalfSpace((0, 0, 1)), within=[(0, 0, 0)]))
        self.refused(apart.Error, "", lambda: apart.Model(1e200 * np.array(V), F))
        self.assertEqual(len(apart.Model(np.array(V, "f4"), np.array(F, "u1"))), 4)
        self.assertEqual(len(apart.Model(np.array(V, ">f8"), np.asfortranarray(F))), 4)
        self.assertEqual(len(apart.Model.empty()), 0)

    def test_poses(self):
        usage = apart.UsageError
        at = lambda pose: lambda: apart.distance(BOX, pose, BALL)  # noqa: E731
        self.refused(usage, "distance(): pose|not a rotation", at(np.diag([2.0, 2, 2, 1])))
        self.refused(usage, "pose|mirrors", at(np.diag([-1.0, 1, 1, 1])))
        self.refused(usage, "pose|last row", at(np.eye(4).T + np.eye(4, k=-3)))
        self.refused(usage, "pose|finite", at(np.vstack([np.full((3, 4), np.nan), [0, 0, 0, 1]])))
        self.refused(usage, "pose|finite", at((np.nan, 0, 0)))
        self.refused(usage, "pose|1e150", at((1e200, 0, 0)))
        self.refused(usage, "pose|quaternion", at((0, 0, 0, 0, 0, 0, 0)))
        self.refused(usage, "pose|(3, 3)", at(np.eye(3)))
        self.refused(usage, "pose|(0,)", at(np.empty(0)))
        self.refused(usage, "pose|()", at(1.5))
        self.refused(TypeError, "pose|U1", at("x"))
        self.refused(TypeError, "pose|object", at(object()))
        self.refused(TypeError, "pose", at({"x": 1}))
        self.refused(usage, "position", at(([0, 0], [1, 0, 0, 0])))
        self.refused(usage, "orientation", at(([0, 0, 0], [1, 0, 0])))
        self.refused(usage, "2 positions|3 orientations", at((np.zeros((2, 3)), np.ones((3, 4)))))
        many = np.tile(np.eye(4), (3000, 1, 1))
        many[2017, 0, 0] = 2
        self.refused(usage, "pose[2017]|not a rotation", at(many))
        many[1234, 3, 3] = 2
        self.refused(usage, "pose[1234]|last row", at(many))
        self.refused(usage, "pose[1]|quaternion", at([[0, 0, 0, 1, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0]]))
        self.refused(usage, "pose_b|2 poses|3 of A",
                     lambda: apart.distance(BOX, np.tile(np.eye(4), (3, 1, 1)), BALL, np.tile(np.eye(4), (2, 1, 1))))
        self.assertEqual(len(apart.distance(BOX, np.empty((0, 4, 4)), BALL)), 0)
        self.refused(usage, "pose|(2,)", at([1.0, 2.0]))
        drifted = np.eye(4)
        drifted[0, 0] = 1.0002
        self.assertEqual(apart.distance(BOX, drifted, BALL).distance, 0)

    def test_arguments(self):
        usage = apart.UsageError
        self.refused(TypeError, "distance(): a|Model or a Shape|int", lambda: apart.distance(1, BOX))
        self.refused(TypeError, "distance(): b|str", lambda: apart.distance(BOX, None, "b"))
        self.refused(TypeError, "distance()|1 given", lambda: apart.distance(BOX))
        self.refused(TypeError, "distance()|0 given", lambda: apart.distance())
        self.refused(TypeError, "distance()|5 given", lambda: apart.distance(BOX, None, BOX, None, BOX))
        self.refused(TypeError, "'foo'|known are max", lambda: apart.distance(BOX, BOX, foo=1))
        self.refused(TypeError, "signed_distance()|a model", lambda: apart.signed_distance(TETRA, BOX))
        self.refused(TypeError, "clash(): b|Model|Shape", lambda: apart.clash(TETRA, BOX))
        self.refused(TypeError, "max|number", lambda: apart.distance(BOX, BOX, max="1"))
        self.refused(usage, "max|NaN", lambda: apart.distance(BOX, BOX, max=float("nan")))
        self.refused(TypeError, "solid|True or False", lambda: apart.collide(BOX, BOX, solid=1))
        self.refused(usage, "max_tests", lambda: apart.collide(BOX, BOX, max_tests=-1))
        self.refused(usage, "max_seconds", lambda: apart.collide(BOX, BOX, max_seconds=-1))
        self.refused(TypeError, "progress", lambda: apart.distance(BOX, BOX, progress=3))
        self.refused(usage, "norm|euclidean, one, infinity", lambda: apart.distance(TETRA, TETRA, norm="two"))
        self.refused(TypeError, "within(): tolerance", lambda: apart.within(BOX, BOX))
        self.refused(usage, "within()|tolerance", lambda: apart.within(BOX, BOX, -1))
        self.refused(usage, "within()|tolerance", lambda: apart.within(BOX, BOX, float("nan")))
        self.refused(usage, "closest(): points|(2,)", lambda: apart.closest(BOX, (1, 2)))
        self.refused(usage, "closest(): points[1]|finite", lambda: apart.closest(BOX, [[0, 0, 0], [np.nan, 0, 0]]))
        self.refused(usage, "closest()|closed", lambda: apart.closest(apart.Model(V, F[:3]), (0, 0, 0), solid=True))
        self.refused(usage, "locate()|closed", lambda: apart.locate(apart.Model(V, F[:3]), (0, 0, 0)))
        self.refused(usage, "k", lambda: apart.closest_triangles(TETRA, (0, 0, 0), -1))
        self.refused(TypeError, "cast()", lambda: apart.cast(TETRA, (0, 0, 0)))
        self.refused(TypeError, "cast_all(): ray|Ray", lambda: apart.cast_all(TETRA, (0, 0, 0)))
        self.refused(TypeError, "cast_all(): model|Shape", lambda: apart.cast_all(BOX, apart.Ray((0, 0, 0), (1, 0, 0))))
        self.refused(usage, "Ray(): direction|2", lambda: apart.Ray(np.zeros((3, 3)), np.ones((2, 3))))
        self.refused(usage, "meeting()|triangle_a", lambda: apart.meeting(TETRA, TETRA, 99, 0))
        self.refused(usage, "triangle_b", lambda: apart.meeting(TETRA, TETRA, 0, -1))
        self.refused(TypeError, "bodies[1]|str", lambda: apart.closest_pair([BOX, "x"]))
        self.refused(usage, "boxes|(N, 2, 3)", lambda: apart.near_pairs(np.zeros((2, 3))))
        self.refused(TypeError, "touching", lambda: apart.separation_bound(TETRA, TETRA, touching=[1]))
        self.refused(usage, "two poses", lambda: apart.manifold(BOX, None, BOX, None))
        self.refused(usage, "sides|Ray", lambda: apart.cast(BOX, (3, 0, 0), BOX, (-3, 0, 0), sides="front"))
        self.refused((TypeError, usage), "keyword", lambda: apart.distance(BOX, BOX, **{"\udc80": 1}))
        self.refused(usage, "text|UTF-8", lambda: apart.parse_shape("box:\udc80"))
        self.refused(usage, "BroadPhase(): method|automatic|'x'", lambda: apart.BroadPhase("x"))
        self.refused(usage, "HullTree(): split|median", lambda: apart.HullTree(TETRA, split="x"))
        self.refused(usage, "DeformingModel(): update", lambda: apart.DeformingModel(TETRA, update="x"))
        self.refused(TypeError, "DeformingModel(): model|Shape", lambda: apart.DeformingModel(BOX))
        self.refused(usage, "next_event(): query|beyond", lambda: apart.next_event("x", BOX, BOX, apart.RigidMotion.still(None)))
        self.refused(TypeError, "next_event(): motion|int", lambda: apart.next_event("within", BOX, BOX, 3))
        self.refused(usage, "norm", lambda: apart.distance(*[apart.HullTree(TETRA)] * 2, norm="one"))
        self.refused(usage, "pose_b", lambda: apart.collisions(TETRA, None, TETRA, None))

    def test_shapes(self):
        usage = apart.UsageError
        self.refused(usage, "", lambda: apart.Ball(-1))
        self.refused(usage, "", lambda: apart.Ball(float("nan")))
        self.refused(usage, "", lambda: apart.Box(1, -2, 3))
        self.refused(usage, "Box(): size|(2,)", lambda: apart.Box((1, 2)))
        self.refused(TypeError, "Box()", lambda: apart.Box(1, 2))
        self.refused(TypeError, "radius", lambda: apart.Ball("x"))
        self.refused(usage, "Polytope(): points|empty", lambda: apart.Polytope(np.empty((0, 3))))
        self.refused(usage, "Polytope(): points[0]|finite", lambda: apart.Polytope([[np.inf, 0, 0]]))
        self.refused(TypeError, "pieces[1]", lambda: apart.Compound([BALL, 3]))
        self.refused(usage, "pieces|empty", lambda: apart.Compound([]))
        self.refused(apart.Error, "bx", lambda: apart.parse_shape("bx:1"))

    def test_files(self):
        self.refused(apart.FileError, "nothing.stl", lambda: apart.load("nothing.stl"))
        self.refused(OSError, "nothing.stl", lambda: apart.load(pathlib.Path("nothing.stl")))
        self.refused(TypeError, "load(): path|int", lambda: apart.load(3))
        with open(ROOT / "samples" / "gear.stl", "rb") as file:
            self.assertEqual(len(apart.load(file)), len(apart.load(ROOT / "samples" / "gear.stl")))
        self.refused(apart.UsageError, "path|closed", lambda: apart.load(file))
        with tempfile.TemporaryDirectory() as folder:
            bad = pathlib.Path(folder) / "bad.obj"
            bad.write_text("v 0 0 0\nv 1 0 0\nf 1 2 9\n")
            self.refused(apart.FileError, "bad.obj:3", lambda: apart.load(bad))
            with open(bad, "rb") as file:
                self.refused(apart.FileError, "bad.obj:3", lambda: apart.load(file))
            self.refused(apart.FileError, "", lambda: apart.save(TETRA, pathlib.Path(folder) / "no" / "a.ply"))
            self.refused(apart.FileError, "", lambda: apart.save(TETRA, pathlib.Path(folder) / "a.xyz"))
        self.refused(apart.UsageError, "scale", lambda: apart.load("x.stl", scale=-1))

    def test_check(self):
        self.refused(apart.UsageError, "empty", lambda: apart.check({}))
        self.refused(apart.UsageError, "empty", lambda: apart.check([]))
        self.refused(apart.UsageError, "clearance", lambda: apart.check({"a": BOX}, clearance=-1))
        self.refused(TypeError, "Model()|str", lambda: apart.check({"a": "box"}))
        self.refused(apart.UsageError, "a|pose", lambda: apart.check({"a": (BOX, np.zeros((4, 4)))}))
        self.refused(apart.Error, "clearances|nobody", lambda: apart.check({"a": BOX}, clearances=[("nobody", "a", 1)]))
        self.refused(apart.Error, "motion|c", lambda: apart.check({"a": BOX}, motion={"c": np.tile(np.eye(4), (2, 1, 1))}))
        self.refused(apart.Error, "nothing.stl", lambda: apart.check(["nothing.stl"]))
        self.refused(TypeError, "ignore|text", lambda: apart.check({"a": BOX}, ignore=[(1, 2)]))
        self.refused(apart.Error, "scene|\"x\"", lambda: apart.check({"bodies": [{"name": "x"}]}))


if __name__ == "__main__":
    unittest.main()
