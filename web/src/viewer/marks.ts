// What is drawn upon bodies: segments and polylines of a width in pixels, round points, boxes, planes, triangles.
import {
  BufferAttribute,
  BufferGeometry,
  Color,
  DoubleSide,
  Group,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  BoxGeometry,
  PlaneGeometry,
  Points as ThreePoints,
  Quaternion,
  ShaderMaterial,
  Vector3,
} from 'three';
import { LineSegments2 } from 'three/addons/lines/LineSegments2.js';
import { LineSegmentsGeometry } from 'three/addons/lines/LineSegmentsGeometry.js';
import { LineMaterial } from 'three/addons/lines/LineMaterial.js';
import { colour } from './theme';
import type { Viewer } from './viewer';

// A colour of the style sheet that a mark may change.
class Tint {
  private name = 'ink';
  constructor(viewer: Viewer, private readonly set: (c: Color) => void) {
    viewer.onColours(() => this.apply());
  }
  to(name: string) {
    if (name === this.name) return;
    this.name = name;
    this.apply();
  }
  private apply() {
    this.set(new Color(colour(this.name)));
  }
}

export class Segments {
  private readonly material: LineMaterial;
  private readonly lines: LineSegments2;
  private readonly tint: Tint;

  constructor(private readonly viewer: Viewer, { width = 2, opacity = 1, onTop = false, order = 6 } = {}, parent: Group = viewer.marks) {
    this.material = new LineMaterial({ linewidth: width, transparent: true, opacity, depthWrite: false, depthTest: !onTop });
    this.lines = new LineSegments2(new LineSegmentsGeometry(), this.material);
    this.lines.visible = false;
    this.lines.frustumCulled = false;
    this.lines.renderOrder = order;
    parent.add(this.lines);
    this.tint = new Tint(viewer, (c) => (this.material.color = c));
  }
  // Pairs of ends: x y z x y z …
  set(ends: Float32Array | number[], colourName: string) {
    this.lines.geometry.dispose();
    this.lines.geometry = new LineSegmentsGeometry();
    if (ends.length) this.lines.geometry.setPositions(ends as Float32Array);
    this.lines.visible = ends.length > 0;
    this.tint.to(colourName);
    this.viewer.invalidate();
  }
  setPolyline(points: Vector3[], colourName: string) {
    const ends: number[] = [];
    for (let i = 0; i + 1 < points.length; ++i) ends.push(...points[i].toArray(), ...points[i + 1].toArray());
    this.set(ends, colourName);
  }
  // Of those that were set, only the first so many.
  showFirst(count: number) {
    this.lines.visible = count > 0;
    this.lines.geometry.instanceCount = count;
    this.viewer.invalidate();
  }
  hide() {
    this.lines.visible = false;
    this.viewer.invalidate();
  }
}

export class Points {
  private readonly points: ThreePoints<BufferGeometry, ShaderMaterial>;
  private readonly tint: Tint;

  constructor(private readonly viewer: Viewer, { size = 7 } = {}, parent: Group = viewer.marks) {
    const material = new ShaderMaterial({
      uniforms: { colour: { value: new Color() }, size: { value: size * Math.min(devicePixelRatio, 2) } },
      vertexShader: `
        uniform float size;
        void main() {
          gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
          gl_PointSize = size;
        }`,
      fragmentShader: `
        uniform vec3 colour;
        void main() {
          float r = 2.0 * length(gl_PointCoord - 0.5);
          gl_FragColor = vec4(colour, 1.0 - smoothstep(0.8, 1.0, r));
          #include <colorspace_fragment>
        }`,
      transparent: true,
      depthTest: false,
      depthWrite: false,
    });
    this.points = new ThreePoints(new BufferGeometry(), material);
    this.points.visible = false;
    this.points.frustumCulled = false;
    this.points.renderOrder = 11;
    parent.add(this.points);
    this.tint = new Tint(viewer, (c) => (material.uniforms.colour.value = c));
  }
  set(coordinates: Float32Array | number[], colourName: string) {
    this.points.geometry.dispose();
    this.points.geometry = new BufferGeometry();
    this.points.geometry.setAttribute('position', new BufferAttribute(new Float32Array(coordinates), 3));
    this.points.visible = coordinates.length > 0;
    this.tint.to(colourName);
    this.viewer.invalidate();
  }
  showFirst(count: number) {
    this.points.visible = count > 0;
    this.points.geometry.setDrawRange(0, count);
    this.viewer.invalidate();
  }
  hide() {
    this.points.visible = false;
    this.viewer.invalidate();
  }
}

// A box with any axes; half sizes along them.
export interface Box {
  centre: Vector3;
  half: Vector3;
  axes: [Vector3, Vector3, Vector3];
}

function corner(box: Box, k: number): Vector3 {
  const out = box.centre.clone();
  for (let i = 0; i < 3; ++i) out.addScaledVector(box.axes[i], k & (1 << i) ? box.half.getComponent(i) : -box.half.getComponent(i));
  return out;
}

export function corners(box: Box): Vector3[] {
  return Array.from({ length: 8 }, (_, k) => corner(box, k));
}

