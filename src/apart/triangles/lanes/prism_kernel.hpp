// The test of prism.hpp. Included only by the sources that compile it for an instruction set.
#pragma once
#include <apart/base/pack.hpp>
#include <apart/triangles/lanes/prism.hpp>

namespace apart::triangles {
inline namespace APART_LANES_OF_MACHINE {

APART_INLINE void test_in_prism(const Prism& prism, const FourCorners& corners, u32 lanes, InPrism& out) {
  using P = Pack<double, 4>;  // for every width of the machine
  const auto all = [](Vec3d v) { return Vec3<P>{P(v.x), P(v.y), P(v.z)}; };
  const auto least_of = [](const P(&v)[3]) { return lesser(lesser(v[0], v[1]), v[2]); };
  const auto most_of = [](const P(&v)[3]) { return larger(larger(v[0], v[1]), v[2]); };
  const Vec3<P> origin = all(prism.origin);
  const auto offset = [&](std::size_t i) {
    return Vec3<P>{P::load(corners[3 * i]), P::load(corners[3 * i + 1]), P::load(corners[3 * i + 2])} - origin;
  };
  // The triangle is tested in the weights of two corners, less those at the origin: there its own corners are the same
  // for every triangle, and its edges are where a weight is zero.
  using std::abs;
  P u[3], v[3], height[3];
  const Vec3<P> along_u = all(prism.weights[0]), along_v = all(prism.weights[1]), along = all(prism.height);
  P most_weight(1);
  for (std::size_t i = 0; i < 3; ++i) {
    const Vec3<P> from = offset(i);
    u[i] = dot(along_u, from), v[i] = dot(along_v, from), height[i] = dot(along, from);
    most_weight = larger(most_weight, larger(abs(u[i]), abs(v[i])));
  }
  P lowest = least_of(height), highest = most_of(height);
  // No offset is larger than the reach.
  const P most_height = larger(abs(lowest), abs(highest)), reach = P(prism.edges) * most_weight + most_height;
  const P error = P(kPrismError * prism.steepest) * reach, gap = P(4 * kPrismError) * reach, none(0);
  const P sums[3] = {u[0] + v[0], u[1] + v[1], u[2] + v[2]};
  auto beside = (most_of(u) < P(-prism.at[0]) - error) | (most_of(v) < P(-prism.at[1]) - error) |
                (least_of(sums) > P(1 - prism.at[0] - prism.at[1]) + error + error);
  out.beside = bits(beside) | (lanes ^ 15);
  if (out.beside == 15) return;
  auto within = beside;
  const auto classify = [&] {
    within = (lowest >= P(prism.low)) & (highest <= P(prism.high));
    const auto outside = (lowest > P(prism.high) + gap) | (highest < P(prism.low) - gap);
    out.within = bits(within);
    out.crossing = bits(!(within | outside));
  };
  classify();
  if ((out.crossing & ~out.beside) != 0) {
    // The heights of its plane at the corners of the other bound its heights over that; so do those over the box around
    // what both have in common.
    const P du[2] = {u[1] - u[0], u[2] - u[0]}, dv[2] = {v[1] - v[0], v[2] - v[0]};
    const P rise[2] = {height[1] - height[0], height[2] - height[0]};
    const P area = du[0] * dv[1] - dv[0] * du[1];
    const auto flat = abs(area) > P(1e-3) * most_weight * most_weight;
    const P over_area = P(1) / select(flat, area, P(1));
    const P slope_u = (rise[0] * dv[1] - rise[1] * dv[0]) * over_area,
            slope_v = (rise[1] * du[0] - rise[0] * du[1]) * over_area;
    const auto plane = [&](const P& at_u, const P& at_v) {
      return height[0] + slope_u * (at_u - u[0]) + slope_v * (at_v - v[0]);
    };
    const P first_u(-prism.at[0]), first_v(-prism.at[1]), second_u(1 - prism.at[0]), third_v(1 - prism.at[1]);
    const P at_first = plane(first_u, first_v), at_second = at_first + slope_u, at_third = at_first + slope_v;
    const P low_u = larger(first_u, least_of(u)), high_u = lesser(second_u, most_of(u));
    const P low_v = larger(first_v, least_of(v)), high_v = lesser(third_v, most_of(v));
    const P half(0.5), middle = plane(half * (low_u + high_u), half * (low_v + high_v));
    const P steep_u = abs(slope_u), steep_v = abs(slope_v);
    const P range = half * (steep_u * (high_u - low_u) + steep_v * (high_v - low_v));
    // A slope is wrong by the errors of its numerator, a difference of products of differences, and by its own size
    // times those of the area; a height by that over at most 4 weights.
    const P of_heights = P(kPrismError) * reach;
    const P of_slopes =
        P(8) * (of_heights * most_weight + most_height * error) + P(16) * (steep_u + steep_v) * most_weight * error;
    const P slack = P(8) * most_weight * of_slopes * abs(over_area) + of_heights;
    lowest = select(flat, larger(lowest, larger(lesser(lesser(at_first, at_second), at_third), middle - range) - slack),
                    lowest);
    highest = select(
        flat, lesser(highest, lesser(larger(larger(at_first, at_second), at_third), middle + range) + slack), highest);
    beside = beside | (low_u > high_u + error) | (low_v > high_v + error);
    out.beside |= bits(beside);
    classify();
  }
  P least, most;  // of the areas between the origin and each edge
  for (int i = 0; i < 3; ++i) {
    const int j = i == 2 ? 0 : i + 1;
    const P side = u[i] * v[j] - v[i] * u[j];
    least = i == 0 ? side : lesser(least, side), most = i == 0 ? side : larger(most, side);
  }
  const P area_error = P(8) * error * most_weight;
  const auto over = least > area_error, under = most < -area_error, off = (least < -area_error) & (most > area_error);
  out.over = bits(over);
  out.under = bits(under);
  out.unsure = bits(!(over | under | off));
  select(within & !beside, larger(-lowest, highest), none).store(out.largest);
}

}  // namespace APART_LANES_OF_MACHINE
}  // namespace apart::triangles
