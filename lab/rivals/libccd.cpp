// libccd: convex bodies, with default settings, and with tolerances comparable to the others.
#include "lab/rivals/rival.hpp"

#if APART_LAB_LIBCCD
#include <ccd/ccd.h>
#include <ccd/quat.h>

#include <cmath>
#endif

namespace apart::lab {

#if APART_LAB_LIBCCD
namespace {

// Its support callback: the support point of a body at its pose.
struct Body {
  ConvexBody body;
  Pose pose;
};

void support(const void* object, const ccd_vec3_t* along, ccd_vec3_t* out) {
  const Body& b = *static_cast<const Body*>(object);
  const Vec3d world{along->v[0], along->v[1], along->v[2]};
  const Vec3d direction = transposed_times(b.pose.rotation, world);
  Vec3d p;
  if (b.body.kind == ConvexKind::box) {
    p = {std::copysign(b.body.size.x / 2, direction.x), std::copysign(b.body.size.y / 2, direction.y),
         std::copysign(b.body.size.z / 2, direction.z)};
  } else {
    double most = -1e300;
    for (const Vec3d& q : b.body.points)
      if (const double x = dot(q, direction); x > most) most = x, p = q;
    if (b.body.radius > 0) p += b.body.radius / length(direction) * direction;
  }
  p = b.pose * p;
  ccdVec3Set(out, p.x, p.y, p.z);
}

void centre(const void* object, ccd_vec3_t* out) {
  const Vec3d p = static_cast<const Body*>(object)->pose.translation;
  ccdVec3Set(out, p.x, p.y, p.z);
}

struct Pair {
  Body a, b;
  ccd_t ccd{};

  Pair(const ConvexBody& ba, const ConvexBody& bb, double tolerance) : a{ba, {}}, b{bb, {}} {
    CCD_INIT(&ccd);
    ccd.support1 = ccd.support2 = support;
    ccd.center1 = ccd.center2 = centre;
    ccd.max_iterations = 500;  // unlimited by default
    if (tolerance > 0) ccd.epa_tolerance = ccd.mpr_tolerance = tolerance;
  }

  template <class F>
  ConvexAnswer depth(F&& solve) {
    ccd_real_t depth = 0;
    ccd_vec3_t direction, position;
    if (solve(&a, &b, &ccd, &depth, &direction, &position) != 0) return {};
    return {true, depth, {direction.v[0], direction.v[1], direction.v[2]}};
  }
};

std::vector<ConvexMethod> libccd_convex(const ConvexTask& task) {
  std::vector<ConvexMethod> out;
  const auto add = [&](const char* name, double tolerance, auto query) {
    out.push_back(convex_method(
        "libccd", name,
        [tolerance](const ConvexBody& a, const ConvexBody& b) { return std::make_shared<Pair>(a, b, tolerance); },
        [](const Pose& pose) { return pose; },
        [query](Pair& p, const Pose& at) {
          p.b.pose = at;
          return query(p);
        }));
  };
  if (task.question == ConvexQuestion::boolean) {
    add("GJK", 0, [](Pair& p) { return ConvexAnswer{ccdGJKIntersect(&p.a, &p.b, &p.ccd) != 0, 0, {}}; });
    add("MPR", 0, [](Pair& p) { return ConvexAnswer{ccdMPRIntersect(&p.a, &p.b, &p.ccd) != 0, 0, {}}; });
  }
  // For what is round its penetration depth does not converge.
  const auto flat = [](ConvexKind kind) { return kind == ConvexKind::hull || kind == ConvexKind::box; };
  if (task.question == ConvexQuestion::depth && flat(task.a) && flat(task.b)) {
    add("EPA", 0, [](Pair& p) { return p.depth(ccdGJKPenetration); });
    add("EPA 1e-9", 1e-9, [](Pair& p) { return p.depth(ccdGJKPenetration); });
    add("MPR", 0, [](Pair& p) { return p.depth(ccdMPRPenetration); });
  }
  return out;
}

}  // namespace
#endif

Rival libccd_rival() {
  Rival out{.name = "libccd"};
#if APART_LAB_LIBCCD
  out.convex = libccd_convex;
#endif
  return out;
}

}  // namespace apart::lab
