// A front for queries that ask only whether anything lies within reach: collide and within. It keeps the test tree of
// the last queries as groups, a pair of nodes each with the children of one of them, and of every group how far B may
// move until one of its pairs that were beyond reach may be within. Until then a group need not be tested again, and
// when it is, its siblings are tested in lanes, as from the roots. (Ehmann and Lin 2001, section 7.3, keep the leaves
// of the test tree, which would have to be tested one by one.)
#pragma once
#include <apart/base/stretch.hpp>
#include <apart/traversal/expand.hpp>
#include <apart/traversal/leaf_pairs.hpp>
#include <apart/traversal/space.hpp>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

namespace apart::traversal {

template <SiblingsSideBySide TreeA, SiblingsSideBySide TreeB>
class SiblingFront {
  using V = typename TreeA::VolumeType;
  using Tests = LaneTests<V>;
  using Seen = typename Tests::Seen;

 public:
  static constexpr std::size_t kMostGroups = std::size_t(1) << 20;  // a larger front is discarded

  std::size_t size() const { return groups_.size() - free_.size(); }
  u64 tests() const { return tests_; }  // of volumes and primitives, in all queries so far
  void clear() { groups_.clear(), free_.clear(); }

  // Runs a query, whose reach must not change while it runs. Both trees must be those of the last query; a change of
  // the reach, or a motion by much of the bodies' size, starts at the roots.
  template <class Query>
  void run(const TreeA& a, const Pose& b_in_a, const TreeB& b, Query& query) {
    if (a.empty() || b.empty()) return;
    const u64 before = tests_;
    begin(a, b_in_a, b, query.reach());
    const bool fresh = groups_.empty();
    bool complete = true;
    NoProbe none;
    LeafPairs<Query, NoProbe> leaf_pairs(query, none);
    const auto touch = [&](u32 i, u32 j) { return leaf_pairs.test(a.items(), a.ref(i), b.items(), b.ref(j), 0); };
    if (a.ref(a.root()).is_leaf() && b.ref(b.root()).is_leaf()) {
      touch(a.root(), b.root());
    } else {
      const InOwnSpace<V> space(a.frame, b_in_a, b.frame);
      if (groups_.empty()) add(a.root(), b.root());
      open_.assign(1, Open{0, kWhole});
      while (!open_.empty()) {
        const Open at = open_.back();
        open_.pop_back();
        if (at.child != kWhole) {
          const Group& group = groups_[at.group];
          complete = touch(group.node_a(at.child), group.node_b(at.child));
          if (!complete) break;
          continue;
        }
        if (path_ > groups_[at.group].until) test<typename Query::Measure>(a, space, b, at.group);
        put_children(at.group);
      }
    }
    tests_ += leaf_pairs.tests();
    if (!complete) return;
    if (fresh)
      fresh_tests_ = tests_ - before, later_tests_ = later_ = 0;
    else
      later_tests_ += tests_ - before, ++later_;
  }

  // Do the last queries save a quarter of the tests from the roots? One here costs more: it measures how far apart
  // siblings are.
  bool pays() {
    constexpr u32 enough = 8;
    if (later_ < enough) return true;
    const bool out = 4 * later_tests_ <= 3 * later_ * fresh_tests_;
    later_tests_ = later_ = 0;
    return out;
  }

 private:
  // Farther than this part of the smaller body's radius, and the last query says little about this one.
  static constexpr double kFar = 0.25;
  // Pairs within reach are looked at again when B has moved by this part of their size, to find those that no longer
  // are: nothing is wrong until then, but more is tested below them.
  static constexpr double kStale = 0.125;
  static constexpr u32 kQueries = 512;  // then it starts at the roots, to compare with that
  static constexpr u32 kNone = ~u32(0), kWhole = ~u32(0);

  struct Group {
    u32 a = 0, b = 0;                                         // the pair that was opened
    double until = -std::numeric_limits<double>::infinity();  // of B's path: those beyond reach stay there
    u32 first = 0;                                            // child
    bool of_a = false;                                        // whose children
    std::uint8_t within = 0, leaves = 0;  // how many are within reach; a bit for each child: a pair of leaves
    u32 sequence = 0;                     // those within reach, four bits each, the nearest last
    std::array<u32, kMostSiblings> below{};

    u32 node_a(u32 k) const { return of_a ? first + k : a; }
    u32 node_b(u32 k) const { return of_a ? b : first + k; }
  };
  struct Open {
    u32 group, child;  // a pair of leaves of it, or the whole
  };

