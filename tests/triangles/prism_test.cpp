// Triangles in the prism over another one: what is claimed of them holds for points of them.
#include <apart/base/lane_width.hpp>
#include <apart/triangles/lanes/prism.hpp>

#include "tests/support.hpp"

namespace apart::triangles {
namespace {

Vec3d in_triangle(Random& random, Vec3d a, Vec3d b, Vec3d c) {
  double u = random.uniform(0, 1), v = random.uniform(0, 1);
  if (u + v > 1) u = 1 - u, v = 1 - v;
  return a + u * (b - a) + v * (c - a);
}

// The position of a point of the plane relative to the edge from p to q: positive to the left.
double left_of(const double (&p)[2], const double (&q)[2], double x, double y) {
  return (q[0] - p[0]) * (y - p[1]) - (q[1] - p[1]) * (x - p[0]);
}

TEST(Prism, ClaimsHoldForPointsOfTheTriangles) {
  Random random(3);
  testing::Outcomes beside("beside", 0.1), within("within the heights", 0.1), covers("covers the point", 0.02);
  for (int k = 0; k < testing::cases(20000, 1000000); ++k) {
    const Mat3d axes = random.rotation();
    Prism prism{.origin = random.in_box(3),
                .x = axes * Vec3d{1, 0, 0},
                .y = axes * Vec3d{0, 1, 0},
                .height = axes * Vec3d{random.uniform(-0.3, 0.3), 0.1, 1}};
    for (auto& corner : prism.corners)
      for (double& x : corner) x = random.uniform(-1, 1);
    if (left_of(prism.corners[0], prism.corners[1], prism.corners[2][0], prism.corners[2][1]) < 0)
      std::swap(prism.corners[1], prism.corners[2]);
    prism.size = 1;
    prism.low = random.uniform(-1, 0), prism.high = random.uniform(0, 1);
    const Vec3d point =
        in_triangle(random, {prism.corners[0][0], prism.corners[0][1], 0},
                    {prism.corners[1][0], prism.corners[1][1], 0}, {prism.corners[2][0], prism.corners[2][1], 0});
    prism.point[0] = point.x, prism.point[1] = point.y;
    Triangle four[4];
    FourCorners corners;
    const u32 lanes = 1 + random.below(15);
    for (u32 lane = 0; lane < 4; ++lane) {
      const Vec3d near = prism.origin + random.in_box(1);
      const double size = random.chance(0.3) ? 0.1 : 1;
      four[lane] = {near, near + size * random.in_ball(), near + size * random.in_ball()};
      if (random.chance(0.1)) four[lane].c = four[lane].b;  // degenerate
      for (int n = 0; n < 9; ++n) corners[n][lane] = lanes >> lane & 1 ? four[lane][n / 3][n % 3] : std::nan("");
    }

    InPrism found[3];
    int widths = 0;
    for (LaneWidth width : {LaneWidth::one, LaneWidth::four, LaneWidth::eight}) {
      if (!has_lanes(width)) continue;
      use_lanes(width);
      InPrism& one = found[widths++];
      in_prism()(prism, corners, lanes, one);
      ASSERT_EQ(one.beside, found[0].beside);
      const u32 over = ~one.beside & 15;
      for (u32 InPrism::*bits :
           {&InPrism::within, &InPrism::crossing, &InPrism::over, &InPrism::under, &InPrism::unsure})
        if (over != 0) {
          ASSERT_EQ(one.*bits & over, found[0].*bits & over);
        }
    }
    use_lanes(std::nullopt);

    const InPrism& one = found[0];
    ASSERT_EQ(one.beside & ~lanes & 15, ~lanes & 15);
    for (u32 lane = 0; lane < 4; ++lane) {
      if ((lanes >> lane & 1) == 0) continue;
      const bool is_beside = one.beside >> lane & 1;
      beside.saw(is_beside);
      const auto has = [&](u32 bits) { return !is_beside && (bits >> lane & 1) != 0; };
      if (!is_beside) within.saw(has(one.within));
      for (int sample = 0; sample < 20; ++sample) {
        const Vec3d p = in_triangle(random, four[lane].a, four[lane].b, four[lane].c) - prism.origin;
        const double x = dot(prism.x, p), y = dot(prism.y, p), height = dot(prism.height, p);
        bool inside = true;
        for (int i = 0; i < 3; ++i)
          inside = inside && left_of(prism.corners[i], prism.corners[i == 2 ? 0 : i + 1], x, y) > 1e-9;
        if (!inside) continue;
        ASSERT_FALSE(is_beside);
        if (has(one.within)) {
          ASSERT_GE(height, prism.low - 1e-12);
          ASSERT_LE(height, prism.high + 1e-12);
          ASSERT_LE(std::abs(height), one.largest[lane] + 1e-12);
        } else if (!has(one.crossing)) {
          ASSERT_TRUE(height < prism.low || height > prism.high);
        }
      }
      // Covering of the point, by the signs of its areas with the edges.
      double flat[3][2];
      for (int i = 0; i < 3; ++i) {
        flat[i][0] = dot(prism.x, four[lane][i] - prism.origin),
        flat[i][1] = dot(prism.y, four[lane][i] - prism.origin);
      }
      int positive = 0, negative = 0;
      for (int i = 0; i < 3; ++i) {
        const double side = left_of(flat[i], flat[i == 2 ? 0 : i + 1], prism.point[0], prism.point[1]);
        positive += side > 0, negative += side < 0;
      }
      if (is_beside) {
        ASSERT_TRUE(positive < 3 && negative < 3);
        continue;
      }
      covers.saw(positive == 3);
      if (!has(one.unsure)) {
        ASSERT_EQ(has(one.over), positive == 3);
        ASSERT_EQ(has(one.under), negative == 3);
      }
    }
  }
}

}  // namespace
}  // namespace apart::triangles
