// The assembly in 3D: all bodies ghosted with a dot at each pair that was found; or one pair solid in its two colours,
// with what it has in common or how far it is apart drawn upon it.
import { Sphere, Vector3 } from 'three';
import { Body } from '../viewer/body';
import { Crowd } from '../viewer/crowd';
import { Points, Segments } from '../viewer/marks';
import { Viewer, kUsualSide } from '../viewer/viewer';
import { Figure, Pair, Report, State, kStates } from './data';
import { chooseView } from './side';
import { length } from './words';

const kFound = kStates.filter((state) => state !== 'clear');
const kGhostBesidePair = 0.6; // of how well bodies are seen by themselves
const kMostDrawn = 3000000; // triangles of all bodies; the two of a picked pair are drawn whatever they have
const kLooks = 12; // at so many points of the curves it is asked what stands in the way
const kMostToHover = 5000; // pairs that are looked through whenever the pointer moves
const kTimesItsSize = 30; // so much around a small place is in view,
const kLeastAround = 0.12; // but at least and at most so much of the smaller body
const kMostAround = 0.25;
const kNearDot = 14; // pixels

// What is drawn for the picked pair; said to tests too.
export interface Drawn {
  curves: number;
  dimension: string; // its label
  figures: number[][]; // the middles of the bodies
}

export class CheckScene {
  readonly viewer: Viewer;
  readonly boxed: number; // how many bodies are drawn as boxes for want of time
  hidden = false; // little of the picked pair's place is seen while both bodies are solid
  drawn: Drawn = { curves: 0, dimension: '', figures: [] };
  private ghosts: [boolean, boolean] = [true, true]; // which are ghosted to see through
  private readonly crowd: Crowd;
  private readonly slots: number[] = []; // of bodies in the crowd; -1: not drawn
  private readonly pair: [Body, Body];
  private readonly dots = new Map<State, Points>();
  private readonly curves: Segments;
  private readonly hiddenCurves: Segments; // the same, faint, where something is in front of them
  private readonly dimension: Segments;
  private readonly ends: Points;
  private readonly label;
  private picked: Pair | null = null;
  private side = kUsualSide; // from which the picked pair is looked at
  private listed: readonly Pair[] = [];
  private isolated = false;
  private seeThrough = false;

  constructor(element: HTMLElement, private readonly report: Report, pick: (pair: Pair) => void) {
    const viewer = (this.viewer = new Viewer(element));
    const figures: Figure[] = [];
    const numbers: number[] = [];
    const boxed = report.asBoxes(kMostDrawn);
    this.boxed = boxed.filter(Boolean).length - report.asBoxes(Infinity).filter(Boolean).length;
    for (let i = 0; i < report.bodies; ++i) {
      const figure = report.figure(i, null, boxed[i]);
      this.slots.push(figure ? figures.length : -1);
      if (figure) {
        figures.push(figure);
        numbers.push(i);
      }
    }
    this.crowd = new Crowd(viewer, figures, numbers.map(this.worstOfBodies()));
    this.pair = [new Body(viewer, 'a'), new Body(viewer, 'b')];
    for (const state of kFound.slice().reverse()) this.dots.set(state, new Points(viewer, { size: 10 }));
    this.hiddenCurves = new Segments(viewer, { width: 2.5, opacity: 0.45, onTop: true, order: 9 });
    this.curves = new Segments(viewer, { width: 4, order: 10 });
    this.dimension = new Segments(viewer, { width: 2.5, onTop: true, order: 10 });
    this.ends = new Points(viewer, { size: 9 });
    this.label = viewer.labels.add('gap');
    viewer.flyToAll(true);
    this.pickDots(element, pick);
  }

  lookAtAll() {
    this.viewer.flyToAll(false, kUsualSide);
  }
  lookAtPicked(atOnce = false) {
    if (this.picked) this.flyToPair(this.picked, atOnce);
  }

  // The pairs that have dots while none is picked.
  list(pairs: readonly Pair[]) {
    this.listed = pairs;
    this.showDots();
  }

  show(pair: Pair | null) {
    this.picked = pair;
    const alone = pair !== null && pair.bodies[0] === pair.bodies[1]; // it runs into itself
    const figures = (pair?.bodies ?? []).map((i, side) => (side === 1 && alone ? null : this.report.figure(i, side === 0 ? pair!.pose_a : pair!.pose_b)));
    this.crowd.showWithout((pair?.bodies ?? []).map((i) => this.slots[i] ?? -1).filter((slot) => slot >= 0));
    this.pair.forEach((body, side) => {
      const figure = figures[side];
      if (figure) body.setShape(figure.shape, figure.at);
      else body.visible = false;
    });
    this.hidden = false;
    if (pair) this.chooseSide(pair);
    this.drawn = { curves: 0, dimension: '', figures: figures.flatMap((figure) => (figure ? [figure.sphere.center.toArray()] : [])) };
    this.showDots();
    this.showSurfaces();
    this.showMarks(pair);
  }

  set isolate(yes: boolean) {
    this.isolated = yes;
    this.showSurfaces();
  }
  set through(yes: boolean) {
    this.seeThrough = yes;
    this.showSurfaces();
  }

  private showSurfaces() {
    const { picked } = this;
    this.crowd.visible = !(picked && this.isolated);
    this.crowd.setStrength(picked ? kGhostBesidePair : 1, !picked);
    this.pair.forEach((body, side) => (this.seeThrough && this.ghosts[side] ? body.showPart(0, 0) : body.showSolid()));
  }

