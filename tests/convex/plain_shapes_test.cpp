// The closed forms of points, segments and boxes, held to the escalation, which computes the same pairs by GJK and EPA,
// and to support functions: whatever the normal is, the two must be as far apart along it as the distance says.
#include <apart/convex/closed/segment_box.hpp>
#include <apart/convex/core_gap.hpp>
#include <apart/convex/core_support.hpp>
#include <apart/convex/escalation/escalation.hpp>
#include <apart/queries/distance.hpp>
#include <apart/queries/penetration.hpp>

#include "tests/convex/shape_cases.hpp"
#include "tests/support.hpp"

namespace apart::plain_shapes_test {

using namespace convex;

struct PlainPair {
  Core a, b;
  Pose at;
  double size;
};

// Cubes, plates, needles and points, segments of any length; turned anyhow, a little or not at all, far away or near,
// at any scale.
double side(Random& random, double scale) {
  if (random.chance(0.1)) return 0;
  return scale * (random.chance(0.1) ? std::pow(10, random.uniform(-9, -1)) : random.uniform(0.1, 2));
}
Core any_core(Random& random, CoreKind kind, double scale) {
  if (kind == CoreKind::box) return Box{{side(random, scale), side(random, scale), side(random, scale)}};
  const Vec3d p = random.chance(0.5) ? Vec3d{} : scale * random.in_box(1);
  if (kind == CoreKind::point) return Point{p};
  Vec3d half = side(random, scale) * random.direction();
  if (random.chance(0.4)) half = {0, 0, half.z};
  return Segment{p - half, p + half};
}
double apart_along(const PlainPair& p, Vec3d n) { return dot(n, PlacedCore{p.at, {&p.b}}(-n) - farthest(p.a, n)); }
PlainPair any_pair(Random& random, CoreKind a, CoreKind b) {
  const double scale = std::pow(10, random.chance(0.2) ? random.uniform(-60, 60) : random.uniform(-6, 6));
  PlainPair p{any_core(random, a, scale), any_core(random, b, scale), {}, scale};
  if (random.chance(0.6)) p.at.rotation = random.rotation();
  if (random.chance(0.2)) {
    const double tilt = std::pow(10, random.uniform(-16, -1));
    p.at.rotation =
        Pose::from_quaternion(1, tilt * random.uniform(), tilt * random.uniform(), -tilt, {}).value().rotation;
  }
  p.at.translation = scale * random.uniform(0, 1) * random.direction();
  if (random.chance(0.2)) p.at.translation = {};
  if (random.chance(0.3)) {  // to a touch along some direction, but for some digits
    Vec3d along = random.direction();
    if (random.chance(0.5)) along = p.at.rotation.column(static_cast<int>(random.below(3)));
    const double digits = random.chance(0.2) ? 0 : random.uniform(-1, 1) * std::pow(10, random.uniform(-16, -2));
    p.at.translation += (scale * digits - apart_along(p, along)) * along;
  }
  if (random.chance(0.05)) p.at.translation += scale * std::pow(10, random.uniform(1, 8)) * random.direction();
  p.size = scale + largest(abs(p.at.translation));
  return p;
}

// What a gap says of itself.
void expect_sound(const PlainPair& p, const ConvexGap& gap, double tolerance, int i) {
  ASSERT_NEAR(length(gap.normal), 1, 1e-14) << i;
  ASSERT_LE(gap.at_least, gap.distance) << i;
  ASSERT_GE(gap.at_most, gap.distance) << i;
  ASSERT_NEAR(apart_along(p, gap.normal), gap.distance, tolerance) << i;
  ASSERT_LE(largest(abs(gap.on_b - gap.on_a - gap.distance * gap.normal)), tolerance) << i;
  // Each point is of its core, by a ball around it of no size.
  const Core on_a = Point{gap.on_a}, on_b = Point{gap.on_b};
  if (gap.distance > 0 || p.a.index() != static_cast<std::size_t>(CoreKind::point)) {
    ASSERT_LE(core_gap(p.a, {}, on_a).distance, tolerance) << i;
    ASSERT_LE(core_gap(on_b, p.at, p.b).distance, tolerance) << i;
  }
}

void expect_as_escalated(CoreKind a, CoreKind b, u64 seed, const char* name) {
  testing::Outcomes outcomes(name, 0.1);
  Random random(seed);
  for (int i = 0; i < testing::cases(20000, 1000000); ++i) {
    const PlainPair p = any_pair(random, a, b);
    const ConvexGap gap = core_gap(p.a, p.at, p.b), slow = escalated_gap(p.a, p.at, p.b, {});
    outcomes.saw(gap.distance > 0);
    ASSERT_EQ(gap.status, Status::exact) << i;
    const double tolerance = 64 * std::numeric_limits<double>::epsilon() * p.size;
    ASSERT_NO_FATAL_FAILURE(expect_sound(p, gap, tolerance, i));
    // The escalation's depth is that of EPA, to 1e-6 of what is deep, or an upper bound where it is not certain.
    const double room = gap.distance > 0 ? 1e-9 * gap.distance : 1e-6 * p.size;
    if (slow.status == Status::exact) {
      ASSERT_NEAR(gap.distance, slow.distance, room + tolerance) << i;
    }
    ASSERT_GE(gap.distance, slow.at_least - room - tolerance) << i;
    // No direction is better than that of the gap.
    for (const Vec3d n : {slow.normal, random.direction()})
      if (std::abs(length(n) - 1) < 1e-12) {
        ASSERT_LE(apart_along(p, n), gap.distance + tolerance) << i;
      }
    // Exchanged, it is the same.
    const ConvexGap turned = core_gap(p.b, inverse(p.at), p.a);
    ASSERT_NEAR(turned.distance, gap.distance, tolerance) << i;
    // Without a depth.
    const ConvexGap flat = core_gap(p.a, p.at, p.b, {.depth = false});
    if (gap.at_least > 0) {
      ASSERT_EQ(flat.distance, gap.distance) << i;
    }
    // A gap beyond a reach may be any lower bound that is beyond it.
    const double reach = random.uniform() * p.size;
    const ConvexGap bound = core_gap(p.a, p.at, p.b, {.reach = reach});
    ASSERT_LE(bound.at_least, gap.distance + tolerance) << i;
    if (bound.status == Status::at_least) {
      ASSERT_GT(bound.at_least, reach) << i;
    } else {
      ASSERT_EQ(bound.distance, gap.distance) << i;
    }
  }
}

TEST(PlainShapes, BoxAndSegment) { expect_as_escalated(CoreKind::box, CoreKind::segment, 1, "box and segment"); }
// The end of a segment touches a needle across it, which is turned by so little that where they cross, seen from above,
// is rounding.
TEST(PlainShapes, PointsOfANeedleAtTheEndOfASegment) {
  const double half = 21184.237486406972;
  const Core segment = Segment{{0, 0, half}, {0, 0, -half}}, needle = Box{{0, 163283.5752422293, 0}};
  const double x = 7.6099030099197981e-14, y = 1.1398977257268923e-14, z = 4.5630710555852222e-14;
  const Pose at{Mat3d{{{1, x, y}, {-x, 1, -z}, {-y, z, 1}}}, {2.4e-10, -9.7e-10, half}};
  const ConvexGap gap = core_gap(segment, at, needle);
  EXPECT_NEAR(gap.distance, 0, 1e-9);
  EXPECT_LE(core_gap(segment, {}, Core{Point{gap.on_a}}).distance, 1e-9);
  EXPECT_LE(core_gap(Core{Point{gap.on_b}}, at, needle).distance, 1e-9);
}
TEST(PlainShapes, SegmentAndBox) { expect_as_escalated(CoreKind::segment, CoreKind::box, 2, "segment and box"); }
TEST(PlainShapes, BoxAndPoint) { expect_as_escalated(CoreKind::box, CoreKind::point, 3, "box and point"); }
TEST(PlainShapes, PointAndBox) { expect_as_escalated(CoreKind::point, CoreKind::box, 4, "point and box"); }

// Beside an edge or a side and nearly parallel to it: the place that is nearest is hardly determined, the normal is, to
// all digits.
TEST(PlainShapes, NormalsOfSegmentsNearlyParallelToAnEdge) {
  Random random(7);
  for (int i = 0; i < testing::cases(20000, 1000000); ++i) {
    const Box box{{side(random, 1), side(random, 1), side(random, 1)}};
    const double half = random.uniform(0.1, 3), tilt = std::pow(10, random.uniform(-16, -8));
    const Segment segment{{0, 0, -half}, {0, 0, half}};
    const auto turn = [&] { return tilt * random.uniform(-1, 1); };
    const Mat3d rotation = Pose::from_quaternion(1, turn(), turn(), turn(), {}).value().rotation;
    const double gap = std::pow(10, random.uniform(-5, -1)), y = random.chance(0.5) ? 0.5 * box.size.y + gap : 0;
    const Pose at{rotation, {0.5 * box.size.x + gap, y, random.uniform(-1, 1) * (half + box.size.z)}};
    const Pose back = inverse(at);
    const PlainPair pair{box, segment, at, 1}, turned{segment, box, back, 1};
    const double tolerance = 64 * std::numeric_limits<double>::epsilon() * (half + largest(abs(at.translation)));
    ASSERT_NO_FATAL_FAILURE(expect_sound(pair, core_gap(pair.a, at, pair.b), tolerance, i));
    ASSERT_NO_FATAL_FAILURE(expect_sound(turned, core_gap(turned.a, back, turned.b), tolerance, i));
  }
}

// How often the quick way leaves a segment and a box to GJK: hardly ever.
TEST(PlainShapes, SegmentsAreSeldomLeftToGjk) {
  Random random(5);
  int left = 0, cases = 0;
  for (int i = 0; i < testing::cases(20000, 1000000); ++i) {
    const PlainPair p = any_pair(random, CoreKind::box, CoreKind::segment);
    ConvexGap gap;
    left += !box_segment_gap(*std::get_if<Box>(&p.a), p.at, *std::get_if<Segment>(&p.b), 1e300, true, gap);
    ++cases;
  }
  EXPECT_LT(left * 2000, cases) << left;
}

// penetration() of plain shapes, which is computed in line, and signed_distance(), with radii, zero among them.
TEST(PlainShapes, PenetrationIsTheSignedDistance) {
  testing::Outcomes outcomes("penetration of plain shapes");
  Random random(6);
  const CoreKind kinds[] = {CoreKind::point, CoreKind::segment, CoreKind::box};
  for (int i = 0; i < testing::cases(50000, 1000000); ++i) {
    const PlainPair p = any_pair(random, kinds[random.below(3)], kinds[random.below(3)]);
    const auto radius = [&] { return random.chance(0.3) ? 0 : p.size * random.uniform(0, 0.5); };
    const Shape a(p.a, radius()), b(p.b, radius());
    const Penetration found = penetration(a, p.at, b);
    const Distance whole = signed_distance(a, p.at, b);
    // Capsules: axes that touch at an angle of less than 1e-4 have one normal for both to that angle, and the place on
    // an axis that is nearest is known to 1e-12 of the size.
    const bool capsule_a = a.kind() == CoreKind::segment, capsule_b = b.kind() == CoreKind::segment;
    const bool boxes = a.kind() == CoreKind::box || b.kind() == CoreKind::box;
    const double digits = capsule_a && capsule_b               ? 1e-4
                          : (capsule_a || capsule_b) && !boxes ? 1e-12
                                                               : 64 * std::numeric_limits<double>::epsilon();
    const double tolerance = digits * (p.size + a.radius() + b.radius());
    outcomes.saw(found.depth > 0);
    ASSERT_EQ(found.status, Status::exact) << i;
    ASSERT_NEAR(found.depth, larger(0.0, -whole.distance), tolerance) << i;
    ASSERT_NEAR(length(found.normal), 1, 1e-14) << i;
    const double room = apart_along(p, found.normal) - a.radius() - b.radius();
    if (found.depth > 0) {
      ASSERT_NEAR(room, -found.depth, tolerance) << i;
    } else {
      ASSERT_GE(room, -tolerance) << i;
    }
  }
}

}  // namespace apart::plain_shapes_test
