// The traversal of one tree for the triangles nearest to a point.
#pragma once
#include <apart/base/growing_stack.hpp>
#include <apart/traversal/point_boxes.hpp>
#include <apart/triangles/lanes/may_be_near.hpp>
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
  NearestWalk(const BoxTree& tree, const Mesh& mesh, Vec3d point)
      : tree_(tree),
        mesh_(mesh),
        point_(point),
        far_(largest(abs(point - tree.frame.centre)) > lesser(0x1p10 * tree.frame.radius, 1e18)) {}

  template <NearCollector C>
  void run(C& found) {
    if (tree_.empty()) return;
    if (far_)
      run(DoubleBounds{tree_.frame, point_}, found);
    else
      run(FloatBounds{{tree_.frame, point_}}, found);
  }

 private:
  // Lower bounds of squared distances from the boxes of a node, with a bit for each within the limit.
  struct FloatBounds {
    PointInTree at;
    const PointBoxTests& tests = point_box_tests();
    using Squared = float;

    float limit(double squared) const {
      return float_above(lesser(squared, double(std::numeric_limits<float>::max())));
    }
    u32 near(const BoxTree& tree, Ref inner, float limit, float* squared) const {
      return tests.near(at, numbers(tree.pack(inner)), limit, squared);
    }
  };
  // For points so far away that floats do not tell the boxes apart.
  struct DoubleBounds {
    Vec3d at;
    double slack;
    using Squared = double;

    DoubleBounds(const Frame& frame, Vec3d point)
        : at(point - frame.centre), slack(16 * kUnit<double> * (largest(abs(at)) + 2 * frame.radius)) {}
    double limit(double squared) const { return lesser(squared, std::numeric_limits<double>::max()); }
    u32 near(const BoxTree& tree, Ref inner, double limit, double* squared) const {
      u32 out = 0;
      for (u32 k = 0;; ++k) {
        const Aabb<float> box = tree.volume(inner.first() + k);
        const Vec3d gap = abs(at - cast<double>(box.centre)) - cast<double>(box.half) - Vec3d{slack, slack, slack};
        squared[k] = (1 - 16 * kUnit<double>)*squared_length(larger(gap, Vec3d{}));
        out |= u32(squared[k] <= limit) << k;
        if (tree.is_last(inner.first() + k)) return out;
      }
    }
  };

  template <class Bounds, NearCollector C>
  void run(const Bounds& bounds, C& found) const {
    using Squared = typename Bounds::Squared;
    struct Open {
      Ref ref;
      Squared squared;
    };
    GrowingStack<Open> open;
    open.push({tree_.ref(0), 0});
    Squared limit = bounds.limit(found.limit());
    while (!open.empty()) {
      const Open now = open.pop();
      if (now.squared > limit) continue;
      if (now.ref.is_leaf()) {
        test_leaf(now.ref, found);
        limit = bounds.limit(found.limit());
        continue;
      }
      Squared squared[8];
      const WideNode<Aabb<float>, 8>& node = tree_.nodes[now.ref.first() / 8];
      // The nearest last, where it is taken first.
      Open kept[8];
      u32 size = 0;
      for (u32 left = bounds.near(tree_, now.ref, limit, squared); left != 0; left &= left - 1) {
        const u32 k = static_cast<u32>(std::countr_zero(left));
        u32 at = size++;
        for (; at > 0 && kept[at - 1].squared < squared[k]; --at) kept[at] = kept[at - 1];
        kept[at] = {node.refs[k], squared[k]};
      }
      for (u32 k = 0; k < size; ++k) open.push(kept[k]);
    }
  }

  template <NearCollector C>
  void test_leaf(Ref leaf, C& found) const {
    for (u32 from = leaf.first();;) {
      Triangle triangles[8];
      u32 numbers[8], count = 0;
      bool last = false;
      while (count < 8 && !last) {
        const Item item = tree_.order[from++];
        numbers[count] = item.primitive(), last = item.last();
        triangles[count++] = mesh_.triangle(item.primitive());
      }
      u32 near = (u32(1) << count) - 1;
      if (!far_) near = may_be_near(point_, {triangles, count}, found.limit());
      for (; near != 0; near &= near - 1) {
        const u32 k = static_cast<u32>(std::countr_zero(near));
        found.add(numbers[k], closest_on_triangle(point_, triangles[k]));
      }
      if (last) return;
    }
  }

  const BoxTree& tree_;
  const Mesh& mesh_;
  const Vec3d point_;
  const bool far_;
};

}  // namespace apart::traversal
