// Support functions of two polytopes, W vertices at once, inlined into their callers. Included only by kernels.
#pragma once
#include <apart/convex/polytope/polytope_pair.hpp>
#include <apart/shapes/polytope/eight_points_kernel.hpp>

namespace apart::convex {
inline namespace APART_LANES_OF_MACHINE {

// A corner of A − B, and the vertices of which it is the difference. Copied number by number: pairs of numbers that
// were just stored one by one would wait for memory.
struct HullCorner {
  Vec3d w;
  u32 of_a = 0, of_b = 0;

  HullCorner() = default;
  APART_INLINE HullCorner(const Vec3d& at, u32 a, u32 b) : w{at.x, at.y, at.z}, of_a(a), of_b(b) {}
  APART_INLINE HullCorner(const HullCorner& other) : HullCorner(other.w, other.of_a, other.of_b) {}
  APART_INLINE HullCorner& operator=(const HullCorner& other) {
    w.x = other.w.x, w.y = other.w.y, w.z = other.w.z, of_a = other.of_a, of_b = other.of_b;
    return *this;
  }
};

#if defined(__AVX512F__)
// Up to eight vertices, one a lane; zeros after them.
APART_INLINE Vec3<Pack<double, 8>> vertices_at_once(const Vec3d* vertices, u32 count) {
  const u32 valid = (u32(1) << 3 * count) - 1;
  const auto eight = [&](u32 from) {
    return _mm512_maskz_loadu_pd(static_cast<__mmask8>(valid >> from), &vertices->x + from);
  };
  const __m512d first = eight(0), second = eight(8), third = eight(16);
  // Of component k, numbers k, k + 3, … of the 24: those of the first two registers, then those of the third.
  const auto component = [&](__m512i of_two, __m512i and_third) {
    const __m512d some = _mm512_permutex2var_pd(first, of_two, second);
    return lanes::each<Pack<double, 8>>([&](int) { return _mm512_permutex2var_pd(some, and_third, third); });
  };
  return {component(_mm512_setr_epi64(0, 3, 6, 9, 12, 15, 0, 0), _mm512_setr_epi64(0, 1, 2, 3, 4, 5, 10, 13)),
          component(_mm512_setr_epi64(1, 4, 7, 10, 13, 0, 0, 0), _mm512_setr_epi64(0, 1, 2, 3, 4, 8, 11, 14)),
          component(_mm512_setr_epi64(2, 5, 8, 11, 14, 0, 0, 0), _mm512_setr_epi64(0, 1, 2, 3, 4, 9, 12, 15))};
}
#endif

template <int W>
class HullSupports {
 public:
  APART_INLINE HullSupports(const Polytope& a, const Polytope& b, const Pose& b_in_a)
      : b_in_a_(b_in_a),
        lanes_a_(vertices_in_lanes(a).data()),
        lanes_b_(vertices_in_lanes(b).data()),
        eights_a_(static_cast<u32>(vertices_in_lanes(a).size())),
        eights_b_(static_cast<u32>(vertices_in_lanes(b).size())),
        vertices_a_(a.vertices().data()),
        vertices_b_(b.vertices().data()) {}
  APART_INLINE explicit HullSupports(const PolytopePair& pair) : HullSupports(pair.a, pair.b, pair.b_in_a) {}

  // Of A in a direction of any length, of B in the opposite one, or against another.
  APART_INLINE HullCorner operator()(Vec3d d) const { return (*this)(d, d); }
  APART_INLINE HullCorner operator()(Vec3d along_a, Vec3d against_b) const {
    const u32 a = farthest_in_lanes<W>(lanes_a_, eights_a_, along_a);
    const u32 b = farthest_in_lanes<W>(lanes_b_, eights_b_, transposed_times(b_in_a_.rotation, -against_b));
    return {of_a(a) - of_b(b), a, b};
  }
  APART_INLINE Vec3d of_a(u32 vertex) const { return vertices_a_[vertex]; }
  APART_INLINE Vec3d of_b(u32 vertex) const { return b_in_a_.rotation * vertices_b_[vertex] + b_in_a_.translation; }
  APART_INLINE void place(HullCorner& c) const { c.w = of_a(c.of_a) - of_b(c.of_b); }

 private:
  const Pose& b_in_a_;
  const EightPoints<double>*lanes_a_, *lanes_b_;
  u32 eights_a_, eights_b_;
  const Vec3d *vertices_a_, *vertices_b_;
};

// The same for a search of several steps: once settle() is called, B's vertices stand in A's frame, if they are few,
// and a step waits neither for a direction that is turned nor for a vertex that is placed. For the farthest they are
// mirrored, so that A and B are searched along the same direction. The corners are the same bits.
template <int W>
class SettledSupports {
 public:
  APART_INLINE explicit SettledSupports(const PolytopePair& pair)
      : b_in_a_(pair.b_in_a),
        lanes_a_(vertices_in_lanes(pair.a).data()),
        lanes_b_(vertices_in_lanes(pair.b).data()),
        eights_a_(static_cast<u32>(vertices_in_lanes(pair.a).size())),
        eights_b_(static_cast<u32>(vertices_in_lanes(pair.b).size())),
        vertices_a_(pair.a.vertices().data()),
        vertices_b_(pair.b.vertices().data()),
        count_b_(static_cast<u32>(pair.b.vertices().size())) {}
  SettledSupports(const SettledSupports&) = delete;

  APART_INLINE void settle() {
    if (lanes_b_ == mirrored_ || eights_b_ > kEights) return;
    const Mat3d& r = b_in_a_.rotation;
    turn_eights<W>(lanes_b_, eights_b_, {{-r.rows[0], -r.rows[1], -r.rows[2]}}, mirrored_);
    lanes_b_ = mirrored_;
    if (!are_placed_) place_few();
  }
  // B's vertices, if they are no more than eight; not yet its directions.
  APART_INLINE void place_few() {
    if (count_b_ > 8) return;
    if constexpr (W == 8) {
      place_eight();
    } else if (W == 4 && count_b_ >= 4) {
      place_four(0), place_four(count_b_ - 4);
    } else {
      for (u32 i = 0; i < count_b_; ++i) {
        const Vec3d at = placed(i);
        x_[i] = at.x, y_[i] = at.y, z_[i] = at.z;
      }
    }
    are_placed_ = true;
  }

  // Of A in a direction of any length, of B in the opposite one.
  APART_INLINE HullCorner operator()(Vec3d d) const {
    const u32 a = farthest_in_lanes<W>(lanes_a_, eights_a_, d);
    const Vec3d against = lanes_b_ == mirrored_ ? d : transposed_times(b_in_a_.rotation, -d);
    const u32 b = farthest_in_lanes<W>(lanes_b_, eights_b_, against);
    return {of_a(a) - of_b(b), a, b};
  }
  APART_INLINE Vec3d of_a(u32 vertex) const { return vertices_a_[vertex]; }
  APART_INLINE Vec3d of_b(u32 i) const { return are_placed_ ? Vec3d{x_[i], y_[i], z_[i]} : placed(i); }

 private:
  static constexpr u32 kEights = 4;

  // Not by Pose's operator, which would be shared with objects for other machines.
  APART_INLINE Vec3d placed(u32 i) const { return b_in_a_.rotation * vertices_b_[i] + b_in_a_.translation; }

  template <int Lanes>
  APART_INLINE void place(const Vec3<Pack<double, Lanes>>& at, u32 first) {
    using P = Pack<double, Lanes>;
    const auto row = [&](int k, double by, double* to) {
      (dot(in_all_lanes<P>(b_in_a_.rotation.rows[k]), at) + in_all_lanes<P>(by)).store(to + first);
    };
    const Vec3d& by = b_in_a_.translation;
    row(0, by.x, x_), row(1, by.y, y_), row(2, by.z, z_);
  }
  APART_INLINE void place_eight() {
#if defined(__AVX512F__)
    place<8>(vertices_at_once(vertices_b_, count_b_), 0);
#endif
  }
  APART_INLINE void place_four(u32 first) {
    if constexpr (W == 4) {
      using P = Pack<double, W>;
      using Numbers = typename P::Layout::Numbers;
      const Vec3d* const v = vertices_b_ + first;
      Vec3<P> at;
      at.x.r[0] = Numbers{v[0].x, v[1].x, v[2].x, v[3].x};
      at.y.r[0] = Numbers{v[0].y, v[1].y, v[2].y, v[3].y};
      at.z.r[0] = Numbers{v[0].z, v[1].z, v[2].z, v[3].z};
      place<W>(at, first);
    }
  }

  const Pose& b_in_a_;
  const EightPoints<double>*lanes_a_, *lanes_b_;
  u32 eights_a_, eights_b_;
  const Vec3d *vertices_a_, *vertices_b_;
  u32 count_b_;
  bool are_placed_ = false;
  EightPoints<double> mirrored_[kEights];  // −B's vertices in A's directions, uninitialized
  double x_[8], y_[8], z_[8];              // of B's vertices in A's frame, uninitialized
};

}  // namespace APART_LANES_OF_MACHINE
}  // namespace apart::convex
