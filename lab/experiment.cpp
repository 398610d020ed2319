#include "lab/experiment.hpp"

namespace apart::lab {

std::span<const Experiment> experiments() {
  static constexpr Experiment list[] = {
      {"obb-fit", "How tight are boxes along the principal axes?", obb_fit},
      {"axes-lost", "What is lost when rectangles are tested along their minor axes only?", axes_lost},
      {"rivals", "The same questions through other libraries: who is right, and how fast?", rivals},
  };
  return list;
}

}  // namespace apart::lab
