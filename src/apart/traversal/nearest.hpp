// The traversal of one tree for the triangles nearest to a point.
#pragma once
#include <apart/base/growing_stack.hpp>
#include <apart/traversal/point_boxes.hpp>
#include <apart/triangles/point.hpp>
#include <bit>

namespace apart::traversal {

// What collects the triangles: no triangle farther than the root of limit() needs to be added.
template <class T>
concept NearCollector = requires(T collector, const T view, u32 triangle, const TrianglePoint& point) {
  { view.limit() } -> std::same_as<double>;  // a squared distance, up to infinity; it may fall
  collector.add(triangle, point);
};

class NearestWalk {
 public:
  // The point is finite, and not beyond Pose::kFarthest.
  NearestWalk(const BoxTree& tree, Vec3d point)
      : tree_(tree),
        point_(point),
        far_(largest(abs(point - tree.frame.centre)) > lesser(0x1p10 * tree.frame.radius, 1e18)) {}

  template <NearCollector C>
  void run(C& found) {
    if (tree_.empty()) return;
    if (far_)
      run_far(found);
    else
      run_near(found);
  }

 private:
  // Lower bounds that are not negative are ordered as their bits are.
  static u64 open(float squared, Ref ref) {
    return u64(std::bit_cast<u32>(larger(squared, 0.0f))) << 32 | std::bit_cast<u32>(ref);
  }

  template <NearCollector C>
  void run_near(C& found) const {
    const PointInTree at(tree_.frame, point_);
    const PointBoxTests& tests = point_box_tests();
    float limit = float_limit(found.limit());
    GrowingStack<u64> stack;
    stack.push(open(0, tree_.ref(0)));
    while (!stack.empty()) {
      const u64 now = stack.pop();
      if (std::bit_cast<float>(static_cast<u32>(now >> 32)) > limit) continue;
      const Ref ref = std::bit_cast<Ref>(static_cast<u32>(now));
      if (ref.is_leaf()) {
        for (u32 block = ref.first() / TriangleBlock::kLanes;; ++block) {
          const TriangleBlock& four = tree_.blocks[block];
          double squared[4];
          if (u32 near = tests.near_triangles(point_, four, found.limit(), squared); near != 0) {
            // The nearest first, which may rule out others.
            u32 first = static_cast<u32>(std::countr_zero(near));
            for (u32 left = near; left != 0; left &= left - 1)
              if (const u32 k = static_cast<u32>(std::countr_zero(left)); squared[k] < squared[first]) first = k;
            test(four, first, found);
            near &= ~(u32(1) << first);
            if (near != 0) near &= tests.near_triangles(point_, four, found.limit(), squared);
            for (; near != 0; near &= near - 1) test(four, static_cast<u32>(std::countr_zero(near)), found);
          }
          if (four.items[3].last()) break;
        }
        limit = float_limit(found.limit());
        continue;
      }
      float squared[8];
      const WideNode<Aabb<float>, 8>& node = tree_.nodes[ref.first() / 8];
      // The nearest last, where it is taken first.
      u64 kept[8];
      u32 size = 0;
      for (u32 left = tests.near(at, numbers(node.volumes), limit, squared); left != 0; left &= left - 1) {
        const u32 k = static_cast<u32>(std::countr_zero(left));
        const u64 added = open(squared[k], node.refs[k]);
        u32 to = size++;
        for (; to > 0 && kept[to - 1] < added; --to) kept[to] = kept[to - 1];
        kept[to] = added;
      }
      for (u32 k = 0; k < size; ++k) stack.push(kept[k]);
    }
  }

  // The same for points so far away that floats do not tell the boxes apart.
  template <NearCollector C>
  void run_far(C& found) const {
    struct Open {
      Ref ref;
      double squared;
    };
    const Vec3d at = point_ - tree_.frame.centre;
    const double slack = 16 * kUnit<double> * (largest(abs(at)) + 2 * tree_.frame.radius);
    GrowingStack<Open> stack;
    stack.push({tree_.ref(0), 0});
    while (!stack.empty()) {
      const Open now = stack.pop();
      if (now.squared > found.limit()) continue;
      if (now.ref.is_leaf()) {
        for (u32 i = now.ref.first();; ++i) {
          test(tree_.blocks[i / TriangleBlock::kLanes], i % TriangleBlock::kLanes, found);
          if (tree_.order[i].last()) break;
        }
        continue;
      }
      Open kept[8];
      u32 size = 0;
      for (u32 slot = now.ref.first();; ++slot) {
        const Aabb<float> box = tree_.volume(slot);
        const Vec3d gap = abs(at - cast<double>(box.centre)) - cast<double>(box.half) - Vec3d{slack, slack, slack};
        const Open added{tree_.ref(slot), (1 - 16 * kUnit<double>)*squared_length(larger(gap, Vec3d{}))};
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

  static float float_limit(double squared) {
    return float_above(lesser(squared, double(std::numeric_limits<float>::max() / 4)));
  }
  template <NearCollector C>
  void test(const TriangleBlock& block, u32 lane, C& found) const {
    found.add(block.items[lane].primitive(), closest_on_triangle(point_, triangle_of(block, lane)));
  }

  const BoxTree& tree_;
  const Vec3d point_;
  const bool far_;
};

}  // namespace apart::traversal
