// The report, as cli/check writes it. What may be absent is marked so; coordinates are the world's, less `origin`.
import { Box3, Matrix4, Quaternion, Sphere, Vector3 } from 'three';
import { Shape } from '../viewer/body';
import { floats, pageData, words } from '../viewer/decode';

export const kStates = ['duplicate', 'clash', 'contained', 'touch', 'near', 'clear'] as const; // from bad to good
export type State = (typeof kStates)[number];
type Point = [number, number, number];
type Corners = [Point, Point];
export type RawPose = [number, number, number, number, number, number, number]; // x y z qw qx qy qz

interface RawMesh {
  triangles?: number | null;
  positions?: string | null;
  indices?: string | null;
  box?: Corners | null; // in the mesh's own frame, where its triangles are left out
}

export interface RawBody {
  name: string;
  group?: string | null;
  file?: string | null;
  path?: string | null; // of the nodes above it in its file, with / between them
  layer?: string | null;
  color?: string | null; // #rrggbb
  id?: string | null;
  mesh?: number | null;
  pose?: RawPose | null;
  box?: Corners | null; // in the world, where it has no mesh
}

type Frame = number | string | null; // its number or its name

interface RawPair {
  id: string;
  a: number;
  b: number;
  state: State;
  distance?: number | null;
  measured?: boolean; // else `distance` is a lower bound
  on_a?: Point | null;
  on_b?: Point | null;
  triangle_pairs?: number | null;
  overlap?: { thickness: number; estimated?: boolean } | null; // of what both share
  overlap_volume?: number | null; // that both share
  separation_at_least?: number | null; // proven: no shorter translation separates them
  separation_at_most?: { length: number; translation: Point } | null; // moving b by this separates them
  inside?: 'a' | 'b' | null; // which of them lies in the other,
  inside_partly?: boolean; // or a piece of it does
  curves?: { closed?: boolean; length?: number; points: string }[] | null;
  curve_length?: number | null;
  box?: Corners | null;
  clearance?: number | null;
  ignored?: string | null;
  baseline?: 'new' | 'unchanged' | null;
  was?: State | null; // what the baseline called it, if something else
  frames?: { first?: Frame; worst?: Frame; found?: number | null } | null;
  // At and between the frames of a motion; times are frame numbers with a fraction.
  motion?: { first_contact?: number; contact_point?: Point; least_clearance?: number; least_at?: number; worst_at?: number; between_frames?: boolean; unfinished?: boolean } | null;
  pose_a?: RawPose | null; // where they are when it is worst, if not where the bodies are drawn
  pose_b?: RawPose | null;
}

interface RawGone {
  id: string;
  a: string;
  b: string;
  state: State;
}

// Where bodies are in each frame of a motion.
export interface RawMotion {
  frames: number[]; // their numbers
  bodies: number[];
  poses: string; // floats, seven a body and frame
  middles?: Point[]; // of the bodies' meshes, from their own origins, which go straight from frame to frame
}

interface Raw {
  title?: string;
  made?: string;
  command?: string;
  unit?: string | null;
  clearance?: number | null;
  touch?: number | null;
  solid?: boolean;
  self?: boolean;
  finished?: boolean;
  not_done?: number;
  counts?: Partial<Record<State | 'ignored' | 'bodies' | 'pairs' | 'tested', number>>; // tested: pairs that the rules leave
  meshes?: (RawMesh | null)[];
  bodies?: RawBody[];
  groups?: string[];
  pairs?: RawPair[];
  finding_groups?: Record<'body' | 'place', { name: string; pairs: string[] }[]> | null; // of the ids of pairs
  resolved?: RawGone[];
  motion?: RawMotion | null;
  origin?: Point | null;
  notes?: string[];
}

// A row of the list: a pair of the report, or one that the baseline had and this report has no more.
export interface Pair extends Omit<RawPair, 'a' | 'b'> {
  bodies: [number, number]; // -1: none of that name
  names: [string, string];
  groups: [string, string];
  files: [string, string];
  gone: boolean;
  text: string; // what the search looks at
  apart: number; // the distance; of those that share space, minus the separation; NaN: unknown
  rank: number[]; // the smaller, the worse
}

