"""apart.gpu on a GPU: arrays of PyTorch, CuPy and JAX, and plain memory of CUDA, in and out without a copy; the answers of
the CPU. Skipped where there is no GPU."""
import ctypes
import ctypes.util
import glob
import importlib
import threading
import unittest

import numpy as np

import apart
import apart.gpu

COUNT = 3000
RNG = np.random.default_rng(3)


def library(name):
    """A library of Python, or None."""
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


TORCH, CUPY, JAX = library("torch"), library("cupy"), library("jax")


def rows(count, reach=80.0):
    """The first three rows of each matrix; some are no poses."""
    q = RNG.normal(size=(count, 4))
    out = np.array([turn(one) for one in q])
    out[:, :, 3] = RNG.normal(size=(count, 3)) * reach
    out[5, 0, 0], out[11, 2, 3] = np.nan, np.inf
    out[17, 1] *= 2
    return np.ascontiguousarray(out)


def turn(q):
    w, x, y, z = q / np.linalg.norm(q)
    return np.array([[1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w), 0],
                     [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w), 0],
                     [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y), 0]])


class Cuda:
    """The runtime of CUDA, as far as the tests need it."""

    def __init__(self):
        places = [ctypes.util.find_library("cudart"), *sorted(glob.glob("/usr/local/cuda*/lib64/libcudart.so*"))]
        self.lib = next((ctypes.CDLL(p) for p in places if p), None)
        if self.lib is None:
            raise unittest.SkipTest("no libcudart")

    def call(self, name, *arguments):
        error = getattr(self.lib, name)(*arguments)
        assert error == 0, f"{name}: error {error}"

    def array(self, host):
        return Plain(self, host)


class Plain:
    """An array in plain memory of CUDA, that tells where it lies, and nothing more."""

    def __init__(self, cuda, host):
        self.cuda, self.host = cuda, np.ascontiguousarray(host)
        self.address = ctypes.c_void_p()
        cuda.call("cudaMalloc", ctypes.byref(self.address), ctypes.c_size_t(max(self.host.nbytes, 16)))
        cuda.call("cudaMemcpy", self.address, self.host.ctypes.data_as(ctypes.c_void_p), ctypes.c_size_t(self.host.nbytes), 1)
        self.__cuda_array_interface__ = {"shape": self.host.shape, "typestr": self.host.dtype.str, "version": 3,
                                         "data": (self.address.value, False), "strides": None}

    def to_host(self):
        out = np.empty_like(self.host)
        self.cuda.call("cudaMemcpy", out.ctypes.data_as(ctypes.c_void_p), self.address, ctypes.c_size_t(out.nbytes), 2)
        return out

    def __del__(self):
        self.cuda.call("cudaFree", self.address)


