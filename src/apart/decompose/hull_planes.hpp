// Planes of a hull in floats, eight side by side, with room for all rounding: what is beyond one of them here is
// beyond the plane itself.
#pragma once
#include <apart/base/pack.hpp>
#include <apart/base/rounding.hpp>
#include <apart/hierarchy/box_tree.hpp>
#include <array>
#include <bit>

namespace apart::decomposition {

class HullPlanes {
 public:
  static constexpr u32 kMost = 64;

  // Points are in the frame of a tree of boxes, relative to its centre.
  explicit HullPlanes(const hierarchy::Frame& frame);

  void clear() { count_ = 0; }
  u32 size() const { return count_; }
  // The plane through a point, with a normal of length 1, which the points of the model may be beyond by `error` less
  // than it seems.
  void add(Vec3d at, Vec3d normal, double error);

  // The first plane that all of a box is beyond, or kMost.
  u32 first_beyond(const volumes::Aabb<float>& box) const {
    for (u32 k = 0; k < count_; k += 8) {
      const Eight& e = eights_[k / 8];
      const Numbers reach =
          abs(e.x) * Numbers(box.half.x) + abs(e.y) * Numbers(box.half.y) + abs(e.z) * Numbers(box.half.z);
      if (const u32 found = bits(dot(e, box.centre) - reach > e.offset); found != 0)
        return k + static_cast<u32>(std::countr_zero(found));
    }
    return kMost;
  }
  // A bit for each plane that a point is beyond.
  u64 beyond(Vec3f point) const {
    u64 out = 0;
    for (u32 k = 0; k < count_; k += 8) out |= u64{bits(dot(eights_[k / 8], point) > eights_[k / 8].offset)} << k;
    return out;
  }

 private:
  using Numbers = Pack<float, 8>;
  struct Eight {
    Numbers x, y, z, offset;
  };

  APART_INLINE static Numbers dot(const Eight& e, Vec3f p) {
    return e.x * Numbers(p.x) + e.y * Numbers(p.y) + e.z * Numbers(p.z);
  }
  Vec3d centre_;
  double room_;  // for rounding
  std::array<Eight, kMost / 8> eights_;
  u32 count_ = 0;
};

}  // namespace apart::decomposition
