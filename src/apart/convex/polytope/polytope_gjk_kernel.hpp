// The search of polytope_gjk.hpp, with support functions over W vertices at once. Included only by the sources that
// compile it for an instruction set.
#pragma once
#include <apart/convex/polytope/polytope_gjk.hpp>
#include <apart/convex/polytope/support_kernel.hpp>

namespace apart::convex {
inline namespace APART_LANES_OF_MACHINE {

template <int W>
class PolytopeGjkSearch {
 public:
  APART_INLINE PolytopeGjkSearch(const PolytopePair& pair, double reach, PolytopeGjk& out)
      : pair_(pair), farthest_(pair), reach_(reach), fine_(0x1p-51 * (pair.radii + length(pair.inside))), out_(out) {}

  APART_INLINE void run(const PolytopeSimplex& start) {
    constexpr int kSteps = 32;
    d_ = -pair_.inside;
    if (start.count > 0 && !begin(start)) return;
    for (int step = 1; step <= kSteps; ++step) {
      out_.result.steps = step;
      const HullCorner v = farthest_(d_);
      // The distance of the plane perpendicular to the direction, times the direction's length.
      const double bound = -dot(d_, v.w), length_of_d = std::sqrt(squared_length(d_));
      if (bound > (reach_ + pair_.noise) * length_of_d) return end_beyond(bound / length_of_d);
      if (count_ > 0) {
        const double height = -dot(d_, c_[0].w);
        if (height - bound <= 0x1p-48 * height + fine_ * length_of_d) return end_apart(bound, length_of_d);
      }
      if (!improve(v)) return;
    }
  }

 private:
  // One corner after the other, as if they had been found so; not those that are no nearer.
  APART_INLINE bool begin(const PolytopeSimplex& start) {
    for (int i = 0; i < start.count; ++i) {
      const u32 a = start.of_a[i], b = start.of_b[i];
      const HullCorner v{farthest_.of_a(a) - farthest_.of_b(b), a, b};
      if (count_ > 0 && !(dot(d_, v.w) > dot(d_, c_[0].w))) continue;
      if (!improve(v)) return false;
    }
    return true;
  }

  // The part of the simplex and a new corner nearest to the origin, if that needs the new corner; and the vector from
  // there to the origin. False if done.
  APART_INLINE bool improve(const HullCorner& v) {
    switch (count_) {
      case 0:
        return corner(v);
      case 1: {
        const Vec3d e = c_[0].w - v.w;
        const double along = -dot(v.w, e);
        return along > 0 ? side(v, c_[0], e, along) : corner(v);
      }
      case 2: {
        const Vec3d e0 = c_[0].w - v.w, e1 = c_[1].w - v.w, n = cross(e0, e1), m = cross(v.w, n);
        if (dot(m, e1) > 0 && dot(m, e0) < 0) return face(v, c_[0], c_[1], n);
        return best_side(v, e0, e1, {});
      }
      default:
        return solid(v);
    }
  }

  APART_INLINE bool corner(const HullCorner& v) {
    c_[0] = v, count_ = 1, d_ = -v.w;
    return true;
  }

  // `other` may be any of the simplex's own.
  APART_INLINE bool side(const HullCorner& v, const HullCorner& other, Vec3d e, double along) {
    const double square = squared_length(e), inverse = 1 / square;
    const Vec3d p = square * v.w + along * e;
    d_ = (dot(p, e) * inverse) * e - p;  // perpendicular to the edge however near the origin is
    c_[0] = other, c_[1] = v, count_ = 2;
    return true;
  }

  APART_INLINE bool face(const HullCorner& v, const HullCorner& i, const HullCorner& j, Vec3d n) {
    d_ = dot(n, v.w) > 0 ? -n : n;
    const HullCorner second = j;
    c_[0] = i, c_[1] = second, c_[2] = v, count_ = 3;
    return true;
  }

  // The nearest of the edges at the new corner: on its line the projection of the origin is along² / square nearer than
  // the corner.
  APART_INLINE bool best_side(const HullCorner& v, Vec3d e0, Vec3d e1, Vec3d e2) {
    const Vec3d edges[3] = {e0, e1, e2};
    int best = -1;
    double most = 0, of = 1, along_best = 0;
    for (int i = 0; i < count_; ++i) {
      const double along = -dot(v.w, edges[i]), square = squared_length(edges[i]), gain = along * along;
      if (along > 0 && along < square && gain * of > most * square)
        best = i, most = gain, of = square, along_best = along;
    }
    return best < 0 ? corner(v) : side(v, c_[best], edges[best], along_best);
  }

  APART_INLINE bool solid(const HullCorner& v) {
    const Vec3d e0 = c_[0].w - v.w, e1 = c_[1].w - v.w, e2 = c_[2].w - v.w;
    const Vec3d n0 = cross(e1, e2), n1 = cross(e2, e0), n2 = cross(e0, e1);
    const double whole = dot(e0, n0), sign = whole < 0 ? -1 : 1;
    const double clear = 16 * pair_.noise * pair_.radii * pair_.radii;
    const double part0 = -dot(v.w, n0) * sign, part1 = -dot(v.w, n1) * sign, part2 = -dot(v.w, n2) * sign;
    const bool out0 = !(part0 > clear), out1 = !(part1 > clear), out2 = !(part2 > clear);
    if (!(out0 | out1 | out2)) {
      if (whole * sign - part0 - part1 - part2 > clear) end_inside(v, e0, e1, e2, n0, n1, n2, whole);
      return false;
    }
    const auto within = [&](bool out, Vec3d n, Vec3d e, Vec3d f) {
      const Vec3d m = cross(v.w, n);
      return out && dot(m, f) > 0 && dot(m, e) < 0;
    };
    if (within(out0, n0, e1, e2)) return face(v, c_[1], c_[2], n0);
    if (within(out1, n1, e2, e0)) return face(v, c_[2], c_[0], n1);
    if (within(out2, n2, e0, e1)) return face(v, c_[0], c_[1], n2);
    return best_side(v, e0, e1, e2);
  }

  void end_beyond(double bound) {
    GjkResult& r = out_.result;
    r.status = Status::at_least, r.at_least = bound - pair_.noise;
    r.normal = d_ / std::sqrt(squared_length(d_));
    name_corners();
    if (count_ == 0) return;
    const double weights[4] = {1};
    r.distance = r.at_most = length(c_[0].w);
    mix(weights);
  }

  // No corner is nearer: the simplex's nearest point is the result, if its distance and the bound agree, and its
  // weights give a point as near as that.
  void end_apart(double bound_times, double length_of_d) {
    const double bound = bound_times / length_of_d;
    double weights[4] = {1}, distance = 0;
    const Vec3d w = c_[0].w, e = c_[1].w - w, f = c_[2].w - w;
    if (count_ == 1) {
      distance = length(w);
    } else if (count_ == 2) {
      const double inverse = 1 / squared_length(e);
      double t = -dot(w, e) * inverse;
      const Vec3d p = w + t * e;
      t -= dot(p, e) * inverse;
      weights[1] = t, weights[0] = 1 - t;
      distance = length(w + t * e);
    } else {
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
    for (int i = 1; i < count_; ++i) made += weights[i] * (c_[i].w - w);
    for (int i = 0; i < count_; ++i)
      if (!(weights[i] >= 0)) return;
    if (!(length(made) <= distance + noise)) return;
    GjkResult& r = out_.result;
    r.status = Status::exact, r.distance = r.at_most = distance, r.at_least = lesser(at_least, distance);
    r.normal = d_ / length_of_d;
    name_corners();
    mix(weights);
  }

  void end_inside(const HullCorner& v, Vec3d e0, Vec3d e1, Vec3d e2, Vec3d n0, Vec3d n1, Vec3d n2, double whole) {
    const double inverse = 1 / whole;
    double t[4] = {-dot(v.w, n0) * inverse, -dot(v.w, n1) * inverse, -dot(v.w, n2) * inverse, 0};
    const Vec3d p = v.w + t[0] * e0 + t[1] * e1 + t[2] * e2;
    t[0] -= dot(p, n0) * inverse, t[1] -= dot(p, n1) * inverse, t[2] -= dot(p, n2) * inverse;
    t[3] = 1 - t[0] - t[1] - t[2];
    const Vec3d made = v.w + t[0] * e0 + t[1] * e1 + t[2] * e2;
    if (!(largest(abs(made)) <= 2 * fine_)) return;
    c_[3] = v, count_ = 4;
    GjkResult& r = out_.result;
    r.status = Status::exact, r.distance = r.at_least = r.at_most = 0;
    name_corners();
    mix(t);
  }

  void name_corners() {
    PolytopeSimplex& out = out_.corners;
    out.count = count_;
    for (int i = 0; i < count_; ++i) out.of_a[i] = c_[i].of_a, out.of_b[i] = c_[i].of_b;
  }

  // The two points. From one corner by differences: accurate far from the origin.
  void mix(const double* weights) {
    GjkResult& r = out_.result;
    const Vec3d a = farthest_.of_a(c_[0].of_a), b = farthest_.of_b(c_[0].of_b);
    r.on_a = a, r.on_b = b;
    for (int i = 1; i < count_; ++i) {
      r.on_a += weights[i] * (farthest_.of_a(c_[i].of_a) - a);
      r.on_b += weights[i] * (farthest_.of_b(c_[i].of_b) - b);
    }
  }

  const PolytopePair& pair_;
  HullSupports<W> farthest_;
  double reach_;
  double fine_;  // error bound of heights along a unit direction between these points
  PolytopeGjk& out_;
  Vec3d d_{};  // from the simplex's nearest point to the origin: from A to B
  HullCorner c_[4]{};
  int count_ = 0;
};

template <int W>
void polytope_gjk_in_lanes(const PolytopePair& pair, double reach, const PolytopeSimplex& start, PolytopeGjk& out) {
  PolytopeGjkSearch<W>(pair, reach, out).run(start);
}

}  // namespace APART_LANES_OF_MACHINE
}  // namespace apart::convex
