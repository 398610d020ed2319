from collections.abc import Sequence
from os import PathLike
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from . import Model, PoseLike, Status

class Counts(NamedTuple):
    disjoint: int
    meeting: int
    separated: int
    contacts: int
    updates: int
    rejected: int
    def volume_tests(self) -> int: ...
    def triangle_tests(self) -> int: ...

class TestCosts(NamedTuple):
    volume: float
    triangle: float
    update: float
    def predicted(self, counts: Counts) -> float: ...

class Answer(NamedTuple):
    yes: bool
    distance: float
    pairs: NDArray[np.uint32]
    counts: Counts
    status: Status

def choices() -> dict[str, dict[str, str]]: ...

class AnyTree:
    @property
    def choice(self) -> dict[str, Any]: ...
    @property
    def mesh(self) -> Model: ...
    def __init__(self, model: Model, *, volume: str = "obb", precision: str = "float", fit: str = "usual", ball: str = "usual", builder: str = "sah", layout: str = "flat", leaf: int = 4, branching: int = 8, threads: int = 1) -> None: ...
    def refitted(self, moved: Model) -> AnyTree: ...
    def save(self, path: str | PathLike[str], vertices: bool = True) -> int: ...
    @classmethod
    def load(cls, path: str | PathLike[str], model: Model | None = None) -> AnyTree: ...
    @property
    def nodes(self) -> int: ...
    @property
    def bytes(self) -> int: ...

class AnyWalk:
    @property
    def choice(self) -> dict[str, Any]: ...
    a: AnyTree
    b: AnyTree
    def __init__(self, a: AnyTree, b: AnyTree, *, query: str = "collide", order: str = "depth-first", rule: str = "largest-diameter", space: str = "own", tumble: str = "wrap", keep: str = "no", front: str = "no", tolerance: float = 0.0, a_in_world: PoseLike | None = None) -> None: ...
    def __call__(self, pose: PoseLike) -> Answer: ...
    def costs(self, pose: PoseLike, seconds: float = 0.01) -> TestCosts: ...
    @property
    def front_size(self) -> int: ...

def walk(a: Model, b: Model, poses: Any = None, **lists: str | int | float | Sequence[str] | Sequence[int] | PoseLike) -> list[dict[str, Any]]: ...
