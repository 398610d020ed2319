// The traversal of two trees of hulls: each pair is tested by Voronoi marching from known features. It ends where a
// lower bound is beyond the query's reach, and where both nearest features are not free.
#pragma once
#include <algorithm>
#include <apart/base/budget.hpp>
#include <apart/convex/features/hull_marching.hpp>
#include <apart/decompose/hull_arrays.hpp>
#include <apart/queries/hull_tracker.hpp>
#include <apart/queries/hulls/hull_front.hpp>
#include <apart/queries/models/run_walk.hpp>

namespace apart::queries {

using convex::Feature;
using convex::FeatureKind;
using convex::FeaturePair;
using convex::MarchResult;
using decomposition::HullArrays;
using decomposition::HullNode;
using MarchVerdict = MarchResult::Verdict;

// A pair of nodes, tested or to be tested.
struct HullPair {
  u32 a = 0, b = 0;
  FeaturePair features{};
  double bound = 0;              // a lower bound of the distance
  u32 entry = HullFront::kNone;  // of the front
  bool tested = false, features_known = false;
  Vec3d towards_b{};
};

struct HullCounts {
  u64 tests = 0, steps = 0, fallbacks = 0;
};

HullFaceKind kind_of(const HullArrays& tree, u32 node, Feature feature);

// What one query needs of two trees at a pose.
class HullPlacement {
 public:
  HullPlacement(const HullTree& of_a, const Pose& at, const HullTree& of_b)
      : a(of_a.arrays()), b(of_b.arrays()), b_in_a(at), noise(noise_of(of_a, at, of_b)) {}

  const HullArrays &a, &b;
  Pose b_in_a;
  double noise;  // rounding errors of coordinates

  FeaturePair first_features() const;
  // Does nothing but bound the distance if balls prove it beyond reach.
  MarchResult test(const HullPair& pair, double reach, HullCounts& counts) const;
  bool both_fixed(u32 node_a, u32 node_b, const FeaturePair& f) const {
    return kind_of(a, node_a, f.a) != HullFaceKind::free && kind_of(b, node_b, f.b) != HullFaceKind::free;
  }
  // Which tree to descend: 0 or 1, or −1 if both nodes are leaves.
  int side_to_open(const HullPair& pair) const;
  // The children of one side, with features to start from.
  void open(const HullPair& pair, int side, HullPair (&children)[2]) const;

 private:
  static double noise_of(const HullTree& a, const Pose& b_in_a, const HullTree& b);
};

// Query: reach(), beyond which pairs are pruned; resolved(pair, result) for nearest features that are not free;
// leaves(pair, result) for two pieces that are not decided so. Both return true to end the traversal.
// kToLeaves: the nearest features do not decide.
template <class Query>
class HullWalk {
 public:
  HullWalk(const HullPlacement& at, Query& query, const HullTrackerOptions& options, HullFront* front, double motion,
           HullCounts& counts, const Budget& budget)
      : at_(at), query_(query), options_(options), front_(front), motion_(motion), counts_(counts), budget_(budget) {}

  WalkEnd run() {
    start();
    const u64 most = budget_.tests, before = counts_.tests;
    const bool limited = budget_.limited();
    while (!stopped_ && !(heap_.empty() && stack_.empty())) {
      if (limited && (counts_.tests - before >= most || Budget::Clock::now() >= budget_.until)) return unfinished();
      const HullPair pair = next();
      if (pair.bound > query_.reach()) continue;
      if (!pair.tested)
        test(pair);
      else
        open(pair);
    }
    if (front_ && !stopped_) raise();
    return {};
  }

 private:
  void start() {
    if (front_) {
      if (front_->empty()) front_->begin(0, 0, at_.first_features());
      const double none = std::numeric_limits<double>::infinity();
      const double most = options_.motion ? query_.reach() + motion_ : none;
      front_->for_each_leaf_below(most, [&](u32 i) {
        const HullFront::Entry& e = (*front_)[i];
        push({.a = e.a,
              .b = e.b,
              .features = e.features,
              .bound = options_.motion ? larger(0.0, e.key - motion_) : 0,
              .entry = i});
      });
      // The stack is visited from its end.
      if (!options_.priority) std::reverse(stack_.begin(), stack_.end());
    } else {
      push({.a = 0, .b = 0, .features = at_.first_features()});
    }
  }

