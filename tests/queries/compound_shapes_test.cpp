// Unions against all pairs of their pieces.
#include <apart/queries/cast.hpp>
#include <apart/queries/collide.hpp>
#include <apart/queries/distance.hpp>
#include <apart/queries/shapes/pieces.hpp>
#include <apart/queries/span.hpp>
#include <apart/queries/within.hpp>

#include "tests/convex/shape_cases.hpp"
#include "tests/support.hpp"

namespace apart {
namespace compound_shapes_test {

// Laid flat by hand.
void lay_out(const Shape& shape, const Pose& pose, double radius, std::vector<Piece>& out) {
  if (shape.kind() != CoreKind::compound) {
    out.push_back({pose, shape.with_radius(radius + shape.radius())});
    return;
  }
  for (const Piece& piece : *std::get<Compound>(shape.core()).pieces)
    lay_out(piece.shape, pose * piece.pose, radius + shape.radius(), out);
}

TEST(CompoundShapes, AllPairsOfPieces) {
  testing::Outcomes outcomes("unions that are apart"), casts("unions that are hit");
  Random random(7);
  for (int k = 0; k < testing::cases(400, 20000) && !::testing::Test::HasFailure(); ++k) {
    const Shape a = testing::random_shape(random, CoreKind::compound);
    const Shape b = testing::random_shape(
        random, random.chance(0.5) ? CoreKind::compound : static_cast<CoreKind>(random.below(testing::kConvexKinds)));
    const Pose at{random.rotation(), random.uniform(0, 4) * random.direction()};
    const Vec3d motion = random.uniform(0.3, 2) * (2.5 * random.in_ball() - at.translation);
    std::vector<Piece> of_a, of_b;
    lay_out(a, {}, 0, of_a), lay_out(b, at, 0, of_b);
    double least = std::numeric_limits<double>::infinity(), most = 0, first = least;
    for (const Piece& p : of_a)
      for (const Piece& q : of_b) {
        least = lesser(least, signed_distance(p.shape, p.pose, q.shape, q.pose).distance);
        most = larger(most, span(p.shape, p.pose, q.shape, q.pose).distance);
        if (const Cast hit = cast(p.shape, p.pose, q.shape, q.pose, motion)) first = lesser(first, hit.time);
      }
    PairCache cache;
    for (int again = 0; again < 2; ++again) {
      const DistanceOptions options{.cache = again ? &cache : nullptr};
      const Distance r = signed_distance(a, at, b, options);
      EXPECT_TRUE(r.distance == least || std::abs(r.distance - least) < 1e-9);
      EXPECT_NEAR(length(r.normal), 1, 1e-12);
      EXPECT_LE(r.at_least, r.distance);
      const Piece &p = of_a.at(r.a.piece), &q = of_b.at(r.b.piece);
      const double of_pair = signed_distance(p.shape, p.pose, q.shape, q.pose).distance;
      EXPECT_TRUE(of_pair == least || std::abs(of_pair - least) < 1e-9);
      if (std::isfinite(least)) {
        EXPECT_LE(length(r.on_b - r.on_a - r.distance * r.normal), 1e-9);
        EXPECT_EQ(r.status, r.distance < 0 ? Status::within_error : Status::exact);
      }
      if (std::abs(least) > 1e-9) {
        EXPECT_EQ(bool(collide(a, at, b, {.cache = options.cache})), least < 0);
      }
    }
    outcomes.saw(least > 0);
    if (least > 1e-9) {
      EXPECT_TRUE(within(a, at, b, least + 1e-9));
      EXPECT_FALSE(within(a, at, b, least - 1e-9));
      EXPECT_EQ(signed_distance(a, at, b, {.max = 0.9 * least}).status, Status::at_least);
    }
    const double far = span(a, at, b).distance;
    EXPECT_TRUE(far == most || std::abs(far - most) < 1e-8) << far << " " << most;
    const Cast hit = cast(a, at, b, motion);
    EXPECT_EQ(hit.hit, first <= 1);
    if (hit.hit) {
      EXPECT_NEAR(hit.time, first, 1e-7);
    }
    casts.saw(hit.hit);
  }
}

TEST(CompoundShapes, FarthestPointsOfAHalfSpaceAreInfinitelyFarApart) {
  const Shape pair = compound({{Pose::shift({0, 0, 0}), Ball{1}}, {Pose::shift({10, 0, 0}), Ball{1}}});
  const Shape ground = HalfSpace{{0, 0.6, 0.8}, -0.25};
  EXPECT_EQ(span(pair, Pose{}, ground).distance, std::numeric_limits<double>::infinity());
  EXPECT_EQ(span(ground, Pose{}, pair).distance, std::numeric_limits<double>::infinity());
}

TEST(CompoundShapes, PiecesAreNumberedDepthFirst) {
  const Shape pair = compound({{Pose::shift({0, 0, 0}), Ball{1}}, {Pose::shift({10, 0, 0}), Ball{1}}});
  const Shape all = compound({{Pose::shift({0, 0, 0}), pair}, {Pose::shift({0, 50, 0}), pair}});
  EXPECT_EQ(convex_pieces(all, {}).size(), 4u);
  const Distance r = signed_distance(all, Pose::shift({10, 50, 5}), Ball{1});
  EXPECT_EQ(r.a.piece, 3u);
  EXPECT_EQ(r.b.piece, 0u);
  EXPECT_EQ(r.distance, 3);
}

// Balls on a line, a little nearer one after the other: pieces that cannot be better by more than the error are left
// out.
TEST(CompoundShapes, ErrorsAndBudgets) {
  std::vector<Piece> pieces;
  for (int i = 0; i < 40; ++i) pieces.push_back({Pose::shift({3.0 * i, 0.01 * i, 0}), Ball{1}});
  const Shape row = compound(pieces), floor = Box{{1000, 1, 1}};
  const Pose at = Pose::shift({0, -5, 0});
  const Distance truth = distance(row, at, floor);
  EXPECT_EQ(truth.status, Status::exact);
  EXPECT_EQ(truth.a.piece, 0u);
  for (const DistanceOptions& options : {DistanceOptions{.abs_error = 1}, DistanceOptions{.rel_error = 0.3}}) {
    const Distance rough = distance(row, at, floor, options);
    EXPECT_EQ(rough.status, Status::within_error);
    EXPECT_LE(rough.at_least, truth.distance);
    EXPECT_GE(rough.at_least, truth.distance - 1);
    EXPECT_LE(rough.distance, truth.distance + 1);
  }
  const Span longest = span(row, at, floor);
  EXPECT_EQ(longest.status, Status::exact);
  for (const SpanOptions& options : {SpanOptions{.abs_error = 5}, SpanOptions{.rel_error = 0.01}}) {
    const Span rough = span(row, at, floor, options);
    EXPECT_EQ(rough.status, Status::within_error);
    EXPECT_LE(rough.distance, longest.distance);
    EXPECT_GE(rough.at_most, longest.distance);
    EXPECT_GE(rough.distance, longest.distance - 10);
  }
  // None, one and all of the forty.
  for (u64 tests : {u64{0}, u64{1}, u64{40}}) {
    const Budget budget = Budget::of_tests(tests);
    const Distance some = distance(row, at, floor, {.budget = budget});
    const Span far = span(row, at, floor, {.budget = budget});
    EXPECT_EQ(some.has_points(), tests > 0);
    EXPECT_LE(some.at_least, truth.distance);
    EXPECT_GE(some.distance, truth.distance);
    EXPECT_GE(far.at_most, longest.distance);
    EXPECT_LE(far.distance, longest.distance);
    if (tests != 1) {
      EXPECT_EQ(some.status, tests > 0 ? Status::exact : Status::unfinished);
      EXPECT_EQ(far.status, tests > 0 ? Status::exact : Status::unfinished);
      EXPECT_EQ(within(row, at, floor, 4, {.budget = budget}).status, tests > 0 ? Status::exact : Status::unfinished);
    }
  }
  const Pose touching = Pose::shift({0, -1, 0});
  EXPECT_EQ(collide(row, touching, floor, {.budget = Budget::of_tests(0)}).status, Status::unfinished);
  EXPECT_TRUE(collide(row, touching, floor));
}

}  // namespace compound_shapes_test
}  // namespace apart
