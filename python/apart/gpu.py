"""collide, within and distance of many poses of a pair of models, on a GPU; without one, on all cores. The same answers, bit for
bit (docs/gpu.md).

Poses are as everywhere in apart, or an array (B, 3, 4) of float64: the first three rows of each matrix, taken as they are,
without a copy, and not looked at: at one that is no pose, the status is `invalid`. Arrays (B, 3, 4) may be in the memory of a
GPU: CuPy's, PyTorch's, Numba's or JAX's, by __cuda_array_interface__ or DLPack. Answers then stay there, and other libraries
read them by the same protocols, without a copy.

>>> gear, shaft = apart.load("samples/gear.stl"), apart.load("samples/shaft.stl")
>>> models = apart.gpu.Models([gear, shaft], use="cpu")
>>> models.collide([[0, 0, 30, 1, 0, 0, 0], [40, 0, 0, 1, 0, 0, 0]]).yes
array([False,  True])
>>> models.distance([[0, 0, 60, 1, 0, 0, 0]]).distance.round(6)
array([19.699748])
"""
from __future__ import annotations

from collections import namedtuple

from . import _apart

Report = namedtuple("Report", "by_exact_code prepare_seconds walk_seconds")
Report.__doc__ = """What a call did: answers that the exact code of the CPU gave, and seconds on the device (0 without one)."""
DeviceInfo = namedtuple("DeviceInfo", "name memory")
DeviceInfo.__doc__ = """A GPU: its name, and its memory in bytes."""

_RECORD = [("distance", "<f8"), ("on_a", "<f8", 3), ("on_b", "<f8", 3), ("triangle_a", "<u4"), ("triangle_b", "<u4"),
           ("status_bits", "<u4"), ("unused", "<u4")]
_RECORD_BYTES = 72
_CUDA, _CUDA_MANAGED = 2, 13  # of DLPack


def devices():
    """The GPUs that can be used: a list of DeviceInfo. None without a device, a driver, or a library built with CUDA."""
    return [DeviceInfo(*one) for one in _apart._gpu_devices()]


def built_with_cuda():
    """Was the module built with the CUDA toolkit (cmake -DAPART_WITH_GPU=ON)?"""
    return _apart._gpu_built_with_cuda()


def pinned(shape, dtype="f8"):
    """A new NumPy array in memory that the bus reads and writes at full speed; ordinary memory without a device.

    >>> apart.gpu.pinned((10, 3, 4)).shape
    (10, 3, 4)
    """
    import ctypes

    import numpy as np

    if not _is_shape(shape):
        raise _apart.UsageError("pinned(): shape: expected whole numbers of 0 or more")
    dtype = np.dtype(dtype)
    if dtype.hasobject:
        raise _apart.UsageError("pinned(): dtype: objects of Python are not bytes")
    size = dtype.itemsize * int(np.prod(shape, dtype="u8"))
    memory = _apart._GpuPinnedMemory(max(size, 1))
    buffer = (ctypes.c_char * size).from_address(memory.data())
    buffer._memory = memory  # kept by the buffer, which the array keeps
    return np.frombuffer(buffer, dtype=dtype).reshape(shape) if size else np.empty(shape, dtype)


class DeviceArray:
    """Bytes in the memory of a GPU, an array (B,) or (B, n) of uint8. Other libraries read it without a copy, by
    __cuda_array_interface__ or DLPack; to_host() copies it into a NumPy array."""

    def __init__(self, shape, device=0):
        self.shape, self.device = tuple(shape), device
        size = 1
        for n in self.shape:
            size *= n
        self.nbytes = size
        self._memory = _apart._GpuDeviceMemory(max(size, 1), device)
        if not self._memory.data():
            raise _apart.Error("DeviceArray(): no GPU, or its memory is too small")

    @property
    def __cuda_array_interface__(self):
        return {"shape": self.shape, "typestr": "|u1", "data": (self._memory.data(), False), "strides": None, "version": 3,
                "stream": None}  # calls return when the answers are there

    def __dlpack__(self, *, stream=None, max_version=None, dl_device=None, copy=None):
        if copy or dl_device not in (None, self.__dlpack_device__()):
            raise BufferError("DeviceArray.__dlpack__(): no copies are made")
        return _apart._give_tensor(self._memory.data(), list(self.shape), _CUDA, self.device, self)

    def __dlpack_device__(self):
        return _CUDA, self.device

    def to_host(self):
        """The bytes as a NumPy array."""
        import numpy as np

        out = np.empty(self.shape, "u1")
        if not self._memory.copy_to(out.ctypes.data, self.nbytes):
            raise _apart.Error("to_host(): the GPU failed")
        return out

    def __len__(self):
        return self.shape[0]

    def __repr__(self):
        return f"<apart.gpu.DeviceArray: {' x '.join(map(str, self.shape))} bytes on GPU {self.device}>"


