"""Simulation, response, particles, grids, sweeps and the GPU in use: many at once, errors, pickling."""
import pickle
import threading
import unittest
import warnings

import numpy as np

import apart
import apart.gpu

BOX = apart.Model.of_shape(apart.Box(1, 1, 1))
COUNT = 3000  # poses: more than are computed at a time without a device
GEAR, SHAFT = apart.load("samples/gear.stl"), apart.load("samples/shaft.stl")


def at(*position):
    out = np.eye(4)
    out[:3, 3] = position
    return out


def refused(test, kind, words, call):
    with test.assertRaises(kind) as caught:
        call()
    message = str(caught.exception)
    for word in words.split("|"):
        test.assertIn(word, message)
    test.assertNotIn("\n", message)


def tower(**more):
    floor = apart.SimulatedBody(apart.Box(9, 9, 1), (0, 0, -0.5), fixed=True)
    return apart.Simulation([floor] + [(apart.Box(1, 1, 1), (0, 0, 0.51 + 1.01 * k)) for k in range(3)], **more)


class Simulations(unittest.TestCase):
    def test_tower(self):
        s = tower()
        start = s.energy
        s.run(3)
        self.assertTrue(s.at_rest and s.is_asleep()[1:].all())
        self.assertEqual((len(s), s.pose().shape, s.velocity().shape, s.mass(0)), (4, (4, 4, 4), (4, 3), np.inf))
        np.testing.assert_allclose(s.pose()[1:, 2, 3], [0.5, 1.5, 2.5], atol=0.02)
        np.testing.assert_array_equal(s.pose(2), s.world.pose(2))
        awake = tower(sleep=False)
        awake.run(1)
        self.assertEqual(len(awake.contacts), 12)
        self.assertEqual({(c.a, c.b) for c in awake.contacts}, {(0, 1), (1, 2), (2, 3)})
        self.assertEqual([(p.a, p.b) for p in awake.candidates], [(0, 1), (1, 2), (2, 3)])
        self.assertLess(s.energy, start)
        self.assertEqual(s.counts.steps, round(3 * 240))
        self.assertEqual(s.options["step"], 1 / 240)
        self.assertGreater(s.options["skin"], 0)
        self.assertEqual(len(s.world.collisions()), 0)  # they rest a skin apart

    def test_steps_are_the_run(self):
        """Bit for bit, for any number of threads; stopped between two steps, it goes on as if it had not been."""
        one, other, stopped = tower(), tower(threads=0), tower()
        one.run(0.5)
        for _ in range(120):
            other.step()
        with self.assertRaises(KeyboardInterrupt):
            stopped.run(1e5, progress=lambda share: False)
        self.assertLess(stopped.time, 1e5)
        self.assertEqual(one.pose().tobytes(), other.pose().tobytes())
        if stopped.time < 0.5:
            stopped.run(0.5 - stopped.time)
            self.assertEqual(one.pose().tobytes(), stopped.pose().tobytes())

    def test_one_thread_at_a_time(self):
        s, errors, started = tower(sleep=False), [], threading.Event()

        def work():
            try:
                s.run(1e5, progress=lambda share: started.set() or not errors)
            except KeyboardInterrupt:
                pass

        thread = threading.Thread(target=work)
        thread.start()
        started.wait()
        while not errors:
            try:
                s.step()
            except apart.UsageError as error:
                errors.append(str(error))
        thread.join()
        self.assertIn("two threads", errors[0])

    def test_bad_input(self):
        usage = apart.UsageError
        refused(self, usage, "Simulation(): bodies[0] and [1]|overlap", lambda: apart.Simulation([BOX, BOX]))
        refused(self, usage, "bodies[0]|mass", lambda: apart.Simulation([apart.SimulatedBody(BOX, mass=-1)]))
        refused(self, TypeError, "bodies[0]", lambda: apart.Simulation([3]))
        refused(self, TypeError, "bodies", lambda: apart.Simulation(3))
        refused(self, usage, "SimulatedBody(): velocity|(2,)", lambda: apart.SimulatedBody(BOX, velocity=(1, 2)))
        refused(self, usage, "SimulatedBody(): pose", lambda: apart.SimulatedBody(BOX, np.zeros((4, 4))))
        refused(self, usage, "step", lambda: apart.Simulation([BOX], step=0))
        refused(self, usage, "gravity", lambda: apart.Simulation([BOX], gravity=(0, 0, np.nan)))
        refused(self, usage, "run(): time", lambda: tower().run(np.inf))
        refused(self, usage, "run(): time", lambda: tower().run(np.nan))
        refused(self, usage, "velocity(): id", lambda: tower().velocity(9))
        self.assertEqual(apart.problem_of([BOX, BOX])["other"], 1)
        self.assertIsNone(apart.problem_of([BOX, (BOX, (3, 0, 0))]))

    def test_pickle(self):
        body = apart.SimulatedBody(BOX, (1, 2, 3), velocity=(1, 0, 0), mass=3, hinge=(0, 0, 1), fixed=True, groups=4)
        again = pickle.loads(pickle.dumps(body))
        for name in ("velocity", "spin", "density", "mass", "friction", "restitution", "fixed", "hinge", "groups", "mask", "pose"):
            np.testing.assert_array_equal(getattr(again, name), getattr(body, name), name)
        self.assertEqual(repr(again), repr(body))


