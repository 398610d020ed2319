// The name of the body under the pointer, beside it; and what a click means.
import { element } from './elements';
import { Report } from './data';
import type { CheckScene } from './scene';

const kRest = 40; // milliseconds that the pointer has to rest for the name
const kDragged = 4; // pixels

export function listen(stage: HTMLElement, scene: CheckScene, report: Report, press: (x: number, y: number) => void) {
  const tip = element('div', 'tip');
  tip.hidden = true;
  stage.append(tip);
  let timer = 0;
  const place = (event: PointerEvent) => {
    const { left, top } = stage.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  };
  const onCanvas = (event: Event) => event.target instanceof HTMLCanvasElement;

  stage.addEventListener('pointermove', (event) => {
    clearTimeout(timer);
    if (event.buttons || !onCanvas(event) || event.pointerType === 'touch') {
      tip.hidden = true;
      return;
    }
    timer = window.setTimeout(() => {
      const { x, y } = place(event);
      const pair = scene.overview.at(x, y);
      const body = pair ? null : scene.under(x, y)?.body;
      tip.hidden = !pair && body == null;
      if (pair) tip.replaceChildren(element('b', '', `${pair.names[0]} and ${pair.names[1]}`));
      else if (body != null) {
        const { name, group, file } = report.body(body);
        const about = [group, file].filter(Boolean).join(' · ');
        tip.replaceChildren(element('b', '', name || 'unnamed'), ...(about ? [element('small', '', about)] : []));
      }
      const toLeft = x > stage.clientWidth / 2;
      tip.style.transform = `translate(${toLeft ? 'calc(-100% - 10px)' : '14px'}, 14px) translate(${x}px, ${y}px)`;
    }, kRest);
  });
  stage.addEventListener('pointerleave', () => {
    clearTimeout(timer);
    tip.hidden = true;
  });
  let pressed = { x: 0, y: 0 };
  stage.addEventListener('pointerdown', (event) => {
    pressed = place(event);
    tip.hidden = true;
  });
  stage.addEventListener('pointerup', (event) => {
    const { x, y } = place(event);
    if (event.button === 0 && onCanvas(event) && Math.hypot(x - pressed.x, y - pressed.y) <= kDragged) press(x, y);
  });
}