class YesNo:
    """Answers of collide and within, a byte each: bit 0 is the answer, from bit 1 on the status."""

    def __init__(self, bits, report):
        self.bits, self.report = bits, report

    @property
    def yes(self):
        """The answers, an array of bools."""
        return (_on_host(self.bits) & 1).astype(bool)

    @property
    def status(self):
        """The status of each, an array of numbers of apart.Status."""
        return _on_host(self.bits) >> 1

    def __len__(self):
        return len(self.bits)

    def __repr__(self):
        return f"<apart.gpu.YesNo: {len(self)} answers>"


class Nearest:
    """Answers of distance: records of 72 bytes, whose fields are attributes."""

    def __init__(self, records, report):
        self.records, self.report = records, report

    def _field(self, name):
        import numpy as np

        records = _on_host(self.records)
        return (records if records.dtype.names else records.view(np.dtype(_RECORD)).reshape(-1))[name]

    distance = property(lambda self: self._field("distance"), doc="How far apart the two are, an array.")
    on_a = property(lambda self: self._field("on_a"), doc="The nearest points of A, an array (B, 3).")
    on_b = property(lambda self: self._field("on_b"), doc="The nearest points of B in A's frame, an array (B, 3).")
    triangle_a = property(lambda self: self._field("triangle_a"), doc="The triangles of A.")
    triangle_b = property(lambda self: self._field("triangle_b"), doc="The triangles of B.")
    status = property(lambda self: self._field("status_bits") >> 1, doc="The status of each, numbers of apart.Status.")

    def __len__(self):
        return len(self.records)

    def __repr__(self):
        return f"<apart.gpu.Nearest: {len(self)} answers>"


class Models:
    """Models uploaded once; without a GPU they stay here, and the same calls compute the same answers on all cores.

    Models(models, *, use="automatic", device=0, threads=0, poses_at_once=0)

    use: "automatic" (a device, if there is one), "device" or "cpu".
    """

    def __init__(self, models, *, use="automatic", device=0, threads=0, poses_at_once=0):
        self._models = _apart._GpuModels(list(models), use, device, threads, poses_at_once)
        self._device = device

    @property
    def on_device(self):
        """Are they on a GPU?"""
        return self._models.on_device()

    @property
    def where(self):
        """The GPU's name, or "CPU"."""
        return self._models.where()

    def collide(self, poses, *, pairs=None, pair_of=None, stream=None, out=None):
        """Do the first two models touch, at each pose of B in A's frame? (Of one model, it with itself.)

        pairs: other pairs of models, [(a, b), …] by their places in the list; pair_of: which of these each pose is of, an array
        (B,) of uint32 or int32 in the same memory as the poses. stream: of CUDA, by which poses and answers are ordered, an address or
        an object of CuPy or PyTorch. out: an array of bytes in which the answers are put, on either side.
        """
        return YesNo(*self._run("collide", poses, 0.0, pairs, pair_of, stream, out))

    def within(self, poses, tolerance, *, pairs=None, pair_of=None, stream=None, out=None):
        """Are they closer than a tolerance, at each pose? The rest as of collide."""
        return YesNo(*self._run("within", poses, float(tolerance), pairs, pair_of, stream, out))

    def distance(self, poses, *, pairs=None, pair_of=None, stream=None, out=None):
        """How far apart are they, and where, at each pose? The rest as of collide; `out` has 72 bytes for each pose."""
        return Nearest(*self._run("distance", poses, 0.0, pairs, pair_of, stream, out))

    def __repr__(self):
        return f"<apart.gpu.Models on {self.where}>"

    def _run(self, query, poses, tolerance, pairs, pair_of, stream, out):
        import numpy as np

        def wrong(argument, message):
            return _apart.UsageError(f"{query}(): {argument}: {message}")

        given = _DeviceView.of(poses, f"{query}(): poses", stream)
        if given:
            if not self.on_device:
                raise wrong("poses", "in the memory of a GPU, but the models are in that of the CPU")
            if given.shape[1:] != (3, 4) or given.kind != "f8":
                raise wrong("poses", f"in the memory of a GPU, expected an array (B, 3, 4) of float64, found {given.shape} of {given.kind}")
            source = _apart._GpuPoses(given.address, given.shape[0], True)
            stream = given.stream if stream is None else stream
        else:
            rows = np.asarray(poses) if hasattr(poses, "__array__") else None
            if rows is not None and rows.ndim == 3 and rows.shape[1:] == (3, 4) and rows.dtype.kind in "fiu":
                rows = np.ascontiguousarray(rows, "f8")
                source = _apart._GpuPoses(rows.ctypes.data, len(rows), False)
            else:
                source = _apart._GpuPoses(poses, f"{query}(): poses")
        count, width = len(source), _RECORD_BYTES if query == "distance" else 1
        pairs = _pairs(pairs, lambda message: wrong("pairs", message))
        address = 0
        if pair_of is not None:
            whose = _DeviceView.of(pair_of, f"{query}(): pair_of", stream) if given else np.ascontiguousarray(pair_of)
            if whose is None or whose.shape != (count,) or (given and whose.kind not in ("u4", "i4")):
                raise wrong("pair_of", f"expected an array ({count},) of uint32 or int32, in the same memory as the poses")
            if not given:
                if whose.dtype.kind not in "iu" or (count and not 0 <= whose.min() <= whose.max() < len(pairs)):
                    raise wrong("pair_of", f"expected whole numbers below {len(pairs)}, the number of pairs")
                whose = whose.astype("u4")
            address = whose.address if given else whose.ctypes.data
        if out is None:
            shape = (count,) if width == 1 else (count, width)
            out = DeviceArray(shape, self._device) if given else np.empty(count, "u1" if width == 1 else _RECORD)
        target = _DeviceView.of(out, f"{query}(): out", stream)
        if target is None:
            fits = isinstance(out, np.ndarray) and out.flags.c_contiguous and out.flags.writeable and out.nbytes == count * width
            if not fits:
                raise wrong("out", f"expected a contiguous array of {count * width} bytes that may be written")
        elif target.bytes != count * width or target.read_only or not self.on_device:
            raise wrong("out", f"expected {count * width} bytes in the memory of the GPU that has the models")
        to = target.address if target else out.ctypes.data
        report = self._models.run(query, source, tolerance, to, target is not None, pairs, address, _address_of(stream))
        return out, Report(*report)


