// The assembly in 3D: all bodies ghosted with marks where something was found; or one pair in its two colours, with what
// it has in common or how far it is apart drawn upon it.
import { Box3, Plane, Sphere, Vector3 } from 'three';
import { Body, sectionPlanes } from '../viewer/body';
import { Crowd } from '../viewer/crowd';
import { Points, Segments } from '../viewer/marks';
import { Viewer, kUsualSide } from '../viewer/viewer';
import { Figure, Pair, Report, sharesSpace } from './data';
import { Motion } from './motion';
import { Overview } from './overview';
import { Picked, firstAlong } from './pick';
import { chooseView } from './side';
import { length } from './words';

const kGhostBesidePair = 0.5; // of how well bodies are seen by themselves
const kGhostOfPair = 1.4; // the two of a pair are ghosted less than what stands around them
const kGhostSelected = 2.2;
const kFewColoured = 150; // bodies; where more have findings, their colours are faint, and the badges say where to look
const kFaint = 0.45;
const kFewBodies = 150; // where there are more, those without findings are faint: else they are a wall
const kFaintBody = 0.4;
const kFaintEdges = 0.035;
const kMostDrawn = 3000000; // triangles of all bodies; the two of a picked pair are drawn whatever they have
const kLooks = 12; // at so many points of the curves it is tested what stands in the way
// How much is in view: of the finding's own size, and of the thinner body's.
const kTimesItsSize = 1.25;
const kTimesTheBody = 1.4;
const kMostOfOuter = 8; // times the inner one of two bodies
// The same when looked at closely.
const kCloseTimes = 3;
const kLeastClose = 0.004;
const kMostClose = 0.5;

// What is drawn for the picked pair; said to tests too.
export interface Drawn {
  curves: number;
  dimension: string; // its label
  contact: boolean; // the point of its first contact, at that time
  figures: number[][]; // the middles of the bodies
  solid: boolean[]; // which of the two hide what is behind them
}

export class CheckScene {
  readonly viewer: Viewer;
  readonly boxed: number; // how many bodies are drawn as boxes for want of time
  readonly overview: Overview;
  readonly figures: (Figure | null)[] = []; // of bodies, as they stand now
  hidden = false; // little of the picked pair's place is seen while both bodies are solid
  drawn: Drawn = { curves: 0, dimension: '', contact: false, figures: [], solid: [] };
  private ghosts: [boolean, boolean] = [true, true]; // which are ghosted to see through
  private chosen: [boolean, boolean] = [true, true]; // the same from where one sees the surroundings
  private readonly crowds: [Crowd, Crowd]; // those without findings, and those with
  private readonly slots: { crowd: 0 | 1; slot: number }[] = []; // of bodies in the crowds; -1: not drawn
  private readonly pair: [Body, Body];
  private readonly marked: Body; // the selected one
  private readonly curves: Segments;
  private readonly hiddenCurves: Segments; // the same, faint, where something is in front of them
  private readonly dimension: Segments;
  private readonly ends: Points;
  private readonly label;
  private readonly asBoxes: boolean[];
  private picked: Pair | null = null;
  private selected = -1;
  private off: ReadonlySet<number> = new Set(); // bodies that the reader has hidden
  private side = kUsualSide; // from which the picked pair is looked at
  private isolated = false;
  private seeThrough = false;
  private readonly coloured: number; // bodies with findings
  private atWorst = true; // the frame is the one that the picked pair's marks belong to
  private atContact = false; // the time is that of its first contact

