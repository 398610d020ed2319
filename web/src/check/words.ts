// What the report says, in plain words.
import { count, number, things } from '../viewer/text';
import { Kind, Pair, Report, kStates, sharesSpace } from './data';

export const kKindWords: Record<Kind, string> = { duplicate: 'Duplicate', clash: 'Clash', contained: 'Contained', touch: 'Touch', near: 'Near', clear: 'Clear', ignored: 'Ignored' };

export const length = (report: Report, x: number) => `${number(x)}${report.unit ? ` ${report.unit}` : ''}`;

export const volume = (report: Report, x: number) => `${number(x)}${report.unit ? ` ${report.unit}³` : ''}`;

// The proven bounds of the penetration depth, or one number where they agree to the digits shown.
export function depthWords(report: Report, { separation_at_least: least, separation_at_most: most }: Pair, between = ''): string | null {
  if (!least || !most) return null;
  const [low, high] = [number(least), number(most.length)];
  const range = between ? `${between} ${low} and ${high}` : `${low} … ${high}`;
  return `${low === high ? high : range}${report.unit ? ` ${report.unit}` : ''}`;
}

// What stands at the end of a row: the distance, or how far the two would have to move.
export function figure(report: Report, pair: Pair, separation = 'separation'): string {
  if (pair.gone) return '';
  const depth = depthWords(report, pair);
  if (depth) return `depth ${depth}`;
  if (pair.separation_at_most) return `${separation} ≤ ${length(report, pair.separation_at_most.length)}`;
  if (pair.curve_length && pair.state === 'clash') return `curve ${length(report, pair.curve_length)}`;
  if (sharesSpace(pair) || pair.distance == null) return '';
  return `${pair.measured === false ? '≥ ' : ''}${length(report, pair.distance)}`;
}
// And beneath it: an estimate, where the depth is not measured.
export const secondFigure = (report: Report, pair: Pair) => (pair.overlap && !pair.gone && !depthWords(report, pair) ? overlapWords(report, pair)! : '');
export function overlapWords(report: Report, { overlap }: Pair): string | null {
  return overlap ? `overlap ${overlap.estimated === false ? '' : '≈ '}${length(report, overlap.thickness)}` : null;
}

// Which lies in which.
function insideWords({ inside, inside_partly: partly, names }: Pair): string | null {
  if (!inside) return null;
  const [inner, outer] = inside === 'a' ? names : [names[1], names[0]];
  return partly ? `A piece of ${inner} lies inside ${outer}.` : `${inner} lies inside ${outer}.`;
}

export function stateWords(report: Report, pair: Pair): string {
  const clearance = pair.clearance ?? report.raw.clearance;
  const asked = clearance ? length(report, clearance) : '';
  const far = pair.distance == null ? '' : length(report, pair.distance);
  if (pair.gone) return `The baseline had it (${kKindWords[pair.state].toLowerCase()}); it is resolved.`;
  switch (pair.state) {
    case 'duplicate':
      return 'One is a copy of the other, in the same place.';
    case 'clash':
      if (pair.bodies[0] === pair.bodies[1]) return 'It intersects itself.';
      return report.raw.solid ? 'The solids overlap.' : 'The surfaces intersect.';
    case 'contained':
      return insideWords(pair) ?? 'One lies wholly inside the other.';
    case 'touch':
      return report.raw.touch ? `They touch: no farther apart than ${length(report, report.raw.touch)}.` : 'They touch.';
    case 'near':
      return `Clearance ${far || 'too small'}${asked ? `, required ${asked}` : ''}.`;
    case 'clear':
      return [`${far ? `${pair.measured === false ? 'At least ' : ''}${far} apart` : 'Far enough apart'}${asked ? `; ${asked} required` : ''}.`, insideWords(pair)].filter(Boolean).join(' ');
  }
}

export function distanceWords(report: Report, pair: Pair): [string, string] | null {
  if (pair.distance == null || sharesSpace(pair)) return null;
  const far = length(report, Math.max(0, pair.distance));
  return pair.measured === false ? [`at least ${far}`, 'lower bound'] : [far, 'measured'];
}

