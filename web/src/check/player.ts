// The frames of a motion: a slider, play and pause, and the way to those frames that a finding names.
import { $, onClick } from '../viewer/page';
import { Pair } from './data';
import { Motion } from './motion';

const kFrameTime = 60; // milliseconds

export class Player {
  private at = 0;
  private playing = false;
  private last = 0;
  private readonly slider = $<HTMLInputElement>('time');

  constructor(private readonly motion: Motion, private readonly show: (frame: number) => void) {
    $('time-bar').hidden = false;
    this.slider.max = String(motion.frames.length - 1);
    this.slider.addEventListener('input', () => this.go(Number(this.slider.value)));
    onClick('play', () => this.play());
    for (const which of ['first', 'worst'] as const) onClick(`to-${which}`, () => this.toFrame($(`to-${which}`).dataset.frame));
    this.write();
  }

  get frame() {
    return this.motion.frames[this.at];
  }
  get isPlaying() {
    return this.playing;
  }

  // The frames that a finding names.
  offer(pair: Pair | null) {
    for (const which of ['first', 'worst'] as const) {
      const button = $<HTMLButtonElement>(`to-${which}`);
      const frame = pair?.frames?.[which];
      button.disabled = frame == null;
      button.dataset.frame = frame == null ? '' : String(frame);
    }
    if (pair?.frames?.worst != null) this.toFrame(String(pair.frames.worst));
  }

  go(k: number) {
    this.at = Math.min(this.motion.frames.length - 1, Math.max(0, k));
    this.write();
    this.show(this.at);
  }
  by(n: number) {
    this.stop();
    this.go(this.at + n);
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

  private toFrame(number: string | undefined) {
    this.stop();
    if (number) this.go(this.motion.indexOf(Number(number)));
  }
  private tick(now: number) {
    if (!this.playing) return;
    const steps = Math.floor((now - this.last) / kFrameTime);
    if (steps > 0) {
      this.last += steps * kFrameTime;
      this.go(this.at + 1);
      if (this.at === this.motion.frames.length - 1) return this.play(false);
    }
    requestAnimationFrame((next) => this.tick(next));
  }
  private write() {
    this.slider.value = String(this.at);
    const { frames } = this.motion;
    $('time-words').textContent = `frame ${this.frame} (${this.at + 1} of ${frames.length})`;
    this.slider.setAttribute('aria-valuetext', $('time-words').textContent!);
    $('play').textContent = this.playing ? '❚❚ pause' : '▶ play';
    $('play').setAttribute('aria-pressed', String(this.playing));
  }
}
