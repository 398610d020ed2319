// The test of prism.hpp. Included only by the sources that compile it for an instruction set.
#pragma once
#include <apart/base/pack.hpp>
#include <apart/triangles/lanes/prism.hpp>

namespace apart::triangles {
inline namespace APART_LANES_OF_MACHINE {

APART_INLINE void test_in_prism(const Prism& prism, const FourCorners& corners, u32 lanes, InPrism& out) {
  using P = Pack<double, 4>;  // for every width of the machine
  const auto all = [](Vec3d v) { return Vec3<P>{P(v.x), P(v.y), P(v.z)}; };
  P at[3][3];  // corner, coordinate
  const Vec3<P> origin = all(prism.origin), axes[3] = {all(prism.x), all(prism.y), all(prism.height)};
  for (std::size_t i = 0; i < 3; ++i) {
    const Vec3<P> corner{P::load(corners[3 * i]), P::load(corners[3 * i + 1]), P::load(corners[3 * i + 2])};
    const Vec3<P> offset = corner - origin;
    for (int k = 0; k < 3; ++k) at[i][k] = dot(axes[k], offset);
  }
  using std::abs;
  P size(prism.size);
  for (int i = 0; i < 3; ++i) size = larger(size, larger(larger(abs(at[i][0]), abs(at[i][1])), abs(at[i][2])));
  const P error = P(4 * kPrismError) * size * size, none(0);

  auto beside = none > none;
  for (int i = 0; i < 3; ++i) {
    const double *p = prism.corners[i], *q = prism.corners[i == 2 ? 0 : i + 1];
    const P dx(q[0] - p[0]), dy(q[1] - p[1]), px(p[0]), py(p[1]);
    const auto left = [&](int k) { return dx * (at[k][1] - py) - dy * (at[k][0] - px); };
    beside = beside | (larger(larger(left(0), left(1)), left(2)) < -error);
  }
  out.beside = bits(beside) | (lanes ^ 15);
  if (out.beside == 15) return;
  const auto least_of = [&](int k) { return lesser(lesser(at[0][k], at[1][k]), at[2][k]); };
  const auto most_of = [&](int k) { return larger(larger(at[0][k], at[1][k]), at[2][k]); };
  P lowest = least_of(2), highest = most_of(2);
  const P gap = P(4 * kPrismError) * size;
  const auto classify = [&] {
    const auto within = (lowest >= P(prism.low)) & (highest <= P(prism.high));
    const auto outside = (lowest > P(prism.high) + gap) | (highest < P(prism.low) - gap);
    out.within = bits(within);
    out.crossing = bits(!(within | outside));
  };
  classify();
  if ((out.crossing & ~out.beside) != 0) {
    // The heights of its plane at the corners of the other bound its heights over that; so do those over the box around
    // what both have in common.
    const auto to = [&](int i, int k) { return at[i][k] - at[0][k]; };
    const P area = to(1, 0) * to(2, 1) - to(1, 1) * to(2, 0);
    const auto flat = abs(area) > P(1e-3) * size * size;
    const P over_area = P(1) / select(flat, area, P(1));
    const P slope_x = (to(1, 2) * to(2, 1) - to(2, 2) * to(1, 1)) * over_area,
            slope_y = (to(2, 2) * to(1, 0) - to(1, 2) * to(2, 0)) * over_area;
    const auto plane = [&](const P& px, const P& py) {
      return at[0][2] + slope_x * (px - at[0][0]) + slope_y * (py - at[0][1]);
    };
    P low_at_corners(0), high_at_corners(0), low_x(0), high_x(0), low_y(0), high_y(0);
    for (int i = 0; i < 3; ++i) {
      const P px(prism.corners[i][0]), py(prism.corners[i][1]), height = plane(px, py);
      const auto extend = [&](P& low, P& high, const P& by) {
        low = i == 0 ? by : lesser(low, by), high = i == 0 ? by : larger(high, by);
      };
      extend(low_at_corners, high_at_corners, height), extend(low_x, high_x, px), extend(low_y, high_y, py);
    }
    low_x = larger(low_x, least_of(0)), high_x = lesser(high_x, most_of(0));
    low_y = larger(low_y, least_of(1)), high_y = lesser(high_y, most_of(1));
    const P half(0.5), middle = plane(half * (low_x + high_x), half * (low_y + high_y));
    const P range = half * (abs(slope_x) * (high_x - low_x) + abs(slope_y) * (high_y - low_y));
    // Slopes have some hundred roundings of the largest coordinate.
    const P slack = P(100 * kPrismError) * size;
    lowest = select(flat, larger(lowest, larger(low_at_corners, middle - range) - slack), lowest);
    highest = select(flat, lesser(highest, lesser(high_at_corners, middle + range) + slack), highest);
    out.beside |= bits((low_x > high_x + slack) | (low_y > high_y + slack));
    classify();
  }
  P least, most;  // of the areas between the point and each edge
  for (int i = 0; i < 3; ++i) {
    const int j = i == 2 ? 0 : i + 1;
    const P side =
        (at[j][0] - at[i][0]) * (P(prism.point[1]) - at[i][1]) - (at[j][1] - at[i][1]) * (P(prism.point[0]) - at[i][0]);
    least = i == 0 ? side : lesser(least, side), most = i == 0 ? side : larger(most, side);
  }
  const auto over = least > error, under = most < -error, off = (least < -error) & (most > error);
  out.over = bits(over);
  out.under = bits(under);
  out.unsure = bits(!(over | under | off));
  larger(-lowest, highest).store(out.largest);
}

}  // namespace APART_LANES_OF_MACHINE
}  // namespace apart::triangles
