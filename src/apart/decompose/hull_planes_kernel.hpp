// The tests of hull_planes.hpp. Included only by the sources that compile them for an instruction set.
#pragma once
#include <apart/base/pack.hpp>
#include <apart/decompose/hull_planes.hpp>
#include <bit>

namespace apart::decomposition {
inline namespace APART_LANES_OF_MACHINE {

using Numbers = Pack<float, 8>;

struct PlanesInLanes {
  Numbers x, y, z, offset;

  APART_INLINE explicit PlanesInLanes(const EightPlanes& planes)
      : x(Numbers::load(planes.x)),
        y(Numbers::load(planes.y)),
        z(Numbers::load(planes.z)),
        offset(Numbers::load(planes.offset)) {}
  APART_INLINE Numbers along(const Vec3f& p) const { return x * Numbers(p.x) + y * Numbers(p.y) + z * Numbers(p.z); }
};

APART_INLINE u32 first_beyond_box(const EightPlanes* planes, u32 count, const volumes::Aabb<float>& box) {
  for (u32 k = 0; k < count; k += 8) {
    const PlanesInLanes of(planes[k / 8]);
    const Numbers reach =
        abs(of.x) * Numbers(box.half.x) + abs(of.y) * Numbers(box.half.y) + abs(of.z) * Numbers(box.half.z);
    if (const u32 found = bits(of.along(box.centre) - reach > of.offset); found != 0)
      return k + static_cast<u32>(std::countr_zero(found));
  }
  return HullPlanes::kMost;
}

APART_INLINE u64 beyond_of_point(const EightPlanes* planes, u32 count, const Vec3f& point) {
  u64 out = 0;
  for (u32 k = 0; k < count; k += 8) {
    const PlanesInLanes of(planes[k / 8]);
    out |= u64{bits(of.along(point) > of.offset)} << k;
  }
  return out;
}

}  // namespace APART_LANES_OF_MACHINE
}  // namespace apart::decomposition