// What the filters sort it under.
export type Kind = State | 'ignored';
export const kKinds: Kind[] = [...kStates, 'ignored'];
export const kindOf = (pair: Pair): Kind => (pair.ignored ? 'ignored' : pair.state);

export const sharesSpace = ({ state }: { state: State }) => state === 'duplicate' || state === 'clash' || state === 'contained';
export const isFinding = (pair: Pair) => pair.state !== 'clear' && !pair.ignored && !pair.gone;

// Worse comes first: by kind, the longer separation, the smaller distance; then by name, so that the order is always the same.
const rankOf = (x: Omit<RawPair, 'a' | 'b'>) => [
  x.ignored ? 1 : 0,
  kStates.indexOf(x.state),
  -(x.separation_at_most?.length ?? 0),
  x.distance ?? Infinity,
  -(x.curve_length ?? 0),
];
export function severity(p: Pair, q: Pair): number {
  for (let k = 0; k < p.rank.length; ++k) if (p.rank[k] !== q.rank[k]) return p.rank[k] - q.rank[k];
  return p.text < q.text ? -1 : p.text > q.text ? 1 : p.id < q.id ? -1 : 1;
}

// How a body is drawn: its own triangles, or its box.
export interface Figure {
  shape: Shape;
  at: Matrix4; // to the page's coordinates
  sphere: Sphere;
  size: number; // how thick it is, taken over its three directions: of a long pipe it says more than the length
}

export interface Place {
  box: Box3;
  known: boolean; // told by the report; else guessed from the boxes of the two bodies
}

const vector = (p: Point) => new Vector3(...p);
const box3 = ([lo, hi]: Corners) => new Box3(vector(lo), vector(hi));

function poseMatrix(pose?: RawPose | null): Matrix4 {
  if (!pose) return new Matrix4();
  const [x, y, z, qw, qx, qy, qz] = pose;
  return new Matrix4().compose(new Vector3(x, y, z), new Quaternion(qx, qy, qz, qw).normalize(), new Vector3(1, 1, 1));
}

// A cube from -1 to 1: every box is one, stretched.
function cube(): Shape {
  const positions = new Float32Array(Array.from({ length: 24 }, (_, i) => (Math.floor(i / 3) & (1 << (i % 3)) ? 1 : -1)));
  return new Shape(positions, new Uint32Array([0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5]));
}

// A flat box still needs some thickness for its matrix.
function stretched(box: Box3): Matrix4 {
  const half = box.getSize(new Vector3()).multiplyScalar(0.5);
  half.max(new Vector3().setScalar(1e-6 * half.length() || 1e-9));
  return new Matrix4().makeTranslation(box.getCenter(new Vector3())).scale(half);
}

export class Report {
  readonly title: string;
  readonly unit: string;
  readonly pairs: Pair[]; // worst first
  readonly gone: Pair[];
  readonly groups: string[];
  readonly notes: string[];
  readonly withBaseline: boolean;
  readonly counts: Record<Kind | 'bodies' | 'pairs', number>;
  readonly findingsOf: Pair[][] = []; // of each body, worst first
  readonly scale: number; // what 1 on the page is in the report
  private readonly middle: Vector3;
  private readonly shapes: (Shape | Box3 | null)[];
  private readonly cube = cube();
  private readonly places = new Map<Pair, Place>();

