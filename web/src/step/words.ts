// What happens in a step, in plain words.
import { count, number, things } from '../viewer/text';
import { Kind, Walk, kNoAxis } from './data';

const ordinals = ['first', 'second', 'third'];

function axisWords(axis: number): string {
  if (axis < 3) return `the ${ordinals[axis]} axis of A’s box`;
  if (axis < 6) return `the ${ordinals[axis - 3]} axis of B’s box`;
  const [i, j] = [Math.floor((axis - 6) / 3), (axis - 6) % 3];
  return `the direction perpendicular to the ${ordinals[i]} axis of A’s box and the ${ordinals[j]} of B’s`;
}

export interface Description {
  who: string;
  what: string;
}

export function outcome(walk: Walk, i: number): 'apart' | 'meet' | 'separate' | 'found' {
  switch (walk.kind[i]) {
    case Kind.mayMeet:
      return 'meet';
    case Kind.trianglesApart:
      return 'separate';
    case Kind.found:
      return 'found';
    default:
      return 'apart';
  }
}

const noun = (walk: Walk) => (walk.volume === 'obb' ? 'box' : 'volume');

function whatComesNext(walk: Walk, i: number): string {
  const [a, b] = walk.sides;
  const leaves = [a.isLeaf(walk.a[i]), b.isLeaf(walk.b[i])];
  if (leaves[0] && leaves[1]) return `Both are leaves: ${a.size(walk.a[i])} × ${b.size(walk.b[i])} triangles to test.`;
  const opened = walk.opened(i);
  if (!opened) return 'It is queued, to be opened in its turn.';
  if (opened === 'both') return 'Both are opened when its turn comes.';
  const [name, other] = opened === 'a' ? ['A', 'B'] : ['B', 'A'];
  if (walk.rule !== 'largest-diameter' && !leaves[opened === 'a' ? 1 : 0]) return `The rule opens ${name}’s when its turn comes: its children take its place.`;
  return leaves[opened === 'a' ? 1 : 0] ? `${other}’s is a leaf, so ${name}’s is opened when its turn comes.` : `${name}’s is the larger ${noun(walk)}: its children take its place when its turn comes.`;
}

function volumes(walk: Walk, i: number): string {
  const bound = number(walk.bound[i]);
  const reach = number(walk.reach[i]);
  const [a, b] = walk.sides;
  const hulls = walk.hulls[i] === 1;
  if (walk.kind[i] === Kind.dropped && hulls) return `the convex hulls of their contents are at least ${bound} apart, farther than the reach of ${reach}. Dropped.`;
  if (walk.kind[i] === Kind.dropped) return `near enough (${bound}) when it was tested, but ${reach} has been found since. ${i + 1 === walk.size && walk.complete ? 'What else waits is farther still.' : 'Dropped.'}`;
  if (walk.kind[i] === Kind.apart) {
    const saved = `${things(a.size(walk.a[i]) * b.size(walk.b[i]), 'pair')} of triangles are skipped.`;
    if (walk.byDistance) return `${hulls ? 'their convex hulls' : 'they'} are at least ${bound} apart, farther than the reach of ${reach}. ${saved}`;
    if (walk.axis[i] === kNoAxis) return `their volumes are disjoint. ${saved}`;
    return `apart along ${axisWords(walk.axis[i])}. ${saved}`;
  }
  const may = !walk.byDistance
    ? `their ${noun(walk) === 'box' ? 'boxes' : 'volumes'} may meet.`
    : walk.reach[i] === Infinity
      ? `they are at least ${bound} apart; nothing is found yet, so everything is in reach.`
      : `${hulls ? 'their convex hulls' : 'they'} are at least ${bound} apart, which is within the reach of ${reach}.`;
  return `${may} ${whatComesNext(walk, i)}`;
}

function triangles(walk: Walk, i: number): string {
  const distance = number(walk.bound[i]);
  if (walk.kind[i] === Kind.trianglesApart) {
    if (walk.ask === 'distance') return `${distance} apart, no nearer than the ${number(walk.reach[i])} found before.`;
    if (walk.ask === 'within') return `${distance} apart, farther than ${number(walk.tolerance)}.`;
    return `they do not touch; ${distance} apart.`;
  }
  if (walk.ask === 'within') return `${distance} apart: near enough. The query is answered.`;
  if (walk.ask === 'distance')
    return walk.bound[i] === 0 ? 'they touch: nothing can be nearer.' : `${distance} apart, the nearest so far. From here on only what may be nearer is in reach.`;
  const [p, q] = walk.ends(i);
  const long = p.distanceTo(q) * walk.unit;
  const where = long > 0 ? `they meet along a length of ${number(long)}.` : 'they meet in a point.';
  return walk.ask === 'collide' ? `${where} The query is answered.` : where;
}

// Of the k-th step, counted from 1; 0 is before the first.
export function describe(walk: Walk, k: number): Description {
  if (walk.size === 0) return { who: 'No steps', what: `${walk.answer}.` };
  if (k === 0) return { who: 'Before the first test', what: 'the two trees’ roots come first.' };
  const i = k - 1;
  const [a, b] = walk.sides;
  const v = walk.volumeStep(i);
  let who = `A’s node ${count(a.nodeNumber(walk.a[v]))} and B’s node ${count(b.nodeNumber(walk.b[v]))}`;
  let what: string;
  if (walk.kind[i] === Kind.boxesApart) {
    const all = a.size(walk.a[v]) * b.size(walk.b[v]);
    const told = walk.b[i] - walk.a[i];
    what = `the boxes of their triangles separate ${told === all ? `all ${count(all)} pairs` : `${count(told)} of ${things(all, 'pair')}`}.`;
  } else if (walk.ofTriangles(i)) {
    who = `A’s triangle ${count(a.triangleNumber(walk.a[i]))} and B’s triangle ${count(b.triangleNumber(walk.b[i]))}`;
    what = triangles(walk, i);
  } else {
    what = volumes(walk, i);
  }
  if (k === walk.size) what += walk.complete ? ` The traversal is complete: ${walk.answer}.` : ' The page ends here; the traversal went on.';
  return { who, what };
}

// The name of what a query looks for.
export function foundWord(walk: Walk): string {
  return walk.ask === 'distance' ? 'nearest so far' : walk.ask === 'within' ? 'near enough' : 'contact';
}

export function question(walk: Walk): string {
  switch (walk.ask) {
    case 'collide':
      return 'Do they touch?';
    case 'collisions':
      return 'Which triangles touch?';
    case 'distance':
      return 'How far apart are they?';
    case 'within':
      return `Do they come within ${number(walk.tolerance)}?`;
  }
}

// Said only when something is missing.
export function limitWords(walk: Walk): string {
  if (walk.complete) return '';
  const all = walk.totals.volumes + walk.totals.triangles;
  return `Only the first ${count(walk.size)} steps are kept here; the whole traversal made ${count(all)} tests.`;
}

