// Beneath a finding: its status, what was written about it, and a field for more.
import { element } from './elements';
import { Reviews, Status, kStatuses } from './review';

export const kStatusWords: Record<Status, string> = { open: 'Open', reviewed: 'Reviewed', accepted: 'Accepted', resolved: 'Resolved' };

function when(date: string): string {
  const at = new Date(date);
  return Number.isNaN(at.getTime()) ? date : at.toLocaleString();
}

export function reviewPanel(reviews: Reviews, id: string): HTMLElement {
  const review = reviews.of(id);
  const choice = document.createElement('select');
  choice.id = 'status';
  choice.setAttribute('aria-label', 'Status of this finding');
  choice.append(...kStatuses.map((status) => new Option(kStatusWords[status], status, false, status === review.status)));
  choice.addEventListener('change', () => reviews.setStatus(id, choice.value as Status));
  const said = review.comments.map(({ text, author, date }, k) => {
    const remove = element('button', 'copy', 'remove');
    remove.setAttribute('aria-label', 'Remove this comment');
    remove.addEventListener('click', () => reviews.removeComment(id, k));
    return element('li', '', element('small', '', [author, when(date)].filter(Boolean).join(', ')), remove, element('p', '', text));
  });
  const field = document.createElement('textarea');
  field.id = 'comment';
  field.rows = 1;
  field.placeholder = 'Comment';
  field.setAttribute('aria-label', 'A comment on this finding');
  const name = document.createElement('input');
  name.id = 'author';
  name.value = reviews.author;
  name.placeholder = 'your name';
  name.setAttribute('aria-label', 'Your name');
  name.addEventListener('change', () => (reviews.author = name.value.trim()));
  const add = () => {
    if (!field.value.trim()) return;
    reviews.author = name.value.trim();
    reviews.addComment(id, field.value.trim());
  };
  const send = element('button', '', 'add comment');
  send.id = 'add-comment';
  send.addEventListener('click', add);
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) add();
  });
  const out = element('div', 'review', element('div', 'actions', element('label', '', 'Status ', choice), name), element('ul', 'comments', ...said), element('div', 'actions', field, send));
  if (!reviews.kept) out.append(element('p', 'hint', 'This browser does not keep what is written here: export it before you close the page.'));
  return out;
}
