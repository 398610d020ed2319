// The recorded walk, as lab/step.cpp writes it.
import { Vector3 } from 'three';
import { doubles, floats, octets, pageData, words } from '../viewer/decode';
import { corners, edgesOf, type Box } from '../viewer/marks';

// What happened in a step; the numbers of StepKind in lab/step.cpp.
export const enum Kind {
  apart,
  mayMeet,
  boxesApart,
  trianglesApart,
  found,
  dropped,
}

export type Ask = 'collide' | 'collisions' | 'distance' | 'within';

interface RawSide {
  name: string;
  positions: string;
  faces: string;
  numbers: string;
  tree_nodes: number;
  nodes: string;
  boxes: string;
  lines: string;
  first_line: string;
  ranges: string;
  leaves: string;
  depths: string;
  levels: number;
  tree_levels: number;
}

interface Raw {
  ask: Ask;
  tolerance: number;
  answer: string;
  volume: string;
  rule: string;
  unit: number;
  counts: { volumes: number; triangles: number; found: number };
  a: RawSide;
  b: RawSide;
  steps: Record<'kind' | 'a' | 'b' | 'parent' | 'bound' | 'reach' | 'axis' | 'hulls' | 'points' | 'apart_a' | 'apart_b', string> & { complete: boolean };
}

// One of the two models. Faces are in the order of the tree's leaves: a node is a run of them.
export class Side {
  readonly name: string;
  readonly positions: Float32Array;
  readonly faces: Uint32Array;
  readonly triangles: number;
  readonly treeNodes: number;
  readonly treeLevels: number;
  readonly levels: number; // from the root down, of which all nodes are here
  private readonly numbers: Uint32Array;
  private readonly nodes: Uint32Array;
  private readonly boxes: Float32Array; // none, of volumes that are not oriented boxes:
  private readonly lines: Float32Array; // their outlines, one after the other
  private readonly firstLine: Uint32Array;
  private readonly ranges: Uint32Array;
  private readonly leaves: Uint8Array;
  private readonly depths: Uint32Array;

  constructor(raw: RawSide) {
    this.name = raw.name;
    this.positions = floats(raw.positions);
    this.faces = words(raw.faces);
    this.triangles = this.faces.length / 3;
    this.treeNodes = raw.tree_nodes;
    this.numbers = words(raw.numbers);
    this.nodes = words(raw.nodes);
    this.boxes = floats(raw.boxes);
    this.lines = floats(raw.lines);
    this.firstLine = words(raw.first_line);
    this.depths = words(raw.depths);
    this.levels = raw.levels;
    this.treeLevels = raw.tree_levels;
    this.ranges = words(raw.ranges);
    this.leaves = octets(raw.leaves);
  }

  // Nodes are named by their slot in the page's lists, triangles by their place among the leaves.
  nodeNumber = (slot: number) => this.nodes[slot];
  triangleNumber = (place: number) => this.numbers[place];
  isLeaf = (slot: number) => this.leaves[slot] === 1;
  range = (slot: number): [number, number] => [this.ranges[2 * slot], this.ranges[2 * slot + 1]];
  size = (slot: number) => this.ranges[2 * slot + 1] - this.ranges[2 * slot];
  get ofBoxes() {
    return this.boxes.length > 0;
  }
  // The box of a node, or one around the outline of its volume.
  box(slot: number): Box {
    if (!this.ofBoxes) return around(this.outline(slot));
    const v = (k: number) => new Vector3().fromArray(this.boxes, 15 * slot + 3 * k);
    return { centre: v(0), half: v(1), axes: [v(2), v(3), v(4)] };
  }
  // Pairs of ends.
  outline(slot: number): Float32Array | number[] {
    return this.ofBoxes ? edgesOf(this.box(slot)) : this.lines.subarray(6 * this.firstLine[slot], 6 * this.firstLine[slot + 1]);
  }
  // Points that its volume reaches to.
  ends(slot: number): Vector3[] {
    if (this.ofBoxes) return corners(this.box(slot));
    const lines = this.outline(slot);
    return Array.from({ length: lines.length / 3 }, (_, k) => new Vector3(lines[3 * k], lines[3 * k + 1], lines[3 * k + 2]));
  }
  // Of all nodes of a level, or of all levels that are here.
  level(depth: number | 'all'): number[] {
    const ends: number[] = [];
    this.depths.forEach((d, slot) => {
      if (d < this.levels && (depth === 'all' || d === depth)) for (const x of this.outline(slot)) ends.push(x);
    });
    return ends;
  }
  triangle(place: number): Vector3[] {
    return [0, 1, 2].map((k) => new Vector3().fromArray(this.positions, 3 * this.faces[3 * place + k]));
  }
}

