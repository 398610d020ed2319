"""Everything of the C++ door is in the module: every function, every field of an answer, every option, and nothing else.

A query that is new in C++ fails here until the module has it. The exceptions are few, and each has its reason.
"""
import ast
import inspect
import pathlib
import re
import sys
import types

import apart
import apart.gpu
import apart.kit
from apart import _apart

ROOT = pathlib.Path(__file__).resolve().parents[2]
INCLUDE = ROOT / "include" / "apart"
# All public headers but those of vectors, matrices and poses, which are arrays of NumPy.
# Of gpu/ and kit/ is compared what is in apart.gpu and apart.kit.
SUBMODULES = {"gpu": apart.gpu, "kit": apart.kit}
ROOMS = sorted({str(path.parent.relative_to(INCLUDE)) for path in INCLUDE.rglob("*.hpp")} - {".", "base"})

# Functions of C++ that Python has no need of.
NOT_IN_PYTHON = {
    "query_each": "of templates: many poses are an array",
    "run_batch": "of templates: many poses are an array",
    "run_points": "of templates: many points are an array",
    "model_or_shape": "of templates",
    "visit_pair": "of templates",
    "swapped": "of templates",
    "at_world_poses": "of templates",
    "in_world": "of templates",
    "collect_collisions": "collisions(limit=…): a Python function for each pair of triangles would cost more than the query",
    "name": "of a SurfaceFeature: its repr",
    "to_string": "of enumerations: their name",
    "as_polytope": "keeps the polytope of a core: a Shape of Python keeps its own",
    "shape_manifold": "manifold",
    "broad_method": "the enumeration BroadMethod has the names",
    "broad_methods": "the enumeration BroadMethod",
    "save_bytes": "files of bytes: save, and pickle",
    "map_bytes": "files of bytes: load, and pickle",
    "problem": "says what is wrong with a tree: for tests of C++",
    "matches": "patterns of rules: check() takes them",
    "have_in_common": "patterns of rules: check() takes them",
    "worse": "the order of a report's pairs",
    "canonical_order": "the order of a report's bodies",
    "read_mesh": "load",
    "write_mesh": "save",
    "map_model": "load",
    "map_bodies": "read_bodies",
    "map_saved": "read_bodies, check",
    "parse_split": "the word itself is taken",
    "area_vector": "NumPy's cross",
    "bounds": "Shape.bounds, world_box",
    "compound": "Compound",
    "farthest": "farthest_vertex",
    "joined": "Model.joined",
    "placed": "Model.placed",
    "scaled": "Model.scaled",
    "doubles_of": "the shape of an array",
    "mesh_of": "arrays: Model",
    "tree_fields": "keywords: kit.AnyTree",
    "walk_fields": "keywords: kit.AnyWalk",
    "resumable_collide": "slices of microseconds, less than a call of Python takes: max_tests and max_seconds",
    "resumable_within": "slices of microseconds: max_tests and max_seconds",
    "resumable_distance": "slices of microseconds: max_tests and max_seconds",
    "bytes_of": "files: kit.AnyTree.save",
    "tree_in": "files: kit.AnyTree.load",
}
# Options that Python has in another form.
OTHER_OPTIONS = {
    "cache": "Tracker remembers the last answer of a pair",
    "memory": "Tracker remembers the last answer of a pair",
    "slop": "of what a manifold remembers: see memory",
    "notes": "notes of reading are warnings",
    "left_out": "what cannot be read is an exception",
    "from": "start: from is a word of Python",
    "HullTree.progress": "Ctrl-C ends it",
    "HullTracker.solid": "closed models are solids, always",
}
# Classes of C++ that Python has no need of.
NOT_CLASSES = {
    "Resumable": "slices of microseconds: max_tests and max_seconds",
    "MeshBuilder": "arrays: Model",
    "Poses": "an array",
    "PointSpan": "an array",
    "PairCache": "Tracker remembers the last answer of a pair",
    "RigidPose": "saves nanoseconds, of which a call of Python takes hundreds",
    "Mesh": "a Model has its attributes: compared below",
    "Polytope": "a Shape: Model.of_shape gives its corners and faces, farthest_vertex the farthest one",
    "PinnedMemory": "gpu.pinned",
    "DeviceMemory": "gpu.DeviceArray",
}
# Methods that have another form in Python, or none.
OTHER_METHODS = {
    "AnyTree.erased": "private types",
    "AnyWalk.erased": "private types",
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
    "RigidMotion.piece_count": "repr()",
    "RigidMotion.stretch": "private types",
    "Model.mesh": "vertices, faces",
    "Model.tree": "private types",
    "Model.hulls": "private types",
    "Model.boxes": "private types",
    "Model.derived": "private types",
    "Model.unread": "check() of a saved plant",
    "Model.problem": "check() of a saved plant: an error",
    "Model.read_on_demand": "check() of a saved plant",
    "Model.fresh": "check() of a saved plant",
    "Mesh.borrow": "the constructor",
    "Mesh.empty": "len()",
    "Shape.core": "kind, repr()",
}
# Structs that are neither answers nor options nor classes of Python.
NOT_STRUCTS = {
    "Batch": "the batches of Python",
    "PartsInside": "which_inside of two models",
    "RoundedPolytope": "a Shape",
    "BodyModel": "a dict: read_bodies, save",
    "Body": "a dict: read_bodies, save",
    "MappedBytes": "files of bytes: load",
    "Affine": "a matrix",
    "Stretch": "of motion::, what a RigidMotion consists of",
    "BoneWeight": "an array",
    "BoxWork": "a tuple",
    "MovingPoint": "an array: first_contact",
    "MovingEdge": "an array: first_contact",
    "MovingTriangle": "an array: first_contact",
    "PlacedGeometry": "a tuple",
    "AssemblyPart": "check() takes a dict",
    "SavedBodies": "read_bodies, check",
    "CheckProgress": "progress of check()",
    "CheckWatch": "threads and progress of check()",
    "Motion": "motion of check()",
    "CheckReport": "a dict: Report",
    "PairReport": "a dict: Report",
    "PairFrames": "a dict: Report",
    "PartPattern": "rules of check()",
    "PairPattern": "rules of check()",
    "ClearanceRule": "rules of check()",
    "IgnoreRule": "rules of check()",
    "CheckRules": "rules of check()",
    "Piece": "a tuple: Compound",
    "PointVelocity": "arrays: penalty_forces",
    "MotionBounds": "an array: PairSchedule",
    "SimulationProblem": "a dict: problem_of",
    "DepthCamera": "keywords of DepthBuffer: compared below",
    "BodyMotion": "a dict: World.first_impact",
    "Posture": "arrays: World.collide_each",
    "PoseArray": "an array: gpu.Models",
    "Answers": "an array: gpu.Models",
    "ModelPair": "a tuple: gpu.Models",
    "Call": "keywords: gpu.Models",
    "Word": "kit.choices() is a dict",
    "Choice": "kit.choices() is a dict",
    "TreeChoice": "keywords: kit.AnyTree",
    "WalkChoice": "keywords: kit.AnyWalk",
    "Field": "keywords: kit.AnyTree, kit.AnyWalk",
    "VertexArray": "arrays: Model",
    "Options": "keywords of gpu.Models: compared below",
}
ANSWER_NAMES = {"Plane": "HalfSpace"}  # HalfSpace is the function that makes a shape


