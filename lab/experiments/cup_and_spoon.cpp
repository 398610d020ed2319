// A spoon of 84 triangles is dropped into a cup of 8,000 (Ehmann, Lin: section 8, scenario 2, tables 3 and 4).
#include <samples/generate.hpp>

#include "lab/experiment.hpp"
#include "lab/experiments/motion.hpp"
#include "lab/experiments/moving_pairs.hpp"

namespace apart::lab {

void cup_and_spoon(Run& run) {
  const MovingBody cup{.model = Model::make(generate::cup(run.pick(1500u, 8000u))).value(), .fixed = true};
  // Bowl down, above the middle, leaning.
  const MovingBody spoon{.model = Model::make(generate::spoon()).value(),
                         .start = Pose::from_quaternion(1, 0.1, 0.8, 0.05, {0.05, 0.1, 3}).value(),
                         .velocity = {0.001, -0.001, 0},
                         .spin = {0.002, 0.001, 0.01},
                         .turning_radius = 0.5};
  const Motion motion = simulate({cup, spoon}, {.frames = run.pick(50, 1000),
                                                .steps = run.pick(40, 2),
                                                .pull =
                                                    [](Vec3d) {
                                                      return Vec3d{0, 0, -1e-4};
                                                    },
                                                .bounce = 0.6});
  const MovingPair pair{"spoon in cup", cup.model, spoon.model, seen_from(motion, 0, 1)};
  query_moving_pairs(run, {&pair, 1}, 0.01,
                     {0.8761, 0.584, 0.660, 0.840, 0.505,  //
                      3.931, 3.814, 1.728, 1.234, 1.284, 1.058, 1.266, 1.070, 0.923, 0.919});
}

}  // namespace apart::lab
