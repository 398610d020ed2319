// An element with a class and content.
export function element(tag: string, className: string, ...content: (string | Node)[]): HTMLElement {
  const out = document.createElement(tag);
  if (className) out.className = className;
  out.append(...content);
  return out;
}
