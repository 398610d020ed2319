// The scenes in which other libraries are compared with ours, and what Apart tests in them.
#pragma once
#include <apart/apart.hpp>
#include <memory>
#include <string>
#include <vector>

#include "lab/experiment.hpp"

namespace apart::lab {

enum class RivalQuery { collide, tracked_collide, contacts, distance, tracked_distance };
inline constexpr const char* kRivalQueryNames[] = {"yes/no", "yes/no, ours tracked", "all contacts", "distance",
                                                   "distance, ours tracked"};

// WantedRatios ratios of others' time to ours; 0: none.
struct WantedRatios {
  double of_fastest = 0, of_fcl = 0;
};
struct RivalScene {
  std::string name;
  std::shared_ptr<const Mesh> a, b;
  std::vector<Pose> poses;
  RivalQuery query;
  WantedRatios wanted{};
};

std::vector<RivalScene> rival_scenes(const Run& run);

// What a collision test or all contacts of two models test at all poses; of the pairs of triangles that early tests
// leave, how many reach exact signs.
struct WorkOfScene {
  u64 boxes = 0, pairs = 0, exact = 0;
  u64 most_exact = 0;  // at one pose
};
WorkOfScene work_of(const RivalScene& scene);

}  // namespace apart::lab
