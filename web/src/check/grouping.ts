// Rows that belong together under one heading: by the body that they share, by place, by the groups of the two.
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

const kAlone = 'One finding each';
const kOthers = 'Others';

function byKey(pairs: Pair[], key: (pair: Pair) => string): Map<string, Pair[]> {
  const out = new Map<string, Pair[]>();
  for (const pair of pairs) (out.get(key(pair)) ?? out.set(key(pair), []).get(key(pair))!).push(pair);
  return out;
}

// By bodies and places, as the program has grouped them; groups of one are no help, so they share a heading. The given
// order stays within each; the heading with the first pair comes first.
export function grouped(report: Report, pairs: Pair[], grouping: Grouping, closed: ReadonlySet<string>): Line[] {
  if (grouping === 'none') return pairs;
  const title = grouping === 'groups' ? groupsOf : report.groupOf(grouping);
  const parts = byKey(pairs, (pair) => title(pair) ?? kOthers);
  const alone = [...parts].filter(([name, of]) => of.length === 1 && name !== kOthers);
  if (alone.length > 1) {
    for (const [name] of alone) parts.delete(name);
    const single = new Set(alone.map(([, [pair]]) => pair));
    parts.set(kAlone, pairs.filter((pair) => single.has(pair)));
  }
  const headings = [...parts].map(([name, of]): Heading => {
    const key = `${grouping}: ${name}`;
    return { key, title: name, pairs: of, worst: of.slice().sort(severity)[0], open: !closed.has(key) };
  });
  const last = ({ title: name }: Heading) => (name === kOthers ? 2 : name === kAlone ? 1 : 0);
  headings.sort((g, h) => last(g) - last(h)); // else as their first pairs come
  return headings.flatMap((heading) => [heading, ...(heading.open ? heading.pairs : [])]);
}

const groupsOf = (pair: Pair) => pair.groups.slice().sort().map((name) => name || 'no group').join(' – ');
