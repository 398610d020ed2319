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
#include <array>
#include <optional>

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

// Pairs that wait to be visited; kept between queries for its memory.
struct OpenHullPairs {
  struct Item {
    double bound;
    u32 place;
    friend bool operator<(const Item& x, const Item& y) {  // the nearest is popped first, of equals the first
      return x.bound != y.bound ? x.bound > y.bound : x.place > y.place;
    }
  };
  std::vector<Item> heap;  // by bound
  std::vector<HullPair> waiting;
  std::vector<u32> unused;      // places of these
  std::vector<HullPair> stack;  // visited first, the last before others
  std::vector<u32> pruned;      // entries of the front

  void clear() { heap.clear(), waiting.clear(), unused.clear(), stack.clear(), pruned.clear(); }
};

// How far B has moved in A's frame, in all queries so far: any of its points, and by how much its rotation changed.
struct HullMotion {
  double moved = 0, turned = 0;
};

struct HullCounts {
  u64 tests = 0, steps = 0, fallbacks = 0;
};

HullFaceKind kind_of(const HullArrays& tree, u32 node, Feature feature);

// From level to level: of a feature of a node's hull, what each of its children has of it, the whole, an edge or a
// vertex, if anything.
std::array<std::optional<Feature>, 2> features_below(const HullArrays& tree, u32 node, Feature feature);

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
  // A lower bound of the distance, but for rounding, along a direction of length 1.
  double bound_along(const HullPair& pair, Vec3d normal) const;
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
  HullWalk(const HullPlacement& at, Query& query, const HullTrackerOptions& options, HullFront* front,
           HullMotion motion, HullCounts& counts, OpenHullPairs& open, const Budget& budget)
      : at_(at),
        query_(query),
        options_(options),
        front_(front),
        motion_(motion.moved),
        turned_(motion.turned),
        counts_(counts),
        open_(open),
        budget_(budget) {
    open_.clear();
  }

  WalkEnd run() {
    start();
    const u64 most = budget_.tests, before = counts_.tests;
    const bool limited = budget_.limited();
    while (!stopped_ && !(open_.heap.empty() && open_.stack.empty())) {
      if (limited && (counts_.tests - before >= most || Budget::Clock::now() >= budget_.until)) return unfinished();
      // Of those that wait by their bounds, the first is the nearest.
      if (open_.stack.empty() && open_.heap.front().bound > query_.reach()) break;
      const HullPair pair = next();
      if (pair.bound > query_.reach()) continue;
      if (!pair.tested) {
        if (!still_beyond(pair) && !beyond_along_normal(pair)) test(pair);
      } else {
        open(pair);
      }
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
      if (!options_.priority) std::reverse(open_.stack.begin(), open_.stack.end());
    } else {
      push({.a = 0, .b = 0, .features = at_.first_features()});
    }
  }

  void push(const HullPair& pair) {
    if (options_.priority && open_.heap.size() < options_.queue) {
      u32 place = static_cast<u32>(open_.waiting.size());
      if (open_.unused.empty())
        open_.waiting.push_back(pair);
      else
        place = open_.unused.back(), open_.unused.pop_back(), open_.waiting[place] = pair;
      open_.heap.push_back({pair.bound, place});
      std::push_heap(open_.heap.begin(), open_.heap.end());
    } else {
      open_.stack.push_back(pair);
    }
  }
  HullPair next() {
    if (!open_.stack.empty()) {
      const HullPair out = open_.stack.back();
      open_.stack.pop_back();
      return out;
    }
    std::pop_heap(open_.heap.begin(), open_.heap.end());
    const u32 place = open_.heap.back().place;
    open_.heap.pop_back();
    open_.unused.push_back(place);
    return open_.waiting[place];
  }

  // Has a pair of the front come no nearer than it must be to matter, by where the centre of B's node was?
  bool still_beyond(const HullPair& pair) {
    if (pair.entry == HullFront::kNone || !options_.motion) return false;
    const HullFront::Entry& e = (*front_)[pair.entry];
    const HullNode& n = at_.b.nodes[pair.b];
    const double bound =
        e.bound - (length(at_.b_in_a * n.centre - e.centre) + (turned_ - e.turned) * n.radius + 2 * at_.noise);
    if (!(bound > query_.reach())) return false;
    front_->set_key(pair.entry, bound + motion_);
    return true;
  }

  // Is it beyond reach along the direction of last time?
  bool beyond_along_normal(const HullPair& pair) {
    if (pair.entry == HullFront::kNone) return false;
    const Vec3d normal = (*front_)[pair.entry].normal;
    if (normal == Vec3d{}) return false;
    ++counts_.tests;
    const double bound = at_.bound_along(pair, normal) - at_.noise;
    if (!(bound > query_.reach())) return false;
    put_into_front(pair.entry, pair.b, bound, pair.features, normal);
    open_.pruned.push_back(pair.entry);
    return true;
  }

  void put_into_front(u32 entry, u32 node_b, double bound, const FeaturePair& features, Vec3d normal) {
    HullFront::Entry& e = (*front_)[entry];
    e.features = features, e.bound = bound, e.turned = turned_, e.normal = normal;
    e.centre = at_.b_in_a * at_.b.nodes[node_b].centre;
    front_->set_key(entry, bound + motion_);
  }

  // Along which a pair was found to be beyond reach: of length 1, whatever the points.
  static Vec3d unit_of(const MarchResult& found) {
    if (found.verdict != MarchVerdict::beyond) return {};
    const Vec3d across = found.on_b - found.on_a;
    const double far = length(across);
    return far > 0 && std::isfinite(far) ? across / far : Vec3d{};
  }

  void test(HullPair pair) {
    const MarchResult found = at_.test(pair, query_.reach(), counts_);
    pair.tested = true;
    pair.bound = larger(pair.bound, found.at_least - at_.noise);
    pair.features = found.features;
    pair.features_known = found.verdict == MarchVerdict::nearest;
    pair.towards_b = found.on_b - found.on_a;
    if (pair.entry != HullFront::kNone) put_into_front(pair.entry, pair.b, pair.bound, found.features, unit_of(found));
    if (found.verdict == MarchVerdict::beyond) {
      if (front_ && pair.entry != HullFront::kNone) open_.pruned.push_back(pair.entry);
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
    for (const u32 entry : open_.pruned) {
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
        front_->raise(parent);
        put_into_front(parent, e.b, found.at_least - at_.noise, found.features, unit_of(found));
      } else {
        e.patience = lesser(2 * e.patience, 64u), e.wait = e.patience;
      }
    }
  }

  WalkEnd unfinished() {
    WalkEnd out{.done = false};
    for (const auto& item : open_.heap) out.least_open_bound = lesser(out.least_open_bound, item.bound);
    for (const HullPair& p : open_.stack) out.least_open_bound = lesser(out.least_open_bound, p.bound);
    return out;
  }

  const HullPlacement& at_;
  Query& query_;
  const HullTrackerOptions& options_;
  HullFront* front_;
  double motion_, turned_;
  HullCounts& counts_;
  OpenHullPairs& open_;
  Budget budget_;
  bool stopped_ = false;
};

}  // namespace apart::queries
