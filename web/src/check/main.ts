// The page of apart check --html.
import { Vector3 } from 'three';
import { $, expose, onClick, onKeys, orNote, say } from '../viewer/page';
import { count, things } from '../viewer/text';
import { startTheme, theme, toggleTheme } from '../viewer/theme';
import { Pair, kindOf, readReport } from './data';
import { badges, fillDetails } from './details';
import { Filters } from './filters';
import { Rows } from './rows';
import { CheckScene } from './scene';
import { emptyWords, figure, kKindWords, length, summary, verdict, warnings } from './words';

const kRowHeight = 50;

startTheme($('theme'));
const report = readReport();

document.title = `${report.title || 'Check'}: ${verdict(report)}`;
say('title', report.title);
$('title-chip').hidden = !report.title;
say('verdict', verdict(report));
say('summary', summary(report));

let picked: Pair | null = null;
let ofGone = false; // which of the two lists is shown
let switches = { isolate: false, through: false };

const scene = orNote($('scene'), () => new CheckScene($('scene'), report, pick));
const rows = new Rows<Pair>($('rows'), kRowHeight, paintRow, pick);
const filters = new Filters(report, relist);

function span(className: string, text: string) {
  const out = document.createElement('span');
  out.className = className;
  out.textContent = text;
  return out;
}

function paintRow(row: HTMLElement, pair: Pair) {
  row.classList.add(pair.gone ? 'gone' : kindOf(pair));
  row.dataset.id = pair.id;
  const names = span('names', `${pair.names[0] || 'unnamed'} – ${pair.names[1] || 'unnamed'}`);
  names.title = names.textContent!;
  const groups = [...new Set(pair.groups)].filter(Boolean).join(' – ');
  const about = span('about-row', '');
  about.append(...badges(pair), span('groups', groups));
  row.append(names, span('figure', figure(report, pair)), about);
}

// The list anew: after a filter has changed, or the other list was asked for.
function relist() {
  const all = ofGone ? report.gone : report.pairs;
  const shown = filters.passing(all);
  rows.show(shown, picked);
  scene?.list(shown);
  const none = shown.length === 0;
  $('empty').hidden = !none;
  $('rows').hidden = none;
  $('reset').hidden = all.length === 0;
  say('empty-words', all.length ? 'No pair passes the filters.' : ofGone ? 'Nothing that the baseline had is gone.' : emptyWords(report));
  const listed = `${count(shown.length)} of ${things(all.length, ofGone ? 'gone pair' : 'listed pair')}`;
  const rest = report.counts.pairs - report.pairs.length;
  say('shown', listed + (!ofGone && rest > 0 ? `; ${things(rest, 'more pair')} not in the list` : ''));
}

function pick(pair: Pair | null) {
  const again = pair === picked;
  picked = pair;
  if (pair && pair.gone !== ofGone) showList(pair.gone);
  rows.mark(pair);
  if (!again) {
    fillDetails($('details'), report, pair);
    scene?.show(pair);
    turn('through', scene?.hidden ?? false);
  }
  $('who').hidden = !pair;
  if (pair) pair.names.forEach((name, side) => say(`${'ab'[side]}-name`, name));
  for (const id of ['isolate', 'through'] as const) $<HTMLButtonElement>(id).disabled = !pair;
  if (pair) scene?.lookAtPicked();
  try {
    history.replaceState(null, '', pair ? `#${encodeURIComponent(pair.id)}` : location.pathname + location.search);
  } catch {
    // a browser may refuse this to files; then there is no link
  }
}

function showAll() {
  pick(null);
  scene?.lookAtAll();
}

function turn(name: keyof typeof switches, on: boolean) {
  switches = { ...switches, [name]: on };
  if (scene) scene[name] = on;
  $(name).setAttribute('aria-pressed', String(on));
}
function flip(name: keyof typeof switches) {
  if (picked) turn(name, !switches[name]);
}

function showList(gone: boolean) {
  ofGone = gone;
  $('tab-pairs').setAttribute('aria-selected', String(!gone));
  $('tab-gone').setAttribute('aria-selected', String(gone));
  $('rows').setAttribute('aria-label', gone ? 'Pairs that are gone since the baseline' : 'Pairs, worst first');
  relist();
}

$('tabs').hidden = !report.withBaseline;
say('gone-count', count(report.gone.length));
onClick('tab-pairs', () => showList(false));
onClick('tab-gone', () => showList(true));
onClick('reset', () => filters.reset());
onClick('all', showAll);
onClick('isolate', () => flip('isolate'));
onClick('through', () => flip('through'));

