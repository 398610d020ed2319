"""The examples run and print what they are about; the page of docs/python.md has its results and pictures."""
import pathlib
import subprocess
import sys
import tempfile

EXAMPLES = pathlib.Path(__file__).resolve().parents[1] / "examples"
EXPECTED = {
    "robot_arm.py": ["clearance of the path: 0.", "hand: nearest"],
    "gears.py": ["turns freely within", "clash,"],
    "scan.py": ["Hausdorff distance: 0.2", "within a tolerance of 0.5: True", "within a tolerance of 0.1: False"],
    "million_poses.py": ["of 20000 poses collide", "nearest of"],
}


def main():
    wrong = 0
    found = {path.name for path in EXAMPLES.glob("*.py")} - {"page.py"}
    if found != set(EXPECTED):
        print("examples:", sorted(found))
        wrong += 1
    for name, words in EXPECTED.items():
        more = ["20000"] if name == "million_poses.py" else []
        done = subprocess.run([sys.executable, EXAMPLES / name, *more], capture_output=True, text=True)
        for word in words:
            if done.returncode or word not in done.stdout:
                print(f"{name}: exit {done.returncode}, expected {word!r} in\n{done.stdout}{done.stderr}")
                wrong += 1
    with tempfile.TemporaryDirectory() as folder:
        page = pathlib.Path(folder) / "tour.html"
        subprocess.run([sys.executable, EXAMPLES / "page.py", "-o", page], check=True)
        text = page.read_text(encoding="utf-8")
        for word in ("19.699748", "<svg", "data:image/png;base64,", "not 0 0 0 1 (is it transposed?)"):
            if word not in text:
                print(f"page.py: {word!r} is not on the page")
                wrong += 1
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
