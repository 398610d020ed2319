// On paper: what was found, a picture of the view, and all rows that pass the filters, not only those in view.
import { Pair, Report } from './data';
import { Reviews } from './review';
import { coordinates, figure, kKindWords, secondFigure, summary, verdict } from './words';

function element(tag: string, ...content: (string | Node)[]): HTMLElement {
  const out = document.createElement(tag);
  out.append(...content);
  return out;
}

export function printable(report: Report, reviews: Reviews, pairs: readonly Pair[], picture: string | null): HTMLElement {
  const out = element('div');
  out.id = 'print';
  out.append(element('h2', report.title || 'Check'), element('p', element('strong', verdict(report)), ` ${summary(report)}. ${pairs.length} of ${report.pairs.length} listed pairs.`));
  if (report.raw.command) out.append(element('p', element('code', report.raw.command), report.raw.made ? `, ${report.raw.made}` : ''));
  for (const note of report.notes) out.append(element('p', note));
  if (picture) out.append(Object.assign(document.createElement('img'), { src: picture, alt: 'The view as it was' }));
  const place = (pair: Pair) => {
    const at = report.worldPlace(pair);
    return at ? coordinates(at, report.scale) : '';
  };
  const row = (pair: Pair, k: number) => {
    const { status, comments } = reviews.of(pair.id);
    const said = comments.map(({ text, author }) => (author ? `${author}: ${text}` : text)).join('; ');
    const cells = [String(k + 1), pair.ignored ? `${kKindWords[pair.state]} (ignored: ${pair.ignored})` : kKindWords[pair.state], pair.names[0], pair.names[1], [figure(report, pair), secondFigure(report, pair)].filter(Boolean).join(', '), place(pair), said ? `${status}: ${said}` : status, pair.id];
    return element('tr', ...cells.map((text) => element('td', text)));
  };
  const head = element('tr', ...['', 'State', 'A', 'B', 'Distance or overlap', `Place${report.unit ? `, ${report.unit}` : ''}`, 'Status', 'Id'].map((name) => element('th', name)));
  out.append(element('table', element('thead', head), element('tbody', ...pairs.map(row))));
  return out;
}
