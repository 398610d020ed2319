// The everyday header: models and shapes, the queries of two of them, and the check of many.
//
//   auto gear  = apart::load("gear.stl").value();
//   auto shaft = apart::load("shaft.stl").value();
//   apart::Pose at = apart::Pose::shift({0, 0, 12.5});     // the shaft seen from the gear
//   if (apart::collide(gear, at, shaft)) …                   // without a pose: both where they were made
//   double gap = apart::distance(gear, at, shaft).distance;
//   apart::Shape tool = apart::Capsule{.radius = 2, .length = 30};
//   double clearance = apart::distance(gear, at, tool).distance;
//
// Poses go in, values come out. Points are in A's frame, or in the world's when two world poses are given. A Model
// is immutable, and any number of threads may query it at once.
#pragma once
#include <apart/io/read.hpp>
#include <apart/io/shape_text.hpp>
#include <apart/io/tree_file.hpp>
#include <apart/io/write.hpp>
#include <apart/queries/batch.hpp>
#include <apart/queries/cast.hpp>
#include <apart/queries/clash.hpp>
#include <apart/queries/closest.hpp>
#include <apart/queries/collide.hpp>
#include <apart/queries/collisions.hpp>
#include <apart/queries/containment.hpp>
#include <apart/queries/distance.hpp>
#include <apart/queries/hausdorff.hpp>
#include <apart/queries/intersection.hpp>
#include <apart/queries/penetration.hpp>
#include <apart/queries/ray.hpp>
#include <apart/queries/self.hpp>
#include <apart/queries/solid_intersection.hpp>
#include <apart/queries/span.hpp>
#include <apart/queries/tracker.hpp>
#include <apart/queries/within.hpp>
#include <apart/scene/check.hpp>
#include <apart/scene/near_pairs.hpp>
#include <apart/shapes/mesh/topology.hpp>
