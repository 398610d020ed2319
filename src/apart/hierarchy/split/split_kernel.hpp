// Binning and partition of elements, each in one register of eight floats or in two of four. Included only by the
// sources that compile it for an instruction set.
#pragma once
#include <apart/hierarchy/split/bins.hpp>
#include <apart/hierarchy/split/project.hpp>

namespace apart::hierarchy {
inline namespace APART_LANES_OF_MACHINE {

using FourLanes = Pack<float, 4>;
using EightLanes = Pack<float, 8>;

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

// The byte offset of each bin, from its number and a fraction.
APART_INLINE void bin_offsets(const FourLanes& numbers, u32 (&to)[4]) {
  typedef std::int32_t Integers __attribute__((vector_size(16)));
  typedef Integers InMemory __attribute__((may_alias));
  *reinterpret_cast<InMemory*>(to) = __builtin_convertvector(numbers.r[0], Integers) * int(sizeof(Bins::Bin));
}

alignas(32) constexpr float kSigns[8] = {1, 1, 1, 1, -1, -1, -1, -1};

// (centre, −centre) of an element, and (low, −high) of its box.
APART_INLINE EightLanes mirrored_centre(const Element& e) { return twice(e.centre) * EightLanes::load(kSigns); }
APART_INLINE EightLanes mirrored_box(const Element& e) { return mirrored_centre(e) - twice(e.half); }

APART_INLINE void clear_bins(Bins& bins, int size) {
  const EightLanes nothing(CentreBox::kMost);
  for (int k = 0; k < size; ++k) nothing.store(bins.bin[k].box), bins.bin[k].count = 0;
}

APART_INLINE void add_to_bin(Bins& bins, u32 offset, const EightLanes& box) {
  Bins::Bin& bin = *reinterpret_cast<Bins::Bin*>(reinterpret_cast<char*>(bins.bin) + offset);
  lesser(EightLanes::load(bin.box), box).store(bin.box);
  ++bin.count;
}

// Neighbours in the order often are in the same bin, and the second would wait for the first: so the two halves of the
// elements take turns.
template <class F>
APART_INLINE void from_both_halves(const Element* elements, u32 count, F f) {
  const u32 half = count / 2;
  for (u32 i = 0; i < half; ++i) f(elements[i]), f(elements[half + i]);
  if (count % 2 == 1) f(elements[count - 1]);
}

inline void fill_axes_in_lanes(const Element* elements, u32 count, const CentreBox& centres, int size, BinsOfAxes& to) {
  const FourLanes starts = FourLanes::load(centres.low), per = bins_per(FourLanes::load(centres.high) - starts, size);
  for (Bins& bins : to.along) clear_bins(bins, size);
  from_both_halves(elements, count, [&](const Element& e) {
    const EightLanes box = mirrored_box(e);
    alignas(16) u32 offset[4];
    bin_offsets((FourLanes::load(e.centre) - starts) * per, offset);
    for (int k = 0; k < 3; ++k) add_to_bin(to.along[k], offset[k], box);
  });
}

inline void fill_along_in_lanes(const Element* elements, u32 count, const Direction& direction, const BinPlaces& places,
                                int size, Bins& to) {
  clear_bins(to, size);
  with_projection(direction, [&](auto project) {
    from_both_halves(elements, count, [&](const Element& e) {
      const u32 bin = static_cast<u32>(static_cast<int>((project(e) - places.start) * places.scale));
      add_to_bin(to, bin * u32(sizeof(Bins::Bin)), mirrored_box(e));
    });
  });
}

// The sides of a box, negative.
APART_INLINE FourLanes sides_of(const EightLanes& box) {
  FourLanes low, high;
#if defined(__AVX2__)
  low.r[0] = _mm256_castps256_ps128(box.r[0]), high.r[0] = _mm256_extractf128_ps(box.r[0], 1);
#else
  low.r[0] = box.r[0], high.r[0] = box.r[1];
#endif
  return low + high;
}

template <BoxCost kCost>
APART_INLINE float size_of(const EightLanes& box) {
  const FourLanes d = sides_of(box);
  const float x = d[0], y = d[1], z = d[2];
  return kCost == BoxCost::area ? x * (y + z) + y * z : -(x * y * z);
}

template <BoxCost kCost>
APART_INLINE void consider_by(const Bins& bins, int size, u32 total, int direction, BestPlace& best) {
  // An empty side costs 0 · ∞, which is not a number, and is never less than another.
  float above[Bins::kMost];  // the cost of the bins from here on
  EightLanes box(CentreBox::kMost);
  u32 count = 0;
  for (int k = size - 1; k > 0; --k) {
    box = lesser(box, EightLanes::load(bins.bin[k].box));
    count += bins.bin[k].count;
    above[k] = static_cast<float>(count) * size_of<kCost>(box);
  }
  box = EightLanes(CentreBox::kMost);
  count = 0;
  for (int k = 1; k < size; ++k) {
    box = lesser(box, EightLanes::load(bins.bin[k - 1].box));
    count += bins.bin[k - 1].count;
    const float cost = static_cast<float>(count) * size_of<kCost>(box) + above[k];
    const u32 side = lesser(count, total - count);
    if (cost < best.cost || (cost == best.cost && side > best.lesser_side)) best = {cost, side, direction, k, count};
  }
}

inline void consider_in_lanes(const Bins& bins, int size, u32 total, BoxCost cost, int direction, BestPlace& best) {
  if (cost == BoxCost::area)
    consider_by<BoxCost::area>(bins, size, total, direction, best);
  else
    consider_by<BoxCost::volume>(bins, size, total, direction, best);
}

APART_INLINE CentreBox unmirrored(const EightLanes& box) {
  alignas(32) float lanes[8];
  box.store(lanes);
  CentreBox out;
  for (int k = 0; k < 4; ++k) out.low[k] = lanes[k], out.high[k] = -lanes[4 + k];
  return out;
}

// Excludes an element from one box, from the other.
constexpr float kFar = CentreBox::kMost / 2;
alignas(32) constexpr float kAway[3][8] = {{}, {kFar, kFar, kFar, kFar, kFar, kFar, kFar, kFar}, {}};

// Without a branch on the side: where neighbours in the order are not neighbours in space, it would be mispredicted
// half the time.
inline void part_in_lanes(const Element* elements, u32 count, const Cut& cut, Element* to, CentreBox boxes[2]) {
  with_projection(cut.direction, [&](auto project) {
    const float start = cut.start, scale = cut.scale, below = cut.below;
    EightLanes first_box(CentreBox::kMost), second_box(CentreBox::kMost);
    std::size_t first = 0, second = cut.first;
    for (u32 i = 0; i < count; ++i) {
      const std::size_t here = (project(elements[i]) - start) * scale < below;
      const EightLanes at = mirrored_centre(elements[i]);
      EightLanes::load(elements[i].centre).store(to[second + ((first - second) & (0 - here))].centre);
      first_box = lesser(first_box, at + EightLanes::load(kAway[here + 1]));
      second_box = lesser(second_box, at + EightLanes::load(kAway[here]));
      first += here, second += 1 - here;
    }
    boxes[0] = unmirrored(first_box), boxes[1] = unmirrored(second_box);
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

APART_INLINE FourLanes narrowed(const FourNumbers& numbers) {
  FourLanes out;
#if defined(__AVX2__)
  out.r[0] = _mm256_cvtpd_ps(numbers.r[0]);
#elif defined(__SSE2__)
  out.r[0] = _mm_movelh_ps(_mm_cvtpd_ps(numbers.r[0]), _mm_cvtpd_ps(numbers.r[1]));
#else
  for (int k = 0; k < 4; ++k) out.set(k, static_cast<float>(numbers[k]));
#endif
  return out;
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
