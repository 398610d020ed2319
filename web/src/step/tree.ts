// The test tree, growing: every test beneath the test whose pair was opened. Circles are tests of volumes, squares of
// triangles. A walk of any size fits: what is near the current test has room, the rest is pressed together.
import { PanZoom } from '../viewer/pan_zoom';
import { colour, onTheme } from '../viewer/theme';
import { Kind, Walk, kNone } from './data';
import { describe, outcome } from './words';

// Who is under whom, and which of the leaves, counted from left to right, each node spans.
class Shape {
  readonly level: Uint16Array;
  readonly levels: number;
  readonly begin: Uint32Array;
  readonly end: Uint32Array;
  readonly leaves: number;
  readonly children: number[][];

  constructor(walk: Walk) {
    const n = walk.size;
    this.level = new Uint16Array(n);
    this.begin = new Uint32Array(n);
    this.end = new Uint32Array(n);
    this.children = Array.from({ length: n }, () => []);
    for (let i = 0; i < n; ++i) {
      const parent = walk.parent[i];
      if (walk.kind[i] === Kind.dropped || parent === kNone) continue;
      this.children[parent].push(i);
      this.level[i] = this.level[parent] + 1;
    }
    this.levels = this.level.reduce((most, l) => Math.max(most, l), 0);
    let leaves = 0;
    const open = n ? [{ i: 0, entered: false }] : [];
    while (open.length) {
      const top = open[open.length - 1];
      const below = this.children[top.i];
      if (!top.entered) {
        top.entered = true;
        this.begin[top.i] = leaves;
        for (let k = below.length; k-- > 0; ) open.push({ i: below[k], entered: false });
        if (below.length) continue;
        ++leaves;
      }
      this.end[top.i] = leaves;
      open.pop();
    }
    this.leaves = leaves;
  }
}

const kMargin = 20;
const kRoomiest = 18; // pixels for a leaf
const kFade = 0.8; // how much less room a level farther up the path has

export class TestTree {
  private readonly pan: PanZoom;
  private readonly shape: Shape;
  private readonly droppedAt: Uint32Array; // the step that dropped a pair later
  private readonly x: Float32Array; // where nodes are, on their way to where they belong
  private readonly target: Float32Array;
  private readonly radius: Float32Array;
  private down = 20;
  private shown = 0;

