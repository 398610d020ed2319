// Light or dark: as the reader's system prefers, until the reader says otherwise.

type Theme = 'light' | 'dark';
const dark = matchMedia('(prefers-color-scheme: dark)');
const listeners: (() => void)[] = [];

function chosen(): Theme | null {
  try {
    const kept = localStorage.getItem('apart-theme');
    return kept === 'light' || kept === 'dark' ? kept : null;
  } catch {
    return null; // a browser may refuse to remember anything for files
  }
}

let choice = chosen();

export function theme(): Theme {
  return choice ?? (dark.matches ? 'dark' : 'light');
}

function apply() {
  document.documentElement.dataset.theme = theme();
  for (const tell of listeners) tell();
}

export function toggleTheme() {
  choice = theme() === 'dark' ? 'light' : 'dark';
  try {
    localStorage.setItem('apart-theme', choice);
  } catch {
    // then it holds until the page is closed
  }
  apply();
}

export function onTheme(tell: () => void) {
  listeners.push(tell);
}

// A colour of the style sheet, by the name of its variable.
export function colour(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}

export function startTheme(button: HTMLElement) {
  dark.addEventListener('change', apply);
  button.addEventListener('click', toggleTheme);
  apply();
}
