"""CollisionManager with the calls of trimesh.collision.CollisionManager, on Apart's queries.

Differences: a mesh that lies inside of a closed one collides; distances and points are exact, and those that collide have
a distance of 0; contacts are the points where pairs of triangles intersect, and their depth is the penetration depth of the
two objects; a transform that is not rigid is refused.
"""
from __future__ import annotations

import numpy as np

from . import _apart as _a


class ContactData:
    """A point where two objects of a manager are in contact."""

    def __init__(self, names, indices, point, normal, depth):
        self.names = set(names)
        self._indices = dict(zip(names, indices))
        self._point, self._normal, self._depth = point, normal, depth

    @property
    def point(self):
        """The point, in the world."""
        return self._point

    @property
    def normal(self):
        """The direction in which the second object leaves the first, of length 1."""
        return self._normal

    @property
    def depth(self):
        """The penetration depth of the two objects."""
        return self._depth

    def index(self, name):
        """The triangle of the object of that name."""
        return self._indices[name]

    def __repr__(self):
        return f"<ContactData of {' and '.join(sorted(self.names))} at {self._point.tolist()}>"


class DistanceData:
    """The nearest points of two objects of a manager."""

    def __init__(self, names, answer):
        first, second = names
        self.names = set(names)
        points = (answer.on_a, answer.on_b)
        triangles = (answer.a.triangle, answer.b.triangle)
        self._points = dict(zip((first, second), points))
        self._indices = dict(zip((first, second), triangles))
        self._distance = answer.distance

    @property
    def distance(self):
        """How far apart they are."""
        return self._distance

    def point(self, name):
        """The nearest point on the object of that name, in the world."""
        return self._points[name]

    def index(self, name):
        """The triangle of the object of that name on which that point lies."""
        return self._indices[name]

    def __repr__(self):
        return f"<DistanceData of {' and '.join(sorted(self.names))}: {self._distance:g}>"


_EXTERNAL = "__external"


class CollisionManager:
    """Objects by name, each a mesh at a transform.

    >>> from apart.compat import CollisionManager
    >>> manager = CollisionManager()
    >>> _ = manager.add_object("table", apart.Box(2, 2, 0.1))
    >>> _ = manager.add_object("cup", apart.Model.of_shape(apart.Box(0.1, 0.1, 0.1)), apart_matrix((0, 0, 0.5)))
    >>> manager.in_collision_internal()
    False
    >>> round(manager.min_distance_internal(), 6)
    0.4
    """

    def __init__(self):
        self._objects = {}

    def __repr__(self):
        return f"<CollisionManager: {', '.join(map(str, self._objects)) or 'empty'}>"

    def add_object(self, name, mesh, transform=None):
        """Adds a mesh (a Model, a Shape, or an object of trimesh, …) under a name; a second one replaces the first."""
        geometry = mesh if isinstance(mesh, (_a.Model, _a.Shape)) else _a.Model(mesh)
        self._objects[name] = (geometry, _transform(transform))
        return geometry

    def remove_object(self, name):
        """Removes the object of that name."""
        self._find(name)
        del self._objects[name]

    def set_transform(self, name, transform):
        """Places the object of that name anew."""
        geometry, _ = self._find(name)
        self._objects[name] = (geometry, _transform(transform))

    def _find(self, name):
        if name not in self._objects:
            raise ValueError(f"{name} not in collision manager!")
        return self._objects[name]

    def _pairs(self, other=None, reach=0.0):
        """Pairs of placed objects whose boxes are within reach, by name; all of them if reach is None."""
        mine = list(self._objects.items())
        theirs = list(other._objects.items()) if other is not None else None
        if reach is None:
            if theirs is None:
                return [(x, y) for i, x in enumerate(mine) for y in mine[i + 1 :]]
            return [(x, y) for x in mine for y in theirs]
        everything = mine + (theirs or [])
        boxes = [_a.world_box(g, t) for _, (g, t) in everything]
        if len(boxes) < 2:
            return []
        near = _a.near_pairs(np.array([[b.low, b.high] for b in boxes]), reach=reach)
        pairs = zip(near.a.tolist(), near.b.tolist())
        if theirs is None:
            return [(mine[i], mine[j]) for i, j in pairs]
        return [(mine[i], theirs[j - len(mine)]) for i, j in pairs if i < len(mine) <= j]

    def _collisions(self, pairs, return_names, return_data):
        names, data = set(), []
        found = False
        for (name_a, (a, at_a)), (name_b, (b, at_b)) in pairs:
            answer = _a.collide(a, at_a, b, at_b, solid=True)
            if not answer.colliding:
                continue
            found = True
            if not return_names and not return_data:
                break
            names.add((name_a, name_b))
            if return_data:
                data += _contacts(name_a, a, at_a, name_b, b, at_b)
        return found, names, data

    def in_collision_single(self, mesh, transform=None, return_names=False, return_data=False):
        """Does a mesh collide with any object here?"""
        other = CollisionManager()
        other.add_object(_EXTERNAL, mesh, transform)
        found, names, data = self._collisions(self._pairs(other), return_names, return_data)
        return _result(found, {a for a, _ in names}, data, return_names, return_data)

    def in_collision_internal(self, return_names=False, return_data=False):
        """Do any two objects here collide?"""
        found, names, data = self._collisions(self._pairs(), return_names, return_data)
        return _result(found, {tuple(sorted(pair)) for pair in names}, data, return_names, return_data)

    def in_collision_other(self, other_manager, return_names=False, return_data=False):
        """Does any object here collide with one of another manager? Names are (mine, theirs)."""
        found, names, data = self._collisions(self._pairs(other_manager), return_names, return_data)
        return _result(found, names, data, return_names, return_data)

    def _nearest(self, pairs):
        best = None
        for (name_a, (a, at_a)), (name_b, (b, at_b)) in pairs:
            limit = best[0].distance if best else np.inf
            answer = _a.distance(a, at_a, b, at_b, solid=True, max=limit)
            if answer.status != _a.Status.at_least and (best is None or answer.distance < best[0].distance):
                best = (answer, (name_a, name_b))
        return best

    def _distance(self, pairs, name_of, return_name, return_data):
        best = self._nearest(pairs)
        if best is None:
            out = [np.inf] + [None] * (return_name + return_data)
            return out[0] if len(out) == 1 else tuple(out)
        answer, names = best
        out = [answer.distance]
        if return_name:
            out.append(name_of(names))
        if return_data:
            out.append(DistanceData(names, answer))
        return out[0] if len(out) == 1 else tuple(out)

    def min_distance_single(self, mesh, transform=None, return_name=False, return_data=False):
        """The least distance of a mesh to an object here."""
        other = CollisionManager()
        other.add_object(_EXTERNAL, mesh, transform)
        return self._distance(self._pairs(other, None), lambda names: names[0], return_name, return_data)

    def min_distance_internal(self, name=None, return_names=False, return_data=False):
        """The least distance of two objects here; with a name, of that one to another."""
        pairs = self._pairs(None, None)
        if name is not None:
            self._find(name)
            pairs = [pair for pair in pairs if name in (pair[0][0], pair[1][0])]
        return self._distance(pairs, lambda names: tuple(sorted(names)), return_names, return_data)

    def min_distance_other(self, other_manager, return_names=False, return_data=False):
        """The least distance of an object here to one of another manager."""
        return self._distance(self._pairs(other_manager, None), lambda names: names, return_names, return_data)


