// How the report was made, and which keys the page knows.
import { count, things } from '../viewer/text';
import { Report } from './data';
import { element } from './elements';
import { kKindWords, length } from './words';

export function fillFacts(panel: HTMLElement, report: Report) {
  const { raw, counts } = report;
  const date = raw.made ? new Date(raw.made) : null;
  const facts: [string, string | undefined | false | null][] = [
    ['Report', report.title],
    ['Made', date && (Number.isNaN(date.getTime()) ? raw.made : date.toLocaleString())],
    ['Command', raw.command],
    ['Bodies are', raw.solid ? 'solids' : 'surfaces'],
    ['Clearance', raw.clearance != null && length(report, raw.clearance)],
    ['Touch within', raw.touch != null && length(report, raw.touch)],
    ['Found', Object.entries(counts).filter(([name, n]) => name in kKindWords && name !== 'ignored' && (n > 0 || name !== 'duplicate')).map(([name, n]) => `${count(n)} ${name}`).join(', ')],
    ['Bodies, pairs', `${count(counts.bodies)}, ${count(counts.pairs)}`],
    ['Ignored', counts.ignored ? things(counts.ignored, 'pair') : ''],
    ['Finished', raw.finished === false ? 'no' : 'yes'],
  ];
  const list = document.createElement('dl');
  for (const [name, value] of facts) if (value) list.append(element('dt', '', name), element('dd', name === 'Command' ? 'command' : '', value));
  const keys = 'Keys: ↑ ↓ pick a pair · Enter fly to it again · c closer · a whole assembly · i isolate · x see through · s section · m measure · p play, [ ] a frame, n next contact · / search · t light or dark';
  panel.append(list, element('span', 'keys', keys));
}
