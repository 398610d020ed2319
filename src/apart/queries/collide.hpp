// Do two models touch?
#pragma once
#include <apart/base/status.hpp>
#include <apart/hierarchy/model.hpp>
#include <apart/queries/placed_pair.hpp>
#include <apart/traversal/pair_walk.hpp>
#include <apart/triangles/overlap.hpp>

namespace apart {

struct CollideOptions {
  // Ask closed meshes as solids: one wholly inside the other is a collision too. A mesh that is not closed is a
  // surface all the same.
  bool solid = false;
  Budget budget{};  // when it is spent, Status::unfinished: nothing was found so far
};

struct Collision {
  bool colliding = false;
  bool contained = false;              // no triangles touch: one solid lies inside the other
  u32 triangle_a = 0, triangle_b = 0;  // a touching pair, when colliding and not contained
  Status status = Status::exact;

  explicit operator bool() const { return colliding; }
};

// Touching counts; triangles are decided exactly. B stands at `b_in_a` in A's frame, or both stand in the world.
Collision collide(const Model& a, const Pose& b_in_a, const Model& b, const CollideOptions& options = {});
Collision collide(const Model& a, const Pose& a_in_world, const Model& b, const Pose& b_in_world,
                  const CollideOptions& options = {});

// The question itself, for any walk.
struct CollideQuery {
  using Measure = Touching;
  PlacedPair pair;
  Collision answer{};

  static double reach() { return 0; }
  Found primitives(u32 i, u32 j) { return primitives(i, pair.of_a(i), j, pair.of_b(j)); }
  Found primitives(u32 i, const Triangle& s, u32 j, const Triangle& t) {
    if (!overlap(s, t)) return Found::nothing;
    answer = {.colliding = true, .triangle_a = i, .triangle_b = j};
    return Found::enough;
  }
};

}  // namespace apart
