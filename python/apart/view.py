"""A small inline view for notebooks: one picture of models and shapes, and no network."""
from __future__ import annotations

import html as _html

_COLORS = ("#4878a8", "#d08030", "#5a9a5a", "#a85a8a", "#8a8a40", "#508a8a")
_FINE = 2  # samples a pixel, in each direction
_SMALL = 8  # samples: triangles up to this size are drawn all at once


def _triangles(bodies):
    """The corners (n, 3, 3) of each body, as it is placed."""
    import numpy as np

    from . import _apart as a

    def models(within):
        for geometry, pose in bodies:
            model = geometry if isinstance(geometry, a.Model) else a.Model.of_shape(geometry, within=within)
            corners = model.vertices[model.faces]
            if pose is not None:
                matrix = a._matrix(pose)
                corners = corners @ matrix[:3, :3].T + matrix[:3, 3]
            yield corners

    bounded = [not isinstance(g, a.Shape) or g.kind != "half_space" for g, _ in bodies]
    soups = list(models(None))
    if not all(bounded):  # what has no end is cut off around the others
        seen = [soup.reshape(-1, 3) for soup, ends in zip(soups, bounded) if ends and len(soup)]
        if seen:
            points = np.concatenate(seen)
            low, high = points.min(0), points.max(0)
            room = 0.1 * np.linalg.norm(high - low)
            soups = list(models([low - room, high + room]))
    return soups


