// The support point of many points: a scan of all, W at once. Included only by the sources that compile it for an
// instruction set.
#pragma once
#include <apart/base/mat3.hpp>
#include <apart/base/pack.hpp>
#include <apart/shapes/polytope/eight_points.hpp>
#include <bit>
#include <type_traits>

namespace apart {
inline namespace APART_LANES_OF_MACHINE {

// Eight numbers as packs of W.
template <class T, int W>
struct EightNumbers {
  using P = std::conditional_t<W == 1, T, Pack<T, W>>;
  static constexpr int kParts = 8 / W;
  P parts[kParts];

  APART_INLINE static P load(const T* from) {
    if constexpr (W == 1)
      return *from;
    else
      return P::load(from);
  }
  APART_INLINE void store(T* to) const {
    for (int k = 0; k < kParts; ++k) {
      if constexpr (W == 1)
        to[k] = parts[k];
      else
        parts[k].store(to + k * W);
    }
  }
  APART_INLINE static EightNumbers all(T number) {
    EightNumbers out;
    for (P& p : out.parts) p = P(number);
    return out;
  }
  APART_INLINE static EightNumbers heights(const EightPoints<T>& points, const Vec3<P>& direction) {
    EightNumbers out;
    for (int k = 0; k < kParts; ++k)
      out.parts[k] = direction.x * load(points.x + k * W) + direction.y * load(points.y + k * W) +
                     direction.z * load(points.z + k * W);
    return out;
  }
  APART_INLINE void raise(const EightNumbers& by) {
    for (int k = 0; k < kParts; ++k) parts[k] = larger(parts[k], by.parts[k]);
  }
  APART_INLINE P highest_in_each() const {
    P most = parts[0];
    for (int k = 1; k < kParts; ++k) most = larger(most, parts[k]);
    return most;
  }
  // The maximum in every lane, in registers: a butterfly reduction.
  APART_INLINE P highest_in_all() const { return highest_in_all(highest_in_each()); }
  APART_INLINE static P highest_in_all(P most) {
    if constexpr (W > 1) {
      auto r = most.r[0];
      for (int k = 1; k < P::kRegisters; ++k) r = higher(r, most.r[k]);
      constexpr int lanes = P::Layout::lanes;
      if constexpr (lanes == 8) r = higher(r, __builtin_shufflevector(r, r, 4, 5, 6, 7, 0, 1, 2, 3));
      if constexpr (lanes == 8) r = higher(r, __builtin_shufflevector(r, r, 2, 3, 0, 1, 6, 7, 4, 5));
      if constexpr (lanes == 8) r = higher(r, __builtin_shufflevector(r, r, 1, 0, 3, 2, 5, 4, 7, 6));
      if constexpr (lanes == 4) r = higher(r, __builtin_shufflevector(r, r, 2, 3, 0, 1));
      if constexpr (lanes == 4) r = higher(r, __builtin_shufflevector(r, r, 1, 0, 3, 2));
      if constexpr (lanes == 2) r = higher(r, __builtin_shufflevector(r, r, 1, 0));
      for (auto& part : most.r) part = r;
    }
    return most;
  }
  // A bit for each lane that has the highest number of all. Four are compared with the three others at once, which
  // takes less time than to find the maximum first.
  APART_INLINE static u32 lanes_of_highest(const P& most) {
    if constexpr (W == 1) {
      return 1;
    } else if constexpr (W == 4 && P::kRegisters == 1) {
      const auto r = most.r[0];
      Mask<T, W> out;
      out.r[0] = (r >= __builtin_shufflevector(r, r, 2, 3, 0, 1)) & (r >= __builtin_shufflevector(r, r, 1, 2, 3, 0)) &
                 (r >= __builtin_shufflevector(r, r, 3, 0, 1, 2));
      return bits(out);
    } else {
      return bits(most == highest_in_all(most));
    }
  }
  APART_INLINE T highest() const {
    if constexpr (W == 1)
      return highest_in_all();
    else
      return highest_in_all()[0];
  }

 private:
  template <class Numbers>
  APART_INLINE static Numbers higher(Numbers a, Numbers b) {
    return a < b ? b : a;
  }
};

// Of N blocks, all of whose heights stay in registers. A point is the farthest if it is so among those of its lane, and
// the lane has the highest: the two are found side by side.
template <class T, int W, int N>
APART_INLINE u32 farthest_of_few(const EightPoints<T>* points, const Vec3<typename EightNumbers<T, W>::P>& along) {
  using Eight = EightNumbers<T, W>;
  Eight heights[N], most;
  for (int b = 0; b < N; ++b) heights[b] = Eight::heights(points[b], along);
  most = heights[0];
  for (int b = 1; b < N; ++b) most.raise(heights[b]);
  const typename Eight::P top = most.highest_in_each();
  u64 found = 0;
  for (int b = 0; b < N; ++b)
    for (int k = 0; k < Eight::kParts; ++k) found |= u64(bits(heights[b].parts[k] == top)) << (8 * b + k * W);
  constexpr u64 kEachLane = ~u64(0) / ((u64(1) << W) - 1);  // a bit every W
  found &= kEachLane * Eight::lanes_of_highest(top);
  return found == 0 ? 0 : static_cast<u32>(std::countr_zero(found));
}

// The index of the first of the farthest. Heights are stored, the maximum is found without its index, and then the
// first that equals it, which is less work than to carry an index in each lane. For few points, no branch depends on
// the heights: it would be mispredicted more often than not.
template <int W, class T>
APART_INLINE u32 farthest_in_lanes(const EightPoints<T>* points, u32 blocks, Vec3<T> direction) {
  using Eight = EightNumbers<T, W>;
  using P = typename Eight::P;
  constexpr u32 kAtOnce = 32;  // blocks
  alignas(64) T heights[8 * kAtOnce];
  const Vec3<P> along = in_all_lanes<P>(direction);
  if (blocks == 1) [[likely]]
    return farthest_of_few<T, W, 1>(points, along);
  if (blocks == 4) return farthest_of_few<T, W, 4>(points, along);
  if constexpr (W >= 8) switch (blocks) {
      case 2:
        return farthest_of_few<T, W, 2>(points, along);
      case 3:
        return farthest_of_few<T, W, 3>(points, along);
      case 5:
        return farthest_of_few<T, W, 5>(points, along);
      case 6:
        return farthest_of_few<T, W, 6>(points, along);
      case 7:
        return farthest_of_few<T, W, 7>(points, along);
      case 8:
        return farthest_of_few<T, W, 8>(points, along);
    }
  u32 best = 0;
  T highest = -std::numeric_limits<T>::infinity();
  for (u32 from = 0; from < blocks; from += kAtOnce) {
    const u32 count = lesser(blocks - from, kAtOnce);
    Eight most = Eight::all(highest);
    for (u32 b = 0; b < count; ++b) {
      const Eight h = Eight::heights(points[from + b], along);
      h.store(heights + 8 * b);
      most.raise(h);
    }
    const P wanted = most.highest_in_all();
    if (blocks <= 8) {
      u64 found = 0;
      for (u32 i = 0; i < 8 * count; i += W) found |= u64(bits(Eight::load(heights + i) == wanted)) << i;
      return found == 0 ? 0 : static_cast<u32>(std::countr_zero(found));
    }
    const T top = most.highest();
    if (!(top > highest)) continue;
    highest = top;
    for (u32 i = 0; i < 8 * count; i += W)
      if (const u32 found = bits(Eight::load(heights + i) == wanted)) {
        best = 8 * from + i + static_cast<u32>(std::countr_zero(found));
        break;
      }
  }
  return best;
}

template <int W, class T>
APART_INLINE void farthest_in_each_in_lanes(const EightPoints<T>* points, u32 blocks,
                                            std::span<const Vec3<T>> directions, u32* found) {
  using P = typename EightNumbers<T, W>::P;
  if (blocks == 1)
    for (const Vec3<T>& one : directions) *found++ = farthest_of_few<T, W, 1>(points, in_all_lanes<P>(one));
  else
    for (const Vec3<T>& one : directions) *found++ = farthest_in_lanes<W>(points, blocks, one);
}

template <int W, class T>
APART_INLINE void best_directions_in_lanes(const EightPoints<T>* points, u32 blocks,
                                           std::span<const Vec3<T>> directions, u32* found, T* heights) {
  using Eight = EightNumbers<T, W>;
  using P = typename Eight::P;
  for (u32 b = 0; b < blocks; ++b) {
    Eight most = Eight::heights(points[b], in_all_lanes<P>(directions[0])), best = Eight::all(0);
    for (std::size_t d = 1; d < directions.size(); ++d) {
      const Eight h = Eight::heights(points[b], in_all_lanes<P>(directions[d]));
      for (int k = 0; k < Eight::kParts; ++k) {
        const auto better = most.parts[k] < h.parts[k];
        most.parts[k] = select(better, h.parts[k], most.parts[k]);
        best.parts[k] = select(better, P(static_cast<T>(d)), best.parts[k]);
      }
    }
    most.store(heights + 8 * b);
    T numbers[8];
    best.store(numbers);
    for (u32 k = 0; k < 8; ++k) found[8 * b + k] = static_cast<u32>(static_cast<std::int32_t>(numbers[k]));
  }
}

template <int W, class T>
APART_INLINE void farthest_points_in_lanes(const PointScan<T>* scans, u32 count, Vec3<T>* found) {
  for (u32 k = 0; k < count; ++k) {
    const u32 at = farthest_in_lanes<W>(scans[k].points, scans[k].eights, scans[k].direction);
    found[k] = scans[k].points[at / 8].point(at % 8);
  }
}

// Multiplies points by a matrix.
template <int W, class T>
APART_INLINE void turn_eights(const EightPoints<T>* points, u32 blocks, const Mat3<T>& by, EightPoints<T>* out) {
  using Eight = EightNumbers<T, W>;
  using P = typename Eight::P;
  Vec3<P> rows[3];
  for (int i = 0; i < 3; ++i) rows[i] = in_all_lanes<P>(by.rows[i]);
  for (u32 b = 0; b < blocks; ++b) {
    Eight::heights(points[b], rows[0]).store(out[b].x);
    Eight::heights(points[b], rows[1]).store(out[b].y);
    Eight::heights(points[b], rows[2]).store(out[b].z);
  }
}

template <class T, int W>
APART_INLINE T reach_in_lanes(const EightPoints<T>* points, u32 blocks, Vec3<T> direction) {
  using Eight = EightNumbers<T, W>;
  using P = typename Eight::P;
  const Vec3<P> along = in_all_lanes<P>(direction);
  Eight most = Eight::all(-std::numeric_limits<T>::infinity());
  for (u32 b = 0; b < blocks; ++b) most.raise(Eight::heights(points[b], along));
  return most.highest();
}

template <class T, int W>
APART_INLINE T heights_in_lanes(const EightPoints<T>* points, u32 blocks, Vec3<T> direction, T* heights) {
  using Eight = EightNumbers<T, W>;
  using P = typename Eight::P;
  const Vec3<P> along = in_all_lanes<P>(direction);
  Eight most = Eight::all(-std::numeric_limits<T>::infinity());
  for (u32 b = 0; b < blocks; ++b) {
    const Eight h = Eight::heights(points[b], along);
    h.store(heights + 8 * b);
    most.raise(h);
  }
  return most.highest();
}

template <class T, int W>
inline constexpr PointSearch<T> kPointSearch{farthest_in_lanes<W, T>,        farthest_in_each_in_lanes<W, T>,
                                             best_directions_in_lanes<W, T>, farthest_points_in_lanes<W, T>,
                                             reach_in_lanes<T, W>,           heights_in_lanes<T, W>};

}  // namespace APART_LANES_OF_MACHINE
}  // namespace apart
