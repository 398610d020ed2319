// A 3D view in an element of the page: scene, camera and its flights. It draws when something has changed.
import { Box3, Group, PerspectiveCamera, Ray, Scene, Sphere, Vector3, WebGLRenderer } from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { Labels } from './labels';
import { onTheme } from './theme';

interface Flight {
  done: number; // of 1
  last: number; // when it was last moved on
  from: { target: Vector3; eye: Vector3 };
  to: { target: Vector3; eye: Vector3 };
}

export const kUsualSide = new Vector3(1.6, -3.1, 1.5); // from the right, the front and above
const kSmallest = 1e-12; // a place that can be looked at
const kFlightTime = 450; // milliseconds
const kMostOfFlight = 1 / 6; // between two pictures: where drawing is slow it takes longer, and still can be followed
const kShareOfAll = 1.02; // of the view that the sphere round all bodies takes: they seldom fill it

export class Viewer {
  // What is shown, in coordinates of about 1: the bodies themselves, and what is drawn upon them.
  readonly bodies = new Group();
  readonly marks = new Group(); // may be moved to a place, so that small things there keep their digits
  readonly overlay = new Group(); // never moved
  readonly labels: Labels;
  private readonly scene = new Scene();
  private readonly camera = new PerspectiveCamera(36, 1, 0.01, 100);
  private readonly renderer: WebGLRenderer;
  private readonly controls: OrbitControls;
  private readonly recolour: (() => void)[] = [];
  private readonly drawn: (() => void)[] = [];
  private flight: Flight | null = null;
  private dirty = true;
  private readonly drawnFrom = new Vector3(); // where the camera was

  // Throws where the browser has no WebGL.
  constructor(private readonly element: HTMLElement) {
    this.renderer = new WebGLRenderer({ antialias: true, alpha: true, preserveDrawingBuffer: true });
    this.renderer.localClippingEnabled = true;
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    element.append(this.renderer.domElement);
    this.labels = new Labels(element);
    this.scene.add(this.bodies, this.marks, this.overlay);
    this.camera.up.set(0, 0, 1);
    this.camera.position.copy(kUsualSide);
    this.controls = new OrbitControls(this.camera, this.renderer.domElement);
    this.controls.enableDamping = true;
    this.controls.dampingFactor = 0.15;
    this.controls.zoomToCursor = true;
    this.controls.addEventListener('change', () => this.invalidate());
    this.controls.addEventListener('start', () => (this.flight = null)); // the reader's hand goes first
    new ResizeObserver(() => this.resize()).observe(element);
    onTheme(() => {
      for (const change of this.recolour) change();
      this.invalidate();
    });
    this.resize();
    const frame = (now: number) => {
      requestAnimationFrame(frame);
      this.fly(now);
      this.controls.update();
      if (this.dirty || this.moved) this.draw();
    };
    requestAnimationFrame(frame);
  }

  invalidate() {
    this.dirty = true;
  }
  // The controls report moves of some thousandths of the scene; very close to something, much smaller ones are seen.
  private get moved(): boolean {
    const { position } = this.camera;
    return position.distanceTo(this.drawnFrom) > 1e-4 * position.distanceTo(this.controls.target);
  }
  // Nothing moves, and all is drawn.
  get resting() {
    return !this.dirty && !this.moved && !this.flight;
  }

  // Called now, and whenever light turns to dark or back.
  onColours(change: () => void) {
    this.recolour.push(change);
    change();
  }

  // Called after every picture, since the camera may have moved.
  onDraw(act: () => void) {
    this.drawn.push(act);
  }

  // Half of what is in view across the narrow way, a length of 1 away.
  private get half() {
    return Math.tan((this.camera.fov * Math.PI) / 360) * Math.min(1, this.camera.aspect);
  }

  // Looks at a place from the side on which the camera is now, or the given one: from far enough that it fills the given
  // share of the view.
  flyTo(place: Sphere, share = 0.7, atOnce = false, side?: Vector3) {
    this.start(place.center, this.backward(side), Math.max(place.radius, kSmallest) / (this.half * share), atOnce);
  }

  // The same with a box: its corners as they are seen from there, which a sphere round it would be too large for.
  flyToBox(box: Box3, share = 0.85, atOnce = false, side?: Vector3) {
    const back = this.backward(side);
    const right = this.camera.up.clone().cross(back).normalize();
    const up = back.clone().cross(right);
    const centre = box.getCenter(new Vector3());
    const tall = Math.tan((this.camera.fov * Math.PI) / 360) * share;
    const wide = tall * this.camera.aspect;
    let distance = kSmallest;
    for (let k = 0; k < 8; ++k) {
      const corner = new Vector3(k & 1 ? box.max.x : box.min.x, k & 2 ? box.max.y : box.min.y, k & 4 ? box.max.z : box.min.z).sub(centre);
      distance = Math.max(distance, corner.dot(back) + Math.max(Math.abs(corner.dot(right)) / wide, Math.abs(corner.dot(up)) / tall));
    }
    this.start(centre, back, distance, atOnce);
  }

  private backward = (side?: Vector3) => (side ?? this.camera.position.clone().sub(this.controls.target)).clone().normalize();