  constructor(element: HTMLElement, private readonly report: Report, private readonly motion: Motion | null, pick: (pair: Pair) => void) {
    const viewer = (this.viewer = new Viewer(element));
    const members: [Figure[], Figure[]] = [[], []];
    const colours: [string[], string[]] = [[], []];
    this.asBoxes = report.asBoxes(kMostDrawn);
    this.boxed = this.asBoxes.filter(Boolean).length - report.asBoxes(Infinity).filter(Boolean).length;
    for (let i = 0; i < report.bodies; ++i) {
      const figure = report.figure(i, motion?.pose(0, i), this.asBoxes[i]);
      const crowd = report.findingsOf[i].length ? 1 : 0;
      this.figures.push(figure);
      this.slots.push({ crowd, slot: figure ? members[crowd].length : -1 });
      if (!figure) continue;
      members[crowd].push(figure);
      colours[crowd].push(report.findingsOf[i][0]?.state ?? 'separate');
    }
    this.crowds = [new Crowd(viewer, members[0], colours[0]), new Crowd(viewer, members[1], colours[1])];
    this.coloured = report.findingsOf.filter((found) => found.length).length;
    this.pair = [new Body(viewer, 'a'), new Body(viewer, 'b', undefined, 2)];
    this.marked = new Body(viewer, 'select');
    this.marked.strength = kGhostSelected;
    this.hiddenCurves = new Segments(viewer, { width: 2.5, opacity: 0.45, onTop: true, order: 9 });
    this.curves = new Segments(viewer, { width: 4, order: 10 });
    this.dimension = new Segments(viewer, { width: 2.5, onTop: true, order: 10 });
    this.ends = new Points(viewer, { size: 7 });
    this.label = viewer.labels.add('gap');
    this.overview = new Overview(viewer, element, report, pick);
    this.showSurfaces();
    this.lookAtAll(true);
  }

  // All bodies, wherever they are now.
  get box(): Box3 {
    const box = this.figures.reduce((all, figure) => (figure ? all.union(figure.shape.geometry.boundingBox!.clone().applyMatrix4(figure.at)) : all), new Box3());
    return box.isEmpty() ? new Box3(new Vector3(-1, -1, -1), new Vector3(1, 1, 1)) : box;
  }
  lookAtAll(atOnce = false) {
    this.viewer.flyToBox(this.box, 0.9, atOnce, kUsualSide);
  }
  // With what is around it, or closely.
  lookAtPicked(close = false, atOnce = false) {
    if (this.picked) this.flyToPair(this.picked, close, atOnce);
  }
  // Where the picked pair touches first in a motion.
  lookAtContact() {
    const { picked } = this;
    if (!picked) return;
    const point = this.report.contactPoint(picked);
    if (point) this.viewer.flyTo(new Sphere(point, this.sphereOf(picked).radius), 0.6, false, this.side);
    else this.lookAtPicked();
  }
  lookAtBody(i: number) {
    const figure = this.figures[i];
    if (figure) this.viewer.flyTo(figure.sphere, 0.55);
  }

  // The pairs that have marks while none is picked.
  list(pairs: readonly Pair[]) {
    this.overview.list(pairs);
  }

  show(pair: Pair | null) {
    this.picked = pair;
    this.atWorst = true;
    this.atContact = false;
    const alone = pair !== null && pair.bodies[0] === pair.bodies[1]; // it runs into itself
    const figures = (pair?.bodies ?? []).map((i, side) => (side === 1 && alone ? null : this.report.figure(i, side === 0 ? pair!.pose_a : pair!.pose_b)));
    this.pair.forEach((body, side) => {
      const figure = figures[side];
      if (figure) body.setShape(figure.shape, figure.at);
      else body.visible = false;
    });
    this.hidden = false;
    if (pair) this.chooseSide(pair, [figures[0] ?? null, figures[1] ?? null]);
    this.drawn = { curves: 0, dimension: '', contact: false, figures: figures.flatMap((figure) => (figure ? [figure.sphere.center.toArray()] : [])), solid: [] };
    this.overview.visible = !pair;
    this.showSurfaces();
    this.showMarks(pair);
  }

  // A time of the motion, counted in frames from 0.
  showTime(time: number) {
    const { motion, report, picked } = this;
    if (!motion) return;
    for (const i of motion.bodies) {
      const now = report.figure(i, motion.pose(time, i), this.asBoxes[i]);
      const figure = this.figures[i];
      if (!figure || !now) continue;
      figure.sphere.copy(now.sphere);
      this.crowds[this.slots[i].crowd].move(this.slots[i].slot, now.at);
    }
    const worst = picked?.motion?.worst_at ?? picked?.frames?.worst;
    const isNow = (frame: number) => Math.abs(motion.timeOf(frame) - time) < 1e-9;
    this.atWorst = worst == null || isNow(Number(worst));
    this.atContact = picked?.motion?.first_contact != null && isNow(picked.motion.first_contact);
    if (picked)
      this.pair.forEach((body, side) => {
        const there = this.atWorst ? (side === 0 ? picked.pose_a : picked.pose_b) : null;
        const figure = report.figure(picked.bodies[side], there ?? motion.pose(time, picked.bodies[side]));
        if (figure) body.at = figure.at;
      });
    const selected = this.figures[this.selected];
    if (selected) this.marked.at = selected.at;
    this.showMarks(picked);
  }

