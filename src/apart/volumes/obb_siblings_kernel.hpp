// The tests of obb_siblings.hpp for W at once. Included only by the sources that compile them for an instruction set;
// everything here is inlined or in that set's namespace, so that no function built for one is shared with another's
// (tests/scripts checks it).
#pragma once
#include <apart/base/transpose.hpp>
#include <apart/volumes/obb_siblings.hpp>

namespace apart::volumes {
inline namespace APART_LANES_OF_MACHINE {

// In which bytes the boxes of eight lanes begin, if there are so many siblings: the last one fills the rest.
struct LaneOffsets {
  u32 of[kMostSiblings][kMostSiblings];
};
constexpr LaneOffsets kLaneOffsets = [] {
  LaneOffsets out{};
  for (u32 count = 1; count <= kMostSiblings; ++count)
    for (u32 k = 0; k < kMostSiblings; ++k)
      out.of[count - 1][k] = (k < count ? k : count - 1) * static_cast<u32>(sizeof(Obb<float>));
  return out;
}();

// Boxes as their fifteen numbers, one box per lane.
template <int W>
struct ObbLanes {
  using P = Pack<float, W>;
  P numbers[15];

  APART_INLINE ObbLanes(const Obb<float>* siblings, u32 count) {
    const u32(&offsets)[kMostSiblings] = kLaneOffsets.of[count - 1];  // without a branch on how many there are
    const char* const bytes = reinterpret_cast<const char*>(siblings);
    transpose([&](u32 k) { return reinterpret_cast<const Obb<float>*>(bytes + offsets[k]); });
  }
  // Boxes from anywhere.
  APART_INLINE ObbLanes(const Obb<float>* const* boxes, u32 count) {
    transpose([&](u32 k) { return boxes[k < count ? k : count - 1]; });
  }
  // Eight boxes and eight, each in half of the lanes.
  APART_INLINE ObbLanes(const Obb<float>* first, const Obb<float>* second) {
    transpose([&](u32 k) { return k < kMostSiblings ? first + k : second + (k - kMostSiblings); });
  }
  // Blocks of four numbers; the last one overlaps the one before, so that nothing is read past the end of a box.
  template <class Box>
  APART_INLINE void transpose(Box box) {
    const float* rows[W];
    for (u32 k = 0; k < W; ++k) rows[k] = &box(k)->axes.rows[0].x;
    for (const int from : {0, 4, 8, 11})
      transpose_fours<W>([&](int k) { return four_floats(rows[k] + from); }, numbers + from);
  }
  APART_INLINE Vec3<P> vec(int from) const { return {numbers[from], numbers[from + 1], numbers[from + 2]}; }
  APART_INLINE Mat3<P> axes() const { return {{vec(0), vec(3), vec(6)}}; }
};
template <>
struct ObbLanes<1> {
  using P = float;
  const Obb<float>& box;
  APART_INLINE ObbLanes(const Obb<float>* siblings, u32) : box(*siblings) {}
  APART_INLINE ObbLanes(const Obb<float>* const* boxes, u32) : box(**boxes) {}
  APART_INLINE Vec3<P> vec(int from) const { return from == 9 ? box.centre : box.half; }
  APART_INLINE const Mat3<P>& axes() const { return box.axes; }
};

template <int W, class P = typename ObbLanes<W>::P>
APART_INLINE ObbPair<P> pair_of(const SeenObb& seen, const ObbLanes<W>& lanes) {
  const Mat3<P> axes = lanes.axes();
  const Vec3<P> x = in_all_lanes<P>(seen.box.axes.rows[0]), y = in_all_lanes<P>(seen.box.axes.rows[1]),
                z = in_all_lanes<P>(seen.box.axes.rows[2]);
  const Mat3<P> columns{{{x.x, y.x, z.x}, {x.y, y.y, z.y}, {x.z, y.z, z.z}}};
  return ObbPair<P>(lanes.vec(12), axes * (in_all_lanes<P>(seen.box.centre) - lanes.vec(9)), axes * columns,
                    in_all_lanes<P>(seen.box.half), in_all_lanes<P>(seen.slack));
}

// If a query knows the direction of the nearest parts, it serves as a separating axis.
template <int W, class P = typename ObbLanes<W>::P>
APART_INLINE P gap_along_axis(const SeenObb& seen, const ObbLanes<W>& lanes, P error) {
  const Vec3<P> axis = in_all_lanes<P>(seen.axis);
  const P shift = dot(axis, in_all_lanes<P>(seen.box.centre) - lanes.vec(9));
  return number<P>(1 - 32 * kUnit<P>) *
         (shift - dot(abs(lanes.axes() * axis), lanes.vec(12)) - P(seen.along_axis) - error);
}

template <int W>
APART_INLINE u32 siblings_overlap(const SeenObb& seen, const Obb<float>* siblings, u32 count) {
  u32 met = 0;
  if constexpr (W == kMostSiblings)  // no loop: what its rounds have in common would be kept in memory
    met = bits(!apart_by_axes(pair_of(seen, ObbLanes<W>(siblings, count))));
  else
    for (u32 k = 0; k < count; k += W)
      met |= bits(!apart_by_axes(pair_of(seen, ObbLanes<W>(siblings + k, count - k)))) << k;
  return met & ((u32(1) << count) - 1);
}

#if defined(__AVX512F__)
// As siblings_overlap, of two boxes with the same slack, each with siblings of its own: those that may meet the second
// one in bits from 8 on. Behind the siblings there are other boxes, so that eight can be read. Apart from what calls
// it, so that it has the registers to itself.
__attribute__((noinline)) inline u32 two_siblings_overlap(const SeenObb& first, const Obb<float>* of_first,
                                                          u32 count_first, const SeenObb& second,
                                                          const Obb<float>* of_second, u32 count_second) {
  using P = Pack<float, 16>;
  const Obb<float>&box = first.box, &second_box = second.box;
  const auto row = [&](int i) { return in_halves<P>(box.axes.rows[i], second_box.axes.rows[i]); };
  const ObbLanes<16> lanes(of_first, of_second);
  const Mat3<P> axes = lanes.axes();
  const Vec3<P> x = row(0), y = row(1), z = row(2);
  const Mat3<P> columns{{{x.x, y.x, z.x}, {x.y, y.y, z.y}, {x.z, y.z, z.z}}};
  const ObbPair<P> pairs(lanes.vec(12), axes * (in_halves<P>(box.centre, second_box.centre) - lanes.vec(9)),
                         axes * columns, in_halves<P>(box.half, second_box.half), in_all_lanes<P>(first.slack));
  const u32 of_boxes = ((u32(1) << count_second) - 1) << kMostSiblings | ((u32(1) << count_first) - 1);
  const MaskOf<P> others{{static_cast<__mmask16>(~of_boxes)}};
  Parting<P> parting{others | pairs.apart_along_a(0)};
  part_by_axes(pairs, parting);
  return bits(!parting.apart);
}
#endif

// Writes of(lanes) for all siblings, and `others` in unused lanes.
template <int W, class Of>
APART_INLINE void write_each(const Obb<float>* siblings, u32 count, float others, float* out, Of of) {
  for (u32 k = 0; k < kMostSiblings; k += W) {
    if (k >= count) {
      for (u32 i = 0; i < W; ++i) out[k + i] = others;
      continue;
    }
    const auto found = of(ObbLanes<W>(siblings + k, count - k));
    if constexpr (W == 1)
      out[k] = found;
    else
      found.store(out + k);
  }
}

template <int W>
APART_INLINE void siblings_gap(const SeenObb& seen, const Obb<float>* siblings, u32 count, float* gaps) {
  write_each<W>(siblings, count, kEverything<float>, gaps, [&](const ObbLanes<W>& lanes) {
    const auto pair = pair_of(seen, lanes);
    return larger(gap(pair), gap_along_axis(seen, lanes, pair.error));
  });
}

template <int W>
APART_INLINE void siblings_reach(Vec3f direction, const Obb<float>* siblings, u32 count, float* reaches) {
  using P = typename ObbLanes<W>::P;
  const Vec3<P> along = in_all_lanes<P>(direction);
  write_each<W>(siblings, count, kNothing<float>, reaches, [&](const ObbLanes<W>& lanes) {
    return dot(along, lanes.vec(9)) + dot(abs(lanes.axes() * along), lanes.vec(12));
  });
}

}  // namespace APART_LANES_OF_MACHINE
}  // namespace apart::volumes
