// Statuses and comments as files: JSON that this page reads again, BCF for issue trackers.
import { Vector3 } from 'three';
import { $, onClick, say } from '../viewer/page';
import { things } from '../viewer/text';
import { download, zip } from '../viewer/zip';
import { BcfWriter, Camera } from './bcf';
import { Pair, Report, isFinding } from './data';
import { Reviews } from './review';
import type { CheckScene } from './scene';

const kMostPictures = 300; // of findings in one archive: each has to be drawn
const kFieldOfView = 45; // degrees, the least that BCF 2.1 allows

export interface Exported {
  listed: () => readonly Pair[];
  restore: () => void; // the view as it was
}

const fileName = (report: Report) => (report.title || 'check').replace(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^-+|-+$/g, '').slice(0, 60) || 'check';

// As the page looks at it, from so far that it fills as much of BCF's wider view.
function cameraOf(scene: CheckScene, report: Report): Camera {
  const view = scene.viewer.view();
  const [eye, target] = [report.toWorld(new Vector3(...view.eye)), report.toWorld(new Vector3(...view.target))];
  const back = eye.sub(target);
  const nearer = Math.tan((scene.viewer.fieldOfView * Math.PI) / 360) / Math.tan((kFieldOfView * Math.PI) / 360);
  const ahead = back.clone().negate().normalize();
  const right = ahead.clone().cross(new Vector3(0, 0, 1)).normalize();
  return { eye: target.addScaledVector(back, nearer), ahead, up: right.cross(ahead), fieldOfView: kFieldOfView };
}

export async function bcfArchive(report: Report, reviews: Reviews, scene: CheckScene | null, pairs: Pair[]): Promise<Blob> {
  const look = async (pair: Pair) => {
    if (!scene || pairs.length > kMostPictures) return null;
    scene.show(pair);
    scene.through = scene.hidden;
    scene.lookAtPicked(false, true);
    const canvas = scene.viewer.canvas;
    const picture = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
    return picture && { camera: cameraOf(scene, report), picture: new Uint8Array(await picture.arrayBuffer()) };
  };
  return zip(await new BcfWriter(report, reviews).files(pairs, look));
}

export function startExport(report: Report, reviews: Reviews, scene: CheckScene | null, { listed, restore }: Exported) {
  const findings = () => listed().filter(isFinding);
  const toggle = (open = $('export').hidden) => {
    $('export').hidden = !open;
    $('export-button').setAttribute('aria-expanded', String(open));
    const many = findings().length;
    say('export-words', `${things(reviews.count, 'finding')} with a status or comments, kept ${reviews.kept ? 'in this browser' : 'until this page is closed'}.`);
    $<HTMLButtonElement>('export-bcf').disabled = many === 0;
    say('export-bcf', `Save ${things(many, 'listed finding')} (BCF${many > kMostPictures ? ', without pictures' : ''})`);
    say('export-said', '');
  };
  onClick('export-button', () => toggle());
  onClick('export-json', () => download(`${fileName(report)}-review.json`, new Blob([reviews.text()], { type: 'application/json' })));
  onClick('export-bcf', async () => {
    const archive = await bcfArchive(report, reviews, scene, findings());
    restore();
    download(`${fileName(report)}.bcf`, archive);
  });
  const input = $<HTMLInputElement>('import');
  onClick('import-button', () => input.click());
  input.addEventListener('change', async () => {
    const file = input.files?.[0];
    if (!file) return;
    try {
      const read = reviews.merge(await file.text());
      const unknown = reviews.unknown((id) => report.byId(id) !== undefined);
      toggle(true);
      say('export-said', `${file.name}: ${things(read, 'finding')} read.${unknown ? ` ${things(unknown, 'of them is', 'of them are')} not in this report.` : ''}`);
    } catch (error) {
      say('export-said', `${file.name}: ${error instanceof Error ? error.message : error}`);
    }
    input.value = '';
  });
  return () => toggle(false);
}
