#!/usr/bin/env python3
"""Reads a BCF file, 2.1 or 3.0, as a tracker would, and prints what is in it as JSON; fails when it is not sound.

read_bcf.py FILE [REPORT]: with the --json report of the same check, also says whether the camera sees each finding.
Where APART_BCF_SCHEMAS names a folder that holds the published schemas in 2.1/ and 3.0/, every file is validated with
xmllint; "validated" says how many were, and why not if they were not.
"""
import collections
import json
import math
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml
import zipfile
import zlib

GUID = re.compile(r"^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$")
# In this order, or readers refuse it.
TOPIC = ["Title", "Priority", "Index", "Labels", "CreationDate", "CreationAuthor", "Description", "Viewpoints"]
COLOURS = {"a": (236, 128, 32), "b": (44, 123, 210)}
MARK, BACKGROUND = (214, 0, 110), (246, 247, 249)


def point(parent, name):
    return [float(parent.find(f"{name}/{axis}").text) for axis in "XYZ"]


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def image(data):
    """Width, height and rows of (r, g, b) of a PNG in true colour."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    at, packed = 8, b""
    while at < len(data):
        (size,) = struct.unpack(">I", data[at : at + 4])
        kind, body = data[at + 4 : at + 8], data[at + 8 : at + 8 + size]
        assert struct.unpack(">I", data[at + 8 + size : at + 12 + size])[0] == zlib.crc32(kind + body), kind
        if kind == b"IHDR":
            width, height, depth, colour = struct.unpack(">IIBB", body[:10])
            assert (depth, colour) == (8, 2)
        packed += body if kind == b"IDAT" else b""
        at += 12 + size
    raw, step = zlib.decompress(packed), 3 * width + 1
    assert len(raw) == step * height
    rows, above = [], bytes(3 * width)
    for y in range(height):
        assert raw[y * step] in (0, 2)  # as it is, or as differences from the row above
        line = raw[y * step + 1 : (y + 1) * step]
        if raw[y * step] == 2:
            line = bytes((a + b) & 255 for a, b in zip(line, above))
        rows.append(list(zip(line[0::3], line[1::3], line[2::3])))
        above = line
    return width, height, rows


def hue_share(counts, colour):
    """How many pixels have this hue: the body's colour, in light, in shade or ghosted."""

    def hue(c):
        rest = [x - min(c) for x in c]
        return [x / max(rest) for x in rest] if max(rest) > 25 else None

    def same(c):
        h = hue(c)
        return h is not None and max(abs(x - y) for x, y in zip(h, wanted)) < 0.2

    wanted = hue(colour)
    return sum(n for c, n in counts.items() if same(c)) / sum(counts.values())


def places(camera, points, width, height):
    """Where points fall on the picture; none for those that do not."""
    eye, ahead, up = point(camera, "CameraViewPoint"), point(camera, "CameraDirection"), point(camera, "CameraUpVector")
    right = cross(ahead, up)
    aspect = camera.find("AspectRatio")
    angle = math.tan(math.radians(float(camera.find("FieldOfView").text) / 2))  # of the width in 2.1, the height in 3.0
    half = angle if aspect is None else angle * float(aspect.text)
    out = []
    for p in points:
        d = [x - y for x, y in zip(p, eye)]
        depth = dot(ahead, d)
        if depth > 0:
            x = width / 2 * (1 + dot(right, d) / depth / half)
            y = height / 2 - width / 2 * dot(up, d) / depth / half
            if 0 <= x < width and 0 <= y < height:
                out.append((int(x), int(y)))
                continue
        out.append(None)
    return out


def finding(report, pair):
    metres = {"mm": 0.001, "cm": 0.01, "m": 1, "": 1}[report["unit"]]
    points = [p for curve in pair.get("curves", []) for p in curve["points"]]
    if not points and "on_a" in pair:
        points = [pair["on_a"], pair["on_b"]]
    return [[metres * x for x in p] for p in points]


def validated(archive, version):
    schemas = os.environ.get("APART_BCF_SCHEMAS")
    if not schemas or not shutil.which("xmllint"):
        return "skipped: " + ("no xmllint" if schemas else "APART_BCF_SCHEMAS names no folder of schemas")
    kinds = {"bcf.version": "version", "project.bcfp": "project", "extensions.xml": "extensions"}
    kinds |= {"markup.bcf": "markup", "viewpoint.bcfv": "visinfo"}
    count = 0
    with tempfile.TemporaryDirectory() as folder:
        archive.extractall(folder)
        names = [name for name in archive.namelist() if os.path.basename(name) in kinds]
        checks = [(os.path.join(schemas, version, kinds[os.path.basename(n)] + ".xsd"), n) for n in names]
        if version == "2.1":  # the file's own narrower schema, beside the one that it narrows
            shutil.copy(os.path.join(schemas, version, "markup.xsd"), folder)
            checks += [(os.path.join(folder, "extensions.xsd"), n) for n in names if n.endswith("markup.bcf")]
        for schema, name in checks:
            done = subprocess.run(
                ["xmllint", "--noout", "--nonet", "--schema", schema, os.path.join(folder, name)], stderr=subprocess.PIPE
            )
            assert done.returncode == 0, done.stderr.decode()
            count += 1
    return count


report = json.load(open(sys.argv[2])) if len(sys.argv) > 2 else None
with zipfile.ZipFile(sys.argv[1]) as archive:
    assert archive.testzip() is None
    names = archive.namelist()
    content = {name: archive.read(name) for name in names}
    version = xml.fromstring(content.pop("bcf.version"))
    assert version.tag == "Version" and version.get("VersionId") in ("2.1", "3.0")
    version = version.get("VersionId")
    checked = validated(archive, version)
