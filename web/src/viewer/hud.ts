// What is always in view: the directions of the axes, and a bar that says how long things are.
import { number } from './text';
import type { Viewer } from './viewer';

const kNames = ['x', 'y', 'z'];
const kArm = 24; // pixels
const kWidestBar = 130;

const svg = (tag: string, attributes: Record<string, string> = {}) => {
  const out = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) out.setAttribute(name, value);
  return out;
};

export function addAxes(viewer: Viewer, parent: HTMLElement) {
  const picture = svg('svg', { class: 'axes', viewBox: '-36 -36 72 72', role: 'img', 'aria-label': 'Directions of the x, y and z axes' });
  const arms = kNames.map((name) => {
    const [line, text] = [svg('line', { class: `axis-${name}` }), svg('text', { class: `axis-${name}` })];
    text.textContent = name;
    return { line, text };
  });
  parent.append(picture);
  viewer.onDraw(() => {
    const axes = viewer.axes();
    const order = [0, 1, 2].sort((i, j) => axes[i].z - axes[j].z); // the nearest is drawn last
    picture.replaceChildren(...order.flatMap((i) => [arms[i].line, arms[i].text]));
    axes.forEach(({ x, y }, i) => {
      arms[i].line.setAttribute('x2', (x * kArm).toFixed(1));
      arms[i].line.setAttribute('y2', (-y * kArm).toFixed(1));
      arms[i].text.setAttribute('x', (x * (kArm + 7)).toFixed(1));
      arms[i].text.setAttribute('y', (-y * (kArm + 7)).toFixed(1));
    });
  });
}

// The longest of 1, 2 and 5 times a power of ten that is not longer.
export function roundLength(most: number): number {
  const power = 10 ** Math.floor(Math.log10(most));
  return power * ([5, 2, 1].find((k) => k * power <= most) ?? 1);
}

// `scale`: what a length of 1 in the scene is in the unit.
export function addScaleBar(viewer: Viewer, parent: HTMLElement, scale: number, unit: string) {
  const bar = document.createElement('div');
  bar.className = 'scale-bar';
  bar.title = 'At the distance of what the camera looks at';
  parent.append(bar);
  viewer.onDraw(() => {
    const pixel = viewer.pixelAt() * scale;
    const long = roundLength(pixel * kWidestBar);
    bar.style.width = `${(long / pixel).toFixed(1)}px`;
    bar.textContent = `${number(long)}${unit ? ` ${unit}` : ''}`;
  });
}
