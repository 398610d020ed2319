// A list that shows many rows and keeps only those in view: thousands cost no more than a few. One row is picked;
// headings between rows can be pressed, and are passed over by the arrow keys.

interface Makes<T> {
  role: 'row' | 'treeitem';
  paint: (row: HTMLElement, item: T) => void; // fills a row's element
  pick: (item: T) => void;
  heading?: (item: T) => boolean;
  press?: (item: T) => void; // a heading
}

export class Rows<T> {
  private readonly scroller = document.createElement('div');
  private readonly space = document.createElement('div');
  private readonly made = new Map<number, HTMLElement>();
  private items: readonly T[] = [];
  private at = -1;

  constructor(private readonly element: HTMLElement, private readonly height: number, private readonly makes: Makes<T>) {
    this.scroller.className = 'scroller';
    this.scroller.setAttribute('role', makes.role === 'row' ? 'rowgroup' : 'presentation');
    this.space.className = 'space';
    this.space.setAttribute('role', 'presentation');
    this.scroller.append(this.space);
    element.append(this.scroller);
    this.scroller.addEventListener('scroll', () => this.fill());
    element.addEventListener('click', (event) => {
      const row = event.target instanceof Element ? event.target.closest<HTMLElement>('.row') : null;
      if (!row || event.defaultPrevented) return;
      const item = this.items[Number(row.dataset.at)];
      if (this.isHeading(item)) makes.press?.(item);
      else this.go(Number(row.dataset.at));
    });
    new ResizeObserver(() => this.mark()).observe(this.scroller);
  }

  get shown(): readonly T[] {
    return this.items;
  }
  get position() {
    return this.at;
  }
  // How many there are in the page itself.
  get elements() {
    return this.made.size;
  }

  show(items: readonly T[], picked: T | null) {
    this.items = items;
    this.at = picked === null ? -1 : items.indexOf(picked);
    this.space.style.height = `${items.length * this.height}px`;
    this.clear();
    this.mark();
  }
  // What rows say has changed.
  repaint() {
    this.clear();
    this.fill();
  }

  // Marks it and brings it into view; says nothing to anyone.
  mark(picked?: T | null) {
    if (picked !== undefined) this.at = picked === null ? -1 : this.items.indexOf(picked);
    if (this.at >= 0) {
      const top = this.at * this.height;
      const { scrollTop, clientHeight } = this.scroller;
      if (top < scrollTop) this.scroller.scrollTop = top;
      else if (top + this.height > scrollTop + clientHeight) this.scroller.scrollTop = top + this.height - clientHeight;
    }
    this.fill();
    for (const [i, row] of this.made) row.setAttribute('aria-selected', String(i === this.at));
    if (this.at >= 0) this.element.setAttribute('aria-activedescendant', this.name(this.at));
    else this.element.removeAttribute('aria-activedescendant');
  }

  // To a row, as near as there is one; past headings onward, or back where there is none onward.
  go(i: number, step = 1) {
    const last = this.items.length - 1;
    const find = (from: number, by: number) => {
      for (let k = from; k >= 0 && k <= last; k += by) if (!this.isHeading(this.items[k])) return k;
      return -1;
    };
    const from = Math.min(last, Math.max(0, i));
    const to = find(from, step) >= 0 ? find(from, step) : find(from, -step);
    if (to < 0) return;
    this.at = to;
    this.mark();
    this.makes.pick(this.items[to]);
  }
  by(n: number) {
    this.go(this.at < 0 ? 0 : this.at + n, n < 0 ? -1 : 1);
  }
  get page() {
    return Math.max(1, Math.floor(this.scroller.clientHeight / this.height) - 1);
  }

  private isHeading = (item: T) => this.makes.heading?.(item) ?? false;
  private name = (i: number) => `${this.element.id}-${i}`;
  private clear() {
    for (const row of this.made.values()) row.remove();
    this.made.clear();
  }

  private fill() {
    const first = Math.max(0, Math.floor(this.scroller.scrollTop / this.height) - 4);
    const end = Math.min(this.items.length, Math.ceil((this.scroller.scrollTop + this.scroller.clientHeight) / this.height) + 4);
    for (const [i, row] of this.made)
      if (i < first || i >= end) {
        row.remove();
        this.made.delete(i);
      }
    for (let i = first; i < end; ++i) {
      if (this.made.has(i)) continue;
      const row = document.createElement('div');
      row.className = 'row';
      row.id = this.name(i);
      row.dataset.at = String(i);
      row.style.top = `${i * this.height}px`;
      row.style.height = `${this.height}px`;
      row.setAttribute('role', this.makes.role);
      if (this.makes.role === 'row') row.setAttribute('aria-rowindex', String(i + 2)); // the first is that of the columns' names
      row.setAttribute('aria-selected', String(i === this.at));
      this.makes.paint(row, this.items[i]);
      this.made.set(i, row);
      this.space.append(row);
    }
    if (this.makes.role === 'row') this.element.setAttribute('aria-rowcount', String(this.items.length + 1));
  }
}
