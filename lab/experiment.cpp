#include "lab/experiment.hpp"

namespace apart::lab {

std::span<const Experiment> experiments() {
  static constexpr Experiment list[] = {
      {"fits", "How tight and how fast are ways to fit a volume?", fits},
      {"obb-fit", "How tight are boxes along the principal axes?", obb_fit},
      {"axes-lost", "What is lost when rectangles are tested along their minor axes only?", axes_lost},
      {"overlap-tests", "What does one test of two volumes cost?", overlap_tests},
      {"sliding-spheres", "What do all contacts cost as one sphere slides out of another?", sliding_spheres},
      {"parallel-proximity", "How do tests grow as the gap between parallel surfaces falls?", parallel_proximity},
      {"transverse", "How do tests grow with the triangles where surfaces cross?", transverse},
      {"fly-through", "What does a hand that flies through a cabin cost, frame by frame?", fly_through},
      {"rivals", "The same questions through other libraries: who is right, and how fast?", rivals},
  };
  return list;
}

}  // namespace apart::lab
