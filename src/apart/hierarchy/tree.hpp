// A topology dressed with volumes of one type.
#pragma once
#include <apart/base/bounds.hpp>
#include <apart/hierarchy/topology.hpp>
#include <apart/hierarchy/watch.hpp>
#include <apart/hierarchy/workers.hpp>
#include <apart/shapes/mesh.hpp>
#include <apart/volumes/volume.hpp>

namespace apart {

// The number of a place in a tree, for probes and caches.
constexpr u32 index_of(u32 node) { return node; }

// What a walk asks of a tree. A Node names a place in it; root and children are named through it, so that a tree may
// compute what it does not keep.
template <class T>
concept WalkableTree = requires(const T tree, typename T::Node node, Ref ref, u32 k) {
  requires Volume<typename T::VolumeType>;
  { tree.frame } -> std::convertible_to<Frame>;
  { tree.empty() } -> std::same_as<bool>;
  { tree.root() } -> std::same_as<typename T::Node>;
  { tree.ref(node) } -> std::same_as<Ref>;
  { tree.is_last(node) } -> std::same_as<bool>;                          // of its siblings
  { tree.child(node, ref, k) } -> std::same_as<typename T::Node>;        // of an inner node, whose ref this is
  { tree.volume(node) } -> std::convertible_to<typename T::VolumeType>;  // relative to frame.centre
  { index_of(node) } -> std::same_as<u32>;
  { tree.items() } -> std::convertible_to<std::span<const Item>>;
};

// Calls f(child) for each child of an inner node.
template <WalkableTree T, class F>
void for_each_child(const T& tree, typename T::Node node, Ref ref, F f) {
  for (u32 k = 0;; ++k) {
    const typename T::Node child = tree.child(node, ref, k);
    f(child);
    if (tree.is_last(child)) return;
  }
}

template <Volume V>
struct Tree {
  using VolumeType = V;
  using Node = u32;
  std::vector<Ref> nodes;
  std::vector<Item> order;
  std::vector<V> volumes;  // one a node, relative to frame.centre
  Frame frame;

  bool empty() const { return nodes.empty(); }
  u32 root() const { return 0; }
  Ref ref(u32 n) const { return nodes[n]; }
  bool is_last(u32 n) const { return nodes[n].is_last(); }
  u32 child(u32, Ref parent, u32 k) const { return parent.first() + k; }
  const V& volume(u32 n) const { return volumes[n]; }
  std::span<const Item> items() const { return order; }
};

// A tree whose arrays lie elsewhere: in a Tree, or in a mapped file. Whoever has it keeps them alive.
template <Volume V>
struct TreeView {
  using VolumeType = V;
  using Node = u32;
  std::span<const Ref> nodes;
  std::span<const Item> order;
  std::span<const V> volumes;
  Frame frame;

  static TreeView of(const Tree<V>& tree) { return {tree.nodes, tree.order, tree.volumes, tree.frame}; }

