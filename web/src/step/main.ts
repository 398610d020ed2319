// The page of apart lab step.
import { $, expose, onClick, onKeys, orNote, say } from '../viewer/page';
import { count, things } from '../viewer/text';
import { startTheme, theme, toggleTheme } from '../viewer/theme';
import { readWalk } from './data';
import { PairMatrix } from './matrix';
import { Player } from './player';
import { StepScene } from './scene';
import { TestTree } from './tree';
import { describe, foundWord, limitWords, question } from './words';

startTheme($('theme'));
const walk = readWalk();

document.title = `${walk.sides[0].name} and ${walk.sides[1].name}, step by step`;
walk.sides.forEach((side, s) => {
  const chip = $('ab'[s] + '-name');
  chip.textContent = side.name;
  chip.title = `${side.name}: ${things(side.triangles, 'triangle')}, ${things(side.treeNodes, 'node')}`;
  say('ab'[s] + '-size', things(side.triangles, 'triangle'));
});
say('question', question(walk));
say('answer', walk.answer);
say('found-word', foundWord(walk));
say('found-title', walk.ask === 'distance' ? 'found nearer' : walk.ask === 'within' ? foundWord(walk) : 'contacts');
say('volume-word', `volumes: ${walk.volume}`);
say('limit', limitWords(walk));
$('limit').hidden = walk.complete;

const player = new Player(walk.size, show);
const pick = (k: number) => {
  player.pause();
  player.go(k);
};
const tree = new TestTree($('tree'), walk, pick);
const matrix = new PairMatrix($('matrix'), walk, pick);

const scene = orNote($('scene'), () => new StepScene($('scene'), walk));

const slider = $<HTMLInputElement>('slider');
slider.max = String(walk.size);

function show() {
  const k = player.step;
  const { who, what } = describe(walk, k);
  say('who', who);
  say('what', what);
  say('at', count(k));
  say('of', count(walk.size));
  const tally = (id: string, now: number, all: number) => {
    say(`${id}-count`, count(now));
    say(`${id}-total`, `of ${count(all)}`);
  };
  tally('volume', walk.volumesUpTo[k], walk.totals.volumes);
  tally('triangle', walk.trianglesUpTo[k], walk.totals.triangles);
  tally('found', walk.foundUpTo[k], walk.totals.found);
  slider.value = String(k);
  slider.style.setProperty('--done', `${walk.size ? (100 * k) / walk.size : 0}%`);
  document.body.classList.toggle('playing', player.playing);
  $('play').setAttribute('aria-label', player.playing ? 'Pause' : 'Play');
  scene?.show(k);
  tree.show(k);
  matrix.show(k);
}

onClick('first', () => pick(0));
onClick('back', () => player.by(-1));
onClick('play', () => player.toggle());
onClick('forward', () => player.by(1));
onClick('last', () => pick(walk.size));
onClick('all', () => scene?.lookAtAll());
onClick('fit-tree', () => tree.fit());
onClick('fit-matrix', () => matrix.fit());
slider.addEventListener('input', () => pick(Number(slider.value)));

const speed = $<HTMLSelectElement>('speed');
speed.addEventListener('change', () => (player.speed = Number(speed.value)));
player.speed = Number(speed.value);

function toggleFollow() {
  if (!scene) return;
  scene.follow = !scene.follow;
  $('follow').setAttribute('aria-pressed', String(scene.follow));
  if (scene.follow) show();
}
onClick('follow', toggleFollow);

// Which volumes are shown besides the tested pair.
const level = $<HTMLSelectElement>('level');
{
  const deepest = Math.max(...walk.sides.map((side) => side.levels));
  const whole = walk.sides.every((side) => side.levels === side.treeLevels);
  const add = (value: string, text: string) => level.add(new Option(text, value));
  add('', 'tested pair');
  for (let d = 0; d < deepest; ++d) add(String(d), `and level ${d}`);
  if (deepest > 0) add('all', whole ? 'and whole trees' : `and levels to ${deepest - 1}`);
}
function showLevel() {
  scene?.showLevel(level.value === '' ? null : level.value === 'all' ? 'all' : Number(level.value));
}
level.addEventListener('change', showLevel);
function nextLevel() {
  level.selectedIndex = (level.selectedIndex + 1) % level.options.length;
  showLevel();
}

onKeys({
  ArrowRight: () => player.by(1),
  ArrowLeft: () => player.by(-1),
  'Shift+ArrowRight': () => player.by(10),
  'Shift+ArrowLeft': () => player.by(-10),
  Home: () => pick(0),
  End: () => pick(walk.size),
  ' ': () => player.toggle(),
  f: toggleFollow,
  a: () => scene?.lookAtAll(),
  l: nextLevel,
  t: toggleTheme,
});

// step.html#120 opens at the 120th step.
const wanted = Number(location.hash.slice(1));
player.go(Number.isInteger(wanted) && wanted > 0 ? wanted : 1);
show();

expose({
  walk,
  go: pick,
  play: () => player.play(),
  pause: () => player.pause(),
  state: () => ({
    step: player.step,
    steps: walk.size,
    playing: player.playing,
    theme: theme(),
    complete: walk.complete,
    volumes: walk.volumesUpTo[player.step],
    triangles: walk.trianglesUpTo[player.step],
    found: walk.foundUpTo[player.step],
    level: level.value,
    levels: level.options.length,
    resting: (scene?.viewer.resting ?? true) && tree.resting && matrix.resting,
    view: scene?.viewer.view() ?? null,
  }),
  nodeOnScreen: (step: number) => tree.screen(step - 1),
});
