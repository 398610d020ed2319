// From which side is a place on two bodies seen best?
import { Vector3 } from 'three';
import { kUsualSide } from '../viewer/viewer';
import type { Figure } from './data';

export interface View {
  side: Vector3;
  hidden: boolean; // too little is seen from any side while both bodies are solid,
  ghosts: [boolean, boolean]; // so these should not be
}

export const kMostForTree = 400000; // triangles: to build a tree of more takes longer than one likes to wait
const kMostAskew = 0.3; // the cosine of the angle under which a dimension is seen
const kEnough = 0.4; // of the points of curves in sight: no body needs to be ghosted for more
const kUp = new Vector3(0, 0, 1);

interface Candidate {
  side: Vector3;
  effort: number; // what it costs the reader to find his way from the usual side
}

// The usual one and those around and beneath it, each turned as far as it takes to see the dimension in most of its
// length; and square to it, where one looks into the gap between two flat faces.
function candidates(along: Vector3): Candidate[] {
  const turned = (side: Vector3, most: number) => {
    const askew = side.dot(along);
    return Math.abs(askew) > most ? side.clone().addScaledVector(along, Math.sign(askew) * most - askew).normalize() : side;
  };
  const around = [0, 1, -1, 2, -2, 3, -3, 4].map((k) => kUsualSide.clone().normalize().applyAxisAngle(kUp, (k * Math.PI) / 4));
  const beneath = around.map((side) => side.clone().setZ(-side.z));
  const square = along.lengthSq() > 0 ? around : [];
  return [
    ...around.map((side, k) => ({ side: turned(side, kMostAskew), effort: k === 0 ? 0 : 0.1 })),
    ...square.map((side, k) => ({ side: turned(side, 0), effort: k === 0 ? 0.15 : 0.2 })),
    ...beneath.map((side) => ({ side: turned(side, kMostAskew), effort: 0.4 })),
  ];
}

// Whether a body hides a place from a side; what starts within `near` of the place does not count.
function hides(figure: Figure | null, p: Vector3, side: Vector3, near: number): boolean {
  if (!figure) return false;
  const inward = figure.at.clone().invert();
  const from = p.clone().applyMatrix4(inward);
  return figure.shape.tree.first(from, p.clone().add(side).applyMatrix4(inward).sub(from), near, Infinity) !== null;
}

// Of a dimension, places in the gap, of which all should be seen; of curves, a good part of them.
export function chooseView(figures: [Figure | null, Figure | null], curve: Vector3[], dimension: [Vector3, Vector3] | null, near: number): View {
  const along = dimension ? dimension[1].clone().sub(dimension[0]).normalize() : new Vector3();
  const sides = candidates(along);
  const usual: View = { side: sides[0].side, hidden: false, ghosts: [true, true] };
  const inGap = dimension && along.lengthSq() > 0 ? [0.2, 0.5, 0.8].map((s) => dimension[0].clone().lerp(dimension[1], s)) : [];
  const points = inGap.length ? inGap : curve;
  if (!points.length) return usual;
  if (figures.some((figure) => figure && figure.shape.triangles > kMostForTree)) return { ...usual, hidden: true };
  const enough = inGap.length ? 1 : kEnough;
  const start = inGap.length ? 0 : near;
  // For each side, how much is seen: past both bodies, past the first alone, past the second alone.
  const seen = sides.map(({ side }) => {
    const free = points.map((p) => figures.map((figure) => !hides(figure, p, side, start)));
    return [free.filter(([a, b]) => a && b), free.filter(([a]) => a), free.filter(([, b]) => b)].map((some) => some.length / points.length);
  });
  const worth = (what: number, k: number) => seen[k][what] - sides[k].effort;
  const best = [0, 1, 2].map((what) => seen.reduce((good, _, k) => (worth(what, k) > worth(what, good) ? k : good), 0));
  if (seen[best[0]][0] >= enough) return { ...usual, side: sides[best[0]].side };
  // A small solid body in a large ghost is easier to look at than the other way round.
  const keep = (solid: 0 | 1): View => ({ side: sides[best[1 + solid]].side, hidden: true, ghosts: [solid !== 0, solid !== 1] });
  const order: (0 | 1)[] = (figures[0]?.size ?? 0) <= (figures[1]?.size ?? 0) ? [0, 1] : [1, 0];
  const solid = order.find((side) => seen[best[1 + side]][1 + side] >= enough);
  return solid === undefined ? { ...usual, hidden: true } : keep(solid);
}
