"""Trees of any bounding volume, and traversals of two of them with every choice made by its word (docs/kit.md): for comparing
what they cost. The answers are the same for all choices, and those of the library.

>>> gear, shaft = apart.load("samples/gear.stl"), apart.load("samples/shaft.stl")
>>> a, b = (apart.kit.AnyTree(model, volume="18-dop", leaf=1, branching=2) for model in (gear, shaft))
>>> walk = apart.kit.AnyWalk(a, b, query="distance", order="best-first")
>>> round(walk((0, 0, 60)).distance, 6)
19.699748

walk() compares combinations: every choice is a word or a list of words.

>>> for row in apart.kit.walk(gear, shaft, (0, 0, 60), query="distance", volume=["obb", "18-dop", "sphere"]):
...     print(row["volume"], row["answers"][0].counts.volume_tests() > 0, round(row["answers"][0].distance, 6))
obb True 19.699748
18-dop True 19.699748
sphere True 19.699748
"""
from __future__ import annotations

from collections import namedtuple

from . import _apart

_TREE = {"volume": "obb", "precision": "float", "fit": "usual", "ball": "usual", "builder": "sah", "layout": "flat",
         "leaf": 4, "branching": 8, "threads": 1}
_WALK = {"query": "collide", "order": "depth-first", "rule": "largest-diameter", "space": "own", "tumble": "wrap",
         "keep": "no", "front": "no", "tolerance": 0.0, "a_in_world": None}


class Counts(namedtuple("Counts", "disjoint meeting separated contacts updates rejected")):
    """Tests of one traversal: of two volumes that are disjoint and that meet, of two triangles that do not touch and that do;
    volumes placed in another space; pairs of triangles that an early test separated."""

    __slots__ = ()

    def volume_tests(self):
        """Tests of two volumes."""
        return self.disjoint + self.meeting

    def triangle_tests(self):
        """Tests of two triangles."""
        return self.separated + self.contacts


class TestCosts(namedtuple("TestCosts", "volume triangle update")):
    """Seconds for one test of two volumes, one of two triangles, and for placing one volume."""

    __slots__ = ()

    def predicted(self, counts):
        """Seconds by the cost equation."""
        return counts.volume_tests() * self.volume + counts.triangle_tests() * self.triangle + counts.updates * self.update


Answer = namedtuple("Answer", "yes distance pairs counts status")
Answer.__doc__ = """The answer of a traversal: yes (of collide, all and within), distance (of distance and span), the triangles that
touch, are near enough, nearest or farthest, an array (n, 2); the counts, and the status."""


def choices():
    """Every choice, with its words and what they mean: {"volume": {"obb": "…", …}, …}. The first word is the default.

    >>> list(apart.kit.choices()["space"])
    ['own', 'a', 'world']
    """
    return _apart._kit_choices()


class AnyTree:
    """A mesh with a tree of any volume. Immutable.

    >>> tree = apart.kit.AnyTree(apart.Model.of_shape(apart.Box(1, 1, 1)), volume="sphere", leaf=1)
    >>> tree
    <apart.kit.AnyTree of sphere: 17 nodes, 12 triangles>
    """

    def __init__(self, model, *, volume="obb", precision="float", fit="usual", ball="usual", builder="sah", layout="flat",
                 leaf=4, branching=8, threads=1):
        self._choice = {"volume": volume, "precision": precision, "fit": fit, "ball": ball, "builder": builder, "layout": layout,
                        "leaf": leaf, "branching": branching, "threads": threads}
        self._tree = _apart._KitTree(model, self._choice)
        self._mesh = model

    def refitted(self, moved):
        """The same tree over moved vertices of the same faces: volumes fitted again as they were. Not of a lazy one."""
        out = AnyTree.__new__(AnyTree)
        out._choice, out._mesh, out._tree = self._choice, moved, self._tree.refitted(moved)
        return out

    def save(self, path, vertices=True):
        """To a file; without vertices, it is loaded with its model again. Returns the number of bytes. Not of a lazy tree.

        >>> import os, tempfile
        >>> tree = apart.kit.AnyTree(apart.Model.of_shape(apart.Box(1, 1, 1)), volume="18-dop")
        >>> path = os.path.join(tempfile.mkdtemp(), "box.kit")
        >>> tree.save(path, vertices=False) > 0
        True
        >>> apart.kit.AnyTree.load(path, tree.mesh)
        <apart.kit.AnyTree of 18-dop: 6 nodes, 12 triangles>
        """
        return self._tree.save(path, vertices)

    @classmethod
    def load(cls, path, model=None):
        """The tree of a file that save() wrote. The model must be that of the tree; it is needed where vertices were left out."""
        out = cls.__new__(cls)
        out._tree = _apart._kit_load(path, model)
        words = out._tree.words()
        out._choice = {name: words.get(name, _TREE[name]) for name in _TREE}
        out._mesh = model if model is not None else out._tree.model()
        return out

    @property
    def choice(self):
        """The words of every choice, a dict."""
        return dict(self._choice)

    @property
    def mesh(self):
        """The model that it is a tree of."""
        return self._mesh

    @property
    def nodes(self):
        """How many nodes there are; of a lazy tree so far."""
        return self._tree.nodes()

    @property
    def bytes(self):
        """Of nodes, volumes and order."""
        return self._tree.bytes()

    def __repr__(self):
        return f"<apart.kit.AnyTree of {self.choice['volume']}: {self.nodes:,} nodes, {len(self.mesh.faces):,} triangles>"


