// A body of triangles: ghosted, solid, or ghosted with a part of it solid. Facets are shaded by how their surface lies
// on the screen, so no normals are kept and large meshes cost only their positions and faces.
import { BufferAttribute, BufferGeometry, Color, DoubleSide, EdgesGeometry, Group, LineBasicMaterial, LineSegments, Matrix4, Mesh, Plane, ShaderMaterial } from 'three';
import { colour } from './theme';
import { TriangleTree } from './triangle_tree';
import type { Viewer } from './viewer';

// Finding the sharp edges of more triangles than this takes longer than one likes to wait.
export const kMostForEdges = 40000;

// Bodies are drawn on the positive side of these alone; all materials of bodies share the list.
export const sectionPlanes: Plane[] = [];

// Of many bodies at once, each has its own place and colour (crowd.ts). Of solid faces in the same place, those with the
// smaller `offset` are in front: without it they would flicker.
export function material(ghost: boolean, offset = 1): ShaderMaterial {
  return new ShaderMaterial({
    uniforms: { colour: { value: new Color() }, strength: { value: 1 }, own: { value: 1 } },
    vertexShader: `
      uniform vec3 colour;
      uniform float own; // how much of a body's own colour is shown
      varying vec3 seen;
      varying vec3 tint;
      #include <clipping_planes_pars_vertex>
      void main() {
        vec4 p = vec4(position, 1.0);
        tint = colour;
        #ifdef USE_INSTANCING
          p = instanceMatrix * p;
        #endif
        #ifdef USE_INSTANCING_COLOR
          tint = mix(colour, instanceColor.rgb, own);
        #endif
        vec4 mvPosition = modelViewMatrix * p;
        seen = mvPosition.xyz;
        gl_Position = projectionMatrix * mvPosition;
        #include <clipping_planes_vertex>
      }`,
    fragmentShader: `
      uniform float strength;
      varying vec3 seen;
      varying vec3 tint;
      #include <clipping_planes_pars_fragment>
      void main() {
        #include <clipping_planes_fragment>
        vec3 across = cross(dFdx(seen), dFdy(seen));
        float size = length(across);
        vec3 normal = size > 0.0 ? across / size : vec3(0.0, 0.0, 1.0);
        float facing = abs(dot(normal, normalize(seen)));
        float lit = 0.42 + 0.58 * max(0.0, dot(normal, vec3(-0.37, 0.56, 0.74)));
        #if NUM_CLIPPING_PLANES > 0
          if (!gl_FrontFacing) lit = 0.34; // the inside of what is cut open
        #endif
        ${
          ghost
            ? 'gl_FragColor = vec4(tint * (0.75 + 0.25 * lit), strength * mix(0.34, 0.07, facing));'
            : 'gl_FragColor = vec4(tint * lit, strength);'
        }
        #include <colorspace_fragment>
      }`,
    transparent: true,
    side: DoubleSide,
    depthWrite: !ghost,
    clipping: true,
    clippingPlanes: sectionPlanes,
    // Ghosts lie behind what stands in them.
    polygonOffset: !ghost,
    polygonOffsetFactor: offset,
    polygonOffsetUnits: 4 * offset,
  });
}

// Triangles that one body or many are made of.
export class Shape {
  readonly geometry = new BufferGeometry();
  readonly triangles: number;
  private found: BufferGeometry | null = null;
  private ofTriangles: TriangleTree | null = null;

  constructor(private readonly positions: Float32Array, private readonly faces: Uint32Array) {
    this.geometry.setAttribute('position', new BufferAttribute(positions, 3));
    this.geometry.setIndex(new BufferAttribute(faces, 1));
    this.triangles = faces.length / 3;
  }
  // The sharp ones, looked for when they are first asked for.
  get edges(): BufferGeometry {
    this.found ??= this.triangles <= kMostForEdges ? new EdgesGeometry(this.geometry, 28) : new BufferGeometry();
    return this.found;
  }
  // For rays; built at the first of them.
  get tree(): TriangleTree {
    return (this.ofTriangles ??= new TriangleTree(this.positions, this.faces));
  }
}

export class Body {
  readonly group = new Group();
  private readonly ghost = new Mesh(new BufferGeometry(), material(true));
  private readonly solid: Mesh<BufferGeometry, ShaderMaterial>;
  private readonly edges = new LineSegments(new BufferGeometry(), new LineBasicMaterial({ transparent: true, opacity: 0.32, depthWrite: false, clippingPlanes: sectionPlanes }));
  triangles = 0;

  // `colourName` is a variable of the style sheet.
  constructor(private readonly viewer: Viewer, colourName: string, shape?: Shape, offset = 1) {
    this.solid = new Mesh(new BufferGeometry(), material(false, offset));
    this.solid.renderOrder = 1;
    this.ghost.renderOrder = 3;
    this.edges.renderOrder = 4;
    this.group.add(this.ghost, this.solid, this.edges);
    this.group.matrixAutoUpdate = false;
    if (shape) this.setShape(shape);
    else this.visible = false;
    this.showPart(0, 0);
    viewer.bodies.add(this.group);
    viewer.onColours(() => {
      const c = new Color(colour(colourName));
      this.ghost.material.uniforms.colour.value = c;
      this.solid.material.uniforms.colour.value = c;
      this.edges.material.color = c;
    });
  }

  // What it is made of, and where it stands.
  setShape(shape: Shape, at = new Matrix4()) {
    this.ghost.geometry = shape.geometry;
    this.edges.geometry = shape.edges;
    this.triangles = shape.triangles;
    // Its own, as it may be shown in part.
    this.solid.geometry.setAttribute('position', shape.geometry.getAttribute('position'));
    this.solid.geometry.setIndex(shape.geometry.getIndex());
    this.solid.geometry.boundingSphere = this.solid.geometry.boundingBox = null;
    this.at = at;
    this.visible = true;
  }

  // Solid are the triangles from `begin` to before `end`, in the order of the faces.
  showPart(begin: number, end: number) {
    this.solid.visible = end > begin;
    this.solid.geometry.setDrawRange(3 * begin, 3 * (end - begin));
    this.viewer.invalidate();
  }
  showSolid() {
    this.showPart(0, this.triangles);
  }
  // How well the ghost is seen.
  set strength(x: number) {
    this.ghost.material.uniforms.strength.value = x;
    this.viewer.invalidate();
  }
  set at(at: Matrix4) {
    this.group.matrix.copy(at);
    this.group.matrixWorldNeedsUpdate = true;
    this.viewer.invalidate();
  }
  set visible(yes: boolean) {
    this.group.visible = yes;
    this.viewer.invalidate();
  }
}
