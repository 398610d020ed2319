// A walk to look at: one self-contained page that steps through every test two models' trees took to answer a question.
#pragma once
#include <apart/hierarchy/model.hpp>
#include <string>

namespace apart::lab {

struct StepOptions {
  enum class Ask { collide, collisions, distance, within };
  Ask ask = Ask::collisions;
  double tolerance = 0;            // of within
  std::size_t most_steps = 20000;  // the page keeps the first so many and says how many there were
};

// Asks the question, and gives the page: HTML that needs neither files nor network beside it. B stands at `b_in_a` in
// A's frame.
std::string step_page(const Model& a, const std::string& name_a, const Pose& b_in_a, const Model& b,
                      const std::string& name_b, const StepOptions& options = {});

// Every such page begins with this line.
inline constexpr std::string_view kStepPageMark = "<!doctype html><!-- apart step -->";

}  // namespace apart::lab