function around(ends: Float32Array | number[]): Box {
  const low = new Vector3(Infinity, Infinity, Infinity);
  const high = low.clone().negate();
  for (let k = 0; k + 2 < ends.length; k += 3) {
    const p = new Vector3(ends[k], ends[k + 1], ends[k + 2]);
    low.min(p);
    high.max(p);
  }
  const axes: Box['axes'] = [new Vector3(1, 0, 0), new Vector3(0, 1, 0), new Vector3(0, 0, 1)];
  return { centre: low.clone().add(high).multiplyScalar(0.5), half: high.sub(low).multiplyScalar(0.5), axes };
}

export const kNone = 0xffffffff;
export const kNoAxis = 255;

export class Walk {
  readonly ask: Ask;
  readonly tolerance: number;
  readonly answer: string;
  readonly volume: string; // of the nodes, by its word
  readonly rule: string;
  readonly unit: number; // what 1 on the page is in the files
  readonly totals: Raw['counts'];
  readonly complete: boolean; // all steps are here
  readonly sides: [Side, Side];
  readonly size: number;
  readonly kind: Uint8Array;
  readonly a: Uint32Array; // slots, places, or which of the pairs that boxes told apart
  readonly b: Uint32Array;
  readonly parent: Uint32Array; // the step of the pair that was opened
  readonly bound: Float64Array;
  readonly reach: Float64Array;
  readonly axis: Uint8Array;
  readonly hulls: Uint8Array; // 1: the bound is that of the nodes' convex hulls
  readonly apartA: Uint32Array;
  readonly apartB: Uint32Array;
  readonly foundPoints: Float32Array; // two for each step that found something, in order
  // How many there were among the first k steps.
  readonly volumesUpTo: Uint32Array;
  readonly trianglesUpTo: Uint32Array;
  readonly foundUpTo: Uint32Array;
  private readonly firstChild: Uint32Array;
  private readonly points: Float32Array;

  constructor(raw: Raw) {
    const steps = raw.steps;
    this.ask = raw.ask;
    this.tolerance = raw.tolerance;
    this.answer = raw.answer;
    this.volume = raw.volume;
    this.rule = raw.rule;
    this.unit = raw.unit;
    this.totals = raw.counts;
    this.complete = steps.complete;
    this.sides = [new Side(raw.a), new Side(raw.b)];
    this.kind = octets(steps.kind);
    this.size = this.kind.length;
    this.a = words(steps.a);
    this.b = words(steps.b);
    this.parent = words(steps.parent);
    this.bound = doubles(steps.bound);
    this.reach = doubles(steps.reach);
    this.axis = octets(steps.axis);
    this.hulls = octets(steps.hulls);
    this.points = floats(steps.points);
    this.apartA = words(steps.apart_a);
    this.apartB = words(steps.apart_b);
    this.volumesUpTo = new Uint32Array(this.size + 1);
    this.trianglesUpTo = new Uint32Array(this.size + 1);
    this.foundUpTo = new Uint32Array(this.size + 1);
    this.firstChild = new Uint32Array(this.size).fill(kNone);
    const found: number[] = [];
    for (let i = 0; i < this.size; ++i) {
      const kind = this.kind[i];
      this.volumesUpTo[i + 1] = this.volumesUpTo[i] + (kind <= Kind.mayMeet ? 1 : 0);
      this.trianglesUpTo[i + 1] = this.trianglesUpTo[i] + (this.ofTriangles(i) ? 1 : 0);
      this.foundUpTo[i + 1] = this.foundUpTo[i] + (kind === Kind.found ? 1 : 0);
      if (kind === Kind.found) for (const p of this.ends(i)) found.push(p.x, p.y, p.z);
      const parent = this.parent[i];
      if (kind !== Kind.dropped && parent !== kNone && this.firstChild[parent] === kNone) this.firstChild[parent] = i;
    }
    this.foundPoints = new Float32Array(found);
  }

  get byDistance() {
    return this.ask === 'distance' || this.ask === 'within';
  }
  ofTriangles = (i: number) => this.kind[i] === Kind.trianglesApart || this.kind[i] === Kind.found;
  // The test of two volumes that a step is, or is part of.
  volumeStep = (i: number) => (this.kind[i] <= Kind.mayMeet ? i : this.parent[i]);
  // Where two triangles are nearest, or the ends of what they have in common.
  ends(i: number): [Vector3, Vector3] {
    const n = 6 * this.trianglesUpTo[i];
    return [new Vector3().fromArray(this.points, n), new Vector3().fromArray(this.points, n + 3)];
  }
  // Which node's children were tested after this pair was taken.
  opened(i: number): 'a' | 'b' | 'both' | null {
    const child = this.firstChild[i];
    if (child === kNone || this.kind[child] > Kind.mayMeet) return null;
    if (this.a[child] !== this.a[i] && this.b[child] !== this.b[i]) return 'both';
    return this.a[child] === this.a[i] ? 'b' : 'a';
  }
}

export const readWalk = () => new Walk(pageData<Raw>());
