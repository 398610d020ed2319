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
    const Numbers x(box.centre.x), y(box.centre.y), z(box.centre.z);
    const Numbers half_x(box.half.x), half_y(box.half.y), half_z(box.half.z);
    for (u32 k = 0; k < count_; k += 8) {
      const Eight& e = eights_[k / 8];
      const Numbers reach = abs(e.x) * half_x + abs(e.y) * half_y + abs(e.z) * half_z;
      if (const u32 found = bits(e.x * x + e.y * y + e.z * z - reach > e.offset); found != 0)
        return k + static_cast<u32>(std::countr_zero(found));
    }
    return kMost;
  }
  // A bit for each plane that a point is beyond.
  u64 beyond(const Vec3f& point) const {
    const Numbers x(point.x), y(point.y), z(point.z);
    u64 out = 0;
    for (u32 k = 0; k < count_; k += 8) {
      const Eight& e = eights_[k / 8];
      out |= u64{bits(e.x * x + e.y * y + e.z * z > e.offset)} << k;
    }
    return out;
  }

 private:
  using Numbers = Pack<float, 8>;
  struct Eight {
    Numbers x, y, z, offset;
  };

  Vec3d centre_;
  double room_;  // for rounding
  std::array<Eight, kMost / 8> eights_;
  u32 count_ = 0;
};

}  // namespace apart::decomposition
