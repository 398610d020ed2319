// A tree of boxes over the triangles of a mesh: the first triangle along a ray, without a test of all of them.
import { Vector3 } from 'three';

export interface RayHit {
  t: number; // along the ray, in lengths of its direction
  triangle: number;
}

const kLeaf = 6; // triangles
const kRoot = 0;

export class TriangleTree {
  private readonly order: Uint32Array; // triangles, leaf by leaf
  private readonly boxes: number[] = []; // six a node: low and high
  private readonly begin: number[] = []; // of a node's triangles in `order`
  private readonly end: number[] = [];
  private readonly right: number[] = []; // the second child; the first is the next node; 0: a leaf

  constructor(private readonly positions: Float32Array, private readonly faces: Uint32Array) {
    const n = faces.length / 3;
    this.order = Uint32Array.from({ length: n }, (_, i) => i);
    const middles = new Float32Array(3 * n);
    for (let i = 0; i < n; ++i)
      for (let k = 0; k < 3; ++k) middles[3 * i + k] = (this.at(i, 0, k) + this.at(i, 1, k) + this.at(i, 2, k)) / 3;
    if (n > 0) this.build(middles, 0, n);
  }

  // Of the triangles met between `from` and `to`, the first.
  first(origin: Vector3, direction: Vector3, from: number, to: number): RayHit | null {
    if (!this.begin.length) return null;
    let best: RayHit | null = null;
    let end = to;
    const [o, d] = [origin.toArray(), direction.toArray()];
    const stack = [kRoot];
    while (stack.length) {
      const node = stack.pop()!;
      if (!this.entered(node, o, d, from, end)) continue;
      if (this.right[node]) {
        stack.push(node + 1, this.right[node]);
        continue;
      }
      for (let k = this.begin[node]; k < this.end[node]; ++k) {
        const t = this.meets(this.order[k], o, d);
        if (t !== null && t >= from && t <= end) best = { t: (end = t), triangle: this.order[k] };
      }
    }
    return best;
  }

  // The corners of a triangle.
  corners(triangle: number): [Vector3, Vector3, Vector3] {
    const corner = (c: number) => new Vector3(this.at(triangle, c, 0), this.at(triangle, c, 1), this.at(triangle, c, 2));
    return [corner(0), corner(1), corner(2)];
  }

  private at(triangle: number, corner: number, k: number) {
    return this.positions[3 * this.faces[3 * triangle + corner] + k];
  }

  private build(middles: Float32Array, begin: number, end: number): number {
    const node = this.begin.length;
    const low = [Infinity, Infinity, Infinity];
    const high = [-Infinity, -Infinity, -Infinity];
    for (let i = begin; i < end; ++i)
      for (let c = 0; c < 3; ++c)
        for (let k = 0; k < 3; ++k) {
          const x = this.at(this.order[i], c, k);
          if (x < low[k]) low[k] = x;
          if (x > high[k]) high[k] = x;
        }
    this.boxes.push(...low, ...high);
    this.begin.push(begin);
    this.end.push(end);
    this.right.push(0);
    if (end - begin <= kLeaf) return node;
    const axis = [0, 1, 2].reduce((longest, k) => (high[k] - low[k] > high[longest] - low[longest] ? k : longest), 0);
    let split = this.partition(middles, begin, end, axis, (low[axis] + high[axis]) / 2);
    if (split === begin || split === end) split = (begin + end) >> 1; // all on one side: halves, in any order
    this.build(middles, begin, split);
    this.right[node] = this.build(middles, split, end);
    return node;
  }

  private partition(middles: Float32Array, begin: number, end: number, axis: number, at: number): number {
    const { order } = this;
    let i = begin;
    for (let k = begin; k < end; ++k)
      if (middles[3 * order[k] + axis] < at) {
        [order[i], order[k]] = [order[k], order[i]];
        ++i;
      }
    return i;
  }

  private entered(node: number, o: number[], d: number[], from: number, to: number): boolean {
    for (let k = 0; k < 3; ++k) {
      const low = this.boxes[6 * node + k];
      const high = this.boxes[6 * node + 3 + k];
      if (d[k] === 0) {
        if (o[k] < low || o[k] > high) return false;
        continue;
      }
      const [p, q] = [(low - o[k]) / d[k], (high - o[k]) / d[k]];
      from = Math.max(from, Math.min(p, q));
      to = Math.min(to, Math.max(p, q));
    }
    return from <= to + 1e-9 * Math.abs(to);
  }

  // Möller and Trumbore: where the ray meets the triangle, from either side.
  private meets(triangle: number, o: number[], d: number[]): number | null {
    const [ax, ay, az] = [this.at(triangle, 0, 0), this.at(triangle, 0, 1), this.at(triangle, 0, 2)];
    const [ux, uy, uz] = [this.at(triangle, 1, 0) - ax, this.at(triangle, 1, 1) - ay, this.at(triangle, 1, 2) - az];
    const [vx, vy, vz] = [this.at(triangle, 2, 0) - ax, this.at(triangle, 2, 1) - ay, this.at(triangle, 2, 2) - az];
    const [px, py, pz] = [d[1] * vz - d[2] * vy, d[2] * vx - d[0] * vz, d[0] * vy - d[1] * vx];
    const area = ux * px + uy * py + uz * pz;
    if (area === 0) return null;
    const [sx, sy, sz] = [o[0] - ax, o[1] - ay, o[2] - az];
    const u = (sx * px + sy * py + sz * pz) / area;
    if (u < 0 || u > 1) return null;
    const [qx, qy, qz] = [sy * uz - sz * uy, sz * ux - sx * uz, sx * uy - sy * ux];
    const v = (d[0] * qx + d[1] * qy + d[2] * qz) / area;
    if (v < 0 || u + v > 1) return null;
    return (vx * qx + vy * qy + vz * qz) / area;
  }
}
