// Which pairs are listed: by state, by the groups of the two, by what the baseline had, by words.
import { $ } from '../viewer/page';
import { count } from '../viewer/text';
import { Kind, Pair, Report, kKinds, kindOf } from './data';
import { kKindWords } from './words';

function options(select: HTMLSelectElement, values: [string, string][]) {
  select.replaceChildren(...values.map(([value, text]) => new Option(text, value)));
}

// What is searched for: words, of which a number that follows one belongs to it, as names do: "pipe 12" is one.
export const searchTerms = (query: string) => query.toLowerCase().match(/\S+(?:\s+\d\S*)*/g)?.map((term) => term.replace(/\s+/g, ' ')) ?? [];

export class Filters {
  private readonly off = new Set<Kind>(['clear']); // nobody looks for what is well
  private readonly chips = new Map<Kind, HTMLButtonElement>();
  private readonly search = $<HTMLInputElement>('search');
  private readonly first = $<HTMLSelectElement>('group-a');
  private readonly second = $<HTMLSelectElement>('group-b');
  private readonly since = $<HTMLSelectElement>('since');

  constructor(report: Report, private readonly changed: () => void) {
    for (const kind of kKinds) {
      const all = report.pairs.filter((pair) => kindOf(pair) === kind).length;
      if (all === 0 && (kind === 'ignored' || kind === 'duplicate' || (kind === 'contained' && !report.raw.solid))) continue; // nobody asked
      const chip = document.createElement('button');
      chip.className = `state ${kind}`;
      chip.dataset.kind = kind;
      const number = document.createElement('b');
      number.textContent = count(all);
      chip.append(number, ` ${kKindWords[kind]}`);
      chip.title = `Show or hide; double click: only these`;
      chip.disabled = all === 0;
      chip.addEventListener('click', () => this.toggle(kind));
      chip.addEventListener('dblclick', () => this.only(kind));
      this.chips.set(kind, chip);
      $('states').append(chip);
    }
    const groups = report.groups.map((group) => [group, group] as [string, string]);
    options(this.first, [['', 'Any group'], ...groups]);
    options(this.second, [['', 'with any'], ...groups.map(([value]) => [value, `with ${value}`] as [string, string])]);
    options(this.since, [['', 'New or not'], ['new', 'New'], ['unchanged', 'Unchanged']]);
    const few = groups.length < 2;
    this.first.hidden = this.second.hidden = few;
    this.since.hidden = !report.withBaseline;
    for (const select of [this.first, this.second, this.since]) select.addEventListener('change', () => this.apply());
    this.search.addEventListener('input', () => this.apply());
    this.mark();
  }

  // A copy of the list, those that pass.
  passing(pairs: Pair[]): Pair[] {
    const terms = searchTerms(this.search.value);
    const id = this.search.value.trim(); // of one that is named in full
    const [g, h, since] = [this.first.value, this.second.value, this.since.value];
    return pairs.filter((pair) => {
      const [p, q] = pair.groups;
      if (!pair.gone && this.off.has(kindOf(pair))) return false;
      if (since && !pair.gone && pair.baseline !== since) return false;
      if (!((!g || p === g) && (!h || q === h)) && !((!g || q === g) && (!h || p === h))) return false;
      return pair.id === id || terms.every((term) => pair.text.includes(term));
    });
  }

  // How many of a list are left out by their state alone.
  hiddenClear(pairs: Pair[]): number {
    return this.off.has('clear') ? pairs.filter((pair) => !pair.gone && kindOf(pair) === 'clear').length : 0;
  }

  // Everything, with what is clear.
  reset() {
    this.off.clear();
    this.search.value = this.first.value = this.second.value = this.since.value = '';
    this.apply();
  }
  // The pairs of one body, by its name.
  searchFor(name: string) {
    this.search.value = name;
    this.apply();
  }
  // The words alone.
  forget() {
    this.search.value = '';
    this.apply();
  }
  focus() {
    this.search.focus();
    this.search.select();
  }

  private toggle(kind: Kind) {
    if (!this.off.delete(kind)) this.off.add(kind);
    this.apply();
  }
  private only(kind: Kind) {
    this.off.clear();
    for (const other of this.chips.keys()) if (other !== kind) this.off.add(other);
    this.apply();
  }
  private apply() {
    this.mark();
    this.changed();
  }
  private mark() {
    for (const [kind, chip] of this.chips) chip.setAttribute('aria-pressed', String(!this.off.has(kind)));
  }
}