  private start(target: Vector3, back: Vector3, distance: number, atOnce: boolean) {
    const to = { target: target.clone(), eye: target.clone().addScaledVector(back, distance) };
    const from = { target: this.controls.target.clone(), eye: this.camera.position.clone() };
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    this.flight = { done: atOnce || still ? 1 : 0, last: performance.now(), from, to };
    this.invalidate();
  }

  flyToAll(atOnce = false, side?: Vector3) {
    this.flyTo(this.sphereOfBodies(), kShareOfAll, atOnce, side);
  }

  // Flies only if the place is too small to see or not wholly in view, so that the view is calm where it can be; and
  // never farther off than all bodies need.
  keepInView(place: Sphere, smallest = 0.22, good = 0.5) {
    const toward = this.flight ? this.flight.to : { target: this.controls.target, eye: this.camera.position };
    const seen = this.half * toward.eye.distanceTo(toward.target);
    const off = place.center.distanceTo(toward.target);
    if (place.radius > seen * smallest && off + place.radius < seen * 1.05) return;
    if (place.radius / good > this.sphereOfBodies().radius / kShareOfAll) this.flyToAll();
    else this.flyTo(place, good);
  }

  sphereOfBodies(): Sphere {
    const box = new Box3().setFromObject(this.bodies);
    return box.isEmpty() ? new Sphere(new Vector3(), 1) : box.getBoundingSphere(new Sphere());
  }

  get fieldOfView() {
    return this.camera.fov; // upright, in degrees
  }
  view() {
    return { eye: this.camera.position.toArray(), target: this.controls.target.toArray() };
  }

  // On the screen, in pixels of the element, and whether it is in front of the camera.
  project(p: Vector3): { x: number; y: number; visible: boolean } {
    const v = p.clone().project(this.camera);
    const { clientWidth: w, clientHeight: h } = this.element;
    return { x: ((v.x + 1) / 2) * w, y: ((1 - v.y) / 2) * h, visible: v.z > -1 && v.z < 1 };
  }

  // Through a place on the screen, in pixels of the element; its direction has the length 1.
  ray(x: number, y: number): Ray {
    const { clientWidth: w, clientHeight: h } = this.element;
    const origin = this.camera.position.clone();
    const through = new Vector3((2 * x) / w - 1, 1 - (2 * y) / h, 0.5).unproject(this.camera);
    return new Ray(origin, through.sub(origin).normalize());
  }

  // The length of a pixel at a place, or where the camera looks.
  pixelAt(p: Vector3 = this.controls.target): number {
    const deep = p.clone().sub(this.camera.position).dot(this.camera.getWorldDirection(new Vector3()));
    return (2 * Math.tan((this.camera.fov * Math.PI) / 360) * Math.abs(deep)) / Math.max(1, this.element.clientHeight);
  }

  // The directions of the world as they are seen: to the right, upward, towards the reader.
  axes(): Vector3[] {
    const turn = this.camera.quaternion.clone().invert();
    return [new Vector3(1, 0, 0), new Vector3(0, 1, 0), new Vector3(0, 0, 1)].map((axis) => axis.applyQuaternion(turn));
  }

  // The picture as it is now.
  get canvas(): HTMLCanvasElement {
    this.finish();
    return this.renderer.domElement;
  }
  // At the end of its flight, and drawn.
  finish() {
    this.fly(Infinity);
    this.draw();
  }

  private fly(now: number) {
    if (!this.flight) return;
    const { from, to, last } = this.flight;
    const t = now === Infinity ? 1 : Math.min(1, this.flight.done + Math.min(kMostOfFlight, Math.max(0, now - last) / kFlightTime));
    this.flight.done = t;
    this.flight.last = now;
    const s = t * t * (3 - 2 * t);
    this.controls.target.lerpVectors(from.target, to.target, s);
    // Distances shrink and grow evenly by factors: a straight line would rush at the end of a long way in.
    const d0 = from.eye.distanceTo(from.target);
    const d1 = to.eye.distanceTo(to.target);
    const back0 = from.eye.clone().sub(from.target).normalize();
    const back1 = to.eye.clone().sub(to.target).normalize();
    const back = back0.lerp(back1, s).normalize();
    this.camera.position.copy(this.controls.target).addScaledVector(back, d0 * (d1 / d0) ** s);
    if (t >= 1) this.flight = null;
    this.invalidate();
  }

  private resize() {
    const { clientWidth: w, clientHeight: h } = this.element;
    if (w === 0 || h === 0) return;
    this.renderer.setSize(w, h);
    this.camera.aspect = w / h;
    this.invalidate();
  }

  private draw() {
    this.dirty = false;
    this.drawnFrom.copy(this.camera.position);
    const distance = this.camera.position.distanceTo(this.controls.target);
    const far = this.camera.position.length();
    this.camera.near = distance * 0.02;
    this.camera.far = Math.max(far, distance) + 4;
    this.camera.updateProjectionMatrix();
    this.camera.updateMatrixWorld();
    this.renderer.render(this.scene, this.camera);
    this.labels.place((p) => this.project(p));
    for (const act of this.drawn) act();
  }
}
