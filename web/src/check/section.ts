// A section: bodies are cut open by a plane across one of the axes, and the cut is outlined.
import { Box3, Plane, Vector3 } from 'three';
import { Segments } from '../viewer/marks';
import { $, onClick } from '../viewer/page';
import { Report } from './data';
import type { CheckScene } from './scene';
import { rounded } from './words';

const kMostOutlined = 600000; // triangles; to cut more takes longer than the slider may wait
const kSteps = 1000;

export class Section {
  private on = false;
  private axis: 0 | 1 | 2 = 0;
  private flipped = false;
  private at = new Vector3(); // of the plane, in the page's coordinates
  private readonly box: Box3;
  private readonly outline: Segments;
  private readonly slider = $<HTMLInputElement>('section-at');
  private readonly choice = $<HTMLSelectElement>('section-axis');

  constructor(private readonly scene: CheckScene, private readonly report: Report, private readonly place: () => Vector3 | null, private readonly off: () => ReadonlySet<number>) {
    this.box = scene.box.expandByScalar(1e-4);
    this.at.copy(this.box.getCenter(new Vector3()));
    this.outline = new Segments(scene.viewer, { width: 1.5, opacity: 0.8, onTop: true, order: 7 }, scene.viewer.overlay);
    this.slider.max = String(kSteps);
    this.slider.addEventListener('input', () => {
      this.at.setComponent(this.axis, this.low + (Number(this.slider.value) / kSteps) * (this.high - this.low));
      this.apply();
    });
    this.choice.addEventListener('change', () => {
      this.axis = Number(this.choice.value) as 0 | 1 | 2;
      this.apply();
    });
    onClick('section-flip', () => {
      this.flipped = !this.flipped;
      this.apply();
    });
    onClick('section-here', () => this.throughPlace());
    onClick('section', () => this.toggle());
  }

  // For tests.
  get state() {
    return { on: this.on, axis: this.axis, flipped: this.flipped, at: this.report.toWorld(this.at).getComponent(this.axis) };
  }

  toggle(on = !this.on) {
    this.on = on;
    if (on && this.place()) this.throughPlace();
    else this.apply();
  }
  // Bodies have moved, or others are shown.
  refresh() {
    if (this.on) this.apply();
  }
  // What can be cut through has changed.
  offer() {
    $<HTMLButtonElement>('section-here').disabled = this.place() === null;
  }

  private throughPlace() {
    const place = this.place();
    if (place) this.at.copy(place);
    this.apply();
  }

  private get low() {
    return this.box.min.getComponent(this.axis);
  }
  private get high() {
    return this.box.max.getComponent(this.axis);
  }

  private apply() {
    const { on, axis } = this;
    $('section-bar').hidden = !on;
    $('section').setAttribute('aria-pressed', String(on));
    this.offer();
    const normal = new Vector3().setComponent(axis, this.flipped ? 1 : -1);
    const plane = new Plane().setFromNormalAndCoplanarPoint(normal, this.at);
    this.scene.section = on ? plane : null;
    if (!on) {
      this.outline.hide();
      return;
    }
    const here = this.at.getComponent(axis);
    this.slider.value = String(Math.round((kSteps * (here - this.low)) / (this.high - this.low)));
    $('section-flip').setAttribute('aria-pressed', String(this.flipped));
    $('section-where').textContent = `${'xyz'[axis]} = ${rounded(this.report.toWorld(this.at).getComponent(axis), this.report.scale)}${this.report.unit ? ` ${this.report.unit}` : ''}`;
    this.slider.setAttribute('aria-valuetext', $('section-where').textContent!);
    this.showOutline(plane);
  }

  // Where the plane cuts triangles.
  private showOutline(plane: Plane) {
    const lines: number[] = [];
    let left = kMostOutlined;
    this.scene.figures.forEach((figure, i) => {
      if (!figure || this.off().has(i) || Math.abs(plane.distanceToPoint(figure.sphere.center)) > figure.sphere.radius) return;
      left -= figure.shape.triangles;
      if (left < 0) return;
      const inward = plane.clone().applyMatrix4(figure.at.clone().invert());
      const at = figure.shape.geometry.getAttribute('position');
      const faces = figure.shape.geometry.getIndex()!;
      const corner = [new Vector3(), new Vector3(), new Vector3()];
      for (let t = 0; t < faces.count; t += 3) {
        const height = corner.map((p, k) => inward.distanceToPoint(p.fromBufferAttribute(at, faces.getX(t + k))));
        const above = height.map((h) => h >= 0);
        if (above[0] === above[1] && above[1] === above[2]) continue;
        for (let k = 0; k < 3; ++k) {
          const n = (k + 1) % 3;
          if (above[k] !== above[n]) lines.push(...corner[k].clone().lerp(corner[n], height[k] / (height[k] - height[n])).applyMatrix4(figure.at).toArray());
        }
      }
    });
    this.outline.set(lines, 'ink');
  }
}
