// The search of polytope_gjk.hpp, with support functions over W vertices at once. Included only by the sources that
// compile it for an instruction set.
#pragma once
#include <apart/convex/polytope/polytope_gjk.hpp>
#include <apart/convex/polytope/quick_direction.hpp>
#include <apart/convex/polytope/support_kernel.hpp>

namespace apart::convex {
inline namespace APART_LANES_OF_MACHINE {

template <int W>
class PolytopeGjkSearch {
 public:
  APART_INLINE PolytopeGjkSearch(const PolytopePair& pair, double reach, GjkResult& out, PolytopeSimplex& corners)
      : pair_(pair),
        farthest_(pair),
        reach_(reach),
        fine_(0x1p-51 * (pair.radii + length(pair.inside))),
        out_(out),
        corners_(corners) {}

  APART_INLINE void run(const PolytopeSimplex& start) {
    constexpr int kSteps = 32;
    simplex_.d = -pair_.inside;
    out_.status = Status::unfinished;
    if (start.count == 0)
      farthest_.settle();
    else if (!begin(start))
      return;
    for (int step = 1; step <= kSteps; ++step) {
      out_.steps = step;
      const HullCorner v = farthest_(simplex_.d);
      // The distance of the plane perpendicular to the direction, times the direction's length.
      const double bound = -dot(simplex_.d, v.w), length_of_d = std::sqrt(squared_length(simplex_.d));
      if (bound > (reach_ + pair_.noise) * length_of_d) return end_beyond(bound / length_of_d);
      if (simplex_.count > 0) {
        const double height = -dot(simplex_.d, simplex_.c[0].w);
        if (height - bound <= 0x1p-48 * height + fine_ * length_of_d) return end_apart(bound, length_of_d);
      }
      if (!improve(v)) return;
      if (start.count > 0) farthest_.settle();  // a warm start usually ends at once
    }
  }

 private:
  using Simplex = QuickDirection<HullCorner, lesser(W, 4)>;  // a face in each lane
  using Added = typename Simplex::Added;

  // At once, where all are needed still; or one corner after the other, as if they had been found so, and not those
  // that are no nearer.
  APART_INLINE bool begin(const PolytopeSimplex& start) {
    for (int i = 0; i < start.count; ++i) begun_[i] = place(start, i, simplex_.c[i]);
    as_begun_ = true;
    if (start.count < 4) {
      if (simplex_.take_all(start.count)) return true;
    } else if (TetrahedronParts(simplex_.c[0].w, simplex_.c[1].w, simplex_.c[2].w, simplex_.c[3].w)
                   .around_origin(pair_.noise, pair_.radii)) {
      end_inside(simplex_.c[3]);
      return false;
    }
    as_begun_ = false;
    for (int i = 0; i < start.count; ++i) {
      HullCorner v;
      place(start, i, v);
      if (simplex_.count > 0 && !(dot(simplex_.d, v.w) > dot(simplex_.d, simplex_.c[0].w))) continue;
      if (!improve(v)) return false;
    }
    return true;
  }
  // Returns the point of B.
  APART_INLINE Vec3d place(const PolytopeSimplex& simplex, int i, HullCorner& to) const {
    to.of_a = simplex.of_a[i], to.of_b = simplex.of_b[i];
    const Vec3d of_b = farthest_.of_b(to.of_b);
    to.w = farthest_.of_a(to.of_a) - of_b;
    return of_b;
  }

  // False if done.
  APART_INLINE bool improve(const HullCorner& v) {
    as_begun_ = false;
    const auto added = simplex_.add(v, 16 * pair_.noise * pair_.radii * pair_.radii);
    if (added == Added::inside) end_inside(v);
    return added == Added::outside;
  }

  // A lower bound, and the nearest corner so far, if there is one.
  void end_beyond(double bound) {
    GjkResult& r = out_;
    r.status = Status::at_least, r.at_least = bound - pair_.noise;
    r.normal = simplex_.d / std::sqrt(squared_length(simplex_.d));
    r.distance = r.at_most = std::numeric_limits<double>::infinity(), r.on_a = r.on_b = {};
    name_corners(simplex_.count);
    if (simplex_.count == 0) return;
    r.distance = r.at_most = length(simplex_.c[0].w);
    const double weights[4] = {1};
    mix<1>(weights);
  }

  // No corner is nearer: the simplex's nearest point is the result, if its distance and the bound agree, and its
  // weights give a point as near as that.
  void end_apart(double bound_times, double length_of_d) {
    const double bound = bound_times / length_of_d;
    if (simplex_.count == 1)
      end_at_part<1>(bound, length_of_d);
    else if (simplex_.count == 2)
      end_at_part<2>(bound, length_of_d);
    else
      end_at_part<3>(bound, length_of_d);
  }
  // Of so many corners, each in code of its own: loops over them take as long as a fifth of a step.
  template <int kCorners>
  APART_INLINE void end_at_part(double bound, double length_of_d) {
    double weights[4] = {1}, distance = 0;
    const Vec3d w = simplex_.c[0].w;
    if constexpr (kCorners == 1) {
      distance = length(w);
    } else if constexpr (kCorners == 2) {
      const Vec3d e = simplex_.c[1].w - w;
      const double inverse = 1 / squared_length(e);
      double t = -dot(w, e) * inverse;
      const Vec3d p = w + t * e;
      t -= dot(p, e) * inverse;
      weights[1] = t, weights[0] = 1 - t;
      distance = length(w + t * e);
    } else {
      const Vec3d e = simplex_.c[1].w - w, f = simplex_.c[2].w - w;
      const Vec3d n = cross(e, f), m = cross(w, n);
      const double inverse = 1 / squared_length(n);
      double s = dot(m, f) * inverse, t = -dot(m, e) * inverse;
      // Once more relative to it, where rounding errors are smaller.
      const Vec3d p = w + s * e + t * f, k = cross(p, n);
      s += dot(k, f) * inverse, t -= dot(k, e) * inverse;
      weights[1] = s, weights[2] = t, weights[0] = 1 - s - t;
      distance = std::abs(dot(n, w)) * std::sqrt(inverse);
    }
    const double noise = 2 * fine_, at_least = bound - pair_.noise;
    if (!(at_least > 0 && distance - bound <= noise)) return;
    Vec3d made = w;
    for (int i = 1; i < kCorners; ++i) made += weights[i] * (simplex_.c[i].w - w);
    for (int i = 0; i < kCorners; ++i)
      if (!(weights[i] >= 0)) return;
    if (!(length(made) <= distance + noise)) return;
    GjkResult& r = out_;
    r.status = Status::exact, r.distance = r.at_most = distance, r.at_least = lesser(at_least, distance);
    r.normal = simplex_.d / length_of_d;
    name_corners(kCorners);
    mix<kCorners>(weights);
  }

  void end_inside(const HullCorner& v) {
    const Vec3d e0 = simplex_.c[0].w - v.w, e1 = simplex_.c[1].w - v.w, e2 = simplex_.c[2].w - v.w;
    const Vec3d n0 = cross(e1, e2), n1 = cross(e2, e0), n2 = cross(e0, e1);
    const double inverse = 1 / dot(e0, n0);
    double t[4] = {-dot(v.w, n0) * inverse, -dot(v.w, n1) * inverse, -dot(v.w, n2) * inverse, 0};
    const Vec3d p = v.w + t[0] * e0 + t[1] * e1 + t[2] * e2;
    t[0] -= dot(p, n0) * inverse, t[1] -= dot(p, n1) * inverse, t[2] -= dot(p, n2) * inverse;
    t[3] = 1 - t[0] - t[1] - t[2];
    const Vec3d made = v.w + t[0] * e0 + t[1] * e1 + t[2] * e2;
    if (!(largest(abs(made)) <= 2 * fine_)) return;
    if (&v != &simplex_.c[3]) simplex_.c[3] = v;
    simplex_.count = 4;
    GjkResult& r = out_;
    r.status = Status::exact, r.distance = r.at_least = r.at_most = 0;
    name_corners(4);
    mix<4>(t);
  }

  APART_INLINE void name_corners(int count) {
    corners_.count = count;
    for (int i = 0; i < count; ++i) corners_.of_a[i] = simplex_.c[i].of_a, corners_.of_b[i] = simplex_.c[i].of_b;
  }

  // The two points. From one corner by differences: accurate far from the origin. Number by number to the result: what
  // is copied in pairs waits until all that was stored before is in memory.
  template <int kCorners>
  APART_INLINE void mix(const double* weights) {
    const auto of_b = [&](int i) { return as_begun_ ? begun_[i] : farthest_.of_b(simplex_.c[i].of_b); };
    const Vec3d a = farthest_.of_a(simplex_.c[0].of_a), b = of_b(0);
    Vec3d on_a{a.x, a.y, a.z}, on_b{b.x, b.y, b.z};
    for (int i = 1; i < kCorners; ++i) {
      on_a += weights[i] * (farthest_.of_a(simplex_.c[i].of_a) - a);
      on_b += weights[i] * (of_b(i) - b);
    }
    GjkResult& r = out_;
    r.on_a = {on_a.x, on_a.y, on_a.z}, r.on_b = {on_b.x, on_b.y, on_b.z};
  }

  const PolytopePair& pair_;
  SettledSupports<W> farthest_;
  double reach_;
  double fine_;  // error bound of heights along a unit direction between these points
  GjkResult& out_;
  PolytopeSimplex& corners_;
  Simplex simplex_;        // its direction is from A to B
  bool as_begun_ = false;  // the simplex is that of a warm start, corner by corner, and these are its points of B
  union {
    Vec3d begun_[4];  // uninitialized
  };
};

template <int W>
void polytope_gjk_in_lanes(const PolytopePair& pair, double reach, const PolytopeSimplex& start, GjkResult& out,
                           PolytopeSimplex& corners) {
  PolytopeGjkSearch<W>(pair, reach, out, corners).run(start);
}

}  // namespace APART_LANES_OF_MACHINE
}  // namespace apart::convex
