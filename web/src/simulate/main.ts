// The page of apart simulate --html.
import { $, expose, onClick, onKeys, orNote, say } from '../viewer/page';
import { number, things } from '../viewer/text';
import { startTheme, theme, toggleTheme } from '../viewer/theme';
import { addAxes, addScaleBar } from '../viewer/hud';
import { SimulationData } from './data';
import { SimulationScene } from './scene';

startTheme($('theme'));
const data = new SimulationData();
const { given, report, frames } = data;
const last = frames - 1;

document.title = `${report.title || 'simulation'}: motion`;
say('name', report.title || 'scene');
say('size', things(report.bodies, 'body', 'bodies'));
say('what', given.rest_at == null ? `${number(given.times[last])} s, still moving at the end` : `at rest after ${number(given.rest_at)} s`);
say('steps', `${things(Math.round(given.times[last] / given.step), 'step')}, ${things(given.impacts, 'impact')} found between them`);

const state = { time: 0, playing: false, speed: 1, contacts: true, pairs: true };
const scene = orNote($('scene'), () => new SimulationScene($('scene'), data));
if (scene) {
  addAxes(scene.viewer, $('hud'));
  addScaleBar(scene.viewer, $('hud'), report.scale, report.unit);
}
const slider = $<HTMLInputElement>('time');
const speed = $<HTMLSelectElement>('speed');
slider.max = String(last);

// Energies over time: kinetic, and all of it above the least.
function drawEnergies() {
  const least = Math.min(...given.energy);
  const most = Math.max(...given.energy.map((e) => e - least), ...given.kinetic) || 1;
  const line = (values: number[], low: number) => values.map((v, k) => `${((100 * k) / (last || 1)).toFixed(2)},${(29 - (28 * (v - low)) / most).toFixed(2)}`).join(' ');
  $('all-energy').setAttribute('points', line(given.energy, least));
  $('kinetic').setAttribute('points', line(given.kinetic, 0));
}

function seconds(time: number): number {
  const frame = Math.min(last, Math.floor(time));
  const next = Math.min(last, frame + 1);
  return given.times[frame] + (time - frame) * (given.times[next] - given.times[frame]);
}

function show() {
  scene?.show(state.time, state);
  slider.value = String(state.time);
  const frame = Math.floor(state.time);
  say('clock', `${seconds(state.time).toFixed(2)} s`);
  say('contact-count', things(data.contactsOf(frame).length, 'contact'));
  say('pair-count', things(data.pairsOf(frame).length, 'pair'));
  say('energy', `kinetic energy ${number(given.kinetic[frame])}`);
  slider.setAttribute('aria-valuetext', $('clock').textContent!);
  say('play', state.playing ? '❚❚ pause' : '▶ play');
  for (const which of ['contacts', 'pairs'] as const) $(which).setAttribute('aria-pressed', String(state[which]));
  $('now').setAttribute('x1', String((100 * state.time) / (last || 1)));
  $('now').setAttribute('x2', String((100 * state.time) / (last || 1)));
}

function set(change: Partial<typeof state>) {
  Object.assign(state, change);
  state.time = Math.max(0, Math.min(last, state.time));
  show();
}

let before = 0;
function tick(now: number) {
  if (!state.playing) return;
  const perSecond = last / (given.times[last] || 1); // frames
  const time = state.time + (Math.max(0, now - before) / 1000) * perSecond * state.speed;
  before = now;
  set({ time, playing: time < last });
  if (state.playing) requestAnimationFrame(tick);
}
function play(on = !state.playing) {
  if (on && last === 0) return;
  set({ playing: on, time: on && state.time >= last ? 0 : state.time });
  if (on) requestAnimationFrame((now) => tick((before = now)));
}
const by = (n: number) => set({ playing: false, time: n < 0 ? Math.ceil(state.time) + n : Math.floor(state.time) + n });

onClick('play', () => play());
onClick('contacts', () => set({ contacts: !state.contacts }));
onClick('pairs', () => set({ pairs: !state.pairs }));
onClick('all', () => scene?.lookAtAll());
slider.addEventListener('input', () => set({ playing: false, time: Number(slider.value) }));
speed.addEventListener('change', () => set({ speed: Number(speed.value) }));
onKeys({
  ' ': () => play(),
  ArrowRight: () => by(1),
  ArrowLeft: () => by(-1),
  Home: () => set({ playing: false, time: 0 }),
  End: () => set({ playing: false, time: last }),
  c: () => set({ contacts: !state.contacts }),
  p: () => set({ pairs: !state.pairs }),
  a: () => scene?.lookAtAll(),
  t: toggleTheme,
});

// motion.html#1.5 opens at 1.5 seconds.
const at = Number(location.hash.slice(1));
if (at > 0) state.time = Math.min(last, (at * last) / (given.times[last] || 1));
drawEnergies();
show();

expose({
  set,
  play,
  state: () => ({ ...state, frames, seconds: seconds(state.time), drawn: scene?.drawn, theme: theme(), resting: !state.playing && (scene?.viewer.resting ?? true) }),
});
