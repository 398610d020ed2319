// Planes of a hull in floats, eight side by side, with room for all rounding: what is beyond one of them here is
// beyond the plane itself.
#pragma once
#include <apart/base/lane_width.hpp>
#include <apart/hierarchy/box_tree.hpp>
#include <array>

namespace apart::decomposition {

struct alignas(32) EightPlanes {
  float x[8], y[8], z[8], offset[8];
};

// For each instruction set: the first plane that a box is beyond, or HullPlanes::kMost; bits of those that a point is.
struct HullPlaneTests {
  u32 (*box)(const EightPlanes* planes, u32 count, const volumes::Aabb<float>& box);
  u64 (*point)(const EightPlanes* planes, u32 count, const Vec3f& point);
};

class HullPlanes {
 public:
  static constexpr u32 kMost = 63;  // so that a mask of planes has a bit to spare

  // Points are in the frame of a tree of boxes, relative to its centre.
  explicit HullPlanes(const hierarchy::Frame& frame);

  void clear() { count_ = 0; }
  u32 size() const { return count_; }
  // A plane in floats: a point whose product with the normal is greater than `beyond` is beyond it, and one whose is
  // not greater than `behind` is behind it.
  struct Plane {
    Vec3f normal;
    float beyond, behind;
  };
  // The plane through a point, with a normal of length 1 or less, which the points of the model may be beyond or behind
  // by `error` less than it seems.
  Plane plane(Vec3d at, Vec3d normal, double error) const;
  void add(const Plane& plane);

  // The first plane that all of a box is beyond, or kMost.
  u32 first_beyond(const volumes::Aabb<float>& box) const { return tests_->box(eights_.data(), count_, box); }
  // A bit for each plane that a point is beyond.
  u64 beyond(const Vec3f& point) const { return tests_->point(eights_.data(), count_, point); }

 private:
  const HullPlaneTests* tests_;
  Vec3d centre_;
  double room_;  // for rounding
  std::array<EightPlanes, (kMost + 7) / 8> eights_;
  u32 count_ = 0;
};

}  // namespace apart::decomposition