class Response(unittest.TestCase):
    def test_many_as_one(self):
        velocities, normal = np.random.default_rng(3).normal(size=(50, 3)), np.array([0, 0, 1.0])
        for ask in (lambda v: apart.reflected(v, normal, 0.5), lambda v: apart.randomly_reflected(v, normal, 0.5, 9)):
            many = ask(velocities)
            np.testing.assert_array_equal(many[0], ask(velocities[0]))
            self.assertTrue((many[:, 2] >= 0).all())
        world = apart.World([apart.WorldBody(apart.HalfSpace((0, 0, 1))), (GEAR, (0, 0, 200))])
        starts = np.stack([at(x, 0, 20) for x in range(10)])
        flights = apart.fly(world, apart.Ball(1), starts, (0, 0, -10), 4)
        self.assertEqual(flights.pose.shape, (10, 4, 4))
        self.assertEqual(flights[3], apart.fly(world, apart.Ball(1), starts[3], (0, 0, -10), 4))
        np.testing.assert_allclose(flights.pose[:, 2, 3], 22, atol=0.1)
        self.assertEqual([len(x) for x in flights.bounces], [1] * 10)
        again = pickle.loads(pickle.dumps(flights))
        np.testing.assert_array_equal(again.pose, flights.pose)

    def test_bad_input(self):
        usage, world = apart.UsageError, apart.World([BOX])
        refused(self, usage, "normal|length 1", lambda: apart.reflected((1, 0, 0), (0, 0, 2), 0.5))
        refused(self, usage, "restitution", lambda: apart.reflected((1, 0, 0), (0, 0, 1), 2))
        refused(self, usage, "normal|3|2", lambda: apart.reflected(np.zeros((2, 3)), np.tile([0, 0, 1.0], (3, 1)), 1))
        refused(self, TypeError, "fly(): world", lambda: apart.fly(BOX, BOX, None, (0, 0, 0), 1))
        refused(self, usage, "fly(): time", lambda: apart.fly(world, BOX, None, (0, 0, 0), -1))
        refused(self, usage, "fly(): velocity", lambda: apart.fly(world, BOX, None, (0, 0, np.inf), 1))
        refused(self, TypeError, "contact", lambda: apart.penalty_force(3, (0, 0, 0)))
        contacts = apart.World([BOX, (BOX, (0, 0, 0.9))]).contacts(0.1, apart.WorldMemory())
        refused(self, usage, "centres|body 1", lambda: apart.penalty_forces(contacts, *[np.zeros((1, 3))] * 3))
        refused(self, usage, "spins", lambda: apart.penalty_forces(contacts, np.zeros((2, 3)), np.zeros((2, 3)), np.zeros((1, 3))))


