"""From and to the meshes of trimesh, Open3D and meshio, known by their attributes: none of them is imported here until a
mesh of it is asked for."""
from __future__ import annotations


def arrays_of(mesh):
    """The vertices and faces of a mesh of another library, as arrays.

    Taken are objects with `vertices` and `faces` (trimesh, PyTorch3D …), with `vertices` and `triangles` (Open3D), and with
    `points` and `cells_dict` (meshio), whose quadrangles are cut in two.

    >>> class Mesh:
    ...     vertices = [[0, 0, 0], [1, 0, 0], [0, 1, 0]]
    ...     faces = [[0, 1, 2]]
    >>> apart.Model(Mesh())
    <apart.Model: 1 triangles, 3 vertices, open, 1 x 1 x 0>
    """
    import numpy as np

    if hasattr(mesh, "vertices"):
        for name in ("faces", "triangles"):
            if hasattr(mesh, name):
                return np.asarray(mesh.vertices), np.asarray(getattr(mesh, name))
    if hasattr(mesh, "vertex") and hasattr(mesh, "triangle"):  # Open3D's tensor meshes
        return _numpy(mesh.vertex.positions), _numpy(mesh.triangle.indices)
    if hasattr(mesh, "points") and hasattr(mesh, "cells_dict"):
        cells = mesh.cells_dict
        other = sorted(set(cells) - {"triangle", "quad", "line", "vertex"})
        if other:
            raise TypeError(f"Model(): mesh: cells of type {other[0]!r} are neither triangles nor quadrangles")
        faces = [np.asarray(cells["triangle"]).reshape(-1, 3)] if "triangle" in cells else []
        if "quad" in cells:
            quads = np.asarray(cells["quad"]).reshape(-1, 4)
            faces.append(quads[:, [0, 1, 2, 0, 2, 3]].reshape(-1, 3))
        if not faces:
            raise TypeError("Model(): mesh: it has neither triangles nor quadrangles")
        points = np.asarray(mesh.points)
        return points, np.concatenate(faces)
    raise TypeError(
        f"Model(): expected vertices and faces, or a mesh that has them, found {type(mesh).__name__}"
    )


def _numpy(tensor):
    return tensor.numpy() if hasattr(tensor, "numpy") else tensor


def to_trimesh(model):
    """The model as a trimesh.Trimesh, vertices and faces in order."""
    import trimesh

    return trimesh.Trimesh(vertices=model.vertices.copy(), faces=model.faces.astype("i8"), process=False)


def to_open3d(model):
    """The model as an open3d.geometry.TriangleMesh."""
    import open3d

    return open3d.geometry.TriangleMesh(
        open3d.utility.Vector3dVector(model.vertices), open3d.utility.Vector3iVector(model.faces.astype("i4"))
    )


def to_meshio(model):
    """The model as a meshio.Mesh of triangles."""
    import meshio

    return meshio.Mesh(model.vertices.copy(), [("triangle", model.faces.astype("i8"))])