  bool empty() const { return nodes.empty(); }
  u32 root() const { return 0; }
  Ref ref(u32 n) const { return nodes[n]; }
  bool is_last(u32 n) const { return nodes[n].is_last(); }
  u32 child(u32, Ref parent, u32 k) const { return parent.first() + k; }
  const V& volume(u32 n) const { return volumes[n]; }
  std::span<const Item> items() const { return order; }
};

// The middle of the mesh, and how far from it any vertex of a triangle lies.
Frame frame_of(const Mesh& mesh);
Frame frame_of(const Bounds& of_vertices);

// From the first to behind the last primitive of every node, as places in the order of the leaves.
struct ItemRange {
  u32 begin, end;
  u32 size() const { return end - begin; }
};
std::vector<ItemRange> item_ranges(std::span<const Ref> nodes, std::span<const Item> order);

struct DressOptions {
  u32 threads = 1;  // 0: as many as the machine has; the same bits for any number
};

template <class T>
struct Obb;
// Fits turned boxes to every node as Fit<Obb<float>> does, many times faster. False: the watch stopped it.
bool fit_obbs(std::span<const Ref> nodes, std::span<const Item> order, const Mesh& mesh, const Frame& frame,
              const Workers& workers, const BuildWatch& watch, Obb<float>* volumes);

// Volumes that are known from bounds which grow point by point, and by the bounds of other points.
template <class V>
concept GrowsByPoints = requires(typename Fit<V>::Growing bounds, Vec3d p) {
  bounds.add(p);
  bounds.add(bounds);
  { Fit<V>::of(bounds) } -> std::same_as<V>;
};

// Fits those from the leaves up, each vertex once a corner: to the last bit as from all vertices of each node. False:
// the watch stopped it.
template <GrowsByPoints V>
bool grow_volumes(std::span<const Ref> nodes, std::span<const Item> order, const Mesh& mesh, const Frame& frame,
                  const Workers& workers, const BuildWatch& watch, std::span<V> volumes) {
  constexpr std::size_t grain = 1024;
  Progress progress(watch, 2 * nodes.size());
  using Growing = typename Fit<V>::Growing;
  std::vector<Growing> bounds(nodes.size());
  workers.for_ranges(nodes.size(), grain, [&](std::size_t begin, std::size_t end) {
    if (progress.stopped()) return;
    for (std::size_t n = begin; n < end; ++n)
      if (nodes[n].is_leaf()) {
        for_each_primitive(order, nodes[n], [&](u32 i) {
          for (u32 v : mesh.faces()[i]) bounds[n].add(mesh.vertices()[v] - frame.centre);
          return true;
        });
        volumes[n] = Fit<V>::of(bounds[n]);
      }
    progress.add(end - begin);
  });
  if (progress.stopped()) return false;
  for (std::size_t n = nodes.size(); n-- > 0;)  // children come after their parents
    if (!nodes[n].is_leaf()) for_each_child(nodes, nodes[n], [&](u32 child) { bounds[n].add(bounds[child]); });
  workers.for_ranges(nodes.size(), grain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t n = begin; n < end; ++n)
      if (!nodes[n].is_leaf()) volumes[n] = Fit<V>::of(bounds[n]);
    progress.add(end - begin);
  });
  return !progress.stopped();
}

// Fits a volume to the triangles of every node, relative to the frame's centre. Nothing, if the watch stopped it.
template <Volume V>
std::vector<V> fitted_volumes(std::span<const Ref> nodes, std::span<const Item> order, const Mesh& mesh,
                              const Frame& frame, const Workers& workers, const BuildWatch& watch = {}) {
  std::vector<V> volumes(nodes.size());
  if constexpr (std::is_same_v<V, Obb<float>>) {
    if (!fit_obbs(nodes, order, mesh, frame, workers, watch, volumes.data())) return {};
  } else if constexpr (GrowsByPoints<V>) {
    if (!grow_volumes<V>(nodes, order, mesh, frame, workers, watch, volumes)) return {};
  } else {
    std::vector<Triangled> content(
        order.size());  // in the order of the leaves, so that each node's share is contiguous
    workers.for_ranges(order.size(), 4096, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        content[i] = mesh.triangle(order[i].primitive());
        for (int k = 0; k < 3; ++k) content[i][k] -= frame.centre;
      }
    });
    const std::vector<ItemRange> ranges = item_ranges(nodes, order);
    std::size_t work = 0;
    for (const ItemRange& range : ranges) work += range.size();
    Progress progress(watch, work);
    workers.for_ranges(nodes.size(), 8, [&](std::size_t begin, std::size_t end) {
      for (std::size_t n = begin; n < end && !progress.stopped(); ++n) {
        volumes[n] = fit<V>(std::span<const Triangled>(content).subspan(ranges[n].begin, ranges[n].size()));
        progress.add(ranges[n].size());
      }
    });
    if (progress.stopped()) return {};
  }
  return volumes;
}

template <Volume V>
Tree<V> dress(Topology topology, const Mesh& mesh, const DressOptions& options = {}) {
  Tree<V> tree{std::move(topology.nodes), std::move(topology.order), {}, frame_of(mesh)};
  APART_ASSERT(tree.order.size() == mesh.size(), "the topology was built for another mesh");
  tree.volumes = fitted_volumes<V>(tree.nodes, tree.order, mesh, tree.frame, Workers(options.threads));
  return tree;
}
// An error says that the watch stopped it.
template <Volume V>
Result<Tree<V>> dress(Topology topology, const Mesh& mesh, const DressOptions& options, const BuildWatch& watch) {
  Tree<V> tree{std::move(topology.nodes), std::move(topology.order), {}, frame_of(mesh)};
  APART_ASSERT(tree.order.size() == mesh.size(), "the topology was built for another mesh");
  tree.volumes = fitted_volumes<V>(tree.nodes, tree.order, mesh, tree.frame, Workers(options.threads), watch);
  if (tree.volumes.size() != tree.nodes.size()) return stopped_by_watch();
  return tree;
}

}  // namespace apart
