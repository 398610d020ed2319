// Short texts that stay beside places of the scene.
import { Vector3 } from 'three';

export class Label {
  readonly element = document.createElement('div');
  readonly at = new Vector3();
  line: [Vector3, Vector3] | null = null; // it stands beside the middle of this instead

  constructor(kind: string, readonly below: boolean) {
    this.element.className = `label ${kind}`;
    this.element.hidden = true;
  }
  show(text: string, at: Vector3) {
    this.element.textContent = text;
    this.element.hidden = false;
    this.at.copy(at);
    this.line = null;
  }
  showBeside(text: string, p: Vector3, q: Vector3) {
    this.show(text, p.clone().lerp(q, 0.5));
    this.line = [p, q];
  }
  hide() {
    this.element.hidden = true;
  }
}

export class Labels {
  private readonly all: Label[] = [];
  constructor(private readonly parent: HTMLElement) {}

  // Above its place, or below.
  add(kind = '', below = false): Label {
    const label = new Label(kind, below);
    this.all.push(label);
    this.parent.append(label.element);
    return label;
  }

  place(project: (p: Vector3) => { x: number; y: number; visible: boolean }) {
    for (const { element, at, below, line } of this.all) {
      if (element.hidden) continue;
      const { x, y, visible } = project(at);
      element.style.visibility = visible ? '' : 'hidden';
      const move = line ? besideWay(element, project(line[0]), project(line[1])) : `-50%, ${below ? 20 : -120}%`;
      element.style.transform = `translate(${move}) translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
    }
  }
}

const kGap = 9; // pixels between a line and its label

// Square to the line as it is seen, to the right or above it, so that the text does not cover it.
function besideWay(element: HTMLElement, p: { x: number; y: number }, q: { x: number; y: number }): string {
  const { offsetWidth: w, offsetHeight: h } = element;
  const long = Math.hypot(q.x - p.x, q.y - p.y);
  let [x, y] = long > 1 ? [(p.y - q.y) / long, (q.x - p.x) / long] : [1, 0];
  if (x < 0 || (x === 0 && y > 0)) [x, y] = [-x, -y];
  const off = kGap + (Math.abs(x) * w + Math.abs(y) * h) / 2;
  return `${(x * off - w / 2).toFixed(1)}px, ${(y * off - h / 2).toFixed(1)}px`;
}