// Lines that are seen, faintly, behind other things too.
export class OutlineMark {
  private readonly edges: Segments;
  private readonly hidden: Segments; // the same edges, faint, where something is in front of them

  constructor(viewer: Viewer, { width = 2.5 } = {}) {
    this.edges = new Segments(viewer, { width });
    this.hidden = new Segments(viewer, { width: width * 0.6, opacity: 0.35, onTop: true, order: 9 });
  }
  set(ends: Float32Array | number[], colourName: string) {
    this.edges.set(ends, colourName);
    this.hidden.set(ends, colourName);
  }
  hide() {
    this.edges.hide();
    this.hidden.hide();
  }
}

// Its edges, as pairs of ends.
export function edgesOf(box: Box): number[] {
  const c = corners(box);
  const ends: number[] = [];
  for (let k = 0; k < 8; ++k)
    for (let i = 0; i < 3; ++i) if (!(k & (1 << i))) ends.push(...c[k].toArray(), ...c[k | (1 << i)].toArray());
  return ends;
}

export class BoxMark {
  private readonly outline: OutlineMark;
  private readonly faces: Mesh<BoxGeometry, MeshBasicMaterial>;

  constructor(private readonly viewer: Viewer, faceColour: string, { width = 2.5 } = {}) {
    this.outline = new OutlineMark(viewer, { width });
    this.faces = new Mesh(new BoxGeometry(2, 2, 2), new MeshBasicMaterial({ transparent: true, opacity: 0.07, depthWrite: false, side: DoubleSide }));
    this.faces.matrixAutoUpdate = false;
    this.faces.renderOrder = 5;
    this.faces.visible = false;
    viewer.marks.add(this.faces);
    viewer.onColours(() => (this.faces.material.color = new Color(colour(faceColour))));
  }
  set(box: Box, colourName: string) {
    this.outline.set(edgesOf(box), colourName);
    // A flat box still needs some thickness for its matrix.
    const h = box.half.toArray().map((x) => Math.max(x, 1e-6));
    const [x, y, z] = box.axes.map((axis, i) => axis.clone().multiplyScalar(h[i]));
    this.faces.matrix.copy(new Matrix4().makeBasis(x, y, z).setPosition(box.centre));
    this.faces.visible = true;
    this.viewer.invalidate();
  }
  hide() {
    this.outline.hide();
    this.faces.visible = false;
    this.viewer.invalidate();
  }
}

// A square piece of a plane, and its outline.
export class PlaneMark {
  private readonly group = new Group();
  private readonly outline: Segments;
  private readonly tint: Tint;

  constructor(private readonly viewer: Viewer) {
    const material = new MeshBasicMaterial({ transparent: true, opacity: 0.16, depthWrite: false, side: DoubleSide });
    const face = new Mesh(new PlaneGeometry(2, 2), material);
    face.renderOrder = 7;
    this.group.add(face);
    this.group.visible = false;
    viewer.marks.add(this.group);
    this.outline = new Segments(viewer, { width: 1.25, opacity: 0.7 });
    this.tint = new Tint(viewer, (c) => (material.color = c));
  }
  set(at: Vector3, normal: Vector3, size: number, colourName: string) {
    this.group.position.copy(at);
    this.group.quaternion.copy(new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), normal));
    this.group.scale.setScalar(size);
    this.group.visible = true;
    this.tint.to(colourName);
    this.group.updateMatrixWorld();
    const c = [[-1, -1], [1, -1], [1, 1], [-1, 1], [-1, -1]].map(([x, y]) => new Vector3(x, y, 0).applyMatrix4(this.group.matrix));
    this.outline.setPolyline(c, colourName);
    this.viewer.invalidate();
  }
  hide() {
    this.group.visible = false;
    this.outline.hide();
    this.viewer.invalidate();
  }
}

// Some triangles, filled and outlined, seen through everything.
export class TriangleMark {
  private readonly mesh: Mesh<BufferGeometry, MeshBasicMaterial>;
  private readonly outline: Segments;

  constructor(private readonly viewer: Viewer, fillColour: string) {
    this.mesh = new Mesh(new BufferGeometry(), new MeshBasicMaterial({ transparent: true, opacity: 0.6, depthTest: false, depthWrite: false, side: DoubleSide }));
    this.mesh.visible = false;
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = 8;
    viewer.marks.add(this.mesh);
    this.outline = new Segments(viewer, { width: 2, onTop: true, order: 9 });
    viewer.onColours(() => (this.mesh.material.color = new Color(colour(fillColour))));
  }
  // Corners, three a triangle.
  set(points: Vector3[], colourName: string) {
    this.mesh.geometry.dispose();
    this.mesh.geometry = new BufferGeometry().setFromPoints(points);
    this.mesh.visible = points.length > 0;
    const ends: number[] = [];
    for (let i = 0; i < points.length; ++i)
      ends.push(...points[i].toArray(), ...points[i % 3 === 2 ? i - 2 : i + 1].toArray());
    this.outline.set(ends, colourName);
    this.viewer.invalidate();
  }
  hide() {
    this.mesh.visible = false;
    this.outline.hide();
    this.viewer.invalidate();
  }
}