  private showMarks(pair: Pair | null) {
    for (const mark of [this.curves, this.hiddenCurves, this.dimension, this.ends, this.label]) mark.hide();
    const { report, viewer } = this;
    viewer.marks.position.set(0, 0, 0);
    if (!pair) return;
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
    const line = this.dimensionOf(pair, centre);
    if (!line) return;
    const [p, q] = line.ends.map((end) => end.clone().sub(centre));
    this.dimension.setPolyline([p, q], 'ink');
    this.ends.set([...p.toArray(), ...q.toArray()], pair.state);
    this.label.showBeside(line.text, ...line.ends);
    this.drawn.dimension = line.text;
  }

  // The distance between the nearest points; of a clash, how deep it is thought to be.
  private dimensionOf(pair: Pair, centre: Vector3): { ends: [Vector3, Vector3]; text: string } | null {
    const { report } = this;
    if (pair.depth?.direction) {
      const along = new Vector3(...pair.depth.direction).normalize().multiplyScalar(pair.depth.value / report.scale / 2);
      return { ends: [centre.clone().sub(along), centre.clone().add(along)], text: `≈ ${length(report, pair.depth.value)} deep` };
    }
    const ends = report.ends(pair);
    if (!ends || pair.state === 'clash' || pair.state === 'contained') return null;
    return { ends, text: length(report, Math.max(0, pair.distance ?? ends[0].distanceTo(ends[1]) * report.scale)) };
  }

  // Near enough that it fills a good part of the view, yet with some of the two bodies around it.
  private flyToPair(pair: Pair, atOnce = false) {
    const { box, known } = this.report.place(pair);
    if (box.isEmpty()) this.lookAtAll();
    else this.viewer.flyTo(known ? this.sphereOf(pair) : box.getBoundingSphere(new Sphere()), known ? 0.5 : 0.8, atOnce, this.side);
  }

  // The side to look from, and which of the two bodies to ghost if it hides too much.
  private chooseSide(pair: Pair) {
    const line = this.dimensionOf(pair, this.report.place(pair).box.getCenter(new Vector3()));
    const curve = this.report.curves(pair).flat();
    const every = Math.max(1, Math.floor(curve.length / kLooks));
    const points = [...curve.filter((_, k) => k % every === 0), ...(line?.ends ?? [])];
    const sizes = pair.bodies.map((i) => this.report.figure(i)?.sphere.radius ?? 0) as [number, number];
    const view = chooseView(this.pair, sizes, points, line?.ends ?? null, 1e-3 * this.sphereOf(pair).radius);
    this.side = view.side;
    this.hidden = view.hidden;
    this.ghosts = view.ghosts;
    if (pair.state !== 'contained') return;
    // The outer hides all there is to see.
    const inner = this.report.firstIsInner(pair);
    this.hidden = true;
    this.ghosts = [!inner, inner];
  }

  private sphereOf(pair: Pair): Sphere {
    const sphere = this.report.place(pair).box.getBoundingSphere(new Sphere());
    const size = Math.min(1, ...pair.bodies.map((i) => this.report.figure(i)?.sphere.radius ?? 1));
    const around = sphere.radius > 0 ? kTimesItsSize * sphere.radius : Infinity;
    sphere.radius = Math.max(sphere.radius, Math.min(kMostAround * size, Math.max(kLeastAround * size, around)));
    return sphere;
  }

  // Of each body, the colour of the worst that was found of it.
  private worstOfBodies(): (body: number) => string {
    const worst = new Map<number, string>();
    for (const pair of this.report.pairs) {
      if (pair.ignored || pair.state === 'clear') continue;
      for (const i of pair.bodies) if (!worst.has(i)) worst.set(i, pair.state); // worst come first
    }
    return (body) => worst.get(body) ?? 'separate';
  }

  private showDots() {
    const at = new Map<State, number[]>(kFound.map((state) => [state, []]));
    if (!this.picked)
      for (const pair of this.listed)
        if (this.hasDot(pair)) at.get(pair.state)!.push(...this.dotOf(pair).toArray());
    for (const [state, dots] of this.dots) dots.set(at.get(state)!, state);
  }
  private hasDot(pair: Pair): boolean {
    return pair.state !== 'clear' && !pair.ignored && !pair.gone && !this.report.place(pair).box.isEmpty();
  }
  private dotOf(pair: Pair): Vector3 {
    return this.report.place(pair).box.getCenter(new Vector3());
  }

  dotOnScreen(pair: Pair) {
    return this.viewer.project(this.dotOf(pair));
  }

  private pickDots(element: HTMLElement, pick: (pair: Pair) => void) {
    const nearest = (event: MouseEvent): Pair | null => {
      if (this.picked) return null;
      const { left, top } = element.getBoundingClientRect();
      let best: Pair | null = null;
      let within = kNearDot;
      for (const pair of this.listed) {
        if (!this.hasDot(pair)) continue;
        const { x, y, visible } = this.dotOnScreen(pair);
        const away = Math.hypot(event.clientX - left - x, event.clientY - top - y);
        if (visible && away < within) [best, within] = [pair, away];
      }
      return best;
    };
    let pressed = { x: 0, y: 0 };
    element.addEventListener('pointerdown', (event) => (pressed = { x: event.clientX, y: event.clientY }));
    element.addEventListener('pointerup', (event) => {
      if (Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > 4) return; // it was dragged
      const pair = nearest(event);
      if (pair) pick(pair);
    });
    element.addEventListener('pointermove', (event) => {
      if (event.buttons || this.listed.length > kMostToHover) return;
      const pair = nearest(event);
      element.style.cursor = pair ? 'pointer' : '';
      element.title = pair ? `${pair.names[0]} and ${pair.names[1]}` : '';
    });
  }
}

