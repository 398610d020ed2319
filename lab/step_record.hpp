// Runs a query and records its traversal step by step, for the page of step.hpp.
#pragma once
#include <apart/traversal/watch/record.hpp>
#include <functional>
#include <limits>

#include "lab/step.hpp"

namespace apart::lab {

// What is shown as one step. The page identifies these by number.
enum class StepKind : unsigned char {
  apart,            // two volumes; disjoint, or too far apart
  may_meet,         // two volumes; to be opened
  boxes_apart,      // triangles of two leaves, rejected by their boxes: all of a leaf pair's in one step
  triangles_apart,  // two triangles that do not matter
  found,            // two triangles that touch, are near enough, or nearer than any before
  dropped,          // a pair that was near enough when it was tested, but not when it was taken
};

// A Record, and the order of its entries.
class Steps {
 public:
  struct Step {
    StepKind kind;
    u32 index;     // in the record's list of that kind; of boxes_apart the first, up to the next such step's
    double reach;  // of the traversal after this step
    double hulls;  // of a pair that was dropped by the hulls of its nodes: how far they are apart at least; else 0
  };

  explicit Steps(std::size_t most) : most_(most) {}
  // Before the traversal: called while it runs. The reach of the query, and that of the traversal, which may be less:
  // hulls know where vertices are.
  void start(std::function<double()> of_query, std::function<double()> reach) {
    of_query_ = std::move(of_query), reach_ = std::move(reach);
    last_of_query_ = of_query_();
  }

  void taken(u32 a, u32 b) {
    group_open_ = false;
    if (full()) return;  // later tests are not recorded
    record_.taken(a, b);
    if (!(record_.tests[record_.current()].bound > reach_())) return;
    ++dropped_;
    add(StepKind::dropped, record_.current());
  }
  void volumes(u32 a, u32 b, bool kept, double bound) {
    count_.volumes(a, b, kept, bound);
    add(kept ? StepKind::may_meet : StepKind::apart, record_.tests.size(), [&] { record_.volumes(a, b, kept, bound); });
  }
  void boxes_apart(u32 a, u32 b) {
    count_.boxes_apart(a, b);
    if (!group_open_) add(StepKind::boxes_apart, record_.rejected.size());
    group_open_ = true;
    if (group_kept_) record_.boxes_apart(a, b);
  }
  void primitives(u32 a, u32 b, Found found) {
    group_open_ = false;
    const double now = of_query_();
    const bool matters = found != Found::nothing || now < last_of_query_;
    last_of_query_ = now;
    count_.primitives(a, b, matters ? Found::contact : Found::nothing);
    add(matters ? StepKind::found : StepKind::triangles_apart, record_.leaf_tests.size(),
        [&] { record_.primitives(a, b, found); });
  }
  static constexpr void update() {}
  std::size_t dropped() const { return dropped_; }  // pairs that were beyond reach when they were taken
  // The pair that was taken, by the hulls of its nodes.
  void hulls_apart(double bound) {
    if (full()) return;
    add(StepKind::dropped, record_.current());
    steps_.back().hulls = bound;
  }

  const Record& record() const { return record_; }
  const Count& count() const { return count_; }
  const std::vector<Step>& steps() const { return steps_; }
  bool complete() const { return complete_; }  // nothing was dropped

 private:
  bool full() const { return steps_.size() >= most_; }
  template <class Keep>
  void add(StepKind kind, std::size_t index, Keep keep) {
    group_kept_ = !full();
    if (full()) {
      complete_ = false;
      return;
    }
    steps_.push_back({kind, static_cast<u32>(index), reach_(), 0});
    keep();
  }
  void add(StepKind kind, std::size_t index) {
    add(kind, index, [] {});
  }

  std::function<double()> of_query_, reach_;
  std::size_t most_, dropped_ = 0;
  Record record_;
  Count count_;
  std::vector<Step> steps_;
  double last_of_query_ = std::numeric_limits<double>::infinity();
  bool complete_ = true, group_open_ = false, group_kept_ = false;
};

struct Walked {
  Steps steps;
  std::string answer;
};

// Runs the query of the options as the library does, with the hulls of nodes where it uses them.
Walked walk_and_answer(const Model& a, const Pose& b_in_a, const Model& b, const StepOptions& options);
Walked walk_and_answer(kit::AnyWalk& walk, const Pose& b_in_a, const StepOptions& options);

}  // namespace apart::lab
