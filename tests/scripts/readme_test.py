#!/usr/bin/env python3
"""readme_test.py PROGRAM: every shell command of the README runs, and documents quote what is printed.

Each line of a ```sh block of the README is run beside samples/, with PROGRAM as ./apart. Where a block of any document begins
with `$ ./apart`, the lines below must be the output. Commands that build or install are not run here: other tests do.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

EXCEPT = ("./test", "./apart lab", "cmake ", "c++ ")

program = pathlib.Path(sys.argv[1]).resolve()
root = pathlib.Path(__file__).resolve().parents[2]
documents = [root / "README.md", *sorted((root / "docs").glob("*.md"))]
blocks = [(document.name, *block) for document in documents
          for block in re.findall(r"^```(\w*)\n(.*?)^```$", document.read_text(), re.M | re.S)]
failures = ran = compared = 0


def run(line, folder):
    return subprocess.run(["bash", "-c", line], cwd=folder, capture_output=True, text=True, stdin=subprocess.DEVNULL,
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
        if language == "sh" and document == "README.md":
            for line in text.splitlines():
                if not line.strip() or line.startswith("#") or line.startswith(EXCEPT):
                    continue
                done = run(line, folder)
                ran += 1
                # A check that finds something ends with 1.
                allowed = (0, 1) if line.startswith("./apart check") else (0,)
                if done.returncode not in allowed:
                    fail(document, line, f"exit status {done.returncode}: {done.stderr}")
                elif done.stderr or not done.stdout:
                    fail(document, line, f"printed {len(done.stdout)} bytes, and on stderr: {done.stderr}")
        elif text.startswith("$ "):
            line, expected = text[2:].split("\n", 1)
            done = run(line, folder)
            compared += 1
            if done.stdout != expected:
                fail(document, line, f"prints\n{done.stdout}and not\n{expected}")
    if not (place / "report.html").exists() or not (place / "plant.apart").exists():
        fail("README.md", "--html report.html, -o plant.apart", "a file was not written")
if ran < 10 or compared < 2:
    fail("all documents", "", f"only {ran} commands and {compared} outputs were found")
print(f"{ran} commands run, {compared} outputs compared, {failures} failures")
sys.exit(failures > 0)
