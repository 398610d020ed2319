// Distances and depths of convex shapes at poses by the queries, against exact integers.
#include <apart/queries/collide.hpp>
#include <apart/queries/distance.hpp>
#include <apart/queries/penetration.hpp>
#include <apart/queries/within.hpp>

#include "tests/oracle/convex_cases.hpp"

namespace apart {
namespace convex_shapes_test {

using oracle::any_direction;
using oracle::bring;
using oracle::Case;
using oracle::described;
using oracle::exact_convex;
using oracle::for_all;
using oracle::kLies;
using oracle::Lie;
using oracle::near_by;
using oracle::overlap_along;
using oracle::place;
using oracle::Points;
using oracle::Seen;
using oracle::separated;
using oracle::slightly;
using oracle::touching;

// One, two or three points are also shapes of their own kind.
Shape shape(Random& random, const Points& points) {
  if (random.chance(0.5)) {
    if (points.size() == 1) return Point{points[0]};
    if (points.size() == 2) return Segment{points[0], points[1]};
    if (points.size() == 3) return Triangle{points[0], points[1], points[2]};
  }
  return Polytope::make(points).value();
}

// All queries of a pair that return a distance or a depth, and that they agree. `c.b` is B at its pose; the floor grows
// for a pose, where its points are rounded once more.
void check_shapes(const Case& c, const Shape& a, const Pose& at, const Shape& b, double floor, Seen& seen) {
  const Distance r = signed_distance(a, at, b);
  ASSERT_TRUE(std::isfinite(r.distance) && is_finite(r.on_a) && is_finite(r.on_b));
  ASSERT_NEAR(length(r.normal), 1, 1e-12);
  ASSERT_LE(length(r.on_b - r.on_a - r.distance * r.normal), 2 * floor);
  const double truth = c.truth.meet() ? -c.truth.depth : c.truth.distance;
  ++seen.total;
  seen.unfinished += r.status != Status::exact;
  ASSERT_LE(r.at_least, truth + 1e-15 * std::abs(truth) + floor) << r.distance;
  const double error = std::abs(r.distance - truth) - floor;
  double& worst = c.truth.meet() ? seen.worst_depth : seen.worst_distance;
  if (truth != 0) worst = larger(worst, error / std::abs(truth));
  ASSERT_LE(error, (c.truth.meet() ? 1e-6 : 1e-9) * std::abs(truth)) << r.distance << " " << to_string(r.status);
  // The normal is a way out, or a plane between them, as far apart as they are.
  ASSERT_LE(overlap_along(c, r.normal), -r.distance + 1e-6 * std::abs(truth) + 2 * floor) << r.distance;

  const Penetration p = penetration(a, at, b);
  ASSERT_NEAR(p.depth, larger(-truth, 0.0), 1e-6 * c.truth.depth + floor) << to_string(p.status);
  ASSERT_LE(p.at_least, c.truth.depth * (1 + 1e-6) + floor)
      << "depth " << p.depth << " by " << p.at_least - c.truth.depth;
  ASSERT_NEAR(length(p.normal), 1, 1e-12);
  if (c.truth.depth > 0) {
    ASSERT_LE(overlap_along(c, p.normal), p.depth + 1e-6 * c.truth.depth + 2 * floor);
  }

  const bool meet = collide(a, at, b).colliding;
  ASSERT_FALSE(meet && truth > floor) << truth;
  ASSERT_TRUE(meet || truth >= -floor) << truth;
  ASSERT_TRUE(meet || truth != 0 || at != Pose{});  // where nothing is moved, touching is touching
  if (c.truth.distance > 0) {
    ASSERT_TRUE(within(a, at, b, c.truth.distance * (1 + 1e-9) + floor));
    const double less = c.truth.distance * (1 - 1e-9) - 4 * floor;
    ASSERT_FALSE(less > 0 && within(a, at, b, less));
  }
  const Distance shallow = distance(a, at, b);
  ASSERT_NEAR(shallow.distance, larger(truth, 0.0), 1e-9 * c.truth.distance + floor);
  ASSERT_NEAR(length(shallow.normal), 1, 1e-12);
}

TEST(ConvexAgainstExact, Shapes) {
  Seen seen{"shapes"}, posed{"shapes at poses"};
  Random random(4);
  for_all(16, 2500, 100000, 0, [&](int, const Case& c) {
    const Shape a = shape(random, c.a), b = shape(random, c.b);
    check_shapes(c, a, {}, b, c.floor(), seen);
    if (::testing::Test::HasFatalFailure()) return;
    const Pose at{random.rotation(), c.size * random.in_box(1)};
    Points own = c.b;
    place(own, inverse(at));
    check_shapes(c, a, at, shape(random, own), 2 * c.floor(), posed);
  });
  EXPECT_LE(seen.unfinished, seen.total / 1000);
  EXPECT_LE(posed.unfinished, seen.total / 1000);
}

// Boxes have a kernel of their own. Their corners, where they stand, are the truth.
TEST(ConvexAgainstExact, Boxes) {
  Seen seen{"boxes"};
  Random random(5);
  testing::Outcomes outcomes("boxes that meet");
  for (int k = 0; k < testing::cases(2000, 50000); ++k) {
    Vec3d sizes[2];
    const bool whole = random.chance(0.3);
    for (Vec3d& size : sizes)
      for (int i = 0; i < 3; ++i)
        size[i] = whole ? static_cast<double>(1 + random.below(4)) : std::pow(10, random.uniform(-4, 0));
    const double scale = std::ldexp(1.0, static_cast<int>(random.below(41)) - 20);
    for (Vec3d& size : sizes) size *= scale;
    Pose at{whole || random.chance(0.2) ? Mat3d{} : random.rotation(), {}};
    Case c;
    const auto corners = [](Vec3d size, const Pose& pose) {
      Points out;
      for (u32 i = 0; i < 8; ++i)
        out.push_back(
            pose * Vec3d{(i & 1 ? 0.5 : -0.5) * size.x, (i & 2 ? 0.5 : -0.5) * size.y, (i & 4 ? 0.5 : -0.5) * size.z});
      return out;
    };
    c.a = corners(sizes[0], {}), c.b = corners(sizes[1], at);
    c.lie = static_cast<Lie>(k % kLies);
    if (whole) {
      at.translation = scale * Vec3d{std::floor(random.uniform(-3, 4)), std::floor(random.uniform(-3, 4)),
                                     std::floor(random.uniform(-3, 4))};
    } else {
      const Vec3d n = any_direction(random, c.a, c.b, false);
      const double gap = c.lie == separated  ? random.uniform(0, 1)
                         : c.lie == near_by  ? std::pow(10, random.uniform(-9, -3))
                         : c.lie == touching ? 0
                         : c.lie == slightly ? -std::pow(10, random.uniform(-9, -3))
                                             : -random.uniform(0, 0.5);
      Points moved = c.b;
      bring(random, c.a, moved, n, scale * gap, 1e-12 * scale * scale * scale);
      at.translation = moved[0] - c.b[0];
    }
    c.b = corners(sizes[1], at);
    for (Vec3d p : c.a)
      for (Vec3d q : c.b) c.size = larger(c.size, length(p - q));
    for (const Points* points : {&c.a, &c.b})
      for (Vec3d p : *points) c.coordinates = larger(c.coordinates, largest(abs(p)));
    c.truth = exact_convex(c.a, c.b);
    outcomes.saw(c.truth.meet());
    check_shapes(c, Box{sizes[0]}, at, Box{sizes[1]}, 2 * c.floor(), seen);
    if (::testing::Test::HasFatalFailure()) {
      std::printf("case %d, boxes of %a %a %a and %a %a %a: %s", k, sizes[0].x, sizes[0].y, sizes[0].z, sizes[1].x,
                  sizes[1].y, sizes[1].z, described(c).c_str());
      return;
    }
  }
  EXPECT_LE(seen.unfinished, seen.total / 1000);
}

}  // namespace convex_shapes_test
}  // namespace apart
