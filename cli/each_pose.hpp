// The loop of every command that computes a result for each of many poses, rays or points: multithreaded, printed in
// order.
#pragma once
#include <fmt/format.h>
#include <apart/queries/batch.hpp>
#include <apart/queries/collide.hpp>
#include <apart/queries/containment.hpp>
#include <functional>

#include "cli/command.hpp"
#include "cli/csv.hpp"
#include "cli/input.hpp"
#include "cli/interrupt.hpp"
#include "cli/output.hpp"

namespace apart::cli {

// One result, for people and for programs.
struct Answer {
  std::string text;
  Json json;                              // what follows {"pose": …, or what it is that is counted
  std::vector<std::string> details = {};  // lines beneath the text
  bool yes = false;                       // counts for --exit-code
  bool invalid = false;                   // the pose was not usable
  bool inside = false;                    // "no", but one surface lies inside the other
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

// Of surfaces that do not meet.
template <class A, class B>
bool lies_inside(const A& a, const Pose& at, const B& b) {
  if constexpr (kIsModel<A> && kIsModel<B>) return static_cast<bool>(which_inside(a, at, b));
  return kIsModel<A> != kIsModel<B> && collide(a, at, b, {.solid = true}).contained;
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

inline std::string csv_rows(const Answer& answer, std::size_t index, const InputList& inputs, const CsvLayout& layout) {
  Json line{{inputs.name, index}};
  line.update(answer.json);
  const Json list = layout.rows.empty() ? Json() : line.value(layout.rows, Json());
  if (list.empty()) return csv_row(layout.columns, line) + '\n';
  std::string rows;
  for (const Json& element : list) {
    Json row = line;
    row.update(element);
    rows += csv_row(layout.columns, row) + '\n';
  }
  return rows;
}

// The lines of one result, as they are printed.
inline std::string lines_of(const Answer& answer, std::size_t index, const InputList& inputs, const CsvLayout& layout) {
  if (inputs.csv) return csv_rows(answer, index, inputs, layout);
  if (inputs.json) {
    Json line = index == 0 ? Json{{"version", kJsonVersion}} : Json::object();
    line[inputs.name] = index;
    line.update(answer.json);
    return json_text(line) + '\n';
  }
  const std::size_t digits = std::to_string(inputs.count - 1).size();
  std::string lines =
      inputs.numbered ? fmt::format("{} {:<{}}  {}\n", inputs.name, index, digits, answer.text) : answer.text + '\n';
  for (const std::string& detail : answer.details) lines += "  " + detail + '\n';
  return lines;
}

// Computes all results of a block at once, before they are reported one by one: prepare(begin, size, how).
using PrepareBlock = std::function<void(std::size_t begin, std::size_t size, const BatchOptions& how)>;

// `compute(i)` returns the Answer for input i and is called from several threads, which also write its lines. Results
// are printed after every block of inputs; blocks grow, so that the first results come soon and threads seldom wait for
// each other. After Ctrl-C the results before the first missing one are printed.
template <class Compute>
Exit for_each_input(const InputList& inputs, const CsvLayout& layout, Compute&& compute,
                    const PrepareBlock& prepare = nullptr) {
  using Clock = std::chrono::steady_clock;
  struct Line {
    std::string text;
    bool done = false, yes = false, invalid = false, inside = false;
  };
  listen_for_interrupt();
  if (inputs.csv) print_csv_header(layout.columns);
  Progress progress(inputs.name + "s", inputs.count, true);
  bool any = false;
  std::size_t invalid = 0, inside = 0;
  std::size_t block = 64, done = 0;
  std::vector<Line> lines;
  while (done < inputs.count && !interrupt_requested()) {
    const std::size_t begin = done, size = std::min(block, inputs.count - begin);
    const auto start = Clock::now();
    const auto part = [&](double from, double to) {  // of the block
      return BatchOptions{.threads = inputs.threads, .progress = [&, from, to](double share) {
                            const double of_block = from + share * (to - from);
                            progress.reach(begin + static_cast<std::size_t>(of_block * double(size)));
                            return !interrupt_requested();
                          }};
    };
    if (prepare) prepare(begin, size, part(0, 0.5));
    lines.assign(size, {});
    run_batch(size, part(prepare ? 0.5 : 0, 1), [&](std::size_t i) {
      if (interrupt_requested()) return;
      const Answer answer = compute(begin + i);
      if (answer.status == Status::cancelled) return;
      lines[i] = {lines_of(answer, begin + i, inputs, layout), true, answer.yes, answer.invalid, answer.inside};
    });
    if (block < 100000 && Clock::now() - start < std::chrono::milliseconds(200)) block *= 2;
    std::string text;
    for (const Line& line : lines) {
      if (!line.done) break;
      ++done;
      text += line.text;
      any = any || line.yes;
      invalid += line.invalid;
      inside += line.inside;
    }
    print_text(text);
  }
  if (inside > 0) {
    const std::string where =
        inputs.count > 1 ? fmt::format(" at {} of {}", grouped(inside), grouped(inputs.count)) : "";
    std::fputs(
        ("apart: note: one lies inside the other" + where + ": meshes are surfaces here, and solids with --solid\n")
            .c_str(),
        stderr);
  }
  if (done < inputs.count) {
    std::fputs(fmt::format("apart: stopped: {} of {} computed\n", done, count(inputs.count, inputs.name)).c_str(),
               stderr);
    return interrupted;
  }
  if (invalid > 0)
    throw BadInput(count(invalid, inputs.name + " was", inputs.name + "s were") + " not usable: see status invalid");
  return any && inputs.exit_code ? found_problems : answered;
}

// `compute(pose)` for each pose of B.
template <class Compute>
Exit for_each_pose(const PoseList& pair, const CsvLayout& layout, Compute&& compute) {
  return for_each_input(pair, layout, [&](std::size_t i) { return compute(pair.poses[i]); });
}

}  // namespace apart::cli
