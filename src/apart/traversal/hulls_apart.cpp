#include <apart/base/lane_width.hpp>
#include <apart/base/rounding.hpp>
#include <apart/traversal/hulls_apart.hpp>

#define APART_LANES_OF_MACHINE any_machine
#include <apart/traversal/hulls_apart_kernel.hpp>
#undef APART_LANES_OF_MACHINE

namespace apart::traversal {

// A direction d shows that all is apart if A's height along it and B's along −d together are less than d · t, t from
// centre to centre. In B's frame −d is −Rᵀd, whether or not R is quite a rotation. All this is in floats, of unit u: a
// height of A is one along d itself, rounded; B's direction is the sum of three such, each a sum of three products of
// numbers up to 1, so that its coordinates are each off by at most 32u, and its height by √3 times that of its radius.
// The place in a cell is off by 3u of 32 cells, in each of which a height changes by no more than a sixteenth of the
// radius times √3. The middle is off by u in each coordinate, the two at right angles to it by 10u, so that d · t is
// off by less than 40u of |t|. All this is below 128u of |t| and the radii; the margin is twice that, and what vertices
// are off in doubles, as in a Placement.
bool hulls_apart(const Frame& a, const SupportMap& map_a, const Pose& b_in_a, const Frame& b, const SupportMap& map_b) {
  const Vec3d shift = b_in_a * b.centre - a.centre;
  const double height = length(shift), radii = a.radius + b.radius;
  // Farther apart than all else, or nearly concentric: the walk decides at once, or hulls will hardly.
  if (!(height < 2 * radii) || !(height > 0x1p-6 * radii) || !(radii > 1e-24) || !(radii < 1e30)) return false;
  const double reach = height + radii;
  const double far = length(a.centre) + length(b.centre) + length(b_in_a.translation) + reach;
  DirectionPlane plane;
  plane.middle = cast<float>((1 / height) * shift);
  plane.b_in_a = cast<float>(b_in_a.rotation);
  plane.height = rounded<float>(height);
  plane.margin = round_above<float>(256 * double(kUnit<float>) * reach + 64 * double(kUnit<double>) * far);
  constexpr PerLaneWidth<ApartInPlane> searches{apart_in_plane, apart_in_plane, APART_AVX2(apart_in_plane_avx2),
                                                APART_AVX512(apart_in_plane_avx512)};
  return searches.of(lane_width_of_short_queries())(map_a, map_b, plane);
}

}  // namespace apart::traversal
