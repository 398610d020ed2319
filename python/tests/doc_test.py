"""Every function has an example in its docstring, and each of these, as every Python block of README.md and docs/python.md,
gives what it says."""
import doctest
import inspect
import pathlib
import re
import sys
import types

import numpy as np

import apart
import apart.bridges
import apart.compat
import apart.gpu
import apart.kit
import apart.view

ROOT = pathlib.Path(__file__).resolve().parents[2]


def apart_matrix(position):
    out = np.eye(4)
    out[:3, 3] = position
    return out


GLOBALS = {"apart": apart, "np": np, "apart_matrix": apart_matrix}


def documented():
    """(name, docstring) of everything public in the package."""
    seen = set()
    for module in (apart, apart.compat, apart.bridges, apart.gpu, apart.kit, apart.view):
        names = apart.__all__ if module is apart else [n for n in vars(module) if not n.startswith("_")]
        yield module.__name__, module.__doc__
        for name in names:
            thing = getattr(module, name)
            if isinstance(thing, types.ModuleType) or id(thing) in seen:
                continue
            if module is not apart and getattr(thing, "__module__", None) != module.__name__:
                continue
            seen.add(id(thing))
            yield f"{module.__name__}.{name}", inspect.getdoc(thing)
            if isinstance(thing, type) and not issubclass(thing, int):  # members of enumerations
                for method, value in vars(thing).items():
                    if not method.startswith("_"):
                        yield f"{module.__name__}.{name}.{method}", getattr(value, "__doc__", None)


def main():
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    examples = missing = 0
    for name, doc in documented():
        if not doc:
            if not isinstance(getattr(apart, name.split(".", 1)[-1], None), type):
                # attributes of answers are documented by their C++ headers
                owner = getattr(apart, name.split(".")[1], None)
                if not (isinstance(owner, type) and hasattr(owner, "_bits")):
                    print(f"{name} has no docstring")
                    missing += 1
            continue
        test = parser.get_doctest(doc, dict(GLOBALS), name, None, 0)
        if not test.examples and name.startswith("apart.") and callable(function := getattr(apart, name[6:], None)):
            if not isinstance(function, type):
                print(f"{name} has no example")
                missing += 1
        examples += len(test.examples)
        runner.run(test)
    for page, least in (("README.md", 1), ("docs/python.md", 8)):
        blocks = re.findall(r"^```python\n(.*?)^```", (ROOT / page).read_text(), re.M | re.S)
        if len(blocks) < least:
            print(f"{page}: only {len(blocks)} blocks of Python")
            missing += 1
        shared = dict(GLOBALS)
        for number, block in enumerate(blocks):
            if ">>>" in block:
                test = parser.get_doctest(block, shared, f"{page} block {number}", page, 0)
                examples += len(test.examples)
                runner.run(test, clear_globs=False)
                shared = test.globs
            else:
                exec(compile(block, f"{page} block {number}", "exec"), shared)
                examples += 1
    result = runner.summarize()
    print(f"{examples} examples, {result.failed} failed, {missing} missing")
    return 1 if result.failed or missing or examples < 60 else 0


if __name__ == "__main__":
    sys.exit(main())
