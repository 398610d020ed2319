// Principal axes of nodes in SIMD lanes.
#include <apart/base/eigenvectors.hpp>
#include <apart/base/lane_width.hpp>
#include <apart/base/random.hpp>
#include <apart/hierarchy/fit/fit_axes.hpp>
#include <apart/hierarchy/fit/fit_lanes.hpp>

#include "tests/support.hpp"

namespace apart {
namespace fit_axes_test {

hierarchy::NodeSpread random_spread(Random& random) {
  hierarchy::NodeSpread out;
  const double scale = std::pow(10.0, random.uniform(-100, 100));
  for (int k = 0; k < 3; ++k) {
    const Vec3d p = scale * random.direction(), flat{p.x, p.y, random.chance(0.3) ? 0 : p.z};
    out.area.add({.area = random.uniform(0.1, 1), .mean = flat});
  }
  return out;
}

TEST(PrincipalAxes, AreTheSameInEveryWidthAndForAnyNumber) {
  Random random(5);
  for (std::size_t count = 0; count < 40; ++count) {
    std::vector<hierarchy::NodeSpread> spreads(count);
    for (auto& spread : spreads)
      if (!random.chance(0.1)) spread = random_spread(random);
    std::vector<std::vector<Mat3f>> found;
    for (const LaneWidth width : kLaneWidths) {
      if (!has_lanes(width)) continue;
      use_lanes(width);
      found.emplace_back(count);
      hierarchy::principal_axes(spreads, found.back());
    }
    use_lanes({});
    for (const auto& other : found) EXPECT_EQ(other, found[0]);
    for (std::size_t k = 0; k < count; ++k) {
      const hierarchy::CentralMoments& m = spreads[k].counted();
      const double trace = m.xx + m.yy + m.zz, scale = trace > 0 ? 1 / trace : 0;
      const Eigenvectors<double> one(
          {m.xx * scale, m.yy * scale, m.zz * scale, m.xy * scale, m.xz * scale, m.yz * scale}, hierarchy::kAxesSweeps);
      for (int i = 0; i < 3; ++i) EXPECT_EQ(found[0][k].rows[i], cast<float>(one.axis(i)));
    }
  }
}

}  // namespace fit_axes_test
}  // namespace apart
