// All findings at a glance: a dot where one stands alone on the screen, a badge with their number where several would
// cover each other. What is in a badge comes apart as the camera comes nearer.
import { Sphere, Vector3 } from 'three';
import { sectionPlanes } from '../viewer/body';
import { Points } from '../viewer/marks';
import { things } from '../viewer/text';
import type { Viewer } from '../viewer/viewer';
import { Pair, Report, State, isFinding, kStates } from './data';
import { kKindWords } from './words';

const kFound = kStates.filter((state) => state !== 'clear');
const kTogether = 34; // pixels within which findings share a badge
const kMostAlone = 60; // so few findings are all shown as dots: there is room enough
const kCoveredDots = 22; // pixels within which even they would cover each other
const kNearDot = 14; // pixels
const kMostToHover = 5000; // findings that are looked through whenever the pointer moves

interface Spot {
  pair: Pair; // the worst of them, where the badge is
  at: Vector3;
  x: number;
  y: number;
  pairs: Pair[];
}

export class Overview {
  private readonly dots = new Map<State, Points>();
  private readonly layer = document.createElement('div');
  private readonly badges: HTMLButtonElement[] = [];
  private places: { pair: Pair; at: Vector3 }[] = [];
  private spots: Spot[] = [];
  private shown = true;
  private dotted = ''; // which pairs have dots now

  constructor(private readonly viewer: Viewer, element: HTMLElement, private readonly report: Report, private readonly pick: (pair: Pair) => void) {
    this.layer.className = 'badges-layer';
    element.append(this.layer);
    for (const state of kFound.slice().reverse()) this.dots.set(state, new Points(viewer, { size: 10 }));
    viewer.onDraw(() => this.arrange());
    this.listen(element);
  }

  list(pairs: readonly Pair[]) {
    this.places = pairs.filter((pair) => isFinding(pair) && !this.report.place(pair).box.isEmpty()).map((pair) => ({ pair, at: this.report.place(pair).box.getCenter(new Vector3()) }));
    this.dotted = '?';
    this.viewer.invalidate();
  }
  set visible(yes: boolean) {
    this.shown = yes;
    this.dotted = '?';
    this.viewer.invalidate();
  }
  // For tests: how many findings each badge stands for.
  get counts(): number[] {
    return this.shown ? this.spots.filter(({ pairs }) => pairs.length > 1).map(({ pairs }) => pairs.length) : [];
  }

  // Worst first, each to the first spot that is near it on the screen.
  private arrange() {
    const together = this.places.length <= kMostAlone ? kCoveredDots : kTogether;
    const cells = new Map<string, Spot[]>();
    this.spots = [];
    for (const { pair, at } of this.shown ? this.places : []) {
      const { x, y, visible } = this.viewer.project(at);
      if (!visible || sectionPlanes.some((plane) => plane.distanceToPoint(at) < -1e-6)) continue;
      const [i, j] = [Math.floor(x / together), Math.floor(y / together)];
      let spot: Spot | undefined;
      for (let k = 0; k < 9 && !spot; ++k) spot = cells.get(`${i + (k % 3) - 1},${j + Math.floor(k / 3) - 1}`)?.find((other) => Math.hypot(other.x - x, other.y - y) < together);
      if (spot) spot.pairs.push(pair);
      else {
        spot = { pair, at, x, y, pairs: [pair] };
        this.spots.push(spot);
        const cell = `${i},${j}`;
        cells.set(cell, [...(cells.get(cell) ?? []), spot]);
      }
    }
    this.showBadges(this.spots.filter(({ pairs }) => pairs.length > 1));
    this.showDots(this.spots.filter(({ pairs }) => pairs.length === 1));
  }

  private showBadges(spots: Spot[]) {
    while (this.badges.length < spots.length) {
      const badge = document.createElement('button');
      badge.addEventListener('click', () => this.open(this.spots.filter(({ pairs }) => pairs.length > 1)[this.badges.indexOf(badge)]));
      this.badges.push(badge);
      this.layer.append(badge);
    }
    this.badges.forEach((badge, k) => {
      const spot = spots[k];
      badge.hidden = !spot;
      if (!spot) return;
      badge.className = `count-badge ${spot.pair.state}`;
      badge.textContent = String(spot.pairs.length);
      const size = 20 + 5 * Math.min(4, Math.log2(spot.pairs.length));
      badge.style.cssText = `width:${size}px;height:${size}px;transform:translate(-50%,-50%) translate(${spot.x.toFixed(1)}px,${spot.y.toFixed(1)}px)`;
      badge.setAttribute('aria-label', `${things(spot.pairs.length, 'finding')}, the worst: ${kKindWords[spot.pair.state]}, ${spot.pair.names.join(' and ')}. Fly there.`);
      badge.title = badge.ariaLabel!;
    });
  }

  private showDots(spots: Spot[]) {
    const ids = spots.map(({ pair }) => pair.id).join(' ');
    if (ids === this.dotted) return; // drawing them anew would draw all anew
    this.dotted = ids;
    for (const [state, dots] of this.dots) dots.set(spots.filter(({ pair }) => pair.state === state).flatMap(({ at }) => at.toArray()), state);
  }

  // Nearer, so that they come apart; those that never will are one place: to the worst.
  private open(spot: Spot) {
    const sphere = new Sphere().setFromPoints(spot.pairs.map((pair) => this.report.place(pair).box.getCenter(new Vector3())));
    if (sphere.radius < 1e-4) this.pick(spot.pair);
    else this.viewer.flyTo(sphere, 0.7);
  }

  dotOnScreen(pair: Pair) {
    return this.viewer.project(this.report.place(pair).box.getCenter(new Vector3()));
  }

  // The finding whose dot is under the pointer.
  at(x: number, y: number): Pair | null {
    let best: Pair | null = null;
    let within = kNearDot;
    for (const spot of this.shown ? this.spots : []) {
      const away = Math.hypot(spot.x - x, spot.y - y);
      if (spot.pairs.length === 1 && away < within) [best, within] = [spot.pair, away];
    }
    return best;
  }

  private listen(element: HTMLElement) {
    element.addEventListener('pointermove', (event) => {
      if (event.buttons || this.places.length > kMostToHover) return;
      const { left, top } = element.getBoundingClientRect();
      element.classList.toggle('over-dot', this.at(event.clientX - left, event.clientY - top) !== null);
    });
  }
}