def _transform(transform):
    if transform is None:
        return np.eye(4)
    transform = np.asarray(transform, dtype="f8")
    if transform.shape != (4, 4):
        raise ValueError("transform must be (4,4)!")
    try:
        return _a._matrix(transform)
    except _a.UsageError as error:
        raise _a.UsageError(str(error).replace("pose:", "transform:", 1)) from None


def _result(found, names, data, return_names, return_data):
    out = [found]
    if return_names:
        out.append(names)
    if return_data:
        out.append(data)
    return out[0] if len(out) == 1 else tuple(out)


def _contacts(name_a, a, at_a, name_b, b, at_b):
    """Of two that collide: where their triangles meet, or else the deepest point."""
    names = (name_a, name_b)
    out = _a.penetration(a, at_a, b, at_b, rel_error=0.1, max_tests=20000)
    known = out.status != _a.Status.invalid  # open surfaces have no depth
    depth, normal = (out.depth, out.normal) if known else (0.0, np.array([1.0, 0.0, 0.0]))
    contacts = []
    if isinstance(a, _a.Model) and isinstance(b, _a.Model):
        relative = np.linalg.inv(at_a) @ at_b
        pairs = _a.collisions(a, relative, b).pairs
        for i, j in zip(pairs.triangle_a.tolist(), pairs.triangle_b.tolist()):
            met = _a.meeting(a, relative, b, i, j)
            if met.kind == _a.MeetingKind.none:
                continue
            point = at_a[:3, :3] @ ((met.p + met.q) / 2) + at_a[:3, 3]
            contacts.append(ContactData(names, (i, j), point, normal, depth))
    if not contacts:  # a shape, or one inside the other
        touch = _a.collide(a, at_a, b, at_b, solid=True)
        point = (out.on_a + out.on_b) / 2 if known else _a.distance(a, at_a, b, at_b).on_a
        contacts.append(ContactData(names, (touch.a.triangle, touch.b.triangle), point, normal, depth))
    return contacts
