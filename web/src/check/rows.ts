// A list that shows many rows and keeps only those in view: thousands cost no more than a few. One row is picked.

export class Rows<T> {
  private readonly space = document.createElement('div');
  private readonly made = new Map<number, HTMLElement>();
  private items: T[] = [];
  private at = -1;

  // `paint` fills a row's element; `pick` is told what the reader chose.
  constructor(private readonly element: HTMLElement, private readonly height: number, private readonly paint: (row: HTMLElement, item: T) => void, private readonly pick: (item: T) => void) {
    this.space.className = 'space';
    this.space.setAttribute('role', 'presentation');
    element.append(this.space);
    element.addEventListener('scroll', () => this.fill());
    element.addEventListener('click', (event) => {
      const row = event.target instanceof Element ? event.target.closest<HTMLElement>('.row') : null;
      if (row) this.go(Number(row.dataset.at));
    });
    new ResizeObserver(() => this.fill()).observe(element);
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

  show(items: T[], picked: T | null) {
    this.items = items;
    this.at = picked === null ? -1 : items.indexOf(picked);
    this.space.style.height = `${items.length * this.height}px`;
    for (const row of this.made.values()) row.remove();
    this.made.clear();
    if (this.at < 0) this.element.scrollTop = 0;
    this.mark();
  }

  // Marks it and brings it into view; says nothing to anyone.
  mark(picked?: T | null) {
    if (picked !== undefined) this.at = picked === null ? -1 : this.items.indexOf(picked);
    if (this.at >= 0) {
      const top = this.at * this.height;
      const { scrollTop, clientHeight } = this.element;
      if (top < scrollTop) this.element.scrollTop = top;
      else if (top + this.height > scrollTop + clientHeight) this.element.scrollTop = top + this.height - clientHeight;
    }
    this.fill();
    for (const [i, row] of this.made) row.setAttribute('aria-selected', String(i === this.at));
    if (this.at >= 0) this.element.setAttribute('aria-activedescendant', this.name(this.at));
    else this.element.removeAttribute('aria-activedescendant');
  }

  // To a row, as near as there is one.
  go(i: number) {
    if (!this.items.length) return;
    this.at = Math.min(this.items.length - 1, Math.max(0, i));
    this.mark();
    this.pick(this.items[this.at]);
  }
  by(n: number) {
    this.go(this.at < 0 ? 0 : this.at + n);
  }
  get page() {
    return Math.max(1, Math.floor(this.element.clientHeight / this.height) - 1);
  }

  private name = (i: number) => `${this.element.id}-${i}`;

  private fill() {
    const first = Math.max(0, Math.floor(this.element.scrollTop / this.height) - 4);
    const end = Math.min(this.items.length, Math.ceil((this.element.scrollTop + this.element.clientHeight) / this.height) + 4);
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
      row.setAttribute('role', 'option');
      row.setAttribute('aria-setsize', String(this.items.length));
      row.setAttribute('aria-posinset', String(i + 1));
      row.setAttribute('aria-selected', String(i === this.at));
      this.paint(row, this.items[i]);
      this.made.set(i, row);
      this.space.append(row);
    }
  }
}
