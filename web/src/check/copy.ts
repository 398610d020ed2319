// Buttons that copy a text.

async function copy(text: string) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Refused to a file, or unknown: the old way.
    const field = document.createElement('textarea');
    field.value = text;
    document.body.append(field);
    field.select();
    document.execCommand('copy');
    field.remove();
  }
}

export function copyButton(text: string, what: string): HTMLElement {
  const button = document.createElement('button');
  button.className = 'copy';
  button.textContent = 'copy';
  button.setAttribute('aria-label', `Copy ${what}`);
  button.title = `Copy ${what}`;
  button.dataset.copies = text;
  button.addEventListener('click', async () => {
    await copy(text);
    button.textContent = 'copied';
    setTimeout(() => (button.textContent = 'copy'), 1200);
  });
  return button;
}
