#include <apart/base/normalized.hpp>
#include <apart/convex/core_support.hpp>

namespace apart::convex {

CoreBall ball_around(const Core& core) {
  switch (static_cast<CoreKind>(core.index())) {
    case CoreKind::point:
      return {std::get_if<Point>(&core)->at, 0};
    case CoreKind::segment: {
      const Segment& s = *std::get_if<Segment>(&core);
      const Vec3d half = 0.5 * s.b - 0.5 * s.a;
      return {s.a + half, normalized(half).length};
    }
    case CoreKind::triangle: {
      const Triangle& t = *std::get_if<Triangle>(&core);
      const Vec3d middle = t.a + ((t.b - t.a) + (t.c - t.a)) / 3;
      double radius = 0;
      for (int i = 0; i < 3; ++i) radius = larger(radius, normalized(t[i] - middle).length);
      return {middle, radius};
    }
    case CoreKind::box:
      return {{}, normalized(0.5 * std::get_if<Box>(&core)->size).length};
    case CoreKind::cylinder: {
      const Cylinder& c = *std::get_if<Cylinder>(&core);
      return {{}, normalized({c.radius, c.length / 2, 0}).length};
    }
    case CoreKind::cone: {
      const Cone& c = *std::get_if<Cone>(&core);
      return {{}, normalized({c.radius, c.length / 2, 0}).length};
    }
    case CoreKind::ellipsoid:
      return {{}, largest(std::get_if<Ellipsoid>(&core)->radii)};
    case CoreKind::tapered_capsule: {
      const TaperedCapsule& c = *std::get_if<TaperedCapsule>(&core);
      const double low = lesser(-c.length / 2 - c.radius_a, c.length / 2 - c.radius_b);
      const double high = larger(-c.length / 2 + c.radius_a, c.length / 2 + c.radius_b);
      return {{0, 0, low / 2 + high / 2}, high / 2 - low / 2};
    }
    case CoreKind::polytope: {
      const Polytope& p = *std::get_if<Polytope>(&core);
      return {p.centre(), p.radius()};
    }
    case CoreKind::half_space:
    case CoreKind::compound:
      break;
  }
  fail("no ball holds a half-space, and a union is computed piece by piece", __FILE__, __LINE__);
}

}  // namespace apart::convex
