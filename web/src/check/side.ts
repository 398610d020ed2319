// From which side is a place on two bodies seen best?
import { Raycaster, Vector3 } from 'three';
import type { Body } from '../viewer/body';
import { kUsualSide } from '../viewer/viewer';

export interface View {
  side: Vector3;
  hidden: boolean; // too little is seen from any side while both bodies are solid,
  ghosts: [boolean, boolean]; // so these should not be
}

const kMostTests = 120000; // of triangles for one side, that the reader need not wait
const kMostAskew = 0.5; // the cosine of the angle under which a dimension is seen
const kEnough = 0.4; // of the points in sight: no body needs to be ghosted for more
const kUp = new Vector3(0, 0, 1);

// The usual one and those around and beneath it, each turned as far as it takes to see the dimension in most of its length.
function candidates(dimension: [Vector3, Vector3] | null): { side: Vector3; effort: number }[] {
  const along = dimension ? dimension[1].clone().sub(dimension[0]).normalize() : new Vector3();
  const turned = (side: Vector3) => {
    const askew = side.dot(along);
    return Math.abs(askew) > kMostAskew ? side.addScaledVector(along, Math.sign(askew) * kMostAskew - askew).normalize() : side;
  };
  const around = [0, 1, -1, 2, -2, 3, -3, 4].map((k) => kUsualSide.clone().normalize().applyAxisAngle(kUp, (k * Math.PI) / 4));
  const beneath = around.map((side) => side.clone().setZ(-side.z));
  // Other sides cost the reader some effort, those from beneath more.
  return [...around.map((side, k) => ({ side: turned(side), effort: k === 0 ? 0 : 0.1 })), ...beneath.map((side) => ({ side: turned(side), effort: 0.25 }))];
}

// `points` are what the reader wants to see; they may lie `near` under a surface and still count as seen.
export function chooseView(bodies: [Body, Body], sizes: [number, number], points: Vector3[], dimension: [Vector3, Vector3] | null, near: number): View {
  const sides = candidates(dimension);
  const usual: View = { side: sides[0].side, hidden: false, ghosts: [true, true] };
  if (!points.length || (bodies[0].triangles + bodies[1].triangles) * points.length > kMostTests) return usual;
  const ray = new Raycaster();
  ray.near = near;
  // For each side, how much is seen: past both bodies, past the first alone, past the second alone.
  const seen = sides.map(({ side }) => {
    const free = points.map((p) => {
      ray.set(p, side);
      return bodies.map((body) => !body.blocks(ray));
    });
    return [free.filter(([a, b]) => a && b), free.filter(([a]) => a), free.filter(([, b]) => b)].map((some) => some.length / points.length);
  });
  const worth = (what: number, k: number) => seen[k][what] - sides[k].effort;
  const [both, first, second] = [0, 1, 2].map((what) => seen.reduce((best, _, k) => (worth(what, k) > worth(what, best) ? k : best), 0));
  if (seen[both][0] >= kEnough) return { ...usual, side: sides[both].side };
  // A small solid body in a large ghost is easier to look at than the other way round.
  const keepFirst: View = { side: sides[first].side, hidden: true, ghosts: [false, true] };
  const keepSecond: View = { side: sides[second].side, hidden: true, ghosts: [true, false] };
  const order = sizes[0] <= sizes[1] ? [keepFirst, keepSecond] : [keepSecond, keepFirst];
  return order.find((view) => (view === keepFirst ? seen[first][1] : seen[second][2]) >= kEnough) ?? { ...usual, hidden: true };
}
