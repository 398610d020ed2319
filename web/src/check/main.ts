// The page of apart check --html.
import { Vector3 } from 'three';
import { addAxes, addScaleBar } from '../viewer/hud';
import { $, expose, onClick, onKeys, orNote, say } from '../viewer/page';
import { count, things } from '../viewer/text';
import { startTheme, theme, toggleTheme } from '../viewer/theme';
import { Pair, kindOf, readReport } from './data';
import { badges, fillBody, fillDetails, fillHint } from './details';
import { element } from './elements';
import { bcfArchive, startExport } from './export';
import { fillFacts } from './facts';
import { Filters } from './filters';
import { Grouping, Heading, Line, grouped, isHeading } from './grouping';
import { listen } from './hover';
import { Measure } from './measure';
import { Motion } from './motion';
import { Order } from './order';
import { Player } from './player';
import { printable } from './print';
import { Reviews } from './review';
import { kStatusWords, reviewPanel } from './review_panel';
import { Rows } from './rows';
import { CheckScene } from './scene';
import { Section } from './section';
import { BodyTree } from './tree';
import { emptyWords, figure, kKindWords, secondFigure, summary, verdict, warnings } from './words';

const kRowHeight = 50;

startTheme($('theme'));
const report = readReport();

document.title = `${report.title || 'Check'}: ${verdict(report)}`;
say('title', report.title);
$('title-chip').hidden = !report.title;
say('verdict', verdict(report));
say('summary', summary(report));

type Tab = 'pairs' | 'gone' | 'bodies';
let tab: Tab = 'pairs';
let picked: Pair | null = null;
let selected = -1; // a body
let shown: Pair[] = []; // those that pass the filters, in their order
let switches = { isolate: false, through: false, closer: false };
const closed = new Set<string>(); // headings

const motion = report.raw.motion ? new Motion(report.raw.motion) : null;
const reviews = new Reviews(report.title || location.pathname, onReviewed);
const scene = orNote($('scene'), () => new CheckScene($('scene'), report, motion, pick));
const rows = new Rows<Line>($('rows'), kRowHeight, {
  role: 'row',
  paint: (row, line) => (isHeading(line) ? paintHeading(row, line) : paintRow(row, line)),
  pick: (line) => pick(line as Pair),
  heading: isHeading,
  press: (line) => fold(line as Heading),
});
const filters = new Filters(report, relist);
const order = new Order((pair) => kStatusWords[reviews.of(pair.id).status], relist);
const tree = new BodyTree(report, selectAndLook, (hidden) => {
  scene?.hideBodies(hidden);
  section?.refresh();
});
const middleOfPicked = () => {
  const place = picked && !picked.gone ? report.place(picked).box : null;
  return place && !place.isEmpty() ? place.getCenter(new Vector3()) : null;
};
const section = scene && new Section(scene, report, middleOfPicked, () => tree.hidden);
const measure = scene && new Measure(scene, report);
const player =
  scene && motion && motion.frames.length > 1
    ? new Player(
        motion,
        report.pairs,
        (time) => {
          scene.showTime(time);
          section?.refresh();
        },
        (pair) => pick(pair),
        (at) => (at === 'contact' ? scene.lookAtContact() : scene.lookAtPicked(switches.closer)),
      )
    : null;
if (scene) {
  addAxes(scene.viewer, $('hud'));
  addScaleBar(scene.viewer, $('hud'), report.scale, report.unit);
  listen($('scene'), scene, report, press);
} else for (const id of ['section', 'measure', 'all']) $<HTMLButtonElement>(id).disabled = true;
const closeExport = startExport(report, reviews, scene, { listed: () => shown, restore: () => show(picked) });

const cell = (className: string, ...content: (string | Node)[]) => {
  const out = element('span', className, ...content);
  out.setAttribute('role', 'gridcell');
  return out;
};

function paintRow(row: HTMLElement, pair: Pair) {
  row.classList.add(pair.gone ? 'gone' : kindOf(pair));
  row.dataset.id = pair.id;
  const [a, b] = pair.names.map((name, side) => {
    const out = cell('names', name || 'unnamed');
    out.title = [name, pair.groups[side], pair.files[side]].filter(Boolean).join(' · ');
    return out;
  });
  const { status, comments } = reviews.of(pair.id);
  const said = comments.length ? ` · ${things(comments.length, 'comment')}` : '';
  const review = cell(`status ${status}`, status === 'open' && !said ? '' : kStatusWords[status] + said);
  const value = cell('figure', figure(report, pair, 'sep.'), element('small', '', secondFigure(report, pair)));
  value.title = [figure(report, pair), secondFigure(report, pair)].filter(Boolean).join(', ');
  row.append(cell('state-cell', ...badges(pair)), review, a, b, value);
}

function paintHeading(row: HTMLElement, { title, pairs, worst, open }: Heading) {
  row.classList.add('heading', kindOf(worst));
  row.setAttribute('aria-expanded', String(open));
  row.append(cell('arrow', open ? '▾' : '▸'), cell('names', title), cell('tally', count(pairs.length)), cell('figure', figure(report, worst, 'sep.')));
}

