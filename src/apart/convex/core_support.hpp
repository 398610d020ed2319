// Support functions of all convex cores, as one type, so that GJK and EPA are compiled once.
#pragma once
#include <apart/base/assert.hpp>
#include <apart/shapes/support.hpp>

namespace apart::convex {

struct CoreSupport {
  const Core* core;

  Vec3d operator()(Vec3d direction) const { return farthest(*core, direction); }
};

// A core in another's frame.
struct PlacedCore {
  Pose pose;
  CoreSupport shape;

  Vec3d operator()(Vec3d direction) const { return pose * shape(transposed_times(pose.rotation, direction)); }
};

// A bounding sphere of a core, to rounding.
struct CoreBall {
  Vec3d centre{};
  double radius = 0;
};
CoreBall ball_around(const Core& core);  // not of half-spaces and unions

// Is the surface curved, so that GJK and EPA converge without ending?
constexpr bool is_curved(CoreKind kind) {
  switch (kind) {
    case CoreKind::cylinder:
    case CoreKind::cone:
    case CoreKind::ellipsoid:
    case CoreKind::tapered_capsule:
      return true;
    case CoreKind::point:
    case CoreKind::segment:
    case CoreKind::triangle:
    case CoreKind::box:
    case CoreKind::polytope:
    case CoreKind::half_space:
    case CoreKind::compound:
      break;
  }
  return false;
}

}  // namespace apart::convex
