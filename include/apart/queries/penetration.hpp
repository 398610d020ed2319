// Penetration depth and direction of two shapes.
#pragma once
#include <apart/base/status.hpp>
#include <apart/queries/element_id.hpp>
#include <apart/queries/pair_cache.hpp>
#include <apart/shapes/shape.hpp>

namespace apart {

struct PenetrationOptions {
  PairCache* cache = nullptr;  // of this pair
};

struct Penetration {
  // Moving B by depth · normal separates them; 0 when they do not overlap. Of unions that of the deepest pair of pieces
  // (see signed_distance), which may leave other pairs overlapping. Infinite: half-spaces that no translation
  // separates.
  double depth = 0;
  double at_least = 0;    // proven: no shorter translation separates them
  Vec3d on_a{}, on_b{};   // on_a = on_b + depth · normal: each deepest in the other; any when depth is 0
  Vec3d normal{1, 0, 0};  // the penetration direction, of length 1, from A to B
  ElementId a{}, b{};     // of unions: the pieces
  Status status = Status::exact;
};

// B stands at `b_in_a` in A's frame; or both in the world; or where they were made.
Penetration penetration(const Shape& a, const Pose& b_in_a, const Shape& b, const PenetrationOptions& options = {});
Penetration penetration(const Shape& a, const Pose& a_in_world, const Shape& b, const Pose& b_in_world,
                        const PenetrationOptions& options = {});
inline Penetration penetration(const Shape& a, const Shape& b, const PenetrationOptions& options = {}) {
  return penetration(a, Pose{}, b, options);
}

}  // namespace apart