def _pairs(pairs, wrong):
    out = []
    for pair in [] if pairs is None else pairs:
        numbers = [int(n) for n in pair]
        if len(numbers) != 2 or not all(0 <= n < 1 << 32 for n in numbers):
            raise wrong("expected pairs of places in the list of models")
        out.append(tuple(numbers))
    return out


class _DeviceView:
    """Where an array in the memory of a GPU lies, and what it holds: as __cuda_array_interface__ or DLPack tells."""

    def __init__(self, address, shape, kind, keep, stream=None, read_only=False):
        self.address, self.shape, self.kind = address, tuple(shape), kind
        self.keep, self.stream, self.read_only = keep, stream, read_only
        self.bytes = int(kind[1:])
        for n in self.shape:
            self.bytes *= n

    @classmethod
    def of(cls, thing, what, stream):
        """None: it is not in the memory of a GPU."""
        facts = getattr(thing, "__cuda_array_interface__", None)
        if facts is not None:
            return cls._of_interface(thing, facts, what)
        if hasattr(thing, "__dlpack_device__") and int(thing.__dlpack_device__()[0]) in (_CUDA, _CUDA_MANAGED):
            return cls._of_tensor(thing, _address_of(stream) or 1, what)  # 1: the default stream
        return None

    @classmethod
    def _of_interface(cls, thing, facts, what):
        address, read_only = facts["data"]
        order, kind = facts["typestr"][0], facts["typestr"][1:]
        if order == ">" or facts.get("mask") is not None:
            raise _apart.UsageError(f"{what}: neither arrays with a mask nor of another byte order are taken")
        if not _contiguous(facts["shape"], facts.get("strides"), int(kind[1:])):
            raise _apart.UsageError(f"{what}: the array is not contiguous")
        return cls(address or 0, facts["shape"], kind, thing, facts.get("stream"), read_only)

    @classmethod
    def _of_tensor(cls, thing, stream, what):
        address, shape, strides, code, bits, _, _, keep = _apart._take_tensor(thing.__dlpack__(stream=stream))
        if not _contiguous(shape, strides, 1):
            raise _apart.UsageError(f"{what}: the array is not contiguous")
        return cls(address, shape, {0: "i", 1: "u", 2: "f"}.get(code, "V") + str(bits // 8), keep)


def _is_shape(shape):
    sizes = shape if isinstance(shape, (tuple, list)) else (shape,)
    return all(isinstance(n, int) and n >= 0 for n in sizes)


def _contiguous(shape, strides, size):
    if strides is None or 0 in shape:
        return True
    for n, stride in zip(reversed(shape), reversed(tuple(strides))):
        if n > 1 and stride != size:
            return False
        size *= n
    return True


def _address_of(stream):
    """The address of a stream: a number, or an object of CuPy (ptr), PyTorch (cuda_stream), or with __cuda_stream__()."""
    if stream is None:
        return 0
    if hasattr(stream, "__cuda_stream__"):
        return int(stream.__cuda_stream__()[1])
    for name in ("ptr", "cuda_stream"):
        if hasattr(stream, name):
            return int(getattr(stream, name))
    return int(stream)


def _on_host(array):
    return array.to_host() if isinstance(array, DeviceArray) else _numpy(array)


def _numpy(array):
    import numpy as np

    if isinstance(array, np.ndarray):
        return array
    if hasattr(array, "get"):  # CuPy
        return array.get()
    if hasattr(array, "cpu"):  # PyTorch
        return array.cpu().numpy()
    return array.copy_to_host()  # Numba
