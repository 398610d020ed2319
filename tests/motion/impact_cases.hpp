// What is true of every answer of impact(), told by sampling the motions with the queries that stand still.
#pragma once
#include <apart/base/random.hpp>
#include <apart/motion/impact.hpp>
#include <apart/queries/collide.hpp>
#include <apart/queries/distance.hpp>
#include <apart/queries/within.hpp>

#include "tests/support.hpp"

namespace apart::testing {

inline Distance distance_at(const Geometry& a, const RigidMotion& of_a, const Geometry& b, const RigidMotion& of_b,
                            double time) {
  return visit_pair(
      a, b, [&](const auto& x, const auto& y) { return distance(x, relative(of_a.at(time), of_b.at(time)), y); });
}
inline bool within_at(const Geometry& a, const RigidMotion& of_a, const Geometry& b, const RigidMotion& of_b,
                      double time, double d) {
  return visit_pair(a, b, [&](const auto& x, const auto& y) {
    const Pose at = relative(of_a.at(time), of_b.at(time));
    return d > 0 ? within(x, at, y, d).within : collide(x, at, y).colliding;
  });
}

// `size` is that of the two, for roundings; `tolerance` that of the answer.
inline void expect_true_of(const Impact& r, const Geometry& a, const RigidMotion& of_a, const Geometry& b,
                           const RigidMotion& of_b, const ImpactOptions& options, double tolerance, double size,
                           int samples, Random& random) {
  const double round = 1e-12 * size;
  ASSERT_GE(r.free_until, 0);
  // Nothing that is sampled before is in contact: the guarantee.
  const double until = r.hit ? r.free_until : 1;
  for (int k = 0; k < samples; ++k) {
    double t = until * random.uniform();
    if (k < samples / 4) t = until - until * std::pow(10, random.uniform(-9, 0));  // most of all just before
    if (k == 0) t = std::nextafter(until, 0);
    if (!(t < until)) continue;
    ASSERT_FALSE(within_at(a, of_a, b, of_b, t, std::max(0.0, options.within - (options.within > 0 ? round : 0))))
        << "at " << t << ", before " << until;
  }
  if (!r.hit) {
    EXPECT_EQ(r.free_until, 1);
    EXPECT_EQ(r.contact_by, std::numeric_limits<double>::infinity());
    if (!options.clearance) return;
    EXPECT_LE(r.clearance_at_least, r.least_clearance);
    EXPECT_GE(r.clearance_at_least,
              std::max(options.within, (1 - options.clearance_error) * r.least_clearance) - round);
    // It is attained, as closely as distance() tells (curved shapes to some 1e-11); another pair of triangles may be a
    // little nearer then.
    EXPECT_LE(distance_at(a, of_a, b, of_b, r.nearest_at).at_least, r.least_clearance + round);
    for (int k = 0; k < samples / 4; ++k)
      ASSERT_GE(distance_at(a, of_a, b, of_b, random.uniform()).distance, r.clearance_at_least - round);
    return;
  }
  ASSERT_GE(r.contact_by, r.free_until);
  ASSERT_LE(r.contact_by, 1);
  const double there = distance_at(a, of_a, b, of_b, r.contact_by).distance;
  EXPECT_LE(there, options.within + tolerance + round);
  // Bracketed: less than the tolerance's worth of motion, many times over.
  EXPECT_LE(r.least_clearance, options.within + tolerance + round);
  EXPECT_NEAR(length(r.normal), 1, 1e-9);
  const double touch = options.within > 0 ? options.within + round : 0;
  EXPECT_TRUE(!r.touching || within_at(a, of_a, b, of_b, r.contact_by, touch));
  EXPECT_LE(length(r.on_a - r.on_b), options.within + tolerance + round + 1e-7 * size);
}

}  // namespace apart::testing