function fold({ key }: Heading) {
  if (!closed.delete(key)) closed.add(key);
  relist();
}

// The list anew: after a filter or the order has changed, or the other list was asked for.
function relist() {
  const all = tab === 'gone' ? report.gone : report.pairs;
  shown = order.sorted(filters.passing(all));
  rows.show(grouped(report, shown, $<HTMLSelectElement>('grouping').value as Grouping, closed), picked);
  scene?.list(shown);
  const none = shown.length === 0;
  $('empty').hidden = !none;
  $('rows').hidden = none;
  const clear = filters.hiddenClear(all);
  say('reset', clear === all.length ? `Show ${things(clear, 'clear pair')}` : 'Show all pairs');
  $('reset').hidden = all.length === 0;
  say('empty-words', all.length > clear ? 'No pair passes the filters.' : tab === 'gone' ? 'Nothing of the baseline is resolved.' : emptyWords(report));
  const rest = report.counts.pairs - report.pairs.length;
  const parts = [`${count(shown.length)} of ${things(all.length, tab === 'gone' ? 'resolved pair' : 'listed pair')}`, clear > 0 && `${things(clear, 'clear one is', 'clear ones are')} hidden`, tab !== 'gone' && rest > 0 && `${things(rest, 'more pair')} not in the list`];
  say('shown', parts.filter(Boolean).join('; '));
}

// The scene and the details as they should be for what is picked.
function show(pair: Pair | null) {
  scene?.show(pair);
  turn('through', scene?.hidden ?? false);
  turn('closer', false);
  player?.offer(pair);
  section?.offer();
  section?.refresh();
  if (pair) scene?.lookAtPicked();
}

function fillPanel() {
  const panel = $('details');
  if (selected >= 0) fillBody(panel, report, selected, { look: (i) => scene?.lookAtBody(i), hide: (i) => tree.setHidden([i], !tree.hidden.has(i)), list: listOf, pick });
  else if (picked) {
    fillDetails(panel, report, picked, select);
    panel.append(reviewPanel(reviews, picked.id));
  } else fillHint(panel, report);
}

function onReviewed() {
  rows.repaint();
  fillPanel();
}

function pick(pair: Pair | null) {
  const again = pair === picked;
  picked = pair;
  if (pair) select(-1);
  if (pair && (pair.gone !== (tab === 'gone') || tab === 'bodies')) showTab(pair.gone ? 'gone' : 'pairs');
  fillPanel();
  rows.mark(pair);
  if (!again) show(pair);
  else if (pair) scene?.lookAtPicked(switches.closer);
  $('who').hidden = !pair;
  if (pair) pair.names.forEach((name, side) => say(`${'ab'[side]}-name`, name));
  for (const id of ['isolate', 'through', 'closer'] as const) $<HTMLButtonElement>(id).disabled = !pair;
  try {
    history.replaceState(null, '', pair ? `#${encodeURIComponent(pair.id)}` : location.pathname + location.search);
  } catch {
    // a browser may refuse this to files; then there is no link
  }
}

// A body, -1: none.
function select(body: number) {
  if (body === selected) return;
  selected = body;
  scene?.select(body);
  tree.mark(body);
  fillPanel();
}
function selectAndLook(body: number) {
  select(body);
  scene?.lookAtBody(body);
}
function listOf(body: number) {
  showTab('pairs');
  filters.searchFor(report.body(body).name);
}

// The view was clicked.
function press(x: number, y: number) {
  if (measure?.active) {
    measure.press(x, y);
    return;
  }
  const pair = scene!.overview.at(x, y);
  if (pair) pick(pair);
  else select(scene!.under(x, y)?.body ?? -1);
}

function showAll() {
  pick(null);
  select(-1);
  scene?.lookAtAll();
}

function turn(name: keyof typeof switches, on: boolean) {
  switches = { ...switches, [name]: on };
  if (scene && name !== 'closer') scene[name] = on;
  $(name).setAttribute('aria-pressed', String(on));
}
function flip(name: keyof typeof switches) {
  if (!picked) return;
  turn(name, !switches[name]);
  if (name !== 'closer') return;
  if (scene) scene.closely = switches.closer;
  turn('through', scene !== null && (scene.hidden || (switches.closer && picked.state === 'near')));
  scene?.lookAtPicked(switches.closer);
}

function showTab(name: Tab) {
  tab = name;
  for (const other of ['pairs', 'gone', 'bodies'] as const) $(`tab-${other}`).setAttribute('aria-selected', String(other === name));
  $('pairs-panel').hidden = name === 'bodies';
  $('bodies-panel').hidden = name !== 'bodies';
  $('rows').setAttribute('aria-label', name === 'gone' ? 'Pairs that are resolved since the baseline' : 'Pairs');
  if (name !== 'bodies') relist();
  else tree.mark(selected);
}

