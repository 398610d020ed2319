"""What Python adds to C++, and how far both are ahead of FCL: batches, single calls, import. Prints a table.

    ninja -C build/test python_speed
    PYTHONPATH=build/test/python /usr/bin/python3 python/bench/speed.py build/test/python/python_speed [POSES]

Processor time of all threads, so that other programs matter little. The two sides take turns in one run; the best of
several turns counts. FCL is called from C++, since its Python binding is
not packaged: a loop of that would be slower.
"""
import os
import pathlib
import subprocess
import sys
import tempfile
import time
from timeit import timeit

import numpy as np

import apart

SAMPLES = pathlib.Path(__file__).resolve().parents[2] / "samples"
TURNS = 4


def main():
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 1_000_000
    files = [str(SAMPLES / name) for name in ("gear.stl", "shaft.stl")]
    a, b = map(apart.load, files)
    rng = np.random.default_rng(1)
    q = rng.normal(size=(count, 4))
    w, x, y, z = (q / np.linalg.norm(q, axis=1, keepdims=True)).T
    poses = np.zeros((count, 4, 4))
    poses[:, 0, :3] = np.stack([1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)], 1)
    poses[:, 1, :3] = np.stack([2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)], 1)
    poses[:, 2, :3] = np.stack([2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)], 1)
    poses[:, :3, 3] = rng.normal(size=(count, 3)) * 60
    poses[:, 3, 3] = 1
    with tempfile.NamedTemporaryFile() as file:
        poses.tofile(file.name)
        program = subprocess.Popen([sys.argv[1], *files, file.name], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

        def used():
            fields = pathlib.Path(f"/proc/{program.pid}/stat").read_text().rsplit(")", 1)[1].split()
            return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

        def native(word, times=1):
            before = used()
            for _ in range(times):
                program.stdin.write(word + "\n")
                program.stdin.flush()
                if float(program.stdout.readline()) < 0:
                    return None
            return (used() - before) / times

        box, ball, at = apart.Box(1, 1, 1), apart.Ball(0.5), np.eye(4)
        at[0, 3] = 2
        print(f"{count} poses of {a} and {b}")
        for name, query in (("collide", apart.collide), ("distance", apart.distance)):
            ours, theirs = [], []
            for _ in range(TURNS):
                theirs.append(native(name))
                start = time.process_time()
                query(a, poses, b)
                ours.append(time.process_time() - start)
            print(f"{name}, batch: C++ {min(theirs):.3f} s, Python {min(ours):.3f} s, ratio {min(ours) / max(min(theirs), 1e-9):.3f}")
            fcl = native("fcl_" + name)
            if fcl:
                fcl /= min(count, 10000)
                print(f"{name}: FCL, one call after another in C++, {1e6 * fcl:.2f} us a pose; "
                      f"Python batch {1e6 * min(ours) / count:.3f} us; ratio {fcl * count / min(ours):.0f}")
        for name, query in (("collide", apart.collide), ("distance", apart.distance)):
            inside = native("one_" + name, 20) / 100000
            outside = min(timeit(lambda: query(box, at, ball), timer=time.process_time, number=50000) / 50000 for _ in range(TURNS))
            print(f"{name}, one call: C++ {1e6 * inside:.3f} us, Python {1e6 * outside:.3f} us, difference {1e6 * (outside - inside):.3f} us")
        program.stdin.close()
    text = "import time; t = time.process_time(); import apart; print(time.process_time() - t)"
    took = min(float(subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True).stdout) for _ in range(10))
    print(f"import apart: {1000 * took:.1f} ms")


if __name__ == "__main__":
    main()
