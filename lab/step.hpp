// Visualizes a traversal: one self-contained page that steps through every test of a query of two models.
#pragma once
#include <apart/hierarchy/model.hpp>
#include <string>

namespace apart::lab {

struct StepOptions {
  enum class Query { collide, collisions, distance, within };
  Query query = Query::collisions;
  double tolerance = 0;            // of within
  std::size_t most_steps = 20000;  // the page stores the first so many and shows how many there were
};

// Runs the query and returns the page: self-contained HTML. B is at `b_in_a` in A's frame.
std::string step_page(const Model& a, const std::string& name_a, const Pose& b_in_a, const Model& b,
                      const std::string& name_b, const StepOptions& options = {});

// Every such page begins with this line.
inline constexpr std::string_view kStepPageMark = "<!doctype html><!-- apart step -->";

}  // namespace apart::lab
