// What every volume promises, over random and degenerate contents: it holds its content, it never calls contents
// that meet disjoint, its gap and span bound the truth from both sides, and packs give the bits of scalars.
// A new volume is added to the list of types below.
#include <apart/base/random.hpp>
#include <apart/shapes/generate.hpp>
#include <apart/triangles/span.hpp>
#include <apart/volumes/aabb.hpp>
#include <apart/volumes/capsule.hpp>
#include <apart/volumes/dual.hpp>
#include <apart/volumes/kdop.hpp>
#include <apart/volumes/lozenge.hpp>
#include <apart/volumes/obb.hpp>
#include <apart/volumes/sphere.hpp>
#include <cstring>

#include "tests/brute_force.hpp"
#include "tests/support.hpp"
#include "tests/volumes/dressed.hpp"

namespace apart {
namespace {

template <class V>
class Volumes : public ::testing::Test {};
using Types =
    ::testing::Types<Sphere<float>, Sphere<double>, Aabb<float>, Aabb<double>, Obb<float>, Obb<double>, Capsule<float>,
                     Capsule<double>, Lozenge<float>, Lozenge<double>, Dual<float>, Dual<double>, Kdop<float, 8>,
                     Kdop<double, 12>, Kdop<float, 16>, Kdop<float, 18>, Kdop<double, 26>>;
TYPED_TEST_SUITE(Volumes, Types);

using testing::Dressed;
using testing::few;
using testing::seen;

TYPED_TEST(Volumes, HoldTheirContent) {
  static_assert(Volume<TypeParam>);
  Random random(1);
  for (int k = 0; k < testing::cases(10000, 200000); ++k) {
    const double scale = std::pow(10, random.uniform(-8, 8));
    const Dressed<TypeParam> d(few(random, scale, scale * random.in_box(10)));
    for (Vec3d p : d.points) ASSERT_TRUE(contains(d.volume, p)) << k << " scale " << scale;
    ASSERT_FALSE(is_empty(d.volume));
  }
}

TYPED_TEST(Volumes, BoundTheDistanceFromBothSides) {
  Random random(2);
  testing::Outcomes outcomes("contents that meet", 0.2);
  for (int k = 0; k < testing::cases(10000, 200000); ++k) {
    const double scale = std::pow(10, random.uniform(-6, 6));
    const Dressed<TypeParam> a(few(random, scale, scale * random.in_box(2)));
    const Dressed<TypeParam> b(few(random, scale, scale * random.in_box(2)));
    Posed at{random.rotation(), {}};
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

TYPED_TEST(Volumes, TouchFromFarAwayOrigins) {
  // Corners laid on each other, with both models far from their origins.
  Random random(3);
  for (int k = 0; k < testing::cases(10000, 200000); ++k) {
    const Dressed<TypeParam> a(few(random, 1, random.in_box(1e6)));
    const Dressed<TypeParam> b(few(random, 1, random.in_box(1e6)));
    Posed at{random.rotation(), {}};
    at.translation = a.mesh.triangle(0).c - at * b.mesh.triangle(0).c;
    ASSERT_TRUE(overlap(a.volume, seen(a, at, b), b.volume)) << k;
    ASSERT_LE(double(gap(a.volume, seen(a, at, b), b.volume)), testing::smallest_distance(a.mesh, at, b.mesh)) << k;
  }
}

TYPED_TEST(Volumes, SeeWhatIsClearlyApart) {
  Random random(4);
  for (int k = 0; k < 2000; ++k) {
    const double scale = std::pow(10, random.uniform(-6, 6));
    const Dressed<TypeParam> a(few(random, scale, {})), b(few(random, scale, {}));
    const Posed at{random.rotation(), scale * random.uniform(10, 100) * random.direction()};
    ASSERT_FALSE(overlap(a.volume, seen(a, at, b), b.volume));
    const double bound = double(gap(a.volume, seen(a, at, b), b.volume));
    ASSERT_GT(bound, 0.5 * length(at.translation));
    // Exchanged, it is the same but for rounding.
    ASSERT_NEAR(bound, double(gap(b.volume, seen(b, inverse(at), a), a.volume)), 1e-5 * length(at.translation));
  }
}

TYPED_TEST(Volumes, MergedHoldBoth) {
  Random random(5);
  for (int k = 0; k < testing::cases(10000, 200000); ++k) {
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

TYPED_TEST(Volumes, PlacedHoldTheMovedContent) {
  Random random(6);
  for (int k = 0; k < testing::cases(10000, 200000); ++k) {
    const double scale = std::pow(10, random.uniform(-6, 6));
    const auto mesh = few(random, scale, scale * random.in_box(1));
    const Posed pose{random.rotation(), random.chance(0.2) ? Vec3d{} : scale * random.in_box(100)};
    const TypeParam there = placed(Fit<TypeParam>::of(mesh.vertices()), pose);
    for (Vec3d p : mesh.vertices()) ASSERT_TRUE(contains(there, pose * p)) << k;
  }
}

TYPED_TEST(Volumes, RaysToTheContentCrossThem) {
  using T = typename TypeParam::Scalar;
  Random random(7);
  testing::Outcomes outcomes("rays that cross");
  for (int k = 0; k < testing::cases(10000, 200000); ++k) {
    const double scale = std::pow(10, random.uniform(-6, 6));
    const auto mesh = few(random, scale, scale * random.in_box(1));
    const TypeParam v = Fit<TypeParam>::of(mesh.vertices());
    const Triangled t = mesh.triangle(random.below(mesh.size()));
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
    const Ray<T> ray{cast<T>(from), cast<T>(way)};
    const double missed = 8 * double(kUnit<T>) * (length(from) + length(way) + length(goal));
    const Stretch<T> hit = crossing(testing::grown_by(v, missed), ray);
    const double place = dot(goal - cast<double>(ray.origin), cast<double>(ray.direction)) /
                         dot(cast<double>(ray.direction), cast<double>(ray.direction));
    const double room = 1e-5 * (1 + std::abs(place));
    ASSERT_LE(double(hit.from), place + room) << k;
    ASSERT_GE(double(hit.to), place - room) << k;
    // Any other way, more or less towards it.
    const Ray<T> other{cast<T>(from), cast<T>(goal - from + scale * random.uniform(0, 1.5) * random.in_ball())};
    const Stretch<T> maybe = crossing(v, other);
    outcomes.saw(maybe.from <= maybe.to);
    if (maybe.from <= maybe.to) {
      ASSERT_GE(maybe.from, 0);
    }
    // Cut short before it gets there, it misses.
    if (hit.from > T(1e-3) && hit.from <= hit.to) {
      const Stretch<T> cut = crossing(v, Ray<T>{ray.origin, ray.direction, hit.from / 2});
      ASSERT_GT(cut.from, cut.to) << k;
    }
  }
}

TYPED_TEST(Volumes, OfNothingTouchNothing) {
  using T = typename TypeParam::Scalar;
  const TypeParam nothing = TypeParam::nothing(), fitted = Fit<TypeParam>::of(std::span<const Vec3d>{});
  EXPECT_TRUE(is_empty(nothing));
  EXPECT_TRUE(is_empty(fitted));
  const Dressed<TypeParam> box(generate::box({1, 2, 3}));
  Random random(8);
  for (int k = 0; k < 100; ++k) {
    const auto at = seen(box, k == 0 ? Posed{} : random.pose(2), box);
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
    EXPECT_EQ(std::memcmp(&one, &box.volume, sizeof one), 0);
  const Stretch<T> none = crossing(nothing, Ray<T>{{}, {1, 0, 0}});
  EXPECT_GT(none.from, none.to);
}

TYPED_TEST(Volumes, OfPointsAreSmall) {
  const Vec3d p{0.1, 0.2, 0.3}, points[] = {p, p, p};
  const TypeParam v = Fit<TypeParam>::of(points);
  EXPECT_TRUE(contains(v, p));
  EXPECT_FALSE(contains(v, p + Vec3d{1e-6, 0, 0}));
  EXPECT_LE(double(diameter(v)), 1e-6);
}

// Each lane another pair; every bit as the scalar has it.
template <class V, int W>
void packs_give_the_same_bits() {
  using T = typename V::Scalar;
  using Wide = typename testing::InLanes<V, W>::Type;
  using P = Pack<T, W>;
  static_assert(sizeof(Wide) == W * sizeof(V));
  Random random(9);
  testing::Outcomes outcomes("lanes that overlap");
  for (int k = 0; k < 2000; ++k) {
    Wide wide;
    std::vector<V> single;
    const Dressed<V> a(few(random, 1, {}));
    for (int lane = 0; lane < W; ++lane) {
      const Dressed<V> b(few(random, 1, {}));
      single.push_back(random.chance(0.05) ? V::nothing() : b.volume);
      testing::set_lane(wide, lane, single.back());
    }
    Wide same;
    for (int lane = 0; lane < W; ++lane) testing::set_lane(same, lane, a.volume);
    const auto at =
        placement_for<V>(a.frame, Posed{random.rotation(), random.uniform(0.2, 1.3) * random.direction()}, {{}, 2});
    const auto wide_at = in_lanes<P>(at);
    const Ray<T> ray{cast<T>(3 * random.direction()), cast<T>(random.direction())};
    const Ray<P> wide_ray{{P(ray.origin.x), P(ray.origin.y), P(ray.origin.z)},
                          {P(ray.direction.x), P(ray.direction.y), P(ray.direction.z)},
                          P(ray.end)};
    const auto hits = overlap(same, wide_at, wide);
    const P gaps = gap(same, wide_at, wide), spans = span(same, wide_at, wide), sizes = size(wide), areas = area(wide),
            diameters = diameter(wide);
    const Stretch<P> stretches = crossing(wide, wide_ray);
    for (int lane = 0; lane < W; ++lane) {
      const V& b = single[static_cast<std::size_t>(lane)];
      outcomes.saw(overlap(a.volume, at, b));
      const bool hit = ((bits(hits) >> lane) & 1) != 0;
      ASSERT_EQ(hit, overlap(a.volume, at, b));
      const Stretch<T> stretch = crossing(b, ray);
      const T expected[] = {gap(a.volume, at, b), span(a.volume, at, b), size(b),   area(b),
                            diameter(b),          stretch.from,          stretch.to};
      const T got[] = {gaps[lane],      spans[lane],          sizes[lane],       areas[lane],
                       diameters[lane], stretches.from[lane], stretches.to[lane]};
      ASSERT_EQ(std::memcmp(expected, got, sizeof got), 0) << "lane " << lane;
    }
  }
}

TYPED_TEST(Volumes, InPacksGiveTheSameBits) {
  packs_give_the_same_bits<TypeParam, 4>();
  packs_give_the_same_bits<TypeParam, 8>();
}

}  // namespace
}  // namespace apart
