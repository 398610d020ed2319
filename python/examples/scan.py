"""A scan against CAD: how far does the measured surface deviate, where, and is it inside or outside?"""
import numpy as np

import apart

# The CAD part: a ball of radius 10. The scan: its points with noise of 0.02, and a dent of 0.3.
rng = np.random.default_rng(1)
cad = apart.Model.of_shape(apart.Ball(10))
directions = cad.vertices / np.linalg.norm(cad.vertices, axis=1, keepdims=True)
dent = 0.3 * np.exp(-(((directions - [0, 0, 1]) ** 2).sum(1)) / 0.02)
noise = 0.02 * rng.uniform(-1, 1, len(directions))
scan = apart.Model(directions * (10 + noise - dent)[:, None], cad.faces)

# Every point of the scan: negative is inside the CAD solid.
deviation = apart.closest(cad, scan.vertices, solid=True)
print(f"deviation of {len(scan.vertices)} points: {deviation.distance.min():.4f} to {deviation.distance.max():.4f}")
worst = int(np.abs(deviation.distance).argmax())
print(f"worst at {scan.vertices[worst].round(2).tolist()}, on triangle {deviation.element.triangle[worst]} of the CAD part")

# Of the surfaces as a whole, not only at the points measured: with proven bounds.
both = apart.hausdorff(cad, scan, abs_error=1e-3)
print(f"Hausdorff distance: {both.distance:.4f}, between {both.at_least:.4f} and {both.at_most:.4f}")
print("within a tolerance of 0.5:", not apart.hausdorff_above(cad, scan, 0.5))
print("within a tolerance of 0.1:", not apart.hausdorff_above(cad, scan, 0.1))
