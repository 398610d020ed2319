// Support functions of two polytopes, W vertices at once, inlined into their callers. Included only by kernels.
#pragma once
#include <apart/convex/polytope/polytope_pair.hpp>
#include <apart/shapes/polytope/eight_points_kernel.hpp>

namespace apart::convex {
inline namespace APART_LANES_OF_MACHINE {

// A corner of A − B, and the vertices of which it is the difference.
struct HullCorner {
  Vec3d w;
  u32 of_a, of_b;
};

template <int W>
class HullSupports {
 public:
  APART_INLINE explicit HullSupports(const PolytopePair& pair)
      : pair_(pair),
        lanes_a_(vertices_in_lanes(pair.a).data()),
        lanes_b_(vertices_in_lanes(pair.b).data()),
        eights_a_(static_cast<u32>(vertices_in_lanes(pair.a).size())),
        eights_b_(static_cast<u32>(vertices_in_lanes(pair.b).size())),
        vertices_a_(pair.a.vertices().data()),
        vertices_b_(pair.b.vertices().data()) {}

  // Of A in a direction of any length, of B in the opposite one.
  APART_INLINE HullCorner operator()(Vec3d d) const {
    const u32 a = farthest_in_lanes<W>(lanes_a_, eights_a_, d);
    const u32 b = farthest_in_lanes<W>(lanes_b_, eights_b_, transposed_times(pair_.b_in_a.rotation, -d));
    return {of_a(a) - of_b(b), a, b};
  }
  APART_INLINE Vec3d of_a(u32 vertex) const { return vertices_a_[vertex]; }
  APART_INLINE Vec3d of_b(u32 vertex) const {
    return pair_.b_in_a.rotation * vertices_b_[vertex] + pair_.b_in_a.translation;
  }

 private:
  const PolytopePair& pair_;
  const EightPoints<double>*lanes_a_, *lanes_b_;
  u32 eights_a_, eights_b_;
  const Vec3d *vertices_a_, *vertices_b_;
};

}  // namespace APART_LANES_OF_MACHINE
}  // namespace apart::convex
