// All that is known of one pair.
import { things } from '../viewer/text';
import { Pair, Report, kindOf } from './data';
import { baselineWords, curveWords, distanceWords, frameWords, kKindWords, length, stateWords } from './words';

function element(tag: string, className: string, ...content: (string | Node)[]): HTMLElement {
  const out = document.createElement(tag);
  out.className = className;
  out.append(...content);
  return out;
}

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

function copyButton(text: string, what: string): HTMLElement {
  const button = element('button', 'copy', 'copy');
  button.setAttribute('aria-label', `Copy ${what}`);
  button.title = `Copy ${what}`;
  button.addEventListener('click', async () => {
    await copy(text);
    button.textContent = 'copied';
    setTimeout(() => (button.textContent = 'copy'), 1200);
  });
  return button;
}

const badge = (kind: string, text: string) => element('span', `badge ${kind}`, text);

export function badges(pair: Pair): HTMLElement[] {
  const out = [badge(pair.gone ? 'gone' : pair.state, kKindWords[pair.state])];
  if (pair.ignored) out.push(badge('ignored', 'Ignored'));
  if (pair.baseline === 'new') out.push(badge('new', 'New'));
  if (pair.gone) out.push(badge('gone', 'Gone'));
  return out;
}

export function fillDetails(panel: HTMLElement, report: Report, pair: Pair | null) {
  panel.replaceChildren();
  if (!pair) {
    panel.append(element('p', 'hint', report.pairs.length ? 'Pick a pair to fly to it: click a row or a dot, or press ↑ and ↓.' : 'No pair to show.'));
    return;
  }
  const facts = document.createElement('dl');
  const fact = (name: string, value: string | null | undefined, note = '', extra: Node[] = []) => {
    if (value === null || value === undefined || value === '') return;
    const told = element('dd', '', value);
    if (note) told.append(' ', element('small', `note-${note.replace(' ', '-')}`, note));
    told.append(...extra);
    facts.append(element('dt', '', name), told);
  };
  const names = pair.names.map((name, side) => {
    const line = element('div', `body ${'ab'[side]}`, element('b', '', name || 'unnamed'));
    line.title = name;
    if (pair.groups[side]) line.append(element('small', '', pair.groups[side]));
    line.append(copyButton(name, `the name ${name}`));
    return line;
  });
  const distance = distanceWords(report, pair);
  fact('Distance', distance?.[0], distance?.[1]);
  if (pair.depth) fact('Depth', `≈ ${length(report, pair.depth.value)}`, pair.depth.estimated === false ? 'measured' : 'estimate');
  const clearance = pair.clearance ?? report.raw.clearance;
  if (clearance && !pair.gone) fact('Clearance', length(report, clearance), 'asked for');
  if (pair.triangle_pairs) fact('Triangles', `${things(pair.triangle_pairs, 'pair')} meet`);
  fact('Curves', curveWords(report, pair));
  fact('Frames', frameWords(pair));
  fact('Baseline', baselineWords(pair));
  fact('Ignored', pair.ignored && `because: ${pair.ignored}`);
  const id = element('code', '', pair.id);
  facts.append(element('dt', '', 'Id'), element('dd', '', id, copyButton(pair.id, 'the id')));
  panel.append(element('div', 'badges', ...badges(pair)), ...names, element('p', `sentence ${kindOf(pair)}`, stateWords(report, pair)), facts);
}
