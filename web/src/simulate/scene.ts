// Bodies in motion, with contact points, their normals and the pairs of the broad phase.
import { Box3, Vector3 } from 'three';
import type { Figure } from '../check/data';
import { Crowd } from '../viewer/crowd';
import { Points, Segments } from '../viewer/marks';
import { Viewer, kUsualSide } from '../viewer/viewer';
import type { SimulationData } from './data';

const kNormal = 0.08; // the length of the longest normal, where the scene is about 1
const kLooks = 30; // at so many times, for how far bodies go

export interface Shown {
  contacts: boolean;
  pairs: boolean;
}

export class SimulationScene {
  readonly viewer: Viewer;
  drawn = { contacts: 0, pairs: 0 };
  private readonly crowds: [Crowd, Crowd]; // what is fixed, and what moves
  private readonly figures: (Figure | null)[] = [];
  private readonly slots: { crowd: 0 | 1; slot: number }[] = [];
  private box: Box3 | null = null;
  private readonly points: Points;
  private readonly normals: Segments;
  private readonly pairs: Segments;

  constructor(element: HTMLElement, private readonly data: SimulationData) {
    const viewer = (this.viewer = new Viewer(element));
    const { report, given, motion } = data;
    const members: [Figure[], Figure[]] = [[], []];
    const boxes = report.asBoxes(2000000);
    for (let i = 0; i < report.bodies; ++i) {
      const figure = report.figure(i, motion?.pose(0, i), boxes[i]);
      const crowd = given.fixed[i] ? 0 : 1;
      this.figures.push(figure);
      this.slots.push({ crowd, slot: figure ? members[crowd].length : -1 });
      if (figure) members[crowd].push(figure);
    }
    this.crowds = [
      new Crowd(viewer, members[0], members[0].map(() => 'fixed'), 'fixed'),
      new Crowd(viewer, members[1], members[1].map(() => 'moving'), 'moving', true),
    ];
    this.crowds[0].setStrength(0.7);
    this.crowds[1].setStrength(1, 1, 0.5);
    this.pairs = new Segments(viewer, { width: 1.5, opacity: 0.8, onTop: true, order: 9 });
    this.normals = new Segments(viewer, { width: 2.5, onTop: true, order: 10 });
    this.points = new Points(viewer, { size: 7 });
    this.lookAtAll(true);
  }

  // Of all that moves, from the start to the end, and of what is fixed and not much larger.
  private everywhere(): Box3 {
    const { given, motion, report, frames } = this.data;
    const boxOf = (figure: Figure) => figure.shape.geometry.boundingBox!.clone().applyMatrix4(figure.at);
    const out = new Box3();
    const add = (figure: Figure | null) => figure && out.union(boxOf(figure));
    this.figures.forEach((figure, i) => {
      if (given.fixed[i]) return;
      add(figure);
      for (let k = 1; figure && motion && k <= kLooks; ++k) add(report.figure(i, motion.pose(Math.round((k * (frames - 1)) / kLooks), i)));
    });
    const most = 1.6 * out.getSize(new Vector3()).length();
    this.figures.forEach((figure, i) => {
      if (figure && given.fixed[i] && (out.isEmpty() || out.clone().union(boxOf(figure)).getSize(new Vector3()).length() <= most)) add(figure);
    });
    return out.isEmpty() ? new Box3(new Vector3(-1, -1, -1), new Vector3(1, 1, 1)) : out;
  }
  lookAtAll(atOnce = false) {
    this.box ??= this.everywhere();
    this.viewer.flyToBox(this.box, 0.9, atOnce, kUsualSide);
  }

  // A time of the motion, counted in frames; contacts are those of the frame before.
  show(time: number, shown: Shown) {
    const { data } = this;
    const { motion, report } = data;
    for (const i of motion?.bodies ?? []) {
      const now = report.figure(i, motion!.pose(time, i));
      const figure = this.figures[i];
      if (!figure || !now) continue;
      figure.sphere.copy(now.sphere);
      figure.at.copy(now.at);
      this.crowds[this.slots[i].crowd].move(this.slots[i].slot, now.at);
    }
    const frame = Math.floor(time);
    const contacts = shown.contacts ? data.contactsOf(frame) : [];
    const most = contacts.reduce((sum, { impulse }) => Math.max(sum, impulse), 0) || 1;
    const lines = contacts.flatMap(({ point, normal, impulse }) => {
      const long = kNormal * (0.4 + 0.6 * Math.sqrt(impulse / most));
      return [...point.toArray(), ...point.clone().addScaledVector(normal, long).toArray()];
    });
    const pairs = shown.pairs ? data.pairsOf(frame) : [];
    const middles = pairs.flatMap(([a, b]) => {
      const [p, q] = [this.figures[a], this.figures[b]];
      // From the middle of one to the nearest place of the box of the other, if that is fixed and large.
      if (!p || !q) return [];
      const box = (f: Figure) => f.shape.geometry.boundingBox!.clone().applyMatrix4(f.at);
      const from = data.given.fixed[a] ? box(p).clampPoint(q.sphere.center, new Vector3()) : p.sphere.center;
      const to = data.given.fixed[b] ? box(q).clampPoint(p.sphere.center, new Vector3()) : q.sphere.center;
      return [...from.toArray(), ...to.toArray()];
    });
    this.points.set(contacts.flatMap(({ point }) => point.toArray()), 'contact');
    this.normals.set(lines, 'contact');
    this.pairs.set(middles, 'pair');
    this.drawn = { contacts: contacts.length, pairs: middles.length / 6 };
    this.viewer.invalidate();
  }
}
