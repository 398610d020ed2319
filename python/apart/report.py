"""The check of an assembly for clashes, contacts and clearance violations."""
from __future__ import annotations

import json
import os
import tempfile

from . import _apart


class Report:
    """What check() found. A dict of the report (see docs/check.md for its keys) with `pairs`, the worst first.

    bool(report) is whether nothing counts as a problem.
    """

    def __init__(self, found):
        self._found = found
        self._data = None

    @property
    def data(self):
        """The whole report as a dict: that of `apart check --json`."""
        if self._data is None:
            self._data = json.loads(self._found.json())
        return self._data

    def __getitem__(self, key):
        return self.data[key]

    def __iter__(self):
        return iter(self.data)

    def keys(self):
        """The keys of the dict."""
        return self.data.keys()

    @property
    def pairs(self):
        """The pairs that are not clear, the worst first."""
        return self.data["pairs"]

    @property
    def summary(self):
        """One line: how many bodies and pairs, and what was found."""
        return self._found.summary()

    def to_html(self, path=None):
        """The page with a 3D view, which needs no network: as a text, or written to a file."""
        page = self._found.html()
        if path is None:
            return page
        with open(path, "w", encoding="utf-8") as file:
            file.write(page)
        return path

    def to_json(self, path=None):
        """The report as JSON text, or written to a file: `apart check --baseline` reads it."""
        text = self._found.json()
        if path is None:
            return text
        with open(path, "w", encoding="utf-8") as file:
            file.write(text + "\n")
        return path

    def __bool__(self):
        return not self.data["failed"]

    def __repr__(self):
        lines = [f"<apart.Report: {self.summary}>"]
        for pair, words in list(zip(self.pairs, self._found.words()))[:10]:
            if pair["state"] != "clear" and not pair.get("ignored"):
                lines.append(f"{pair['state']:9}  {pair['names'][0]}  {pair['names'][1]}  {words}")
        return "\n".join(lines)

    def _repr_html_(self):
        import html

        from .view import legend, picture

        rows, points = [], []
        for pair, words in zip(self.pairs, self._found.words()):
            if pair["state"] == "clear" or pair.get("ignored") or len(rows) >= 20:
                continue
            cells = (pair["state"], pair["names"][0], pair["names"][1], words)
            rows.append("<tr>" + "".join(f"<td>{html.escape(str(cell))}</td>" for cell in cells) + "</tr>")
            if "on_a" in pair:
                points.append(pair["on_a"])
        view, names = "", [body["name"] for body in self.data["bodies"]]
        if names:
            view = picture(self._found.geometries(), points=points)
        if 1 < len(names) <= 12:
            view += f"<p>{legend(names)}</p>"
        table = "<table><tr><th>state</th><th>A</th><th>B</th><th></th></tr>" + "".join(rows) + "</table>"
        return f"<div>{view}<p>{html.escape(self.summary)}</p>{table if rows else ''}</div>"


