// Random shapes of every kind, and what is true of any answer about two of them, told from support heights and
// memberships that are written here once more, in the plainest way.
#pragma once
#include <apart/base/random.hpp>
#include <apart/shapes/shape.hpp>
#include <string>

namespace apart::testing {

inline constexpr int kConvexKinds = kCoreKinds - 1;     // all but unions
inline constexpr int kBoundedKinds = kConvexKinds - 1;  // and but half-spaces

inline Shape random_shape(Random& random, CoreKind kind, double scale = 1) {
  // Sometimes without extent, sometimes thin.
  const auto size = [&] {
    return scale * (random.chance(0.08) ? 0 : random.chance(0.15) ? random.uniform(0, 0.01) : random.uniform(0.1, 1));
  };
  const double radius = random.chance(0.5) ? 0 : scale * random.uniform(0, 0.5);
  const auto place = [&] { return scale * random.in_box(0.5); };
  switch (kind) {
    case CoreKind::point:
      return {Point{random.chance(0.5) ? Vec3d{} : place()}, radius};
    case CoreKind::segment: {
      const Vec3d a = place();
      return {Segment{a, random.chance(0.1) ? a : place()}, radius};
    }
    case CoreKind::triangle: {
      const Vec3d a = place(), b = place();
      const double t = random.uniform();
      return {Triangle{a, b, random.chance(0.1) ? a : random.chance(0.1) ? (1 - t) * a + t * b : place()}, radius};
    }
    case CoreKind::box:
      return {Box{{size(), size(), size()}}, radius};
    case CoreKind::cylinder:
      return {Cylinder{size(), size()}, radius};
    case CoreKind::cone:
      return {Cone{size(), size()}, radius};
    case CoreKind::ellipsoid:
      return {Ellipsoid{{size(), size(), size()}}, radius};
    case CoreKind::tapered_capsule: {
      const double a = size(), b = random.chance(0.1) ? a * (1 + 1e-9) : size();
      return {TaperedCapsule{a, b, random.chance(0.2) ? size() : std::abs(a - b) + size()}, radius};
    }
    case CoreKind::polytope: {
      std::vector<Vec3d> points;
      const u32 count = 1 + random.below(12);
      const Vec3d flat{random.chance(0.1) ? 0.0 : 1.0, 1, 1};
      for (u32 i = 0; i < count; ++i) {
        const Vec3d p = place();
        points.push_back({flat.x * p.x, p.y, p.z});
      }
      return {Polytope::make(points).value(), radius};
    }
    case CoreKind::half_space:
      return {HalfSpace{random.uniform(0.5, 2) * random.direction(), scale * random.uniform(-1, 1)}, radius};
    case CoreKind::compound: {
      std::vector<Piece> pieces;
      const u32 count = 1 + random.below(4);
      for (u32 i = 0; i < count; ++i) {
        const auto of = static_cast<CoreKind>(random.below(random.chance(0.2) ? kCoreKinds : kBoundedKinds));
        pieces.push_back({{random.rotation(), place()}, random_shape(random, of, scale)});
      }
      return {compound(pieces), radius};
    }
  }
  return {};
}

// How far a convex shape reaches along a direction of length 1.
struct Height {
  Vec3d d;

  double operator()(const Point& p) const { return dot(d, p.at); }
  double operator()(const Segment& s) const { return larger(dot(d, s.a), dot(d, s.b)); }
  double operator()(const Triangle& t) const { return larger(larger(dot(d, t.a), dot(d, t.b)), dot(d, t.c)); }
  double operator()(const Box& b) const { return dot(abs(d), 0.5 * b.size); }
  double operator()(const Cylinder& c) const { return c.radius * std::hypot(d.x, d.y) + c.length / 2 * std::abs(d.z); }
  double operator()(const Cone& c) const {
    return larger(c.length / 2 * d.z, c.radius * std::hypot(d.x, d.y) - c.length / 2 * d.z);
  }
  double operator()(const Ellipsoid& e) const { return std::hypot(e.radii.x * d.x, e.radii.y * d.y, e.radii.z * d.z); }
  double operator()(const TaperedCapsule& c) const {
    return larger(c.radius_a - c.length / 2 * d.z, c.radius_b + c.length / 2 * d.z);
  }
  double operator()(const Polytope& p) const {
    double most = -std::numeric_limits<double>::infinity();
    for (Vec3d v : p.vertices()) most = larger(most, dot(d, v));
    return most;
  }
  double operator()(const HalfSpace& h) const {
    const double size = length(h.normal);
    return length(d - h.normal / size) < 1e-9 ? h.offset / size : std::numeric_limits<double>::infinity();
  }
  double operator()(const Compound&) const { return std::numeric_limits<double>::quiet_NaN(); }
};
inline double height(const Shape& shape, Vec3d d) { return std::visit(Height{d}, shape.core()) + shape.radius(); }
inline double height(const Shape& shape, const Pose& pose, Vec3d d) {
  return height(shape, transposed_times(pose.rotation, d)) + dot(d, pose.translation);
}

// How far apart planes across d can be put between A and B: no more than their signed distance, and as much for the
// best direction.
inline double plane_gap(const Shape& a, const Pose& b_in_a, const Shape& b, Vec3d d) {
  return -height(a, d) - height(b, b_in_a, -d);
}
// How far apart points of A and B are along d, at most.
inline double spread(const Shape& a, const Pose& b_in_a, const Shape& b, Vec3d d) {
  return height(a, d) + height(b, b_in_a, -d);
}

// The greatest of a function of directions, by a look at many and small steps from the best of them: never too much.
template <class F>
double greatest(F f, Random& random, int looks = 300, int steps = 60) {
  Vec3d best = random.direction();
  double most = f(best);
  const auto offer = [&](Vec3d d) {
    const double here = f(d);
    if (here > most) most = here, best = d;
    return here >= most;
  };
  for (int i = 0; i < looks; ++i) offer(random.direction());
  for (Vec3d axis : {Vec3d{1, 0, 0}, Vec3d{0, 1, 0}, Vec3d{0, 0, 1}}) offer(axis), offer(-axis);
  double step = 0.2;
  for (int i = 0; i < steps; ++i) {
    const Vec3d moved = best + step * random.in_ball();
    if (!offer(moved / length(moved))) step *= 0.85;
  }
  return most;
}

// Is p in a core, or no farther outside than the allowance?
struct Holds {
  Vec3d p;
  double by;

