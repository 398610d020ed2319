// The time of a motion: a slider, play and pause, and the way to the times that a finding names and to every contact.
import { $, onClick } from '../viewer/page';
import { Pair } from './data';
import { Motion } from './motion';

const kFrameTime = 60; // milliseconds

// A frame's number, with a fraction between two frames.
export const frameText = (number: number) => String(Number(number.toFixed(3)));

export class Player {
  private at = 0; // in frames, from 0
  private playing = false;
  private last = 0;
  private readonly slider = $<HTMLInputElement>('time');
  private readonly contacts: { time: number; pair: Pair }[]; // by time

  // `pick` makes a pair the current one, `look` turns the view to where it touches first, or is worst.
  constructor(private readonly motion: Motion, pairs: readonly Pair[], private readonly show: (time: number) => void, private readonly pick: (pair: Pair) => void, private readonly look: (at: 'contact' | 'worst') => void) {
    $('time-bar').hidden = false;
    this.slider.max = String(motion.frames.length - 1);
    this.slider.addEventListener('input', () => this.go(Number(this.slider.value)));
    onClick('play', () => this.play());
    for (const which of ['first', 'contact', 'worst'] as const)
      onClick(`to-${which}`, () => {
        this.toFrame($(`to-${which}`).dataset.frame);
        if (which !== 'first') this.look(which);
      });
    this.contacts = pairs
      .flatMap((pair) => (pair.motion?.first_contact == null || pair.ignored ? [] : [{ time: motion.timeOf(pair.motion.first_contact), pair }]))
      .sort((x, y) => x.time - y.time);
    $<HTMLButtonElement>('next-contact').disabled = this.contacts.length === 0;
    onClick('next-contact', () => this.nextContact());
    this.write();
  }

  get frame() {
    return this.motion.numberAt(this.at);
  }
  get isPlaying() {
    return this.playing;
  }

  // The times that a finding names.
  offer(pair: Pair | null) {
    const worst = pair?.motion?.worst_at ?? pair?.frames?.worst;
    const frames = { first: pair?.frames?.first, contact: pair?.motion?.first_contact, worst };
    for (const which of ['first', 'contact', 'worst'] as const) {
      const button = $<HTMLButtonElement>(`to-${which}`);
      const frame = frames[which];
      button.disabled = frame == null;
      button.dataset.frame = frame == null ? '' : String(frame);
    }
    if (worst != null && pair?.frames) this.toFrame(String(worst));
    else if (worst != null && pair?.motion?.first_contact != null) this.toFrame(String(worst));
  }

  go(time: number) {
    this.at = Math.min(this.motion.frames.length - 1, Math.max(0, time));
    this.write();
    this.show(this.at);
  }
  // To the frame n away, counted from between two.
  by(n: number) {
    this.stop();
    this.go(n < 0 ? Math.ceil(this.at) + n : Math.floor(this.at) + n);
  }
  play(on = !this.playing) {
    this.playing = on;
    if (on && this.at === this.motion.frames.length - 1) this.go(0);
    this.write();
    if (on) requestAnimationFrame((now) => this.tick((this.last = now)));
  }
  stop() {
    if (this.playing) this.play(false);
  }
  // The next after this time, or the first; of contacts at one time, one after the other.
  nextContact() {
    this.stop();
    const { contacts } = this;
    if (!contacts.length) return;
    const here = contacts.findIndex((contact) => contact === this.shown && contact.time === this.at);
    const next = here >= 0 ? contacts[here + 1] : contacts.find((contact) => contact.time > this.at);
    this.shown = next ?? contacts[0];
    this.pick(this.shown.pair);
    this.go(this.shown.time);
    this.look('contact');
  }
  private shown: { time: number; pair: Pair } | null = null;

  private toFrame(number: string | undefined) {
    this.stop();
    if (number) this.go(this.motion.timeOf(Number(number)));
  }
  private tick(now: number) {
    if (!this.playing) return;
    this.go(this.at + Math.max(0, now - this.last) / kFrameTime);
    this.last = now;
    if (this.at === this.motion.frames.length - 1) return this.play(false);
    requestAnimationFrame((next) => this.tick(next));
  }
  private write() {
    this.slider.value = String(this.at);
    const { frames } = this.motion;
    const frame = Math.floor(this.at);
    const place = frame === this.at ? `${frame + 1}` : `between ${frame + 1} and ${frame + 2}`;
    $('time-words').textContent = `frame ${frameText(this.frame)} (${place} of ${frames.length})`;
    this.slider.setAttribute('aria-valuetext', $('time-words').textContent!);
    $('play').textContent = this.playing ? '❚❚ pause' : '▶ play';
    $('play').setAttribute('aria-pressed', String(this.playing));
  }
}