class Particles(unittest.TestCase):
    def test_rain(self):
        """None gets below the floor, none into the box; what is returned goes in again."""
        world = apart.World([apart.WorldBody(apart.HalfSpace((0, 0, 1))), (apart.Box(4, 4, 4), (0, 0, 2))])
        rng = np.random.default_rng(5)
        positions = np.concatenate([rng.uniform(-6, 6, (300, 2)), rng.uniform(6, 8, (300, 1))], axis=1)
        positions[7] = np.nan
        positions[8] = 0, 0, 2  # inside of the box
        drops, total = (positions, np.zeros((300, 3))), 0
        for _ in range(40):
            drops, bounces = apart.move_particles(world, drops, 0.05, radius=0.05, gravity=(0, 0, -9.81), threads=0)
            total += bounces
        self.assertGreater(total, 300)
        self.assertEqual(np.flatnonzero(~drops.alive).tolist(), [7, 8])
        alive = drops.position[drops.alive]
        self.assertTrue((alive[:, 2] >= 0.0499).all())
        self.assertTrue((np.abs(alive - [0, 0, 2]).max(axis=1) > 2.03).all())
        self.assertEqual(pickle.loads(pickle.dumps(drops))._bits(), drops._bits())

    def test_neighbours(self):
        points = np.random.default_rng(6).uniform(size=(400, 3))
        near = apart.points_within(points, 0.1)
        a, b = np.nonzero(np.triu(np.linalg.norm(points[:, None] - points[None], axis=2) <= 0.1, 1))
        self.assertEqual(list(zip(near.a.tolist(), near.b.tolist())), list(zip(a.tolist(), b.tolist())))

    def test_bad_input(self):
        world, usage = apart.World([BOX]), apart.UsageError
        two = (np.zeros((2, 3)), np.zeros((2, 3)))
        refused(self, usage, "radius", lambda: apart.move_particles(world, two, 1))
        refused(self, usage, "time", lambda: apart.move_particles(world, two, -1, radius=1))
        refused(self, usage, "velocities|(2, 2)", lambda: apart.move_particles(world, (two[0], np.zeros((2, 2))), 1, radius=1))
        refused(self, usage, "2 positions|3 velocities", lambda: apart.move_particles(world, (two[0], np.zeros((3, 3))), 1, radius=1))
        refused(self, usage, "alive", lambda: apart.move_particles(world, (*two, [1, 0]), 1, radius=1))
        refused(self, TypeError, "particles|list", lambda: apart.move_particles(world, [1], 1, radius=1))
        refused(self, usage, "points[0]", lambda: apart.points_within([[np.nan, 0, 0]], 1))
        refused(self, usage, "radius", lambda: apart.points_within([[0, 0, 0]], -1))
        refused(self, usage, "width", lambda: apart.DepthBuffer(world, width=0))
        refused(self, usage, "half_width", lambda: apart.DepthBuffer(world, half_width=np.nan))
        refused(self, IndexError, "256", lambda: apart.DepthBuffer(world).depth(256, 0))
        refused(self, usage, "thickness", lambda: apart.DepthBuffer(world).test((0, 0, 0), -1))


class Grids(unittest.TestCase):
    def test_fields(self):
        field = apart.DistanceField(GEAR, cell=2, threads=0)
        points = np.random.default_rng(7).uniform(-60, 60, (500, 3))
        found, exact = field.at(points), apart.closest(GEAR, points, solid=True).distance
        self.assertTrue((np.abs(found.distance - exact) <= found.error).all())
        self.assertTrue((~found.is_inside | (exact < 0)).all() and (~found.is_outside | (exact > 0)).all())
        self.assertEqual(field.at(points[3]), found[3])
        grid = apart.VoxelGrid(GEAR, 2, threads=0)
        kinds = grid.at(points)
        self.assertTrue((exact[kinds == apart.VoxelKind.inside] < 0).all())
        self.assertTrue((exact[kinds == apart.VoxelKind.outside] > 0).all())
        self.assertEqual(sum(grid.count(kind) for kind in apart.VoxelKind), np.prod(grid.size))
        self.assertEqual(grid.first_hit(points[:4], points[4:8]).shape, (4,))

    def test_sweeps(self):
        level = apart.BspTree(SHAFT)
        starts = np.stack([at(30, y, 0) for y in np.linspace(-15, 15, 20)])
        hits = apart.sweep(level, apart.Ball(1), starts, (-60, 0, 0))
        exact = apart.impact(SHAFT, apart.Ball(1), [apart.RigidMotion.line(p, (-60, 0, 0)) for p in starts], solid=True)
        for hit, true in zip(hits, exact):
            self.assertTrue(hit.time <= true.contact_by or not true.hit)
        self.assertGreater(int(hits.hit.sum()), 5)
        self.assertEqual(hits[4], apart.sweep(level, apart.Ball(1), starts[4], (-60, 0, 0)))

    def test_bad_input(self):
        opened, usage = apart.Model(BOX.vertices, BOX.faces[1:]), apart.UsageError
        for call in (lambda: apart.DistanceField(opened), lambda: apart.VoxelGrid(opened, 0.1), lambda: apart.BspTree(opened)):
            refused(self, usage, "():", call)
        refused(self, usage, "DistanceField()", lambda: apart.DistanceField(BOX, cell=-1))
        refused(self, usage, "DistanceField()", lambda: apart.DistanceField(BOX, cell=1e-9))
        refused(self, usage, "VoxelGrid()", lambda: apart.VoxelGrid(BOX, 0))
        refused(self, usage, "VoxelGrid()", lambda: apart.VoxelGrid(BOX, 1e-9))
        refused(self, usage, "points[1]", lambda: apart.VoxelGrid(BOX, 0.1).at([[0, 0, 0], [np.nan, 0, 0]]))
        refused(self, usage, "count(): kind", lambda: apart.VoxelGrid(BOX, 0.1).count("x"))
        refused(self, usage, "half", lambda: apart.sweep(apart.BspTree(BOX), apart.HalfSpace((0, 0, 1)), None, (1, 0, 0)))
        refused(self, TypeError, "level", lambda: apart.sweep(BOX, apart.Ball(1), None, (1, 0, 0)))
        refused(self, TypeError, "shape", lambda: apart.sweep(apart.BspTree(BOX), BOX, None, (1, 0, 0)))


