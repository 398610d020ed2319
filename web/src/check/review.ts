// What readers have decided and written about findings: kept in the browser, under the report's title and the finding's
// id, and exchanged as a file.

export const kStatuses = ['open', 'reviewed', 'accepted', 'resolved'] as const;
export type Status = (typeof kStatuses)[number];

export interface Comment {
  text: string;
  author: string;
  date: string; // 2026-11-15T14:00:00.000Z
}
export interface Review {
  status: Status;
  changed: string; // when the status was last chosen; empty: never
  comments: Comment[];
}
interface ReviewFile {
  kind: 'apart review';
  version: 1;
  report: string;
  findings: Record<string, Review>;
}

const kUntouched: Review = { status: 'open', changed: '', comments: [] };

const isText = (x: unknown): x is string => typeof x === 'string';
const isComment = (x: Partial<Comment> | null): x is Comment => !!x && isText(x.text) && isText(x.author) && isText(x.date);
function isReview(x: Partial<Review> | null): x is Review {
  return !!x && kStatuses.includes(x.status as Status) && isText(x.changed) && Array.isArray(x.comments) && x.comments.every(isComment);
}

// What a file or the browser holds; throws with a sentence for the reader.
export function readReview(text: string): ReviewFile {
  let file: Partial<ReviewFile> | null = null;
  try {
    file = JSON.parse(text) as Partial<ReviewFile>;
  } catch {
    throw new Error('This is not JSON.');
  }
  if (file?.kind !== 'apart review' || typeof file.findings !== 'object' || !file.findings) throw new Error('This is not a review that this page has exported.');
  if (file.version !== 1) throw new Error(`This review has version ${file.version}; this page reads version 1.`);
  for (const [id, review] of Object.entries(file.findings)) if (!isReview(review)) throw new Error(`The review of ${id} is not complete.`);
  return file as ReviewFile;
}

export class Reviews {
  private readonly all = new Map<string, Review>();
  readonly kept: boolean; // the browser keeps them

  constructor(private readonly title: string, private readonly changed: () => void) {
    this.kept = this.load();
  }

  of = (id: string): Review => this.all.get(id) ?? kUntouched;
  get count() {
    return this.all.size;
  }

  // Of how many findings that there are none of.
  unknown(known: (id: string) => boolean): number {
    return [...this.all.keys()].filter((id) => !known(id)).length;
  }

  setStatus(id: string, status: Status) {
    this.set(id, { ...this.of(id), status, changed: new Date().toISOString() });
  }
  addComment(id: string, text: string) {
    const comments = [...this.of(id).comments, { text, author: this.author, date: new Date().toISOString() }];
    this.set(id, { ...this.of(id), comments });
  }
  removeComment(id: string, k: number) {
    this.set(id, { ...this.of(id), comments: this.of(id).comments.filter((_, i) => i !== k) });
  }

  get author(): string {
    try {
      return localStorage.getItem('apart-author') ?? '';
    } catch {
      return '';
    }
  }
  set author(name: string) {
    try {
      localStorage.setItem('apart-author', name);
    } catch {
      // then it is asked for again
    }
  }

  // As a file; the same reviews give the same bytes.
  text(): string {
    const findings = Object.fromEntries([...this.all].sort(([p], [q]) => (p < q ? -1 : 1)));
    return JSON.stringify({ kind: 'apart review', version: 1, report: this.title, findings } satisfies ReviewFile, null, 1);
  }

  // The later status counts, all comments stay. How many findings the file spoke of.
  merge(text: string): number {
    const { findings } = readReview(text);
    for (const [id, review] of Object.entries(findings)) {
      const own = this.of(id);
      const later = review.changed > own.changed ? review : own;
      const same = (p: Comment, q: Comment) => p.date === q.date && p.text === q.text && p.author === q.author;
      const comments = [...own.comments, ...review.comments.filter((one) => !own.comments.some((other) => same(one, other)))].sort((p, q) => (p.date < q.date ? -1 : 1));
      this.all.set(id, { status: later.status, changed: later.changed, comments });
    }
    this.keep();
    this.changed();
    return Object.keys(findings).length;
  }

  private get key() {
    return `apart-review ${this.title}`;
  }
  private set(id: string, review: Review) {
    this.load(); // another window may have written since
    this.all.set(id, review);
    this.keep();
    this.changed();
  }
  private load(): boolean {
    try {
      const kept = localStorage.getItem(this.key);
      if (kept) for (const [id, review] of Object.entries(readReview(kept).findings)) this.all.set(id, review);
      return true;
    } catch {
      return false; // refused to files, or not ours
    }
  }
  private keep() {
    try {
      localStorage.setItem(this.key, this.text());
    } catch {
      // it holds until the page is closed, which the page says
    }
  }
}
