// The choice of the lane width of a traversal by rays.
#include <apart/base/lane_width.hpp>
#include <apart/hierarchy/box_tree.hpp>
#include <bit>
#include <memory>

#define APART_LANES_OF_MACHINE any_machine
#include <apart/traversal/ray_walk_kernel.hpp>
#undef APART_LANES_OF_MACHINE

namespace apart::traversal {

namespace {

static_assert(sizeof(BoxNode) == sizeof(hierarchy::WideNode<Aabb<float>, 8>));
static_assert(sizeof(BlockOfTriangles) == sizeof(hierarchy::TriangleBlock));

RayTree plain(const hierarchy::BoxTree& tree) {
  const Aabb<float> box = tree.volume(tree.root());
  return {reinterpret_cast<const BoxNode*>(tree.nodes.data()),
          reinterpret_cast<const BlockOfTriangles*>(tree.blocks.data()),
          std::bit_cast<u32>(tree.ref(tree.root())),
          static_cast<u32>(tree.blocks.size()),
          tree.frame.centre,
          tree.frame.radius,
          cast<double>(box.centre),
          cast<double>(box.half)};
}

}  // namespace

void walk(const hierarchy::BoxTree& tree, RayVisit& visit) {
  constexpr PerLaneWidth<RayWalk> walks{walk_boxes<1>, walk_boxes<4>, APART_AVX2(walk_boxes_avx2)};
  constexpr u32 kInPlace = 64;
  OpenNode in_place[kInPlace];
  std::unique_ptr<OpenNode[]> large;
  if (tree.depth > kInPlace) large = std::make_unique<OpenNode[]>(tree.depth);
  walks.of_machine()(plain(tree), visit, large ? large.get() : in_place);
}

void walk(const hierarchy::BoxTree& tree, RayStream& stream) {
  constexpr PerLaneWidth<RayStreamWalk> walks{walk_stream<1>, walk_stream<4>, APART_AVX2(walk_stream_avx2)};
  const u32 stack_size = larger(tree.depth, u32(1));
  const auto stacks = std::make_unique_for_overwrite<OpenNode[]>(std::size_t{RayStream::kPlaces} * stack_size);
  walks.of_machine()(plain(tree), stream, stacks.get(), stack_size);
}

}  // namespace apart::traversal
