#!/usr/bin/env python3
"""readme_test.py PROGRAM: every shell command of the documents runs, and they quote what is printed.

Each line of a ```sh block of the README and of docs/*.md is run beside samples/, with PROGRAM as ./apart and as apart. Where
a block begins with `$ ./apart`, the lines below must be the output. Not run here: what builds or installs, which other tests
do; experiments; Python, which has tests of its own; STEP, of which there is no sample; `man`, which may be missing.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

EXCEPT = ("./test", "ninja ", "PYTHONPATH=", "./apart lab", "./apart python", "pip ", "cmake ", "c++ ", "build/", "ctest ", "scripts/", "npm ", "cd ")
EXCEPT_WITH = (".step", "--with-step", "man -l")

program = pathlib.Path(sys.argv[1]).resolve()
root = pathlib.Path(__file__).resolve().parents[2]
documents = [root / "README.md", *sorted((root / "docs").glob("*.md"))]
blocks = [(document.name, *block) for document in documents
          for block in re.findall(r"^```(\w*)\n(.*?)^```$", document.read_text(), re.M | re.S)]
failures = ran = compared = 0
names = set()  # of documents with commands


def run(line, folder):
    return subprocess.run(["bash", "-c", "PATH=$PWD:$PATH; " + line], cwd=folder, capture_output=True, text=True, stdin=subprocess.DEVNULL,
                          timeout=300)


def fail(document, line, what):
    global failures
    failures += 1
    print(f"{document}: {line}\n  {what}")


with tempfile.TemporaryDirectory() as folder:
    place = pathlib.Path(folder)
    (place / "apart").symlink_to(program)
    (place / "samples").symlink_to(root / "samples")
    for document, language, text in blocks:
        if language == "sh":
            for line in text.splitlines():
                if not line.strip() or line.startswith("#") or line.startswith(EXCEPT) or any(w in line for w in EXCEPT_WITH):
                    continue
                names.add(document)
                done = run(line, folder)
                ran += 1
                # A check that finds something ends with 1.
                allowed = (0, 1) if line.startswith("./apart check") else (0,)
                if done.returncode not in allowed:
                    fail(document, line, f"exit status {done.returncode}: {done.stderr}")
                elif done.stderr or not (done.stdout or ">" in line or line.startswith("source ")):
                    fail(document, line, f"printed {len(done.stdout)} bytes, and on stderr: {done.stderr}")
        elif text.startswith("$ "):
            line, expected = text[2:].split("\n", 1)
            done = run(line, folder)
            compared += 1
            if done.stdout != expected:
                fail(document, line, f"prints\n{done.stdout}and not\n{expected}")
    if not (place / "report.html").exists() or not (place / "plant.apart").exists():
        fail("README.md", "--html report.html, -o plant.apart", "a file was not written")
if ran < 25 or compared < 2 or not {"README.md", "check.md", "command-line.md", "convex.md"} <= names:
    fail("all documents", "", f"only {ran} commands and {compared} outputs were found")
print(f"{ran} commands run, {compared} outputs compared, {failures} failures")
sys.exit(failures > 0)
