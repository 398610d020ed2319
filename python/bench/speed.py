"""What Python adds to C++, and how far both are ahead of FCL: batches, single calls, import, memory. Prints a table.

    ninja -C build/test python_speed
    PYTHONPATH=build/test/python /usr/bin/python3 python/bench/speed.py build/test/python/python_speed [POSES [PART]]

With a PART, collide, distance or single, only the batch of that query is measured, or only the single calls.

Processor time of all threads, so that other programs matter little. The two sides take turns in one run; the best of
several turns counts. FCL is called from C++, since its Python binding is not packaged: a loop of that would be slower.
"""
import gc
import pathlib
import resource
import subprocess
import sys
import tempfile
import threading
import time

import numpy as np

import apart

SAMPLES = pathlib.Path(__file__).resolve().parents[2] / "samples"
TURNS, BATCH_TURNS, SINGLE_TURNS = 5, 9, 40


def random_poses(count):
    rng = np.random.default_rng(1)
    q = rng.normal(size=(count, 4))
    w, x, y, z = (q / np.linalg.norm(q, axis=1, keepdims=True)).T
    poses = np.zeros((count, 4, 4))
    poses[:, 0, :3] = np.stack([1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)], 1)
    poses[:, 1, :3] = np.stack([2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)], 1)
    poses[:, 2, :3] = np.stack([2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)], 1)
    poses[:, :3, 3] = rng.normal(size=(count, 3)) * 60
    poses[:, 3, 3] = 1
    return poses


def at(*position):
    out = np.eye(4)
    out[:3, 3] = position
    return out


def single_calls(gear):
    """{name: (call, how often in a turn)}, as in speed.cpp. Turns are short: of many, some are not disturbed."""
    box, ball, cube = apart.Box(1, 1, 1), apart.Ball(0.5), apart.Model.of_shape(apart.Box(1, 1, 1))
    there, inside, above = at(2, 0, 0), at(0.5, 0.25, 0.25), at(0, 0, 1.1)
    point, ray = np.array([1.0, 2, 3]), apart.Ray((-3, 0.1, 0.2), (1, 0, 0))
    motion = apart.RigidMotion.line(there, (-2, 0, 0))
    return {
        "collide": (lambda: apart.collide(box, there, ball), 2000),
        "distance": (lambda: apart.distance(box, there, ball), 2000),
        "distance of models": (lambda: apart.distance(cube, there, cube), 2000),
        "closest": (lambda: apart.closest(cube, point), 2000),
        "cast": (lambda: apart.cast(cube, ray), 2000),
        "collisions": (lambda: apart.collisions(cube, inside, cube), 1000),
        "contacts": (lambda: apart.contacts(cube, above, cube, 0.2), 100),
        "intersection": (lambda: apart.intersection(cube, inside, cube), 100),
        "hausdorff": (lambda: apart.hausdorff(cube, inside, cube), 100),
        "penetration": (lambda: apart.penetration(cube, inside, cube, max_tests=2000), 10),
        "impact": (lambda: apart.impact(box, ball, motion), 200),
        "self_distance": (lambda: apart.self_distance(cube), 500),
        "intersection of large models": (lambda: apart.intersection(gear, there, gear), 1),
        "penetration, by another thread": (lambda: apart.penetration(gear, there, gear, max_tests=2000), 1),
    }


def spent(work, times=1):
    start = time.process_time()
    for _ in range(times):
        work()
    return (time.process_time() - start) / times


def main():
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 1_000_000
    only = sys.argv[3:] or ["collide", "distance", "single"]
    files = [str(SAMPLES / name) for name in ("gear.stl", "shaft.stl")]
    a, b = map(apart.load, files)
    poses = random_poses(count)
    with tempfile.NamedTemporaryFile() as file:
        poses.tofile(file.name)
        program = subprocess.Popen([sys.argv[1], *files, file.name], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

        def used():
            """Processor time of the program and its threads, in seconds."""
            out = 0
            for task in pathlib.Path(f"/proc/{program.pid}/task").iterdir():
                out += int((task / "schedstat").read_text().split()[0])
            return out / 1e9

        def measured(line):
            """What it spends on a line; None if it does not know it."""
            before = used()
            program.stdin.write(line + "\n")
            program.stdin.flush()
            known = float(program.stdout.readline()) >= 0
            return used() - before if known else None

        print(f"{count} poses of {a} and {b}")
        for name, query, some in (("collide", apart.collide, poses), ("distance", apart.distance, poses[: count // 10])):
            if name not in only:
                continue
            ours, theirs = [], []
            for _ in range(BATCH_TURNS if name == "collide" else TURNS):
                theirs.append(measured("batch " + name))
                ours.append(spent(lambda: query(a, some, b)))
            print(f"{name}, batch of {len(some)}: C++ {min(theirs):.3f} s, Python {min(ours):.3f} s, ratio {min(ours) / min(theirs):.3f}")
            fcl = measured("fcl " + name)
            if fcl:
                fcl /= min(count, 10000)
                print(f"{name}: FCL, one call after another in C++, {1e6 * fcl:.2f} us a pose; "
                      f"Python batch {1e6 * min(ours) / len(some):.3f} us; ratio {fcl * len(some) / min(ours):.0f}")
        if "single" in only:
            print("single calls: C++, Python, difference (us)")
        for name, (call, times) in single_calls(a).items() if "single" in only else ():
            ours, theirs = [], []
            for _ in range(SINGLE_TURNS):
                theirs.append(measured(f"one {times} {name}") / times)
                ours.append(spent(call, times))
            print(f"  {name:30} {1e6 * min(theirs):9.3f} {1e6 * min(ours):9.3f} {1e6 * (min(ours) - min(theirs)):7.3f}")
        program.stdin.close()
    if sys.argv[3:]:
        return
    text = "import time; t = time.process_time(); import apart; print(time.process_time() - t)"
    took = min(float(subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True).stdout) for _ in range(10))
    print(f"import apart: {1000 * took:.1f} ms")
    box, ball, there = apart.Box(1, 1, 1), apart.Ball(0.5), at(2, 0, 0)

    def calls():
        for _ in range(125_000):
            apart.distance(box, there, ball).on_a

    gc.collect()
    calls()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    threads = [threading.Thread(target=calls) for _ in range(8)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    print(f"1000000 calls on 8 threads: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before} kB more memory")


if __name__ == "__main__":
    main()