def check(
    what,
    *,
    clearance=None,
    touch=None,
    solid=False,
    self=False,
    between=(),
    clearances=(),
    ignore=(),
    touching=(),
    ignore_same=(),
    motion=None,
    split=None,
    scale=None,
    all=False,
    curves=False,
    title="",
    unit="",
    threads=0,
    progress=None,
):
    """Checks an assembly for clashes, contacts and clearance violations.

    what is one of
      a dict of bodies: {name: geometry, or (geometry, pose), or {"model": geometry, "pose": pose, "group": text}};
      a dict as a scene.json, with "bodies" in a list, each with a "file", "mesh", "shape" or "model";
      a path, or a list of paths: meshes, scenes, folders, scene.json, shapes such as "box:1,2,3".

    clearance and touch are lengths; solid: one solid inside the other is reported; self: bodies are also tested with
    themselves. between is a list of (a, b): only these pairs; clearances of (a, b, length); ignore and touching of
    (a, b) or (a, b, reason); ignore_same of "file", "layer", "group" or "composite". a and b are names or patterns of bodies
    or groups. motion is {name: poses} or the path of a motion file. all: clear pairs are measured and listed too.

    >>> report = apart.check({"floor": apart.Box(4, 4, 1), "ball": (apart.Ball(1), (0, 0, 1.6))}, clearance=0.5)
    >>> report.pairs[0]["state"], round(report.pairs[0]["distance"], 6), bool(report)
    ('near', 0.1, False)
    """
    options = {"solid": bool(solid), "self": bool(self), "all": bool(all), "curves": bool(curves), "threads": threads}
    if clearance is not None:
        options["clearance"] = _length("clearance", clearance)
    if touch is not None:
        options["touch"] = _length("touch", touch)
    if progress is not None:
        options["progress"] = progress
    if title:
        options["title"] = title
    if unit:
        options["unit"] = unit
    if split is not None:
        options["split"] = split
    if scale is not None:
        options["scale_text"] = repr(float(scale))
    rules = [("between", a, b, 0.0, "") for a, b in between]
    rules += [("clearances", a, b, _length("clearances", d), "") for a, b, d in clearances]
    rules += [("ignore", *_pair("ignore", rule)) for rule in ignore]
    rules += [("touching", *_pair("touching", rule)) for rule in touching]
    rules += [("ignore_same", word, "", 0.0, "") for word in ([ignore_same] if isinstance(ignore_same, str) else ignore_same)]
    if isinstance(motion, (str, os.PathLike)):
        options["motion_file"] = os.fspath(motion)
    elif motion is not None:
        options["motion"] = list(motion.items())
    options["rules"] = rules
    if not isinstance(what, dict):
        paths = [what] if isinstance(what, (str, os.PathLike)) else list(what)
        if not paths:
            raise _apart.UsageError("check(): empty: there is nothing to check")
        return Report(_apart._check(inputs=[os.fspath(path) for path in paths], **options))
    parts, scene = _split(what)
    if not parts and scene is None:
        raise _apart.UsageError("check(): empty: there is nothing to check")
    if scene is None:
        return Report(_apart._check(parts=parts, **options))
    with tempfile.NamedTemporaryFile("w", suffix=".json", prefix="scene-", encoding="utf-8") as file:
        json.dump(scene, file, default=_plain, indent=1)
        file.flush()
        try:
            return Report(_apart._check(inputs=[file.name], parts=parts, **options))
        except _apart.Error as error:
            raise type(error)(str(error).replace(file.name, "check(): scene")) from None


def _length(name, value):
    number = float(value)
    if not number >= 0 or number == float("inf"):
        raise _apart.UsageError(f"check(): {name}: expected a number of 0 or more, found {value!r}")
    return number


def _pair(name, rule):
    if len(rule) not in (2, 3):
        raise _apart.UsageError(f"check(): {name}: expected (a, b) or (a, b, reason), found {rule!r}")
    return rule[0], rule[1], 0.0, rule[2] if len(rule) == 3 else ""


def _plain(value):
    if hasattr(value, "tolist"):
        return value.tolist()
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    raise TypeError(f"check(): a scene holds texts, numbers, lists and dicts, not a {type(value).__name__}")


def _placed(name, body):
    """(name, group, geometry, pose) of a body of the short form."""
    if isinstance(body, dict):
        known = {"model", "pose", "group"}
        if unknown := sorted(set(body) - known):
            raise _apart.UsageError(f"check(): body {name!r}: unknown key {unknown[0]!r}")
        if "model" not in body:
            raise _apart.UsageError(f"check(): body {name!r}: \"model\" is missing")
        return name, body.get("group", ""), _geometry(body["model"]), body.get("pose")
    if isinstance(body, tuple):
        if len(body) != 2:
            raise _apart.UsageError(f"check(): body {name!r}: expected (geometry, pose)")
        return name, "", _geometry(body[0]), body[1]
    return name, "", _geometry(body), None


def _geometry(body):
    return body if isinstance(body, (_apart.Model, _apart.Shape)) else _apart.Model(body)


def _split(what):
    """Parts that are given as models, and the scene of those that are not; None when there are none of these."""
    if not isinstance(what.get("bodies"), (list, tuple)):
        return [_placed(str(name), body) for name, body in what.items()], None
    scene = {key: value for key, value in what.items() if key != "bodies"}
    parts, rest = [], []
    for number, body in enumerate(what["bodies"]):
        if "model" not in body:
            body = dict(body)
            if "file" in body:
                body["file"] = os.path.abspath(os.fspath(body["file"]))
            rest.append(body)
            continue
        if not body.get("name"):
            raise _apart.UsageError(f"check(): bodies[{number}]: \"name\" is missing")
        pose = body.get("pose", body.get("matrix"))
        parts.append((body["name"], body.get("group", ""), _geometry(body["model"]), pose))
    if not rest and not set(scene) - {"title", "unit"}:
        return parts, None
    return parts, {**scene, "bodies": rest}
