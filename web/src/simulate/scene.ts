// Bodies in motion, with contact points, their normals and the pairs of the broad phase.
import { Box3, Vector3 } from 'three';
import type { Figure } from '../check/data';
import { Crowd } from '../viewer/crowd';
import { Points, Segments } from '../viewer/marks';
import { Viewer, kUsualSide } from '../viewer/viewer';
import type { SimulationData } from './data';

const kNormal = 0.06; // the length of the longest normal, where the scene is about 1

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
      new Crowd(viewer, members[1], members[1].map(() => 'moving'), 'moving'),
    ];
    this.crowds[0].setStrength(0.7);
    this.crowds[1].setStrength(2.2);
    this.pairs = new Segments(viewer, { width: 1.5, opacity: 0.8, onTop: true, order: 9 });
    this.normals = new Segments(viewer, { width: 2.5, onTop: true, order: 10 });
    this.points = new Points(viewer, { size: 7 });
    this.lookAtAll(true);
  }

  get box(): Box3 {
    const moving = this.figures.filter((_, i) => !this.data.given.fixed[i]);
    const all = (moving.length ? moving : this.figures).reduce((sum, figure) => (figure ? sum.union(figure.shape.geometry.boundingBox!.clone().applyMatrix4(figure.at)) : sum), new Box3());
    return all.isEmpty() ? new Box3(new Vector3(-1, -1, -1), new Vector3(1, 1, 1)) : all;
  }
  lookAtAll(atOnce = false) {
    this.viewer.flyToBox(this.box, 0.8, atOnce, kUsualSide);
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
    const lines = contacts.flatMap(({ point, normal, impulse }) => {
      const long = kNormal * Math.sqrt(impulse / (data.mostImpulse || 1));
      return [...point.toArray(), ...point.clone().addScaledVector(normal, Math.max(long, 0.15 * kNormal)).toArray()];
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
