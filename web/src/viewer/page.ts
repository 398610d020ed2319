// What the scripts of all pages do: elements by their names, clicks, keys, and a view that may be missing.

export const $ = <T extends HTMLElement = HTMLElement>(id: string) => document.getElementById(id) as T;

export function say(id: string, text: string) {
  $(id).textContent = text;
}

export const onClick = (id: string, act: () => void) => $(id).addEventListener('click', act);

// Keys by their names, with `Shift+` before arrows. Where the reader writes or chooses, keys mean what they mean there.
export function onKeys(keys: Record<string, () => void>) {
  addEventListener('keydown', (event) => {
    const at = event.target;
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || at instanceof HTMLSelectElement || at instanceof HTMLTextAreaElement) return;
    if (at instanceof HTMLInputElement && at.type !== 'range') return;
    if ((event.key === ' ' || event.key === 'Enter') && at instanceof HTMLButtonElement) return; // it presses the button
    const act = keys[(event.shiftKey && event.key.startsWith('Arrow') ? 'Shift+' : '') + event.key];
    if (!act) return;
    event.preventDefault(); // sliders and lists would answer too
    act();
  });
  // A button that was clicked does not keep the keyboard; one that was reached by it does.
  addEventListener('click', (event) => {
    if (event.detail > 0 && event.target instanceof Element) event.target.closest('button')?.blur();
  });
}

// The view, or null and a note in its place: the rest of the page says what it says without it.
export function orNote<T>(element: HTMLElement, make: () => T): T | null {
  try {
    return make();
  } catch (error) {
    const note = document.createElement('p');
    note.className = 'note';
    note.textContent = `This browser cannot draw in 3D: ${error instanceof Error ? error.message : error}`;
    element.append(note);
    return null;
  }
}

// For tests, and for whoever opens the console: window.apart.
export function expose(tools: object) {
  Object.assign(window, { apart: tools });
}
