// Models made by formula: the same bits on every call and every machine, of any size asked for. Solids are closed,
// manifold, and turned outward.
#pragma once
#include <apart/base/random.hpp>
#include <apart/shapes/mesh.hpp>

namespace apart::generate {

// Latitude and longitude, poles on the z axis. A sphere of s slices and b bands has 2·s·(b − 1) triangles, so
// the largest such count of at most n that can be had with b ≤ s ≤ 2b is taken (n ≥ 6): 80, 90, 40,000,
// 79,600 (200 by 200) and 600,000 exactly, most even numbers nearly.
Mesh sphere(double radius, u32 triangles);
Mesh sphere(double radius, u32 slices, u32 bands);

// Centred on the origin; 12 triangles.
Mesh box(Vec3d size);

// Round the z axis: 2 · around · across triangles.
Mesh torus(double radius, double tube, u32 around, u32 across);

// Triangles strewn over a cube, the bad kinds among them in the given shares.
struct Soup {
  double half = 1;          // of the cube's side
  double size = 0.2;        // how far a triangle's corners lie from its middle, at most
  double point = 0.05;      // three equal corners
  double segment = 0.05;    // corners on a line, two of them equal or not
  double sliver = 0.1;      // a billionth as wide as long
  double duplicate = 0.05;  // an earlier triangle again, its corners in any order
};
Mesh soup(Random& random, u32 triangles, const Soup& kinds = {});

}  // namespace apart::generate
