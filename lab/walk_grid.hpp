// One traversal for each combination of choices: counts, times, and times as the cost equation predicts them.
#pragma once
#include <apart/hierarchy/model.hpp>
#include <apart/kit/kit.hpp>

#include "lab/run.hpp"

namespace apart::lab {

// The words of each choice, in the order of kit::choices(); every combination of them is a row.
struct WalkGrid {
  std::vector<std::vector<std::string>> words;
  std::vector<u32> leaves{kit::TreeChoice{}.leaf}, branchings{kit::TreeChoice{}.branching};
  double tolerance = 0;
  Pose a_in_world{};

  std::size_t size() const;
};

// Adds the table, the plots, and how many rows have other answers than the library. A combination that is not supported
// is no row: a note says why. Throws BadInput if none is.
void run_grid(Run& run, const WalkGrid& grid, const Model& a, std::span<const Pose> b_in_a, const Model& b);

}  // namespace apart::lab
