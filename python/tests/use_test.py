"""The module in use: threads, Ctrl-C, memory, pickling, other libraries' meshes and poses, trimesh's manager, notebooks."""
import gc
import multiprocessing
import os
import pathlib
import pickle
import resource
import signal
import subprocess
import sys
import threading
import time
import types
import unittest
import warnings

import numpy as np

import apart
from apart.compat import CollisionManager

ROOT = pathlib.Path(__file__).resolve().parents[2]
RNG = np.random.default_rng(7)


def turns(count):
    q = RNG.normal(size=(count, 4))
    w, x, y, z = (q / np.linalg.norm(q, axis=1, keepdims=True)).T
    rows = [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w), 2 * (x * y + z * w),
            1 - 2 * (x * x + z * z), 2 * (y * z - x * w), 2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)]
    return np.stack(rows, axis=1).reshape(-1, 3, 3), q


def poses(count, reach):
    out = np.zeros((count, 4, 4))
    out[:, :3, :3] = turns(count)[0]
    out[:, :3, 3] = RNG.normal(size=(count, 3)) * reach
    out[:, 3, 3] = 1
    return out


def at(*position):
    out = np.eye(4)
    out[:3, 3] = position
    return out


GEAR, SHAFT = apart.load(ROOT / "samples" / "gear.stl"), apart.load(ROOT / "samples" / "shaft.stl")
BOX = apart.Model.of_shape(apart.Box(1, 1, 1))


class Poses(unittest.TestCase):
    def test_forms_agree(self):
        matrices, quaternions = turns(200)
        positions = RNG.normal(size=(200, 3)) * 30
        many = np.zeros((200, 4, 4))
        many[:, :3, :3], many[:, :3, 3], many[:, 3, 3] = matrices, positions, 1
        expected = apart.distance(GEAR, many, SHAFT)

        class Rotation:  # as SciPy's
            def __init__(self, m):
                self.m = m

            def as_matrix(self):
                return self.m

        forms = {
            "matrices": many,
            "position, matrix": (positions, matrices),
            "position, rotation": (positions, Rotation(matrices)),
            "lists": many.tolist(),
            "Fortran order": np.asfortranarray(many),
            "strided": np.repeat(many, 2, axis=0)[::2],
        }
        for name, form in forms.items():
            self.assertEqual(apart.distance(GEAR, form, SHAFT)._bits(), expected._bits(), name)
        rows = np.concatenate([positions, quaternions], axis=1)
        for name, form in {"(B, 7)": rows, "position, quaternion": (positions, quaternions)}.items():
            np.testing.assert_allclose(apart.distance(GEAR, form, SHAFT).distance, expected.distance, atol=1e-12, err_msg=name)
        for i in range(20):
            one = expected[i]
            for form in (many[i], (positions[i], matrices[i]), (positions[i], Rotation(matrices[i])), many[i].tolist()):
                self.assertEqual(apart.distance(GEAR, form, SHAFT), one)
            self.assertAlmostEqual(apart.distance(GEAR, rows[i], SHAFT).distance, one.distance, 12)
            self.assertAlmostEqual(apart.distance(GEAR, (positions[i], quaternions[i]), SHAFT).distance, one.distance, 12)
        self.assertEqual(apart.distance(GEAR, positions[0], SHAFT), apart.distance(GEAR, at(*positions[0]), SHAFT))
        self.assertEqual(apart.distance(GEAR, None, SHAFT), apart.distance(GEAR, SHAFT))
        only_turned = np.eye(4)
        only_turned[:3, :3] = matrices[0]
        self.assertEqual(apart.distance(GEAR, Rotation(matrices[0]), SHAFT), apart.distance(GEAR, only_turned, SHAFT))
        # float32 is a rotation to 1e-6.
        self.assertAlmostEqual(apart.distance(GEAR, many[0].astype("f4"), SHAFT).distance, expected[0].distance, 3)

    def test_world_poses_broadcast(self):
        many = poses(50, 50)
        base = poses(1, 50)[0]
        both = apart.distance(GEAR, base, SHAFT, many)
        for i in range(50):
            self.assertEqual(both[i], apart.distance(GEAR, base, SHAFT, many[i]))
        other = apart.distance(GEAR, many, SHAFT, base)
        self.assertEqual(other[3], apart.distance(GEAR, many[3], SHAFT, base))

    def test_threads_do_not_matter(self):
        many = poses(3000, 60)
        one, all_ = (apart.distance(GEAR, many, SHAFT, threads=t)._bits() for t in (1, 0))
        self.assertEqual(one, all_)


