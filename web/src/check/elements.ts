// An element with a class and content.
export function element(tag: string, className: string, ...content: (string | Node)[]): HTMLElement {
  const out = document.createElement(tag);
  if (className) out.className = className;
  out.append(...content);
  return out;
}

// A small field of a body's own colour.
export function swatch(color: string): HTMLElement {
  const out = element('span', 'swatch');
  out.style.background = color;
  out.title = color;
  return out;
}
