// Triangles reached across edges, seen along a prism: what is claimed of them holds for points of them.
#include <apart/base/lane_width.hpp>
#include <apart/base/random.hpp>
#include <apart/triangles/lanes/prism_walk.hpp>

#include "tests/support.hpp"

namespace apart::triangles {
namespace prism_walk_test {

// Of a point at weights less those of the origin.
bool in_prism(const Prism& prism, Vec3d at) {
  const double u = at.x + prism.at[0], v = at.y + prism.at[1];
  return u > 1e-9 && v > 1e-9 && u + v < 1 - 1e-9;
}

TEST(PrismWalk, ClaimsHoldForPointsOfTheTriangles) {
  Random random(5);
  testing::Outcomes covers("covers the origin", 0.02), far("far", 0.1), leaves("an edge crosses", 0.1);
  for (int k = 0; k < testing::cases(20000, 1000000); ++k) {
    const Vec3d place = random.in_box(3), direction = random.direction();
    const Triangle base{place + random.in_ball(), place + random.in_ball(), place + random.in_ball()};
    Prism prism;
    if (!prism.set(base, direction)) continue;
    prism.high = random.uniform(0, 1.5), prism.low = -prism.high;
    const auto coordinates = [&](Vec3d p) {
      const Vec3d from = p - prism.origin;
      return Vec3d{dot(prism.weights[0], from), dot(prism.weights[1], from), dot(prism.height, from)};
    };
    // Triangle k is that of points k, k + 1 and third k.
    Vec3d points[4], thirds[4];
    FourReached reached;
    for (u32 i = 0; i < 4; ++i) {
      const double size = random.chance(0.3) ? 0.1 : 1;
      points[i] = prism.origin + size * random.in_box(1);
      thirds[i] = random.chance(0.05) ? points[i] : points[i] + size * random.in_box(1);
      reached.from[i] = i, reached.to[i] = (i + 1) % 4, reached.third[i] = &thirds[i];
    }
    SeenTriangles found[std::size(kLaneWidths)];
    SeenCorners corners[std::size(kLaneWidths)];
    int widths = 0;
    for (LaneWidth width : kLaneWidths) {
      if (!has_lanes(width)) continue;
      use_lanes(width);
      SeenCorners& seen = corners[widths];
      prism_walk().see(prism, {&points[0], &points[1], &points[2], &points[3]}, seen, 0);
      SeenTriangles& one = found[widths++];
      prism_walk().reach(prism, reached, seen, 4, one);
      for (u32 SeenTriangles::*bits : {&SeenTriangles::over, &SeenTriangles::under, &SeenTriangles::unsure,
                                       &SeenTriangles::far, &SeenTriangles::second, &SeenTriangles::third})
        ASSERT_EQ(one.*bits, found[0].*bits);
      ASSERT_EQ(one.largest, found[0].largest);
      for (u32 i = 0; i < 8; ++i) {
        ASSERT_EQ(seen.u[i], corners[0].u[i]);
        ASSERT_EQ(seen.v[i], corners[0].v[i]);
        ASSERT_EQ(seen.height[i], corners[0].height[i]);
        ASSERT_EQ(seen.error[i], corners[0].error[i]);
      }
    }
    use_lanes(std::nullopt);

    const SeenTriangles& one = found[0];
    for (u32 i = 0; i < 4; ++i) {
      const auto has = [&](u32 bits) { return (bits >> i & 1) != 0; };
      const Triangle t{points[i], points[(i + 1) % 4], thirds[i]};
      const Vec3d a = coordinates(t.a), b = coordinates(t.b), c = coordinates(t.c);
      ASSERT_NEAR(corners[0].height[4 + i], c.z, 1e-9);
      int positive = 0, negative = 0;
      for (const auto& [p, q] : {std::pair(a, b), std::pair(b, c), std::pair(c, a)})
        positive += p.x * q.y - p.y * q.x > 0, negative += p.x * q.y - p.y * q.x < 0;
      covers.saw(positive == 3);
      if (!has(one.unsure)) {
        ASSERT_EQ(has(one.over), positive == 3);
        ASSERT_EQ(has(one.under), negative == 3);
      }
      far.saw(has(one.far)), leaves.saw(has(one.second));
      for (int sample = 0; sample < 20; ++sample) {
        double x = random.uniform(), y = random.uniform();
        if (!has(one.second)) {
          ASSERT_FALSE(in_prism(prism, b + x * (c - b)));
        }
        if (!has(one.third)) {
          ASSERT_FALSE(in_prism(prism, c + x * (a - c)));
        }
        if (x + y > 1) x = 1 - x, y = 1 - y;
        const Vec3d at = a + x * (b - a) + y * (c - a);
        if (!has(one.far) && in_prism(prism, at)) {
          ASSERT_LE(std::abs(at.z), one.largest + 1e-9);
        }
      }
      if (has(one.far)) {
        ASSERT_GT(larger(larger(std::abs(a.z), std::abs(b.z)), std::abs(c.z)), prism.high - 1e-9);
      }
    }
    ASSERT_LE(one.largest, prism.high);
  }
}

}  // namespace prism_walk_test
}  // namespace apart::triangles
