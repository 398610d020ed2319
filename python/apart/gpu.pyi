from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import DTypeLike, NDArray

from . import Model

class Report(NamedTuple):
    by_exact_code: int
    prepare_seconds: float
    walk_seconds: float

class DeviceInfo(NamedTuple):
    name: str
    memory: int

def devices() -> list[DeviceInfo]: ...
def built_with_cuda() -> bool: ...
def pinned(shape: int | Sequence[int], dtype: DTypeLike = "f8") -> NDArray[Any]: ...

class DeviceArray:
    shape: tuple[int, ...]
    device: int
    nbytes: int
    def __init__(self, shape: Iterable[int], device: int = 0) -> None: ...
    @property
    def __cuda_array_interface__(self) -> dict[str, Any]: ...
    def __dlpack__(self, *, stream: Any = None, max_version: Any = None, dl_device: Any = None, copy: Any = None) -> Any: ...
    def __dlpack_device__(self) -> tuple[int, int]: ...
    def to_host(self) -> NDArray[np.uint8]: ...
    def __len__(self) -> int: ...

class YesNo:
    bits: Any
    report: Report
    def __init__(self, bits: Any, report: Report) -> None: ...
    @property
    def yes(self) -> NDArray[np.bool_]: ...
    @property
    def status(self) -> NDArray[np.uint8]: ...
    def __len__(self) -> int: ...

class Nearest:
    records: Any
    report: Report
    def __init__(self, records: Any, report: Report) -> None: ...
    @property
    def distance(self) -> NDArray[np.float64]: ...
    @property
    def on_a(self) -> NDArray[np.float64]: ...
    @property
    def on_b(self) -> NDArray[np.float64]: ...
    @property
    def triangle_a(self) -> NDArray[np.uint32]: ...
    @property
    def triangle_b(self) -> NDArray[np.uint32]: ...
    @property
    def status(self) -> NDArray[np.uint32]: ...
    def __len__(self) -> int: ...

class Models:
    def __init__(
        self,
        models: Iterable[Model],
        *,
        use: str = "automatic",
        device: int = 0,
        threads: int = 0,
        poses_at_once: int = 0,
    ) -> None: ...
    @property
    def on_device(self) -> bool: ...
    @property
    def where(self) -> str: ...
    def collide(
        self,
        poses: Any,
        *,
        pairs: Iterable[Sequence[int]] | None = None,
        pair_of: Any = None,
        stream: Any = None,
        out: Any = None,
    ) -> YesNo: ...
    def within(
        self,
        poses: Any,
        tolerance: float,
        *,
        pairs: Iterable[Sequence[int]] | None = None,
        pair_of: Any = None,
        stream: Any = None,
        out: Any = None,
    ) -> YesNo: ...
    def distance(
        self,
        poses: Any,
        *,
        pairs: Iterable[Sequence[int]] | None = None,
        pair_of: Any = None,
        stream: Any = None,
        out: Any = None,
    ) -> Nearest: ...
