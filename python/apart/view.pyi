from collections.abc import Iterable
from typing import Any

from numpy.typing import ArrayLike

from . import Geometry

def picture(
    bodies: Iterable[Any], *, width: int = 420, height: int = 320, points: Iterable[ArrayLike] = ()
) -> str: ...

class View:
    svg: str
    text: str
    def __init__(self, svg: str, text: str) -> None: ...
    def _repr_html_(self) -> str: ...

def show(*bodies: Any, points: Iterable[ArrayLike] = ()) -> View: ...
def model_html(geometry: Geometry) -> str: ...