def plain(text):
    """A header without comments."""
    return re.sub(r"//.*", "", text)


def public(path):
    """A header without what is private to a room, for closed forms in line: what is in the room's own namespace."""
    return re.sub(r"^namespace (apart::)?(convex|queries) \{\n.*?^\}  // namespace (apart::)?\2\n", "", path.read_text(), flags=re.M | re.S)


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
        body = re.sub(r"^  (?:enum class|struct) \w+[^;{]*\{[^}]*\}(?=[; ])", "  enum", body.split(" private:")[0], flags=re.M | re.S)
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
            if not names:  # a type
                continue
            fields += [re.sub(r"\[.*\]", "", word).strip("*& ") for word in names.split(",")]
        out[name] = fields
    return out


def class_bodies(text):
    """{name: what is public} of the classes at the left margin."""
    return {name: body.split(" private:")[0] for name, body in re.findall(r"^class (\w+) \{\n(.*?)^\};", plain(text), re.M | re.S)}


def methods_in(name, body):
    """The public methods of a class."""
    methods = set()
    for line in body.splitlines():
        found = re.match(r"  (?:static |constexpr |explicit )*[A-Za-z][\w:<>,&* ]*?[ &*](\w+)\(", line)
        if found and found[1] not in (name, "operator") and "operator" not in line and not line.startswith("   "):
            methods.add(found[1])
    return methods


