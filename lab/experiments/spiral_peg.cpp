// Three bent tori of 2,000 triangles each move on a fixed spiral peg of 8,000 (Ehmann, Lin: section 8, scenarios 3 and
// 4, tables 3 and 4). Large ones surround the whole spiral, small ones its rod, like beads on a wire. Queries: the peg
// with each of them, and each with each.
#include <fmt/format.h>
#include <apart/base/sin_cos.hpp>
#include <samples/generate.hpp>

#include "lab/experiment.hpp"
#include "lab/experiments/motion.hpp"
#include "lab/experiments/moving_pairs.hpp"

namespace apart::lab {
namespace {

void spiral_peg(Run& run, const std::vector<MovingBody>& tori, const PublishedQueries& published) {
  std::vector<MovingBody> bodies{
      {.model = Model::make(generate::spiral_peg(run.pick(1500u, 8000u))).value(), .fixed = true}};
  bodies.insert(bodies.end(), tori.begin(), tori.end());
  // Towards the middle of the peg, so that they run to and fro along it and do not leave it.
  const Motion motion = simulate(bodies, {.frames = run.pick(25, 1000),
                                          .steps = run.pick(30, 2),
                                          .pull = [](Vec3d place) { return -1e-4 * place; },
                                          .bounce = 0.9});
  std::vector<MovingPair> pairs;
  for (std::size_t i = 0; i < bodies.size(); ++i)
    for (std::size_t j = i + 1; j < bodies.size(); ++j)
      pairs.push_back({i == 0 ? fmt::format("peg, torus {}", j) : fmt::format("tori {} and {}", i, j), bodies[i].model,
                       bodies[j].model, seen_from(motion, i, j)});
  query_moving_pairs(run, pairs, 0.01, published);
}

Mesh bent_torus(Run& run, double size) { return scaled(generate::bent_torus(run.pick(400u, 2000u)), size); }

}  // namespace

void spiral_peg_large(Run& run) {
  const Model torus = Model::make(bent_torus(run, 1)).value();
  std::vector<MovingBody> tori;
  for (int k = 0; k < 3; ++k)
    tori.push_back({.model = torus,
                    .start = Pose::from_quaternion(1, 0, 0, 0.3 * k, {0, 0, 1.3 * (k - 1)}).value(),
                    .velocity = {0.001 * (k + 1), -0.001, 0.002 * (1 - k)},
                    .spin = {0.002, 0.001 * k, 0.006 * (1 - k)}});
  spiral_peg(run, tori,
             {0.276, 0, 0, 9.865, 3.505,  //
              34.91, 43.16, 11.81, 10.99, 11.88, 4.938, 11.78, 4.975, 5.105, 5.113});
}

void spiral_peg_small(Run& run) {
  constexpr double size = 0.25;
  const Model torus = Model::make(bent_torus(run, size)).value();
  std::vector<MovingBody> tori;
  for (int k = 0; k < 3; ++k) {
    // Round the rod (radius 0.6, 0.7 up a turn) at so many turns from the middle: the torus' axis, z, along it.
    const double turns = 0.9 * (k - 1);
    const SinCos t = sin_cos(turns);
    const Vec3d out{t.cos, t.sin, 0}, ahead{-t.sin, t.cos, 0.7 / (6.283185307179586 * 0.6)};
    const Vec3d along = ahead / length(ahead), third = cross(along, out);
    const Mat3d rows{{out, third, along}};
    tori.push_back({.model = torus,
                    .start = Pose::from_matrix(transposed(rows), 0.6 * out + Vec3d{0, 0, 0.7 * turns}).value(),
                    .velocity = (0.004 * (1.5 - k)) * along,
                    .spin = 0.01 * along,
                    .turning_radius = 0.6 * size});
  }
  spiral_peg(run, tori,
             {0.459, 0, 0, 1.410, 0.966,  //
              36.61, 47.67, 2.720, 1.910, 2.009, 1.572, 1.969, 1.599, 1.513, 1.526});
}

}  // namespace apart::lab
