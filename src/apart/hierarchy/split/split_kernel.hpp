// Binning and partition of elements, each in one register of eight floats or in two of four. Included only by the
// sources that compile it for an instruction set.
#pragma once
#include <apart/base/narrow.hpp>
#include <apart/base/transpose.hpp>
#include <apart/hierarchy/split/bins.hpp>
#include <apart/hierarchy/split/project.hpp>

namespace apart::hierarchy {
inline namespace APART_LANES_OF_MACHINE {

using FourLanes = Pack<float, 4>;
using EightLanes = Pack<float, 8>;
typedef float EightFloats __attribute__((vector_size(32), may_alias));

// Four numbers in the first half of the lanes, and again in the second.
APART_INLINE EightLanes twice(const float* four) {
  EightLanes out;
#if defined(__AVX2__)
  out.r[0] = _mm256_broadcast_ps(reinterpret_cast<const __m128*>(four));
#else
  const FourLanes half = FourLanes::load(four);
  out.r[0] = out.r[1] = half.r[0];
#endif
  return out;
}

// The byte offset of the count of each bin, from its number and a fraction.
APART_INLINE void count_offsets(const FourLanes& numbers, u32 (&to)[4]) {
  typedef std::int32_t Integers __attribute__((vector_size(16)));
  typedef Integers InMemory __attribute__((may_alias));
  *reinterpret_cast<InMemory*>(to) = __builtin_convertvector(numbers.r[0], Integers) * int(sizeof(u32));
}

alignas(32) constexpr float kSigns[8] = {1, 1, 1, 1, -1, -1, -1, -1};

// (centre, −centre) of an element, and (low, −high) of its box.
APART_INLINE EightLanes mirrored_centre(const Element& e) { return twice(e.centre) * EightLanes::load(kSigns); }
APART_INLINE EightLanes mirrored_box(const Element& e) { return mirrored_centre(e) - twice(e.half); }

APART_INLINE void clear_bins(Bins& bins, int size) {
  const EightLanes nothing(CentreBox::kMost);
  for (int k = 0; k < size; ++k) nothing.store(bins.box[k]), bins.count[k] = 0;
}

// By the offset of its count, which is an eighth of that of its box: no further shift.
APART_INLINE void add_to_bin(Bins& bins, std::size_t offset, const EightLanes& box) {
  static_assert(sizeof bins.box[0] == 8 * sizeof bins.count[0]);
  float* const bin = reinterpret_cast<float*>(reinterpret_cast<char*>(bins.box) + 8 * offset);
  lesser(EightLanes::load(bin), box).store(bin);
  ++*reinterpret_cast<u32*>(reinterpret_cast<char*>(bins.count) + offset);
}

// Neighbours in the order often are in the same bin, and the second would wait for the first: so the four quarters of
// the elements take turns.
template <class F>
APART_INLINE void from_all_quarters(const Element* elements, u32 count, F f) {
  const u32 quarter = count / 4;
  for (u32 i = 0; i < quarter; ++i)
    for (u32 k = 0; k < 4; ++k) f(elements[k * quarter + i]);
  for (u32 i = 4 * quarter; i < count; ++i) f(elements[i]);
}

inline void fill_axes_in_lanes(const Element* elements, u32 count, const CentreBox& centres, int size, BinsOfAxes& to) {
  const FourLanes starts = FourLanes::load(centres.low), per = bins_per(FourLanes::load(centres.high) - starts, size);
  for (Bins& bins : to.along) clear_bins(bins, size);
  from_all_quarters(elements, count, [&](const Element& e) {
    const EightLanes box = mirrored_box(e);
    alignas(16) u32 offset[4];
    count_offsets((FourLanes::load(e.centre) - starts) * per, offset);
    for (int k = 0; k < 3; ++k) add_to_bin(to.along[k], offset[k], box);
  });
}

inline void fill_along_in_lanes(const Element* elements, u32 count, const Direction& direction, const BinPlaces& places,
                                int size, Bins& to) {
  clear_bins(to, size);
  with_projection(direction, [&](auto project) {
    from_all_quarters(elements, count, [&](const Element& e) {
      const u32 bin = static_cast<u32>(static_cast<int>((project(e) - places.start) * places.scale));
      add_to_bin(to, bin * sizeof(u32), mirrored_box(e));
    });
  });
}

struct Halves {
  FourLanes first, second;
};
APART_INLINE Halves halves(const EightLanes& lanes) {
  Halves out;
#if defined(__AVX2__)
  out.first.r[0] = _mm256_castps256_ps128(lanes.r[0]), out.second.r[0] = _mm256_extractf128_ps(lanes.r[0], 1);
#else
  out.first.r[0] = lanes.r[0], out.second.r[0] = lanes.r[1];
#endif
  return out;
}

// The sides of a box, negative.
APART_INLINE FourLanes sides_of(const EightLanes& box) {
  const Halves of = halves(box);
  return of.first + of.second;
}

// The sizes of eight boxes, by their sides.
template <BoxCost kCost>
APART_INLINE EightLanes sizes_of(const float (*sides)[4]) {
  EightLanes of[4];
  transpose_fours<8>([&](int k) { return four_floats(sides[k]); }, of);
  const EightLanes &x = of[0], &y = of[1], &z = of[2];
  return kCost == BoxCost::area ? x * (y + z) + y * z : -(x * y * z);
}

typedef std::int32_t EightCounts __attribute__((vector_size(32), may_alias));

APART_INLINE EightLanes as_floats(const EightCounts& counts) {
  EightLanes out;
  reinterpret_cast<EightFloats&>(out) = __builtin_convertvector(counts, EightFloats);
  return out;
}

// Each with all before it. In registers: numbers that were just stored one by one would wait to be loaded as a vector.
APART_INLINE EightCounts running_sums(EightCounts counts) {
  const EightCounts none{};
  counts += __builtin_shufflevector(none, counts, 0, 8, 9, 10, 11, 12, 13, 14);
  counts += __builtin_shufflevector(none, counts, 0, 1, 8, 9, 10, 11, 12, 13);
  return counts + __builtin_shufflevector(none, counts, 0, 1, 2, 3, 8, 9, 10, 11);
}

APART_INLINE float least_of(const EightLanes& numbers) {
  const Halves of = halves(numbers);
  const FourLanes four = lesser(of.first, of.second);
  const float a = lesser(four[0], four[1]), b = lesser(four[2], four[3]);
  return lesser(a, b);
}

// All places between two bins at once, and the one behind the last, where nothing lies: an empty side costs 0 · ∞,
// which is not a number, and is never less than another.
template <BoxCost kCost, int kEights>
APART_INLINE void consider_by(const Bins& bins, u32 total, int direction, BestPlace& best) {
  constexpr int kSize = 8 * kEights;
  alignas(32) float before[kSize][4], behind[kSize][4];  // at k, the sides of the first k + 1 bins, and of the others
  alignas(32) u32 counts[kSize];
  EightLanes box(CentreBox::kMost);
  for (int k = kSize - 1; k >= 0; --k) {
    sides_of(box).store(behind[k]);
    box = lesser(box, EightLanes::load(bins.box[k]));
  }
  box = EightLanes(CentreBox::kMost);
  for (int k = 0; k < kSize; ++k) {
    box = lesser(box, EightLanes::load(bins.box[k]));
    sides_of(box).store(before[k]);
  }
  EightLanes cost[kEights];
  EightCounts sums{};
  for (std::ptrdiff_t i = 0; i < kEights; ++i) {
    sums = running_sums(*reinterpret_cast<const EightCounts*>(bins.count + 8 * i)) + sums[7];
    *reinterpret_cast<EightCounts*>(counts + 8 * i) = sums;
    const EightLanes sum = as_floats(sums) * sizes_of<kCost>(before + 8 * i) +
                           as_floats(int(total) - sums) * sizes_of<kCost>(behind + 8 * i);
    cost[i] = select(sum == sum, sum, EightLanes(std::numeric_limits<float>::infinity()));
  }
  EightLanes lowest = cost[0];
  for (int i = 1; i < kEights; ++i) lowest = lesser(lowest, cost[i]);
  const float least = least_of(lowest);
  if (least > best.cost) return;
  u32 among = 0;
  for (int i = 0; i < kEights; ++i) among |= bits(cost[i] == EightLanes(least)) << 8 * i;
  for (; among != 0; among &= among - 1) {
    const int k = std::countr_zero(among);
    const u32 side = lesser(counts[k], total - counts[k]);
    if (least < best.cost || side > best.lesser_side) best = {least, side, direction, k + 1, counts[k]};
  }
}

template <BoxCost kCost>
APART_INLINE void consider_by(const Bins& bins, int size, u32 total, int direction, BestPlace& best) {
  static_assert(Bins::kMost == 16);
  if (size == Bins::kMost)
    consider_by<kCost, 2>(bins, total, direction, best);
  else
    consider_by<kCost, 1>(bins, total, direction, best);
}

inline void consider_in_lanes(const Bins& bins, int size, u32 total, BoxCost cost, int direction, BestPlace& best) {
  if (cost == BoxCost::area)
    consider_by<BoxCost::area>(bins, size, total, direction, best);
  else
    consider_by<BoxCost::volume>(bins, size, total, direction, best);
}

APART_INLINE void put_unmirrored(const EightLanes& box, CentreBox& to) {
  const Halves of = halves(box);
  of.first.store(to.low), (-of.second).store(to.high);
}

// Without a branch on the side: where neighbours in the order are not neighbours in space, it would be mispredicted
// half the time.
inline void part_in_lanes(const Element* elements, u32 count, const Cut& cut, Element* to, CentreBox boxes[2]) {
  with_projection(cut.direction, [&](auto project) {
    const auto all = [](float number) { return in_all_lanes<EightLanes>(number); };
    const EightLanes start = all(cut.start), scale = all(cut.scale), below = all(cut.below), most(CentreBox::kMost);
    EightLanes first_box = most, second_box = most;
    constexpr std::size_t kStep = sizeof(Element);
    static_assert(kStep == 32);  // one of the eight bits of a mask
    std::size_t first = 0, second = cut.first * kStep;
    for (u32 i = 0; i < count; ++i) {
      const auto where = (all(project(elements[i])) - start) * scale < below;
      const std::size_t here = bits(where) & kStep;
      const EightLanes at = mirrored_centre(elements[i]);
      EightLanes::load(elements[i].centre)
          .store(reinterpret_cast<float*>(reinterpret_cast<char*>(to) + (here ? first : second)));
      first_box = lesser(first_box, select(where, at, most));
      second_box = lesser(second_box, select(where, most, at));
      first += here, second += here ^ kStep;
    }
    put_unmirrored(first_box, boxes[0]), put_unmirrored(second_box, boxes[1]);
  });
}

using FourNumbers = Pack<double, 4>;

// The coordinates of a vertex, and in the last lane whatever follows it.
APART_INLINE FourNumbers vertex_lanes(std::span<const Vec3d> vertices, u32 i) {
  const double* const from = &vertices.data()[i].x;
  if (i + 1 < vertices.size()) return FourNumbers::load(from);
  const double last[4] = {from[0], from[1], from[2], 0};
  return FourNumbers::load(last);
}

inline CentreBox write_down_in_lanes(Element* elements, u32 count, std::span<const Vec3d> vertices,
                                     std::span<const Face> faces, Vec3d origin, double scale) {
  const double from[4] = {origin.x, origin.y, origin.z, 0};
  const FourNumbers origins = FourNumbers::load(from), scales(scale), half(0.5);
  // Boxes that are huge relative to the distances between their centres are clamped; their areas must fit a float.
  const FourNumbers most(1e6);
  FourLanes low(CentreBox::kMost), high(-CentreBox::kMost);
  for (u32 i = 0; i < count; ++i) {
    Element& e = elements[i];
    const u32* const face = faces.data()[e.primitive()].data();
    const FourNumbers a = vertex_lanes(vertices, face[0]), b = vertex_lanes(vertices, face[1]),
                      c = vertex_lanes(vertices, face[2]);
    const FourNumbers least = half * lesser(lesser(a, b), c), largest = half * larger(larger(a, b), c);
    FourLanes centre = narrowed(scales * ((least + largest) - origins));
    FourLanes size = narrowed(lesser(scales * (largest - least), most));
    centre.r[0][3] = e.centre[3];
    size.r[0][3] = 0;
    centre.store(e.centre), size.store(e.half);
    low = lesser(low, centre), high = larger(high, centre);
  }
  CentreBox box;
  low.store(box.low), high.store(box.high);
  return box;
}

}  // namespace APART_LANES_OF_MACHINE
}  // namespace apart::hierarchy