$('tab-gone').hidden = !report.withBaseline;
say('gone-count', count(report.gone.length));
say('bodies-count', count(report.counts.bodies));
for (const name of ['pairs', 'gone', 'bodies'] as const) onClick(`tab-${name}`, () => showTab(name));
onClick('reset', () => filters.reset());
onClick('all', showAll);
for (const name of ['isolate', 'through', 'closer'] as const) onClick(name, () => flip(name));
$<HTMLOptionElement>('grouping').addEventListener('change', relist);
const offered = { body: report.hasFindingGroups, place: report.hasFindingGroups, groups: report.groups.length > 1 };
for (const [grouping, yes] of Object.entries(offered)) if (!yes) document.querySelector(`#grouping [value=${grouping}]`)!.remove();
$('grouping').hidden = !Object.values(offered).some(Boolean);

fillFacts($('facts'), report);
function toggleFacts(open = $('facts').hidden) {
  $('facts').hidden = !open;
  $('facts-button').setAttribute('aria-expanded', String(open));
}
onClick('facts-button', () => toggleFacts());

const told = warnings(report);
if (scene?.boxed) told.push(`For speed, ${things(scene.boxed, 'body is drawn as its box', 'bodies are drawn as their boxes')} until picked.`);
$('notes').hidden = told.length === 0;
$('notes').append(...told.map((text, i) => element('li', i === 0 && report.raw.finished === false ? 'warning' : '', text)));

const search = $<HTMLInputElement>('search');
search.addEventListener('keydown', (event) => {
  const act = { Enter: () => rows.go(0), ArrowDown: () => rows.by(rows.position < 0 ? 0 : 1), ArrowUp: () => rows.by(-1), Escape: () => filters.forget() }[event.key];
  if (!act) return;
  event.preventDefault();
  act();
  if (event.key === 'Escape') search.blur();
  else $('rows').focus();
});
$('tree').addEventListener('keydown', (event) => {
  if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') tree.fold(event.key === 'ArrowLeft');
});

function escape() {
  if (!$('facts').hidden) toggleFacts(false);
  else if (!$('export').hidden) closeExport();
  else if (measure?.active) measure.toggle(false);
  else if (selected >= 0) select(-1);
  else showAll();
}

const move = (n: number) => (tab === 'bodies' ? tree.by(n) : rows.by(n));
onKeys({
  ArrowDown: () => move(1),
  ArrowUp: () => move(-1),
  PageDown: () => move(rows.page),
  PageUp: () => move(-rows.page),
  Home: () => rows.go(0),
  End: () => rows.go(Infinity, -1),
  Enter: () => (picked ? scene?.lookAtPicked(switches.closer) : rows.go(0)),
  Escape: escape,
  '/': () => filters.focus(),
  a: showAll,
  i: () => flip('isolate'),
  x: () => flip('through'),
  c: () => flip('closer'),
  s: () => section?.toggle(),
  m: () => measure?.toggle(),
  p: () => player?.play(),
  '[': () => player?.by(-1),
  ']': () => player?.by(1),
  n: () => player?.nextContact(),
  t: toggleTheme,
});

addEventListener('beforeprint', () => {
  document.getElementById('print')?.remove();
  document.body.append(printable(report, reviews, shown, scene?.viewer.canvas.toDataURL() ?? null));
});

fillPanel();
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
    selected: selected < 0 ? null : report.body(selected).name,
    shown: shown.map((pair) => pair.id),
    lines: rows.shown.map((line) => (isHeading(line) ? line.title : line.id)),
    rowElements: rows.elements,
    theme: theme(),
    ...switches,
    drawn: scene?.drawn ?? null,
    badges: scene?.overview.counts ?? [],
    section: section?.state ?? null,
    measured: measure?.result ?? null,
    frame: player?.frame ?? null,
    playing: player?.isPlaying ?? false,
    hidden: [...tree.hidden],
    resting: scene?.viewer.resting ?? true,
    view: scene?.viewer.view() ?? null,
  }),
  // Where a place of the report is in the scene, where on the screen it is, and where a pair's dot is.
  toPage: (x: number, y: number, z: number) => report.toPage(new Vector3(x, y, z)).toArray(),
  onScreen: (x: number, y: number, z: number) => scene?.viewer.project(report.toPage(new Vector3(x, y, z))),
  ofPage: (x: number, y: number, z: number) => scene?.viewer.project(new Vector3(x, y, z)),
  asBoxes: (mostTriangles: number) => report.asBoxes(mostTriangles),
  dotOf: (id: string) => scene?.overview.dotOnScreen(report.byId(id)!),
  bodyAt: (x: number, y: number) => report.body(scene?.under(x, y)?.body ?? -1).name,
  figures: () => scene?.figures.map((figure) => figure?.sphere.center.toArray() ?? null),
  kinds: kKindWords,
  review: reviews,
  bcf: async (ids: string[]) => {
    const archive = await bcfArchive(report, reviews, scene, ids.map((id) => report.byId(id)!));
    show(picked);
    return btoa([...new Uint8Array(await archive.arrayBuffer())].map((byte) => String.fromCharCode(byte)).join(''));
  },
});
