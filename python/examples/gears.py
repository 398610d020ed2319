"""Two gears that mesh: backlash and clash over one tooth, and how deep they run into each other when set too close."""
import pathlib

import numpy as np

import apart

gear = apart.load(pathlib.Path(__file__).resolve().parents[2] / "samples" / "gear.stl")
teeth, pitch_radius = 16, 48.0
step = 2 * np.pi / teeth


def poses(centres, angles):
    """The second gear beside the first, turned."""
    out = np.tile(np.eye(4), (len(angles), 1, 1))
    out[:, 0, 0] = out[:, 1, 1] = np.cos(angles)
    out[:, 1, 0] = np.sin(angles)
    out[:, 0, 1] = -np.sin(angles)
    out[:, 0, 3] = centres
    return out


# Half a tooth on is where a tooth meets a gap.
angles = step / 2 + np.linspace(-step / 2, step / 2, 721)
free = apart.distance(gear, poses(2 * pitch_radius, angles), gear)
clear = angles[free.distance > 0]
print(f"turns freely within {np.degrees(clear.max() - clear.min()):.3f} degrees of {np.degrees(step):.1f}")
print(f"most clearance: {free.distance.max():.4f} at {np.degrees(angles[free.distance.argmax()]):.3f} degrees")

best = angles[free.distance.argmax()]
for closer in (0.0, 2.0, 5.0):
    at = poses(2 * pitch_radius - closer, [best])[0]
    answer = apart.clash(gear, at, gear)
    print(f"centres {closer} closer: {answer.state.name}", end="")
    if answer.state == apart.ClashState.clash:
        depth = apart.penetration(gear, at, gear)
        print(f", {depth.at_least:.4f} to {depth.depth:.4f} deep", end="")
    print()
