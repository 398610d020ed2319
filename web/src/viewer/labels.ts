// Short texts that stay beside places of the scene.
import { Vector3 } from 'three';

export class Label {
  readonly element = document.createElement('div');
  readonly at = new Vector3();

  constructor(kind: string, readonly below: boolean) {
    this.element.className = `label ${kind}`;
    this.element.hidden = true;
  }
  show(text: string, at: Vector3) {
    this.element.textContent = text;
    this.element.hidden = false;
    this.at.copy(at);
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
    for (const { element, at, below } of this.all) {
      if (element.hidden) continue;
      const { x, y, visible } = project(at);
      element.style.visibility = visible ? '' : 'hidden';
      element.style.transform = `translate(-50%, ${below ? 20 : -120}%) translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
    }
  }
}
