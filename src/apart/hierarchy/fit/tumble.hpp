// Volumes that cannot rotate, of a tree that does: realigned tighter than by wrapping them (Klosowski and others 1998;
// Ericson 2005, section 4.6.4). One for each moving tree; not thread-safe.
//   corners   wraps the hull of the volume's corners, which are computed once: k-dops
//   climb     tight: the extreme vertices of the content's hull, found by hill climbing from those of the last pose
#pragma once
#include <apart/hierarchy/tree.hpp>
#include <apart/shapes/hull.hpp>
#include <apart/shapes/mesh/neighbours.hpp>
#include <apart/volumes/fits/realign_kdop.hpp>
#include <apart/volumes/fits/update_aabb.hpp>
#include <memory>

namespace apart::hierarchy {

// A volume's way to climb, and to be measured about a few points.
template <class V>
struct Climbing {
  static constexpr bool kHasCorners = false;
};
template <class T, int K>
struct Climbing<Kdop<T, K>> {
  using Climber = KdopClimber<K>;
  static constexpr bool kHasCorners = true;
  static Kdop<T, K> of(std::span<const Vec3d> points, const Pose& pose) { return kdop_of<T, K>(points, pose); }
};
template <class T>
struct Climbing<Aabb<T>> {
  using Climber = AabbClimber;
  static constexpr bool kHasCorners = false;  // they are wrapped as the box is
  static Aabb<T> of(std::span<const Vec3d> points, const Pose& pose) { return aabb_of<T>(points, pose); }
};

// The vertices of the triangles of every node, each once, relative to the frame's centre: those of inner nodes are the
// corners of their hulls alone.
template <AlignedVolume V>
class TumbleByClimbing {
  using Climber = typename Climbing<V>::Climber;

 public:
  TumbleByClimbing(const Tree<V>& tree, const Mesh& mesh) : nodes_(tree.nodes.size()) {
    const std::vector<ItemRange> ranges = item_ranges(tree.nodes, tree.order);
    std::vector<u32> corners;
    for (std::size_t n = 0; n < nodes_.size(); ++n) {
      corners.clear();
      for (u32 i = ranges[n].begin; i < ranges[n].end; ++i)
        for (u32 v : mesh.faces()[tree.order[i].primitive()]) corners.push_back(v);
      std::sort(corners.begin(), corners.end());
      corners.erase(std::unique(corners.begin(), corners.end()), corners.end());
      std::vector<Vec3d>& points = nodes_[n].points;
      for (u32 v : corners) points.push_back(mesh.vertices()[v] - tree.frame.centre);
      if (points.size() <= kFew) continue;
      Hull hull = convex_hull(points);
      if (hull.dimension != 3) continue;
      nodes_[n].neighbours = std::make_unique<Neighbours>(neighbours(hull.surface()));
      points = std::move(hull.vertices);
      nodes_[n].climber = std::make_unique<Climber>(points, *nodes_[n].neighbours, hull.slack);
    }
  }

  // At a pose of the tree's frame.
  V operator()(u32 node, const Pose& pose) {
    Node& n = nodes_[node];
    return n.climber ? n.climber->template at<typename V::Scalar>(pose) : Climbing<V>::of(n.points, pose);
  }

 private:
  static constexpr std::size_t kFew = 24;  // then all are visited as fast
  struct Node {
    std::vector<Vec3d> points;
    std::unique_ptr<Neighbours> neighbours;
    std::unique_ptr<Climber> climber;
  };
  std::vector<Node> nodes_;
};

template <AlignedVolume V>
class TumbleByCorners;
template <class T, int K>
class TumbleByCorners<Kdop<T, K>> {
 public:
  explicit TumbleByCorners(const Tree<Kdop<T, K>>& tree) {
    for (const Kdop<T, K>& v : tree.volumes) corners_.emplace_back(v);
  }
  Kdop<T, K> operator()(u32 node, const Pose& pose) const { return corners_[node].template at<T>(pose); }

 private:
  std::vector<KdopCorners<K>> corners_;
};

}  // namespace apart::hierarchy
