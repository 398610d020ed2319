"""A wheel is built from the build folder, installed into a fresh virtual environment without a network, and works there."""
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = """
import pickle, sys
import apart, numpy as np
assert "site-packages" in apart.__file__, apart.__file__
box = apart.Model.of_shape(apart.Box(1, 1, 1))
assert apart.distance(box, (2, 0, 0), box).distance == 1
poses = np.tile(np.eye(4), (1000, 1, 1))
poses[:, 0, 3] = np.linspace(2, 3, 1000)
assert np.allclose(apart.distance(box, poses, box).distance, poses[:, 0, 3] - 1)
assert len(pickle.loads(pickle.dumps(box))) == 12
report = apart.check({"a": box, "b": (box, (0.5, 0, 0))})
assert report["counts"]["clash"] == 1 and "<html" in report.to_html()
assert len(apart.load(sys.argv[1])) > 0
print("the wheel works:", apart.__version__, apart.__file__)
"""


def run(*command, **more):
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    environment["PIP_DISABLE_PIP_VERSION_CHECK"] = environment["PIP_NO_INDEX"] = "1"
    done = subprocess.run([str(word) for word in command], env=environment, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, **more)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout}")
    return done.stdout


def main():
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        # NumPy is the distribution's: the registry of packages is not asked.
        run(sys.executable, "-m", "venv", "--system-site-packages", folder / "venv")
        python = folder / "venv" / "bin" / "python3"
        build = os.environ["APART_BUILD_DIR"]
        run(python, "-m", "pip", "wheel", "--no-deps", "--config-settings", f"build-dir={build}", "-w", folder, ROOT)
        wheel, = folder.glob("*.whl")
        run(python, "-m", "pip", "install", wheel)
        print(run(python, "-I", "-c", PROGRAM, ROOT / "samples" / "gear.stl", cwd=folder).strip())
        print(f"{wheel.name}: {wheel.stat().st_size / 1e6:.1f} MB")
        assert wheel.stat().st_size < 20e6


if __name__ == "__main__":
    main()