class Batches(unittest.TestCase):
    def test_columns_are_views(self):
        many = poses(500, 60)
        batch = apart.distance(GEAR, many, SHAFT)
        self.assertEqual(len(batch), 500)
        self.assertFalse(batch.distance.flags.owndata)
        self.assertFalse(batch.distance.flags.writeable)
        self.assertEqual(batch.on_a.shape, (500, 3))
        self.assertEqual(batch.a.triangle.dtype, np.uint32)
        for i in (0, 7, 499, -1):
            one = batch[i]
            self.assertEqual(one.distance, batch.distance[i])
            np.testing.assert_array_equal(one.on_b, batch.on_b[i])
            self.assertEqual(one.b.triangle, batch.b.triangle[i])
            self.assertEqual(one.status, batch.status[i])
            self.assertEqual(one.has_points, batch.has_points[i])
        part = batch[10:100:3]
        np.testing.assert_array_equal(part.distance, batch.distance[10:100:3])
        self.assertEqual(len(part), 30)
        with self.assertRaises(IndexError):
            batch[500]
        self.assertEqual(sum(1 for _ in batch), 500)
        column = apart.distance(GEAR, many, SHAFT).distance  # outlives its batch
        gc.collect()
        np.testing.assert_array_equal(column, batch.distance)
        self.assertEqual(set(batch.columns()), {name for name, _, _ in apart._apart._fields["Distance"]})

    def test_answers(self):
        answer = apart.distance(GEAR, at(0, 0, 40), SHAFT)
        self.assertEqual(pickle.loads(pickle.dumps(answer)), answer)
        self.assertEqual(hash(answer), hash(apart.distance(GEAR, at(0, 0, 40), SHAFT)))
        self.assertIn("distance=", repr(answer))
        self.assertIn("status=exact", repr(answer))
        with self.assertRaises(TypeError):
            apart.Distance()
        with self.assertRaises(AttributeError):
            answer.distance = 3
        self.assertFalse(apart.collide(GEAR, at(0, 0, 400), SHAFT))

    def test_progress(self):
        seen = []
        apart.distance(GEAR, poses(30000, 60), SHAFT, threads=1, progress=seen.append)
        self.assertEqual(seen[-1], 1.0)
        self.assertEqual(seen, sorted(seen))
        with self.assertRaises(KeyboardInterrupt):
            apart.distance(GEAR, poses(100000, 60), SHAFT, threads=1, progress=lambda share: False)
        with self.assertRaisesRegex(RuntimeError, "mine"):
            def fail(share):
                raise RuntimeError("mine")
            apart.distance(GEAR, poses(100000, 60), SHAFT, threads=1, progress=fail)


