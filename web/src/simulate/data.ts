// What the program put into the page: bodies and their motion as on the page of a check, and of each frame the contacts,
// the pairs of the broad phase and the energies.
import { Vector3 } from 'three';
import { Report } from '../check/data';
import { Motion } from '../check/motion';
import { floats, pageData, words } from '../viewer/decode';

interface ByFrame {
  first: string; // where each frame begins
  all: string;
}

interface GivenSimulation {
  times: number[];
  kinetic: number[];
  energy: number[];
  gravity: [number, number, number];
  step: number;
  rest_at: number | null;
  fixed: boolean[];
  impacts: number;
  contacts: ByFrame; // point and normal, six numbers each
  contact_bodies: string;
  impulses: string;
  pairs: ByFrame;
}

export interface ContactMark {
  point: Vector3; // in the page's coordinates
  normal: Vector3;
  impulse: number;
  bodies: [number, number];
}

type Raw = ConstructorParameters<typeof Report>[0] & { simulation: GivenSimulation };

export class SimulationData {
  private readonly raw = pageData<Raw>();
  readonly report = new Report(this.raw);
  readonly given = this.raw.simulation;
  readonly motion: Motion | null = this.raw.motion ? new Motion(this.raw.motion) : null;
  readonly frames = this.given.times.length;
  private readonly firstContact = words(this.given.contacts.first);
  private readonly contacts = floats(this.given.contacts.all);
  private readonly contactBodies = words(this.given.contact_bodies);
  private readonly impulses = floats(this.given.impulses);
  private readonly firstPair = words(this.given.pairs.first);
  private readonly pairs = words(this.given.pairs.all);

  contactsOf(frame: number): ContactMark[] {
    const out: ContactMark[] = [];
    for (let k = this.firstContact[frame]; k < this.firstContact[frame + 1]; ++k)
      out.push({
        point: this.report.toPage(new Vector3().fromArray(this.contacts, 6 * k)),
        normal: new Vector3().fromArray(this.contacts, 6 * k + 3),
        impulse: this.impulses[k],
        bodies: [this.contactBodies[2 * k], this.contactBodies[2 * k + 1]],
      });
    return out;
  }
  pairsOf(frame: number): [number, number][] {
    const out: [number, number][] = [];
    for (let k = this.firstPair[frame]; k < this.firstPair[frame + 1]; ++k) out.push([this.pairs[2 * k], this.pairs[2 * k + 1]]);
    return out;
  }
}
