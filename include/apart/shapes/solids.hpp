// The simple convex solids. Each in its own frame: about the origin and along z, unless its fields say otherwise. Flat
// and degenerate ones are allowed.
#pragma once
#include <apart/shapes/triangle.hpp>

namespace apart {

struct Point {
  Vec3d at{};
};

struct Segment {
  Vec3d a{}, b{};
};

struct Ball {
  double radius = 0;
};

struct Box {
  Vec3d size{};  // full extents
};

// All within the radius of a segment of this length; it extends to ±(length / 2 + radius).
struct Capsule {
  double radius = 0, length = 0;
};

struct Cylinder {
  double radius = 0, length = 0;
};

// The base at −length / 2, the tip at +length / 2.
struct Cone {
  double radius = 0, length = 0;
};

struct Ellipsoid {
  Vec3d radii{};
};

// The convex hull of a ball about −length / 2 and one about +length / 2; where one contains the other, that ball.
struct TaperedCapsule {
  double radius_a = 0, radius_b = 0, length = 0;
};

// All x with normal · x ≤ offset. A zero normal is everything, or empty if the offset is negative.
struct HalfSpace {
  Vec3d normal{};
  double offset = 0;
};

}  // namespace apart