new = version == "3.0"
project = xml.fromstring(content.pop("project.bcfp"))
assert project.tag == ("ProjectInfo" if new else "ProjectExtension")
allowed = {}
if new:
    extensions = xml.fromstring(content.pop("extensions.xml"))
    lists = {"TopicTypes": "TopicType", "TopicStatuses": "TopicStatus", "Priorities": "Priority"}
    lists |= {"TopicLabels": "TopicLabel", "Users": "User"}
    for name, one in lists.items():
        allowed[one] = [child.text for child in extensions.findall(f"{name}/{one}")]
else:
    assert project.find("ExtensionSchema").text == "extensions.xsd"
    schema = "{http://www.w3.org/2001/XMLSchema}"
    for kind in xml.fromstring(content.pop("extensions.xsd")).iter(schema + "simpleType"):
        allowed[kind.get("name")] = [value.get("value") for value in kind.iter(schema + "enumeration")]
    allowed["User"] = allowed.pop("UserIdType")

topics = []
folders = [name for name in names if name.endswith("/")]
assert len(content) == 4 * len(folders), names  # nothing else is in it
for folder in folders:
    # The folder itself is a member, as the standard wants it, and holds exactly these.
    assert content[folder] == b"" and GUID.match(folder[:-1]), folder
    members = sorted(name[len(folder) :] for name in names if name.startswith(folder) and name != folder)
    assert members == ["markup.bcf", "snapshot.png", "viewpoint.bcfv"], members
    root, view = (xml.fromstring(content[folder + name]) for name in ("markup.bcf", "viewpoint.bcfv"))
    topic = root.find("Topic")
    assert topic.get("Guid") == folder[:-1]
    order = [TOPIC.index(child.tag) for child in topic]
    assert order == sorted(order), order
    labels = [label.text for label in (topic.findall("Labels/Label") if new else topic.findall("Labels"))]
    used = {"TopicType": [topic.get("TopicType")], "TopicStatus": [topic.get("TopicStatus")], "TopicLabel": labels}
    used |= {"Priority": [topic.find("Priority").text], "User": [topic.find("CreationAuthor").text]}
    for kind, values in used.items():
        assert set(values) <= set(allowed[kind]), (kind, values)
    reference = topic.find("Viewpoints/ViewPoint") if new else root.find("Viewpoints")
    assert reference.find("Viewpoint").text == "viewpoint.bcfv" and reference.find("Snapshot").text == "snapshot.png"
    assert view.get("Guid") == reference.get("Guid") and GUID.match(view.get("Guid"))

    camera = view.find("PerspectiveCamera")
    ahead, up = point(camera, "CameraDirection"), point(camera, "CameraUpVector")
    assert abs(dot(ahead, ahead) - 1) < 1e-9 and abs(dot(up, up) - 1) < 1e-9 and abs(dot(ahead, up)) < 1e-9
    assert 45 <= float(camera.find("FieldOfView").text) <= 60
    selected = view.findall("Components/Selection/Component")
    coloured = view.findall("Components/Coloring/Color")
    assert [c.find("Components/Component" if new else "Component").find("AuthoringToolId").text for c in coloured] == [
        c.find("AuthoringToolId").text for c in selected
    ]
    assert all(c.find("OriginatingSystem").text for c in selected)
    assert view.find("Components/Visibility").get("DefaultVisibility") == "true"

    width, height, rows = image(content[folder + "snapshot.png"])
    counts = collections.Counter(pixel for row in rows for pixel in row)
    colours = [c.get("Color") for c in coloured]
    for colour, which in zip(colours, "ab"):
        assert colour == "%02X%02X%02X" % COLOURS[which]
    one = {
        "guid": folder[:-1],
        "title": topic.find("Title").text,
        "type": topic.get("TopicType"),
        "status": topic.get("TopicStatus"),
        "priority": topic.find("Priority").text,
        "description": topic.find("Description").text,
        "labels": labels,
        "files": [file.text for file in root.iter("Filename")],
        "selected": [c.find("AuthoringToolId").text for c in selected],
        "ifc": [c.get("IfcGuid") for c in selected],
        "colours": colours,
        "view": view.get("Guid"),
        "eye": point(camera, "CameraViewPoint"),
        "ahead": ahead,
        "lines": [[point(line, "StartPoint"), point(line, "EndPoint")] for line in view.iter("Line")],
        "width": width,
        "height": height,
        "snapshot": zlib.crc32(content[folder + "snapshot.png"]),
        "background": counts[BACKGROUND] / (width * height),
        "mark": counts[MARK] / (width * height),
        "a": hue_share(counts, COLOURS["a"]),
        "b": hue_share(counts, COLOURS["b"]),
    }
    if report:
        (pair,) = [p for p in report["pairs"] if p["id"] + "." in one["description"]]
        seen = places(camera, finding(report, pair), width, height)
        one["points"] = len(seen)
        one["in_view"] = sum(at is not None for at in seen)
        # Marked: the mark's own colour within two pixels, and not only its seam.
        one["marked"] = sum(
            any(
                rows[y][x] == MARK
                for y in range(max(0, at[1] - 2), min(height, at[1] + 3))
                for x in range(max(0, at[0] - 2), min(width, at[0] + 3))
            )
            for at in seen
            if at is not None
        )
    topics.append(one)
print(json.dumps({"version": version, "project": project.find("Project/Name").text, "validated": checked, "topics": topics}))
