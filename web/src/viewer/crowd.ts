// Many ghosted bodies at once: those that share a shape are drawn by one call, all sharp edges by another.
import { BufferAttribute, BufferGeometry, Color, InstancedMesh, LineBasicMaterial, LineSegments, Matrix4, ShaderMaterial, Vector3 } from 'three';
import { Shape, kMostForEdges, material } from './body';
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
  private readonly material: ShaderMaterial = material(true);
  private readonly edges: LineSegments<BufferGeometry, LineBasicMaterial>;
  private away: number[] = [];

  // `colourNames`: of each member, a variable of the style sheet.
  constructor(private readonly viewer: Viewer, private readonly members: Member[], colourNames: string[], plain = 'separate') {
    const byShape = new Map<Shape, number[]>();
    members.forEach(({ shape }, i) => (byShape.get(shape) ?? byShape.set(shape, []).get(shape)!).push(i));
    for (const [shape, all] of byShape) {
      const mesh = new InstancedMesh(shape.geometry, this.material, all.length);
      all.forEach((i, slot) => {
        mesh.setMatrixAt(slot, members[i].at);
        this.slots[i] = { mesh, slot };
      });
      mesh.renderOrder = 2;
      mesh.computeBoundingBox(); // while all are in their places
      mesh.computeBoundingSphere();
      this.ghosts.push(mesh);
      viewer.bodies.add(mesh);
    }
    this.edges = new LineSegments(this.collectEdges(), new LineBasicMaterial({ transparent: true, depthWrite: false }));
    this.edges.renderOrder = 2;
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

  // All but these.
  showWithout(members: number[]) {
    for (const i of this.away) this.place(i, this.members[i].at);
    for (const i of members) this.place(i, kNowhere);
    this.away = members;
    this.viewer.invalidate();
  }
  // How well they are seen, and whether in colours of their own.
  setStrength(strength: number, own = true) {
    this.material.uniforms.strength.value = strength;
    this.material.uniforms.own.value = own ? 1 : 0;
    this.edges.material.opacity = 0.3 * strength;
    this.viewer.invalidate();
  }
  set visible(yes: boolean) {
    for (const part of [...this.ghosts, this.edges]) part.visible = yes;
    this.viewer.invalidate();
  }

  private place(i: number, at: Matrix4) {
    const { mesh, slot } = this.slots[i];
    mesh.setMatrixAt(slot, at);
    mesh.instanceMatrix.needsUpdate = true;
  }

  // Of the first members, as many as can be looked at without a wait.
  private collectEdges(): BufferGeometry {
    const seen = new Set<Shape>();
    const chosen: Member[] = [];
    let [triangles, ends] = [0, 0];
    for (const member of this.members) {
      if (!seen.has(member.shape)) {
        if (triangles + member.shape.triangles > 2 * kMostForEdges) continue;
        triangles += member.shape.triangles;
        seen.add(member.shape);
      }
      ends += member.shape.edges.getAttribute('position')?.count ?? 0;
      if (ends > 2 * kMostEdges) break;
      chosen.push(member);
    }
    const all: Float32Array[] = chosen.map(({ shape, at }) => {
      const from = shape.edges.getAttribute('position');
      const to = new Float32Array(3 * (from?.count ?? 0));
      const p = new Vector3();
      for (let k = 0; 3 * k < to.length; ++k) p.fromBufferAttribute(from, k).applyMatrix4(at).toArray(to, 3 * k);
      return to;
    });
    const joined = new Float32Array(all.reduce((n, part) => n + part.length, 0));
    let n = 0;
    for (const part of all) {
      joined.set(part, n);
      n += part.length;
    }
    return new BufferGeometry().setAttribute('position', new BufferAttribute(joined, 3));
  }
}