  bool operator()(const Point& c) const { return length(p - c.at) <= by; }
  bool operator()(const Segment& s) const {
    const Vec3d d = s.b - s.a;
    const double t = dot(d, d) > 0 ? lesser(larger(dot(p - s.a, d) / dot(d, d), 0.0), 1.0) : 0;
    return length(p - s.a - t * d) <= by;
  }
  bool operator()(const Triangle& t) const {
    const Vec3d n = area_vector(t);
    const double size = length(n), longest = larger(length(t.b - t.a), larger(length(t.c - t.a), length(t.c - t.b)));
    const auto on = [&](Vec3d a, Vec3d b) { return (*this)(Segment{a, b}); };
    if (on(t.a, t.b) || on(t.b, t.c) || on(t.c, t.a)) return true;
    if (!(size > 1e-9 * longest * longest)) {  // nearly a segment: thin enough for its sides to tell
      return Holds{p, by + size / larger(longest, 1e-300)}(Segment{t.a, t.b}) ||
             Holds{p, by + size / larger(longest, 1e-300)}(Segment{t.b, t.c}) ||
             Holds{p, by + size / larger(longest, 1e-300)}(Segment{t.c, t.a});
    }
    const auto left = [&](Vec3d a, Vec3d b) { return dot(cross(b - a, p - a), n) >= -by * size * longest; };
    return std::abs(dot(n / size, p - t.a)) <= by && left(t.a, t.b) && left(t.b, t.c) && left(t.c, t.a);
  }
  bool operator()(const Box& b) const { return largest(abs(p) - 0.5 * b.size) <= by; }
  bool operator()(const Cylinder& c) const {
    return std::hypot(p.x, p.y) <= c.radius + by && std::abs(p.z) <= c.length / 2 + by;
  }
  bool operator()(const Cone& c) const {
    const double slant = std::hypot(c.radius, c.length), out = std::hypot(p.x, p.y);
    return p.z >= -c.length / 2 - by && p.z <= c.length / 2 + by && out <= c.radius + by &&
           c.length * (out - c.radius) + c.radius * (p.z + c.length / 2) <= by * slant;
  }
  bool operator()(const Ellipsoid& e) const {
    // The allowance grows each radius; of a flat one it is all there is.
    double squares = 0;
    for (int i = 0; i < 3; ++i) {
      if (std::abs(p[i]) > e.radii[i] + by) return false;
      if (e.radii[i] > 0) squares += p[i] / (e.radii[i] + by) * (p[i] / (e.radii[i] + by));
    }
    return squares <= 1 + 1e-12;
  }
  bool operator()(const TaperedCapsule& c) const {
    // In one of the balls between the two; how far outside of them is a convex function of where they are.
    const auto outside = [&](double s) {
      return length(p - Vec3d{0, 0, (s - 0.5) * c.length}) - (c.radius_a + s * (c.radius_b - c.radius_a));
    };
    double low = 0, high = 1;
    for (int i = 0; i < 100; ++i) {
      const double third = (high - low) / 3;
      if (outside(low + third) < outside(high - third))
        high -= third;
      else
        low += third;
    }
    return lesser(outside(low), lesser(outside(0), outside(1))) <= by;
  }
  bool operator()(const Polytope& c) const {
    for (const Polytope::Face& side : c.faces())
      if (dot(side.plane.normal, p) > side.plane.offset + c.slack() + by) return false;
    const auto corners = c.vertices();
    return !c.faces().empty() || (*this)(Segment{corners[0], corners[corners.size() - 1]});
  }
  bool operator()(const HalfSpace& h) const { return dot(h.normal, p) <= h.offset + by * length(h.normal); }
  bool operator()(const Compound&) const { return false; }
};
// Does p, moved back by the radius along the outward normal there, lie in the core?
inline bool holds(const Shape& shape, const Pose& pose, Vec3d p, Vec3d outward, double by) {
  const Vec3d q = transposed_times(pose.rotation, p - pose.translation);
  const Vec3d n = transposed_times(pose.rotation, outward);
  return std::visit(Holds{q - shape.radius() * n, by}, shape.core());
}

inline std::string name(CoreKind kind) {
  const char* const names[] = {"point",     "segment",  "triangle",        "box",        "cylinder", "cone",
                               "ellipsoid", "polytope", "tapered capsule", "half-space", "compound"};
  static_assert(std::size(names) == kCoreKinds);
  return names[static_cast<int>(kind)];
}

}  // namespace apart::testing
