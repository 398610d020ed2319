// Fits axis-aligned boxes to the nodes of a model's tree, and packs its triangles.
#include <apart/hierarchy/box_tree.hpp>
#include <apart/hierarchy/fit/fit_tree.hpp>
#include <cmath>
#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace apart::hierarchy {
namespace {

constexpr u32 kLanes = TriangleBlock::kLanes;

// Moves the beginning of every leaf to a multiple of kLanes.
void align_leaves(Tree<Aabb<float>>& tree) {
  std::vector<u32> moved(tree.order.size());
  std::vector<Item> order;
  order.reserve(tree.order.size() + tree.order.size() / 2);
  for (u32 i = 0; i < tree.order.size(); ++i) {
    moved[i] = static_cast<u32>(order.size());
    order.push_back(tree.order[i]);
    if (tree.order[i].last())
      while (order.size() % kLanes != 0) order.push_back(tree.order[i]);
  }
  APART_ASSERT(order.size() <= Ref::kMost, "more triangles than a reference can index");
  for (Ref& ref : tree.nodes)
    if (ref.is_leaf()) ref = Ref::leaf(moved[ref.first()], ref.is_last());
  tree.order = std::move(order);
}

TriangleBlock block_of(std::span<const Item, kLanes> items, const Mesh& mesh) {
  TriangleBlock block{};
  bool ended = false;
  for (u32 lane = 0; lane < kLanes; ++lane) {
    block.items[lane] = items[lane];
    const Triangle t = mesh.triangle(items[lane].primitive());
    for (int n = 0; n < 9; ++n) block.at[n][lane] = ended ? std::nan("") : t[n / 3][n % 3];
    ended = items[lane].last();
  }
  return block;
}

// In pages of 2 MiB where the system has them on request: random access to many small ones is slower by a quarter.
template <class T>
std::vector<T> on_large_pages(std::size_t size) {
  std::vector<T> out;
  out.reserve(size);
#if defined(__linux__)
  constexpr std::uintptr_t kPage = 1 << 21;
  const auto begin = reinterpret_cast<std::uintptr_t>(out.data()), end = begin + size * sizeof(T);
  const std::uintptr_t first = (begin + kPage - 1) / kPage * kPage;
  if (first + kPage <= end) {
    void* const whole = reinterpret_cast<std::byte*>(out.data()) + (first - begin);
    const std::size_t length = (end - first) / kPage * kPage;
    madvise(whole, length, MADV_DONTNEED);  // small pages of memory that was in use before
    madvise(whole, length, MADV_HUGEPAGE);
  }
#endif
  return out;
}

u32 depth_of(std::span<const Ref> nodes) {
  std::vector<u32> depth(nodes.size(), 0);  // inner nodes above; children come after their parents
  u32 most = 0;
  for (u32 n = 0; n < nodes.size(); ++n) {
    most = larger(most, depth[n]);
    if (!nodes[n].is_leaf()) for_each_child(nodes, nodes[n], [&](u32 child) { depth[child] = depth[n] + 1; });
  }
  return most;
}

}  // namespace

BoxTree box_tree(const ModelTree& tree, const Mesh& mesh) {
  if (tree.empty()) return {};
  Tree<Aabb<float>> boxes;
  boxes.nodes.assign(tree.nodes.begin(), tree.nodes.end());
  boxes.order.assign(tree.order.begin(), tree.order.end());
  boxes.volumes = fitted_volumes<Aabb<float>>(boxes.nodes, boxes.order, mesh, tree.frame, Workers::alone());
  boxes.frame = tree.frame;
  align_leaves(boxes);
  BoxTree out{packed<8>(boxes), {}, depth_of(boxes.nodes)};
  auto nodes = on_large_pages<WideNode<Aabb<float>, 8>>(out.nodes.size());
  nodes.assign(out.nodes.begin(), out.nodes.end());
  out.nodes = std::move(nodes);
  out.blocks = on_large_pages<TriangleBlock>(out.order.size() / kLanes);
  for (std::size_t i = 0; i < out.order.size(); i += kLanes)
    out.blocks.push_back(block_of(std::span(out.order).subspan(i).first<kLanes>(), mesh));
  return out;
}

}  // namespace apart::hierarchy
