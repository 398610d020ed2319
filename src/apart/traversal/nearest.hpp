// The traversal of one tree for the triangles nearest to a point.
#pragma once
#include <apart/base/growing_stack.hpp>
#include <apart/traversal/near_candidates.hpp>
#include <apart/triangles/point.hpp>
#include <bit>
#include <memory>

namespace apart::traversal {

// What collects the triangles: no triangle farther than the root of limit() needs to be added. Triangle i of the tree's
// order is lane i % 4 of block i / 4.
template <class T>
concept NearCollector = requires(T collector, const T view, u32 index, u32 triangle, const TrianglePoint& point) {
  { view.limit() } -> std::same_as<double>;  // a squared distance, up to infinity; it may fall
  collector.add(index, triangle, point);
};

// NearCandidates collect without exact distances, but not of points that are far.
template <class T>
concept NearCollectorOrCandidates = NearCollector<T> || std::same_as<T, NearCandidates>;

class NearestWalk {
 public:
  // The point is finite, and not beyond Pose::kFarthest.
  NearestWalk(const BoxTree& tree, Vec3d point)
      : tree_(&tree),
        tests_(&point_box_tests()),
        point_(point),
        at_(tree.frame, point),
        is_far_(largest(abs(point - tree.frame.centre)) > lesser(0x1p10 * tree.frame.radius, 1e18)) {
    if (tree.empty()) return;
    now_ = std::bit_cast<u32>(tree.ref(0));
    // Each level leaves up to seven siblings, and eight are written at once.
    if (const u32 most = 7 * tree.depth + 8; most > kInPlace)
      large_ = std::make_unique<u64[]>(most), open_ = large_.get();
    top_ = open_;
  }

  template <NearCollector C>
  void run(C& found) {
    if (tree_->empty()) return;
    if (is_far_) return run_far(found);
    start(found);
    while (step(found)) continue;
  }

  // The same node by node, for a point that is not far: start(), then step() until it returns false.
  bool is_far() const { return is_far_; }
  template <NearCollectorOrCandidates C>
  void start(const C& found) {
    limit_ = float_limit(found.limit());
  }
  template <NearCollectorOrCandidates C>
  bool step(C& found) {
    const Ref ref = std::bit_cast<Ref>(static_cast<u32>(now_));
    if (ref.is_leaf())
      test_leaf(ref, found);
    else if (enter(tree_->nodes[ref.first() / 8]))
      return true;
    do {
      if (top_ == open_) return false;
      now_ = *--top_;
    } while (std::bit_cast<float>(static_cast<u32>(now_ >> 32)) > limit_);
    return true;
  }
  // What the next step reads.
  void prefetch() const { traversal::prefetch(*tree_, std::bit_cast<Ref>(static_cast<u32>(now_))); }

  NearestWalk(const NearestWalk&) = delete;
  NearestWalk& operator=(const NearestWalk&) = delete;

 private:
  void test_leaf(Ref leaf, NearCandidates& found) {
    for (u32 block = leaf.first() / TriangleBlock::kLanes;; ++block) {
      found.test(*tests_, point_, *tree_, block);
      if (tree_->blocks[block].items[TriangleBlock::kLanes - 1].last()) break;
    }
    limit_ = float_limit(found.limit());
  }
  template <NearCollector C>
  void test_leaf(Ref leaf, C& found) {
    for (u32 block = leaf.first() / TriangleBlock::kLanes;; ++block) {
      const TriangleBlock& four = tree_->blocks[block];
      double least[4];
      u32 near = tests_->near_triangles(point_, four, found.limit(), least);
      while (near != 0) {
        // The nearest first, which may rule out others.
        u32 first = static_cast<u32>(std::countr_zero(near));
        for (u32 left = near & (near - 1); left != 0; left &= left - 1)
          if (const u32 k = static_cast<u32>(std::countr_zero(left)); least[k] < least[first]) first = k;
        near &= ~(u32(1) << first);
        if (least[first] > found.limit()) break;
        test(block, first, found);
      }
      if (four.items[3].last()) break;
    }
    limit_ = float_limit(found.limit());
  }

  // Goes to the nearest child, and keeps the others, the next nearest on top; false if none is near enough.
  bool enter(const WideNode<Aabb<float>, 8>& node) {
    const u32* const refs = reinterpret_cast<const u32*>(node.refs);
    const u32 count = tests_->near_children(at_, numbers(node.volumes), refs, limit_, top_);
    if (count == 0) return false;
    top_ += count - 1;
    now_ = *top_;
    return true;
  }

  // The same for points so far away that floats do not tell the boxes apart.
  template <NearCollector C>
  void run_far(C& found) const {
    struct Open {
      Ref ref;
      double squared;
    };
    const Vec3d at = point_ - tree_->frame.centre;
    const double slack = 16 * kUnit<double> * (largest(abs(at)) + 2 * tree_->frame.radius);
    GrowingStack<Open> stack;
    stack.push({tree_->ref(0), 0});
    while (!stack.empty()) {
      const Open now = stack.pop();
      if (now.squared > found.limit()) continue;
      if (now.ref.is_leaf()) {
        for (u32 i = now.ref.first();; ++i) {
          test(i / TriangleBlock::kLanes, i % TriangleBlock::kLanes, found);
          if (tree_->order[i].last()) break;
        }
        continue;
      }
      Open kept[8];
      u32 size = 0;
      for (u32 slot = now.ref.first();; ++slot) {
        const Aabb<float> box = tree_->volume(slot);
        const Vec3d gap = abs(at - cast<double>(box.centre)) - cast<double>(box.half) - Vec3d{slack, slack, slack};
        const Open added{tree_->ref(slot), (1 - 16 * kUnit<double>)*squared_length(larger(gap, Vec3d{}))};
        if (added.squared <= found.limit()) {
          u32 to = size++;
          for (; to > 0 && kept[to - 1].squared < added.squared; --to) kept[to] = kept[to - 1];
          kept[to] = added;
        }
        if (added.ref.is_last()) break;
      }
      for (u32 k = 0; k < size; ++k) stack.push(kept[k]);
    }
  }

  // A float that is not less, also where it underflows, and not below the tags of bounds that are zero: 7 · 2^-149.
  static float float_limit(double squared) {
    return rounded<float>(lesser((1 + 0x1p-22) * squared, double(std::numeric_limits<float>::max() / 4))) + 0x1p-146f;
  }
  template <NearCollector C>
  void test(u32 block, u32 lane, C& found) const {
    const TriangleBlock& four = tree_->blocks[block];
    found.add(TriangleBlock::kLanes * block + lane, four.items[lane].primitive(),
              closest_on_triangle(point_, triangle_of(four, lane)));
  }

  const BoxTree* tree_;
  const PointBoxTests* tests_;
  Vec3d point_;
  PointInTree at_;
  bool is_far_;
  float limit_ = 0;
  u64 now_ = 0;  // the lower bound of a node, as the bits of a float, and its reference
  static constexpr u32 kInPlace = 128;
  std::unique_ptr<u64[]> large_;
  u64 *open_ = in_place_, *top_ = in_place_;  // a stack of others
  u64 in_place_[kInPlace];
};

}  // namespace apart::traversal
