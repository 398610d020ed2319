// The list of experiments. To add one: a file lab/experiments/<name>.cpp, a line here, and a line in experiment.cpp.
#pragma once
#include <span>
#include <string_view>

#include "lab/run.hpp"

namespace apart::lab {

struct Experiment {
  std::string_view name;      // as the user writes it
  std::string_view question;  // in one line
  void (*run)(Run& run);
};

std::span<const Experiment> experiments();  // in the order of the report

void adaptive_trees(Run& run);
void axes_lost(Run& run);
void box_axes(Run& run);
void broad_phases(Run& run);
void bsp_sweeps(Run& run);
void builders(Run& run);
void contact_angles(Run& run);
void convex_decomposition(Run& run);
void covariances(Run& run);
void cup_and_spoon(Run& run);
void curved_surfaces(Run& run);
void deforming(Run& run);
void distance_cost(Run& run);
void fits(Run& run);
void fly_through(Run& run);
void grazing_scan(Run& run);
void hull_hierarchy(Run& run);
void lanes(Run& run);
void obb_fit(Run& run);
void overlap_tests(Run& run);
void parallel_proximity(Run& run);
void rivals(Run& run);
void rules(Run& run);
void sliding_spheres(Run& run);
void smaller_ideas(Run& run);
void spiral_peg_large(Run& run);
void spiral_peg_small(Run& run);
void teeth_closing(Run& run);
void teeth_shifting(Run& run);
void test_tree(Run& run);
void time_critical(Run& run);
void tori(Run& run);
void transverse(Run& run);

}  // namespace apart::lab