class _Canvas:
    """Triangles seen by a z-buffer: the color of the nearest at every sample."""

    def __init__(self, width, height):
        import numpy as np

        self.np, self.width, self.height = np, width, height
        self.depth = np.full(width * height, -np.inf)
        self.color = np.zeros((width * height, 4), np.uint8)

    def _put(self, index, depth, color):
        nearer = depth > self.depth[index]
        index, depth, color = index[nearer], depth[nearer], color[nearer]
        order = self.np.argsort(depth, kind="stable")  # of one sample the last stays
        self.depth[index[order]] = depth[order]
        self.color[index[order], :3] = color[order]
        self.color[index, 3] = 255

    def draw(self, corners, colors):
        """Corners (n, 3, 3) in samples, the third coordinate towards the viewer; colors (n, 3)."""
        np = self.np
        flat = corners[..., :2]
        low = np.maximum(np.ceil(flat.min(1) - 0.5).astype(int), 0)
        high = np.minimum(np.floor(flat.max(1) - 0.5).astype(int), [self.width - 1, self.height - 1])
        a, b, c = corners[:, 0], corners[:, 1], corners[:, 2]
        area = (b[:, 0] - a[:, 0]) * (c[:, 1] - a[:, 1]) - (b[:, 1] - a[:, 1]) * (c[:, 0] - a[:, 0])
        size = (high - low + 1).max(1)
        shown = (area != 0) & ((high - low).min(1) >= 0)

        def put(i, x, y):
            px, py = x + 0.5, y + 0.5
            u = ((px - a[i, 0]) * (c[i, 1] - a[i, 1]) - (py - a[i, 1]) * (c[i, 0] - a[i, 0])) / area[i]
            v = ((b[i, 0] - a[i, 0]) * (py - a[i, 1]) - (b[i, 1] - a[i, 1]) * (px - a[i, 0])) / area[i]
            inside = (u >= 0) & (v >= 0) & (u + v <= 1) & (x <= high[i, 0]) & (y <= high[i, 1])
            i, x, y, u, v = i[inside], x[inside], y[inside], u[inside], v[inside]
            self._put(y * self.width + x, a[i, 2] + u * (b[i, 2] - a[i, 2]) + v * (c[i, 2] - a[i, 2]), colors[i])

        span = 1
        while span <= _SMALL:
            i = np.flatnonzero(shown & (size > span // 2) & (size <= span))
            if len(i):
                for dy in range(span):
                    for dx in range(span):
                        put(i, low[i, 0] + dx, low[i, 1] + dy)
            span *= 2
        for k in np.flatnonzero(shown & (size > _SMALL)).tolist():
            x, y = np.meshgrid(np.arange(low[k, 0], high[k, 0] + 1), np.arange(low[k, 1], high[k, 1] + 1))
            put(np.full(x.size, k), x.ravel(), y.ravel())

    def png(self):
        """The picture, with each pixel the mean of its samples."""
        import struct
        import zlib

        np = self.np
        image = self.color.reshape(self.height // _FINE, _FINE, self.width // _FINE, _FINE, 4).astype(float)
        cover = image[..., 3:].sum((1, 3))
        mean = (image[..., :3] * image[..., 3:]).sum((1, 3)) / np.where(cover > 0, cover, 1)
        pixels = np.concatenate([mean, cover / _FINE**2], -1).round().astype(np.uint8)
        height, width = pixels.shape[:2]
        rows = np.concatenate([np.zeros((height, 1), np.uint8), pixels.reshape(height, -1)], 1).tobytes()

        def chunk(kind, data):
            return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

        header = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
        return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b"")


def picture(bodies, *, width=420, height=320, points=()):
    """SVG of bodies, a list of geometries or of (geometry, pose), seen from the front right, above; points are marked.

    >>> apart.view.picture([apart.Box(1, 2, 3)])[:4]
    '<svg'
    """
    import base64

    import numpy as np

    soups = _triangles([body if isinstance(body, tuple) else (body, None) for body in bodies])
    corners = np.concatenate(soups) if soups else np.empty((0, 3, 3))
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
        """In pixels, down and to the right; the depth as it is."""
        out = np.array(p)
        out[..., 0] = (p[..., 0] - middle[0]) * scale + width / 2
        out[..., 1] = height / 2 - (p[..., 1] - middle[1]) * scale
        return out

    normals = np.cross(seen[:, 1] - seen[:, 0], seen[:, 2] - seen[:, 0])
    length = np.linalg.norm(normals, axis=1)
    light = 0.45 + 0.55 * np.abs(normals @ np.array([0.3, 0.5, 0.8])) / np.where(length > 0, length, 1)
    base = np.array([[int(word[j : j + 2], 16) for j in (1, 3, 5)] for word in _COLORS])
    which = np.repeat(np.arange(len(soups)) % len(_COLORS), [len(soup) for soup in soups])
    canvas = _Canvas(_FINE * width, _FINE * height)
    canvas.draw(flat(seen) * [_FINE, _FINE, 1], np.minimum(base[which] * light[:, None], 255).astype(np.uint8))
    image = base64.b64encode(canvas.png()).decode()
    rows = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" role="img">'
        f'<image width="{width}" height="{height}" href="data:image/png;base64,{image}"/>'
    ]
    for point in points:
        x, y, _ = flat(np.asarray(point, dtype="f8") @ frame.T)
        rows.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="#c02020" stroke="white"/>')
    rows.append("</svg>")
    return "".join(rows)


def legend(names):
    """HTML: the names of the bodies of a picture, each with its color if there are several."""
    square = '<span style="color:{}">&#9632;</span> ' if len(names) > 1 else ""
    return "; ".join(square.format(_COLORS[i % len(_COLORS)]) + _html.escape(name) for i, name in enumerate(names))


class View:
    """What show() returns: notebooks display it."""

    def __init__(self, svg, names):
        self.svg, self.names = svg, names

    @property
    def text(self):
        """What is shown, in words."""
        return "; ".join(self.names)

    def _repr_html_(self):
        return f'<figure style="margin:0">{self.svg}<figcaption>{legend(self.names)}</figcaption></figure>'

    def __repr__(self):
        return f"<apart view: {self.text}>"


def show(*bodies, points=()):
    """Shows models and shapes in a notebook, each a geometry or (geometry, pose); points are marked.

    >>> apart.show(apart.Box(1, 2, 3), apart.Ball(1))
    <apart view: Box(1, 2, 3); Ball(1)>
    """
    names = [repr(body[0] if isinstance(body, tuple) else body) for body in bodies]
    return View(picture(bodies, points=points), names)


def model_html(geometry):
    """The view of one model or shape, with its description."""
    return View(picture([geometry]), [repr(geometry)])._repr_html_()
