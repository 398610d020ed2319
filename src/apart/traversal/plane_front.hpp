// A front for queries that ask only whether anything lies within reach: collide and within. It keeps a cut through the
// test tree of the last queries, and of every pair in it a plane that separated its contents, with how B's may have
// come towards the plane since. So most pairs are tested again by one plane, eight at a time, and not at all until B
// has come as far as they were apart; volumes are tested only where a plane no longer separates. (Ehmann and Lin 2001,
// section 7.3, keep the pairs and their closest features.)
#pragma once
#include <algorithm>
#include <apart/base/stretch.hpp>
#include <apart/convex/gjk/growing_simplex.hpp>
#include <apart/traversal/expand.hpp>
#include <apart/traversal/leaf_pairs.hpp>
#include <apart/traversal/space.hpp>
#include <apart/volumes/planes.hpp>
#include <bit>
#include <vector>

namespace apart::traversal {

// Trees of oriented boxes of floats.
template <SiblingsSideBySide TreeA, SiblingsSideBySide TreeB>
class PlaneFront {
  using V = typename TreeA::VolumeType;

 public:
  std::size_t size() const { return pairs_.size() - free_.size() + leaves_.size(); }  // pairs in the cut
  bool empty() const { return size() == 0; }
  u64 tests() const { return tests_; }                      // of volumes and primitives, in all queries so far
  u64 cost() const { return cost_; }                        // of all queries so far, in tests of volumes from the roots
  u64 cost_from_roots() const { return cost_from_roots_; }  // when the cut was made
  void clear() {
    pairs_.clear(), planes_.clear(), until_.clear(), free_.clear(), leaves_.clear();
    turned_ = path_ = 0;
  }

  // Runs a query from the cut, which is made if there is none and it may be. Both trees must be those of the last
  // query. False, and nothing is done, where there is no cut for this pose: none was made, B has come far since the
  // last one, or coordinates are such that planes in floats would not separate much.
  template <class Query>
  bool run(const TreeA& a, const Pose& b_in_a, const TreeB& b, Query& query, bool may_make) {
    if (a.empty() || b.empty()) return false;
    const Placement<float> at = placement<float>(a.frame, b_in_a, b.frame);
    if (!move(a, b_in_a, b, at, query.reach())) {
      clear();
      return false;
    }
    const bool fresh = empty();
    if (fresh && !may_make) return false;
    Step<Query> step(*this, a, b_in_a, b, query);
    if (fresh)
      step.start();
    else
      step.run();
    tests_ += step.tests();
    cost_ += step.cost();
    if (fresh) fresh_ = size(), queries_ = 0, cost_from_roots_ = step.cost_from_roots();
    // A cut becomes finer with each query: it is made anew in time.
    if (size() > kGrowth * fresh_ + 16 || size() > kMost || ++queries_ > kQueries) clear();
    return true;
  }

 private:
  static constexpr double kFar = 0.25;      // of the smaller body's radius: then the cut says little about this pose
  static constexpr double kCoarse = 0.02;   // of that radius: more rounding than this, and planes separate too little
  static constexpr double kLargest = 1e15;  // squares of coordinates must not leave the range of a float
  static constexpr std::size_t kGrowth = 2, kMost = std::size_t(1) << 20, kQueries = 512;
  static constexpr double kUnitOfPlanes = double(kUnit<float>);

  struct Pair {
    u32 a, b;
  };
  // Leaves that no plane separates; how often they were tested since one was looked for, and when that is done again.
  struct Leaves {
    Pair pair;
    u32 tested = 0, next = 2;
  };
  static constexpr u32 kMostNext = 256;

