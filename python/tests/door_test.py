"""Everything of the C++ door is in the module: every function, every field of an answer, every option, and nothing else.

A query that is new in C++ fails here until the module has it. The exceptions are few, and each has its reason.
"""
import pathlib
import re
import sys

import apart
from apart import _apart

ROOT = pathlib.Path(__file__).resolve().parents[2]
INCLUDE = ROOT / "include" / "apart"
ROOMS = ("queries", "decompose", "motion", "motion/triangles", "motion/deforming", "world", "scene", "io")

# Functions of C++ that Python has no need of.
NOT_IN_PYTHON = {
    "query_each": "of templates: many poses are an array",
    "run_batch": "of templates: many poses are an array",
    "run_points": "of templates: many points are an array",
    "model_or_shape": "of templates",
    "visit_pair": "of templates",
    "swapped": "of templates",
    "at_world_poses": "of templates",
    "collect_collisions": "collisions(limit=…): a Python function for each pair would cost more than the query",
    "name": "of a SurfaceFeature: its repr",
    "to_string": "of enumerations: their name",
    "as_polytope": "keeps the polytope of a core: a Shape of Python keeps its own",
    "shape_manifold": "manifold",
    "broad_method": "the enumeration BroadMethod has the names",
    "broad_methods": "the enumeration BroadMethod",
    "in_world": "of templates",
    "save_bytes": "files of bytes: save",
    "map_bytes": "files of bytes: load",
    "problem": "says what is wrong with a tree: for tests",
    "matches": "patterns of rules: check() takes them",
    "have_in_common": "patterns of rules: check() takes them",
    "worse": "the order of a report's pairs",
    "box_gap": "near_pairs gives the gap",
    "world_boxes": "world_box of each",
    "reach_box": "world_box",
    "canonical_order": "the order of a report's bodies",
    "read_mesh": "load",
    "write_mesh": "save",
    "map_model": "load",
    "map_bodies": "read_bodies",
    "unit_in_metres": "parse_units",
    "parse_split": "the word itself is taken",
    "is_shape_text": "parse_shape says so",
    "shape_names": "parse_shape",
    "shape_words": "parse_shape",
} | dict.fromkeys(
    ["fly", "move_particles", "penalty_force", "penalty_forces", "points_within", "problem_of", "randomly_reflected", "reflected",
     "time_critical_distances"],
    "simulation, particles and time-critical queries: C++ and the command line, so far",
)
# Options that Python has in another form.
OTHER_OPTIONS = {
    "cache": "Tracker remembers the last answer of a pair",
    "memory": "Tracker remembers the last answer of a pair",
    "notes": "notes of reading are warnings",
    "left_out": "what cannot be read is an exception",
    "from": "start: from is a word of Python",
    "filter": "groups and masks: a Python function for each pair would cost more than the query",
}
# Classes of C++ that Python has no need of.
NOT_CLASSES = {
    "Poses": "an array",
    "PointSpan": "an array",
    "MappedBytes": "files of bytes: load",
    "NearBoxes": "near_pairs",
    "PairCache": "Tracker remembers the last answer of a pair",
} | dict.fromkeys(["DistanceField", "VoxelGrid", "DepthBuffer", "Simulation"], "simulation and particles: C++, so far")
# Answers of what is not in Python.
ANSWERS_IN_CPP_ONLY = {"Flight", "TimeCriticalAnswer", "Wrench"}
# Methods that have another form in Python, or none.
OTHER_METHODS = {
    "size": "len()",
    "make": "the constructor",
    "trusted": "the constructor",
    "arrays": "private types",
    "state": "private types",
    "valid": "what is not valid is refused when it is made",
    "DeformingModel.rest": "model()",
    "DeformingModel.mesh": "model()",
    "DeformingModel.triangle": "model()",
    "DeformingModel.triangle_before": "model() before start_step()",
    "HullTree.face": "faces(node)",
    "HullTree.face_count": "faces(node)",
    "HullTree.vertex": "vertices(node)",
    "HullTree.vertex_count": "vertices(node)",
    "RigidMotion.pieces": "private types",
}
# Structs in those headers that are no answers.
NOT_ANSWERS = re.compile(
    r"\w*Options$|Ray$|Poses$|Batch$|PointSpan$|PairCache$|Tracker$|PlacedGeometry$|PartsInside$|NearBoxes$|"
    r"MappedBytes|AssemblyPart|CheckProgress|CheckWatch|Motion$|CheckReport|PairFrames|PairReport|CheckRules|\w+Pattern$|\w+Rule$"
)


def plain(text):
    """A header without comments."""
    return re.sub(r"//.*", "", text)


def functions(text):
    """Names of the free functions that a header declares: what stands at the left margin."""
    out = set()
    for line in plain(text).splitlines():
        if not line or line[0] in " #}{/" or line.startswith(("struct", "class", "enum", "using", "namespace", "template", "constexpr double", "concept")):
            if not line.startswith("requires"):
                continue
        found = re.match(r"(?:requires .*?> )?(?:inline |constexpr |const )*[\w:<>,&* \[\]]+?[ &*](\w+)\(", line)
        if found and "=" not in line.split("(")[0]:
            out.add(found[1])
    return out


def without_braces(text):
    """What stands in braces is left out; where that was the body of a function, a semicolon stands for it."""
    while True:
        shorter = re.sub(r"(\)|const)?(\s*)\{[^{}]*\}", lambda m: (m[1] + ";") if m[1] else "", text)
        if shorter == text:
            return text
        text = shorter