class AnyWalk:
    """The traversal of two trees of one volume, precision and layout. Keeps placed volumes and its front for the next pose: for one
    thread."""

    def __init__(self, a, b, *, query="collide", order="depth-first", rule="largest-diameter", space="own", tumble="wrap",
                 keep="no", front="no", tolerance=0.0, a_in_world=None):
        for name, tree in (("a", a), ("b", b)):
            if not isinstance(tree, AnyTree):
                raise _apart.UsageError(f"AnyWalk(): {name}: expected an AnyTree, found {type(tree).__name__}")
        self._choice = {"query": query, "order": order, "rule": rule, "space": space, "tumble": tumble,
                       "keep": keep, "front": front, "tolerance": tolerance, "a_in_world": a_in_world}
        self.a, self.b = a, b
        self._walk = _apart._KitWalk(a._tree, b._tree, self._choice)

    def __call__(self, pose):
        yes, distance, pairs, counts, status = self._walk.ask(pose)
        return Answer(yes, distance, pairs, Counts(*counts), _apart.Status(status))

    def costs(self, pose, seconds=0.01):
        """Measured: the tests of this traversal again, each kind by itself for so many seconds."""
        return TestCosts(*self._walk.costs(pose, seconds))

    @property
    def choice(self):
        """The words of every choice, a dict."""
        return dict(self._choice)

    @property
    def front_size(self):
        """Pairs of nodes that are remembered."""
        return self._walk.front_size()

    def __repr__(self):
        return f"<apart.kit.AnyWalk: {self.choice['query']} of {self.a!r} and {self.b!r}>"


def walk(a, b, poses=None, **lists):
    """The same query by every combination of choices: a row, a dict, for each, with its words, the `answers` at the poses, the
    mean `seconds` of one, and the `predicted` ones from the costs of single tests. Every keyword is a word or a list of words,
    `leaf` and `branching` numbers; what is not named is as by default. A combination that makes no sense has no answers, and
    the reason as `refused`.

    >>> box = apart.Model.of_shape(apart.Box(1, 1, 1))
    >>> [row["refused"] for row in apart.kit.walk(box, box, (3, 0, 0), keep="yes", space=["own", "a"])]
    ['AnyWalk(): keep: in space own no volume is placed, so there is nothing to keep', None]
    """
    import itertools
    import time

    import numpy as np

    known = {**_TREE, **_WALK}
    for name in lists:
        if name not in known:
            raise _apart.UsageError(f"walk(): {name}: expected one of {', '.join(known)}")
    words_of = choices()
    axes = {name: list(value) if isinstance(value, (list, tuple)) and name != "a_in_world" else [value]
            for name, value in {**known, **lists}.items()}
    for name in words_of:
        for word in axes[name]:
            if word not in words_of[name]:
                raise _apart.UsageError(f"walk(): {name}: expected some of {', '.join(words_of[name])}; found {word!r}")
    given = np.eye(4) if poses is None else poses
    try:
        shape = np.shape(given)
    except ValueError:  # (position, orientation)
        shape = ()
    is_many = len(shape) == 3 or (len(shape) == 2 and shape[1] == 7)
    given = list(given) if is_many else [given]
    trees, rows = {}, []
    for words in itertools.product(*axes.values()):
        row = {**dict(zip(axes, words)), "answers": [], "seconds": None, "predicted": None, "refused": None}
        rows.append(row)
        of_tree = tuple(row[name] for name in _TREE)
        try:
            if of_tree not in trees:
                trees[of_tree] = [AnyTree(model, **dict(zip(_TREE, of_tree))) for model in (a, b)]
            one = AnyWalk(*trees[of_tree], **{name: row[name] for name in _WALK})
        except _apart.UsageError as error:
            row["refused"] = str(error)
            continue
        start = time.perf_counter()
        row["answers"] = [one(pose) for pose in given]
        row["seconds"] = (time.perf_counter() - start) / max(len(given), 1)
        fresh = AnyWalk(*trees[of_tree], **{name: row[name] for name in _WALK})
        row["predicted"] = sum(fresh.costs(p, 0.002).predicted(r.counts) for p, r in zip(given, row["answers"])) / max(len(given), 1)
    return rows
