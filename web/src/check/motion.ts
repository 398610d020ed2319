// Where bodies are, frame by frame and between frames: from pose to pose the origin of a body goes straight at constant
// speed, and the body turns the shorter way. Times are places in the list of frames, 2.5 halfway from one to the next.
import { Quaternion, Vector3 } from 'three';
import { floats } from '../viewer/decode';
import type { RawMotion, RawPose } from './data';

export class Motion {
  readonly frames: readonly number[]; // their numbers, rising
  readonly bodies: readonly number[];
  private readonly poses: Float32Array;
  private readonly middles: RawMotion['middles'];
  private readonly slot: Map<number, number>;

  constructor(raw: RawMotion) {
    this.frames = raw.frames;
    this.bodies = raw.bodies;
    this.poses = floats(raw.poses);
    this.middles = raw.middles;
    this.slot = new Map(raw.bodies.map((body, k) => [body, k]));
  }

  // Null for a body that does not move.
  pose(time: number, body: number): RawPose | null {
    const slot = this.slot.get(body);
    if (slot === undefined) return null;
    const frame = Math.floor(time);
    const from = this.poseIn(frame, slot);
    if (frame === time) return from;
    const to = this.poseIn(frame + 1, slot);
    const turn = (p: RawPose) => new Quaternion(p[4], p[5], p[6], p[3]);
    const middle = new Vector3(...(this.middles?.[slot] ?? [0, 0, 0]));
    // The page has meshes about their middles.
    const origin = (p: RawPose) => new Vector3(p[0], p[1], p[2]).sub(middle.clone().applyQuaternion(turn(p)));
    const turned = turn(from).slerp(turn(to), time - frame);
    const at = origin(from).lerp(origin(to), time - frame).add(middle.applyQuaternion(turned));
    return [at.x, at.y, at.z, turned.w, turned.x, turned.y, turned.z];
  }
  private poseIn(frame: number, slot: number): RawPose {
    const at = 7 * (frame * this.bodies.length + slot);
    return [...this.poses.subarray(at, at + 7)] as RawPose;
  }

  // The time of a frame's number, which may have a fraction.
  timeOf(number: number): number {
    const { frames } = this;
    const next = frames.findIndex((n) => n >= number);
    if (next < 0) return frames.length - 1;
    if (next === 0 || frames[next] === number) return next;
    return next - 1 + (number - frames[next - 1]) / (frames[next] - frames[next - 1]);
  }
  numberAt(time: number): number {
    const frame = Math.floor(time);
    if (frame === time) return this.frames[frame];
    return this.frames[frame] + (time - frame) * (this.frames[frame + 1] - this.frames[frame]);
  }
}
