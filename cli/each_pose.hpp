// The loop of every command that asks one question about a pair of models or shapes at many poses: asked by all
// threads, answered in order.
#pragma once
#include <fmt/format.h>
#include <apart/queries/batch.hpp>

#include "cli/input.hpp"
#include "cli/output.hpp"

namespace apart::cli {

// The same answer for people and for programs.
struct Answer {
  std::string text;
  Json json;                              // what follows {"pose": …
  std::vector<std::string> details = {};  // lines beneath the text
  Status status = Status::exact;          // whether it was asked
};

inline void print(const Answer& answer, std::size_t pose, const Asked& pair) {
  if (pair.json) {
    Json line{{"pose", pose}};
    line.update(answer.json);
    return print_object(line);
  }
  const std::size_t digits = std::to_string(pair.poses.size() - 1).size();
  print_line(pair.numbered ? fmt::format("pose {:<{}}  {}", pose, digits, answer.text) : answer.text);
  for (const std::string& detail : answer.details) print_line("  " + detail);
}

// `ask(pose)` gives the Answer; several threads call it at once. Answers are printed after every block of poses, which
// grows until it takes a moment: the first come soon, and the threads seldom wait for each other.
template <class Ask>
void for_each_pose(const Asked& pair, Ask&& ask) {
  using Clock = std::chrono::steady_clock;
  const std::span<const Posed> poses = pair.poses;
  Progress progress("poses", poses.size(), true);
  std::size_t block = 64;
  for (std::size_t begin = 0; begin < poses.size();) {
    const auto part = poses.subspan(begin, std::min(block, poses.size() - begin));
    const auto start = Clock::now();
    const BatchOptions how{.threads = pair.threads, .progress = [&](double share) {
                             progress.reach(begin + static_cast<std::size_t>(share * double(part.size())));
                             return true;
                           }};
    const Batch<Answer> batch = ask_each(part, how, ask);
    if (Clock::now() - start < std::chrono::milliseconds(200)) block *= 2;
    for (std::size_t k = 0; k < part.size(); ++k) print(batch.answers[k], begin + k, pair);
    begin += part.size();
  }
}

}  // namespace apart::cli
