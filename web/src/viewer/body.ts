// A body of triangles: ghosted, solid, or ghosted with a part of it solid. Facets are shaded by how their surface lies
// on the screen, so no normals are kept and large meshes cost only their positions and faces.
import { BufferAttribute, BufferGeometry, Color, DoubleSide, EdgesGeometry, Group, LineBasicMaterial, LineSegments, Mesh, ShaderMaterial } from 'three';
import type { Viewer } from './viewer';
import { colour } from './theme';

// Finding the sharp edges of more triangles than this takes longer than one likes to wait.
const kMostForEdges = 40000;

function material(ghost: boolean): ShaderMaterial {
  return new ShaderMaterial({
    uniforms: { colour: { value: new Color() }, strength: { value: 1 } },
    vertexShader: `
      varying vec3 seen;
      void main() {
        vec4 p = modelViewMatrix * vec4(position, 1.0);
        seen = p.xyz;
        gl_Position = projectionMatrix * p;
      }`,
    fragmentShader: `
      uniform vec3 colour;
      uniform float strength;
      varying vec3 seen;
      void main() {
        vec3 across = cross(dFdx(seen), dFdy(seen));
        float size = length(across);
        vec3 normal = size > 0.0 ? across / size : vec3(0.0, 0.0, 1.0);
        float facing = abs(dot(normal, normalize(seen)));
        float lit = 0.42 + 0.58 * max(0.0, dot(normal, vec3(-0.37, 0.56, 0.74)));
        ${
          ghost
            ? 'gl_FragColor = vec4(colour * (0.75 + 0.25 * lit), strength * mix(0.34, 0.07, facing));'
            : 'gl_FragColor = vec4(colour * lit, strength);'
        }
        #include <colorspace_fragment>
      }`,
    transparent: true,
    side: DoubleSide,
    depthWrite: !ghost,
    // Ghosts lie behind what stands in them.
    polygonOffset: !ghost,
    polygonOffsetFactor: 1,
    polygonOffsetUnits: 1,
  });
}

export class Body {
  readonly group = new Group();
  private readonly ghost: Mesh<BufferGeometry, ShaderMaterial>;
  private readonly solid: Mesh<BufferGeometry, ShaderMaterial>;
  private readonly edges: LineSegments<BufferGeometry, LineBasicMaterial>;

  // `colourName` is a variable of the style sheet.
  constructor(private readonly viewer: Viewer, positions: Float32Array, faces: Uint32Array, colourName: string) {
    const geometry = (from?: BufferGeometry) => {
      const out = new BufferGeometry();
      out.setAttribute('position', from ? from.getAttribute('position') : new BufferAttribute(positions, 3));
      out.setIndex(from ? from.getIndex() : new BufferAttribute(faces, 1));
      return out;
    };
    this.ghost = new Mesh(geometry(), material(true));
    this.solid = new Mesh(geometry(this.ghost.geometry), material(false));
    this.edges = new LineSegments(
      faces.length / 3 <= kMostForEdges ? new EdgesGeometry(this.ghost.geometry, 28) : new BufferGeometry(),
      new LineBasicMaterial({ transparent: true, opacity: 0.32, depthWrite: false }),
    );
    this.solid.renderOrder = 1;
    this.ghost.renderOrder = 3;
    this.edges.renderOrder = 4;
    this.group.add(this.ghost, this.solid, this.edges);
    this.showPart(0, 0);
    viewer.bodies.add(this.group);
    viewer.onColours(() => {
      const c = new Color(colour(colourName));
      this.ghost.material.uniforms.colour.value = c;
      this.solid.material.uniforms.colour.value = c;
      this.edges.material.color = c;
    });
  }

  // Solid are the triangles from `begin` to before `end`, in the order of the faces.
  showPart(begin: number, end: number) {
    this.solid.visible = end > begin;
    this.solid.geometry.setDrawRange(3 * begin, 3 * (end - begin));
    this.viewer.invalidate();
  }
  showSolid() {
    this.showPart(0, this.ghost.geometry.getIndex()!.count / 3);
  }
  set visible(yes: boolean) {
    this.group.visible = yes;
    this.viewer.invalidate();
  }
}