  select(i: number) {
    this.selected = i;
    this.showSurfaces();
  }
  hideBodies(off: ReadonlySet<number>) {
    this.off = off;
    this.showSurfaces();
  }
  set isolate(yes: boolean) {
    this.isolated = yes;
    this.showSurfaces();
  }
  set through(yes: boolean) {
    this.seeThrough = yes;
    this.showSurfaces();
  }
  // So close to a gap, what hides it from the camera is not what hides it from afar: neither body may.
  set closely(yes: boolean) {
    if (yes && this.picked?.state === 'near') this.ghosts = [true, true];
    else if (this.picked) this.ghosts = this.chosen;
  }
  // Bodies are drawn on its positive side; null: everywhere.
  set section(plane: Plane | null) {
    sectionPlanes.splice(0, sectionPlanes.length, ...(plane ? [plane] : []));
    this.viewer.invalidate();
  }

  // What is under a place on the screen: of a picked pair first, then what is nearest.
  under(x: number, y: number): Picked | null {
    const ray = this.viewer.ray(x, y);
    let [from, to] = [0, Infinity];
    for (const plane of sectionPlanes) {
      const [height, rise] = [plane.distanceToPoint(ray.origin), plane.normal.dot(ray.direction)];
      if (rise > 0) from = Math.max(from, -height / rise);
      else if (rise < 0) to = Math.min(to, -height / rise);
      else if (height < 0) return null;
    }
    const ofPair = (this.picked?.bodies ?? []).filter((i) => !this.off.has(i));
    const drawn = (all: Iterable<number>) => [...all].flatMap((i) => (this.figures[i] ? [[i, this.figures[i]] as [number, Figure]] : []));
    const found = firstAlong(ray, drawn(ofPair), from, to);
    if (found || (this.picked && this.isolated)) return found;
    return firstAlong(ray, drawn([...this.figures.keys()].filter((i) => !this.off.has(i))), from, to);
  }

  private showSurfaces() {
    const { picked, selected, crowds } = this;
    const ofPair: number[] = picked?.bodies ?? [];
    const away = [...ofPair, selected, ...this.off].map((i) => this.slots[i]).filter((place) => place && place.slot >= 0);
    const many = this.figures.length > kFewBodies;
    crowds.forEach((crowd, k) => {
      crowd.visible = !(picked && this.isolated);
      crowd.showWithout(away.filter((place) => place.crowd === k).map(({ slot }) => slot));
    });
    if (picked) for (const crowd of crowds) crowd.setStrength(kGhostBesidePair, 0);
    else {
      crowds[0].setStrength(many ? kFaintBody : 1, 1, many ? kFaintEdges : undefined);
      crowds[1].setStrength(1, this.coloured > kFewColoured ? kFaint : 1);
    }
    this.pair.forEach((body, side) => {
      const ghost = this.seeThrough && this.ghosts[side];
      body.strength = ghost ? kGhostOfPair : 1;
      if (ghost) body.showPart(0, 0);
      else body.showSolid();
      if (picked) body.visible = body.triangles > 0 && this.drawnSides(picked)[side] && !this.off.has(ofPair[side]);
      this.drawn.solid[side] = !ghost;
    });
    const figure = this.figures[selected];
    if (figure && !ofPair.includes(selected) && !this.off.has(selected)) this.marked.setShape(figure.shape, figure.at);
    else this.marked.visible = false;
  }
  private drawnSides({ bodies: [a, b] }: Pair): [boolean, boolean] {
    return [!!this.figures[a], a !== b && !!this.figures[b]];
  }

