// The convex hulls of what a tree's nodes hold, each as a few of its corners. A box sticks out at its corners, so that
// around the nearest points of two models very many pairs of boxes are nearer than these; hulls are not (after Ehmann
// and Lin 2001, whose pieces have hulls of their own).
#pragma once
#include <apart/hierarchy/model.hpp>
#include <apart/shapes/eight_points.hpp>
#include <vector>

namespace apart {

struct NodeHulls {
  std::vector<u32> first;                  // eight of each node, and the end of the last; leaves have none
  std::vector<EightPoints<float>> points;  // vertices, from the frame's centre
  std::vector<float> sticking_out;         // of a node: all that it holds is as near as this to the hull of its points

  bool has(u32 node) const { return first[node + 1] > first[node]; }
  std::span<const EightPoints<float>> of(u32 node) const {
    return {points.data() + first[node], points.data() + first[node + 1]};
  }
};

NodeHulls node_hulls(const ModelTree& tree, const Mesh& mesh);

}  // namespace apart
