#include "lab/experiment.hpp"

namespace apart::lab {

std::span<const Experiment> experiments() {
  static constexpr Experiment list[] = {
      {"fits", "How tight and how fast are ways to fit a volume?", fits},
      {"obb-fit", "How tight are boxes along the principal axes?", obb_fit},
      {"covariances", "What is each covariance blind to, and how bad can a box along principal axes be?", covariances},
      {"axes-lost", "What is lost when rectangles are tested along their minor axes only?", axes_lost},
      {"box-axes", "Which of the fifteen axes are worth their cost?", box_axes},
      {"overlap-tests", "What does one test of two volumes cost?", overlap_tests},
      {"test-tree", "How many tests must a traversal make, and what can speed it up?", test_tree},
      {"sliding-spheres", "What do all contacts cost as one sphere slides out of another?", sliding_spheres},
      {"contact-angles", "At which angle do sliding spheres meet, and what does a contact cost there?", contact_angles},
      {"parallel-proximity", "How do tests grow as the gap between parallel surfaces falls?", parallel_proximity},
      {"transverse", "How do tests grow with the triangles where surfaces cross?", transverse},
      {"fly-through", "What does a hand that moves through a cabin cost, frame by frame?", fly_through},
      {"grazing-scan", "What do spheres around oriented boxes save in grazing contact?", grazing_scan},
      {"convex-decomposition", "How many convex pieces does each method find, and how fast?", convex_decomposition},
      {"hull-hierarchy", "What does a hierarchy of hulls over convex pieces take to build and to keep?",
       hull_hierarchy},
      {"tori", "Interlocked tori: what does each acceleration save?", tori},
      {"cup-and-spoon", "A spoon dropped into a cup: what does each acceleration save?", cup_and_spoon},
      {"spiral-peg-large", "Three tori round a spiral peg: what does each acceleration save?", spiral_peg_large},
      {"spiral-peg-small", "Three tori round the rod of a spiral peg: what does each acceleration save?",
       spiral_peg_small},
      {"teeth-shifting", "Teeth that shift, everywhere close: what does each acceleration save?", teeth_shifting},
      {"teeth-closing", "Teeth that open and close: what does each acceleration save?", teeth_closing},
      {"distance-cost", "What does a query cost as bodies come closer, for each kind of proximity?", distance_cost},
      {"broad-phases", "What does each broad phase cost as boxes become more?", broad_phases},
      {"time-critical", "How good is an answer when the time for it is up?", time_critical},
      {"builders", "What does each builder cost, and how good are its trees?", builders},
      {"rules", "Which order, descent rule and space take the fewest tests, and the least time?", rules},
      {"lanes", "What do SIMD lanes gain with volumes other than those of a model?", lanes},
      {"smaller-ideas", "What do the smaller ideas of the literature cost, and gain?", smaller_ideas},
      {"deforming", "What does it cost to keep the hierarchy of a mesh that deforms?", deforming},
      {"adaptive-trees", "Are trees that adapt to what is asked of them faster?", adaptive_trees},
      {"curved-surfaces", "What do trees over curved surfaces save that are built where a traversal goes?",
       curved_surfaces},
      {"bsp-sweeps", "What do sweeps through a BSP tree of a level cost, and how early are they?", bsp_sweeps},
      {"rivals", "The same queries with other libraries: who is right, and how fast?", rivals},
  };
  return list;
}

}  // namespace apart::lab
