// Triangles in the prism over another one: what is claimed of them holds for points of them.
#include <apart/base/lane_width.hpp>
#include <apart/base/random.hpp>
#include <apart/triangles/lanes/prism.hpp>

#include "tests/support.hpp"

namespace apart::triangles {
namespace prism_test {

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
    const Vec3d place = random.in_box(3), direction = random.direction();
    const Triangle base{place + random.in_ball(), place + random.in_ball(), place + random.in_ball()};
    Prism prism;
    if (!prism.set(base, direction)) continue;
    prism.low = random.uniform(-1, 0), prism.high = random.uniform(0, 1);
    const auto coordinates = [&](Vec3d p) {
      const Vec3d from = p - prism.origin;
      return Vec3d{dot(prism.weights[0], from), dot(prism.weights[1], from), dot(prism.height, from)};
    };
    // Its own corners have a weight of 1 each, and no height.
    double corners_of[3][2];
    for (int i = 0; i < 3; ++i) {
      const Vec3d at = coordinates(base[i]);
      corners_of[i][0] = at.x, corners_of[i][1] = at.y;
      ASSERT_NEAR(at.z, 0, 1e-11);
    }
    if (dot(direction, area_vector(base)) < 0) std::swap(corners_of[1], corners_of[2]);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 2; ++j) ASSERT_NEAR(corners_of[i][j] + prism.at[j], i == j + 1 ? 1 : 0, 1e-9);
    ASSERT_NEAR(coordinates(prism.origin + direction).z, 1, 1e-9);
    Triangle four[4];
    FourCorners corners;
    const u32 lanes = 1 + random.below(15);
    for (u32 lane = 0; lane < 4; ++lane) {
      const Vec3d near = prism.origin + 0.7 * random.in_box(1);
      const double size = random.chance(0.3) ? 0.1 : 1;
      four[lane] = {near, near + size * random.in_ball(), near + size * random.in_ball()};
      if (random.chance(0.1)) four[lane].c = four[lane].b;  // degenerate
      for (int n = 0; n < 9; ++n) corners[n][lane] = lanes >> lane & 1 ? four[lane][n / 3][n % 3] : std::nan("");
    }

    InPrism found[std::size(kLaneWidths)];
    int widths = 0;
    for (LaneWidth width : kLaneWidths) {
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
      for (u32 lane = 0; lane < 4 && over != 0; ++lane) {
        ASSERT_EQ(one.largest[lane], found[0].largest[lane]);
        const u32 counts = lanes & ~(over & one.within);
        ASSERT_TRUE((counts >> lane & 1) == 0 || one.largest[lane] == 0);
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
        const auto [x, y, height] = coordinates(in_triangle(random, four[lane].a, four[lane].b, four[lane].c));
        bool inside = true;
        for (int i = 0; i < 3; ++i)
          inside = inside && left_of(corners_of[i], corners_of[i == 2 ? 0 : i + 1], x, y) > 1e-9;
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
        const Vec3d at = coordinates(four[lane][i]);
        flat[i][0] = at.x, flat[i][1] = at.y;
      }
      int positive = 0, negative = 0;
      for (int i = 0; i < 3; ++i) {
        const double side = left_of(flat[i], flat[i == 2 ? 0 : i + 1], 0, 0);
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

}  // namespace prism_test
}  // namespace apart::triangles
