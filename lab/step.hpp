// Visualizes a traversal: one self-contained page that steps through every test of a query of two models.
#pragma once
#include <apart/hierarchy/model.hpp>
#include <apart/kit/kit.hpp>
#include <string>

namespace apart::lab {

struct StepOptions {
  enum class Query { collide, collisions, distance, within };
  Query query = Query::collisions;
  double tolerance = 0;            // of within
  std::size_t most_steps = 20000;  // the page stores the first so many and shows how many there were
  std::size_t most_nodes = 4000;  // of each tree, for whole levels from the root down; those of the steps are all there
};

// Runs the query as the library does, with the hulls of nodes where it uses them, and returns the page: self-contained
// HTML. B is at `b_in_a` in A's frame.
std::string step_page(const Model& a, const std::string& name_a, const Pose& b_in_a, const Model& b,
                      const std::string& name_b, const StepOptions& options = {});
// The traversal of trees of any volume; its query is that of the options. The trees are not lazy.
std::string step_page(const kit::AnyTree& a, const std::string& name_a, const Pose& b_in_a, const kit::AnyTree& b,
                      const std::string& name_b, kit::AnyWalk& walk, const StepOptions& options);

// Every such page begins with this line.
inline constexpr std::string_view kStepPageMark = "<!doctype html><!-- apart step -->";

}  // namespace apart::lab
