// The convex hulls of a tree's nodes, each as a few of its corners. A box is loose at its corners, so that around the
// nearest points of two models very many pairs of boxes are nearer than these; hulls are not (after Ehmann and Lin
// 2001, whose pieces have hulls of their own).
#pragma once
#include <apart/hierarchy/model.hpp>
#include <apart/hierarchy/model_tree.hpp>
#include <apart/shapes/polytope/eight_points.hpp>
#include <vector>

namespace apart::hierarchy {

struct NodeHulls {
  struct Place {
    u32 first;    // eight; leaves have none
    float slack;  // the node's content is within this distance of the hull of its points
  };
  std::vector<Place> places;               // of each node, and the end of the last
  std::vector<EightPoints<float>> points;  // vertices, relative to the frame's centre

  bool has(u32 node) const { return places[node + 1].first > places[node].first; }
  std::span<const EightPoints<float>> of(u32 node) const {
    return {points.data() + places[node].first, points.data() + places[node + 1].first};
  }
  double slack(u32 node) const { return double(places[node].slack); }
};

NodeHulls node_hulls(const ModelTree& tree, const Mesh& mesh);

}  // namespace apart::hierarchy
