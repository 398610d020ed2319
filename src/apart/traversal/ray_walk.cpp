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
  for (std::size_t i = 0; i < tree.order.size(); ++i) {
    const u32 triangle = tree.order[i].primitive();
    if (i > 0 && tree.order[i - 1].primitive() == triangle) continue;  // padding
    if (visit.test(visit, triangle) < 0) return;
  }
}

constexpr double kFloat = 0x1p-24, kDouble = 0x1p-53;  // units of rounding

}  // namespace

// All triangles lie in the cube of half size R = the frame's radius about the centre. Coordinates of the ray relative
// to the centre have errors of a few units of a double of L + R, L being the origin's distance: `lost` bounds them, and
// the cube is widened by it. Within the cube, with u = 2^-24:
//   point of the ray   the origin rounds to u·R, the direction to 2u over a length of 2R: 5u·R; clamping adds u·R/8
//   box test           middle: 3 roundings of at most 2R; half size: 3 of R; their sum: 3R: 12u·R
//   projection         vertices and origin: u·R each, and again times the slope; differences, slope, product: 12u·R
bool FloatRay::prepare(const hierarchy::BoxTree& tree, const triangles::Line& line, double from, double until) {
  const double radius = tree.frame.radius;
  const Vec3d origin_d = line.origin - tree.frame.centre, direction = line.direction;
  const double far = largest(abs(origin_d)), lost = 64 * kDouble * (far + radius);
  is_blind = lost > 0x1p-8 * radius;
  if (is_blind) return true;
  const double half = radius * (1 + 0x1p-20) + lost;
  for (int i = 0; i < 3; ++i) {
    if (std::abs(direction[i]) < 0x1p-60) continue;
    const double one = (-half - origin_d[i]) / direction[i], two = (half - origin_d[i]) / direction[i];
    from = larger(from, lesser(one, two)), until = lesser(until, larger(one, two));
  }
  if (!(from <= until)) return false;
  const Vec3d entry = origin_d + from * direction;
  const double wide = half * (1 + 0x1p-20);
  if (largest(abs(entry)) > wide) return false;

  start = from, margin = 0x1p-36 * (far + radius);
  const Vec3d size = abs(direction);
  longest = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
  across[0] = longest == 0 ? 1 : 0, across[1] = longest == 2 ? 1 : 2;
  for (int i = 0; i < 3; ++i) {
    origin[i] = rounded<float>(entry[i]);
    const double component = size[i] < 0x1p-30 ? std::copysign(0x1p-30, direction[i]) : direction[i];
    rate[i] = rounded<float>(1 / component);
    rate_size[i] = std::abs(rate[i]);
  }
  for (int i = 0; i < 2; ++i) slope[i] = rounded<float>(direction[across[i]] / direction[longest]);
  error = float_above(28 * kFloat * half + lost);
  projection_error = float_above(20 * kFloat * half + lost);
  to = end_at(until);
  return true;
}

float FloatRay::end_at(double t) const { return is_blind ? 0 : float_above(larger(t - start, 0.0) + margin); }

void walk(const hierarchy::BoxTree& tree, const FloatRay& ray, RayVisit& visit) {
  if (ray.is_blind) return visit_all(tree, visit);
  constexpr PerLaneWidth<RayWalk> walks{walk_boxes<1>, walk_boxes<4>, APART_AVX2(walk_boxes_avx2)};
  constexpr u32 kInPlace = 64;
  OpenNode in_place[7 * kInPlace];
  std::unique_ptr<OpenNode[]> large;
  if (tree.depth > kInPlace) large = std::make_unique<OpenNode[]>(7 * tree.depth);
  walks.of_machine()(plain(tree), ray, visit, large ? large.get() : in_place);
}

}  // namespace apart::traversal
