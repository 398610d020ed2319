// First contacts of moving shapes of every kind with each other and with models, in either order.
#include <apart/base/lane_width.hpp>
#include <apart/convex/core_support.hpp>
#include <apart/queries/cast.hpp>
#include <samples/generate.hpp>

#include "tests/convex/shape_cases.hpp"
#include "tests/motion/impact_cases.hpp"

namespace apart {
namespace impact_shapes_test {

RigidMotion random_motion(Random& random, double size) {
  const auto place = [&] { return random.uniform(0.5, 3) * size * random.direction(); };
  const Pose from{random.rotation(), place()};
  switch (random.below(3)) {
    case 0:
      return RigidMotion::line(from, -random.uniform(0.5, 2) * from.translation + 0.4 * place());
    case 1:
      return RigidMotion::between(from, {random.rotation(), -0.5 * from.translation + 0.4 * place()});
    default:
      return RigidMotion::screw(from, place(), random.direction(), random.uniform(-15, 15), size * random.uniform());
  }
}

TEST(ImpactShapes, EveryKindAgainstEveryOther) {
  testing::Outcomes outcomes("impacts of shapes");
  for (int i = 0; i < testing::kBoundedKinds; ++i)
    for (int j = 0; j < testing::kBoundedKinds; ++j) {
      Random random(u64(100 + 10 * i + j));
      for (int k = 0; k < testing::cases(6, 500) && !::testing::Test::HasFailure(); ++k) {
        const double scale = random.chance(0.5) ? 1 : std::pow(10, random.uniform(-6, 6));
        const Shape a = testing::random_shape(random, static_cast<CoreKind>(i), scale);
        const Shape b = testing::random_shape(random, static_cast<CoreKind>(j), scale);
        const RigidMotion of_a = random.chance(0.5) ? RigidMotion() : random_motion(random, 0.3 * scale);
        const RigidMotion of_b = random_motion(random, scale);
        const ImpactOptions options{.within = random.chance(0.3) ? 0.3 * scale * random.uniform() : 0,
                                    .tolerance = 1e-7 * scale,
                                    .clearance = k % 3 == 0,
                                    .clearance_error = 0.02};
        SCOPED_TRACE(testing::name(a.kind()) + " and " + testing::name(b.kind()) + ", " + std::to_string(k));
        const Impact r = impact(a, of_a, b, of_b, options);
        outcomes.saw(r.hit);
        testing::expect_true_of(r, a, of_a, b, of_b, options, 1e-7 * scale, 10 * scale, 40, random);
        const Impact other = impact(b, of_b, a, of_a, options);
        EXPECT_EQ(other.hit, r.hit);
        EXPECT_TRUE(!r.hit || std::abs(other.free_until - r.free_until) < 1e-3);
      }
    }
}

TEST(ImpactShapes, TranslationsAsCastsTellThem) {
  testing::Outcomes outcomes("casts that hit");
  Random random(3);
  for (int k = 0; k < testing::cases(2000, 50000) && !::testing::Test::HasFailure(); ++k) {
    const Shape a = testing::random_shape(random, static_cast<CoreKind>(random.below(testing::kBoundedKinds)));
    const Shape b = testing::random_shape(random, static_cast<CoreKind>(random.below(testing::kBoundedKinds)));
    const Pose at{random.rotation(), random.uniform(1, 4) * random.direction()};
    const Vec3d by = random.uniform(0.5, 3) * (0.7 * random.in_ball() - at.translation);
    const Cast expected = cast(a, at, b, by);
    const Impact r = impact(a, b, RigidMotion::line(at, by), {.tolerance = 1e-9, .clearance = false});
    outcomes.saw(r.hit);
    if (expected.hit != r.hit) {  // within the tolerance of touching
      EXPECT_TRUE(r.hit);
      continue;
    }
    if (!r.hit) continue;
    Pose there = at;
    there.translation += r.contact_by * by;
    EXPECT_LE(distance(a, there, b).distance, 2e-9);
    EXPECT_LE(r.free_until, expected.time + 1e-9);
  }
}

TEST(ImpactShapes, OfOnePairAsByTheWalk) {
  testing::Outcomes outcomes("motions of two convex shapes");
  Random random(7);
  for (int k = 0; k < testing::cases(5000, 200000) && !::testing::Test::HasFailure(); ++k) {
    const double scale = random.chance(0.7) ? 1 : std::pow(10, random.uniform(-18, 18));
    const auto shape = [&] {
      return testing::random_shape(random, static_cast<CoreKind>(random.below(testing::kBoundedKinds)), scale);
    };
    const Shape a = shape(), b = shape();
    const Pose start{random.rotation(), random.uniform(0.5, 4) * scale * random.direction()};
    const Pose from{k % 5 == 0 ? Mat3d{} : start.rotation, start.translation};
    const Vec3d by = random.uniform(0.5, 3) * (0.7 * scale * random.in_ball() - from.translation);
    const bool straight = random.chance(0.5);
    const RigidMotion still;
    const RigidMotion of_a = k % 3 != 0 ? still
                             : straight ? RigidMotion::line(random.pose(scale), scale * random.in_box(1))
                                        : random_motion(random, scale);
    const RigidMotion of_b = straight ? RigidMotion::line(from, by)
                             : random.chance(0.5)
                                 ? RigidMotion::between(from, {random.rotation(), from.translation + by})
                                 : random_motion(random, scale);
    ImpactOptions options{.within = k % 4 == 0 ? 0.3 * scale * random.uniform() : 0, .clearance = false};
    const Impact pair = impact(a, of_a, b, of_b, options);
    options.budget = Budget::of_tests(u64(1) << 60);  // a budget is counted by the walk alone
    const Impact walk = impact(a, of_a, b, of_b, options);
    SCOPED_TRACE(testing::name(a.kind()) + " and " + testing::name(b.kind()) + ", " + std::to_string(k));
    outcomes.saw(pair.hit);
    // What one proves free the other does not see in contact.
    EXPECT_TRUE(!walk.touching || (pair.hit && pair.free_until <= walk.contact_by));
    EXPECT_TRUE(!pair.touching || (walk.hit && walk.free_until <= pair.contact_by));
    if (pair.hit && walk.hit && !(pair.free_until == 0)) {
      const double there = testing::distance_at(a, of_a, b, of_b, pair.contact_by).distance;
      EXPECT_LE(there, options.within + 1e-7 * scale);
      EXPECT_NEAR(dot(pair.normal, pair.normal), 1, 1e-9);
    }
  }
}

// A straight motion is prepared without pieces; a polynomial of degree 1, which is the same motion, with them. Hulls
// are searched in lanes, as many as the machine has. All give the same bits.
TEST(ImpactShapes, HullsWithAndWithoutPiecesAndLanes) {
  testing::Outcomes outcomes("straight motions of two hulls");
  Random random(8);
  for (int k = 0; k < testing::cases(2000, 50000) && !::testing::Test::HasFailure(); ++k) {
    const double scale = random.chance(0.7) ? 1 : std::pow(10, random.uniform(-9, 9));
    const Shape a = testing::random_shape(random, CoreKind::polytope, scale);
    const Shape b = testing::random_shape(random, CoreKind::polytope, scale);
    const Pose from{random.rotation(), random.uniform(0.5, 4) * scale * random.direction()};
    const Vec3d by = random.uniform(0.5, 3) * (0.7 * scale * random.in_ball() - from.translation);
    const RigidMotion of_a =
        k % 3 == 0 ? RigidMotion() : RigidMotion::line(random.pose(scale), scale * random.in_box(1));
    const ImpactOptions options{.within = k % 4 == 0 ? 0.3 * scale * random.uniform() : 0, .clearance = false};
    const auto same = [](const Impact& x, const Impact& y) {
      return x.hit == y.hit && x.touching == y.touching && x.free_until == y.free_until &&
             x.contact_by == y.contact_by && x.on_a == y.on_a && x.on_b == y.on_b && x.normal == y.normal &&
             x.least_clearance == y.least_clearance && x.status == y.status;
    };
    const Impact found = impact(a, of_a, b, RigidMotion::line(from, by), options);
    outcomes.saw(found.hit);
    EXPECT_TRUE(same(found, impact(a, of_a, b, RigidMotion::polynomial(from, {&by, 1}), options))) << k;
    for (const LaneWidth width : kLaneWidths) {
      if (!has_lanes(width)) continue;
      use_lanes(width);
      EXPECT_TRUE(same(found, impact(a, of_a, b, RigidMotion::line(from, by), options))) << k;
      use_lanes({});
    }
  }
}

TEST(ImpactShapes, UnionsAsTheirPieces) {
  testing::Outcomes outcomes("impacts of unions", 0.1);
  Random random(4);
  for (int k = 0; k < testing::cases(150, 5000) && !::testing::Test::HasFailure(); ++k) {
    std::vector<Piece> pieces;
    for (u32 i = 0; i < 2 + random.below(12); ++i)
      pieces.push_back({random.pose(1), testing::random_shape(
                                            random, static_cast<CoreKind>(random.below(testing::kBoundedKinds)), 0.3)});
    const Shape a = compound(pieces);
    const Shape b = testing::random_shape(random, static_cast<CoreKind>(random.below(testing::kBoundedKinds)), 0.5);
    const RigidMotion of_b = random_motion(random, 2);
    const ImpactOptions options{.tolerance = 1e-8, .clearance = false};
    const Impact r = impact(a, b, of_b, options);
    outcomes.saw(r.hit);
    double first = std::numeric_limits<double>::infinity();
    for (const Piece& p : pieces) {
      const Impact one = impact(p.shape, RigidMotion::still(p.pose), b, of_b, options);
      if (one.hit) first = std::min(first, one.free_until);
    }
    EXPECT_EQ(r.hit, std::isfinite(first));
    if (r.hit) {
      EXPECT_NEAR(r.free_until, first, 1e-5);
      EXPECT_LT(r.a.piece, pieces.size());
    }
  }
}

TEST(ImpactShapes, WithModels) {
  testing::Outcomes outcomes("impacts of models and shapes", 0.1);
  Random random(5);
  const std::vector<Model> models{Model::make(generate::torus(1, 0.3, 24, 12)).value(),
                                  Model::make(generate::cup(800)).value(),
                                  Model::make(generate::soup(random, 100)).value()};
  for (int k = 0; k < testing::cases(120, 5000) && !::testing::Test::HasFailure(); ++k) {
    const Model& a = models[random.below(3)];
    const Shape b = testing::random_shape(random, static_cast<CoreKind>(random.below(testing::kBoundedKinds)), 0.7);
    const RigidMotion of_b = random_motion(random, 1.5),
                      of_a = random.chance(0.5) ? RigidMotion() : random_motion(random, 0.3);
    const ImpactOptions options{.tolerance = 1e-7, .clearance = k % 4 == 0, .clearance_error = 0.02};
    SCOPED_TRACE(testing::name(b.kind()) + ", " + std::to_string(k));
    const Impact r = impact(a, of_a, b, of_b, options);
    outcomes.saw(r.hit);
    testing::expect_true_of(r, a, of_a, b, of_b, options, 1e-7, 5, 40, random);
    const Impact other = impact(b, of_b, a, of_a, options);
    ASSERT_EQ(other.hit, r.hit);
    if (!r.hit) continue;
    EXPECT_EQ(other.free_until, r.free_until);  // one computation
    EXPECT_EQ(other.b, r.a);
    const Pose b_in_a = relative(of_a.at(r.contact_by), of_b.at(r.contact_by));
    EXPECT_LT(length(b_in_a * other.on_a - r.on_b), 1e-12);
    EXPECT_LT(length(b_in_a.rotate(other.normal) + r.normal), 1e-12);
  }
}

TEST(ImpactShapes, HalfSpaces) {
  testing::Outcomes outcomes("impacts with half-spaces");
  Random random(6);
  const Model model = Model::make(generate::torus(1, 0.3, 24, 12)).value();
  for (int k = 0; k < testing::cases(200, 5000) && !::testing::Test::HasFailure(); ++k) {
    const Shape floor = HalfSpace{random.direction(), random.uniform(-8, 0)};
    const Geometry b =
        k % 3 == 0
            ? Geometry(model)
            : Geometry(testing::random_shape(random, static_cast<CoreKind>(random.below(testing::kBoundedKinds))));
    const RigidMotion of_b = random_motion(random, 2);
    const RigidMotion of_a =
        random.chance(0.6) ? RigidMotion()
        : random.chance(0.5)
            ? RigidMotion::line({}, random.in_box(1))
            : RigidMotion::between({}, Pose::from_axis_angle(random.direction(), 0.4, random.in_box(1)).value());
    const ImpactOptions options{.tolerance = 1e-6, .clearance = k % 2 == 0, .clearance_error = 0.02};
    const Impact r = impact(floor, of_a, b, of_b, options);
    SCOPED_TRACE(k);
    outcomes.saw(r.hit);
    testing::expect_true_of(r, floor, of_a, b, of_b, options, 1e-6, 5, 40, random);
    EXPECT_EQ(impact(b, of_b, floor, of_a, options).hit, r.hit);
  }
  // Sliding along a floor, just above it, takes no time.
  const Impact slide = impact(HalfSpace{{0, 0, 1}, 0}, model,
                              RigidMotion::line(Pose::shift({0, 0, 0.3 + 1e-6}), {1000, 0, 0}), {.clearance = false});
  EXPECT_FALSE(slide.hit);
  // Two half-spaces that do not turn.
  const Impact two = impact(HalfSpace{{0, 0, 1}, 0}, HalfSpace{{0, 0, -1}, -3}, RigidMotion::line({}, {5, 0, -6}));
  EXPECT_TRUE(two.hit);
  EXPECT_NEAR(two.contact_by, 0.5, 1e-6);
}

}  // namespace impact_shapes_test
}  // namespace apart
