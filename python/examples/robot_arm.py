"""Clearance of a robot arm along a path: three links, an obstacle, 2,000 configurations in three calls."""
import numpy as np

import apart


def turn(axis, angles):
    """Rotations about an axis (0: x, 1: y, 2: z), as matrices (N, 4, 4)."""
    out = np.tile(np.eye(4), (len(angles), 1, 1))
    i, j = (axis + 1) % 3, (axis + 2) % 3
    out[:, i, i] = out[:, j, j] = np.cos(angles)
    out[:, j, i] = np.sin(angles)
    out[:, i, j] = -np.sin(angles)
    return out


def shift(x, y, z):
    out = np.eye(4)
    out[:3, 3] = x, y, z
    return out


# Links along z, each with its joint at its lower end; the obstacle is a table with a box on it.
upper, fore, hand = apart.Capsule(0.08, 0.6), apart.Capsule(0.06, 0.5), apart.Box(0.08, 0.1, 0.2)
obstacle = apart.Compound([(apart.Box(2, 2, 0.05), (0.9, 0, -0.025)), (apart.Box(0.3, 0.3, 0.4), (0.85, 0, 0.2))])

steps = np.linspace(0, 1, 2000)
base = turn(2, np.pi * (steps - 0.5)) @ shift(0, 0, 0.5)
shoulder = base @ turn(1, 0.9 + 0.2 * np.sin(2 * np.pi * steps))
elbow = shoulder @ shift(0, 0, 0.6) @ turn(1, 0.7 - 0.3 * steps)
wrist = elbow @ shift(0, 0, 0.5) @ turn(1, 0.4 * np.ones_like(steps))

links = {
    "upper arm": (upper, shoulder @ shift(0, 0, 0.3)),
    "forearm": (fore, elbow @ shift(0, 0, 0.25)),
    "hand": (hand, wrist @ shift(0, 0, 0.1)),
}
nearest = np.inf
for name, (shape, poses) in links.items():
    gap = apart.distance(obstacle, poses, shape)
    worst = int(gap.distance.argmin())
    nearest = min(nearest, gap.distance[worst])
    print(f"{name}: nearest {gap.distance[worst]:.4f} at step {worst}, at {gap.on_b[worst].round(3).tolist()}; "
          f"colliding at {np.count_nonzero(gap.distance == 0)} of {len(gap)} steps")
print(f"clearance of the path: {nearest:.4f}")
