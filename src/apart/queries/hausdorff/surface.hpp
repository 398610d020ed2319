// A mesh placed in the frame in which a Hausdorff distance is measured, with the search for its nearest triangle.
#pragma once
#include <apart/base/growing_stack.hpp>
#include <apart/base/norm.hpp>
#include <apart/hierarchy/box_tree.hpp>
#include <apart/queries/element_id.hpp>
#include <apart/traversal/point_boxes.hpp>
#include <apart/triangles/lanes/point_frames.hpp>
#include <atomic>
#include <bit>

namespace apart::queries {

class Surface {
 public:
  static constexpr u32 kNone = ~u32(0);  // no triangle

  // The mesh at `pose`, less `origin`. The model is not empty.
  Surface(const Model& model, const Pose& pose, Vec3d origin, Norm norm);

  u32 size() const { return static_cast<u32>(faces_.size()); }
  std::span<const Vec3d> vertices() const { return vertices_; }
  const Face& face(u32 i) const { return faces_[i]; }
  Triangle triangle(u32 i) const {
    const Face& f = faces_[i];
    return {vertices_[f[0]], vertices_[f[1]], vertices_[f[2]]};
  }
  const Bounds& bounds() const { return bounds_; }
  ElementId element(u32 i, Vec3d p) const;

  // The distances of up to four points from one triangle.
  void distances(std::span<const Vec3d> points, u32 i, double* out) const;
  struct Closest {
    double distance;
    Vec3d point;
  };
  Closest closest(Vec3d p, u32 i) const;  // more exact

  struct Nearest {
    double distance;
    u32 triangle;     // of equals the first
    double at_least;  // the same, but in other norms than the Euclidean one, where it may be less
  };
  // The search starts with the distance from the triangle `guess`, unless that is kNone.
  Nearest nearest(Vec3d p, u32 guess) const;
  // The nearest of up to four triangles of a leaf, of which one is given.
  u32 nearest_of_leaf(Vec3d p, u32 one) const;

  // Calls f(triangle) for all triangles that come within the radius of a point, and some more, until f returns false;
  // returns whether all were visited.
  template <class F>
  bool for_each_near(Vec3d p, double radius, F f) const {
    return each_leaf_near(p, radius_squared(radius), [&](hierarchy::Ref leaf, float&) {
      return hierarchy::for_each_primitive(tree_.items(), leaf, f);
    });
  }

  // A node's contents lie in this ball.
  struct Ball {
    Vec3d centre;
    double radius;
  };
  Ball ball(u32 slot) const;
  const BoxTree& tree() const { return tree_; }

 private:
  void number_lanes();
  void test_leaf(Vec3d p, hierarchy::Ref leaf, Nearest& best) const;
  void test_in_norm(Vec3d p, u32 i, Nearest& best) const;
  PointInTree in_tree(Vec3d p) const;
  // Of distances in the tree, which is in floats and not turned.
  float radius_squared(double distance) const { return squared_limit(distance * distance); }
  float squared_limit(double squared) const {
    return float_above(lesser(squared * stretch_, double(std::numeric_limits<float>::max())));
  }
  // Calls f(leaf, limit) for the leaves that come within the limit of a point, the nearest first, until f returns
  // false; f may lower the limit. Returns whether all were visited.
  template <class F>
  bool each_leaf_near(Vec3d p, float limit, F f) const {
    struct Open {
      hierarchy::Ref ref;
      float squared;
    };
    const PointInTree point = in_tree(p);
    const PointBoxTests& tests = point_box_tests();
    GrowingStack<Open> open;
    open.push({tree_.ref(0), -1});
    while (!open.empty()) {
      const Open now = open.pop();
      if (now.squared > limit) continue;
      if (now.ref.is_leaf()) {
        if (!f(now.ref, limit)) return false;
        continue;
      }
      float squared[8];
      const u32 near = tests.near(point, numbers(tree_.pack(now.ref)), limit, squared);
      // The nearest last, where it is taken first.
      Open kept[8];
      u32 count = 0;
      for (u32 left = near; left != 0; left &= left - 1) {
        const u32 k = static_cast<u32>(std::countr_zero(left));
        u32 at = count++;
        for (; at > 0 && kept[at - 1].squared < squared[k]; --at) kept[at] = kept[at - 1];
        kept[at] = {tree_.ref(now.ref.first() + k), squared[k]};
      }
      for (u32 k = 0; k < count; ++k) open.push(kept[k]);
    }
    return true;
  }

  const Mesh& mesh_;
  std::span<const Face> faces_;
  const BoxTree& tree_;
  Norm norm_;
  Pose pose_;              // from the tree's frame: of a point relative to its centre
  double distortion_;      // by how much the pose stretches or shrinks, as a share
  double position_error_;  // of the tree's centre
  double stretch_;         // of squared distances: Euclidean ones in the tree by those in the norm, at most
  std::vector<Vec3d> vertices_;
  Bounds bounds_;
  // The triangles of each leaf, in fours; the last of a leaf is repeated. Prepared on first use, by any thread.
  const FourFrames& frames(u32 four, FourFrames& spare) const;
  mutable UnsetVector<FourFrames> frames_;
  enum class Prepared : unsigned char { no, being, yes };
  mutable std::vector<std::atomic<Prepared>> prepared_;
  std::vector<u32> triangle_at_;   // in all lanes
  std::vector<u32> lane_of_;       // of each triangle
  std::vector<u32> lane_of_item_;  // of each item of the tree
  const PointFrames& tests_ = point_frames();
};

}  // namespace apart::queries