export function curveWords(report: Report, pair: Pair): string | null {
  const curves = pair.curves ?? [];
  const all = pair.curve_length ?? (curves.length ? curves.reduce((sum, curve) => sum + (curve.length ?? 0), 0) : null);
  if (all === null) return null;
  const closed = curves.filter((curve) => curve.closed).length;
  const kinds = closed === curves.length ? 'closed ' : closed === 0 ? 'open ' : '';
  return `${length(report, all)}${curves.length ? ` in ${things(curves.length, `${kinds}curve`)}` : ''}`;
}

// Without digits that say nothing beside the size of the whole assembly.
export function rounded(x: number, size: number): number {
  const digits = Math.min(12, Math.max(0, 4 - Math.floor(Math.log10(size || 1))));
  return Number(x.toFixed(digits)) + 0; // no −0
}
export const coordinates = (p: { x: number; y: number; z: number }, size: number) => [p.x, p.y, p.z].map((x) => rounded(x, size)).join(', ');

export function frameWords(pair: Pair): string | null {
  const { first, worst, found } = pair.frames ?? {};
  const parts = [first != null && `first in frame ${first}`, worst != null && `worst in frame ${worst}`, found != null && `found in ${things(found, 'frame')}`];
  return parts.filter(Boolean).join(', ') || null;
}

// A motion, at and between its frames.
export function contactWords(pair: Pair): string | null {
  const { first_contact: at, between_frames: between, unfinished } = pair.motion ?? {};
  if (at == null) return unfinished ? 'none found; a search between frames was left unfinished' : null;
  return `in frame ${Number(at.toFixed(4))}${between ? ', between frames' : ''}`;
}

export function baselineWords(pair: Pair): string | null {
  if (!pair.baseline) return null;
  if (pair.baseline === 'new') return 'new since the baseline';
  return pair.was ? `in the baseline too, as ${kKindWords[pair.was].toLowerCase()}` : 'unchanged since the baseline';
}

const kFound: Record<string, [string, string]> = { duplicate: ['duplicate', 'duplicates'], clash: ['clash', 'clashes'], contained: ['contained', 'contained'], touch: ['touch', 'touches'], near: ['clearance violation', 'clearance violations'] };

// One body alone, or rules that leave no pair.
const nothingTested = ({ counts, raw }: Report) => !raw.self && (counts.bodies < 2 || raw.counts?.tested === 0);

// The answer of the whole report.
export function verdict(report: Report): string {
  const { counts, raw } = report;
  const found = kStates.filter((state) => state !== 'clear' && counts[state] > 0).map((state) => things(counts[state], ...kFound[state]));
  const said = found.length ? found.join(', ') : nothingTested(report) ? 'Nothing to compare' : 'Nothing found';
  return raw.finished === false ? `${said}, but the check was not finished` : said;
}

export function summary(report: Report): string {
  const { counts } = report;
  const tested = report.raw.counts?.tested ?? counts.pairs;
  return `${things(counts.bodies, 'body', 'bodies')}, ${things(counts.pairs, 'pair')}, ${tested < counts.pairs ? `${count(tested)} of them tested, ` : ''}${count(counts.clear)} clear`;
}

// Of an empty list.
export function emptyWords(report: Report): string {
  const { bodies } = report.counts, pairs = report.raw.counts?.tested ?? report.counts.pairs;
  if (report.raw.finished === false) return 'Nothing found so far. The check was not finished.';
  if (bodies >= 2 && nothingTested(report)) return 'No pair was tested: the rules leave none.';
  if (bodies < 2) return bodies === 0 ? 'There are no bodies in this report.' : 'There is one body: nothing to compare it with.';
  return `Nothing found. ${pairs > 0 ? `All ${things(pairs, 'pair')} ${pairs < report.counts.pairs ? 'that were tested ' : ''}of ${things(bodies, 'body', 'bodies')} keep their distance.` : `No two of ${things(bodies, 'body', 'bodies')} come near each other.`}`;
}

// What the reader should know before trusting the list.
export function warnings(report: Report): string[] {
  const left = report.raw.not_done ?? 0;
  const unfinished = report.raw.finished === false ? [`Not finished: ${left > 0 ? `${things(left, 'pair')} not tested.` : 'some pairs were not tested.'}`] : [];
  return [...unfinished, ...report.notes];
}
