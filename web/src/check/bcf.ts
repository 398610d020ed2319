// Findings with their status and comments as topics of BCF 2.1, which issue trackers open. Topics have the GUIDs that
// `apart check --bcf` gives them, so a tracker knows them again.
import { Pair, Report, sharesSpace } from './data';
import { Comment, Reviews, Status } from './review';
import { figure, kKindWords, stateWords } from './words';

const kXml = '<?xml version="1.0" encoding="UTF-8"?>\n';
const kStatusWords: Record<Status, string> = { open: 'Open', reviewed: 'In Progress', accepted: 'Closed', resolved: 'Resolved' };
const kMetres: Record<string, number> = { um: 1e-6, mm: 1e-3, cm: 1e-2, dm: 0.1, m: 1, km: 1e3, in: 0.0254, ft: 0.3048, yd: 0.9144 };

const escaped = (text: string) => text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c]!).replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, ' ');

// As the program does it: FNV-1a, its bits mixed once more in the end.
function hash(text: Uint8Array, start = 0xcbf29ce484222325n): bigint {
  const cut = (x: bigint) => BigInt.asUintN(64, x);
  let h = start;
  for (const byte of text) h = cut((h ^ BigInt(byte)) * 0x100000001b3n);
  h = cut((h ^ (h >> 33n)) * 0xff51afd7ed558ccdn);
  h = cut((h ^ (h >> 33n)) * 0xc4ceb9fe1a85ec53n);
  return h ^ (h >> 33n);
}
export function guidOf(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const high = hash(bytes);
  const low = hash(bytes, high);
  const hex = (x: bigint, digits: number) => x.toString(16).padStart(digits, '0');
  return `${hex(high >> 32n, 8)}-${hex((high >> 16n) & 0xffffn, 4)}-8${hex(high & 0xfffn, 3)}-${hex(0x8000n | ((low >> 48n) & 0x3fffn), 4)}-${hex(low & 0xffffffffffffn, 12)}`;
}

export interface Camera {
  eye: { x: number; y: number; z: number }; // in the report's coordinates
  ahead: { x: number; y: number; z: number };
  up: { x: number; y: number; z: number };
  fieldOfView: number; // degrees, upright; BCF 2.1 allows 45 to 60
}

const point = (name: string, { x, y, z }: { x: number; y: number; z: number }, by = 1) => `<${name}><X>${x * by}</X><Y>${y * by}</Y><Z>${z * by}</Z></${name}>`;

export class BcfWriter {
  private readonly metres: number;
  constructor(private readonly report: Report, private readonly reviews: Reviews) {
    this.metres = kMetres[report.unit] ?? 1;
  }

  // The files of an archive; pictures and cameras of findings where the page can draw.
  async files(pairs: Pair[], look: (pair: Pair) => Promise<{ camera: Camera; picture: Uint8Array<ArrayBuffer> } | null>): Promise<[string, string | Uint8Array<ArrayBuffer>][]> {
    const out: [string, string | Uint8Array<ArrayBuffer>][] = [['bcf.version', `${kXml}<Version VersionId="2.1"><DetailedVersion>2.1</DetailedVersion></Version>\n`]];
    for (const [k, pair] of pairs.entries()) {
      const guid = guidOf(pair.id);
      const view = await look(pair);
      out.push([`${guid}/markup.bcf`, this.markup(pair, k, guid, view !== null)]);
      if (!view) continue;
      out.push([`${guid}/viewpoint.bcfv`, this.viewpoint(pair, guidOf(`${pair.id} view`), view.camera)]);
      out.push([`${guid}/snapshot.png`, view.picture]);
    }
    return out;
  }

  private markup(pair: Pair, k: number, guid: string, viewed: boolean): string {
    const { report } = this;
    const review = this.reviews.of(pair.id);
    const made = new Date(report.raw.made ?? 0);
    const created = (Number.isNaN(made.getTime()) ? new Date(0) : made).toISOString();
    const type = sharesSpace(pair) ? 'Clash' : pair.state === 'touch' ? 'Contact' : 'Clearance';
    const groups = [...new Set(pair.groups)].filter(Boolean);
    const comments = review.comments.map((comment, i) => this.comment(pair, comment, i));
    return [
      `${kXml}<Markup><Topic Guid="${guid}" TopicType="${type}" TopicStatus="${kStatusWords[review.status]}">`,
      `<Title>${escaped(`${kKindWords[pair.state]}: ${pair.names[0]} and ${pair.names[1]}`)}</Title>`,
      `<Index>${k + 1}</Index>${groups.map((group) => `<Labels>${escaped(group)}</Labels>`).join('')}`,
      `<CreationDate>${created}</CreationDate><CreationAuthor>apart check</CreationAuthor>`,
      review.changed ? `<ModifiedDate>${escaped(review.changed)}</ModifiedDate><ModifiedAuthor>${escaped(this.reviews.author || 'unknown')}</ModifiedAuthor>` : '',
      `<Description>${escaped([stateWords(report, pair), sharesSpace(pair) && figure(report, pair), `(${pair.id})`].filter(Boolean).join(' '))}</Description></Topic>`,
      ...comments,
      viewed ? `<Viewpoints Guid="${guidOf(`${pair.id} view`)}"><Viewpoint>viewpoint.bcfv</Viewpoint><Snapshot>snapshot.png</Snapshot></Viewpoints>` : '',
      '</Markup>\n',
    ].join('');
  }

  private comment(pair: Pair, { text, author, date }: Comment, i: number): string {
    const guid = guidOf(`${pair.id} comment ${i} ${date} ${text}`);
    return `<Comment Guid="${guid}"><Date>${escaped(date)}</Date><Author>${escaped(author || 'unknown')}</Author><Comment>${escaped(text)}</Comment></Comment>`;
  }

  private viewpoint(pair: Pair, guid: string, { eye, ahead, up, fieldOfView }: Camera): string {
    const parts = [...new Set(pair.bodies)].filter((i) => i >= 0).map((i) => `<Component><OriginatingSystem>apart</OriginatingSystem><AuthoringToolId>${escaped(this.report.body(i).name)}</AuthoringToolId></Component>`);
    return [
      `${kXml}<VisualizationInfo Guid="${guid}"><Components><Selection>${parts.join('')}</Selection><Visibility DefaultVisibility="true"/></Components>`,
      `<PerspectiveCamera>${point('CameraViewPoint', eye, this.metres)}${point('CameraDirection', ahead)}${point('CameraUpVector', up)}<FieldOfView>${fieldOfView}</FieldOfView></PerspectiveCamera>`,
      '</VisualizationInfo>\n',
    ].join('');
  }
}
