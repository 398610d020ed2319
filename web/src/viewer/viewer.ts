// A 3D view in an element of the page: scene, camera and its flights. It draws when something has changed.
import { Box3, Group, PerspectiveCamera, Scene, Sphere, Vector3, WebGLRenderer } from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { Labels } from './labels';
import { onTheme } from './theme';

interface Flight {
  start: number;
  from: { target: Vector3; eye: Vector3 };
  to: { target: Vector3; eye: Vector3 };
}

export const kUsualSide = new Vector3(1.6, -3.1, 1.5); // from the right, the front and above
const kFlightTime = 450; // milliseconds
const kShareOfAll = 1.02; // of the view that the sphere round all bodies takes: they seldom fill it

export class Viewer {
  // What is shown, in coordinates of about 1: the bodies themselves, and what is drawn upon them.
  readonly bodies = new Group();
  readonly marks = new Group();
  readonly labels: Labels;
  private readonly scene = new Scene();
  private readonly camera = new PerspectiveCamera(36, 1, 0.01, 100);
  private readonly renderer: WebGLRenderer;
  private readonly controls: OrbitControls;
  private readonly recolour: (() => void)[] = [];
  private flight: Flight | null = null;
  private dirty = true;

  // Throws where the browser has no WebGL.
  constructor(private readonly element: HTMLElement) {
    this.renderer = new WebGLRenderer({ antialias: true, alpha: true, preserveDrawingBuffer: true });
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    element.append(this.renderer.domElement);
    this.labels = new Labels(element);
    this.scene.add(this.bodies, this.marks);
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
      if (this.dirty) this.draw();
    };
    requestAnimationFrame(frame);
  }

  invalidate() {
    this.dirty = true;
  }
  // Nothing moves, and all is drawn.
  get resting() {
    return !this.dirty && !this.flight;
  }

  // Called now, and whenever light turns to dark or back.
  onColours(change: () => void) {
    this.recolour.push(change);
    change();
  }

  // Half of what is in view across the narrow way, a length of 1 away.
  private get half() {
    return Math.tan((this.camera.fov * Math.PI) / 360) * Math.min(1, this.camera.aspect);
  }

  // Looks at a place from the side on which the camera is now, or the given one: from far enough that it fills the given
  // share of the view.
  flyTo(place: Sphere, share = 0.7, atOnce = false, side?: Vector3) {
    const distance = Math.max(place.radius, 1e-6) / (this.half * share);
    const back = (side ?? this.camera.position.clone().sub(this.controls.target)).clone().normalize();
    const to = { target: place.center.clone(), eye: place.center.clone().addScaledVector(back, distance) };
    const from = { target: this.controls.target.clone(), eye: this.camera.position.clone() };
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    this.flight = { start: atOnce || still ? -Infinity : performance.now(), from, to };
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

  view() {
    return { eye: this.camera.position.toArray(), target: this.controls.target.toArray() };
  }

  // On the screen, in pixels of the element, and whether it is in front of the camera.
  project(p: Vector3): { x: number; y: number; visible: boolean } {
    const v = p.clone().project(this.camera);
    const { clientWidth: w, clientHeight: h } = this.element;
    return { x: ((v.x + 1) / 2) * w, y: ((1 - v.y) / 2) * h, visible: v.z > -1 && v.z < 1 };
  }

  private fly(now: number) {
    if (!this.flight) return;
    const { start, from, to } = this.flight;
    const t = Math.min(1, (now - start) / kFlightTime);
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
    const distance = this.camera.position.distanceTo(this.controls.target);
    const far = this.camera.position.length();
    this.camera.near = distance * 0.02;
    this.camera.far = Math.max(far, distance) + 4;
    this.camera.updateProjectionMatrix();
    this.camera.updateMatrixWorld();
    this.renderer.render(this.scene, this.camera);
    this.labels.place((p) => this.project(p));
  }
}