  // To the pose of a query, at most so far away.
  bool move(const TreeA& a, const Pose& b_in_a, const TreeB& b, const Placement<float>& at, double reach) {
    const Displacement step = displacement(last_, b_in_a, b.frame.centre, b.frame.radius);
    last_ = b_in_a;
    if (empty())
      turned_ = path_ = 0;
    else  // with what rounding does to placed vertices, at both poses
      turned_ += step.turned, path_ += step.farthest + 2 * double(at.slack);
    // Of a pose, a plane and its test in floats: some units of all coordinates, of which the slack has eight.
    const double noise = 16 * double(at.slack) + 64 * kUnitOfPlanes * turned_ * b.frame.radius;
    at_ = {at.rotation, at.translation, round_above<float>(turned_), round_above<float>(path_),
           round_above<float>(noise + reach * (1 + 16 * kUnitOfPlanes))};
    if (reach > reach_) std::fill(until_.begin(), until_.end(), -1.0f);  // those were found for a smaller reach
    reach_ = reach;
    const double size = lesser(a.frame.radius, b.frame.radius);
    return step.farthest < kFar * size && noise < kCoarse * size && turned_ < 4 &&
           a.frame.radius + b.frame.radius + length(cast<double>(at.translation)) + reach < kLargest;
  }

  // One query.
  template <class Query>
  class Step {
   public:
    Step(PlaneFront& front, const TreeA& a, const Pose& b_in_a, const TreeB& b, Query& query)
        : front_(front), a_(a), b_in_a_(b_in_a), b_(b), query_(query) {}

    u64 tests() const { return tests_ + leaf_pairs_.tests(); }
    u64 cost() const { return kOfQuery + cost_; }
    // Of the first query. A test of how far volumes are apart costs more than one of whether they are.
    u64 cost_from_roots() const {
      return (std::is_same_v<typename Query::Measure, Touching> ? tests() : tests() * 3 / 2) + kOfTwoLeaves * met_;
    }

    void start() {
      front_.stack_.assign(1, {a_.root(), b_.root()});
      open();
    }

    void run() {
      std::vector<Leaves>& leaves = front_.leaves_;
      for (std::size_t k = 0; k < leaves.size();) {
        if (!touch(leaves[k].pair)) return std::swap(leaves[0], leaves[k]);
        if (++leaves[k].tested == leaves[k].next && separated_by_now(leaves[k]))
          leaves[k] = leaves.back(), leaves.pop_back();
        else
          ++k;
      }
      const u32 count = static_cast<u32>(front_.planes_.size());
      front_.near_.resize(count);
      volumes::plane_tests().check(front_.at_, front_.planes_.data(), count, front_.until_.data(), front_.near_.data());
      cost_ += count / 3;
      front_.stack_.clear();
      for (u32 i = 0; i < count; ++i)
        for (u32 near = front_.near_[i]; near != 0; near &= near - 1) {
          const u32 slot = 8 * i + static_cast<u32>(std::countr_zero(near));
          front_.stack_.push_back(front_.pairs_[slot]);
          front_.remove(slot);
        }
      open();
    }

   private:
    // Measured, with a test of a volume from the roots as 1: a query, planes of eight pairs, those of two leaves.
    static constexpr u64 kOfQuery = 14, kOfEight = 20, kOfLeaves = 47, kOfTriangles = 14;
    static constexpr u64 kOfTwoLeaves = 7;  // triangles of two leaves from the roots, where many are tested at once

