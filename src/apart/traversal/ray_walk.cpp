// Rays in floats, and the choice of the traversal's lane width.
#include <apart/base/lane_width.hpp>
#include <apart/hierarchy/box_tree.hpp>
#include <apart/traversal/ray_walk.hpp>
#include <apart/triangles/line_crossing.hpp>
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
  return {reinterpret_cast<const BoxNode*>(tree.nodes.data()),
          reinterpret_cast<const BlockOfTriangles*>(tree.blocks.data()), std::bit_cast<u32>(tree.ref(tree.root()))};
}

void visit_all(const hierarchy::BoxTree& tree, RayVisit& visit) {
  for (const hierarchy::TriangleBlock& block : tree.blocks)
    for (u32 lane = 0; lane < 4; ++lane) {
      const auto at = [&](int n) { return block.at[n][lane]; };
      const Triangle t{{at(0), at(1), at(2)}, {at(3), at(4), at(5)}, {at(6), at(7), at(8)}};
      if (visit.test(visit, block.items[lane].primitive(), t) < 0) return;
      if (block.items[lane].last()) break;  // padding follows
    }
}

// A float that is not less, for x ≥ 0: cheaper than the next one.
float no_less(double x) { return rounded<float>(x * (1 + 0x1p-22)); }

constexpr double kFloat = 0x1p-24, kDouble = 0x1p-53;  // units of rounding

}  // namespace

// All triangles lie in the cube of half size R = the frame's radius about the centre. Coordinates of the ray relative
// to the centre have errors of a few units of a double of L + R, L being the origin's distance: `lost` bounds them, and
// the cube is widened by it. Within the cube, with u = 2^-24:
//   point of the ray   the origin rounds to u·R, the direction to 2u over a length of 2R: 5u·R; clamping adds u·R/8
//   box test           middle: 3 roundings of at most 2R; half size: 3 of R; their sum: 3R: 12u·R
// Triangles are projected in doubles, from the line's own origin: 2 differences, 2 roundings of the slope, a product
// and a difference, of numbers up to L + R.
bool FloatRay::prepare(const hierarchy::BoxTree& tree, const triangles::Line& line, double from, double until) {
  const double radius = tree.frame.radius;
  const Vec3d origin_d = line.origin - tree.frame.centre, direction = line.direction;
  const double far = largest(abs(origin_d)), lost = 64 * kDouble * (far + radius);
  is_blind = lost > 0x1p-8 * radius;
  if (is_blind) return to = 0, true;
  const double half = radius * (1 + 0x1p-20) + lost;
  double inverse[3];
  for (int i = 0; i < 3; ++i) {
    const bool still = std::abs(direction[i]) < 0x1p-30;  // along this axis nothing changes but for rounding
    inverse[i] = 1 / (still ? std::copysign(0x1p-30, direction[i]) : direction[i]);
    const double one = (-half - origin_d[i]) * inverse[i], two = (half - origin_d[i]) * inverse[i];
    from = still ? from : larger(from, lesser(one, two));
    until = still ? until : lesser(until, larger(one, two));
  }
  if (!(from <= until)) return false;
  const Vec3d entry = origin_d + from * direction;
  if (largest(abs(entry)) > half * (1 + 0x1p-20)) return false;

  start = from, margin = 0x1p-36 * (far + radius);
  for (int i = 0; i < 3; ++i) {
    origin[i] = rounded<float>(entry[i]);
    rate[i] = rounded<float>(inverse[i]);
    rate_size[i] = std::abs(rate[i]);
  }
  line_origin = line.origin;
  const Vec3d size = abs(direction);
  const auto project = [&](int along, int first, int second, double to_first, double to_second) {
    longest = along, across[0] = first, across[1] = second;
    slope[0] = to_first * inverse[along], slope[1] = to_second * inverse[along];
  };
  if (size.x >= size.y && size.x >= size.z)
    project(0, 1, 2, direction.y, direction.z);
  else if (size.y >= size.z)
    project(1, 0, 2, direction.x, direction.z);
  else
    project(2, 0, 1, direction.x, direction.y);
  error = no_less(28 * kFloat * half + lost);
  projection_error = 16 * kDouble * (far + 2 * radius);
  to = end_at(until);
  return true;
}

float FloatRay::end_at(double t) const { return is_blind ? 0 : no_less(larger(t - start, 0.0) + margin); }

void walk(const hierarchy::BoxTree& tree, const FloatRay& ray, RayVisit& visit) {
  if (ray.is_blind) return visit_all(tree, visit);
  constexpr PerLaneWidth<RayWalk> walks{walk_boxes<1>, walk_boxes<4>, APART_AVX2(walk_boxes_avx2)};
  constexpr u32 kInPlace = 64;
  OpenNode in_place[7 * kInPlace];
  std::unique_ptr<OpenNode[]> large;
  if (tree.depth > kInPlace) large = std::make_unique<OpenNode[]>(7 * tree.depth);
  walks.of_machine()(plain(tree), ray, visit, large ? large.get() : in_place);
}

void walk(const hierarchy::BoxTree& tree, std::span<const StreamedRay> rays) {
  std::vector<StreamedRay> plain_rays;
  plain_rays.reserve(rays.size());
  for (const StreamedRay& ray : rays)
    if (ray.ray->is_blind)
      visit_all(tree, *ray.visit);
    else
      plain_rays.push_back(ray);
  constexpr PerLaneWidth<RayStreamWalk> walks{walk_stream<1>, walk_stream<4>, APART_AVX2(walk_stream_avx2)};
  const u32 stack_size = 7 * larger(tree.depth, u32(1));
  const auto stacks = std::make_unique_for_overwrite<OpenNode[]>(kRaysInTurns * stack_size);
  walks.of_machine()(plain(tree), plain_rays.data(), static_cast<u32>(plain_rays.size()), stacks.get(), stack_size);
}

}  // namespace apart::traversal
