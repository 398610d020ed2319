// The page of apart decompose --html.
import { $, expose, onClick, onKeys, orNote, say } from '../viewer/page';
import { count, things } from '../viewer/text';
import { startTheme, theme, toggleTheme } from '../viewer/theme';
import { Decomposition, Parts, kClassNames } from './data';
import { PartsScene } from './scene';

startTheme($('theme'));
const data = new Decomposition();
const { given, levels } = data;

document.title = `${given.name}: convex pieces`;
say('name', given.name);
say('size', things(given.triangles, 'triangle'));
say('method', given.method);
say('pieces', things(given.pieces, 'convex piece'));
say('faces', `${things(given.hull_faces, 'hull face')}, ${count(given.added_faces)} of them added`);

type View = 'patches' | 'hulls';
type Colours = 'parts' | 'classes';
const state = { view: 'patches' as View, level: levels, explode: 0, colours: 'parts' as Colours };
let shown: Parts = data.patches();

const scene = orNote($('scene'), () => new PartsScene($('scene'), data.vertices));
const level = $<HTMLInputElement>('level');
const explode = $<HTMLInputElement>('explode');
level.max = String(levels);

function lookAtAll(atOnce = false) {
  const box = scene?.box();
  if (box && !box.isEmpty()) scene?.viewer.flyToBox(box, 0.9, atOnce);
}

function showParts() {
  shown = state.view === 'patches' ? data.patches() : data.at(state.level);
  scene?.show(shown);
}

function showState() {
  const hulls = state.view === 'hulls';
  document.body.classList.toggle('hulls', hulls);
  for (const view of ['patches', 'hulls']) $(view).setAttribute('aria-pressed', String(view === state.view));
  for (const colours of ['parts', 'classes']) $(colours).setAttribute('aria-pressed', String(colours === state.colours));
  $<HTMLButtonElement>('classes').disabled = !hulls;
  level.disabled = !hulls || levels === 0;
  level.value = String(state.level);
  explode.value = String(Math.round(100 * state.explode));
  say('level-text', levels === 0 ? 'pieces' : state.level === 0 ? 'root' : state.level === levels ? `${levels}: pieces` : `${state.level} of ${levels}`);
  say('explode-text', `${explode.value} %`);
  const tally = [0, 0, 0];
  for (const of of shown.classes) ++tally[of];
  kClassNames.forEach((name, k) => say(name.toLowerCase(), count(tally[k])));
  say('what', hulls ? `${things(shown.count, 'convex hull')}, ${things(shown.classes.length, 'face')}` : `${things(shown.count, 'patch', 'patches')} of the surface, each in its own colour`);
  scene?.colourBy(hulls && state.colours === 'classes');
  scene?.explode(state.explode);
}

function set(change: Partial<typeof state>) {
  const before = { ...state };
  Object.assign(state, change);
  state.level = Math.max(0, Math.min(levels, Math.round(state.level)));
  state.explode = Math.max(0, Math.min(2, state.explode));
  if (state.view !== before.view || state.level !== before.level) showParts();
  showState();
}

onClick('patches', () => set({ view: 'patches', colours: 'parts' }));
onClick('hulls', () => set({ view: 'hulls', colours: 'classes' }));
onClick('parts', () => set({ colours: 'parts' }));
onClick('classes', () => set({ colours: 'classes' }));
onClick('all', () => lookAtAll());
level.addEventListener('input', () => set({ level: Number(level.value) }));
explode.addEventListener('input', () => set({ explode: Number(explode.value) / 100 }));

onKeys({
  ArrowRight: () => set({ view: 'hulls', level: state.level + 1 }),
  ArrowLeft: () => set({ view: 'hulls', level: state.level - 1 }),
  ArrowUp: () => set({ explode: state.explode + 0.1 }),
  ArrowDown: () => set({ explode: state.explode - 0.1 }),
  p: () => set({ view: 'patches', colours: 'parts' }),
  h: () => set({ view: 'hulls', colours: 'classes' }),
  c: () => set({ colours: state.colours === 'classes' ? 'parts' : 'classes' }),
  a: () => lookAtAll(),
  t: toggleTheme,
});

// pieces.html#hulls,5,60 opens at the fifth level, 60 % exploded.
const [view, at, share] = location.hash.slice(1).split(',');
if (view === 'hulls' || view === 'patches') {
  Object.assign(state, { view, colours: view === 'hulls' ? 'classes' : 'parts' });
  if (at) state.level = Math.max(0, Math.min(levels, Number(at) || 0));
  if (share) state.explode = Math.max(0, Math.min(2, Number(share) / 100 || 0));
}
showParts();
showState();
lookAtAll(true);

expose({
  set,
  lookAtAll,
  state: () => ({
    ...state,
    levels,
    parts: shown.count,
    faces: shown.classes.length,
    classes: Array.from({ length: 3 }, (_, k) => shown.classes.reduce((n, of) => n + Number(of === k), 0)),
    theme: theme(),
    resting: scene?.viewer.resting ?? true,
  }),
});
