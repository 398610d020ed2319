// What the program put into the page: a surface with its patches, and the hulls of the hierarchy over them.
import { floats, octets, pageData, words } from '../viewer/decode';

export enum FaceClass {
  original, // of the surface
  contained, // added by the hull of a patch
  free, // added by a hull of several pieces
}
export const kClassNames = ['ORIGINAL', 'CONTAINED', 'FREE'];

interface Given {
  name: string;
  method: string;
  triangles: number;
  pieces: number;
  hull_faces: number;
  added_faces: number;
  vertices: string; // of about 1, the centre at the origin
  faces: string;
  patch: string; // of each face
  // Of hulls: how many steps below the root they are, whether they are leaves, their first faces, the faces and their
  // classes.
  hulls: { level: string; leaf: string; first: string; faces: string; classes: string };
}

export interface Parts {
  faces: Uint32Array; // three vertices each
  part: Uint32Array; // of each face
  classes: Uint8Array; // of each face
  count: number; // of parts
}

export class Decomposition {
  readonly given = pageData<Given>();
  readonly vertices = floats(this.given.vertices);
  readonly levels: number; // 0: the root
  private readonly hulls = {
    level: words(this.given.hulls.level),
    leaf: octets(this.given.hulls.leaf),
    first: words(this.given.hulls.first),
    faces: words(this.given.hulls.faces),
    classes: octets(this.given.hulls.classes),
  };

  constructor() {
    this.levels = this.hulls.level.reduce((most, level) => Math.max(most, level), 0);
  }

  patches(): Parts {
    const faces = words(this.given.faces);
    return { faces, part: words(this.given.patch), classes: new Uint8Array(faces.length / 3), count: this.given.pieces };
  }

  // The hulls at a level, and the leaves above it: together they enclose the whole surface.
  at(level: number): Parts {
    const { level: levels, leaf, first, faces, classes } = this.hulls;
    const shown: number[] = [];
    for (let k = 0; k < levels.length; ++k) if (levels[k] === level || (leaf[k] && levels[k] < level)) shown.push(k);
    const total = shown.reduce((sum, k) => sum + first[k + 1] - first[k], 0);
    const out = { faces: new Uint32Array(3 * total), part: new Uint32Array(total), classes: new Uint8Array(total), count: shown.length };
    let next = 0;
    shown.forEach((k, part) => {
      out.faces.set(faces.subarray(3 * first[k], 3 * first[k + 1]), 3 * next);
      out.classes.set(classes.subarray(first[k], first[k + 1]), next);
      out.part.fill(part, next, next + first[k + 1] - first[k]);
      next += first[k + 1] - first[k];
    });
    return out;
  }
}
