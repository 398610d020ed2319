// The greatest distance: exact, within an error, and as a yes or no, against all pairs of vertices.
#include <apart/apart.hpp>
#include <apart/triangles/span.hpp>
#include <samples/generate.hpp>

#include "tests/support.hpp"

namespace apart {
namespace span_test {

double farthest(const Mesh& a, const Pose& at, const Mesh& b) {
  double most = 0;
  for (u32 i = 0; i < a.size(); ++i)
    for (u32 j = 0; j < b.size(); ++j) most = std::max(most, span(a.triangle(i), at * b.triangle(j)).squared);
  return std::sqrt(most);
}

TEST(Span, IsThatOfTheFarthestVertices) {
  Random random(3);
  testing::Outcomes outcomes("spans beyond the limit");
  const Mesh torus = generate::torus(1, 0.3, 14, 8);
  for (int k = 0; k < 60; ++k) {
    const Mesh a = k % 2 ? torus : generate::soup(random, 1 + random.below(40));
    const Mesh b = k % 3 ? generate::soup(random, 1 + random.below(40)) : torus;
    const double scale = k % 5 == 0 ? 1e-6 : 1;
    const Model ma = Model::make(scaled(a, scale)).value(), mb = Model::make(scaled(b, scale)).value();
    const Pose at{random.rotation(), scale * (k % 4 ? 2.0 : 1e6) * random.direction()};
    const double truth = farthest(ma.mesh(), at, mb.mesh());

    const Span exact = span(ma, at, mb);
    ASSERT_EQ(exact.distance, truth);
    ASSERT_EQ(exact.at_most, truth);
    ASSERT_EQ(exact.status, Status::exact);
    ASSERT_NEAR(length(exact.on_a - exact.on_b), truth, 1e-14 * truth);

    const Span rough = span(ma, at, mb, {.rel_error = 0.2});
    ASSERT_LE(rough.distance, truth);
    ASSERT_GE(rough.at_most, truth);
    ASSERT_LE(rough.at_most, rough.distance * 1.2 * (1 + 1e-15));
    const Span near = span(ma, at, mb, {.abs_error = 0.1 * truth});
    ASSERT_GE(near.distance, 0.9 * truth * (1 - 1e-15));

    const Span stopped = span(ma, at, mb, {.budget = Budget::of_tests(5)});
    ASSERT_LE(stopped.distance, truth);
    ASSERT_GE(stopped.at_most, truth);

    const double limit = random.uniform(0.9, 1.1) * truth;
    ASSERT_EQ(beyond(ma, at, mb, limit).beyond, truth > limit);
    ASSERT_FALSE(beyond(ma, at, mb, truth));
    ASSERT_TRUE(beyond(ma, at, mb, std::nextafter(truth, 0)));
    outcomes.saw(truth > limit);

    const Pose world{random.rotation(), random.in_box(3)};
    const Span there = span(ma, world, mb, world * at);
    ASSERT_NEAR(there.distance, truth, 1e-9 * truth);
    ASSERT_NEAR(length(there.on_a - there.on_b), truth, 1e-9 * (truth + 1));
  }
}

TEST(Span, OfNothingIsNothing) {
  const Model box = Model::make(generate::box({1, 1, 1})).value(), none = Model::make(Mesh{}).value();
  EXPECT_EQ(span(box, Pose{}, none).status, Status::nothing);
  EXPECT_EQ(beyond(none, Pose{}, box, 1).status, Status::nothing);
  EXPECT_FALSE(beyond(none, Pose{}, box, 0));
}

}  // namespace span_test
}  // namespace apart
