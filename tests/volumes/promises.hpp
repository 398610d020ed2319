// Tests common to all volumes, over random and degenerate contents: it contains its content, it never separates
// contents that meet, and its gap and span bound the truth from both sides.
#pragma once
#include <apart/base/random.hpp>
#include <apart/triangles/span.hpp>
#include <samples/generate.hpp>

#include "tests/brute_force.hpp"
#include "tests/support.hpp"
#include "tests/volumes/fitted.hpp"

namespace apart {

// How many cases: fewer by day for volumes whose tests are searches.
template <class V>
struct Runs {
  static constexpr int kQuick = 10000, kNight = 200000;
};
struct FewRuns {
  static constexpr int kQuick = 2000, kNight = 100000;
};
template <class V>
int runs() {
  return testing::cases(Runs<V>::kQuick, Runs<V>::kNight);
}

template <class V>
class Volumes : public ::testing::Test {};
TYPED_TEST_SUITE_P(Volumes);

using testing::few;
using testing::Fitted;
using testing::seen;

TYPED_TEST_P(Volumes, HoldTheirContent) {
  static_assert(RayVolume<TypeParam>);
  Random random(1);
  for (int k = 0; k < runs<TypeParam>(); ++k) {
    const double scale = std::pow(10, random.uniform(-8, 8));
    const Fitted<TypeParam> d(few(random, scale, scale * random.in_box(10)));
    for (Vec3d p : d.points) ASSERT_TRUE(contains(d.volume, p)) << k << " scale " << scale;
    ASSERT_FALSE(is_empty(d.volume));
  }
}

TYPED_TEST_P(Volumes, BoundTheDistanceFromBothSides) {
  Random random(2);
  testing::Outcomes outcomes("contents that meet", 0.2);
  for (int k = 0; k < runs<TypeParam>(); ++k) {
    const double scale = std::pow(10, random.uniform(-6, 6));
    const Fitted<TypeParam> a(few(random, scale, scale * random.in_box(2)));
    const Fitted<TypeParam> b(few(random, scale, scale * random.in_box(2)));
    Pose at{random.rotation(), {}};
    // Half the time a corner of B is laid on a corner of A; else near.
    const u32 i = random.below(a.mesh.size()), j = random.below(b.mesh.size());
    at.translation = a.mesh.triangle(i).a - at * b.mesh.triangle(j).b;
    if (random.chance(0.5)) at.translation += scale * 0.3 * random.in_ball();
    const double truth = testing::smallest_distance(a.mesh, at, b.mesh);
    outcomes.saw(truth == 0);
    const auto placement = seen(a, at, b);
    if (truth == 0) {
      ASSERT_TRUE(overlap(a.volume, placement, b.volume)) << k;
    }
    ASSERT_LE(double(gap(a.volume, placement, b.volume)), truth) << k;
    double farthest = 0;
    for (u32 s = 0; s < a.mesh.size(); ++s)
      for (u32 t = 0; t < b.mesh.size(); ++t)
        farthest = std::max(farthest, span(a.mesh.triangle(s), at * b.mesh.triangle(t)).squared);
    ASSERT_GE(double(span(a.volume, placement, b.volume)), std::sqrt(farthest)) << k;
    double widest = 0;
    for (Vec3d p : a.points)
      for (Vec3d q : a.points) widest = std::max(widest, length(p - q));
    ASSERT_GE(double(diameter(a.volume)), widest) << k;
  }
}

TYPED_TEST_P(Volumes, TouchFromFarAwayOrigins) {
  // Corners laid on each other, with both models far from their origins.
  Random random(3);
  for (int k = 0; k < runs<TypeParam>(); ++k) {
    const Fitted<TypeParam> a(few(random, 1, random.in_box(1e6)));
    const Fitted<TypeParam> b(few(random, 1, random.in_box(1e6)));
    Pose at{random.rotation(), {}};
    at.translation = a.mesh.triangle(0).c - at * b.mesh.triangle(0).c;
    ASSERT_TRUE(overlap(a.volume, seen(a, at, b), b.volume)) << k;
    ASSERT_LE(double(gap(a.volume, seen(a, at, b), b.volume)), testing::smallest_distance(a.mesh, at, b.mesh)) << k;
  }
}

TYPED_TEST_P(Volumes, SeeWhatIsClearlyApart) {
  Random random(4);
  for (int k = 0; k < 2000; ++k) {
    const double scale = std::pow(10, random.uniform(-6, 6));
    const Fitted<TypeParam> a(few(random, scale, {})), b(few(random, scale, {}));
    const Pose at{random.rotation(), scale * random.uniform(10, 100) * random.direction()};
    ASSERT_FALSE(overlap(a.volume, seen(a, at, b), b.volume));
    const double bound = double(gap(a.volume, seen(a, at, b), b.volume));
    ASSERT_GT(bound, 0.5 * length(at.translation));
    // Exchanged, it is the same but for rounding.
    ASSERT_NEAR(bound, double(gap(b.volume, seen(b, inverse(at), a), a.volume)), 1e-5 * length(at.translation));
  }
}

TYPED_TEST_P(Volumes, MergedHoldBoth) {
  Random random(5);
  for (int k = 0; k < runs<TypeParam>(); ++k) {
    const double scale = std::pow(10, random.uniform(-6, 6)), apart = random.chance(0.3) ? 0 : random.uniform(0, 5);
    const auto a = few(random, scale, {}),
               b = few(random, scale * random.uniform(0, 1), scale * apart * random.in_ball());
    const TypeParam va = Fit<TypeParam>::of(a.vertices()), vb = Fit<TypeParam>::of(b.vertices());
    const TypeParam both = merged(va, vb);
    for (const Mesh& mesh : {a, b})
      for (Vec3d p : mesh.vertices()) ASSERT_TRUE(contains(both, p)) << k;
    ASSERT_LE(double(diameter(both)), 4 * (double(diameter(va)) + double(diameter(vb)) + scale * (1 + apart)));
  }
}

TYPED_TEST_P(Volumes, PlacedHoldTheMovedContent) {
  Random random(6);
  for (int k = 0; k < runs<TypeParam>(); ++k) {
    const double scale = std::pow(10, random.uniform(-6, 6));
    const auto mesh = few(random, scale, scale * random.in_box(1));
    const Pose pose{random.rotation(), random.chance(0.2) ? Vec3d{} : scale * random.in_box(100)};
    const TypeParam there = placed(Fit<TypeParam>::of(mesh.vertices()), pose);
    for (Vec3d p : mesh.vertices()) ASSERT_TRUE(contains(there, pose * p)) << k;
  }
}

TYPED_TEST_P(Volumes, RaysToTheContentCrossThem) {
  using T = typename TypeParam::Scalar;
  Random random(7);
  testing::Outcomes outcomes("rays that cross");
  for (int k = 0; k < runs<TypeParam>(); ++k) {
    const double scale = std::pow(10, random.uniform(-6, 6));
    const auto mesh = few(random, scale, scale * random.in_box(1));
    const TypeParam v = Fit<TypeParam>::of(mesh.vertices());
    const Triangle t = mesh.triangle(random.below(mesh.size()));
    const double s = random.uniform(), r = random.uniform(0, 1 - s);
    const Vec3d goal = t.a + s * (t.b - t.a) + r * (t.c - t.a);
    Vec3d from = scale * random.in_box(random.chance(0.2) ? 0.3 : 5), way = random.uniform(0.5, 2) * (goal - from);
    if (random.chance(0.2)) {  // along an axis
      const int axis = static_cast<int>(random.below(3));
      from = goal;
      from[axis] -= scale;
      way = {};
      way[axis] = scale;
    }
    // The ray is rounded to T first, and may then pass the goal by that rounding: so may the volume.
    const VolumeRay<T> ray{cast<T>(from), cast<T>(way)};
    const double missed = 8 * double(kUnit<T>) * (length(from) + length(way) + length(goal));
    const Stretch<T> hit = crossing(testing::grown_by(v, missed), ray);
    const double place = dot(goal - cast<double>(ray.origin), cast<double>(ray.direction)) /
                         dot(cast<double>(ray.direction), cast<double>(ray.direction));
    const double room = 1e-5 * (1 + std::abs(place));
    ASSERT_LE(double(hit.from), place + room) << k;
    ASSERT_GE(double(hit.to), place - room) << k;
    // Another way, nearly the same or nearly any.
    const double astray = random.chance(0.5) ? 0.01 : 4;
    const VolumeRay<T> other{cast<T>(from), cast<T>(goal - from + scale * astray * random.in_ball())};
    const Stretch<T> maybe = crossing(v, other);
    outcomes.saw(maybe.from <= maybe.to);
    if (maybe.from <= maybe.to) {
      ASSERT_GE(maybe.from, 0);
    }
    // Cut short before it gets there, it misses.
    if (hit.from > T(1e-3) && hit.from <= hit.to) {
      const Stretch<T> cut = crossing(v, VolumeRay<T>{ray.origin, ray.direction, hit.from / 2});
      ASSERT_GT(cut.from, cut.to) << k;
    }
  }
}

TYPED_TEST_P(Volumes, OfNothingTouchNothing) {
  using T = typename TypeParam::Scalar;
  const TypeParam nothing = TypeParam::nothing(), fitted = Fit<TypeParam>::of(std::span<const Vec3d>{});
  EXPECT_TRUE(is_empty(nothing));
  EXPECT_TRUE(is_empty(fitted));
  const Fitted<TypeParam> box(generate::box({1, 2, 3}));
  Random random(8);
  for (int k = 0; k < 100; ++k) {
    const auto at = seen(box, k == 0 ? Pose{} : random.pose(2), box);
    EXPECT_FALSE(overlap(nothing, at, box.volume));
    EXPECT_FALSE(overlap(box.volume, at, nothing));
    EXPECT_FALSE(overlap(nothing, at, nothing));
    EXPECT_GT(gap(nothing, at, box.volume), T(1e18));
    EXPECT_GT(gap(box.volume, at, nothing), T(1e18));
  }
  EXPECT_FALSE(contains(nothing, {0, 0, 0}));
  EXPECT_EQ(diameter(nothing), 0);
  EXPECT_EQ(area(nothing), 0);
  EXPECT_EQ(size(nothing), 0);
  EXPECT_TRUE(is_empty(placed(nothing, random.pose(1))));
  EXPECT_TRUE(is_empty(merged(nothing, nothing)));
  for (const TypeParam& one : {merged(nothing, box.volume), merged(box.volume, nothing)})
    EXPECT_EQ(std::pair(size(one), diameter(one)), std::pair(size(box.volume), diameter(box.volume)));
  const Stretch<T> none = crossing(nothing, VolumeRay<T>{{}, {1, 0, 0}});
  EXPECT_GT(none.from, none.to);
}

TYPED_TEST_P(Volumes, OfPointsAreSmall) {
  const Vec3d p{0.1, 0.2, 0.3}, points[] = {p, p, p};
  const TypeParam v = Fit<TypeParam>::of(points);
  EXPECT_TRUE(contains(v, p));
  EXPECT_FALSE(contains(v, p + Vec3d{1e-6, 0, 0}));
  EXPECT_LE(double(diameter(v)), 1e-6);
}

REGISTER_TYPED_TEST_SUITE_P(Volumes, HoldTheirContent, BoundTheDistanceFromBothSides, TouchFromFarAwayOrigins,
                            SeeWhatIsClearlyApart, MergedHoldBoth, PlacedHoldTheMovedContent, RaysToTheContentCrossThem,
                            OfNothingTouchNothing, OfPointsAreSmall);

}  // namespace apart