class OnDevice:
    """An array of a GPU, as far as apart looks at it."""

    def __init__(self, shape, typestr="<f8", strides=None, **more):
        self.__cuda_array_interface__ = {"shape": shape, "typestr": typestr, "data": (4096, False), "strides": strides,
                                         "version": 3, **more}


class Tensor:
    """What speaks DLPack alone, of NumPy's memory, as if it were of a device."""

    def __init__(self, array, device):
        self.array, self.device = array, device

    def __dlpack__(self, stream=None):
        return self.array.__dlpack__()

    def __dlpack_device__(self):
        return self.device, 0


class Gpu(unittest.TestCase):
    """Without a device: what is sent to it cannot be computed here, but is read and refused."""

    def setUp(self):
        self.models = apart.gpu.Models([GEAR, SHAFT], use="cpu")
        poses = np.tile(np.eye(4), (COUNT, 1, 1))
        poses[:, 2, 3] = np.linspace(30, 60, COUNT)
        poses[1::2, 0, 3] = 30
        self.poses = poses

    def test_as_the_queries(self):
        m, poses, rows = self.models, self.poses, np.ascontiguousarray(self.poses[:, :3])
        self.assertEqual((m.on_device, m.where, repr(m)), (False, "CPU", "<apart.gpu.Models on CPU>"))
        few = np.concatenate([rows[:4], rows[-100:]])
        expected = apart.distance(GEAR, np.concatenate([poses[:4], poses[-100:]]), SHAFT)
        for form in (few.astype("f4"), np.concatenate([few, np.tile([0, 0, 0, 1.0], (104, 1, 1))], axis=1).tolist(), np.asfortranarray(few)):
            np.testing.assert_allclose(m.distance(form).distance, expected.distance, atol=1e-4)
        found = m.distance(few)
        for name in ("distance", "on_a", "on_b"):
            np.testing.assert_array_equal(getattr(found, name), getattr(expected, name))
        np.testing.assert_array_equal(found.triangle_a, expected.a.triangle)
        np.testing.assert_array_equal(found.status, expected.status)
        self.assertEqual(found.report, (104, 0, 0))
        np.testing.assert_array_equal(m.collide(rows).yes, apart.collide(GEAR, poses, SHAFT).colliding)
        np.testing.assert_array_equal(m.within(rows, 5).yes, apart.within(GEAR, poses, SHAFT, 5).within)
        self.assertTrue((m.collide(rows).status == apart.Status.exact).all())
        self.assertEqual(len(m.collide(np.empty((0, 3, 4)))), 0)
        bad = rows.copy()
        bad[3] *= 2  # not looked at, as in C++
        self.assertEqual(m.collide(bad).status[3], apart.Status.invalid)

    def test_pairs_and_out(self):
        m, rows = apart.gpu.Models([GEAR, SHAFT, BOX], use="cpu"), np.ascontiguousarray(self.poses[:, :3])
        which = np.arange(COUNT) % 2
        out = np.empty(COUNT, "u1")
        found = m.collide(rows, pairs=[(0, 1), (2, 0)], pair_of=which, out=out)
        self.assertIs(found.bits, out)
        np.testing.assert_array_equal(found.yes[which == 1], apart.collide(BOX, self.poses[which == 1], GEAR).colliding)
        pinned = apart.gpu.pinned((COUNT, 3, 4))
        pinned[:] = rows
        np.testing.assert_array_equal(m.collide(pinned).yes, apart.collide(GEAR, self.poses, SHAFT).colliding)

    def test_tensors(self):
        """Taken over from a capsule and given by one, with the shapes and the owners."""
        array = np.arange(24, dtype="f8").reshape(2, 3, 4)
        address, shape, strides, code, bits, kind, _, keep = apart._apart._take_tensor(array.__dlpack__())
        self.assertEqual((address, shape, code, bits, kind), (array.ctypes.data, (2, 3, 4), 2, 64, 1))
        del keep
        capsule = array.__dlpack__()
        apart._apart._take_tensor(capsule)
        with self.assertRaises(ValueError):
            apart._apart._take_tensor(capsule)
        owner = np.arange(6, dtype="u1")

        class Given:
            def __dlpack__(self):
                return apart._apart._give_tensor(owner.ctypes.data, [2, 3], 1, 0, owner)

            def __dlpack_device__(self):
                return 1, 0

        np.testing.assert_array_equal(np.from_dlpack(Given()), [[0, 1, 2], [3, 4, 5]])
        Given().__dlpack__()  # nobody takes it over

    def test_views_of_a_device(self):
        view = apart.gpu._DeviceView.of(OnDevice((7, 3, 4), stream=5), "poses", None)
        self.assertEqual((view.address, view.shape, view.kind, view.bytes, view.stream), (4096, (7, 3, 4), "f8", 672, 5))
        array = np.zeros((2, 3, 4))
        view = apart.gpu._DeviceView.of(Tensor(array, 2), "poses", None)
        self.assertEqual((view.address, view.shape, view.kind), (array.ctypes.data, (2, 3, 4), "f8"))
        self.assertIsNone(apart.gpu._DeviceView.of(array, "poses", None))
        usage = apart.UsageError
        for words, thing in (("contiguous", OnDevice((7, 3, 4), strides=(128, 32, 8))), ("byte order", OnDevice((7, 3, 4), ">f8")),
                             ("mask", OnDevice((7, 3, 4), mask=1)), ("contiguous", Tensor(np.zeros((2, 4, 4))[:, :3], 2))):
            refused(self, usage, "poses|" + words, lambda thing=thing: apart.gpu._DeviceView.of(thing, "poses", None))

        class Stream:
            ptr = 77

        self.assertEqual([apart.gpu._address_of(x) for x in (None, 5, Stream())], [0, 5, 77])

    @unittest.skipIf(apart.gpu.devices(), "there is a GPU")
    def test_without_a_device(self):
        m, usage = self.models, apart.UsageError
        refused(self, usage, "collide(): poses|GPU", lambda: m.collide(OnDevice((7, 3, 4))))
        refused(self, usage, "out", lambda: m.collide(self.poses, out=OnDevice((COUNT,), "|u1")))
        refused(self, usage, "Models()|no GPU", lambda: apart.gpu.Models([GEAR], use="device"))
        refused(self, apart.Error, "no GPU", lambda: apart.gpu.DeviceArray((5,)))
        self.assertFalse(apart.gpu.Models([GEAR]).on_device)
        self.assertEqual(apart.gpu.devices(), [])

    def test_bad_input(self):
        m, usage = self.models, apart.UsageError
        refused(self, usage, "use|'x'", lambda: apart.gpu.Models([GEAR], use="x"))
        refused(self, usage, "no models", lambda: apart.gpu.Models([]))
        refused(self, TypeError, "models[1]|Shape", lambda: apart.gpu.Models([GEAR, apart.Ball(1)]))
        refused(self, usage, "device", lambda: apart.gpu.Models([GEAR], device=-1))
        refused(self, usage, "collide(): poses|one", lambda: m.collide(np.eye(4)))
        refused(self, usage, "collide(): poses[0]|rotation", lambda: m.collide(np.diag([2.0, 2, 2, 1])[None]))
        refused(self, TypeError, "poses", lambda: m.collide("x"))
        refused(self, usage, "pairs", lambda: m.collide(self.poses, pairs=[(0, -1)]))
        refused(self, usage, "model that is not there", lambda: m.collide(self.poses, pairs=[(0, 5)]))
        refused(self, usage, "pair_of", lambda: m.collide(self.poses, pairs=[(0, 1)], pair_of=np.full(COUNT, 1)))
        refused(self, usage, "pair_of", lambda: m.collide(self.poses, pairs=[(0, 1)], pair_of=[0]))
        refused(self, usage, "out", lambda: m.collide(self.poses, out=np.empty(7, "u1")))
        refused(self, usage, "tolerance", lambda: m.within(self.poses, -1))
        refused(self, usage, "shape", lambda: apart.gpu.pinned(-1))


if __name__ == "__main__":
    warnings.simplefilter("error")
    unittest.main()
