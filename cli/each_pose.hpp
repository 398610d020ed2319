// The loop of every command that computes a result for a pair of models or shapes at many poses: multithreaded, printed
// in order.
#pragma once
#include <fmt/format.h>
#include <apart/queries/batch.hpp>
#include <apart/queries/containment.hpp>

#include "cli/command.hpp"
#include "cli/csv.hpp"
#include "cli/input.hpp"
#include "cli/interrupt.hpp"
#include "cli/output.hpp"

namespace apart::cli {

// One result, for people and for programs.
struct Answer {
  std::string text;
  Json json;                              // what follows {"pose": …
  std::vector<std::string> details = {};  // lines beneath the text
  bool yes = false;                       // counts for --exit-code
  bool invalid = false;                   // the pose was not usable
  Status status = Status::exact;          // whether it was computed
};

// Reports that one of the pair is inside the other.
inline void add_inside(Answer& answer, const Inside& inside) {
  const bool is_a = inside.which == Inside::Which::a;
  answer.json["contained"] = true;
  if (!inside) return;
  answer.json["inside"] = is_a ? "a" : "b";
  if (!inside.whole) answer.json["inside_partly"] = true;
  answer.text +=
      fmt::format(": {}{} lies inside {}", inside.whole ? "" : "a part of ", is_a ? "A" : "B", is_a ? "B" : "A");
}

template <class T>
inline constexpr bool kIsModel = std::is_same_v<T, Model>;

// Which one is inside, given that one contains the other. A shape can only be the inner one.
template <class A, class B>
Inside inner_of(const A& a, const Pose& at, const B& b) {
  if constexpr (kIsModel<A> && kIsModel<B>) return which_inside(a, at, b);
  return {kIsModel<A> ? Inside::Which::b : Inside::Which::a};
}

inline bool is_invalid(Status status) { return status == Status::invalid; }

// For a pose out of range, where nothing can be computed.
inline Answer invalid_answer() {
  return {.text = "invalid: the pose is not usable", .json = {{"status", "invalid"}}, .invalid = true};
}

// "triangles", null for a shape, which has none.
template <class A, class B, class Found>
void add_triangles(Json& json, const Found& found) {
  const auto of = [](bool is_model, const ElementId& element) { return is_model ? Json(element.triangle) : Json(); };
  json["triangles"] = Json::array({of(kIsModel<A>, found.a), of(kIsModel<B>, found.b)});
  if constexpr (kIsModel<A> != kIsModel<B>) json["triangle"] = (kIsModel<A> ? found.a : found.b).triangle;
}

// How a command's results become CSV rows.
struct CsvLayout {
  CsvColumns columns;
  std::string rows = "";  // the key of an array: a row for each of its elements
};

inline void print_csv(const Answer& answer, std::size_t pose, const CsvLayout& layout) {
  Json line{{"pose", pose}};
  line.update(answer.json);
  const Json list = layout.rows.empty() ? Json() : line.value(layout.rows, Json());
  if (list.empty()) return print_csv_row(layout.columns, line);
  for (const Json& element : list) {
    line.update(element);
    print_csv_row(layout.columns, line);
  }
}

inline void print(const Answer& answer, std::size_t pose, const PoseList& pair, const CsvLayout& layout) {
  if (pair.csv) return print_csv(answer, pose, layout);
  if (pair.json) {
    Json line{{"pose", pose}};
    line.update(answer.json);
    return print_object(line);
  }
  const std::size_t digits = std::to_string(pair.poses.size() - 1).size();
  print_line(pair.numbered ? fmt::format("pose {:<{}}  {}", pose, digits, answer.text) : answer.text);
  for (const std::string& detail : answer.details) print_line("  " + detail);
}

// `compute(pose)` returns the Answer and is called from several threads. Results are printed after every block of
// poses; blocks grow, so that the first results come soon and threads seldom wait for each other. After Ctrl-C the
// results before the first missing one are printed.
template <class Compute>
Exit for_each_pose(const PoseList& pair, const CsvLayout& layout, Compute&& compute) {
  using Clock = std::chrono::steady_clock;
  const std::span<const Pose> poses = pair.poses;
  const auto compute_unless_stopped = [&](const Pose& at) {
    Answer answer;
    if (interrupt_requested())
      answer.status = Status::cancelled;
    else
      answer = compute(at);
    return answer;
  };
  listen_for_interrupt();
  if (pair.csv) print_csv_header(layout.columns);
  Progress progress("poses", poses.size(), true);
  bool any = false;
  std::size_t invalid = 0;
  std::size_t block = 64, done = 0;
  while (done < poses.size() && !interrupt_requested()) {
    const std::size_t begin = done;
    const auto part = poses.subspan(begin, std::min(block, poses.size() - begin));
    const auto start = Clock::now();
    const BatchOptions how{.threads = pair.threads, .progress = [&](double share) {
                             progress.reach(begin + static_cast<std::size_t>(share * double(part.size())));
                             return !interrupt_requested();
                           }};
    const Batch<Answer> batch = query_each(part, how, compute_unless_stopped);
    if (Clock::now() - start < std::chrono::milliseconds(200)) block *= 2;
    for (const Answer& answer : batch.answers) {
      if (answer.status == Status::cancelled) break;
      print(answer, done++, pair, layout);
      any = any || answer.yes;
      invalid += answer.invalid;
    }
  }
  if (done < poses.size()) {
    std::fputs(fmt::format("apart: stopped: {} of {} computed\n", done, count(poses.size(), "pose")).c_str(), stderr);
    return interrupted;
  }
  if (invalid > 0) throw BadInput(count(invalid, "pose was", "poses were") + " not usable: see status invalid");
  return any && pair.exit_code ? found_problems : answered;
}

}  // namespace apart::cli
