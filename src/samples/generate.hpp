// Procedural models: the same bits on every call and every machine (without libm), of any size. Solids are closed,
// manifold and oriented outward. A model with a triangle count has at most that many and little less; the default is
// met exactly.
#pragma once
#include <apart/base/random.hpp>
#include <apart/shapes/body.hpp>

namespace apart::generate {

// Basic solids.

// Latitude and longitude, poles on the z axis. A sphere of s slices and b bands has 2·s·(b − 1) triangles; the largest
// such count of at most n with b ≤ s ≤ 2b is taken (n ≥ 6): 80, 90, 40,000, 79,600 (200 by 200) and 600,000 exactly,
// most even numbers nearly.
Mesh sphere(double radius, u32 triangles);
Mesh sphere(double radius, u32 slices, u32 bands);

// Centred on the origin; 12 triangles.
Mesh box(Vec3d size);
// With edges rounded to a radius (at most half the least side), n by n cells on each side: 12·n² triangles.
Mesh rounded_box(Vec3d size, double radius, u32 n);

// Standing on the plane z = 0 round the z axis; 4 and 8 triangles for each slice.
Mesh cylinder(double radius, double height, u32 slices);
Mesh ring(double inner, double outer, double height, u32 slices);

// Round the z axis: 2 · around · across triangles.
Mesh torus(double radius, double tube, u32 around, u32 across);

// The moving models of the literature, about 2 units large.

Mesh wrinkled_torus(u32 triangles = 2000);  // slanted ridges round the tube; thin enough that two interlock
Mesh bent_torus(u32 triangles = 2000);      // its circle bent up and down like a saddle
Mesh spiral_peg(u32 triangles = 8000);      // a rod wound up the z axis, for tori to slide along
Mesh cup(u32 triangles = 8000);             // standing on z = 0, open above, with a handle; at least 500
Mesh head(u32 triangles = 21760);           // about the size of the published one; face along x, z up; at least 200
Mesh spoon(u32 triangles = 84);  // along the x axis, bowl at the far end, small enough for the cup; at least 84

// One of two rows of teeth on a jaw. At rest they bite: everywhere at least kBite apart along z, the lower beneath.
// Both stand on one grid over the xy plane, so that this holds for the triangles and not only for the formula.
enum class Jaw { lower, upper };
inline constexpr double kBite = 0.02;
Mesh teeth(Jaw jaw, u32 triangles = 40000);

Mesh hand_part(u32 triangles = 404);  // a hand of 19 cm, in metres, flat in the xy plane, fingers along x
// The inside of an aircraft along the x axis, in metres, for a hand to fly through: hull, floor, lockers, and rows
// of six seats on both sides of an aisle that is free along x at y = 0, z = 1. A row takes 5,664 triangles; at least
// 12,000.
Mesh cabin(u32 triangles = 169944);

// Machine parts, in millimetres.

// A spur gear of involute teeth (20°) standing on z = 0, one tooth's middle on the x axis. Its pitch radius is
// teeth · module / 2; each tooth is thinner there by `backlash` than half the pitch. 8 · 13 triangles a tooth.
struct Gear {
  u32 teeth = 24;
  double module = 6;
  double width = 16;
  double bore = 12;
  double backlash = 1.5;
};
Mesh gear(const Gear& gear);

// A sample assembly: a row of four gears on shafts and bearings, between housing and cover. Its facts: gear 3 and
// gear 4 clash (the last is fitted 3° off); bearing 1 lies on the housing, faces coplanar, distance 0; bearing 2 is
// 0.4 mm off the housing; every other pair is more than 1 mm apart. Groups: gears, shafts, bearings, housing (with
// cover and posts).
std::vector<Body> gear_train();

// Others.

// A bumpy ground over [0, size.x] × [0, size.y], heights from 0 to size.z; open below; 2 · nx · ny triangles.
Mesh height_field(Vec3d size, u32 nx, u32 ny, u64 seed = 1);

// Random triangles in a cube, with the given shares of degenerate ones.
struct Soup {
  double half = 1;          // of the cube's side
  double size = 0.2;        // largest distance of a triangle's corners from its centre
  double point = 0.05;      // three equal corners
  double segment = 0.05;    // corners on a line, two of them equal or not
  double sliver = 0.1;      // a billionth as wide as long
  double duplicate = 0.05;  // an earlier triangle again, its corners in any order
};
Mesh soup(Random& random, u32 triangles, const Soup& kinds = {});

}  // namespace apart::generate