  constructor(readonly raw: Raw) {
    const bodies = raw.bodies ?? [];
    this.title = raw.title ?? '';
    this.unit = raw.unit ?? '';
    this.notes = raw.notes ?? [];
    this.pairs = (raw.pairs ?? []).map((pair) => this.pair(pair, [pair.a, pair.b], [bodies[pair.a]?.name ?? '', pair.a === pair.b ? 'itself' : (bodies[pair.b]?.name ?? '')])).sort(severity);
    const byName = new Map(bodies.map(({ name }, i) => [name, i]));
    this.gone = (raw.resolved ?? []).map((pair) => this.pair(pair, [byName.get(pair.a) ?? -1, byName.get(pair.b) ?? -1], [pair.a, pair.b], true)).sort(severity);
    this.groups = raw.groups ?? [...new Set(bodies.map(({ group }) => group ?? ''))].filter(Boolean).sort();
    this.withBaseline = raw.resolved !== undefined || this.pairs.some(({ baseline }) => baseline);
    const listed = (state: State) => this.pairs.filter((pair) => pair.state === state && !pair.ignored).length;
    this.counts = { bodies: bodies.length, pairs: this.pairs.length, duplicate: listed('duplicate'), clash: listed('clash'), contained: listed('contained'), touch: listed('touch'), near: listed('near'), clear: listed('clear'), ignored: this.pairs.filter((pair) => pair.ignored).length, ...raw.counts };
    bodies.forEach(() => this.findingsOf.push([]));
    for (const pair of this.pairs.filter(isFinding)) for (const i of new Set(pair.bodies)) this.findingsOf[i]?.push(pair);
    this.shapes = (raw.meshes ?? []).map((mesh) => {
      if (mesh?.positions && mesh.indices) return new Shape(floats(mesh.positions), words(mesh.indices));
      return mesh?.box ? box3(mesh.box) : null;
    });
    // The view wants coordinates of about 1.
    const all = new Box3();
    bodies.forEach((_, i) => all.union(this.boxOf(i)));
    for (const { box } of this.pairs) if (box) all.union(box3(box));
    const sphere = all.isEmpty() ? new Sphere(new Vector3(), 1) : all.getBoundingSphere(new Sphere());
    this.middle = sphere.center;
    this.scale = sphere.radius || 1;
  }

  private pair(raw: Omit<RawPair, 'a' | 'b'>, ofBodies: [number, number], names: [string, string], gone = false): Pair {
    const of = (key: 'group' | 'file') => ofBodies.map((i) => this.raw.bodies?.[i]?.[key] ?? '') as [string, string];
    const [groups, files] = [of('group'), of('file')];
    const text = [...names, ...groups, ...files].join('\n').toLowerCase();
    const apart = raw.separation_at_most ? -raw.separation_at_most.length : sharesSpace(raw) ? NaN : (raw.distance ?? NaN);
    return { ...raw, bodies: ofBodies, names, groups, files, gone, text, apart, rank: rankOf(raw) };
  }

  get bodies() {
    return this.raw.bodies?.length ?? 0;
  }
  body = (i: number): RawBody => this.raw.bodies?.[i] ?? { name: '' };
  triangles = (i: number): number | null => this.raw.meshes?.[this.body(i).mesh ?? -1]?.triangles ?? null;
  byId = (id: string): Pair | undefined => this.pairs.find((pair) => pair.id === id) ?? this.gone.find((pair) => pair.id === id);

  // To the page's coordinates, those of the scene.
  toPage = (p: Vector3) => p.clone().sub(this.middle).divideScalar(this.scale);
  toWorld = (p: Vector3) => p.clone().multiplyScalar(this.scale).add(this.middle).add(vector(this.raw.origin ?? [0, 0, 0]));
  private boxToPage = (box: Box3) => new Box3(this.toPage(box.min), this.toPage(box.max));
  private get pageMatrix() {
    return new Matrix4().makeScale(1 / this.scale, 1 / this.scale, 1 / this.scale).multiply(new Matrix4().makeTranslation(this.middle.clone().negate()));
  }

  get hasFindingGroups() {
    return !!this.raw.finding_groups;
  }
  // The name of the group of findings that a pair is in, if any.
  groupOf(by: 'body' | 'place'): (pair: Pair) => string | undefined {
    const names = new Map((this.raw.finding_groups?.[by] ?? []).flatMap(({ name, pairs }) => pairs.map((id) => [id, name])));
    return (pair) => names.get(pair.id);
  }

  // In the world; empty where nothing is known of it.
  private boxOf(i: number): Box3 {
    const body = this.raw.bodies?.[i];
    const shape = this.shapes[body?.mesh ?? -1];
    if (!body || !shape) return body?.box ? box3(body.box) : new Box3();
    if (shape instanceof Shape) shape.geometry.boundingBox ?? shape.geometry.computeBoundingBox();
    const own = shape instanceof Shape ? shape.geometry.boundingBox! : shape;
    return own.clone().applyMatrix4(poseMatrix(body.pose));
  }