  static bool later(const HullPair& x, const HullPair& y) { return x.bound > y.bound; }
  void push(const HullPair& pair) {
    if (options_.priority && heap_.size() < options_.queue) {
      heap_.push_back(pair);
      std::push_heap(heap_.begin(), heap_.end(), later);
    } else {
      stack_.push_back(pair);
    }
  }
  HullPair next() {
    if (!stack_.empty()) {
      const HullPair out = stack_.back();
      stack_.pop_back();
      return out;
    }
    std::pop_heap(heap_.begin(), heap_.end(), later);
    const HullPair out = heap_.back();
    heap_.pop_back();
    return out;
  }

  void test(HullPair pair) {
    const MarchResult found = at_.test(pair, query_.reach(), counts_);
    pair.tested = true;
    pair.bound = larger(pair.bound, found.at_least - at_.noise);
    pair.features = found.features;
    pair.features_known = found.verdict == MarchVerdict::nearest;
    pair.towards_b = found.on_b - found.on_a;
    if (pair.entry != HullFront::kNone) {
      (*front_)[pair.entry].features = found.features;
      front_->set_key(pair.entry, pair.bound + motion_);
    }
    if (found.verdict == MarchVerdict::beyond) {
      if (front_ && pair.entry != HullFront::kNone) pruned_.push_back(pair.entry);
      return;
    }
    const bool fixed = pair.features_known && at_.both_fixed(pair.a, pair.b, pair.features);
    if (fixed && !Query::kToLeaves) {
      stopped_ = query_.resolved(pair, found);
      return;
    }
    if (at_.side_to_open(pair) < 0)
      stopped_ = query_.leaves(pair, found);
    else
      push(pair);
  }

  void open(const HullPair& pair) {
    HullPair children[2];
    at_.open(pair, at_.side_to_open(pair), children);
    if (pair.entry != HullFront::kNone) {
      const u32 first = front_->drop(pair.entry);
      for (u32 k : {0u, 1u}) {
        HullFront::Entry& e = (*front_)[first + k];
        e.a = children[k].a, e.b = children[k].b, e.features = children[k].features;
        children[k].entry = first + k;
      }
      front_->set_key(first + 1, pair.bound + motion_);
      front_->set_key(first, pair.bound + motion_);
    }
    // Both are tested before either is opened, if the first does not end it.
    for (HullPair& child : children) {
      child.bound = pair.bound;
      if (!stopped_) test(child);
    }
  }

  // One level at most: where both children of an entry are leaves that were pruned, and it would be pruned too.
  void raise() {
    for (const u32 entry : pruned_) {
      const u32 parent = (*front_)[entry].parent;
      if (parent == HullFront::kNone) continue;
      HullFront::Entry& e = (*front_)[parent];
      if (e.is_leaf() || !(*front_)[e.child].is_leaf() || !(*front_)[e.child + 1].is_leaf()) continue;
      const double reach = query_.reach();
      if (!(e.key - motion_ > 2 * reach)) continue;
      if (e.wait > 0) {
        --e.wait;
        continue;
      }
      const HullPair pair{.a = e.a, .b = e.b, .features = e.features};
      const MarchResult found = at_.test(pair, reach, counts_);
      if (found.verdict == MarchVerdict::beyond) {
        e.features = found.features;
        front_->raise(parent);
        front_->set_key(parent, found.at_least - at_.noise + motion_);
      } else {
        e.patience = lesser(2 * e.patience, 64u), e.wait = e.patience;
      }
    }
  }

  WalkEnd unfinished() {
    WalkEnd out{.done = false};
    for (const std::vector<HullPair>* open : {&heap_, &stack_})
      for (const HullPair& p : *open) out.least_open_bound = lesser(out.least_open_bound, p.bound);
    return out;
  }

  const HullPlacement& at_;
  Query& query_;
  const HullTrackerOptions& options_;
  HullFront* front_;
  double motion_;
  HullCounts& counts_;
  Budget budget_;
  bool stopped_ = false;
  std::vector<HullPair> heap_, stack_;
  std::vector<u32> pruned_;
};

}  // namespace apart::queries