def structs(text):
    """{name: fields} of the structs at the left margin; fields, and methods that take nothing."""
    out = {}
    for name, base, body in re.findall(r"^struct (\w+)(?: : (\w+))? \{\n(.*?)^\};", plain(text), re.M | re.S):
        body = re.sub(r"^  (?:enum class|struct) \w+[^;{]*\{.*?\};", "", body.split(" private:")[0], flags=re.M | re.S)
        fields = ["from " + base] if base else []
        for statement in without_braces(body).split(";"):
            statement = " ".join(statement.split())
            if not statement or re.match(r"static|friend|explicit|template|using|constexpr|std::span", statement):
                continue
            method = re.match(r"[^(=]* [&*]?(\w+)\(([^)]*)\)(?: const)?$", statement)
            if method:
                fields += [] if method[2] else [method[1]]
                continue
            statement = re.sub(r"<[^<>]*(?:<[^<>]*(?:<[^<>]*>)?[^<>]*>)?[^<>]*>", "", statement)
            statement = re.sub(r" ?= ?[^,]*", "", statement)
            kind, _, names = statement.partition(" ")
            fields += [re.sub(r"\[.*\]", "", word).strip("*& ") for word in names.split(",")]
        out[name] = fields
    return out


def classes(text):
    """{name: public methods} of the classes at the left margin."""
    out = {}
    for name, body in re.findall(r"^class (\w+) \{\n(.*?)^\};", plain(text), re.M | re.S):
        methods = set()
        for line in body.split(" private:")[0].splitlines():
            found = re.match(r"  (?:static |constexpr |explicit )*[A-Za-z][\w:<>,&* ]*?[ &*](\w+)\(", line)
            if found and found[1] not in (name, "operator") and "operator" not in line and not line.startswith("   "):
                methods.add(found[1])
        out[name] = methods
    return out


def main():
    problems = []
    headers = [path for room in ROOMS for path in sorted((INCLUDE / room).glob("*.hpp"))]
    declared, all_structs = {}, {}
    for path in headers:
        text = path.read_text()
        for name in functions(text):
            declared.setdefault(name, path.name)
        all_structs.update(structs(text))
    for folder in ("triangles", "base", "shapes/mesh", "convex/polytope"):
        for path in (INCLUDE / folder).glob("*.hpp"):
            for name, fields in structs(path.read_text()).items():
                all_structs.setdefault(name, fields)

    for fields in all_structs.values():
        for word in [w for w in fields if w.startswith("from ")]:
            fields.remove(word)
            fields += all_structs[word[5:]]

    # Functions.
    if len(declared) < 60:
        problems.append(f"only {len(declared)} functions were found in the headers: is this test still able to read them?")
    for name, header in sorted(declared.items()):
        if name not in NOT_IN_PYTHON and not hasattr(apart, name):
            problems.append(f"{header}: {name}() is not in the module")
    for name in NOT_IN_PYTHON:
        if name not in declared:
            problems.append(f"{name} is excused, but no header declares it")
    own = {"load", "save", "check", "show", "readable_extensions"}
    for name in _apart._options:
        if "." not in name and not name.startswith("_") and name not in declared and name not in own:
            problems.append(f"{name}() is in the module, but not in C++")

    # Classes and their methods.
    compared_methods = 0
    for path in headers:
        for name, methods in classes(path.read_text()).items():
            if name in NOT_CLASSES:
                continue
            if not hasattr(apart, name):
                problems.append(f"{path.name}: class {name} is not in the module")
                continue
            for method in sorted(methods):
                compared_methods += 1
                if hasattr(getattr(apart, name), method) or method in OTHER_METHODS or f"{name}.{method}" in OTHER_METHODS:
                    continue
                problems.append(f"{path.name}: {name}.{method}() is not in the module")
    if compared_methods < 60:
        problems.append(f"only {compared_methods} methods were found in the headers")

    # Answers and their fields.
    for name, fields in sorted(all_structs.items()):
        is_answer = name in _apart._fields
        if not is_answer and name not in ANSWERS_IN_CPP_ONLY and name in declared_answers(headers):
            problems.append(f"{name} is an answer in C++, but not in the module")
        if is_answer:
            have = {field for field, _, _ in _apart._fields[name]}
            want = set(fields)
            if have != want:
                problems.append(f"{name}: fields {sorted(want - have)} are missing, {sorted(have - want)} are too many")
    for name in _apart._fields:
        if name not in all_structs:
            problems.append(f"{name} is an answer of the module, but no struct in C++")

    # Options: those of each function's options struct.
    compared = 0
    for path in headers:
        for name, struct in re.findall(r"^\S[^;{]*?\b(\w+)\([^;{]*?const (\w+Options)& \w+(?: = \{\})?[,)]", plain(path.read_text()), re.M):
            if struct == "BatchOptions" or name not in _apart._options or struct not in all_structs:
                continue
            compared += 1
            have = set(_apart._options[name])
            for field in all_structs[struct]:
                if field in OTHER_OPTIONS and field not in have:
                    continue
                wanted = {"budget": {"max_tests", "max_seconds"}}.get(field, {field})
                if not wanted <= have and not (name == "self_distance" and field == "solid"):
                    problems.append(f"{name}(): its option {field} ({struct}) is not in the module")
    if compared < 20:
        problems.append(f"only {compared} functions with options were found in the headers")
    for problem in problems:
        print(problem)
    print(f"{len(declared)} functions, {compared_methods} methods, {len(_apart._fields)} answers and {compared} sets of options compared")
    return 1 if problems else 0


def declared_answers(headers):
    """Structs that some function returns."""
    out = set()
    for path in headers:
        for kind in re.findall(r"^(?:inline )?(?:Result<|Batch<|std::vector<)?(\w+)>? \w+\(", plain(path.read_text()), re.M):
            if not NOT_ANSWERS.match(kind):
                out.add(kind)
    return out


if __name__ == "__main__":
    sys.exit(main())
