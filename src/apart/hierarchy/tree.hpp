// A topology dressed with volumes of one type.
#pragma once
#include <apart/hierarchy/topology.hpp>
#include <apart/shapes/mesh.hpp>
#include <apart/volumes/volume.hpp>

namespace apart {

template <Volume V>
struct Tree {
  using VolumeType = V;
  std::vector<Ref> nodes;
  std::vector<Item> order;
  std::vector<V> volumes;  // one a node, relative to frame.centre
  Frame frame;

  bool empty() const { return nodes.empty(); }
};

// The middle of the mesh, and how far from it any vertex of a triangle lies.
Frame frame_of(const Mesh& mesh);

// Fits a volume to the triangles of every node.
template <Volume V>
Tree<V> dress(Topology topology, const Mesh& mesh) {
  Tree<V> tree{std::move(topology.nodes), std::move(topology.order), {}, frame_of(mesh)};
  APART_ASSERT(tree.order.size() == mesh.size(), "the topology was built for another mesh");
  std::vector<Triangled> content;  // in the order of the leaves, so that each node's share is contiguous
  content.reserve(tree.order.size());
  for (Item item : tree.order) {
    Triangled t = mesh.triangle(item.primitive());
    for (int k = 0; k < 3; ++k) t[k] -= tree.frame.centre;
    content.push_back(t);
  }
  struct Range {
    u32 begin, end;
  };
  std::vector<Range> ranges(tree.nodes.size());
  tree.volumes.resize(tree.nodes.size());
  for (std::size_t n = tree.nodes.size(); n-- > 0;) {  // children come after their parents
    const Ref ref = tree.nodes[n];
    if (ref.is_leaf()) {
      u32 end = ref.first();
      while (!tree.order[end].last()) ++end;
      ranges[n] = {ref.first(), end + 1};
    } else {
      ranges[n] = {ranges[ref.first()].begin, ranges[ref.first() + 1].end};
    }
    tree.volumes[n] = fit<V>(std::span(content).subspan(ranges[n].begin, ranges[n].end - ranges[n].begin));
  }
  return tree;
}

}  // namespace apart
