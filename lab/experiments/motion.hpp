// A simulation of bodies that move without contact, for the motions of the literature: pulled, and pushed away by what
// they approach. Sums, products and roots only, so that every machine computes the same motion.
#pragma once
#include <apart/hierarchy/model.hpp>
#include <functional>
#include <vector>

namespace apart::lab {

struct MovingBody {
  Model model;
  Pose start{};                 // in the world; it turns about its own origin
  Vec3d velocity{}, spin{};     // a step; radians
  double turning_radius = 0.6;  // how far its mass lies from that origin
  bool fixed = false;
};

struct MotionOptions {
  int frames = 100;
  int steps = 1;                           // from frame to frame
  std::function<Vec3d(Vec3d place)> pull;  // added to the velocity of a body there, each step
  double clearance = 0.002;                // the least distance of any two
  double bounce = 0.5;                     // restitution
};

using Motion = std::vector<std::vector<Pose>>;  // poses in the world, by frame, then by body

Motion simulate(const std::vector<MovingBody>& bodies, const MotionOptions& options);

// The relative pose of one body in the frame of another, frame by frame.
std::vector<Pose> seen_from(const Motion& motion, std::size_t from, std::size_t body);

}  // namespace apart::lab
