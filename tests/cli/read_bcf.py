#!/usr/bin/env python3
"""Reads a BCF 2.1 file as a tracker would, and prints what is in it as JSON; fails when it is not sound."""
import json
import re
import sys
import xml.etree.ElementTree as xml
import zipfile

GUID = re.compile(r"^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$")
# In this order, or readers refuse it.
TOPIC = ["Title", "Priority", "Index", "Labels", "CreationDate", "CreationAuthor", "Description"]


def point(parent, name):
    return [float(parent.find(f"{name}/{axis}").text) for axis in "XYZ"]


with zipfile.ZipFile(sys.argv[1]) as archive:
    assert archive.testzip() is None
    files = {name: xml.fromstring(archive.read(name)) for name in archive.namelist()}
version = files.pop("bcf.version")
assert version.tag == "Version" and version.get("VersionId") == "2.1"
project = files.pop("project.bcfp").find("Project/Name").text
topics = []
for name, root in files.items():
    folder, file = name.split("/")
    assert GUID.match(folder), folder
    if file != "markup.bcf":
        assert file == "viewpoint.bcfv" and f"{folder}/markup.bcf" in files, name
        continue
    topic = root.find("Topic")
    assert topic.get("Guid") == folder
    order = [TOPIC.index(child.tag) for child in topic]
    assert order == sorted(order), order
    views = root.find("Viewpoints")
    view = files[f"{folder}/{views.find('Viewpoint').text}"]
    assert view.get("Guid") == views.get("Guid") and GUID.match(view.get("Guid"))
    camera = view.find("PerspectiveCamera")
    ahead, up = point(camera, "CameraDirection"), point(camera, "CameraUpVector")
    assert abs(sum(x * x for x in ahead) - 1) < 1e-9 and abs(sum(x * y for x, y in zip(ahead, up))) < 1e-9
    topics.append(
        {
            "guid": folder,
            "title": topic.find("Title").text,
            "description": topic.find("Description").text,
            "labels": [label.text for label in topic.findall("Labels")],
            "selected": [tool.text for tool in view.iter("AuthoringToolId")],
            "eye": point(camera, "CameraViewPoint"),
            "ahead": ahead,
            "lines": len(list(view.iter("Line"))),
        }
    )
print(json.dumps({"project": project, "topics": topics}))
