// The contact pair matrix: a row for each triangle of A and a column for each of B, in the order of the trees' leaves,
// so that a test of two volumes is a rectangle, and the tests beneath it subdivide it.
import { PanZoom } from '../viewer/pan_zoom';
import { colour, onTheme } from '../viewer/theme';
import { Kind, Walk, kNone } from './data';
import { describe } from './words';

interface Rectangle {
  x: number;
  y: number;
  w: number;
  h: number;
}

const kMargin = 20;

// From a touch of the colour on the surface, for tests near the root, to most of it.
function shades(surface: string, full: string, n: number): string[] {
  const parts = (hex: string) => [1, 3, 5].map((k) => parseInt(hex.slice(k, k + 2), 16));
  const [s, f] = [parts(surface), parts(full)];
  return Array.from({ length: n }, (_, l) => {
    const t = 0.14 + (0.66 * l) / Math.max(1, n - 1);
    return `rgb(${s.map((c, k) => Math.round(c + t * (f[k] - c))).join(' ')})`;
  });
}

export class PairMatrix {
  private readonly pan: PanZoom;
  private readonly level: Uint16Array;
  private readonly deepest: number;
  private shown = 0;

  constructor(element: HTMLElement, private readonly walk: Walk, private readonly pick: (k: number) => void) {
    this.level = new Uint16Array(walk.size);
    for (let i = 0; i < walk.size; ++i) if (walk.parent[i] !== kNone) this.level[i] = this.level[walk.parent[i]] + 1;
    this.deepest = Math.max(1, this.level.reduce((m, l) => Math.max(m, l), 0));
    this.pan = new PanZoom(element, (context) => this.paint(context), {
      click: (x, y) => {
        const i = this.at(x, y);
        if (i !== null) this.pick(i + 1);
      },
      hover: (x, y) => {
        const i = this.at(x, y);
        if (i === null) return '';
        const { who, what } = describe(this.walk, i + 1);
        return `Step ${i + 1}. ${who}: ${what}`;
      },
      keep: (zoom) => {
        // It cannot be lost from view.
        zoom.scale = Math.max(1, zoom.scale);
        zoom.x = Math.min(0, Math.max(this.pan.width * (1 - zoom.scale), zoom.x));
        zoom.y = Math.min(0, Math.max(this.pan.height * (1 - zoom.scale), zoom.y));
      },
      resized: () => this.fit(),
    });
    onTheme(() => this.pan.invalidate());
  }

  show(k: number) {
    this.shown = k;
    this.pan.invalidate();
  }
  get resting() {
    return this.pan.resting;
  }
  fit() {
    this.pan.moveTo({ scale: 1, x: 0, y: 0 });
  }

  // Columns and rows that a step is about; of triangles told apart by their boxes, those of their leaves.
  private cells(i: number): Rectangle {
    const { walk } = this;
    const [a, b] = walk.sides;
    if (walk.ofTriangles(i)) return { x: walk.b[i], y: walk.a[i], w: 1, h: 1 };
    const v = walk.volumeStep(i);
    const [top, bottom] = a.range(walk.a[v]);
    const [left, right] = b.range(walk.b[v]);
    return { x: left, y: top, w: right - left, h: bottom - top };
  }

  private toScreen(cells: Rectangle): Rectangle {
    const { width, height, zoom } = this.pan;
    const [a, b] = this.walk.sides;
    const sx = ((width - 2 * kMargin) / b.triangles) * zoom.scale;
    const sy = ((height - 2 * kMargin) / a.triangles) * zoom.scale;
    return { x: zoom.x + kMargin * zoom.scale + cells.x * sx, y: zoom.y + kMargin * zoom.scale + cells.y * sy, w: cells.w * sx, h: cells.h * sy };
  }

  // The last of the shown steps that is about this place.
  private at(x: number, y: number): number | null {
    for (let i = this.shown; i-- > 0; ) {
      const r = this.toScreen(this.cells(i));
      if (x >= r.x - 1 && x <= r.x + r.w + 1 && y >= r.y - 1 && y <= r.y + r.h + 1) return i;
    }
    return null;
  }

  private paint(context: CanvasRenderingContext2D) {
    const { walk, shown, pan } = this;
    if (!walk.sides[0].triangles || !walk.sides[1].triangles) return;
    const mixed = (name: string) => shades(colour('panel'), colour(name), this.deepest + 1);
    const apart = mixed('apart');
    const meet = mixed('meet');
    const separate = colour('separate');
    const found = colour('found');
    const fill = (r: Rectangle, style: string, least: number) => {
      if (r.x > pan.width || r.y > pan.height || r.x + r.w < 0 || r.y + r.h < 0) return;
      const gap = Math.min(r.w, r.h) > 4 ? 1 : 0;
      const w = Math.max(least, r.w - gap);
      const h = Math.max(least, r.h - gap);
      context.fillStyle = style;
      context.fillRect(r.x + (r.w - gap - w) / 2, r.y + (r.h - gap - h) / 2, w, h);
    };
    const whole = this.toScreen({ x: 0, y: 0, w: walk.sides[1].triangles, h: walk.sides[0].triangles });
    fill(whole, colour('line'), 1);
    for (let i = 0; i < shown; ++i) {
      switch (walk.kind[i]) {
        case Kind.mayMeet:
          fill(this.toScreen(this.cells(i)), meet[this.level[i]], 0.6);
          break;
        case Kind.apart:
        case Kind.dropped:
          fill(this.toScreen(this.cells(i)), apart[Math.min(this.level[i], this.deepest)], 0.6);
          break;
        case Kind.boxesApart:
          for (let k = walk.a[i]; k < walk.b[i]; ++k)
            fill(this.toScreen({ x: walk.apartB[k], y: walk.apartA[k], w: 1, h: 1 }), apart[this.level[i]], 0.6);
          break;
        case Kind.trianglesApart:
          fill(this.toScreen(this.cells(i)), separate, 1);
          break;
      }
    }
    for (let i = 0; i < shown; ++i) // contacts are small and matter most
      if (walk.kind[i] === Kind.found) fill(this.toScreen(this.cells(i)), found, 3);
    if (shown) {
      const r = this.toScreen(this.cells(shown - 1));
      context.strokeStyle = colour('ink');
      context.lineWidth = 2;
      if (Math.max(r.w, r.h) < 9) {
        context.beginPath();
        context.arc(r.x + r.w / 2, r.y + r.h / 2, 8, 0, 2 * Math.PI);
        context.stroke();
      } else context.strokeRect(r.x - 1, r.y - 1, Math.max(3, r.w + 1), Math.max(3, r.h + 1));
    }
    this.axes(context);
  }

  private axes(context: CanvasRenderingContext2D) {
    context.font = '600 11px system-ui, sans-serif';
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.fillStyle = colour('b');
    context.fillText('B →', this.pan.width / 2, kMargin / 2);
    context.save();
    context.translate(kMargin / 2, this.pan.height / 2);
    context.rotate(-Math.PI / 2);
    context.fillStyle = colour('a');
    context.fillText('← A', 0, 0);
    context.restore();
  }
}
