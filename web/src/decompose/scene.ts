// Patches or hulls in 3D: each part in its colour, and moved away from the middle.
import { Box3, BufferAttribute, BufferGeometry, Color, DoubleSide, Mesh, ShaderMaterial, Vector3 } from 'three';
import { colour } from '../viewer/theme';
import { Viewer } from '../viewer/viewer';
import type { Parts } from './data';

// Hues of parts, one after the other: steps by the golden ratio.
function hue(part: number): Color {
  return new Color().setHSL((0.6180339887498949 * part) % 1, 0.62, 0.5 + 0.12 * ((part % 3) - 1));
}

function material(): ShaderMaterial {
  return new ShaderMaterial({
    uniforms: { apart: { value: 0 } },
    vertexShader: `
      attribute vec3 away;
      attribute vec3 tint;
      uniform float apart;
      varying vec3 seen;
      varying vec3 shown;
      void main() {
        shown = tint;
        vec4 p = modelViewMatrix * vec4(position + apart * away, 1.0);
        seen = p.xyz;
        gl_Position = projectionMatrix * p;
      }`,
    fragmentShader: `
      varying vec3 seen;
      varying vec3 shown;
      void main() {
        vec3 across = cross(dFdx(seen), dFdy(seen));
        float size = length(across);
        vec3 normal = size > 0.0 ? across / size : vec3(0.0, 0.0, 1.0);
        float lit = 0.45 + 0.55 * max(0.0, dot(normal, vec3(-0.37, 0.56, 0.74)));
        gl_FragColor = vec4(shown * lit, 1.0);
        #include <colorspace_fragment>
      }`,
    side: DoubleSide,
  });
}

export class PartsScene {
  readonly viewer: Viewer;
  private readonly mesh = new Mesh(new BufferGeometry(), material());
  private parts: Parts | null = null;
  private byClass = false;

  constructor(element: HTMLElement, private readonly vertices: Float32Array) {
    this.viewer = new Viewer(element);
    this.mesh.frustumCulled = false; // parts move away from where its bounds say
    this.viewer.bodies.add(this.mesh);
    this.viewer.onColours(() => this.paint());
  }

  show(parts: Parts) {
    this.parts = parts;
    const { vertices } = this;
    const positions = new Float32Array(3 * parts.faces.length);
    const centres = new Float64Array(4 * parts.count); // sums of corners, and how many
    parts.faces.forEach((v, k) => {
      const part = parts.part[Math.floor(k / 3)];
      for (let axis = 0; axis < 3; ++axis) {
        const x = vertices[3 * v + axis];
        positions[3 * k + axis] = x;
        centres[4 * part + axis] += x;
      }
      ++centres[4 * part + 3];
    });
    const away = new Float32Array(positions.length);
    for (let k = 0; k < parts.faces.length; ++k) {
      const part = parts.part[Math.floor(k / 3)];
      for (let axis = 0; axis < 3; ++axis) away[3 * k + axis] = centres[4 * part + axis] / centres[4 * part + 3];
    }
    this.mesh.geometry.dispose();
    const geometry = (this.mesh.geometry = new BufferGeometry());
    geometry.setAttribute('position', new BufferAttribute(positions, 3));
    geometry.setAttribute('away', new BufferAttribute(away, 3));
    geometry.setAttribute('tint', new BufferAttribute(new Float32Array(positions.length), 3));
    this.paint();
  }

  // By their classes, or by their parts.
  colourBy(byClass: boolean) {
    this.byClass = byClass;
    this.paint();
  }

  explode(share: number) {
    this.mesh.material.uniforms.apart.value = share;
    this.viewer.invalidate();
  }

  // All parts where they are now.
  box(): Box3 {
    const box = new Box3();
    const { position, away } = this.mesh.geometry.attributes;
    const share = this.mesh.material.uniforms.apart.value as number;
    const p = new Vector3();
    const d = new Vector3();
    for (let k = 0; k < (position?.count ?? 0); ++k)
      box.expandByPoint(p.fromBufferAttribute(position, k).addScaledVector(d.fromBufferAttribute(away, k), share));
    return box;
  }

  private paint() {
    if (!this.parts) return;
    const tint = this.mesh.geometry.getAttribute('tint') as BufferAttribute;
    const classes = ['original', 'contained', 'free'].map((name) => new Color(colour(name)));
    const { part, classes: of } = this.parts;
    for (let face = 0; face < part.length; ++face) {
      const { r, g, b } = this.byClass ? classes[of[face]] : hue(part[face]);
      for (let corner = 0; corner < 3; ++corner) tint.setXYZ(3 * face + corner, r, g, b);
    }
    tint.needsUpdate = true;
    this.viewer.invalidate();
  }
}