  constructor(element: HTMLElement, private readonly walk: Walk, private readonly pick: (k: number) => void) {
    this.shape = new Shape(walk);
    this.x = new Float32Array(walk.size);
    this.target = new Float32Array(walk.size);
    this.radius = new Float32Array(walk.size);
    this.droppedAt = new Uint32Array(walk.size).fill(kNone);
    for (let i = 0; i < walk.size; ++i) if (walk.kind[i] === Kind.dropped) this.droppedAt[walk.parent[i]] = i;
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
      resized: () => this.fit(),
    });
    onTheme(() => this.pan.invalidate());
  }

  show(k: number) {
    this.shown = k;
    this.layOut();
    if (k > 0) this.follow(this.node(k - 1));
    this.pan.invalidate();
  }

  get resting() {
    return this.pan.resting;
  }

  // Where a step's node is on the canvas.
  screen(i: number) {
    const { scale, x, y } = this.pan.zoom;
    return { x: x + this.x[i] * scale, y: y + this.shape.level[i] * this.down * scale };
  }

  fit() {
    if (!this.pan.width) return;
    this.down = Math.min(36, Math.max(8, (this.pan.height - 2 * kMargin) / Math.max(1, this.shape.levels)));
    this.layOut();
    this.x.set(this.target);
    this.pan.moveTo({ scale: 1, x: 0, y: kMargin });
    if (this.shown) this.follow(this.node(this.shown - 1));
  }

  private node(i: number) {
    return this.walk.kind[i] === Kind.dropped ? this.walk.parent[i] : i;
  }

  // Runs of leaves, from left to right: those under each child of the current node, and under each node that hangs off
  // the way up from it. More of them have more weight, but not in proportion, so that single ones can still be seen.
  private runs() {
    const { begin, end, children } = this.shape;
    const run = (i: number, share: number) => ({ begin: begin[i], end: end[i], weight: share * Math.sqrt(end[i] - begin[i]) });
    let i = this.shown ? this.node(this.shown - 1) : 0;
    const runs = children[i].length ? children[i].map((child) => run(child, 1)) : [run(i, 1)];
    for (let share = 1; this.walk.parent[i] !== kNone; i = this.walk.parent[i], share *= kFade)
      runs.push(...children[this.walk.parent[i]].filter((child) => child !== i).map((child) => run(child, share)));
    return runs.sort((x, y) => x.begin - y.begin);
  }

  private layOut() {
    const { walk, shape, target, radius } = this;
    if (!walk.size || !this.pan.width) return;
    const runs = this.runs();
    const room = this.pan.width - 2 * kMargin;
    // Each gets a share by its weight, but no more than it can use.
    const width = (run: (typeof runs)[0], share: number) => Math.min(kRoomiest * (run.end - run.begin), share * run.weight);
    let [low, high] = [0, kRoomiest * shape.leaves * kFade ** -shape.levels];
    for (let k = 0; k < 60; ++k) {
      const share = (low + high) / 2;
      if (runs.reduce((sum, run) => sum + width(run, share), 0) > room) high = share;
      else low = share;
    }
    const at = new Float32Array(shape.leaves + 1); // where each leaf begins
    let x = kMargin + (room - runs.reduce((sum, run) => sum + width(run, low), 0)) / 2;
    for (const run of runs) {
      const each = width(run, low) / (run.end - run.begin);
      for (let leaf = run.begin; leaf < run.end; ++leaf, x += each) at[leaf] = x;
    }
    at[shape.leaves] = x;
    for (let i = walk.size; i-- > 0; ) {
      const [from, to] = [at[shape.begin[i]], at[shape.end[i]]];
      const below = shape.children[i];
      target[i] = below.length ? (target[below[0]] + target[below[below.length - 1]]) / 2 : (from + to) / 2;
      radius[i] = Math.max(1, Math.min(5, 0.4 * (to - from), 0.4 * this.down));
    }
  }

  // Moves by hand or in depth may have left the current node out of view.
  private follow(i: number) {
    const { width, height, zoom } = this.pan;
    if (!width) return;
    const at = { x: zoom.x + this.target[i] * zoom.scale, y: this.screen(i).y };
    let { x, y } = zoom;
    if (at.x < 8 || at.x > width - 8) x += width / 2 - at.x;
    if (at.y < 8 || at.y > height - 8) y += height * 0.6 - at.y;
    if (x !== zoom.x || y !== zoom.y) this.pan.moveTo({ ...zoom, x, y });
  }

  private at(x: number, y: number): number | null {
    let best: number | null = null;
    let nearest = 10;
    for (let i = 0; i < this.walk.size; ++i) {
      if (this.walk.kind[i] === Kind.dropped) continue;
      const p = this.screen(i);
      const d = Math.hypot(p.x - x, p.y - y);
      if (d < nearest) [best, nearest] = [i, d];
    }
    return best;
  }

  // A part of the way to where the nodes belong; true while there is some left.
  private move(): boolean {
    const atOnce = matchMedia('(prefers-reduced-motion: reduce)').matches;
    let left = false;
    for (let i = 0; i < this.x.length; ++i) {
      const by = this.target[i] - this.x[i];
      if (atOnce || Math.abs(by) < 0.3) this.x[i] = this.target[i];
      else {
        this.x[i] += 0.28 * by;
        left = true;
      }
    }
    return left;
  }

  private paint(context: CanvasRenderingContext2D) {
    if (this.move()) this.pan.invalidate();
    const { walk, shown, pan, x } = this;
    const { width, height, zoom } = pan;
    const { level } = this.shape;
    const across = (i: number) => zoom.x + x[i] * zoom.scale;
    const along = (i: number) => zoom.y + level[i] * this.down * zoom.scale;
    const grown = Math.min(2, Math.max(0.5, Math.sqrt(zoom.scale)));
    const colours = { apart: colour('apart'), meet: colour('meet'), separate: colour('separate'), found: colour('found') };
    const ink = colour('ink');
    const inView = (i: number) => {
      const [u, v] = [across(i), along(i)];
      return u > -40 && u < width + 40 && v > -40 && v < height + 40;
    };
    const edge = (i: number, parent: number) => {
      const [u, v, p, q] = [across(i), along(i), across(parent), along(parent)];
      context.moveTo(p, q);
      if (Math.abs(u - p) < 2) context.lineTo(u, v);
      else context.bezierCurveTo(p, q + 0.55 * (v - q), u, v - 0.55 * (v - q), u, v);
    };
    // Where nodes are pressed together, one for each pixel of a level is enough; and short paths are drawn far faster
    // than one long one.
    const columns = width + 82;
    const cell = (i: number) => level[i] * columns + Math.round(across(i)) + 41;
    const edges = (from: number, to: number, style: string, thick: number) => {
      const drawn = new Uint8Array(columns * (this.shape.levels + 1));
      context.strokeStyle = style;
      context.lineWidth = thick;
      context.beginPath();
      let open = 0;
      for (let i = from; i < to; ++i) {
        const parent = walk.parent[i];
        if (walk.kind[i] === Kind.dropped || parent === kNone || !inView(i)) continue;
        const c = cell(i);
        if (drawn[c] && Math.abs(across(i) - across(parent)) < 3) continue;
        drawn[c] = 1;
        edge(i, parent);
        if (++open < 64) continue;
        context.stroke();
        context.beginPath();
        open = 0;
      }
      context.stroke();
    };
    edges(shown, walk.size, colour('line'), 0.75); // what is to come, faintly
    edges(0, shown, colour('edge'), 1);
    const current = shown ? this.node(shown - 1) : null;
    if (current !== null) {
      context.beginPath();
      for (let i = current; walk.parent[i] !== kNone; i = walk.parent[i]) edge(i, walk.parent[i]);
      context.strokeStyle = ink;
      context.lineWidth = 1.75;
      context.stroke();
    }
    const dot = (i: number) => {
      const r = this.radius[i] * grown;
      context.fillStyle = colours[seen(i)];
      if (walk.kind[i] > Kind.mayMeet || r < 1.5) return context.fillRect(across(i) - 0.85 * r, along(i) - 0.85 * r, 1.7 * r, 1.7 * r);
      context.beginPath();
      context.arc(across(i), along(i), r, 0, 2 * Math.PI);
      context.fill();
    };
    const seen = (i: number) => (this.droppedAt[i] < shown ? 'apart' : outcome(walk, i));
    const importance = { apart: 1, meet: 2, separate: 3, found: 4 };
    const small = new Map<number, number>(); // the most important of each pixel
    for (let i = 0; i < shown; ++i) {
      if (walk.kind[i] === Kind.dropped || !inView(i)) continue;
      if (this.radius[i] * grown > 2) {
        dot(i);
        continue;
      }
      const c = cell(i);
      const other = small.get(c);
      if (other === undefined || importance[seen(i)] > importance[seen(other)]) small.set(c, i);
    }
    for (const i of small.values()) dot(i);
    if (current !== null) {
      context.strokeStyle = ink;
      context.lineWidth = 2;
      context.beginPath();
      context.arc(across(current), along(current), this.radius[current] * grown + 3.5, 0, 2 * Math.PI);
      context.stroke();
    }
  }
}
