// Distances of triangles, segments and points against references.
#include <apart/triangles/distance.hpp>
#include <apart/triangles/overlap.hpp>
#include <apart/triangles/point.hpp>
#include <apart/triangles/segment.hpp>
#include <apart/triangles/span.hpp>

#include "tests/support.hpp"
#include "tests/triangles/families.hpp"

namespace apart {
namespace distance_test {

using testing::Family;
using testing::ordinary;
using testing::TrianglePair;

double size(const TrianglePair& pair) {
  double most = 0;
  for (const Vec3d p : {pair.s.b, pair.s.c, pair.t.a, pair.t.b, pair.t.c}) most = std::max(most, length(p - pair.s.a));
  return most;
}

double reach(const TrianglePair& pair) {
  double most = 0;
  for (const Vec3d p : {pair.s.a, pair.s.b, pair.s.c, pair.t.a, pair.t.b, pair.t.c}) most = std::max(most, length(p));
  return most;
}

// The reference: all fifteen candidates, and overlap.
double twin(const Triangle& s, const Triangle& t) {
  if (overlap(s, t)) return 0;
  double least = 1e300;
  for (int i = 0; i < 3; ++i) {
    least = std::min({least, closest_on_triangle(s[i], t).squared, closest_on_triangle(t[i], s).squared});
    for (int j = 0; j < 3; ++j)
      least = std::min(least, segment_gap(s[i], s[(i + 1) % 3], t[j], t[(j + 1) % 3]).squared);
  }
  return std::sqrt(least);
}

TEST(Distance, IsThatOfTheSlowTwin) {
  Random random(51);
  testing::Outcomes outcomes("distance, apart or not");
  for (const Family& family : testing::families)
    for (int i = 0; ordinary(family) && i < testing::cases(2000, 100'000); ++i) {
      const TrianglePair pair = family.make(random);
      const auto& [s, t] = pair;
      const TriangleGap gap = distance(s, t), back = distance(t, s);
      const double truth = twin(s, t), found = std::sqrt(gap.squared), close = 4e-15 * size(pair);
      outcomes.saw(gap.squared > 0);
      ASSERT_EQ(gap.squared == 0, overlap(s, t));
      ASSERT_NEAR(found, truth, close) << family.name;
      ASSERT_NEAR(std::sqrt(back.squared), found, close) << family.name;
      const double rounding = close + 4e-16 * reach(pair);
      ASSERT_NEAR(length(gap.on_t - gap.on_s), found, rounding) << family.name;
      ASSERT_LE(std::sqrt(closest_on_triangle(gap.on_s, s).squared), rounding) << family.name;
      ASSERT_LE(std::sqrt(closest_on_triangle(gap.on_t, t).squared), rounding) << family.name;
      if (gap.squared == 0) {
        ASSERT_EQ(gap.on_s, gap.on_t);
      }
    }
}

// No sample of the two triangles may be nearer; a few steps of alternating projection from each must not get nearer.
TEST(Distance, CannotBeBeatenByPoints) {
  Random random(52);
  for (int i = 0; i < testing::cases(1000, 50'000); ++i) {
    TrianglePair pair = testing::generic(random);
    if (random.chance(0.7)) pair.t = testing::moved(pair.t, random.uniform(0, 2) * random.direction());
    const double found = std::sqrt(distance(pair.s, pair.t).squared);
    for (int k = 0; k < 20; ++k) {
      const double u = random.uniform(), v = random.uniform(0, 1 - u);
      Vec3d p = pair.s.a + u * (pair.s.b - pair.s.a) + v * (pair.s.c - pair.s.a), q;
      for (int step = 0; step < 20; ++step) {
        q = closest_on_triangle(p, pair.t).point;
        p = closest_on_triangle(q, pair.s).point;
      }
      ASSERT_GE(length(q - p), found - 1e-14);
    }
  }
}

TEST(Distance, WithABoundIsTheSameOrBeyond) {
  Random random(53);
  testing::Outcomes outcomes("bounded distance, within or beyond");
  long saved = 0;
  for (const Family& family : testing::families)
    for (int i = 0; i < testing::cases(1000, 50'000); ++i) {
      TrianglePair pair = family.make(random);
      if (ordinary(family) && random.chance(0.5))
        pair.t = testing::moved(pair.t, random.uniform(0, 4) * random.direction());
      const auto& [s, t] = pair;
      const TriangleGap free = distance(s, t);
      const double bound = random.chance(0.3)   ? free.squared
                           : random.chance(0.5) ? free.squared * random.uniform(0, 2)
                                                : random.uniform(0, 2);
      const TriangleGap bounded = distance(s, t, bound);
      outcomes.saw(free.squared < bound);
      if (free.squared < bound) {
        ASSERT_EQ(bounded.squared, free.squared) << family.name;
        ASSERT_EQ(bounded.on_s, free.on_s);
        ASSERT_EQ(bounded.on_t, free.on_t);
        continue;
      }
      ASSERT_GE(bounded.squared, bound) << family.name;
      ASSERT_GE(bounded.squared, free.squared);
      saved += bounded.squared > free.squared;
    }
  EXPECT_GT(saved, 100);
}

// At every scale the same answer, down to where squares vanish and up to where they are infinite.
TEST(Distance, ScalesWithTheTriangles) {
  Random random(54);
  for (int i = 0; i < testing::cases(1000, 50'000); ++i) {
    TrianglePair pair = random.chance(0.5) ? testing::generic(random) : testing::on_grid(random);
    if (random.chance(0.5)) pair.t = testing::moved(pair.t, 4 * random.direction());
    const TriangleGap gap = distance(pair.s, pair.t);
    for (const int exponent : {-480, -300, -99, -1, 1, 101, 300, 480}) {
      const double by = std::ldexp(1.0, exponent);
      const Vec3d all{by, by, by};
      const TriangleGap scaled =
          distance(testing::each_axis_scaled(pair.s, all), testing::each_axis_scaled(pair.t, all));
      ASSERT_NEAR(scaled.squared / by / by, gap.squared, 1e-14 * (gap.squared + 1e-3)) << exponent;
      ASSERT_LE(length((1 / by) * scaled.on_s - gap.on_s) * std::sqrt(gap.squared), 1e-6);
    }
    for (const int exponent : {-1000, 1000}) {
      const double by = std::ldexp(1.0, exponent);
      const Vec3d all{by, by, by};
      const TriangleGap scaled =
          distance(testing::each_axis_scaled(pair.s, all), testing::each_axis_scaled(pair.t, all));
      ASSERT_TRUE(is_finite(scaled.on_s) && is_finite(scaled.on_t));
      ASSERT_EQ(scaled.squared > 0, gap.squared > 0);
      ASSERT_NEAR(length((1 / by) * scaled.on_t - (1 / by) * scaled.on_s), std::sqrt(gap.squared), 1e-14);
    }
  }
}

TEST(Distance, IsNeverNaNAndZeroOnlyWhenTheyOverlap) {
  Random random(55);
  testing::Outcomes outcomes("distance at the ends of the range, apart or not");
  for (const Family& family : testing::families)
    for (int i = 0; !ordinary(family) && i < testing::cases(2000, 100'000); ++i) {
      const auto [s, t] = family.make(random);
      const TriangleGap gap = distance(s, t);
      outcomes.saw(gap.squared > 0);
      ASSERT_FALSE(std::isnan(gap.squared));
      ASSERT_EQ(gap.squared == 0, overlap(s, t)) << family.name;
      ASSERT_TRUE(is_finite(gap.on_s) && is_finite(gap.on_t)) << family.name;
    }
}

// A gap of a few ulps, at a tilt, where the rounding of a double would swallow it.
TEST(Distance, KeepsItsDigitsNearContact) {
  Random random(56);
  for (int i = 0; i < 200; ++i) {
    // The vertex t.a is a whole multiple of 2^-40 over the plane x + y + z = 3: its height is exact.
    const double step = 0x1p-40 * (1 + random.below(5));
    const Triangle s{{3, 0, 0}, {0, 3, 0}, {0, 0, 3}};
    const Triangle t{{1 + step, 1 - step, 1 + step}, {3, 4, 4}, {4, 3, 5}};
    EXPECT_NEAR(std::sqrt(distance(s, t).squared) / (step / std::sqrt(3.0)), 1, 1e-14);
    EXPECT_NEAR(std::sqrt(distance(t, s).squared) / (step / std::sqrt(3.0)), 1, 1e-14);
  }
}

TEST(Segments, Nearest) {
  const SegmentGap skew = segment_gap({-1, 0, 0}, {1, 0, 0}, {0, -1, 2}, {0, 1, 2});
  EXPECT_EQ(skew.squared, 4);
  EXPECT_EQ(skew.on_p, (Vec3d{0, 0, 0}));
  EXPECT_EQ(skew.on_q, (Vec3d{0, 0, 2}));
  EXPECT_EQ(segment_gap({0, 0, 0}, {9, 0, 0}, {2, 1, 0}, {5, 1, 0}).squared, 1);   // parallel, beside
  EXPECT_EQ(segment_gap({0, 0, 0}, {1, 0, 0}, {4, 4, 0}, {9, 4, 0}).squared, 25);  // parallel, one after the other
  EXPECT_EQ(segment_gap({0, 0, 0}, {1, 0, 0}, {3, 0, 0}, {2, 0, 0}).squared, 1);   // on one line
  EXPECT_EQ(segment_gap({0, 0, 0}, {3, 0, 0}, {2, 0, 0}, {5, 0, 0}).squared, 0);
  EXPECT_EQ(segment_gap({1, 1, 1}, {1, 1, 1}, {1, 1, 3}, {1, 1, 3}).squared, 4);  // points
  EXPECT_EQ(segment_gap({1, 1, 1}, {1, 1, 1}, {0, 0, 3}, {0, 2, 3}).squared, 5);
  EXPECT_EQ(segment_gap({0, 0, 3}, {0, 2, 3}, {1, 1, 1}, {1, 1, 1}).squared, 5);
}

// Crossing at a small angle, a small gap apart: neither parallel nor well-conditioned.
TEST(Segments, NearlyParallel) {
  for (const double angle : {1e-2, 1e-4, 1e-6, 1e-8, 1e-10, 1e-12})
    for (const double gap : {1.0, 1e-3, 1e-6, 1e-9}) {
      const SegmentGap found = segment_gap({-1, -angle, 0}, {1, angle, 0}, {-0.75, 0, gap}, {1.5, 0, gap});
      EXPECT_NEAR(std::sqrt(found.squared), gap, 1e-15) << angle;
      EXPECT_LT(std::abs(found.on_q.x) * angle, 1e-7 * gap + 1e-15);
    }
}

TEST(Segments, AtEveryScaleAndFarAway) {
  Random random(57);
  for (int i = 0; i < 2000; ++i) {
    Vec3d p[4];
    for (Vec3d& x : p) x = testing::grid_point(random, 3);
    const SegmentGap near = segment_gap(p[0], p[1], p[2], p[3]);
    const Vec3d far{1e7, -3e7, 2e7};
    ASSERT_EQ(segment_gap(p[0] + far, p[1] + far, p[2] + far, p[3] + far).squared, near.squared);
    for (const double by : {0x1p-500, 0x1p-140, 0x1p140, 0x1p500})
      ASSERT_NEAR(segment_gap(by * p[0], by * p[1], by * p[2], by * p[3]).squared / by / by, near.squared,
                  1e-15 * near.squared + 1e-30);
  }
}

TEST(PointOnTriangle, EachFeature) {
  using F = TriangleFeature;
  const Triangle t{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}};
  const struct {
    Vec3d p;
    double squared;
    F feature;
  } cases[] = {{{1, 1, 3}, 9, F::face}, {{-1, -2, 0}, 5, F::a}, {{6, -1, 0}, 5, F::b},  {{-1, 6, 0}, 5, F::c},
               {{2, -3, 4}, 25, F::ab}, {{3, 3, 0}, 2, F::bc},  {{-3, 2, 4}, 25, F::ca}};
  for (const auto& [p, squared, feature] : cases) {
    const TrianglePoint found = closest_on_triangle(p, t);
    EXPECT_NEAR(found.squared, squared, 1e-14);
    EXPECT_EQ(found.feature, feature);
    EXPECT_NEAR(squared_length(found.point - p), squared, 1e-14);
  }
}

TEST(PointOnTriangle, OfSliversAndSegments) {
  Random random(58);
  for (int i = 0; i < 2000; ++i) {
    const Vec3d a = testing::grid_point(random, 9), b = testing::grid_point(random, 9), p = random.in_box(9);
    const double truth = closest_on_segment(p, a, b).squared;
    for (const Triangle& t : {Triangle{a, b, b}, {a, a, b}, {b, a, 0.5 * (a + b)}, {a, b, 0.25 * a + 0.75 * b}})
      ASSERT_NEAR(closest_on_triangle(p, t).squared, truth, 1e-13 * (1 + truth));
    // A sliver as thin as doubles allow lies within its width of the segment.
    Triangle sliver{a, b, 0.5 * (a + b)};
    sliver.c.x = std::nextafter(sliver.c.x, 100.0);
    ASSERT_NEAR(std::sqrt(closest_on_triangle(p, sliver).squared), std::sqrt(truth), 1e-14 * (1 + std::sqrt(truth)));
  }
}

TEST(Span, IsAVertexPair) {
  Random random(59);
  for (int i = 0; i < 2000; ++i) {
    const auto [s, t] = testing::generic(random);
    const TriangleSpan found = span(s, t);
    EXPECT_EQ(found.squared, squared_length(found.on_t - found.on_s));
    EXPECT_EQ(found.squared, span(t, s).squared);
    for (int k = 0; k < 20; ++k) {
      const double u = random.uniform(), v = random.uniform(0, 1 - u), x = random.uniform(),
                   y = random.uniform(0, 1 - x);
      const Vec3d p = s.a + u * (s.b - s.a) + v * (s.c - s.a), q = t.a + x * (t.b - t.a) + y * (t.c - t.a);
      ASSERT_LE(squared_length(q - p), found.squared * (1 + 1e-14));
    }
    for (const double by : {0x1p-500, 0x1p500})
      ASSERT_EQ(span({by * s.a, by * s.b, by * s.c}, {by * t.a, by * t.b, by * t.c}).squared / by / by, found.squared);
  }
}

}  // namespace distance_test
}  // namespace apart
