// Any convex core as GJK and EPA see it. One type for all kinds, so that the algorithms are compiled once.
#pragma once
#include <apart/base/assert.hpp>
#include <apart/shapes/shape.hpp>

namespace apart {

struct CoreSupport {
  const Core* core;

  Vec3d operator()(Vec3d direction) const {
    switch (static_cast<CoreKind>(core->index())) {
      case CoreKind::point:
        return farthest(*std::get_if<Point>(core), direction);
      case CoreKind::segment:
        return farthest(*std::get_if<Segment>(core), direction);
      case CoreKind::triangle:
        return farthest(*std::get_if<Triangled>(core), direction);
      case CoreKind::box:
        return farthest(*std::get_if<Box>(core), direction);
      case CoreKind::cylinder:
        return farthest(*std::get_if<Cylinder>(core), direction);
      case CoreKind::cone:
        return farthest(*std::get_if<Cone>(core), direction);
      case CoreKind::ellipsoid:
        return farthest(*std::get_if<Ellipsoid>(core), direction);
      case CoreKind::polytope:
        return farthest(*std::get_if<Polytope>(core), direction);
      case CoreKind::half_space:
      case CoreKind::compound:
        break;
    }
    fail("a half-space or a union has no support", __FILE__, __LINE__);
  }
};

// A core in another's frame.
struct PlacedCore {
  Posed pose;
  CoreSupport shape;

  Vec3d operator()(Vec3d direction) const { return pose * shape(transposed_times(pose.rotation, direction)); }
};

// A ball around a core, to rounding.
struct CoreBall {
  Vec3d centre{};
  double radius = 0;
};
CoreBall ball_around(const Core& core);  // not of half-spaces and unions

// Is the surface bent, so that GJK and EPA come near without ever arriving?
constexpr bool is_curved(CoreKind kind) {
  return kind == CoreKind::cylinder || kind == CoreKind::cone || kind == CoreKind::ellipsoid;
}

}  // namespace apart
