// Shape cast: when does a shape that is translated first touch another? A ray cast is that of a point.
#pragma once
#include <apart/base/status.hpp>
#include <apart/queries/element_id.hpp>
#include <apart/queries/pair_cache.hpp>
#include <apart/shapes/shape.hpp>

namespace apart {

struct CastOptions {
  PairCache* cache = nullptr;  // of this pair
};

struct Cast {
  bool hit = false;
  double time = 1;       // time of impact in [0, 1], a share of the motion: never later than the first touch; 0 if they
                         // touch initially
  Vec3d on_a{}, on_b{};  // contact points with B moved, in A's frame (in the world, with world poses)
  Vec3d normal{1, 0, 0};  // unit vector, from A to B
  ElementId a{}, b{};     // of unions: the pieces
  Status status = Status::exact;

  explicit operator bool() const { return hit; }
};

// B is translated by `motion`, in A's frame (in the world, with world poses).
Cast cast(const Shape& a, const Pose& b_in_a, const Shape& b, Vec3d motion, const CastOptions& options = {});
Cast cast(const Shape& a, const Pose& a_in_world, const Shape& b, const Pose& b_in_world, Vec3d motion,
          const CastOptions& options = {});
inline Cast cast(const Shape& a, const Shape& b, Vec3d motion, const CastOptions& options = {}) {
  return cast(a, Pose{}, b, motion, options);
}

}  // namespace apart
