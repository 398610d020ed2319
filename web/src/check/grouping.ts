// Rows that belong together under one heading: by the body that most of them share, by place, by the groups of the two.
import { Pair, Report, severity } from './data';

export type Grouping = 'none' | 'body' | 'place' | 'groups';

export interface Heading {
  key: string;
  title: string;
  pairs: Pair[];
  worst: Pair;
  open: boolean;
}
export type Line = Pair | Heading;
export const isHeading = (line: Line): line is Heading => 'pairs' in line;

const kAlone = 'Bodies with one finding each';

// Each pair goes to that of its two bodies that has more of the pairs not yet taken: few headings, no pair twice.
function byBody(pairs: Pair[]): Map<string, Pair[]> {
  const of = new Map<string, Set<Pair>>();
  for (const pair of pairs) for (const name of pair.names) (of.get(name) ?? of.set(name, new Set()).get(name)!).add(pair);
  const out = new Map<string, Pair[]>();
  // Lists of those with at least so many, from the largest down: a body's number only ever falls.
  const names = [...of.keys()];
  for (let most = Math.max(0, ...[...of.values()].map((set) => set.size)); most > 0; --most)
    for (const name of names) {
      const mine = of.get(name)!;
      if (mine.size < most) continue;
      const taken = [...mine];
      const title = taken.length > 1 ? name : kAlone;
      out.set(title, [...(out.get(title) ?? []), ...taken]);
      for (const pair of taken) for (const other of pair.names) of.get(other)!.delete(pair);
    }
  return out;
}

function byKey(pairs: Pair[], key: (pair: Pair) => string): Map<string, Pair[]> {
  const out = new Map<string, Pair[]>();
  for (const pair of pairs) (out.get(key(pair)) ?? out.set(key(pair), []).get(key(pair))!).push(pair);
  return out;
}

// The given order stays within each; the heading with the worst pair comes first.
export function grouped(report: Report, pairs: Pair[], grouping: Grouping, closed: ReadonlySet<string>): Line[] {
  if (grouping === 'none') return pairs;
  const place = (pair: Pair) => report.clusterOf(pair);
  const parts = grouping === 'body' ? byBody(pairs) : grouping === 'place' ? byKey(pairs, place) : byKey(pairs, (pair) => pair.groups.slice().sort().map((name) => name || 'no group').join(' – '));
  const rank = new Map(pairs.map((pair, k) => [pair, k]));
  const headings = [...parts].map(([title, of]): Heading => {
    const key = `${grouping}: ${title}`;
    return { key, title: title || 'elsewhere', pairs: of.slice().sort((p, q) => rank.get(p)! - rank.get(q)!), worst: of.slice().sort(severity)[0], open: !closed.has(key) };
  });
  const last = (heading: Heading) => Number(heading.title === kAlone);
  headings.sort((g, h) => last(g) - last(h) || rank.get(g.pairs[0])! - rank.get(h.pairs[0])!);
  return headings.flatMap((heading) => [heading, ...(heading.open ? heading.pairs : [])]);
}
