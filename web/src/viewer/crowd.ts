// Many bodies at once, ghosted or solid: those that share a shape are drawn by one call, all sharp edges by another.
import { Box3, BufferAttribute, BufferGeometry, Color, InstancedMesh, LineBasicMaterial, LineSegments, Matrix4, ShaderMaterial, Vector3 } from 'three';
import { Shape, kMostForEdges, material, sectionPlanes } from './body';
import { colour } from './theme';
import type { Viewer } from './viewer';

export interface Member {
  shape: Shape;
  at: Matrix4;
}

const kMostEdges = 400000;
const kNowhere = new Matrix4().makeScale(0, 0, 0);

export class Crowd {
  private readonly ghosts: InstancedMesh[] = [];
  private readonly slots: { mesh: InstancedMesh; slot: number }[] = [];
  private readonly material: ShaderMaterial;
  private readonly edges: LineSegments<BufferGeometry, LineBasicMaterial>;
  private readonly edgesOf: (number | undefined)[] = []; // where a member's begin in the joined buffer
  private readonly away = new Set<number>();

  // `colourNames`: of each member, a variable of the style sheet.
  constructor(private readonly viewer: Viewer, private readonly members: Member[], colourNames: string[], plain = 'separate', solid = false) {
    this.material = material(!solid);
    const byShape = new Map<Shape, number[]>();
    members.forEach(({ shape }, i) => (byShape.get(shape) ?? byShape.set(shape, []).get(shape)!).push(i));
    for (const [shape, all] of byShape) {
      const mesh = new InstancedMesh(shape.geometry, this.material, all.length);
      all.forEach((i, slot) => {
        mesh.setMatrixAt(slot, members[i].at);
        this.slots[i] = { mesh, slot };
      });
      mesh.renderOrder = solid ? 1 : 2;
      mesh.computeBoundingBox(); // while all are in their places
      mesh.frustumCulled = false; // they may move
      this.ghosts.push(mesh);
      viewer.bodies.add(mesh);
    }
    this.edges = new LineSegments(this.collectEdges(), new LineBasicMaterial({ transparent: true, depthWrite: false, clippingPlanes: sectionPlanes }));
    this.edges.renderOrder = 2;
    this.edges.frustumCulled = false;
    viewer.bodies.add(this.edges);
    this.setStrength(1);
    viewer.onColours(() => {
      const colours = new Map([...new Set([...colourNames, plain])].map((name) => [name, new Color(colour(name))]));
      this.material.uniforms.colour.value = colours.get(plain);
      this.edges.material.color = colours.get(plain)!;
      this.slots.forEach(({ mesh, slot }, i) => mesh.setColorAt(slot, colours.get(colourNames[i])!));
      for (const mesh of this.ghosts) mesh.instanceColor!.needsUpdate = true;
    });
  }

  // Where each is at the start.
  get box(): Box3 {
    return this.ghosts.reduce((all, mesh) => all.union(mesh.boundingBox!), new Box3());
  }

  // All but these.
  showWithout(members: Iterable<number>) {
    const gone = new Set(members);
    const changed = [...this.away, ...gone].filter((i) => this.away.has(i) !== gone.has(i));
    this.away.clear();
    for (const i of gone) this.away.add(i);
    for (const i of changed) this.place(i);
    this.viewer.invalidate();
  }
  move(i: number, at: Matrix4) {
    this.members[i].at.copy(at);
    this.place(i);
    this.viewer.invalidate();
  }
  // How well they are seen, and how much in colours of their own.
  setStrength(strength: number, own = 1, edges = 0.3 * strength) {
    this.material.uniforms.strength.value = strength;
    this.material.uniforms.own.value = own;
    this.edges.material.opacity = edges;
    this.viewer.invalidate();
  }
  set visible(yes: boolean) {
    for (const part of [...this.ghosts, this.edges]) part.visible = yes;
    this.viewer.invalidate();
  }

  private place(i: number) {
    const at = this.away.has(i) ? kNowhere : this.members[i].at;
    const { mesh, slot } = this.slots[i];
    mesh.setMatrixAt(slot, at);
    mesh.instanceMatrix.needsUpdate = true;
    const begin = this.edgesOf[i];
    if (begin === undefined) return;
    const all = this.edges.geometry.getAttribute('position') as BufferAttribute;
    this.writeEdges(all.array as Float32Array, i, begin, at);
    all.needsUpdate = true;
  }
  private writeEdges(to: Float32Array, i: number, begin: number, at: Matrix4) {
    const from = this.members[i].shape.edges.getAttribute('position');
    const p = new Vector3();
    for (let k = 0; k < (from?.count ?? 0); ++k) p.fromBufferAttribute(from, k).applyMatrix4(at).toArray(to, 3 * (begin + k));
  }

  // Of the first members, as many as can be looked at without a wait.
  private collectEdges(): BufferGeometry {
    const seen = new Set<Shape>();
    let [triangles, ends] = [0, 0];
    for (const [i, { shape }] of this.members.entries()) {
      if (!seen.has(shape)) {
        if (triangles + shape.triangles > 2 * kMostForEdges) continue;
        triangles += shape.triangles;
        seen.add(shape);
      }
      const count = shape.edges.getAttribute('position')?.count ?? 0;
      if (ends + count > 2 * kMostEdges) break;
      this.edgesOf[i] = ends;
      ends += count;
    }
    const joined = new Float32Array(3 * ends);
    this.edgesOf.forEach((begin, i) => this.writeEdges(joined, i, begin!, this.members[i].at));
    return new BufferGeometry().setAttribute('position', new BufferAttribute(joined, 3));
  }
}
