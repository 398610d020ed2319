// The step in 3D: both models ghosted, what the tested volumes hold solid, the volumes in the colour of the outcome, the
// plane that lies between them, the triangles, and all that was found so far.
import { Sphere, Vector3 } from 'three';
import { Body, Shape } from '../viewer/body';
import type { Label } from '../viewer/labels';
import { Box, BoxMark, OutlineMark, PlaneMark, Points, Segments, TriangleMark } from '../viewer/marks';
import { count, number } from '../viewer/text';
import { Viewer } from '../viewer/viewer';
import { Kind, Walk, kNoAxis } from './data';
import { outcome } from './words';

// How far a box reaches along a direction from its centre.
function extent(box: Box, n: Vector3): number {
  return box.axes.reduce((sum, axis, i) => sum + Math.abs(axis.dot(n)) * box.half.getComponent(i), 0);
}

export class StepScene {
  readonly viewer: Viewer;
  follow = true;
  private readonly bodies: [Body, Body];
  private readonly boxes: [BoxMark, BoxMark];
  private readonly outlines: [OutlineMark, OutlineMark]; // of volumes that are not boxes
  private readonly levels: [Segments, Segments];
  private readonly tags: [Label, Label];
  private readonly triangles: [TriangleMark, TriangleMark];
  private readonly plane: PlaneMark;
  private readonly found: Segments;
  private readonly foundPoints: Points;
  private readonly gap: Segments;
  private readonly gapEnds: Points;
  private readonly gapLabel: Label;
  private readonly pointsUpTo: Uint32Array; // of what was found, how many are points and not segments

  constructor(element: HTMLElement, private readonly walk: Walk) {
    const viewer = (this.viewer = new Viewer(element));
    const [a, b] = walk.sides;
    this.bodies = [new Body(viewer, 'a', new Shape(a.positions, a.faces)), new Body(viewer, 'b', new Shape(b.positions, b.faces))];
    this.boxes = [new BoxMark(viewer, 'a'), new BoxMark(viewer, 'b')];
    this.outlines = [new OutlineMark(viewer), new OutlineMark(viewer)];
    this.levels = [new Segments(viewer, { width: 1, opacity: 0.6 }), new Segments(viewer, { width: 1, opacity: 0.6 })];
    this.tags = [viewer.labels.add('a'), viewer.labels.add('b', true)];
    this.triangles = [new TriangleMark(viewer, 'a'), new TriangleMark(viewer, 'b')];
    this.plane = new PlaneMark(viewer);
    this.found = new Segments(viewer, { width: 3.5, onTop: true, order: 10 });
    this.foundPoints = new Points(viewer, { size: 6 });
    this.gap = new Segments(viewer, { width: 2.5, onTop: true, order: 10 });
    this.gapEnds = new Points(viewer, { size: 9 });
    this.gapLabel = viewer.labels.add('gap');
    this.pointsUpTo = this.collectFound();
    viewer.flyToAll(true);
  }

  lookAtAll() {
    this.viewer.flyToAll();
  }

  // The volumes of one level of both trees, of all levels, or none.
  showLevel(depth: number | 'all' | null) {
    this.levels.forEach((lines, s) => {
      if (depth === null) lines.hide();
      else lines.set(this.walk.sides[s].level(depth), 'ab'[s]);
    });
  }

  show(k: number) {
    const { walk } = this;
    for (const mark of [...this.boxes, ...this.outlines, ...this.tags, ...this.triangles, this.plane, this.gap, this.gapEnds, this.gapLabel]) mark.hide();
    for (const body of this.bodies) body.showPart(0, 0);
    this.showFound(k);
    if (k === 0) return;
    const i = k - 1;
    const boxes = this.showBoxes(i);
    const ofTriangles = walk.ofTriangles(i);
    if (ofTriangles) this.showTriangles(i);
    else if (walk.kind[i] === Kind.apart && walk.axis[i] !== kNoAxis) this.showPlane(boxes, walk.axis[i]);
    const v = walk.volumeStep(i);
    const ends = [...walk.sides[0].ends(walk.a[v]), ...walk.sides[1].ends(walk.b[v])];
    if (this.follow) this.viewer.keepInView(new Sphere().setFromPoints(ends));
  }