    // Finds planes for the pairs on the stack, eight at a time, and for the children of those that have none. What is
    // left when the query has enough is kept in the cut too.
    void open() {
      std::vector<Pair>& stack = front_.stack_;
      while (!stack.empty()) {
        const u32 count = static_cast<u32>(lesser(stack.size(), std::size_t(kMostSiblings)));
        Pair pairs[kMostSiblings];
        const V *boxes_a[kMostSiblings], *boxes_b[kMostSiblings];
        for (u32 k = 0; k < count; ++k) {
          pairs[k] = stack.back();
          stack.pop_back();
          boxes_a[k] = &a_.volume(pairs[k].a), boxes_b[k] = &b_.volume(pairs[k].b);
        }
        tests_ += count;
        cost_ += kOfEight + count;
        volumes::EightPlanes planes;
        const u32 near = volumes::plane_tests().between(front_.at_, boxes_a, boxes_b, count, planes);
        u32 leaves = 0;
        for (u32 k = 0; k < count; ++k) {
          const Ref a = a_.ref(pairs[k].a), b = b_.ref(pairs[k].b);
          if (!(near >> k & 1))
            front_.put(front_.add(pairs[k]), planes, k);
          else if (a.is_leaf() && b.is_leaf())
            leaves |= 1u << k, ++met_;
          else if (!a.is_leaf() && (b.is_leaf() || LargestDiameter{}(*boxes_a[k], *boxes_b[k], {}) == Descend::a))
            for_each_child(a_, pairs[k].a, a, [&](u32 child) { stack.push_back({child, pairs[k].b}); });
          else
            for_each_child(b_, pairs[k].b, b, [&](u32 child) { stack.push_back({pairs[k].a, child}); });
        }
        bool enough = false;
        for (; leaves != 0; leaves &= leaves - 1) {
          const u32 k = static_cast<u32>(std::countr_zero(leaves));
          const Vec3f likely{planes.direction[0][k], planes.direction[1][k], planes.direction[2][k]};
          if (!enough && separate_leaves(pairs[k], likely)) continue;
          front_.leaves_.push_back({pairs[k]});
          if (enough || touch(pairs[k])) continue;
          std::swap(front_.leaves_.front(), front_.leaves_.back());
          enough = true;
        }
        if (enough) {
          for (const Pair& rest : stack) front_.put_none(front_.add(rest));
          return;
        }
      }
    }

    // False when the query has enough.
    bool touch(const Pair& pair) {
      cost_ += kOfTriangles;
      return leaf_pairs_.test(a_.items(), a_.ref(pair.a), b_.items(), b_.ref(pair.b), 0);
    }

    // Of leaves that did not touch several times: a plane may separate them now.
    bool separated_by_now(Leaves& of) {
      of.tested = 0, of.next = lesser(2 * of.next, kMostNext);
      const Vec3f centre_of_b = front_.at_.rotation * b_.volume(of.pair.b).centre + front_.at_.translation;
      return separate_leaves(of.pair, centre_of_b - a_.volume(of.pair.a).centre);
    }

    // Finds a plane between the triangles of two leaves, by GJK.
    bool separate_leaves(const Pair& pair, Vec3f likely) {
      constexpr int kSteps = 8;
      constexpr double kGoodEnough = 0.7;  // of the greatest gap that a plane can have
      cost_ += kOfLeaves;
      gather(a_, pair.a, front_.points_a_, [&](u32 i) { return query_.pair.of_a(i); });
      gather(b_, pair.b, front_.points_b_, [&](u32 i) { return query_.pair.of_b(i); });
      GrowingSimplex simplex;
      Vec3d direction = cast<double>(likely), best{};
      double most = query_.reach();
      for (int step = 0; step < kSteps; ++step) {
        const double length = apart::length(direction);
        if (!(length > 0)) break;
        direction = (1 / length) * direction;
        const Vec3d support = farthest(front_.points_b_, -direction) - farthest(front_.points_a_, direction);
        if (const double gap = dot(direction, support); gap > most) most = gap, best = direction;
        if (!simplex.add(support)) break;
        const double at_most = apart::length(simplex.point);
        if (!(at_most > query_.reach()) || (best != Vec3d{} && most > kGoodEnough * at_most)) break;
        direction = simplex.point;
      }
      if (best == Vec3d{}) return false;
      const Vec3f along = cast<float>(best);
      best = cast<double>(along);
      const V& box = b_.volume(pair.b);
      const double ends = dot(best, farthest(front_.points_a_, best)),
                   begins = dot(best, farthest(front_.points_b_, -best)),
                   centre = dot(best, b_in_a_ * (cast<double>(box.centre) + b_.frame.centre) - a_.frame.centre);
      return front_.put_if_it_separates(pair, along, box, ends + (centre - begins));
    }

