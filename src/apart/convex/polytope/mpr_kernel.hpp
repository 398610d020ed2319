// The search of mpr.hpp, with support functions over W vertices at once. Included only by the sources that compile it
// for an instruction set.
#pragma once
#include <apart/convex/polytope/mpr.hpp>
#include <apart/convex/polytope/support_kernel.hpp>
#include <utility>

namespace apart::convex {
inline namespace APART_LANES_OF_MACHINE {

template <int W>
class MprSearch {
 public:
  APART_INLINE explicit MprSearch(const PolytopePair& pair) : pair_(pair), farthest_(pair) {}

  APART_INLINE void run(MprResult& out) const {
    constexpr int kSteps = 32;
    const Vec3d v0 = pair_.inside;
    const double noise_squared = pair_.noise * pair_.noise;
    // The number of corners. With three the ray may still miss the triangle; then one of them is exchanged.
    enum { none, one, two, portal } stage = none;
    HullCorner v1{}, v2{}, v3{};
    Vec3d d = -v0;
    for (int step = 1; step <= kSteps; ++step) {
      const HullCorner v = farthest_(d);
      const double along = dot(d, v.w);
      if (along < 0 && along * along > noise_squared * squared_length(d)) {
        out.verdict = Verdict::apart, out.direction = d, out.steps = step;
        return;
      }
      if (stage == none) {
        // Perpendicular to the line to it, towards the origin.
        const Vec3d e = v.w - v0;
        v1 = v, stage = one;
        d = dot(e, v0) * e - squared_length(e) * v0;
        continue;
      }
      if (stage == one) {
        v2 = v, stage = two;
        d = cross(v1.w - v0, v2.w - v0);
        if (dot(d, v0) > 0) std::swap(v1, v2), d = -d;
        continue;
      }
      const Vec3d c = cross(v.w, v0);
      const double past_1 = dot(v1.w, c), past_2 = dot(v2.w, c);
      if (stage == two) {
        if (past_1 < 0 || past_2 > 0) {
          (past_1 < 0 ? v2 : v1) = v;
          d = cross(v1.w - v0, v2.w - v0);
          continue;
        }
        v3 = v, stage = portal;
      } else {
        const double past_3 = dot(v3.w, c);
        if (!(dot(d, v.w - v3.w) > 0)) break;
        (past_1 > 0 ? (past_2 > 0 ? v1 : v3) : (past_3 > 0 ? v2 : v1)) = v;
      }
      d = cross(v2.w - v1.w, v3.w - v1.w);
      if (dot(d, v1.w) >= 0) {
        conclude(v1, v2, v3, out);
        out.steps = step;
        return;
      }
    }
  }

 private:
  // Is the origin in the tetrahedron, clearly?
  APART_INLINE void conclude(const HullCorner& v1, const HullCorner& v2, const HullCorner& v3, MprResult& out) const {
    const TetrahedronParts parts(pair_.inside, v1.w, v2.w, v3.w);
    if (!parts.around_origin(pair_.noise, pair_.radii)) return;
    const double* const volumes = parts.volumes;
    const double whole = 1 / (volumes[0] + volumes[1] + volumes[2] + volumes[3]);
    for (int i = 0; i < 4; ++i) out.weights[i] = volumes[i] * whole;
    out.of_a[0] = v1.of_a, out.of_a[1] = v2.of_a, out.of_a[2] = v3.of_a;
    out.of_b[0] = v1.of_b, out.of_b[1] = v2.of_b, out.of_b[2] = v3.of_b;
    out.verdict = Verdict::meet;
  }

  const PolytopePair& pair_;
  HullSupports<W> farthest_;
};

template <int W>
void mpr_in_lanes(const PolytopePair& pair, MprResult& out) {
  MprSearch<W>(pair).run(out);
}

}  // namespace APART_LANES_OF_MACHINE
}  // namespace apart::convex
