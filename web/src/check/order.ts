// The order of the list: by any column, up or down. What is equal there stays worst first.
import { $ } from '../viewer/page';
import { Pair, severity } from './data';

export type Column = 'state' | 'status' | 'a' | 'b' | 'value';

const text = (p: string, q: string) => p.localeCompare(q, 'en', { numeric: true }); // pipe 9 before pipe 10

export class Order {
  private column: Column = 'state';
  private down = false;

  constructor(private readonly statusOf: (pair: Pair) => string, private readonly changed: () => void) {
    for (const column of ['state', 'status', 'a', 'b', 'value'] as const) $(`by-${column}`).addEventListener('click', () => this.by(column));
    this.mark();
  }

  sorted(pairs: Pair[]): Pair[] {
    const { column, down } = this;
    const sign = down ? -1 : 1;
    if (column === 'state') return down ? pairs.slice().sort((p, q) => severity(q, p)) : pairs.slice().sort(severity);
    return pairs.slice().sort((p, q) => sign * this.compare(p, q) || severity(p, q));
  }

  private compare(p: Pair, q: Pair): number {
    switch (this.column) {
      case 'status':
        return text(this.statusOf(p), this.statusOf(q));
      case 'a':
        return text(p.names[0], q.names[0]);
      case 'b':
        return text(p.names[1], q.names[1]);
      default: {
        const [x, y] = [p.apart, q.apart];
        if (Number.isNaN(x) || Number.isNaN(y)) return (this.down ? -1 : 1) * (Number(Number.isNaN(x)) - Number(Number.isNaN(y))); // unknown ones last
        return x - y;
      }
    }
  }

  private by(column: Column) {
    this.down = column === this.column && !this.down;
    this.column = column;
    this.mark();
    this.changed();
  }
  private mark() {
    for (const head of document.querySelectorAll<HTMLElement>('#rows [role=columnheader]')) {
      const own = head.id === `head-${this.column}`;
      head.setAttribute('aria-sort', own ? (this.down ? 'descending' : 'ascending') : 'none');
    }
  }
}