class Models(unittest.TestCase):
    def test_pickle(self):
        for model in (GEAR, BOX, apart.Model.empty()):
            again = pickle.loads(pickle.dumps(model))
            np.testing.assert_array_equal(again.vertices, model.vertices)
            np.testing.assert_array_equal(again.faces, model.faces)
        again = pickle.loads(pickle.dumps(GEAR))
        many = poses(100, 60)
        self.assertEqual(apart.distance(again, many, SHAFT)._bits(), apart.distance(GEAR, many, SHAFT)._bits())
        with self.assertRaises(apart.Error):
            state = bytearray(pickle.dumps(BOX))
            state[len(state) // 2] ^= 1
            pickle.loads(bytes(state))
        shapes = [apart.Ball(1), apart.Box(1, 2, 3, rounded=0.1), apart.Capsule(1, 2), apart.HalfSpace((0, 0, 1), 2),
                  apart.Polytope(RNG.normal(size=(20, 3))), apart.Compound([apart.Ball(1), (apart.Box(1, 1, 1), (3, 0, 0))]),
                  apart.Cylinder(1, 2), apart.Cone(1, 2), apart.Ellipsoid(1, 2, 3), apart.TaperedCapsule(1, 2, 3),
                  apart.Segment((0, 0, 0), (1, 1, 1)), apart.Triangle((0, 0, 0), (1, 0, 0), (0, 1, 0)), apart.Point((1, 2, 3))]
        for shape in shapes:
            again = pickle.loads(pickle.dumps(shape))
            self.assertEqual(repr(again), repr(shape))
            self.assertAlmostEqual(apart.distance(again, (20, 3, 4), BOX).distance,
                                   apart.distance(shape, (20, 3, 4), BOX).distance, 12)

    def test_arrays(self):
        self.assertFalse(GEAR.vertices.flags.writeable)
        self.assertEqual(GEAR.vertices.ctypes.data, GEAR.vertices.ctypes.data)
        vertices = GEAR.vertices
        model = apart.Model(vertices.copy(), GEAR.faces.copy())
        view = model.vertices
        del model
        gc.collect()
        np.testing.assert_array_equal(view, vertices)
        mutable = np.array(BOX.vertices)
        copy = apart.Model(mutable, BOX.faces)
        mutable[:] = 9
        self.assertEqual(apart.distance(copy, (3, 0, 0), BOX).distance, 2)
        topology = BOX.topology()
        self.assertEqual(topology.edges.shape, (18, 3))
        self.assertTrue(topology.closed and topology.solid and topology.euler == 2)

    def test_save_and_load(self):
        import tempfile

        with tempfile.TemporaryDirectory() as folder:
            for name in ("a.apart", "a.ply", "a.obj", "a.off"):
                path = os.path.join(folder, name)
                self.assertGreater(apart.save(GEAR, path), 1000)
                self.assertEqual(len(apart.load(path)), len(GEAR))
            self.assertTrue(apart.is_tree_file(os.path.join(folder, "a.apart")))

    def test_reprs(self):
        self.assertIn("1,664 triangles", repr(GEAR))
        self.assertIn("<svg", GEAR._repr_html_())
        self.assertIn("<svg", apart.Ball(1)._repr_html_())
        for text in (GEAR._repr_html_(), apart.show(GEAR, (SHAFT, at(0, 0, 50)), points=[(0, 0, 0)])._repr_html_()):
            self.assertNotIn("href", text)
            self.assertNotIn("src=", text)


class Bridges(unittest.TestCase):
    def test_from_others(self):
        vertices, faces = np.array(BOX.vertices), np.array(BOX.faces).astype(int)
        trimesh = types.SimpleNamespace(vertices=vertices, faces=faces)
        open3d = types.SimpleNamespace(vertices=vertices, triangles=faces)
        meshio = types.SimpleNamespace(points=vertices, cells_dict={"triangle": faces})
        quads = types.SimpleNamespace(points=vertices, cells_dict={"quad": [[0, 1, 2, 3]], "triangle": faces})
        for mesh in (trimesh, open3d, meshio):
            model = apart.Model(mesh)
            np.testing.assert_array_equal(model.vertices, vertices)
            np.testing.assert_array_equal(model.faces, faces)
        self.assertEqual(len(apart.Model(quads)), 14)
        with self.assertRaisesRegex(TypeError, "tetra"):
            apart.Model(types.SimpleNamespace(points=vertices, cells_dict={"tetra": [[0, 1, 2, 3]]}))
        with self.assertRaisesRegex(TypeError, r"apart\.Model\(it\)"):
            apart.distance(trimesh, BOX)

    def test_to_others(self):
        """By modules that stand in for the real ones, which are not packaged here."""
        class Mesh:
            def __init__(self, *args, **more):
                self.args, self.more = args, more

        fakes = {
            "trimesh": types.SimpleNamespace(Trimesh=Mesh),
            "meshio": types.SimpleNamespace(Mesh=Mesh),
            "open3d": types.SimpleNamespace(geometry=types.SimpleNamespace(TriangleMesh=Mesh),
                                            utility=types.SimpleNamespace(Vector3dVector=np.array, Vector3iVector=np.array)),
        }
        before = {name: sys.modules.get(name) for name in fakes}
        sys.modules.update(fakes)
        try:
            np.testing.assert_array_equal(BOX.to_trimesh().more["faces"], BOX.faces)
            np.testing.assert_array_equal(BOX.to_open3d().args[0], BOX.vertices)
            self.assertEqual(BOX.to_meshio().args[1][0][0], "triangle")
        finally:
            for name, module in before.items():
                if module is None:
                    del sys.modules[name]
                else:
                    sys.modules[name] = module


class Compat(unittest.TestCase):
    def setUp(self):
        self.manager = CollisionManager()
        mesh = types.SimpleNamespace(vertices=BOX.vertices, faces=BOX.faces)
        self.manager.add_object("a", mesh)
        self.manager.add_object("b", mesh, at(1.5, 0, 0))
        self.manager.add_object("c", mesh, at(5, 0, 0))

    def test_collisions(self):
        m = self.manager
        self.assertIs(m.in_collision_internal(), False)
        self.assertEqual(m.in_collision_internal(return_names=True), (False, set()))
        m.set_transform("b", at(0.5, 0.25, 0))
        hit, names, data = m.in_collision_internal(return_names=True, return_data=True)
        self.assertTrue(hit)
        self.assertEqual(names, {("a", "b")})
        self.assertGreater(len(data), 4)
        for contact in data:
            self.assertEqual(contact.names, {"a", "b"})
            self.assertLess(contact.index("a"), 12)
            self.assertAlmostEqual(contact.depth, 0.5, 1)
            self.assertTrue(np.all(np.abs(contact.point) <= 0.5 + 1e-9))
        self.assertTrue(m.in_collision_single(BOX, at(5.5, 0, 0)))
        self.assertEqual(m.in_collision_single(BOX, at(5.5, 0, 0), return_names=True), (True, {"c"}))
        self.assertFalse(m.in_collision_single(BOX, at(50, 0, 0)))
        other = CollisionManager()
        other.add_object("x", BOX, at(5.2, 0, 0))
        self.assertEqual(m.in_collision_other(other, return_names=True), (True, {("c", "x")}))
        m.remove_object("b")
        self.assertFalse(m.in_collision_internal())
        with self.assertRaises(ValueError):
            m.set_transform("b", at(0, 0, 0))
        # Inside of another: trimesh's manager does not see it.
        self.assertTrue(m.in_collision_single(BOX.scaled(0.1)))

    def test_distances(self):
        m = self.manager
        self.assertAlmostEqual(m.min_distance_internal(), 0.5)
        distance, names, data = m.min_distance_internal(return_names=True, return_data=True)
        self.assertEqual(names, ("a", "b"))
        self.assertAlmostEqual(data.distance, 0.5)
        self.assertAlmostEqual(data.point("a")[0], 0.5)
        self.assertAlmostEqual(data.point("b")[0], 1.0)
        self.assertAlmostEqual(m.min_distance_internal("c"), 2.5)
        self.assertEqual(m.min_distance_single(BOX, at(8, 0, 0), return_name=True), (2.0, "c"))
        other = CollisionManager()
        other.add_object("x", BOX, at(0, 3, 0))
        self.assertEqual(m.min_distance_other(other, return_names=True), (2.0, ("a", "x")))


class Check(unittest.TestCase):
    def test_dict(self):
        report = apart.check({"a": BOX, "b": (BOX, at(0.5, 0, 0)), "c": {"model": apart.Ball(1), "pose": (0, 0, 5), "group": "balls"}},
                             clearance=4, title="three", unit="mm")
        states = {tuple(pair["names"]): pair["state"] for pair in report.pairs}
        self.assertEqual(states[("a", "b")], "clash")
        self.assertEqual(states[("a", "c")], "near")
        self.assertFalse(report)
        self.assertEqual(report["counts"]["bodies"], 3)
        self.assertIn("mm", repr(report))
        self.assertIn("three", report.to_html())
        self.assertIn("<svg", report._repr_html_())
        self.assertNotIn("http://", report.to_html().replace("http://www.w3.org", ""))
        self.assertTrue(apart.check({"a": BOX, "b": (BOX, at(0.5, 0, 0))}, ignore=[("a", "b", "known")]))
        clear = apart.check({"a": BOX, "b": (BOX, at(3, 0, 0))}, all=True)
        self.assertEqual(clear.pairs[0]["distance"], 2)
        moving = apart.check({"a": BOX, "b": (BOX, at(9, 0, 0))}, motion={"b": np.stack([at(x, 0, 0) for x in (4, 2, 0.5)])})
        self.assertEqual(moving.pairs[0]["frames"], {"first": 2, "worst": 2, "found": 1})

    def test_scene(self):
        scene = {"clearance": 0.5, "bodies": [{"file": ROOT / "samples" / "gear.stl"},
                                              {"name": "shaft", "model": SHAFT, "pose": at(0, 0, 1000)},
                                              {"name": "zone", "shape": "box:10,10,10", "pose": [500, 0, 0, 1, 0, 0, 0]}]}
        report = apart.check(scene)
        self.assertEqual(report["counts"]["bodies"], 3)
        self.assertTrue(report)

    def test_as_the_program(self):
        program = pathlib.Path(os.environ["APART_BUILD_DIR"]) / "cli" / "apart"
        if not program.exists():
            self.skipTest("the program is not built")
        files = [str(ROOT / "samples" / name) for name in ("housing.obj", "gear.stl", "shaft.stl")]
        done = subprocess.run([program, "check", *files, "--clearance", "0.5", "--json"], capture_output=True, text=True)
        self.assertEqual(apart.check(files, clearance=0.5).to_json(), done.stdout.strip())


class Tracking(unittest.TestCase):
    def test_same_answers(self):
        pair = apart.Tracker(GEAR, SHAFT)
        path = np.stack([at(0, 0, 20 + 0.1 * i) for i in range(200)])
        expected = apart.distance(GEAR, path, SHAFT).distance
        np.testing.assert_array_equal(pair.distance(path).distance, expected)
        pair.forget()
        np.testing.assert_array_equal([pair.distance(p).distance for p in path], expected)
        self.assertGreater(pair.tests, 0)
        self.assertIs(pair.a, GEAR)
        self.assertEqual(pair.within(path[0], 1e9).within, True)
        with self.assertRaises(apart.UsageError):
            pair.signed_distance(path[0])


def child(connection, model):
    connection.send(apart.distance(model, at(0, 0, 40), SHAFT).distance)


class Running(unittest.TestCase):
    def test_eight_threads_on_one_model(self):
        many = [poses(300, 60) for _ in range(8)]
        expected = [apart.distance(GEAR, p, SHAFT)._bits() for p in many]
        fresh = apart.Model(GEAR.vertices, GEAR.faces)  # what is computed on first use is, by all at once
        wrong = []

        def work(k):
            for _ in range(3):
                if apart.distance(fresh, many[k], SHAFT, threads=1)._bits() != expected[k]:
                    wrong.append(k)
            for i in range(100):
                if apart.distance(fresh, many[k][i], SHAFT)._bits() != expected[k][i * (len(expected[k]) // 300):][:len(expected[k]) // 300]:
                    wrong.append(k)
                apart.inside(fresh, (0.0, 0.0, 0.0))

        threads = [threading.Thread(target=work, args=(k,)) for k in range(8)]
        [t.start() for t in threads]
        [t.join() for t in threads]
        self.assertEqual(wrong, [])

    def test_the_gil_is_released(self):
        counted, stop = [0], threading.Event()

        def count():
            while not stop.is_set():
                counted[0] += 1

        counter = threading.Thread(target=count)
        counter.start()
        before = counted[0]
        apart.distance(GEAR, poses(20000, 60), SHAFT, threads=1)
        during = counted[0] - before
        stop.set()
        counter.join()
        self.assertGreater(during, 1000)

    def test_interrupt(self):
        for name, call in (("batch", lambda: apart.hausdorff(GEAR, poses(100000, 60), SHAFT, threads=1)),
                           ("one", lambda: apart.hausdorff(GEAR, at(0, 0, 5), SHAFT.placed(poses(1, 3)[0])) and time.sleep(9))):
            threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
            start = time.perf_counter()
            with self.assertRaises(KeyboardInterrupt, msg=name):
                call()
            self.assertLess(time.perf_counter() - start, 8, name)

    def test_processes(self):
        context = multiprocessing.get_context("spawn")
        mine, theirs = context.Pipe()
        process = context.Process(target=child, args=(theirs, GEAR))
        process.start()
        self.assertEqual(mine.recv(), apart.distance(GEAR, at(0, 0, 40), SHAFT).distance)
        process.join()

    def test_no_leak(self):
        """A million calls of many kinds leave no memory behind."""
        box, ball, pose = apart.Box(1, 1, 1), apart.Ball(0.5), at(2, 0, 0)
        few = np.tile(pose, (4, 1, 1))
        count = 1000000 if os.environ.get("APART_NIGHTLY") else 100000

        def round_(times):
            for i in range(times):
                answer = apart.distance(box, pose, ball)
                answer.on_a, answer.a.triangle, answer.status
                apart.collide(box, (2, 0, 0), ball)
                if i % 10 == 0:
                    batch = apart.distance(box, few, ball)
                    batch.distance, batch.a.part, batch[1], batch[1:3]
                    apart.closest(ball, few[:, :3, 3])
                    apart.Box(1, 2, 3), apart.Ray((0, 0, 0), (1, 0, 0))
                    try:
                        apart.distance(box, "x", ball)
                    except TypeError:
                        pass
                if i % 1000 == 0:
                    apart.contacts(BOX, (0, 0, 1.1), BOX, 0.2).contacts.distance
                    apart.Model(BOX.vertices, BOX.faces), repr(BOX), pickle.loads(pickle.dumps(BOX))

        round_(20000)
        gc.collect()
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        round_(count)
        gc.collect()
        grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
        print(f"{2 * count} calls and more: {grown} kB more memory at most")
        self.assertLess(grown, 3000)

    def test_import(self):
        """import apart takes at most 60 ms of the processor, and does not import NumPy."""
        program = ("import time, sys; t = time.process_time(); import apart; t = time.process_time() - t; "
                   "assert 'numpy' not in sys.modules; print(t)")
        best = min(float(subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout) for _ in range(5))
        print(f"import apart: {1000 * best:.0f} ms")
        self.assertLess(best, 0.06)


if __name__ == "__main__":
    warnings.simplefilter("error")
    unittest.main()