  private collectFound(): Uint32Array {
    const { walk } = this;
    const upTo = new Uint32Array(walk.foundUpTo[walk.size] + 1);
    const segments: number[] = [];
    const points: number[] = [];
    const p = walk.foundPoints;
    for (let n = 0; n + 1 < upTo.length; ++n) {
      const ends = Array.from(p.subarray(6 * n, 6 * n + 6));
      const isPoint = ends[0] === ends[3] && ends[1] === ends[4] && ends[2] === ends[5];
      if (isPoint) points.push(...ends.slice(0, 3));
      else segments.push(...ends);
      upTo[n + 1] = upTo[n] + (isPoint ? 1 : 0);
    }
    this.found.set(segments, 'found');
    this.foundPoints.set(points, 'found');
    return upTo;
  }

  private showFound(k: number) {
    const n = this.walk.foundUpTo[k];
    const distance = this.walk.byDistance;
    this.found.showFirst(distance ? 0 : n - this.pointsUpTo[n]);
    this.foundPoints.showFirst(distance ? 0 : this.pointsUpTo[n]);
    // Of a distance only the best stays.
    if (distance && n > 0) {
      const p = this.walk.foundPoints;
      this.showGap(new Vector3().fromArray(p, 6 * n - 6), new Vector3().fromArray(p, 6 * n - 3), 'found');
    }
  }

  private showGap(p: Vector3, q: Vector3, colourName: string) {
    this.gap.setPolyline([p, q], colourName);
    this.gapEnds.set([...p.toArray(), ...q.toArray()], colourName);
    this.gapLabel.show(number(p.distanceTo(q) * this.walk.unit), p.clone().lerp(q, 0.5));
  }

  private showBoxes(i: number): [Box, Box] {
    const { walk } = this;
    const v = walk.volumeStep(i);
    const slots = [walk.a[v], walk.b[v]];
    const colourName = walk.kind[i] <= Kind.mayMeet || walk.kind[i] === Kind.dropped ? outcome(walk, i) : 'meet';
    return [0, 1].map((s) => {
      const side = walk.sides[s];
      const box = side.box(slots[s]);
      if (side.ofBoxes) this.boxes[s].set(box, colourName);
      else this.outlines[s].set(side.outline(slots[s]), colourName);
      if (!walk.ofTriangles(i)) this.bodies[s].showPart(...side.range(slots[s])); // two triangles stand out by themselves
      // A's name above its box, B's below: they seldom hide each other.
      const end = side.ends(slots[s]).reduce((best, c) => ((s === 0 ? c.z > best.z : c.z < best.z) ? c : best));
      this.tags[s].show(`${'AB'[s]} ${count(side.nodeNumber(slots[s]))}`, end);
      return box;
    }) as [Box, Box];
  }

  private showTriangles(i: number) {
    const { walk } = this;
    const name = outcome(walk, i);
    this.triangles[0].set(walk.sides[0].triangle(walk.a[i]), name === 'found' ? 'a' : name);
    this.triangles[1].set(walk.sides[1].triangle(walk.b[i]), name === 'found' ? 'b' : name);
    const [p, q] = walk.ends(i);
    if (walk.bound[i] > 0) this.showGap(p, q, name);
    else this.gapEnds.set([...p.toArray(), ...q.toArray()], name); // of what they have in common
  }

  // Between the boxes, square to the direction that tells them apart.
  private showPlane([a, b]: [Box, Box], axis: number) {
    const n = axis < 3 ? a.axes[axis].clone() : axis < 6 ? b.axes[axis - 3].clone() : a.axes[Math.floor((axis - 6) / 3)].clone().cross(b.axes[(axis - 6) % 3]);
    n.normalize();
    if (b.centre.clone().sub(a.centre).dot(n) < 0) n.negate();
    const between = (a.centre.dot(n) + extent(a, n) + b.centre.dot(n) - extent(b, n)) / 2;
    const middle = a.centre.clone().add(b.centre).multiplyScalar(0.5);
    middle.addScaledVector(n, between - middle.dot(n));
    const size = Math.min(a.half.length(), b.half.length()) * 1.1;
    this.plane.set(middle, n, size, 'apart');
  }
}