def options_in(body):
    """(method, type of its options) of a class."""
    return re.findall(r"^  (?:explicit |static )?(?:[\w:<>,&* ]*?[ &*])?(\w+)\([^;{]*?const (\w*Options)& ", body, re.M)


def owner(path, name):
    """Where in Python a name of a header is looked for."""
    return SUBMODULES.get(path.parent.name, apart)


def constructors():
    """{class: names of the arguments of its constructor}, and of its static methods, as the stubs say."""
    out = {}
    for prefix, page in (("", "__init__.pyi"), *((f"{name}.", f"{name}.pyi") for name in SUBMODULES)):
        for node in ast.parse((pathlib.Path(apart.__file__).parent / page).read_text()).body:
            for method in getattr(node, "body", []) if isinstance(node, ast.ClassDef) else []:
                if isinstance(method, ast.FunctionDef) and (method.name == "__init__" or method.decorator_list):
                    suffix = "" if method.name == "__init__" else "." + method.name
                    out[prefix + node.name + suffix] = {a.arg for a in method.args.args + method.args.kwonlyargs}
    return out


def main():
    problems = []
    headers = [path for room in ROOMS for path in sorted((INCLUDE / room).glob("*.hpp"))]
    declared, all_structs, room_of = {}, {}, {}
    for path in headers:
        text = public(path)
        for name in functions(text):
            declared.setdefault(name, path)
        for name, fields in structs(text).items():
            if path.parent.name in SUBMODULES:  # other names than in the rest of the module
                room_of[f"{path.parent.name}.{name}"] = fields
            else:
                all_structs[name] = fields
    answer_structs = dict(all_structs)
    for path in (INCLUDE / "base").glob("*.hpp"):
        for name, fields in structs(public(path)).items():
            answer_structs.setdefault(name, fields)
    for fields in answer_structs.values():
        for word in [w for w in fields if w.startswith("from ")]:
            fields.remove(word)
            fields += answer_structs[word[5:]]

    # Functions.
    if len(declared) < 100:
        problems.append(f"only {len(declared)} functions were found in the headers: is this test still able to read them?")
    for name, path in sorted(declared.items()):
        if name not in NOT_IN_PYTHON and not hasattr(owner(path, name), name):
            problems.append(f"{path.name}: {name}() is not in the module")
    for name in NOT_IN_PYTHON:
        if name not in declared:
            problems.append(f"{name} is excused, but no header declares it")
    own = {"load", "save", "check", "show", "readable_extensions"}
    for name in _apart._options:
        if "." not in name and not name.startswith("_") and name not in declared and name not in own:
            problems.append(f"{name}() is in the module, but not in C++")

    # Classes, their methods, and the options of both.
    compared_methods = compared_options = 0
    made_with, seen_classes = constructors(), set()
    for path in headers:
        for name, body in class_bodies(public(path)).items():
            seen_classes.add(name)
            where = owner(path, name)
            if name in NOT_CLASSES and name != "Mesh":
                continue
            thing = apart.Model if name == "Mesh" else getattr(where, name, None)
            if thing is None:
                problems.append(f"{path.name}: class {name} is not in the module")
                continue
            for method in sorted(methods_in(name, body)):
                compared_methods += 1
                if not hasattr(thing, method) and method not in OTHER_METHODS and f"{name}.{method}" not in OTHER_METHODS:
                    problems.append(f"{path.name}: {name}.{method}() is not in the module")
            for method, struct in options_in(body):
                fields = all_structs.get(struct, room_of.get(f"{path.parent.name}.{struct}"))
                if fields is None:
                    continue
                compared_options += 1
                making = method in (name, "make")
                full = (path.parent.name + "." if path.parent.name in SUBMODULES else "") + name
                have = made_with.get(full + ("" if making else "." + method), set(_apart._options.get(f"{name}.{method}", [])))
                for field in missing_options(fields, have, name):
                    problems.append(f"{name}.{method}(): its option {field} ({struct}) is not in the module")
    for name in NOT_CLASSES:
        if name not in seen_classes:
            problems.append(f"class {name} is excused, but no header declares it")
    if compared_methods < 150 or compared_options < 20:
        problems.append(f"only {compared_methods} methods and {compared_options} sets of their options were found in the headers")
    camera = set(all_structs["DepthCamera"]) - made_with["DepthBuffer"]
    if camera:
        problems.append(f"DepthBuffer(): {sorted(camera)} of DepthCamera are missing")

    # Structs: answers with all their fields, options, or classes whose attributes are the fields.
    for name, fields in sorted(answer_structs.items()):
        python_name = next((k for k, v in ANSWER_NAMES.items() if v == name), name)
        if python_name in _apart._fields:
            have = {field for field, _, _ in _apart._fields[python_name]}
            if have != set(fields):
                problems.append(f"{name}: fields {sorted(set(fields) - have)} are missing, {sorted(have - set(fields))} are too many")
        elif name in all_structs and isinstance(getattr(apart, name, None), type):
            for field in fields:
                if not hasattr(getattr(apart, name), field):
                    problems.append(f"{name}: {field} is missing")
        elif name in all_structs and name not in NOT_STRUCTS and not name.endswith("Options") and not is_shape(name):
            problems.append(f"struct {name} is not in the module")
    for name in _apart._fields:
        if ANSWER_NAMES.get(name, name) not in answer_structs:
            problems.append(f"{name} is an answer of the module, but no struct in C++")
    for name, fields in room_of.items():
        room, short = name.split(".")
        if short in NOT_STRUCTS:
            continue
        thing = getattr(SUBMODULES[room], short, None)
        for field in ({"status"} | set(fields) - {"status_bits", "unused"}) & set(fields) if thing else ["itself"]:
            if not hasattr(thing, field) and f"self.{field}" not in inspect.getsource(thing.__init__):
                problems.append(f"{name}: {field} is missing")
    for name in NOT_STRUCTS:
        if name not in all_structs and not any(f"{room}.{name}" in room_of for room in SUBMODULES):
            problems.append(f"struct {name} is excused, but no header declares it")

    # Options of functions.
    compared = 0
    for path in headers:
        for name, struct in re.findall(r"^\S[^;{]*?\b(\w+)\([^;{]*?const (\w+Options)& \w+(?: = \{\})?[,)]", plain(public(path)), re.M):
            if struct == "BatchOptions" or name in NOT_IN_PYTHON or struct not in all_structs:
                continue
            if name not in _apart._options:
                if name not in ("problem_of",):  # as Simulation(), of one function in C++
                    problems.append(f"{name}(): its options ({struct}) are not known to the module")
                continue
            compared += 1
            for field in missing_options(all_structs[struct], set(_apart._options[name]), name):
                problems.append(f"{name}(): its option {field} ({struct}) is not in the module")
    if compared < 20:
        problems.append(f"only {compared} functions with options were found in the headers")
    for problem in problems:
        print(problem)
    print(f"{len(declared)} functions, {compared_methods} methods, {len(_apart._fields)} answers and "
          f"{compared + compared_options} sets of options compared")
    return 1 if problems else 0


def missing_options(fields, have, whose):
    out = []
    for field in fields:
        if field in have or field in OTHER_OPTIONS or f"{whose}.{field}" in OTHER_OPTIONS:
            continue
        wanted = {"budget": {"max_tests", "max_seconds"}}.get(field, {field})
        # Of one surface: no query of it has an inside.
        if not wanted <= have and not (whose == "self_distance" and field == "solid"):
            out.append(field)
    return out


def is_shape(name):
    """A solid that a function of this name makes."""
    return name == "BasicTriangle" or isinstance(getattr(apart, name, None), types.BuiltinFunctionType)


if __name__ == "__main__":
    sys.exit(main())
