// Queries of deforming models: at this moment, and over a step, in which vertices move in straight lines.
#pragma once
#include <apart/motion/deforming/deforming_model.hpp>
#include <apart/motion/triangles/first_contact.hpp>
#include <apart/queries/collide.hpp>
#include <apart/queries/collisions.hpp>
#include <apart/queries/distance.hpp>
#include <apart/queries/within.hpp>

namespace apart {

// At this moment, of surfaces, with the answers that models of the same meshes give. Other queries take model().
Collision collide(const DeformingModel& a, const DeformingModel& b);
Within within(const DeformingModel& a, const DeformingModel& b, double tolerance);
Distance distance(const DeformingModel& a, const DeformingModel& b, const DistanceOptions& options = {});
// As self_collisions of a model: pairs of neighbours if they have a point in common beyond what they share.
std::vector<TouchingPair> self_collisions(const DeformingModel& model);

// The first contact of a step.
struct DeformingImpact {
  bool hit = false;       // false: proven free at all times of the step
  double free_until = 1;  // proven free before; times are from 0 to 1
  double contact_by = 1;  // in contact, or no farther apart than `distance`
  double distance = 0;
  u32 triangle_a = 0, triangle_b = 0;
  Vec3d on_a, on_b;  // at contact_by
  Vec3d normal;      // from A to B; see FirstContact
  Status status = Status::exact;
};

// Over the steps of both (start_step). That of a model which started none begins with its first state.
DeformingImpact impact(const DeformingModel& a, const DeformingModel& b, const FirstContactOptions& options = {});
// Of a model with itself: where its surface touches itself first. Of triangles with common vertices, what they share
// does not count, and `clearance` must be 0.
DeformingImpact self_impact(const DeformingModel& model, const FirstContactOptions& options = {});

}  // namespace apart
