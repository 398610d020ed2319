// The everyday door: models and plain shapes, what may be asked of two of them, and the check of many.
//
//   auto gear  = apart::load("gear.stl").value();
//   auto shaft = apart::load("shaft.stl").value();
//   apart::Pose at = apart::Pose::shift({0, 0, 12.5});     // the shaft seen from the gear
//   if (apart::collide(gear, at, shaft)) …                   // without a pose: both where they were made
//   double gap = apart::distance(gear, at, shaft).distance;
//   apart::Shape tool = apart::Capsule{.radius = 2, .length = 30};
//   double room = apart::distance(gear, at, tool).distance;
//
// Poses go in, values come out. Points are in A's frame, or in the world's when two world poses are given. A Model
// is immutable, and any number of threads may ask it at once.
#pragma once
#include <apart/convex/cast_shapes.hpp>
#include <apart/convex/closest_shape.hpp>
#include <apart/convex/collide_shapes.hpp>
#include <apart/convex/distance_shapes.hpp>
#include <apart/convex/inside_shape.hpp>
#include <apart/convex/manifold_shapes.hpp>
#include <apart/convex/penetration_shapes.hpp>
#include <apart/convex/span_shapes.hpp>
#include <apart/convex/within_shapes.hpp>
#include <apart/io/load.hpp>
#include <apart/io/shape_text.hpp>
#include <apart/queries/batch.hpp>
#include <apart/queries/batch_shapes.hpp>
#include <apart/queries/clash.hpp>
#include <apart/queries/collide.hpp>
#include <apart/queries/collisions.hpp>
#include <apart/queries/containment.hpp>
#include <apart/queries/distance.hpp>
#include <apart/queries/intersection.hpp>
#include <apart/queries/self_collisions.hpp>
#include <apart/queries/shape_model.hpp>
#include <apart/queries/shape_tracker.hpp>
#include <apart/queries/span.hpp>
#include <apart/queries/tracker.hpp>
#include <apart/queries/within.hpp>
#include <apart/queries/without_pose.hpp>
#include <apart/scene/check.hpp>
#include <apart/scene/near_pairs.hpp>
