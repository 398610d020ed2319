// Queries of many bodies beside all pairs of them.
#include <apart/scene/many.hpp>
#include <samples/generate.hpp>

#include "tests/support.hpp"

namespace apart {
namespace many_test {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::vector<PlacedGeometry> random_bodies(Random& random, u32 count, double spread) {
  const Model torus = Model::make(generate::torus(0.5, 0.2, 12, 8)).value(),
              soup = Model::make(generate::soup(random, 20, {.size = 0.4})).value();
  std::vector<PlacedGeometry> out;
  for (u32 i = 0; i < count; ++i) {
    const Pose at = Pose::from_axis_angle(random.direction(), random.uniform(0, 6), spread * random.in_ball()).value();
    switch (random.below(4)) {
      case 0:
        out.push_back({torus, at});
        break;
      case 1:
        out.push_back({soup, at});
        break;
      case 2:
        out.push_back({Shape(Box{{0.3, 0.2, 0.1}}), at});
        break;
      default:
        out.push_back({Shape(Ball{random.uniform(0.01, 0.3)}), at});
    }
  }
  return out;
}

Distance distance_of(const PlacedGeometry& a, const PlacedGeometry& b) {
  return distance(a.geometry, a.pose, b.geometry, b.pose);
}

TEST(Many, AreWhatAllPairsSay) {
  Random random(5);
  testing::Outcomes touching("the closest pair touches or not", 0.1);
  for (int run = 0; run < testing::cases(40, 400); ++run) {
    const auto bodies = random_bodies(random, 2 + random.below(20), random.uniform(1, 10));
    double nearest = kInfinity, farthest = -1;
    for (u32 i = 0; i < bodies.size(); ++i)
      for (u32 j = i + 1; j < bodies.size(); ++j) {
        nearest = std::min(nearest, distance_of(bodies[i], bodies[j]).distance);
        farthest =
            std::max(farthest, span(bodies[i].geometry, bodies[i].pose, bodies[j].geometry, bodies[j].pose).distance);
      }
    const PairDistance closest = closest_pair(bodies);
    ASSERT_EQ(closest.distance.distance, nearest);
    ASSERT_LT(closest.a, closest.b);
    ASSERT_EQ(distance_of(bodies[closest.a], bodies[closest.b]).distance, nearest);
    touching.saw(nearest == 0);
    if (nearest > 0) {
      const PairDistance none = closest_pair(bodies, {.max = 0.9 * nearest});
      ASSERT_EQ(none.distance.status, Status::at_least);
      ASSERT_EQ(none.distance.distance, 0.9 * nearest);
      // To rounding: of a shape the last bits depend on the order in which triangles are tested.
      ASSERT_DOUBLE_EQ(closest_pair(bodies, {.max = nearest}).distance.distance, nearest);
    }
    const PairSpan widest = greatest_span(bodies);
    ASSERT_EQ(widest.span.distance, farthest);
    ASSERT_EQ(span(bodies[widest.a].geometry, bodies[widest.a].pose, bodies[widest.b].geometry, bodies[widest.b].pose)
                  .distance,
              farthest);
    const double tolerance = random.chance(0.2) ? 0 : random.uniform(0, 2);
    const auto found = pairs_within(bodies, tolerance), in_parallel = pairs_within(bodies, tolerance, {}, 3);
    std::size_t k = 0;
    for (u32 i = 0; i < bodies.size(); ++i)
      for (u32 j = i + 1; j < bodies.size(); ++j) {
        if (!within(bodies[i].geometry, bodies[i].pose, bodies[j].geometry, bodies[j].pose, tolerance)) continue;
        ASSERT_LT(k, found.size());
        ASSERT_EQ(found[k].a, i);
        ASSERT_EQ(found[k].b, j);
        ASSERT_EQ(in_parallel[k].b, j);
        ASSERT_TRUE(found[k++].within);
      }
    ASSERT_EQ(found.size(), k);
    ASSERT_EQ(in_parallel.size(), k);
  }
}

TEST(Many, OfFewerThanTwoIsNothing) {
  const Model box = Model::make(generate::box({1, 1, 1})).value(), empty = Model::make(Mesh{}).value();
  const PlacedGeometry some[] = {{box}, {empty}, {empty}};
  for (u32 count : {0u, 1u, 3u}) {
    const std::span few(some, count);
    EXPECT_EQ(closest_pair(few).distance.status, Status::nothing);
    EXPECT_EQ(greatest_span(few).span.status, Status::nothing);
    EXPECT_TRUE(pairs_within(few, 100).empty());
  }
}

TEST(Many, AtTheSamePlaceAndAgainstHalfSpaces) {
  const Model box = Model::make(generate::box({1, 1, 1})).value();
  const std::vector<PlacedGeometry> same(5, PlacedGeometry{box});
  EXPECT_EQ(closest_pair(same).distance.distance, 0);
  EXPECT_EQ(pairs_within(same, 0).size(), 10u);
  const std::vector<PlacedGeometry> points{{Shape(Point{})}, {Shape(Point{})}};
  EXPECT_EQ(closest_pair(points).distance.distance, 0);
  EXPECT_EQ(greatest_span(points).span.distance, 0);
  const std::vector<PlacedGeometry> ground{
      {Shape(HalfSpace{{0.6, 0, 0.8}, -3})}, {box}, {box, Pose::shift({40, 0, 0})}};
  const PairDistance over = closest_pair(ground);
  EXPECT_EQ(over.a, 0u);
  EXPECT_EQ(over.b, 1u);
  EXPECT_NEAR(over.distance.distance, 3 - 0.7, 1e-12);
  EXPECT_EQ(greatest_span(ground).span.distance, kInfinity);
}

TEST(Many, RefusesPosesThatAreNone) {
  const Model box = Model::make(generate::box({1, 1, 1})).value();
  const std::vector<PlacedGeometry> bad{{box}, {box, Pose::shift({std::nan(""), 0, 0})}};
  EXPECT_EQ(closest_pair(bad).distance.status, Status::invalid);
  EXPECT_EQ(closest_pair(bad).distance.distance, 0);
  EXPECT_EQ(greatest_span(bad).span.status, Status::invalid);
  EXPECT_THROW(pairs_within(bad, 1), UsageError);
  EXPECT_THROW(pairs_within({}, -1), UsageError);
}

}  // namespace many_test
}  // namespace apart