  u32 add(u32 a, u32 b) {
    u32 at = static_cast<u32>(groups_.size());
    if (free_.empty())
      groups_.emplace_back();
    else
      at = free_.back(), free_.pop_back();
    Group& group = groups_[at];
    group = {};
    group.a = a, group.b = b;
    group.below.fill(kNone);
    return at;
  }
  void remove(u32 at) {
    for (const u32 below : groups_[at].below)
      if (below != kNone) remove(below);
    free_.push_back(at);
  }

  void begin(const TreeA& a, const Pose& b_in_a, const TreeB& b, double reach) {
    if (reach_ != reach || size() > kMostGroups || query_ >= kQueries) clear();
    reach_ = reach;
    if (groups_.empty()) query_ = 0, path_ = 0;
    // What rounding does to placed vertices, at both poses.
    const auto far = [](const Frame& frame) { return length(frame.centre) + frame.radius; };
    const double noise =
        512 * kUnit<double> * (far(a.frame) + far(b.frame) + length(b_in_a.translation) + length(last_.translation));
    Mat3d turn;
    for (int k = 0; k < 3; ++k) turn.rows[k] = b_in_a.rotation.rows[k] - last_.rotation.rows[k];
    const double moved = length(b_in_a * b.frame.centre - last_ * b.frame.centre) + stretch_of(turn) * b.frame.radius;
    // Rounded up, so that no step is lost however long the path is.
    path_ = std::nextafter(path_ + moved * (1 + 1e-12) + noise, std::numeric_limits<double>::infinity());
    if (query_ > 0 && !(moved < kFar * lesser(a.frame.radius, b.frame.radius))) groups_.clear(), free_.clear();
    last_ = b_in_a;
    ++query_;
  }

  // The children of one node of the group's pair with the other node.
  template <class Measure>
  void test(const TreeA& a, const InOwnSpace<V>& space, const TreeB& b, u32 at) {
    Group group = groups_[at];
    const Ref of_a = a.ref(group.a), of_b = b.ref(group.b);
    const V &box_a = a.volume(group.a), &box_b = b.volume(group.b);
    group.of_a = !of_a.is_leaf() && (of_b.is_leaf() || LargestDiameter{}(box_a, box_b, {}) == Descend::a);
    const Seen seen = group.of_a ? Seen::from_a(box_b, space.placement()) : Seen::from_b(box_a, space.placement());
    const std::span<const V> siblings = group.of_a ? a.siblings(of_a) : b.siblings(of_b);
    const u32 count = static_cast<u32>(siblings.size());
    group.first = (group.of_a ? of_a : of_b).first();
    APART_ASSERT(count <= kMostSiblings, "a node with more children than are tested at once");
    float bounds[kMostSiblings];
    if constexpr (std::is_same_v<Measure, Touching>)
      Tests::table().separation(seen, siblings.data(), count, bounds);
    else
      Tests::table().gap(seen, siblings.data(), count, bounds);
    tests_ += count;
    float least = float(kStale) * lesser(diameter(box_a), diameter(box_b));
    u32 near[kMostSiblings], within = 0;
    group.leaves = 0, group.sequence = 0;
    for (u32 k = 0; k < count; ++k) {
      if (double(bounds[k]) > reach_) {
        least = lesser(least, round_below<float>(double(bounds[k]) - reach_));
        if (group.below[k] != kNone) remove(group.below[k]), group.below[k] = kNone;
        continue;
      }
      const u32 i = group.node_a(k), j = group.node_b(k);
      if (a.ref(i).is_leaf() && b.ref(j).is_leaf())
        group.leaves = static_cast<std::uint8_t>(group.leaves | 1u << k);
      else if (group.below[k] == kNone)
        group.below[k] = add(i, j);
      u32 place = within++;
      for (; place > 0 && bounds[near[place - 1]] <= bounds[k]; --place) near[place] = near[place - 1];
      near[place] = k;
    }
    group.within = static_cast<std::uint8_t>(within);
    for (u32 k = 0; k < within; ++k) group.sequence |= near[k] << (4 * k);
    group.until = (path_ + double(least)) * (1 - 8 * kUnit<double>);
    groups_[at] = group;
  }

  // The nearest last, where it is taken first.
  void put_children(u32 at) {
    const Group& group = groups_[at];
    for (u32 n = 0; n < group.within; ++n) {
      const u32 k = group.sequence >> (4 * n) & 15;
      open_.push_back(group.leaves >> k & 1 ? Open{at, k} : Open{group.below[k], kWhole});
    }
  }

  std::vector<Group> groups_;  // the first is of the roots
  std::vector<u32> free_;
  std::vector<Open> open_;
  u32 query_ = 0;  // how many since the roots
  Pose last_{};
  double reach_ = 0, path_ = 0;
  u64 tests_ = 0;
  u64 fresh_tests_ = 0, later_tests_ = 0,
      later_ = 0;  // of queries that found nothing: from the roots, and of later ones
};

}  // namespace apart::traversal
