"""A small inline view for notebooks: one SVG picture of models and shapes, and no network."""
from __future__ import annotations

import html as _html

_COLORS = ("#4878a8", "#d08030", "#5a9a5a", "#a85a8a", "#8a8a40", "#508a8a")
_MOST = 6000  # triangles drawn of all bodies together; of more, an even selection


def _triangles(geometry, pose):
    import numpy as np

    from . import _apart as a

    model = geometry if isinstance(geometry, a.Model) else a.Model.of_shape(geometry)
    corners = model.vertices[model.faces]
    if pose is None:
        return corners
    pose = np.asarray(pose, dtype="f8")
    if pose.shape != (4, 4):
        raise a.UsageError("show(): pose: the view takes matrices (4, 4)")
    return corners @ pose[:3, :3].T + pose[:3, 3]


def picture(bodies, *, width=420, height=320, points=()):
    """SVG of bodies, a list of geometries or of (geometry, matrix), seen from the front right, above; points are marked.

    >>> apart.view.picture([apart.Box(1, 2, 3)])[:4]
    '<svg'
    """
    import numpy as np

    placed = [body if isinstance(body, tuple) else (body, None) for body in bodies]
    soups = [_triangles(geometry, pose) for geometry, pose in placed]
    total = sum(len(soup) for soup in soups)
    parts, colors = [], []
    for k, soup in enumerate(soups):
        keep = max(1, -(-total // _MOST))
        parts.append(soup[::keep])
        colors.append(np.full(len(parts[-1]), k % len(_COLORS)))
    corners = np.concatenate(parts) if parts else np.empty((0, 3, 3))
    color = np.concatenate(colors) if colors else np.empty(0, int)
    if len(corners) == 0:
        return '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="24"><text x="4" y="16">empty</text></svg>'
    # An orthographic view along (−1, 2, −1): right, up and towards the viewer.
    toward = np.array([1.0, -2.0, 1.0]) / np.sqrt(6)
    right = np.array([2.0, 1.0, 0.0]) / np.sqrt(5)
    frame = np.stack([right, np.cross(toward, right), toward])
    seen = corners @ frame.T
    low, high = seen[..., :2].min((0, 1)), seen[..., :2].max((0, 1))
    scale = 0.9 * min(width / max(high[0] - low[0], 1e-300), height / max(high[1] - low[1], 1e-300))
    middle = (low + high) / 2

    def flat(p):
        return (p[..., 0] - middle[0]) * scale + width / 2, height / 2 - (p[..., 1] - middle[1]) * scale

    normals = np.cross(seen[:, 1] - seen[:, 0], seen[:, 2] - seen[:, 0])
    length = np.linalg.norm(normals, axis=1)
    light = np.abs(normals @ np.array([0.3, 0.5, 0.8])) / np.where(length > 0, length, 1)
    x, y = flat(seen)
    rows = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" role="img">'
    ]
    for i in np.argsort(seen[..., 2].mean(1), kind="stable").tolist():
        base = _COLORS[color[i]]
        shade = 0.45 + 0.55 * float(light[i])
        rgb = ",".join(str(round(int(base[j : j + 2], 16) * shade)) for j in (1, 3, 5))
        at = " ".join(f"{px:.1f},{py:.1f}" for px, py in zip(x[i], y[i]))
        rows.append(f'<polygon points="{at}" fill="rgb({rgb})" stroke="rgb({rgb})" stroke-width="0.4"/>')
    for point in points:
        px, py = flat(np.asarray(point, dtype="f8") @ frame.T)
        rows.append(f'<circle cx="{px:.1f}" cy="{py:.1f}" r="4" fill="#c02020" stroke="white"/>')
    rows.append("</svg>")
    return "".join(rows)


class View:
    """What show() returns: notebooks display it."""

    def __init__(self, svg, text):
        self.svg, self.text = svg, text

    def _repr_html_(self):
        return f'<figure style="margin:0">{self.svg}<figcaption>{_html.escape(self.text)}</figcaption></figure>'

    def __repr__(self):
        return f"<apart view: {self.text}>"


def show(*bodies, points=()):
    """Shows models and shapes in a notebook, each a geometry or (geometry, matrix); points are marked.

    >>> apart.show(apart.Box(1, 2, 3), apart.Ball(1))
    <apart view: Box(1, 2, 3); Ball(1)>
    """
    text = "; ".join(repr(body[0] if isinstance(body, tuple) else body) for body in bodies)
    return View(picture(bodies, points=points), text)


def model_html(geometry):
    """The view of one model or shape, with its description."""
    return View(picture([geometry]), repr(geometry))._repr_html_()
