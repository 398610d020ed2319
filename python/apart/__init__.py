"""Collision, distance and clash queries between meshes and convex shapes.

Conventions, stated here once:

- A pose is B's position and orientation in A's frame, or, when two poses are given, of each in the world. It is
  an array (4, 4), which acts on columns (its last column is the position); or (7,): x y z qw qx qy qz; or (3,): a position;
  or (position, orientation), where the orientation is a quaternion (w, x, y, z), a 3x3 matrix or an object with
  as_matrix(), such as SciPy's Rotation. None is the identity. Many poses are (B, 4, 4) or (B, 7).
- One pose gives one answer, an object whose attributes are those of the C++ answer. Many give a batch, whose
  attributes are arrays: views, not copies.
- Inside is negative: signed distances are negative inside of a solid.
- Arrays of vertices are (n, 3) of float64, of faces (m, 3) of whole numbers.
- Lengths are in the units of the coordinates.
- Every answer has a status: `exact`, or what it is instead. Nothing random: the same input gives the same bits.
- Errors: apart.Error (a ValueError), of which apart.UsageError names a wrong argument and apart.FileError (an OSError
  too) a file and the place in it; TypeError for arguments of a wrong type.
- Models, worlds and answers are immutable and can be shared by threads; all calls release the GIL, and Ctrl-C ends long
  ones (docs/python.md says which). What remembers something, such as a Tracker, is for one thread at a time.
"""
from __future__ import annotations

from . import _apart
from ._apart import *  # noqa: F401,F403
from ._apart import __version__, _restore  # noqa: F401

__all__ = [name for name in dir(_apart) if not name.startswith("_")] + ["check", "compat", "gpu", "kit", "Report", "show"]

_load = _apart.load


def load(path, **options):
    """Reads a file as one model: OBJ, STL, PLY, OFF, glTF, DAE, 3DS, STEP, or a saved .apart.

    load(path, *, scale=1, split="objects", chord_error=0)

    path is a path, or a file that is open for reading in binary mode and has a name, whose ending tells the format. What
    was changed while reading is a warning.

    >>> apart.load("samples/gear.stl")
    <apart.Model: 1,664 triangles, 832 vertices, closed, 108 x 108 x 16>
    """
    if not hasattr(path, "read"):
        return _load(path, **options)
    if getattr(path, "closed", False):
        raise UsageError("load(): path: the file is closed")  # noqa: F405
    import os
    import tempfile

    content = path.read()
    if isinstance(content, str):
        content = content.encode()
    name = getattr(path, "name", "")
    suffix = os.path.splitext(name)[1] if isinstance(name, str) else ""
    if not suffix:
        raise UsageError("load(): path: a file without a name: its format is not known")  # noqa: F405
    with tempfile.NamedTemporaryFile(suffix=suffix) as copy:
        copy.write(content)
        copy.flush()
        try:
            return _load(copy.name, **options)
        except FileError as error:  # noqa: F405
            raise FileError(str(error).replace(copy.name, name)) from None  # noqa: F405


def __getattr__(name):
    # What few programs need is read when it is used first: importing apart stays fast.
    import importlib

    if name in ("compat", "bridges", "gpu", "kit", "view", "report"):
        return importlib.import_module("apart." + name)
    if name in ("check", "Report"):
        return getattr(importlib.import_module("apart.report"), name)
    if name == "show":
        return importlib.import_module("apart.view").show
    raise AttributeError(f"module 'apart' has no attribute {name!r}")