  private showMarks(pair: Pair | null) {
    for (const mark of [this.curves, this.hiddenCurves, this.dimension, this.ends, this.label]) mark.hide();
    const { report, viewer } = this;
    this.drawn.curves = 0;
    this.drawn.dimension = '';
    this.drawn.contact = false;
    viewer.marks.position.set(0, 0, 0);
    const contact = pair && !this.atWorst && this.atContact ? report.contactPoint(pair) : null;
    if (contact) {
      viewer.marks.position.copy(contact);
      this.ends.set([0, 0, 0], pair!.state);
      this.drawn.contact = true;
    }
    if (!pair || !this.atWorst) return;
    // Drawn relative to the place itself: however small it is, its numbers keep their digits.
    const centre = report.place(pair).box.getCenter(new Vector3());
    if (pair.gone || !Number.isFinite(centre.lengthSq())) return;
    viewer.marks.position.copy(centre);
    const lines: number[] = [];
    for (const curve of report.curves(pair)) {
      const points = curve.map((p) => p.sub(centre).toArray());
      for (let k = 0; k + 1 < points.length; ++k) lines.push(...points[k], ...points[k + 1]);
      this.drawn.curves += 1;
    }
    this.curves.set(lines, pair.state);
    this.hiddenCurves.set(lines, pair.state);
    const line = this.dimensionOf(pair);
    if (!line) return;
    const [p, q] = line.ends.map((end) => end.clone().sub(centre));
    this.dimension.setPolyline([p, q], 'ink');
    this.ends.set([...p.toArray(), ...q.toArray()], pair.state);
    this.label.showBeside(line.text, ...line.ends);
    this.drawn.dimension = line.text;
  }

  // The distance between the nearest points.
  private dimensionOf(pair: Pair): { ends: [Vector3, Vector3]; text: string } | null {
    const { report } = this;
    const ends = report.ends(pair);
    if (!ends || sharesSpace(pair)) return null;
    return { ends, text: length(report, Math.max(0, pair.distance ?? ends[0].distanceTo(ends[1]) * report.scale)) };
  }

  // Near enough that it can be seen, yet with so much of the two bodies around it that one knows where it is.
  private flyToPair(pair: Pair, close: boolean, atOnce: boolean) {
    const { box, known } = this.report.place(pair);
    if (box.isEmpty()) this.lookAtAll(atOnce);
    else if (known) this.viewer.flyTo(this.sphereOf(pair, close), 0.6, atOnce, this.side);
    else this.viewer.flyTo(box.getBoundingSphere(new Sphere()), 0.8, atOnce, this.side);
  }

  // The side to look from, and which of the two bodies to ghost if they hide too much.
  private chooseSide(pair: Pair, figures: [Figure | null, Figure | null]) {
    const line = this.dimensionOf(pair);
    const curve = this.report.curves(pair).flat();
    const every = Math.max(1, Math.floor(curve.length / kLooks));
    const view = chooseView(figures, curve.filter((_, k) => k % every === 0), curve.length ? null : (line?.ends ?? null), 1e-3 * this.sphereOf(pair, true).radius);
    this.side = view.side;
    this.hidden = view.hidden;
    this.ghosts = this.chosen = view.ghosts;
    if (pair.state === 'duplicate') this.hidden = true; // two in one place: neither is seen alone
    if (pair.state !== 'contained') return;
    // The outer hides all there is to see.
    const inner = this.report.firstIsInner(pair);
    this.hidden = true;
    this.ghosts = this.chosen = [!inner, inner];
  }

  private sphereOf(pair: Pair, close = false): Sphere {
    const sphere = this.report.place(pair).box.getBoundingSphere(new Sphere());
    const figures = pair.bodies.map((i) => this.report.figure(i));
    const size = Math.min(1, ...figures.map((figure) => figure?.size ?? 1));
    const { radius } = sphere;
    if (close) sphere.radius = Math.max(radius, Math.min(kMostClose * size, Math.max(kLeastClose * size, kCloseTimes * radius)));
    else sphere.radius = Math.max(kTimesItsSize * radius, kTimesTheBody * size);
    // Of one inside the other, the outer is what one needs to see around it.
    const outer = pair.state === 'contained' && !close ? Math.max(...figures.map((figure) => figure?.sphere.radius ?? 0)) : 0;
    sphere.radius = Math.max(sphere.radius, Math.min(outer, kMostOfOuter * radius));
    return sphere;
  }
}