    // The corners of a leaf's triangles, about the centre of A's tree.
    template <class Tree, class Fetch>
    void gather(const Tree& tree, u32 leaf, std::vector<Vec3d>& points, Fetch fetch) const {
      points.clear();
      for_each_primitive(tree.items(), tree.ref(leaf), [&](u32 i) {
        const Triangle t = fetch(i);
        for (int k = 0; k < 3; ++k) points.push_back(t[k] - a_.frame.centre);
        return true;
      });
    }
    static Vec3d farthest(const std::vector<Vec3d>& points, Vec3d along) {
      std::size_t at = 0;
      double most = dot(points[0], along);
      for (std::size_t k = 1; k < points.size(); ++k)
        if (const double far = dot(points[k], along); far > most) most = far, at = k;
      return points[at];
    }

    PlaneFront& front_;
    const TreeA& a_;
    const Pose& b_in_a_;
    const TreeB& b_;
    Query& query_;
    u64 tests_ = 0, cost_ = 0, met_ = 0;  // met: pairs of leaves whose boxes no plane separates
    NoProbe none_;
    LeafPairs<Query, NoProbe> leaf_pairs_{query_, none_};
  };

  // A place for a pair. Places that are not used have planes that always separate.
  u32 add(const Pair& pair) {
    if (!free_.empty()) {
      const u32 slot = free_.back();
      free_.pop_back();
      pairs_[slot] = pair;
      return slot;
    }
    const u32 slot = static_cast<u32>(pairs_.size());
    if (slot % 8 == 0) {
      planes_.emplace_back();
      until_.push_back(0);
      for (u32 k = 0; k < 8; ++k) put(slot + k, {}, {}, 0, -std::numeric_limits<float>::infinity());
    }
    pairs_.push_back(pair);
    return slot;
  }
  void remove(u32 slot) {
    put(slot, {}, {}, 0, -std::numeric_limits<float>::infinity());
    free_.push_back(slot);
  }
  void put_none(u32 slot) { put(slot, {}, {}, 0, std::numeric_limits<float>::infinity()); }
  void put(u32 slot, const volumes::EightPlanes& from, u32 k) {
    put(slot, {from.direction[0][k], from.direction[1][k], from.direction[2][k]},
        {from.centre[0][k], from.centre[1][k], from.centre[2][k]}, from.radius[k], from.offset[k]);
  }
  void put(u32 slot, Vec3f direction, Vec3f centre, float radius, float offset) {
    volumes::EightPlanes& planes = planes_[slot / 8];
    const u32 k = slot % 8;
    for (int i = 0; i < 3; ++i) planes.direction[i][k] = direction[i], planes.centre[i][k] = centre[i];
    planes.radius[k] = radius, planes.offset[k] = offset;
    until_[slot / 8] = -1;
  }
  // A plane that was found at this pose, if it separates by more than rounding.
  bool put_if_it_separates(const Pair& pair, Vec3f direction, const V& box, double offset) {
    const double radius = length(cast<double>(box.half)) * (1 + 16 * kUnitOfPlanes);
    const float of_ball = round_above<float>(radius), here = round_above<float>(offset - turned_ * radius);
    const float begins = dot(direction, at_.rotation * box.centre + at_.translation) - of_ball * at_.turned;
    if (!(begins - here - at_.beyond > 0)) return false;
    put(add(pair), direction, box.centre, of_ball, here);
    return true;
  }

  std::vector<Pair> pairs_;  // by slot, eight to a block of planes
  std::vector<volumes::EightPlanes> planes_;
  std::vector<float> until_;        // of each block: where on B's path it is to be tested again
  std::vector<std::uint8_t> near_;  // of each block: those that are no longer separated
  std::vector<u32> free_;           // slots
  std::vector<Leaves> leaves_;      // the last that touched is the first
  std::vector<Pair> stack_;
  std::vector<Vec3d> points_a_, points_b_;  // of two leaves
  std::size_t fresh_ = 0, queries_ = 0;     // size of the cut when it was made, and how many queries ago
  Pose last_{};
  double reach_ = 0;
  double turned_ = 0, path_ = 0;  // since the cut was made, rounded up
  volumes::PlanesAt at_{};
  u64 tests_ = 0, cost_ = 0, cost_from_roots_ = 0;
};

}  // namespace apart::traversal
