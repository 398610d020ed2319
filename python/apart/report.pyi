from collections.abc import Callable, Iterable, Iterator, KeysView, Mapping
from typing import Any

from . import Path

class Report:
    def __init__(self, found: Any) -> None: ...
    @property
    def data(self) -> dict[str, Any]: ...
    @property
    def pairs(self) -> list[dict[str, Any]]: ...
    @property
    def summary(self) -> str: ...
    def __getitem__(self, key: str) -> Any: ...
    def __iter__(self) -> Iterator[str]: ...
    def keys(self) -> KeysView[str]: ...
    def to_html(self, path: Any = None) -> Any: ...
    def to_json(self, path: Any = None) -> Any: ...
    def __bool__(self) -> bool: ...
    def _repr_html_(self) -> str: ...

def check(
    what: Mapping[str, Any] | Path | Iterable[Path],
    *,
    clearance: float | None = None,
    touch: float | None = None,
    solid: bool = False,
    self: bool = False,
    between: Iterable[tuple[str, str]] = (),
    clearances: Iterable[tuple[str, str, float]] = (),
    ignore: Iterable[tuple[str, str] | tuple[str, str, str]] = (),
    touching: Iterable[tuple[str, str] | tuple[str, str, str]] = (),
    ignore_same: str | Iterable[str] = (),
    motion: Any = None,
    split: str | None = None,
    scale: float | None = None,
    all: bool = False,
    curves: bool = False,
    title: str = "",
    unit: str = "",
    threads: int = 0,
    progress: Callable[[float], object] | None = None,
) -> Report: ...
