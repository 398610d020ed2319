"""The stubs are complete and right: as make-stubs writes them, and as mypy compares them with the module and uses them."""
import os
import pathlib
import subprocess
import sys
import tempfile

import apart
from apart import _apart

HERE = pathlib.Path(__file__).resolve().parent
PROGRAM = '''
import numpy as np
import apart
box = apart.Box(1, 2, 3, rounded=0.1)
model = apart.Model(np.zeros((3, 3)), [[0, 1, 2]])
gap: float = apart.distance(box, model, max=3.0, solid=True).distance
apart.distance(box, np.eye(4), model, threads=2)
apart.within(box, ((0, 0, 0), (1, 0, 0, 0)), model, 0.5)
hits = apart.cast(model, apart.Ray((0, 0, 0), (1, 0, 0)))
report = apart.check({"a": box}, clearance=1)
reveal_type(apart.collide(box, box).colliding)
apart.distance(box, model, maximum=3)  # wrong
apart.distance(box)  # wrong
apart.Box("a", 2, 3).radius + "x"  # wrong
apart.nothing  # wrong
'''


def main():
    problems = []
    done = subprocess.run([sys.executable, HERE.parent / "make-stubs", "--check"], capture_output=True, text=True)
    if done.returncode:
        problems.append(done.stdout + done.stderr)
    text = (HERE.parent / "apart" / "__init__.pyi").read_text()
    for name in apart.__all__:
        value = getattr(apart, name)
        if not any(f"{word} {name}" in text for word in ("def", "class", "as", "import")):
            problems.append(f"{name} is not in the stubs")
        if isinstance(value, type) and name + "Batch" in apart.__all__ and f"class {name}Batch" not in text:
            problems.append(f"{name}Batch is not in the stubs")
    for name, words in _apart._options.items():
        if name.startswith("_"):
            continue
        short = name.split(".")[-1]
        lines = [line for line in text.splitlines() if f"def {short}(" in line]
        for word in words:
            if not any(f"{word}:" in line for line in lines):
                problems.append(f"{name}(): the stubs lack its keyword {word}")
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "MYPY_CACHE_DIR": folder, "MYPYPATH": str(pathlib.Path(apart.__file__).parents[1])}
        environment["PYTHONPATH"] = environment["MYPYPATH"]
        program = pathlib.Path(folder) / "program.py"
        program.write_text(PROGRAM)
        done = subprocess.run([sys.executable, "-m", "mypy", "--strict", "--follow-imports=silent", program], capture_output=True,
                              text=True, env=environment, cwd=folder)
        wrong = {i + 1 for i, line in enumerate(PROGRAM.splitlines()) if line.endswith("# wrong")}
        found = {int(line.split(":")[1]) for line in done.stdout.splitlines() if "program.py" in line and ": error:" in line}
        if found != wrong or 'Revealed type is "builtins.bool"' not in done.stdout:
            problems.append(f"mypy found errors in lines {sorted(found)}, expected in {sorted(wrong)}:\n{done.stdout}{done.stderr}")
        done = subprocess.run([sys.executable, "-m", "mypy.stubtest", "apart", "--allowlist", HERE / "stubtest.txt",
                               "--ignore-unused-allowlist"], capture_output=True, text=True, env=environment, cwd=folder)
        if done.returncode:
            problems.append(done.stdout[-6000:] + done.stderr[-2000:])
    print("\n".join(problems) or "the stubs are complete")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
