// Which step is shown, and the clock that goes on by itself.

export class Player {
  step = 0; // how many steps have been made
  playing = false;
  speed = 4; // steps a second
  private owed = 0;
  private last = 0;

  constructor(readonly size: number, private readonly changed: () => void) {}

  go(step: number) {
    const to = Math.max(0, Math.min(this.size, Math.round(step)));
    if (to === this.step) return;
    this.step = to;
    this.changed();
  }
  by(steps: number) {
    this.pause();
    this.go(this.step + steps);
  }
  toggle() {
    if (this.playing) this.pause();
    else this.play();
  }
  play() {
    if (this.playing || this.size === 0) return;
    if (this.step === this.size) this.go(0);
    this.playing = true;
    this.owed = 0;
    this.last = performance.now();
    this.changed();
    requestAnimationFrame((now) => this.tick(now));
  }
  pause() {
    if (!this.playing) return;
    this.playing = false;
    this.changed();
  }

  private tick(now: number) {
    if (!this.playing) return;
    this.owed += (Math.max(0, now - this.last) / 1000) * this.speed;
    this.last = now;
    const whole = Math.floor(this.owed);
    this.owed -= whole;
    if (whole) this.go(this.step + whole);
    if (this.step === this.size) this.pause();
    else requestAnimationFrame((later) => this.tick(later));
  }
}
