// All that is known of one pair, or of one body.
import { things } from '../viewer/text';
import { copyButton } from './copy';
import { Pair, Report, kindOf } from './data';
import { element, swatch } from './elements';
import { baselineWords, contactWords, coordinates, curveWords, depthWords, distanceWords, figure, frameWords, kKindWords, length, rounded, stateWords, volume } from './words';

const badge = (kind: string, text: string) => element('span', `badge ${kind}`, text);

export function badges(pair: Pair): HTMLElement[] {
  const out = [badge(pair.gone ? 'gone' : pair.state, kKindWords[pair.state])];
  if (pair.ignored) out.push(badge('ignored', 'Ignored'));
  if (pair.baseline === 'new') out.push(badge('new', 'New'));
  if (pair.gone) out.push(badge('gone', 'Resolved'));
  return out;
}

class Facts {
  readonly list = document.createElement('dl');
  add(name: string, value: string | null | undefined | false, note = '', copied = '') {
    if (!value) return;
    const told = element('dd', '', value);
    if (note) told.append(' ', element('small', `note-${note.replace(' ', '-')}`, note));
    if (copied) told.append(copyButton(copied, `the ${name.toLowerCase()}`));
    this.list.append(element('dt', '', name), told);
  }
}

function bodyLine(report: Report, i: number, name: string, kind: string, select: (body: number) => void): HTMLElement {
  const { group, file } = report.body(i);
  const title = i >= 0 ? element('button', 'link', name || 'unnamed') : element('b', '', name || 'unnamed');
  title.title = i >= 0 ? `Select ${name}` : name;
  if (i >= 0) title.addEventListener('click', () => select(i));
  const line = element('div', `body ${kind}`, title);
  const about = [group, file !== name && file].filter(Boolean).join(' · ');
  if (about) line.append(Object.assign(element('small', '', about), { title: about }));
  line.append(copyButton(name, `the name ${name}`));
  return line;
}

export function fillDetails(panel: HTMLElement, report: Report, pair: Pair, select: (body: number) => void) {
  const facts = new Facts();
  const names = pair.names.map((name, side) => bodyLine(report, pair.bodies[side], name, 'ab'[side], select));
  const distance = distanceWords(report, pair);
  facts.add('Distance', distance?.[0], distance?.[1]);
  const depth = depthWords(report, pair, 'between');
  if (pair.overlap && !depth) facts.add('Overlap', `${length(report, pair.overlap.thickness)} thick`, pair.overlap.estimated === false ? 'measured' : 'estimate');
  if (pair.overlap_volume) facts.add('Volume', volume(report, pair.overlap_volume), 'common');
  if (pair.separation_at_most) {
    const { length: long, translation } = pair.separation_at_most;
    if (depth) facts.add('Depth', depth, depth.startsWith('between') ? 'proven bounds' : 'proven');
    else facts.add('Separation', `at most ${length(report, long)}`, 'upper bound');
    facts.add('moves B by', translation.map((x) => rounded(x, report.scale)).join(', '), report.unit);
  }
  const clearance = pair.clearance ?? report.raw.clearance;
  if (clearance && !pair.gone) facts.add('Clearance', length(report, clearance), 'required');
  const place = report.worldPlace(pair);
  if (place) facts.add('Place', coordinates(place, report.scale), report.unit, coordinates(place, report.scale));
  if (pair.triangle_pairs) facts.add('Triangles', `${things(pair.triangle_pairs, 'pair')} meet`);
  facts.add('Curves', curveWords(report, pair));
  facts.add('Frames', frameWords(pair));
  facts.add('First contact', contactWords(pair));
  const { least_clearance: least, least_at: leastAt } = pair.motion ?? {};
  if (least && leastAt != null) facts.add('Least clearance', length(report, least), `in frame ${Number(leastAt.toFixed(4))}`);
  facts.add('Baseline', baselineWords(pair));
  facts.add('Ignored', pair.ignored && `because: ${pair.ignored}`);
  const id = element('code', '', pair.id);
  facts.list.append(element('dt', '', 'Id'), element('dd', '', id, copyButton(pair.id, 'the id')));
  panel.replaceChildren(element('div', 'badges', ...badges(pair)), ...names, element('p', `sentence ${kindOf(pair)}`, stateWords(report, pair)), facts.list);
}

export interface BodyActions {
  look: (body: number) => void;
  hide: (body: number) => void;
  list: (body: number) => void; // the pairs it is in
  pick: (pair: Pair) => void;
}

const kMostListed = 8;

export function fillBody(panel: HTMLElement, report: Report, i: number, act: BodyActions) {
  const { name, group, file, path, layer, color, id } = report.body(i);
  const facts = new Facts();
  facts.add('File', file, '', file ?? '');
  facts.add('Node', path);
  facts.add('Group', group);
  facts.add('Layer', layer);
  if (color) facts.list.append(element('dt', '', 'Color'), element('dd', '', swatch(color), ` ${color}`));
  facts.add('Id', id);
  const triangles = report.triangles(i);
  if (triangles) facts.add('Triangles', triangles.toLocaleString('en'));
  const button = (text: string, press: () => void) => {
    const out = element('button', '', text);
    out.addEventListener('click', press);
    return out;
  };
  const found = report.findingsOf[i] ?? [];
  const rows = found.slice(0, kMostListed).map((pair) => {
    const other = pair.names[pair.bodies[0] === i ? 1 : 0];
    const row = element('button', `found ${pair.state}`, element('span', 'badge', kKindWords[pair.state]), element('span', 'names', other), element('span', 'figure', figure(report, pair)));
    row.addEventListener('click', () => act.pick(pair));
    return row;
  });
  panel.replaceChildren(
    element('div', 'body select', element('b', '', name || 'unnamed'), copyButton(name, `the name ${name}`)),
    facts.list,
    element('div', 'actions', button('zoom to it', () => act.look(i)), button('hide or show', () => act.hide(i)), ...(found.length > 1 ? [button(`list its ${things(found.length, 'finding')}`, () => act.list(i))] : [])),
    element('p', 'sentence', found.length ? things(found.length, 'finding') : 'Nothing was found of it.'),
    ...rows,
  );
}

export function fillHint(panel: HTMLElement, report: Report) {
  panel.replaceChildren(element('p', 'hint', report.pairs.length ? 'Pick a pair to fly to it: click a row or a dot, or press ↑ and ↓. Click a body to select it.' : 'No pair to show.'));
}
