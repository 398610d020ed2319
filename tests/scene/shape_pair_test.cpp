// Shapes as parts of an assembly: keep-out zones, floors; and their drawings.
#include <apart/queries/containment.hpp>
#include <apart/queries/distance.hpp>
#include <apart/scene/check.hpp>
#include <apart/shapes/tessellate.hpp>
#include <samples/generate.hpp>

#include "tests/support.hpp"

namespace apart {
namespace shape_pair_test {

const Bounds kRoom{{-10, -10, -10}, {10, 10, 10}};

AssemblyPart part(std::string name, Mesh mesh, const Pose& pose = {}) {
  return {std::move(name), "", Model::make(std::move(mesh)).value(), pose};
}
AssemblyPart zone(std::string name, const Shape& shape, const Pose& pose = {}) {
  AssemblyPart out = part(std::move(name), tessellated(shape, pose, kRoom), pose);
  out.shape = shape;
  return out;
}
PairReport only(const std::vector<AssemblyPart>& parts, const CheckRules& rules = {}) {
  const CheckReport report = check(parts, rules);
  EXPECT_EQ(report.pairs.size(), 1u);
  return report.pairs.empty() ? PairReport{} : report.pairs[0];
}

TEST(ShapeParts, StatesAgainstAMesh) {
  const AssemblyPart cube = part("cube", generate::box({2, 2, 2}));
  const auto at = [&](double x, const CheckRules& rules = {}) {
    return only({cube, zone("zone", Ball{1}, Pose::shift({x, 0, 0}))}, rules);
  };
  const PairReport clash = at(1.5);
  EXPECT_EQ(clash.state, PairState::clash);
  EXPECT_EQ(clash.distance, 0);
  ASSERT_TRUE(clash.separation);
  EXPECT_NEAR(clash.separation->length, 0.5, 1e-9);
  EXPECT_NEAR(clash.separation->translation.x, 0.5, 1e-9);
  EXPECT_FALSE(clash.overlap_thickness);
  EXPECT_EQ(at(2 - 1e-9).state, PairState::touch);
  EXPECT_EQ(at(2 + 1e-9).state, PairState::touch);
  const PairReport near = at(2.25, {.clearance = 0.5});
  EXPECT_EQ(near.state, PairState::near);
  EXPECT_NEAR(near.distance, 0.25, 1e-12);
  EXPECT_NEAR(near.on_a.x, 1, 1e-12);
  EXPECT_NEAR(near.on_b.x, 1.25, 1e-12);
  EXPECT_EQ(at(2.5, {.clearance = 0.5}).state, PairState::clear);
  EXPECT_NEAR(at(7, {.measure_clear = true, .all_pairs = true}).distance, 5, 1e-12);
  // Curved, as no mesh is: 0.001 beside the ball at 45 degrees.
  const double s = std::sqrt(0.5);
  const PairReport exact =
      only({part("corner", generate::box({0.1, 0.1, 0.1}), Pose::shift({s * 1.001 + 0.05, s * 1.001 + 0.05, 0})),
            zone("zone", Ball{1})},
           {.clearance = 0.01});
  EXPECT_NEAR(exact.distance, 0.001, 1e-12);
}

TEST(ShapeParts, InsideOneAnother) {
  const PairReport in_zone = only({part("bolt", generate::box({1, 1, 1})), zone("keep out", Box{{4, 4, 4}})});
  EXPECT_EQ(in_zone.state, PairState::contained);
  EXPECT_EQ(in_zone.inside.which, Inside::Which::a);
  const std::vector<AssemblyPart> hollow{part("case", generate::box({4, 4, 4})), zone("zone", Box{{1, 1, 1}})};
  EXPECT_TRUE(check(hollow).pairs.empty() || check(hollow).pairs[0].state == PairState::clear);
  const PairReport in_case = only(hollow, {.solid = true});
  EXPECT_EQ(in_case.state, PairState::contained);
  EXPECT_EQ(in_case.inside.which, Inside::Which::b);
}

TEST(ShapeParts, HalfSpaces) {
  const Shape floor = HalfSpace{{0, 0, 2}, 0};  // z <= 0, its normal not of length 1
  const auto at = [&](double z, const CheckRules& rules = {}) {
    return only({part("box", generate::box({1, 1, 1}), Pose::shift({1e6, 0, z})), zone("floor", floor)}, rules);
  };
  const PairReport sunk = at(0.2);
  EXPECT_EQ(sunk.state, PairState::clash);
  ASSERT_TRUE(sunk.separation);
  EXPECT_NEAR(sunk.separation->length, 0.3, 1e-6);
  EXPECT_LT(sunk.separation->translation.z, 0);  // B is the floor: it goes down
  EXPECT_EQ(at(0.5).state, PairState::touch);
  EXPECT_NEAR(at(0.75, {.clearance = 1}).distance, 0.25, 1e-9);
  EXPECT_EQ(at(-5).state, PairState::contained);
  EXPECT_EQ(at(700).state, PairState::clear);
  // Two that no translation separates; nothing is infinite or not a number in the report.
  const PairReport walls = only({zone("floor", floor), zone("wall", HalfSpace{{1, 0, 0}, 0})});
  EXPECT_EQ(walls.state, PairState::clash);
  EXPECT_FALSE(walls.separation);
  EXPECT_TRUE(std::isfinite(walls.box.low.x) && std::isfinite(walls.on_a.x));
  EXPECT_LT(largest(abs(walls.box.high)), 1e50);
}

TEST(ShapeParts, InAMotion) {
  const std::vector<AssemblyPart> parts{part("box", generate::box({1, 1, 1}), Pose::shift({0, 0, 9})),
                                        zone("floor", HalfSpace{{0, 0, 1}, 0}), zone("ball", Ball{1})};
  Motion motion{.parts = {0, 2}, .frames = {}};
  for (int k = 0; k < 10; ++k) motion.frames.push_back({Pose::shift({50, 0, 5 - 0.5 * k}), Pose::shift({0, 0, 20})});
  const CheckReport report = check(parts, motion, {.clearance = 0.6}, {});
  ASSERT_FALSE(report.pairs.empty());
  EXPECT_EQ(report.pairs[0].state, PairState::touch);  // its lowest: half its height above
  EXPECT_EQ(report.pairs[0].frames.worst, 9u);
}

// Any two: as the queries have it, and moved by the bound they are apart.
TEST(ShapeParts, RandomPairs) {
  const Shape shapes[] = {Ball{0.7}, Box{{1, 2, 0.5}}, Capsule{.radius = 0.3, .length = 1.5},
                          Shape(Box{{1, 1, 1}}, 0.2), HalfSpace{{1, 2, -1}, 0.1}};
  const Mesh mesh = generate::torus(1, 0.3, 20, 10);
  Random random(12);
  testing::Outcomes overlaps("pairs that overlap");
  for (int round = 0; round < testing::cases(testing::unless_sanitized(200, 20), 2000); ++round) {
    const AssemblyPart a = zone("a", shapes[random.below(5)], random.pose(1.5));
    const AssemblyPart b =
        round % 2 ? zone("b", shapes[random.below(5)], random.pose(1.5)) : part("b", mesh, random.pose(1.5));
    const PairReport r = only({a, b}, {.measure_clear = true, .all_pairs = true});
    const double truth = b.shape ? larger(0.0, distance(*a.shape, a.pose, *b.shape, b.pose).distance)
                                 : distance(*a.shape, a.pose, b.model, b.pose).distance;
    overlaps.saw(truth == 0);
    ASSERT_NEAR(r.distance, truth, 1e-12);
    if (truth > 1e-5) {
      ASSERT_EQ(r.state, PairState::clear);
    }
    if (!r.separation) continue;
    AssemblyPart moved = b;
    moved.pose.translation += (1 + 1e-9) * r.separation->translation;
    ASSERT_GE(only({a, moved}, {.all_pairs = true}).state, PairState::touch);
    ASSERT_NEAR(length(r.separation->translation), r.separation->length, 1e-9 * r.separation->length);
  }
}

TEST(Tessellated, DrawsWhatThereIs) {
  EXPECT_EQ(tessellated(Box{{1, 2, 3}}, {}, kRoom).size(), 12u);
  Random random(3);
  for (const Shape& shape : {Shape(Ball{2}), Shape(Cylinder{.radius = 1, .length = 2}), Shape(Box{{1, 1, 1}}, 0.3)}) {
    const Model drawn = Model::make(tessellated(shape, {}, kRoom)).value();
    EXPECT_TRUE(drawn.closed());
    EXPECT_GT(drawn.mesh().size(), 50u);
    for (const Vec3d& v : drawn.mesh().vertices()) EXPECT_TRUE(inside(shape.with_radius(shape.radius() + 1e-9), v));
  }
  EXPECT_EQ(tessellated(Point{}, {}, kRoom).size(), 1u);
  EXPECT_EQ(tessellated(compound({{Pose::shift({3, 0, 0}), Box{{1, 1, 1}}}, {{}, Box{{1, 1, 1}}}}), {}, kRoom).size(),
            24u);
  // Half of the room; the plane beside a room that it does not reach.
  const Pose turned{random.rotation(), {1, 2, 3}};
  const Mesh half = tessellated(HalfSpace{{0, 0, 1}, 0}, turned, kRoom);
  for (const Vec3d& v : half.vertices()) {
    EXPECT_LE(v.z, 1e-9);
    EXPECT_LE(largest(abs(turned * v)), 10 + 1e-9);
  }
  const Mesh beside = tessellated(HalfSpace{{0, 0, 1}, -100}, {}, kRoom);
  EXPECT_GT(beside.size(), 0u);
  for (const Vec3d& v : beside.vertices()) EXPECT_NEAR(v.z, -100, 1e-9);
}

}  // namespace shape_pair_test
}  // namespace apart
