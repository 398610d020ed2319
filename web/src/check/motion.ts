// Where bodies are, frame by frame.
import { floats } from '../viewer/decode';
import type { RawMotion, RawPose } from './data';

export class Motion {
  readonly frames: readonly number[]; // their numbers, rising
  readonly bodies: readonly number[];
  private readonly poses: Float32Array;
  private readonly slot: Map<number, number>;

  constructor(raw: RawMotion) {
    this.frames = raw.frames;
    this.bodies = raw.bodies;
    this.poses = floats(raw.poses);
    this.slot = new Map(raw.bodies.map((body, k) => [body, k]));
  }

  // Null for a body that does not move.
  pose(frame: number, body: number): RawPose | null {
    const slot = this.slot.get(body);
    if (slot === undefined) return null;
    const at = 7 * (frame * this.bodies.length + slot);
    return [...this.poses.subarray(at, at + 7)] as RawPose;
  }

  // The place in `frames` of a frame's number, or of the nearest that the report holds.
  indexOf(number: number): number {
    let best = 0;
    this.frames.forEach((n, k) => {
      if (Math.abs(n - number) < Math.abs(this.frames[best] - number)) best = k;
    });
    return best;
  }
}