  // Which bodies are drawn as boxes, so that no more than so many triangles are drawn at a time: those of the worst pairs
  // are the last to be.
  asBoxes(mostTriangles: number): boolean[] {
    const out = new Array<boolean>(this.bodies).fill(true);
    const order = [...this.pairs.filter(({ state }) => state !== 'clear').flatMap(({ bodies }) => bodies), ...out.keys()];
    let left = mostTriangles;
    for (const i of order) {
      const shape = this.shapes[this.raw.bodies?.[i]?.mesh ?? -1];
      if (!out[i] || !(shape instanceof Shape) || shape.triangles > left) continue;
      left -= shape.triangles;
      out[i] = false;
    }
    return out;
  }

  // Null where nothing is known of it.
  figure(i: number, pose?: RawPose | null, asBox = false): Figure | null {
    const body = this.raw.bodies?.[i];
    if (!body) return null;
    const full = this.shapes[body.mesh ?? -1];
    const shape = asBox && full instanceof Shape ? full.geometry.boundingBox! : full;
    const inWorld = this.pageMatrix;
    const posed = inWorld.clone().multiply(poseMatrix(pose ?? body.pose));
    if (!shape && !body.box) return null;
    const known: [Shape, Matrix4] =
      shape instanceof Shape ? [shape, posed] : shape ? [this.cube, posed.multiply(stretched(shape))] : [this.cube, inWorld.multiply(stretched(box3(body.box!)))];
    const [drawn, at] = known;
    drawn.geometry.boundingSphere ?? drawn.geometry.computeBoundingSphere();
    drawn.geometry.boundingBox ?? drawn.geometry.computeBoundingBox();
    const sphere = drawn.geometry.boundingSphere!.clone().applyMatrix4(at);
    const sides = drawn.geometry.boundingBox!.getSize(new Vector3()).multiply(new Vector3().setFromMatrixScale(at));
    const least = 0.02 * Math.max(...sides.toArray());
    return { shape: drawn, at, sphere, size: Math.cbrt(sides.toArray().reduce((product, x) => product * Math.max(x, least), 1)) };
  }

  // Where the pair's matter lies, in the page's coordinates.
  place(pair: Pair): Place {
    const place = this.places.get(pair) ?? this.findPlace(pair);
    this.places.set(pair, place);
    return place;
  }
  // The middle of it, in the report's own coordinates; null where it is not known.
  worldPlace(pair: Pair): Vector3 | null {
    const { box, known } = this.place(pair);
    return known && !pair.gone ? this.toWorld(box.getCenter(new Vector3())) : null;
  }
  private findPlace(pair: Pair): Place {
    if (pair.box) return { box: this.boxToPage(box3(pair.box)), known: true };
    const told = new Box3().setFromPoints([...(this.ends(pair) ?? []), ...this.curves(pair).flat()]);
    if (!told.isEmpty()) return { box: told, known: true };
    const boxes = pair.bodies.map((i) => this.boxOf(i)).filter((box) => !box.isEmpty()).map(this.boxToPage);
    const shared = boxes.length === 2 ? boxes[0].clone().intersect(boxes[1]) : new Box3();
    if (!shared.isEmpty()) return { box: shared, known: false };
    return { box: boxes.reduce((all, box) => all.union(box), new Box3()), known: false };
  }
  curves(pair: Pair): Vector3[][] {
    return (pair.curves ?? []).map(({ closed, points }) => {
      const p = floats(points);
      const line = Array.from({ length: Math.floor(p.length / 3) }, (_, k) => this.toPage(new Vector3().fromArray(p, 3 * k)));
      if (closed && line.length > 2) line.push(line[0].clone());
      return line;
    });
  }
  // Both nearest points, where they are told.
  ends(pair: Pair): [Vector3, Vector3] | null {
    return pair.on_a && pair.on_b ? [this.toPage(vector(pair.on_a)), this.toPage(vector(pair.on_b))] : null;
  }
  // Where they touch first in a motion, if that is told.
  contactPoint(pair: Pair): Vector3 | null {
    return pair.motion?.contact_point ? this.toPage(vector(pair.motion.contact_point)) : null;
  }
  // Whether the first lies inside the second; where the report does not say, as far as boxes tell.
  firstIsInner(pair: Pair): boolean {
    if (pair.inside) return pair.inside === 'a';
    const [a, b] = pair.bodies.map((i) => this.boxOf(i).getSize(new Vector3()).length());
    return a <= b;
  }
}

export const readReport = () => new Report(pageData<Raw>());
