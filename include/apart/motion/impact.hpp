// When do two moving models or shapes first touch, or come closer than a clearance, and where?
#pragma once
#include <apart/motion/rigid_motion.hpp>
#include <apart/queries/batch.hpp>

namespace apart {

struct ImpactOptions {
  double within = 0;  // a clearance: the first time that they are this near
  // Nearer than `within` by less than this counts as contact. 0: 1e-8 of the size of the smaller one. It is raised to
  // what rounding takes: then a contact has Status::within_error.
  double tolerance = 0;
  // Closed meshes are solids: one that is inside the other at first is in contact at time 0. Shapes are always solid.
  bool solid = false;
  // The least clearance on the way, if they do not touch: known to this share of itself. With false, it is not
  // searched, and a motion is known to be free as soon as that is proven.
  bool clearance = true;
  double clearance_error = 0.05;
  Budget budget{};  // of tests of bounding volumes and primitives. When it is spent: Status::unfinished
};

struct Impact {
  // In contact, or nearer than the tolerance to it, at `contact_by`. False: they stay apart on [0, free_until], which
  // is [0, 1] unless the status is unfinished.
  bool hit = false;
  bool touching = false;  // at `contact_by` they are in contact for certain (with a clearance: within it)
  // Proven: they are apart (with a clearance: farther than it) at all times before free_until.
  double free_until = 1;
  double contact_by = std::numeric_limits<double>::infinity();  // infinite unless hit
  // Witness points and unit normal from A to B, in A's frame at contact_by; without meaning unless hit, or if
  // contained.
  Vec3d on_a{}, on_b{}, normal{1, 0, 0};
  ElementId a{}, b{};      // on which the points lie
  bool contained = false;  // one solid is inside the other at time 0
  // The least distance on [0, free_until] or, if hit, on [0, contact_by]: at most this, which is the distance at the
  // time `nearest_at`, and at least `clearance_at_least`, which is proven. Infinite if no distance was computed.
  double least_clearance = std::numeric_limits<double>::infinity();
  double clearance_at_least = 0;
  double nearest_at = 0;
  Status status = Status::exact;

  explicit operator bool() const { return hit; }
};

// Each moves in the world. Of two models contact is that of their surfaces; triangles need not be connected. Answers
// are the same bits on every machine. A half-space that turns takes small steps, and two of them may be left
// unfinished.
Impact impact(const Geometry& a, const RigidMotion& motion_a, const Geometry& b, const RigidMotion& motion_b,
              const ImpactOptions& options = {});
// B moves in A's frame.
Impact impact(const Geometry& a, const Geometry& b, const RigidMotion& b_in_a, const ImpactOptions& options = {});
// Is a motion free of contact? Computes no more than it takes to tell.
bool is_free(const Geometry& a, const RigidMotion& motion_a, const Geometry& b, const RigidMotion& motion_b,
             ImpactOptions options = {});

// Many motions of B in A's frame: one result each, in order, the same bits for any number of threads.
Batch<Impact> impact(const Geometry& a, const Geometry& b, std::span<const RigidMotion> b_in_a,
                     const ImpactOptions& options = {}, const BatchOptions& how = {});
// Many pairs of motions in the world, as many of A as of B.
Batch<Impact> impact(const Geometry& a, std::span<const RigidMotion> motions_a, const Geometry& b,
                     std::span<const RigidMotion> motions_b, const ImpactOptions& options = {},
                     const BatchOptions& how = {});

}  // namespace apart
