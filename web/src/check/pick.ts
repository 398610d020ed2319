// What lies under the pointer.
import { Ray, Sphere, Vector3 } from 'three';
import type { Figure } from './data';
import { kMostForTree } from './side';

export interface Picked {
  body: number;
  distance: number;
  at: Vector3;
  corners: Vector3[]; // of the triangle; none where the body is drawn as a box
}

// The first body along a ray, between two distances from its origin.
export function firstAlong(ray: Ray, bodies: Iterable<[number, Figure]>, from: number, to: number): Picked | null {
  let best: Picked | null = null;
  for (const [body, figure] of bodies) {
    const found = meets(ray, figure, from, best?.distance ?? to);
    if (found) best = { body, ...found };
  }
  return best;
}

function meets(ray: Ray, { shape, at, sphere }: Figure, from: number, to: number): Omit<Picked, 'body'> | null {
  if (!ray.intersectsSphere(sphere.radius > 0 ? sphere : new Sphere(sphere.center, 1e-9))) return null;
  const inward = at.clone().invert();
  const origin = ray.origin.clone().applyMatrix4(inward);
  const direction = ray.origin.clone().add(ray.direction).applyMatrix4(inward).sub(origin); // so distances stay as they are
  if (shape.triangles > kMostForTree) {
    const entry = new Ray(origin, direction.clone().normalize()).intersectBox(shape.geometry.boundingBox!, new Vector3());
    const distance = entry ? entry.distanceTo(origin) / direction.length() : Infinity;
    return distance >= from && distance < to ? { distance, at: ray.at(distance, new Vector3()), corners: [] } : null;
  }
  const hit = shape.tree.first(origin, direction, from, to);
  if (!hit) return null;
  const corners = shape.tree.corners(hit.triangle).map((corner) => corner.applyMatrix4(at));
  return { distance: hit.t, at: ray.at(hit.t, new Vector3()), corners };
}
