// All bodies as a tree: by file, then by the nodes or the group they are in. Each can be hidden, and says what was found.
import { $ } from '../viewer/page';
import { count, things } from '../viewer/text';
import { Report } from './data';
import { swatch } from './elements';
import { searchTerms } from './filters';
import { Rows } from './rows';

interface Node {
  key: string;
  name: string;
  level: number;
  body: number; // -1: a folder
  children: Node[];
  bodies: number[]; // all beneath it, itself too
}

const kRowHeight = 28;

// The names in a path; slashes and backslashes in a name are escaped.
const namesOf = (path: string) => (path.match(/(?:\\.|[^\\/])+/g) ?? []).map((name) => name.replace(/\\(.)/g, '$1'));

function build(report: Report): Node[] {
  const root: Node = { key: '', name: '', level: 0, body: -1, children: [], bodies: [] };
  const folders = new Map<string, Node>();
  const files = new Set(Array.from({ length: report.bodies }, (_, i) => report.body(i).file ?? ''));
  for (let i = 0; i < report.bodies; ++i) {
    const { name, file, path, group } = report.body(i);
    const above = [files.size > 1 ? file : '', ...(path ? namesOf(path) : [group])].filter((part): part is string => !!part && part !== name);
    let at = root;
    root.bodies.push(i);
    for (const part of above) {
      const key = `${at.key}/${part}`;
      let next = folders.get(key);
      if (!next) {
        next = { key, name: part, level: at.level + 1, body: -1, children: [], bodies: [] };
        folders.set(key, next);
        at.children.push(next);
      }
      next.bodies.push(i);
      at = next;
    }
    at.children.push({ key: `${at.key}/#${i}`, name: name || 'unnamed', level: at.level + 1, body: i, children: [], bodies: [i] });
  }
  const compare = (p: Node, q: Node) => p.name.localeCompare(q.name, 'en', { numeric: true });
  const sort = (node: Node) => {
    node.children.sort(compare);
    node.children.forEach(sort);
  };
  sort(root);
  return root.children;
}

export class BodyTree {
  readonly hidden = new Set<number>();
  private readonly closed = new Set<string>();
  private readonly nodes: Node[];
  private readonly rows: Rows<Node>;
  private readonly search = $<HTMLInputElement>('body-search');
  private readonly text: string[];
  private selected = -1;

  constructor(private readonly report: Report, private readonly select: (body: number) => void, private readonly hide: (hidden: ReadonlySet<number>) => void) {
    this.nodes = build(report);
    this.text = Array.from({ length: report.bodies }, (_, i) => {
      const { name, group, file, path, layer } = report.body(i);
      return [name, group, file, path, layer].join('\n').toLowerCase();
    });
    if (report.bodies > 200) for (const node of this.nodes) if (node.body < 0) this.closed.add(node.key);
    this.rows = new Rows<Node>($('tree'), kRowHeight, {
      role: 'treeitem',
      paint: (row, node) => this.paint(row, node),
      pick: (node) => this.press(node),
    });
    this.search.addEventListener('input', () => this.list());
    $('show-bodies').addEventListener('click', () => this.showAll());
    $('hide-listed').addEventListener('click', () => this.setHidden(this.listed(), true));
    $('hide-clean').addEventListener('click', () => this.setHidden([...report.findingsOf.keys()].filter((i) => !report.findingsOf[i].length), true));
    this.list();
  }

  // Marks a body that was selected elsewhere, and brings it into view.
  mark(body: number) {
    this.selected = body;
    const open = (nodes: Node[]): boolean =>
      nodes.some((node) => {
        if (node.body === body) return true;
        if (!node.bodies.includes(body)) return false;
        this.closed.delete(node.key);
        return open(node.children);
      });
    if (body >= 0) open(this.nodes);
    this.list();
  }
  by(n: number) {
    this.rows.by(n);
  }
  // Left closes a folder, right opens it.
  fold(close: boolean) {
    const node = this.rows.shown[this.rows.position];
    if (!node || node.body >= 0) return;
    if (close) this.closed.add(node.key);
    else this.closed.delete(node.key);
    this.list(node);
  }
  setHidden(bodies: number[], yes: boolean) {
    for (const i of bodies) yes ? this.hidden.add(i) : this.hidden.delete(i);
    this.changed();
  }
  showAll() {
    this.hidden.clear();
    this.changed();
  }

  private changed() {
    this.list();
    this.hide(this.hidden);
  }
  private listed(): number[] {
    const terms = searchTerms(this.search.value);
    return [...this.text.keys()].filter((i) => terms.every((term) => this.text[i].includes(term)));
  }

  private list(picked?: Node) {
    const searching = this.search.value.trim() !== '';
    const passing = new Set(this.listed());
    const lines: Node[] = [];
    const walk = (nodes: Node[]) => {
      for (const node of nodes) {
        if (!node.bodies.some((i) => passing.has(i))) continue;
        lines.push(node);
        if (searching || !this.closed.has(node.key)) walk(node.children);
      }
    };
    walk(this.nodes);
    this.rows.show(lines, picked ?? lines.find((node) => node.body >= 0 && node.body === this.selected) ?? null);
    $('hide-listed').hidden = !searching;
    const hidden = this.hidden.size ? `; ${things(this.hidden.size, 'body is', 'bodies are')} hidden` : '';
    $('tree-shown').textContent = `${count(passing.size)} of ${things(this.report.bodies, 'body', 'bodies')}${hidden}`;
  }

  private press(node: Node) {
    if (node.body >= 0) {
      this.selected = node.body;
      this.select(node.body);
      return;
    }
    if (!this.closed.delete(node.key)) this.closed.add(node.key);
    this.list(node);
  }

  private paint(row: HTMLElement, node: Node) {
    const folder = node.body < 0;
    row.classList.add('node');
    row.style.paddingLeft = `${8 + 16 * (node.level - 1)}px`;
    row.setAttribute('aria-level', String(node.level));
    if (folder) row.setAttribute('aria-expanded', String(!this.closed.has(node.key)));
    else row.dataset.body = String(node.body);
    const off = node.bodies.filter((i) => this.hidden.has(i)).length;
    const eye = document.createElement('input');
    eye.type = 'checkbox';
    eye.checked = off < node.bodies.length;
    eye.indeterminate = off > 0 && off < node.bodies.length;
    eye.setAttribute('aria-label', `Show ${node.name}`);
    eye.addEventListener('click', (event) => event.stopPropagation()); // not the row
    eye.addEventListener('change', () => this.setHidden(node.bodies, !eye.checked));
    const arrow = document.createElement('span');
    arrow.className = 'arrow';
    arrow.textContent = folder ? (this.closed.has(node.key) ? '▸' : '▾') : '';
    const name = document.createElement('span');
    name.className = 'names';
    name.textContent = name.title = node.name;
    const color = folder ? null : this.report.body(node.body).color;
    row.append(arrow, eye, ...(color ? [swatch(color)] : []), name);
    if (folder) row.append(Object.assign(document.createElement('small'), { textContent: count(node.bodies.length) }));
    const found = new Set(node.bodies.flatMap((i) => this.report.findingsOf[i]));
    if (!found.size) return;
    const worst = [...found].reduce((p, q) => (this.report.pairs.indexOf(q) < this.report.pairs.indexOf(p) ? q : p));
    const badge = Object.assign(document.createElement('span'), { className: `tally ${worst.state}`, textContent: count(found.size) });
    badge.title = things(found.size, 'finding');
    row.append(badge);
  }
}
