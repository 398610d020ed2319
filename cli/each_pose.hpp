// The loop of every command that asks one question about a pair of models at many poses.
#pragma once
#include <fmt/format.h>

#include "cli/input.hpp"
#include "cli/output.hpp"

namespace apart::cli {

// The same answer for people and for programs.
struct Answer {
  std::string text;
  Json json;                              // what follows {"pose": …
  std::vector<std::string> details = {};  // lines beneath the text
};

// `ask(pose)` gives the Answer.
template <class Ask>
void for_each_pose(const Pair& pair, bool json, Ask&& ask) {
  Progress progress("poses", pair.poses.size(), true);
  const std::size_t digits = std::to_string(pair.poses.size() - 1).size();
  for (std::size_t k = 0; k < pair.poses.size(); ++k) {
    const Answer answer = ask(pair.poses[k]);
    if (json) {
      Json line{{"pose", k}};
      line.update(answer.json);
      print_object(line);
    } else {
      print_line(pair.numbered ? fmt::format("pose {:<{}}  {}", k, digits, answer.text) : answer.text);
      for (const std::string& detail : answer.details) print_line("  " + detail);
    }
    progress.step();
  }
}

}  // namespace apart::cli