@unittest.skipUnless(apart.gpu.devices(), "no GPU")
class OnDevice(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        models = [apart.load(f"samples/{name}") for name in ("gear.stl", "shaft.stl", "housing.obj")]
        cls.gpu, cls.cpu = apart.gpu.Models(models, use="device"), apart.gpu.Models(models, use="cpu")
        cls.rows = rows(COUNT)
        cls.pairs = [(0, 1), (1, 2), (2, 0)]
        cls.pair_of = RNG.integers(0, 3, COUNT).astype("u4")

    def expected(self, query, *tolerance, **how):
        found = getattr(self.cpu, query)(self.rows, *tolerance, **how)
        return found.bits if query != "distance" else found.records

    def same(self, query, found, expected):
        bits = found.bits if query != "distance" else found.records
        host = apart.gpu._on_host(bits)
        self.assertEqual(host.tobytes(), expected.tobytes(), query)

    def queries(self):
        return [("collide", ()), ("within", (5.0,)), ("distance", ())]

    def test_it_is_on_the_device(self):
        self.assertTrue(self.gpu.on_device and apart.gpu.built_with_cuda())
        name, memory = apart.gpu.devices()[0]
        self.assertEqual((self.gpu.where, repr(self.gpu)), (name, f"<apart.gpu.Models on {name}>"))
        self.assertGreater(memory, 1 << 30)

    def test_arrays_of_numpy(self):
        for query, more in self.queries():
            self.same(query, getattr(self.gpu, query)(self.rows, *more), self.expected(query, *more))
            how = {"pairs": self.pairs, "pair_of": self.pair_of}
            self.same(query, getattr(self.gpu, query)(self.rows, *more, **how), self.expected(query, *more, **how))
        pinned = apart.gpu.pinned(self.rows.shape)
        pinned[:] = self.rows
        self.same("collide", self.gpu.collide(pinned), self.expected("collide"))

    def test_no_pose_is_invalid(self):
        status = self.gpu.distance(self.rows).status
        self.assertTrue((status[[5, 11, 17]] == int(apart.Status.invalid)).all())
        self.assertEqual((status == int(apart.Status.invalid)).sum(), 3)

    def in_and_out(self, there, empty, address_of, stream=None):
        """Poses and pairs of another library, answers into its arrays and into ours."""
        given, whose = there(self.rows), there(self.pair_of)
        for query, more in self.queries():
            width = 72 if query == "distance" else 1
            for how, on_device in (({}, {}), ({"pairs": self.pairs, "pair_of": self.pair_of}, {"pairs": self.pairs, "pair_of": whose})):
                expected = self.expected(query, *more, **how)
                ours = getattr(self.gpu, query)(given, *more, stream=stream, **on_device)
                self.assertIsInstance(ours.bits if width == 1 else ours.records, apart.gpu.DeviceArray)
                self.same(query, ours, expected)
                out = empty((COUNT, width) if width > 1 else (COUNT,))
                before = address_of(out)
                theirs = getattr(self.gpu, query)(given, *more, stream=stream, out=out, **on_device)
                self.assertIs(theirs.bits if width == 1 else theirs.records, out)
                self.assertEqual(address_of(out), before)
                self.same(query, theirs, expected)
        # The memory that the call reads is that of the other library: what is written there is what it answers.
        view = apart.gpu._DeviceView.of(given, "poses", stream)
        self.assertEqual(view.address, address_of(given))

    def test_plain_memory_of_cuda(self):
        cuda = Cuda()
        for query, more in self.queries():
            given, whose = cuda.array(self.rows), cuda.array(self.pair_of)
            expected = self.expected(query, *more, pairs=self.pairs, pair_of=self.pair_of)
            found = getattr(self.gpu, query)(given, *more, pairs=self.pairs, pair_of=whose)
            self.same(query, found, expected)
            out = cuda.array(np.zeros((COUNT, 72) if query == "distance" else COUNT, "u1"))
            getattr(self.gpu, query)(given, *more, pairs=self.pairs, pair_of=whose, out=out)
            self.assertEqual(out.to_host().tobytes(), expected.tobytes())
        # Poses there, answers here.
        out = np.empty(COUNT, "u1")
        self.gpu.collide(cuda.array(self.rows), out=out)
        self.assertEqual(out.tobytes(), self.expected("collide").tobytes())

    def test_plain_memory_that_is_not_fit(self):
        cuda = Cuda()
        for wrong in (self.rows.astype("f4"), self.rows[:, :, :3], self.rows.reshape(COUNT, 12)):
            with self.assertRaisesRegex(apart.UsageError, "poses: in the memory of a GPU, expected an array"):
                self.gpu.collide(cuda.array(wrong))
        with self.assertRaisesRegex(apart.UsageError, "pair_of"):
            self.gpu.collide(cuda.array(self.rows), pairs=self.pairs, pair_of=self.pair_of)
        with self.assertRaisesRegex(apart.UsageError, "out: expected 3000 bytes"):
            self.gpu.collide(cuda.array(self.rows), out=cuda.array(np.zeros(COUNT - 1, "u1")))
        with self.assertRaisesRegex(apart.UsageError, "not contiguous"):
            given = cuda.array(self.rows)
            given.__cuda_array_interface__ = {**given.__cuda_array_interface__, "strides": (192, 32, 8), "shape": (COUNT // 2, 3, 4)}
            self.gpu.collide(given)
        with self.assertRaisesRegex(apart.UsageError, "in that of the CPU"):
            self.cpu.collide(cuda.array(self.rows))
        with self.assertRaisesRegex(apart.UsageError, "not in the memory of the device"):  # an address of the host's
            given = cuda.array(self.rows)
            given.__cuda_array_interface__ = {**given.__cuda_array_interface__, "data": (self.rows.ctypes.data, False)}
            self.gpu.collide(given)
        self.same("collide", self.gpu.collide(self.rows), self.expected("collide"))  # goes on

    def test_threads(self):
        expected, wrong = self.expected("distance"), []

        def ask():
            for _ in range(5):
                if self.gpu.distance(self.rows).records.tobytes() != expected.tobytes():
                    wrong.append(1)

        threads = [threading.Thread(target=ask) for _ in range(8)]
        for one in threads:
            one.start()
        for one in threads:
            one.join()
        self.assertEqual(wrong, [])

    @unittest.skipUnless(CUPY, "no CuPy")
    def test_cupy(self):
        self.in_and_out(CUPY.asarray, lambda shape: CUPY.empty(shape, "u1"), lambda x: x.data.ptr)
        stream = CUPY.cuda.Stream(non_blocking=True)
        with stream:
            self.in_and_out(CUPY.asarray, lambda shape: CUPY.empty(shape, "u1"), lambda x: x.data.ptr, stream)
        # Our answers as an array of CuPy, by either protocol.
        found = self.gpu.collide(CUPY.asarray(self.rows)).bits
        for theirs in (CUPY.asarray(found), CUPY.from_dlpack(found)):
            self.assertEqual(theirs.data.ptr, found.__cuda_array_interface__["data"][0])
            self.assertEqual(CUPY.asnumpy(theirs).tobytes(), self.expected("collide").tobytes())

    @unittest.skipUnless(TORCH is not None and TORCH.cuda.is_available(), "no PyTorch with CUDA")
    def test_torch(self):
        there = lambda x: TORCH.from_numpy(x.astype("i4") if x.dtype == "u4" else x).cuda()  # it has few functions of uint32
        empty = lambda shape: TORCH.empty(shape, dtype=TORCH.uint8, device="cuda")
        self.in_and_out(there, empty, lambda x: x.data_ptr())
        # Poses that a stream has still to compute: one that is named, and the default one.
        large = TORCH.rand(8192, 8192, device="cuda")
        for stream in (TORCH.cuda.Stream(), TORCH.cuda.default_stream()):
            given, poses = TORCH.zeros(self.rows.shape, dtype=TORCH.float64, device="cuda"), there(self.rows)
            TORCH.cuda.synchronize()
            with TORCH.cuda.stream(stream):
                for _ in range(20):
                    large = large @ large * 1e-4
                given.copy_(poses)
                self.assertFalse(stream.query())
                found = self.gpu.distance(given, **({"stream": stream} if stream.cuda_stream else {}))
            self.same("distance", found, self.expected("distance"))
        found = self.gpu.collide(there(self.rows)).bits
        for theirs in (TORCH.as_tensor(found, device="cuda"), TORCH.from_dlpack(found)):
            self.assertEqual(theirs.data_ptr(), found.__cuda_array_interface__["data"][0])
            self.assertEqual(theirs.cpu().numpy().tobytes(), self.expected("collide").tobytes())

    @unittest.skipUnless(JAX, "no JAX")
    def test_dlpack_of_jax(self):
        JAX.config.update("jax_enable_x64", True)
        if JAX.default_backend() != "gpu":
            self.skipTest("JAX has no GPU")
        given = JAX.numpy.asarray(self.rows)
        self.same("collide", self.gpu.collide(given), self.expected("collide"))

    def test_the_memory_lives_as_long_as_it_is_used(self):
        if not (CUPY or TORCH):
            self.skipTest("neither CuPy nor PyTorch")
        from_dlpack = CUPY.from_dlpack if CUPY else TORCH.from_dlpack
        expected = self.expected("distance").tobytes()
        for _ in range(200):  # more memory than is touched if nothing is freed too early, or never
            theirs = from_dlpack(self.gpu.distance(self.rows, out=apart.gpu.DeviceArray((COUNT, 72))).records)
            self.assertEqual(bytes(theirs.get() if CUPY else theirs.cpu().numpy()), expected)


if __name__ == "__main__":
    unittest.main()
