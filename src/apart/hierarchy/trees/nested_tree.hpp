// A tree in nested coordinates: each volume is stored relative to its parent's, in floats, and decoded in doubles.
// Rounding is then relative to the parent's size, not the model's: small parts of a large model keep their digits.
#pragma once
#include <apart/base/quaternion.hpp>
#include <apart/hierarchy/fit/fit_tree.hpp>
#include <apart/hierarchy/tree.hpp>
#include <apart/volumes/kinds/aabb.hpp>
#include <apart/volumes/kinds/sphere.hpp>
#include <apart/volumes/obb.hpp>

namespace apart::hierarchy {

// The storage of V, and the frame that a traversal composes on its way down. Fitting and traversals compose frames by
// the same compiled function, so they get the same bits; sizes are measured about the composed frame, so that the
// rounding of composition, at any depth, is in the size. What is left is the rounding of the measurement itself:
// subtracting and rotating a point cost a few units of its distance from the frame, which are added to the size.
template <class V>
struct Nesting;

// Volumes that do not rotate are shifted by their parent's centre.
struct ShiftedFrame {
  double centre[3];  // in the tree's frame; no default, so that arrays of nodes are cheap
};
template <>
struct Nesting<Sphere<float>> {
  using Seen = Sphere<double>;
  using Frame = ShiftedFrame;
  using Kept = Sphere<float>;  // 16 bytes
  static Frame outermost() { return {{0, 0, 0}}; }
  static Frame within(const Frame& parent, const Kept& kept);
  static Seen seen(const Frame& frame, const Kept& kept);
  static Kept fit(const Frame& parent, std::span<const Triangle> content);
};
template <>
struct Nesting<Aabb<float>> {
  using Seen = Aabb<double>;
  using Frame = ShiftedFrame;
  using Kept = Aabb<float>;  // 24 bytes
  static Frame outermost() { return {{0, 0, 0}}; }
  static Frame within(const Frame& parent, const Kept& kept);
  static Seen seen(const Frame& frame, const Kept& kept);
  static Kept fit(const Frame& parent, std::span<const Triangle> content);
};

// Oriented boxes are relative to their parent's axes. Rotations are quaternions, normalized at each level, so that the
// axes of the deepest box are as orthogonal as those of the root; and a quaternion is smaller than a matrix.
struct TurnedFrame {
  Quaternion rotation;  // from the tree's axes to the box's
  double centre[3];     // in the tree's frame
};
struct NestedObb {
  float rotation[4];  // 16: w, x, y, z, from the parent's axes to the box's
  Vec3f centre;       // 12: along the parent's axes
  Vec3f half;         // 12
};
static_assert(sizeof(NestedObb) == 40);
template <>
struct Nesting<Obb<float>> {
  using Seen = Obb<double>;
  using Frame = TurnedFrame;
  using Kept = NestedObb;
  static Frame outermost() { return {{1, 0, 0, 0}, {0, 0, 0}}; }
  static Frame within(const Frame& parent, const Kept& kept);
  static Seen seen(const Frame& frame, const Kept& kept);
  static Kept fit(const Frame& parent, std::span<const Triangle> content);
};

template <class V>
struct NestedTree {
  using VolumeType = typename Nesting<V>::Seen;
  struct Node {
    u32 index;
    typename Nesting<V>::Frame frame;
    friend constexpr u32 index_of(const Node& n) { return n.index; }
  };
  std::vector<Ref> nodes;
  std::vector<Item> order;
  std::vector<typename Nesting<V>::Kept> kept;  // one per node, relative to its parent's; the root's to frame.centre
  Frame frame;

  bool empty() const { return nodes.empty(); }
  Node root() const { return node(Nesting<V>::outermost(), 0); }
  Ref ref(const Node& n) const { return nodes[n.index]; }
  bool is_last(const Node& n) const { return nodes[n.index].is_last(); }
  Node child(const Node& parent, Ref ref, u32 k) const { return node(parent.frame, ref.first() + k); }
  VolumeType volume(const Node& n) const { return Nesting<V>::seen(n.frame, kept[n.index]); }
  std::span<const Item> items() const { return order; }

 private:
  Node node(const typename Nesting<V>::Frame& parent, u32 n) const { return {n, Nesting<V>::within(parent, kept[n])}; }
};

template <class V>
std::size_t bytes(const NestedTree<V>& tree) {
  return tree.nodes.size() * (sizeof(Ref) + sizeof(typename Nesting<V>::Kept)) + tree.order.size() * sizeof(Item);
}

// Fits a volume to the triangles of every node, as fit_tree<V> does, each in the frame of its parent.
template <class V>
NestedTree<V> fit_nested(Topology topology, const Mesh& mesh) {
  NestedTree<V> tree{std::move(topology.nodes), std::move(topology.order), {}, frame_of(mesh)};
  APART_ASSERT(tree.order.size() == mesh.size(), "the topology was built for another mesh");
  std::vector<Triangle> content;  // in the order of the leaves, so that each node's range is contiguous
  content.reserve(tree.order.size());
  for (Item item : tree.order) {
    Triangle t = mesh.triangle(item.primitive());
    for (int k = 0; k < 3; ++k) t[k] -= tree.frame.centre;
    content.push_back(t);
  }
  struct Place {
    u32 begin, end;
    typename Nesting<V>::Frame parent;
  };
  std::vector<Place> places(tree.nodes.size());
  for (std::size_t n = tree.nodes.size(); n-- > 0;) {  // children come after their parents
    const Ref ref = tree.nodes[n];
    if (ref.is_leaf()) {
      u32 end = ref.first();
      while (!tree.order[end].last()) ++end;
      places[n].begin = ref.first(), places[n].end = end + 1;
    } else {
      places[n].begin = places[ref.first()].begin;
      for_each_child(tree.nodes, ref, [&](u32 child) { places[n].end = places[child].end; });
    }
  }
  tree.kept.resize(tree.nodes.size());
  for (std::size_t n = 0; n < tree.nodes.size(); ++n) {
    if (n == 0) places[n].parent = Nesting<V>::outermost();
    const Place& at = places[n];
    tree.kept[n] = Nesting<V>::fit(at.parent, std::span(content).subspan(at.begin, at.end - at.begin));
    if (tree.nodes[n].is_leaf()) continue;
    const auto frame = Nesting<V>::within(at.parent, tree.kept[n]);
    for_each_child(tree.nodes, tree.nodes[n], [&](u32 child) { places[child].parent = frame; });
  }
  return tree;
}

}  // namespace apart::hierarchy