// How the report was made.
function fillFacts() {
  const { raw, counts } = report;
  const date = raw.made ? new Date(raw.made) : null;
  const facts: [string, string | undefined | false | null][] = [
    ['Report', report.title],
    ['Made', date && (Number.isNaN(date.getTime()) ? raw.made : date.toLocaleString())],
    ['Command', raw.command],
    ['Bodies are', raw.solid ? 'solids' : 'surfaces'],
    ['Clearance', raw.clearance != null && length(report, raw.clearance)],
    ['Touch within', raw.touch != null && length(report, raw.touch)],
    ['Found', Object.entries(counts).filter(([name]) => name in kKindWords && name !== 'ignored').map(([name, n]) => `${count(n)} ${name}`).join(', ')],
    ['Bodies, pairs', `${count(counts.bodies)}, ${count(counts.pairs)}`],
    ['Ignored', counts.ignored ? things(counts.ignored, 'pair') : ''],
    ['Finished', raw.finished === false ? 'no' : 'yes'],
  ];
  const list = document.createElement('dl');
  for (const [name, value] of facts) {
    if (!value) continue;
    const [dt, dd] = [document.createElement('dt'), document.createElement('dd')];
    dt.textContent = name;
    dd.textContent = value;
    if (name === 'Command') dd.className = 'command';
    list.append(dt, dd);
  }
  const keys = span('keys', 'Keys: ↑ ↓ pick a pair · Enter fly to it again · a show all · i isolate · x see through · / search · t light or dark');
  $('facts').append(list, keys);
}
fillFacts();
function toggleFacts(open = $('facts').hidden) {
  $('facts').hidden = !open;
  $('facts-button').setAttribute('aria-expanded', String(open));
}
onClick('facts-button', () => toggleFacts());

const told = warnings(report);
if (scene?.boxed) told.push(`To stay quick, ${things(scene.boxed, 'body is drawn as its box', 'bodies are drawn as their boxes')} until picked.`);
$('notes').hidden = told.length === 0;
$('notes').append(
  ...told.map((text, i) => {
    const line = document.createElement('li');
    line.textContent = text;
    if (i === 0 && report.raw.finished === false) line.className = 'warning';
    return line;
  }),
);

const search = $<HTMLInputElement>('search');
search.addEventListener('keydown', (event) => {
  const act = { Enter: () => rows.go(0), ArrowDown: () => rows.by(rows.position < 0 ? 0 : 1), ArrowUp: () => rows.by(-1), Escape: () => filters.forget() }[event.key];
  if (!act) return;
  event.preventDefault();
  act();
  if (event.key === 'Escape') search.blur();
  else $('rows').focus();
});

onKeys({
  ArrowDown: () => rows.by(1),
  ArrowUp: () => rows.by(-1),
  PageDown: () => rows.by(rows.page),
  PageUp: () => rows.by(-rows.page),
  Home: () => rows.go(0),
  End: () => rows.go(Infinity),
  Enter: () => (picked ? scene?.lookAtPicked() : rows.go(0)),
  Escape: () => ($('facts').hidden ? showAll() : toggleFacts(false)),
  '/': () => filters.focus(),
  a: showAll,
  i: () => flip('isolate'),
  x: () => flip('through'),
  t: toggleTheme,
});

fillDetails($('details'), report, null);
relist();

// report.html#c-1234 opens at that pair.
function followLink() {
  let id = location.hash.slice(1);
  try {
    id = decodeURIComponent(id);
  } catch {
    // as it stands
  }
  const pair = id ? report.byId(id) : undefined;
  if (pair) pick(pair);
  else if (id) say('shown', `This report has no pair ${id}.`);
}
addEventListener('hashchange', followLink);
followLink();

expose({
  report,
  state: () => ({
    picked: picked?.id ?? null,
    shown: rows.shown.map((pair) => pair.id),
    rowElements: rows.elements,
    theme: theme(),
    ...switches,
    drawn: scene?.drawn ?? null,
    resting: scene?.viewer.resting ?? true,
    view: scene?.viewer.view() ?? null,
  }),
  // Where a place of the report is in the scene, and where on the screen a pair's dot is.
  toPage: (x: number, y: number, z: number) => report.toPage(new Vector3(x, y, z)).toArray(),
  asBoxes: (mostTriangles: number) => report.asBoxes(mostTriangles),
  dotOf: (id: string) => scene?.dotOnScreen(report.byId(id)!),
});
