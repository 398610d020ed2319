// The farthest points of every kind of shape and every other, held to what spreads along many directions.
#include <apart/queries/span.hpp>

#include "tests/convex/shape_cases.hpp"
#include "tests/support.hpp"

namespace apart {
namespace span_shapes_test {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

void check_span(const Shape& a, const Pose& at, const Shape& b, double size, Random& random) {
  const Span r = span(a, at, b);
  const std::string what = testing::name(a.kind()) + " and " + testing::name(b.kind()) + ": " +
                           std::to_string(r.distance) + ", at most " + std::to_string(r.at_most);
  EXPECT_EQ(r.status, Status::exact) << what;
  if (a.kind() == CoreKind::half_space || b.kind() == CoreKind::half_space) {
    EXPECT_EQ(r.distance, kInfinity) << what;
    return;
  }
  const double near = 1e-9 * size;
  EXPECT_NEAR(length(r.on_a - r.on_b), r.distance, near) << what;
  EXPECT_GE(r.at_most, r.distance) << what;
  EXPECT_LE(r.at_most, r.distance + near) << what;
  // The points belong to the shapes, so it is no less; nothing spreads farther, so it is no more.
  const Vec3d out = r.distance > 0 ? (r.on_a - r.on_b) / r.distance : Vec3d{1, 0, 0};
  EXPECT_TRUE(testing::holds(a, {}, r.on_a, out, near)) << what;
  EXPECT_TRUE(testing::holds(b, at, r.on_b, -out, near)) << what;
  const auto along = [&](Vec3d d) { return testing::spread(a, at, b, d); };
  EXPECT_LE(testing::greatest(along, random), r.at_most + near) << what;
  EXPECT_NEAR(span(b, inverse(at), a).distance, r.distance, near) << what;
  const Pose move{random.rotation(), size * random.in_box(10)};
  EXPECT_NEAR(span(a, move, b, move * at).distance, r.distance, near) << what;
}

TEST(SpanShapes, EveryKindAgainstEveryOther) {
  for (int i = 0; i < testing::kConvexKinds; ++i)
    for (int j = 0; j < testing::kConvexKinds; ++j) {
      Random random(u64(100 + 10 * i + j));
      for (int k = 0; k < testing::cases(8, 500) && !::testing::Test::HasFailure(); ++k) {
        const double scale = random.chance(0.5) ? 1 : std::pow(10, random.uniform(-6, 6));
        const Shape a = testing::random_shape(random, static_cast<CoreKind>(i), scale);
        const Shape b = testing::random_shape(random, static_cast<CoreKind>(j), scale);
        check_span(a, {random.rotation(), scale * random.uniform(0, 2) * random.direction()}, b, scale, random);
      }
    }
}

TEST(SpanShapes, ClosedForms) {
  EXPECT_EQ(span(Ball{1}, Pose::shift({3, 0, 0}), Ball{2}).distance, 6);
  EXPECT_NEAR(span(Box{{2, 2, 2}}, {}, Box{{2, 2, 2}}).distance, 2 * std::sqrt(3.0), 1e-15);
  // On one axis every direction about it is as good as any other.
  const Span cylinders = span(Cylinder{1, 2}, Pose::shift({0, 0, 5}), Cylinder{2, 4});
  EXPECT_NEAR(cylinders.distance, std::hypot(3, 8), 1e-8);
  EXPECT_GE(cylinders.at_most, std::hypot(3, 8) * (1 - 1e-15));
  const Span ellipsoids = span(Ellipsoid{{1, 1, 1}}, {}, Ellipsoid{{2, 2, 2}});
  EXPECT_NEAR(ellipsoids.distance, 3, 1e-12);
  EXPECT_GE(ellipsoids.at_most, 3 * (1 - 1e-15));
}

}  // namespace span_shapes_test
}  // namespace apart
