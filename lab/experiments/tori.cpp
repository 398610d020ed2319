// Interlocked tori, one bent, one wrinkled, 2,000 triangles each (Ehmann, Lin: section 8, scenario 1, tables 3 and 4).
// The bent one stays; the wrinkled one hangs in it, swings and turns.
#include <samples/generate.hpp>

#include "lab/experiment.hpp"
#include "lab/experiments/motion.hpp"
#include "lab/experiments/moving_pairs.hpp"

namespace apart::lab {

void tori(Run& run) {
  const u32 triangles = run.pick(400u, 2000u);
  const MovingBody bent{.model = Model::make(generate::bent_torus(triangles)).value(), .fixed = true};
  // Standing upright, its tube through the hole of the other.
  const MovingBody wrinkled{.model = Model::make(generate::wrinkled_torus(triangles)).value(),
                            .start = Pose::from_quaternion(1, 1, 0, 0, {1, 0, 0.1}).value(),
                            .velocity = {-0.004, 0.006, 0.003},
                            .spin = {0.02, 0.01, 0.015},
                            .turning_radius = 0.8};
  const Motion motion = simulate({bent, wrinkled}, {.frames = run.pick(50, 1000),
                                                    .steps = run.pick(40, 2),
                                                    .pull =
                                                        [](Vec3d) {
                                                          return Vec3d{0, 0, -1e-4};
                                                        },
                                                    .bounce = 0.9});
  const MovingPair pair{"tori", bent.model, wrinkled.model, seen_from(motion, 0, 1)};
  query_moving_pairs(run, {&pair, 1}, 0.01,
                     {2.711, 1.609, 7.857, 1.510, 0.696,  //
                      7.492, 11.16, 4.424, 2.452, 2.562, 2.414, 2.498, 2.444, 1.602, 1.612});
}

}  // namespace apart::lab
