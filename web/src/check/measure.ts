// The distance between two points of bodies that the reader picks; near a corner of a triangle, the corner itself.
import { Vector3 } from 'three';
import { Points, Segments } from '../viewer/marks';
import { $, onClick } from '../viewer/page';
import { copyButton } from './copy';
import { Report } from './data';
import type { CheckScene } from './scene';
import { coordinates, length, rounded } from './words';

const kSnap = 9; // pixels

export class Measure {
  private on = false;
  private points: Vector3[] = []; // in the page's coordinates
  private readonly line: Segments;
  private readonly ends: Points;
  private readonly label;

  constructor(private readonly scene: CheckScene, private readonly report: Report) {
    const { overlay } = scene.viewer;
    this.line = new Segments(scene.viewer, { width: 2, onTop: true, order: 12 }, overlay);
    this.ends = new Points(scene.viewer, { size: 9 }, overlay);
    this.label = scene.viewer.labels.add('gap');
    onClick('measure', () => this.toggle());
    onClick('measure-clear', () => this.clear());
  }

  get active() {
    return this.on;
  }
  // For tests: what was measured.
  get result() {
    return this.points.length === 2 ? this.report.toWorld(this.points[1]).sub(this.report.toWorld(this.points[0])).toArray() : null;
  }

  toggle(on = !this.on) {
    this.on = on;
    $('measure').setAttribute('aria-pressed', String(on));
    $('measure-bar').hidden = !on;
    $('scene').classList.toggle('measuring', on);
    this.clear();
  }
  clear() {
    this.points = [];
    this.show();
  }

  // A point of the screen was pressed.
  press(x: number, y: number) {
    const found = this.scene.under(x, y);
    if (!found) return;
    if (this.points.length === 2) this.points = [];
    const snapped = found.corners
      .map((corner) => ({ corner, seen: this.scene.viewer.project(corner) }))
      .map(({ corner, seen }) => ({ corner, away: Math.hypot(seen.x - x, seen.y - y) }))
      .sort((p, q) => p.away - q.away)[0];
    this.points.push(snapped && snapped.away < kSnap ? snapped.corner : found.at);
    this.show();
  }

  private show() {
    const { points, report } = this;
    this.ends.set(points.flatMap((p) => p.toArray()), 'select');
    this.line.setPolyline(points.length === 2 ? points : [], 'select');
    const words = $('measure-words');
    if (points.length < 2) {
      this.label.hide();
      words.textContent = points.length ? `From ${coordinates(report.toWorld(points[0]), report.scale)}: now the second point.` : 'Click two points of bodies.';
      return;
    }
    const d = new Vector3(...this.result!);
    const text = length(report, d.length());
    this.label.showBeside(text, points[0], points[1]);
    const parts = (['x', 'y', 'z'] as const).map((axis) => `d${axis} ${length(report, rounded(d[axis], report.scale))}`).join(', ');
    words.replaceChildren(Object.assign(document.createElement('b'), { textContent: text }), ` ${parts} `, copyButton(`${text}, ${parts}`, 'what was measured'));
  }
}
