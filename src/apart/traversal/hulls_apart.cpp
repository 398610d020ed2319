#include <apart/base/lane_width.hpp>
#include <apart/base/rounding.hpp>
#include <apart/traversal/hulls_apart.hpp>

#define APART_LANES_OF_MACHINE any_machine
#include <apart/traversal/hulls_apart_kernel.hpp>
#undef APART_LANES_OF_MACHINE

namespace apart::traversal {

// A direction d shows that all is apart if A's height along it and B's along −d together are less than d · t, t from
// centre to centre. In B's frame −d is −Rᵀd, whether or not R is quite a rotation. In floats, of unit u, heights are
// those of directions whose coordinates are each off by at most 16u, as they are sums of three products of numbers up
// to 1 that are rounded before and after; the place in a cell is off by 3u of 16 cells, in each of which a height
// changes by no more than an eighth of the radius times √3; and d · t is off by 16u of |t|. All this is below 128u of
// |t| and the radii; the margin is twice that, and what vertices are off in doubles, as in a Placement.
bool hulls_apart(const Frame& a, const SupportMap& map_a, const Pose& b_in_a, const Frame& b, const SupportMap& map_b) {
  const Vec3d shift = b_in_a * b.centre - a.centre;
  const double height = length(shift), radii = a.radius + b.radius;
  // Farther apart than all else, or nearly concentric: the walk decides at once, or hulls will hardly.
  if (!(height < 2 * radii) || !(height > 0x1p-6 * radii) || !(radii > 1e-24) || !(radii < 1e30)) return false;
  const double reach = height + radii;
  const double far = length(a.centre) + length(b.centre) + length(b_in_a.translation) + reach;
  const Vec3d d = (1 / height) * shift;
  // Two directions at right angles to it (Duff et al. 2017).
  const double sign = d.z < 0 ? -1 : 1, down = -1 / (sign + d.z), both = d.x * d.y * down;
  const Vec3d directions[3] = {
      d, {1 + sign * d.x * d.x * down, sign * both, -sign * d.x}, {both, sign + d.y * d.y * down, -d.y}};
  DirectionPlane plane;
  for (int i = 0; i < 3; ++i) {
    plane.in_a[i] = cast<float>(directions[i]);
    plane.back_in_b[i] = cast<float>(-transposed_times(b_in_a.rotation, directions[i]));
  }
  plane.height = rounded<float>(height);
  plane.margin = round_above<float>(256 * double(kUnit<float>) * reach + 64 * double(kUnit<double>) * far);
  constexpr PerLaneWidth<ApartInPlane> searches{apart_in_plane, apart_in_plane, APART_AVX2(apart_in_plane_avx2)};
  return searches.of_machine()(map_a, map_b, plane);
}

}  // namespace apart::traversal
