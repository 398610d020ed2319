// Two rows of teeth, 40,000 triangles each, the upper at rest (Ehmann, Lin: section 8, scenarios 5 and 6, tables 3 and
// 4; published with scanned teeth of 40,180 and 47,339). The lower shifts to and fro and gives way downward, always as
// near as it may be, so that all of one is near the other; or it opens and closes like a jaw.
#include <apart/base/sin_cos.hpp>
#include <apart/queries/tracker.hpp>
#include <samples/generate.hpp>

#include "lab/experiment.hpp"
#include "lab/experiments/moving_pairs.hpp"

namespace apart::lab {
namespace {

MovingPair jaws(Run& run) {
  const u32 triangles = run.pick(4000u, 40000u);
  return {"teeth",
          Model::make(generate::teeth(generate::Jaw::upper, triangles)).value(),
          Model::make(generate::teeth(generate::Jaw::lower, triangles)).value(),
          {}};
}

}  // namespace

void teeth_shifting(Run& run) {
  MovingPair pair = jaws(run);
  const int frames = run.pick(40, 1000);
  // The bite goes 0.07 up and down: this far open, teeth are 0.01 apart wherever they shift to.
  constexpr double near = 0.005, open = 2 * 0.07 - generate::kBite + 0.01;
  Tracker tracker(pair.a, pair.b);
  for (int k = 0; k < frames; ++k) {
    const SinCos t = sin_cos(2.0 * k / frames);  // twice there and back
    const auto at = [&](double down) { return Pose::shift({0.03 * t.sin, 0, -down}); };
    double too_near = 0, far_enough = open;
    for (int step = 0; step < 10; ++step) {
      const double middle = 0.5 * (too_near + far_enough);
      (tracker.within(at(middle), near) ? too_near : far_enough) = middle;
    }
    pair.b_in_a.push_back(at(far_enough));
  }
  query_moving_pairs(run, {&pair, 1}, 0.02,
                     {0.514, 24.69, 91.67, 43.42, 0.177,  //
                      0.604, 1.780, 54.73, 11.53, 7.152, 0.184, 1.466, 0.114, 5.529, 5.653});
}

void teeth_closing(Run& run) {
  MovingPair pair = jaws(run);
  const int frames = run.pick(40, 1000);
  for (int k = 0; k < frames; ++k) {
    // About a joint behind the molars and above the bite, from shut to 25° and back, twice.
    const SinCos t = sin_cos((25.0 / 360) * 0.5 * (1 - sin_cos(2.0 * k / frames).cos));
    const Mat3d turned{{{1, 0, 0}, {0, t.cos, t.sin}, {0, -t.sin, t.cos}}};
    constexpr Vec3d joint{0, -0.8, 0.3};
    pair.b_in_a.push_back({turned, joint - turned * joint});
  }
  query_moving_pairs(run, {&pair, 1}, 0.02,
                     {0.841, 17.79, 20.65, 14.32, 4.190,  //
                      1.733, 3.432, 20.23, 10.43, 9.937, 7.980, 9.285, 8.090, 7.740, 7.957});
}

}  // namespace apart::lab
