"""A million poses in one call: no Python object for each of them, on all cores."""
import pathlib
import sys
import time

import numpy as np

import apart

samples = pathlib.Path(__file__).resolve().parents[2] / "samples"
gear, shaft = apart.load(samples / "gear.stl"), apart.load(samples / "shaft.stl")
count = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000

rng = np.random.default_rng(1)
poses = np.empty((count, 7))  # x y z qw qx qy qz
poses[:, :3] = rng.normal(size=(count, 3)) * 80
poses[:, 3:] = rng.normal(size=(count, 4))

start = time.perf_counter()
hit = apart.collide(gear, poses, shaft, solid=True)
seconds = time.perf_counter() - start
print(f"{np.count_nonzero(hit.colliding)} of {count} poses collide; {count / seconds / 1e6:.2f} million a second")

free = poses[~hit.colliding]
gap = apart.distance(gear, free[:10000], shaft)
nearest = int(gap.distance.argmin())
print(f"nearest of {len(gap)} free poses: {gap.distance[nearest]:.6f}, between triangles "
      f"{gap.a.triangle[nearest]} and {gap.b.triangle[nearest]}")
