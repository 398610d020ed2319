// k-dops: of all nine kinds, their directions, the cost of wrapping, and their shape as solids.
#include <apart/volumes/kinds/aabb.hpp>
#include <apart/volumes/kinds/kdop.hpp>
#include <apart/volumes/kinds/slab_corners_published.hpp>

#include "tests/brute_force.hpp"
#include "tests/support.hpp"
#include "tests/volumes/fitted.hpp"

namespace apart {
namespace kdop_test {

using testing::few;
using testing::Fitted;
using testing::seen;

template <class V>
class Kdops : public ::testing::Test {};
template <int K>
using Of = std::integral_constant<int, K>;
using Kinds = ::testing::Types<Of<6>, Of<8>, Of<12>, Of<14>, Of<16>, Of<18>, Of<20>, Of<24>, Of<26>>;
TYPED_TEST_SUITE(Kdops, Kinds);

TYPED_TEST(Kdops, NormalsGoAllWaysOnce) {
  constexpr int K = TypeParam::value;
  const auto& normals = kKdopNormals<K>;
  ASSERT_EQ(normals.size(), std::size_t(K / 2));
  for (std::size_t i = 0; i < normals.size(); ++i) {
    EXPECT_NEAR(length(normals[i]), kdop_length(normals[i]), 1e-15);
    for (int k = 0; k < 3; ++k) EXPECT_LE(std::abs(normals[i][k]), 1);
    for (std::size_t j = 0; j < i; ++j) EXPECT_GT(length(cross(normals[i], normals[j])), 0.5);
  }
}

TYPED_TEST(Kdops, AnyDirectionIsASumOfThreeNormals) {
  constexpr int K = TypeParam::value;
  Random random(1);
  double most = 0;
  for (int k = 0; k < testing::cases(20000, 200000); ++k) {
    Vec3d d = random.direction();
    if (random.chance(0.2)) d = kKdopNormals<K>[random.below(K / 2)];
    if (random.chance(0.1)) d[int(random.below(3))] = 0;
    const NormalSum sum = NormalHull<K>::get().sum_for(d);
    Vec3d made{};
    double cost = 0;
    for (int i = 0; i < 3; ++i) {
      const Vec3d n = kKdopNormals<K>[std::size_t(sum.normal[i])];
      made += sum.weight[i] * n;
      cost += std::abs(sum.weight[i]) * length(n);
    }
    ASSERT_LT(length(made - d), 1e-12);
    if (length(d) > 0) most = std::max(most, cost / length(d));
    // No three normals do it for less.
    if (k % 100 == 0) {
      double least = std::numeric_limits<double>::infinity();
      for (std::size_t i = 0; i < K / 2; ++i)
        for (std::size_t j = 0; j < i; ++j)
          for (std::size_t l = 0; l < j; ++l) {
            const Vec3d p = kKdopNormals<K>[i], q = kKdopNormals<K>[j], r = kKdopNormals<K>[l];
            const double det = dot(p, cross(q, r));
            if (std::abs(det) < 0.5) continue;
            least =
                std::min(least, (std::abs(dot(d, cross(q, r))) * length(p) + std::abs(dot(d, cross(r, p))) * length(q) +
                                 std::abs(dot(d, cross(p, q))) * length(r)) /
                                    std::abs(det));
          }
      ASSERT_NEAR(cost, least, 1e-9);
    }
  }
  std::printf("[ saw      ] a ball grows by %.1f %% at most when its %d-dop is wrapped\n", 100 * (most - 1), K);
}

template <class V>
void bounds_the_truth(u64 seed) {
  Random random(seed);
  testing::Outcomes outcomes("contents that meet");
  for (int k = 0; k < testing::cases(3000, 100000); ++k) {
    const double scale = std::pow(10, random.uniform(-6, 6));
    const Fitted<V> a(few(random, scale, scale * random.in_box(2))), b(few(random, scale, scale * random.in_box(2)));
    Pose at{random.chance(0.8) ? random.rotation() : Mat3d{}, {}};
    at.translation = a.mesh.triangle(0).a - at * b.mesh.triangle(0).b;
    if (random.chance(0.5)) at.translation += scale * 0.5 * random.in_ball();
    const double truth = testing::smallest_distance(a.mesh, at, b.mesh);
    outcomes.saw(truth == 0);
    if (truth == 0) {
      ASSERT_TRUE(overlap(a.volume, seen(a, at, b), b.volume)) << k;
    }
    ASSERT_LE(double(gap(a.volume, seen(a, at, b), b.volume)), truth) << k;
    // Placed from the local one.
    const V there = placed(a.volume, at);
    for (Vec3d p : a.points) {
      ASSERT_TRUE(contains(a.volume, p));
      ASSERT_TRUE(contains(there, at * p));
    }
    // A positive gap means disjoint, and the other way round.
    ASSERT_EQ(gap(a.volume, seen(a, at, b), b.volume) > 0, !overlap(a.volume, seen(a, at, b), b.volume));
  }
}

TYPED_TEST(Kdops, BoundTheTruth) {
  bounds_the_truth<Kdop<float, TypeParam::value>>(2);
  bounds_the_truth<Kdop<double, TypeParam::value>>(3);
}

TYPED_TEST(Kdops, GapIsBelowTheExactOne) {
  using V = Kdop<double, TypeParam::value>;
  Random random(6);
  testing::Outcomes outcomes("solids that meet");
  double told = 0, exact = 0;
  for (int k = 0; k < testing::cases(500, 20000); ++k) {
    const double scale = std::pow(10, random.uniform(-6, 6));
    const Fitted<V> a(few(random, scale, {})), b(few(random, scale, {}));
    const Pose at{random.rotation(), scale * random.uniform(0, 1.2) * random.direction()};
    const auto placement = seen(a, at, b);
    const double truth = testing::smallest_distance(a.mesh, at, b.mesh), error = 1e-9 * scale;
    const double between = exact_gap(a.volume, placement, b.volume), bound = gap(a.volume, placement, b.volume);
    outcomes.saw(between < error);
    ASSERT_LE(bound, between + error) << k;
    ASSERT_LE(between, truth + error) << k;
    if (between < error) {
      ASSERT_TRUE(bound <= error) << k;
    }
    told += bound / scale, exact += between / scale;
    // Exchanged, it is the same.
    ASSERT_NEAR(between, exact_gap(b.volume, seen(b, inverse(at), a), a.volume), error) << k;
  }
  std::printf("[ saw      ] gaps told: %.1f %% of the exact ones\n", 100 * told / exact);
  EXPECT_GT(told, 0.6 * exact);
  const auto at = placement_for<V>({{}, 1}, Pose{}, {{}, 1});
  EXPECT_GT(exact_gap(V::nothing(), at, V{}), 1e18);
}

// The corners of random polytopes as the literature finds them are among ours. Where a plane touches the others'
// polytope along an edge, ours has points of that edge too.
TYPED_TEST(Kdops, CornersAsByTriplesOfPlanesAndByDuality) {
  constexpr int K = TypeParam::value;
  Random random(8);
  for (int k = 0; k < testing::unless_sanitized(40, 4); ++k) {
    std::vector<Vec3d> points;
    for (int i = 0; i < 12; ++i) points.push_back(random.in_box(1));
    const Kdop<double, K> v = Fit<Kdop<double, K>>::of(points);
    const std::vector<Vec3d> ours = solid(v).corners;
    const std::vector<SlabPlane> planes = slab_planes(kKdopNormals<K>, v.centre, v.half);
    const std::optional<Vec3d> inside = inside_by_projections(planes, 2);
    ASSERT_TRUE(inside);
    ASSERT_TRUE(contains(v, *inside));
    const auto covered = [](const std::vector<Vec3d>& some, const std::vector<Vec3d>& by) {
      double farthest = 0;
      for (Vec3d p : some) {
        double nearest = std::numeric_limits<double>::infinity();
        for (Vec3d q : by) nearest = std::min(nearest, length(p - q));
        farthest = std::max(farthest, nearest);
      }
      return farthest;
    };
    const std::vector<Vec3d> triples = corners_by_triples(planes, 1e-9), dual = corners_by_duality(planes, *inside);
    EXPECT_LT(covered(triples, ours), 1e-6);
    EXPECT_LT(covered(triples, dual), 1e-6);
    EXPECT_LT(covered(dual, triples), 1e-6);
    for (Vec3d p : ours)
      for (const SlabPlane& plane : planes) EXPECT_LE(dot(plane.normal, p), plane.offset + 1e-9);
  }
}

TYPED_TEST(Kdops, OfABallAreTheirOwnSolid) {
  // The k-dop of a ball of radius 1 touches it in the middle of each face: its volume is a third of its surface.
  constexpr int K = TypeParam::value;
  Kdop<double, K> v;
  for (std::size_t i = 0; i < K / 2; ++i) v.half[i] = kdop_length(kKdopNormals<K>[i]);
  EXPECT_NEAR(size(v), area(v) / 3, 1e-9);
  const SlabSolid s = solid(v);
  const double ball = 4.1887902;
  EXPECT_GT(s.volume, ball);
  EXPECT_LT(s.volume, 2 * ball);
  double farthest = 0;
  for (Vec3d p : s.corners) {
    EXPECT_TRUE(contains(v, (1 - 1e-10) * p));
    farthest = std::max(farthest, length(p));
  }
  EXPECT_GE(diameter(v), 2 * farthest - 1e-9);
  std::printf("[ saw      ] %d-dop of a ball: volume %.3f of the ball's, %zu corners\n", K, s.volume / ball,
              s.corners.size());
  // Moved and scaled, it is the same.
  Kdop<double, K> w;
  for (std::size_t i = 0; i < K / 2; ++i)
    w.half[i] = 1e-3 * v.half[i], w.centre[i] = dot(
                                      kKdopNormals<K>[i], Vec3d { 5, -7, 3 });
  EXPECT_NEAR(size(w), 1e-9 * size(v), 1e-17);
  EXPECT_NEAR(area(w), 1e-6 * area(v), 1e-14);
}

TEST(Kdop, OfSixIsABox) {
  Random random(4);
  for (int k = 0; k < 2000; ++k) {
    const auto mesh = few(random, 1, {});
    const auto dop = Fit<Kdop<double, 6>>::of(mesh.vertices());
    const auto box = Fit<Aabb<double>>::of(mesh.vertices());
    ASSERT_NEAR(size(dop), size(box), 1e-9);
    ASSERT_NEAR(area(dop), area(box), 1e-9);
    for (int i = 0; i < 3; ++i) ASSERT_NEAR(dop.half[i], box.half[i], 1e-12);
  }
}

TEST(Kdop, MoreDirectionsFitTighter) {
  Random random(5);
  double size6 = 0, size14 = 0, size18 = 0, size26 = 0;
  for (int k = 0; k < 500; ++k) {
    const auto mesh = few(random, 1, {});
    size6 += size(Fit<Kdop<double, 6>>::of(mesh.vertices()));
    size14 += size(Fit<Kdop<double, 14>>::of(mesh.vertices()));
    size18 += size(Fit<Kdop<double, 18>>::of(mesh.vertices()));
    size26 += size(Fit<Kdop<double, 26>>::of(mesh.vertices()));
  }
  EXPECT_LT(size14, size6);
  EXPECT_LT(size18, size6);
  EXPECT_LT(size26, 0.95 * size14);
  EXPECT_LT(size26, 0.95 * size18);
}

TEST(Kdop, FlatAndSmallOnesAreSolidsToo) {
  const Vec3d p{3, 4, 5};
  const std::vector<Vec3d> square{p, p + Vec3d{1, 0, 0}, p + Vec3d{1, 1, 0}, p + Vec3d{0, 1, 0}}, point{p},
      zero{{0, 0, 0}}, line{p, p + Vec3d{1, 1, 1}};
  using V = Kdop<double, 18>;
  EXPECT_NEAR(area(Fit<V>::of(square)), 2, 1e-9);
  EXPECT_NEAR(size(Fit<V>::of(square)), 0, 1e-9);
  for (const auto& points : {point, zero, line}) {
    const V v = Fit<V>::of(points);
    EXPECT_NEAR(area(v), 0, 1e-9);
    EXPECT_FALSE(solid(v).corners.empty());
    for (Vec3d q : points) {
      double nearest = 1;
      for (Vec3d c : solid(v).corners) nearest = std::min(nearest, length(c - q));
      EXPECT_LT(nearest, 1e-9);
    }
  }
}

}  // namespace kdop_test
}  // namespace apart
