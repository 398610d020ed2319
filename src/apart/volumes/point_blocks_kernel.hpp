// The searches of point_blocks.hpp, W points at once. Included only by the sources that compile them for a machine.
#pragma once
#include <apart/base/pack.hpp>
#include <apart/volumes/point_blocks.hpp>

namespace apart {
inline namespace APART_LANES_OF_MACHINE {

template <int W, class P = std::conditional_t<W == 1, float, Pack<float, W>>>
struct PointsAlong {
  static constexpr int kParts = 8 / W;
  P x, y, z;
  P best[kParts];

  APART_INLINE explicit PointsAlong(Vec3f direction) : x(direction.x), y(direction.y), z(direction.z) {
    for (P& b : best) b = P(-std::numeric_limits<float>::infinity());
  }
  APART_INLINE static P load(const float* from) {
    if constexpr (W == 1)
      return *from;
    else
      return P::load(from);
  }
  APART_INLINE static void store(const P& p, float* to) {
    if constexpr (W == 1)
      *to = p;
    else
      p.store(to);
  }
  APART_INLINE P along(const PointBlock& block, int part) const {
    return x * load(block.x + W * part) + y * load(block.y + W * part) + z * load(block.z + W * part);
  }
  APART_INLINE void store_best(float (&to)[8]) const {
    for (int part = 0; part < kParts; ++part) store(best[part], to + W * part);
  }
};

template <int W>
APART_INLINE u32 points_farthest(const PointBlock* blocks, u32 count, Vec3f direction) {
  PointsAlong<W> search(direction);
  using P = decltype(search.x);
  // Points are counted in floats, which a pack can choose among; there are fewer than 2²⁴.
  constexpr float places[8] = {0, 1, 2, 3, 4, 5, 6, 7};
  P number[search.kParts], where[search.kParts];
  for (int part = 0; part < search.kParts; ++part) number[part] = where[part] = search.load(places + W * part);
  for (u32 i = 0; i < count; ++i)
    for (int part = 0; part < search.kParts; ++part) {
      const P along = search.along(blocks[i], part);
      where[part] = select(along > search.best[part], number[part], where[part]);
      search.best[part] = larger(search.best[part], along);
      number[part] += P(8.0f);
    }
  float best[8], point[8];
  search.store_best(best);
  for (int part = 0; part < search.kParts; ++part) search.store(where[part], point + W * part);
  for (int half = 4; half > 0; half /= 2)
    for (int k = 0; k < half; ++k)
      if (best[k + half] > best[k]) best[k] = best[k + half], point[k] = point[k + half];
  return static_cast<u32>(point[0]);
}

template <int W>
APART_INLINE float points_reach(const PointBlock* blocks, u32 count, Vec3f direction) {
  PointsAlong<W> search(direction);
  for (u32 i = 0; i < count; ++i)
    for (int part = 0; part < search.kParts; ++part)
      search.best[part] = larger(search.best[part], search.along(blocks[i], part));
  float best[8];
  search.store_best(best);
  for (int half = 4; half > 0; half /= 2)
    for (int k = 0; k < half; ++k) best[k] = larger(best[k], best[k + half]);
  return best[0];
}

}  // namespace APART_LANES_OF_MACHINE
}  // namespace apart
