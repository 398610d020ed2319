#include <apart/convex/closed/box_box_axes.hpp>
#include <apart/convex/polytope/separating_axes.hpp>
#include <tests/convex/polytopes.hpp>

namespace apart {
namespace box_box_axes_test {

TEST(BoxBox, SaysWhatPolytopesSay) {
  Random random(1);
  testing::Outcomes outcomes("boxes that meet"), edges("across edges", 0.05);
  for (int k = 0; k < testing::cases(2000, 100000); ++k) {
    const double scale = std::pow(10, random.uniform(-6, 6));
    const auto side = [&] { return random.chance(0.05) ? 0 : scale * random.uniform(0.02, 2); };
    const Box a{{side(), side(), side()}}, b{{side(), side(), side()}};
    Pose at{random.chance(0.1) ? Mat3d{} : random.rotation(),
            random.uniform(0, 0.9) * (length(a.size) + length(b.size)) / 2 * random.direction()};
    if (random.chance(0.2)) {  // nearly aligned
      const double tilt = std::pow(10, random.uniform(-16, -1));
      at.rotation =
          Pose::from_quaternion(1, tilt * random.uniform(), tilt * random.uniform(), -tilt, {}).value().rotation;
    }
    const testing::PolytopePair p{testing::box_polytope(a.size), testing::box_polytope(b.size), at,
                                  length(a.size) + length(b.size) + length(at.translation)};
    const BoxAxis r = least_overlap(a, at, b);
    const AxesResult truth = separating_axes(p.a, p.at, p.b);
    ASSERT_NEAR(length(r.normal), 1, 1e-14);
    ASSERT_NEAR(testing::separation_along(p, r.normal), r.distance, 1e-13 * p.size) << k;
    outcomes.saw(r.meet());
    if (std::abs(r.distance) > 1e-12 * p.size) {
      ASSERT_EQ(boxes_meet(a, at, b), r.meet()) << k;
    }
    if (!r.meet()) {
      ASSERT_GE(testing::by_gjk(p.a, p.at, p.b).distance, r.distance - 1e-14 * p.size) << k;
      continue;
    }
    edges.saw(r.axis >= 6);
    ASSERT_NEAR(r.distance, truth.distance, 1e-8 * p.size) << k << " " << r.axis;
    ASSERT_LE(length(r.on_b - r.on_a - r.distance * r.normal), 1e-14 * p.size);
    ASSERT_LE(testing::outside_of(p.a, {}, r.on_a), 1e-7 * p.size) << k << " axis " << r.axis;
    ASSERT_LE(testing::outside_of(p.b, p.at, r.on_b), 1e-7 * p.size) << k << " axis " << r.axis;
  }
}

TEST(BoxBox, MirrorsWhenExchanged) {
  Random random(2);
  for (int k = 0; k < 10000; ++k) {
    const Box a{{random.uniform(0, 2), random.uniform(0, 2), random.uniform(0, 2)}}, b{{1, 2, random.uniform(0, 2)}};
    const Pose at{random.rotation(), random.in_box(1.5)};
    const BoxAxis r = least_overlap(a, at, b), m = least_overlap(b, inverse(at), a);
    ASSERT_NEAR(r.distance, m.distance, 1e-13);
    ASSERT_EQ(r.meet(), m.meet());
    ASSERT_EQ(boxes_meet(a, at, b), boxes_meet(b, inverse(at), a));
    ASSERT_LE(length(r.normal + at.rotate(m.normal)), 1e-9) << k;
  }
}

TEST(BoxBox, KnownPairs) {
  const Box cube{{2, 2, 2}};
  const BoxAxis r = least_overlap(cube, Pose::shift({0, 0, 1.9}), cube);
  EXPECT_NEAR(r.distance, -0.1, 1e-15);
  EXPECT_EQ(r.normal, (Vec3d{0, 0, 1}));
  EXPECT_TRUE(boxes_meet(cube, Pose::shift({2, 0, 0}), cube));
  EXPECT_TRUE(boxes_meet(cube, Pose::shift({2, 2, 2}), cube));
  EXPECT_FALSE(boxes_meet(cube, Pose::shift({2.000001, 0, 0}), cube));
  EXPECT_EQ(least_overlap(cube, Pose::shift({4, 0, 0}), cube).distance, 2);
  const Box nothing{};
  EXPECT_TRUE(boxes_meet(nothing, {}, nothing));
  EXPECT_NEAR(length(least_overlap(nothing, {}, nothing).normal), 1, 1e-15);
  EXPECT_FALSE(boxes_meet(nothing, Pose::shift({1e-9, 0, 0}), nothing));
  // Tilted cubes that stand on an edge, some gap above each other.
  for (double side : {0.01, 0.25, 0.5, 10.0, 1000.0})
    for (double gap : {-1e-3, -1e-9, 0.0, 1e-9, 1e-3}) {
      const Mat3d tilt = Pose::from_quaternion(std::cos(0.39269908169872414), std::sin(0.39269908169872414), 0, 0, {})
                             .value()
                             .rotation;
      const Box box{{side, side, side}};
      const Pose at{tilt, {0, 0, side / 2 + side * std::sqrt(0.5) + gap * side}};
      EXPECT_NEAR(least_overlap(box, at, box).distance, gap * side, 1e-14 * side);
      EXPECT_EQ(boxes_meet(box, at, box), gap <= 0);
    }
}

}  // namespace box_box_axes_test
}  // namespace apart
