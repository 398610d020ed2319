// Aligned volumes of a tree that rotates: every way holds the content, and climbing is the tightest.
#include <apart/hierarchy/builders/build.hpp>
#include <apart/hierarchy/fit/fit_tree.hpp>
#include <apart/hierarchy/fit/tumble.hpp>
#include <samples/generate.hpp>

#include "tests/support.hpp"

namespace apart {
namespace tumble_test {

template <class V>
class Tumbling : public ::testing::Test {};
using Volumes = ::testing::Types<Aabb<float>, Aabb<double>, Kdop<float, 6>, Kdop<float, 14>, Kdop<double, 18>,
                                 Kdop<float, 18>, Kdop<float, 26>>;
TYPED_TEST_SUITE(Tumbling, Volumes);

TYPED_TEST(Tumbling, HoldsTheContent) {
  using V = TypeParam;
  Random random(3);
  for (const Mesh& mesh : {generate::wrinkled_torus(300), generate::soup(random, 60), generate::box({1, 2, 3}),
                           placed(generate::sphere(1e-3, 200), Pose::shift({10, 20, 30}))}) {
    const Tree<V> tree = fit_tree<V>(build(mesh), mesh);
    TumbleByClimbing<V> climb(tree, mesh);
    [[maybe_unused]] const auto corners = [&] {
      if constexpr (Climbing<V>::kHasCorners)
        return TumbleByCorners<V>(tree);
      else
        return 0;
    }();
    const std::vector<ItemRange> ranges = item_ranges(tree.nodes, tree.order);
    double wrapped = 0, climbed = 0, cornered = 0;
    Pose at{random.rotation(), 3.0 * random.direction()};
    for (int step = 0; step < 4; ++step) {
      at = Pose{random.rotation(), 0.1 * random.direction()} * at;
      const Placer<V> placer{at};
      for (u32 n = 0; n < tree.nodes.size(); ++n) {
        std::vector<V> all{placer(tree.volumes[n]), climb(n, at)};
        if constexpr (Climbing<V>::kHasCorners) {
          all.push_back(corners(n, at));
          cornered += double(diameter(all[2]));
        }
        wrapped += double(diameter(all[0])), climbed += double(diameter(all[1]));
        for (u32 i = ranges[n].begin; i < ranges[n].end; ++i) {
          const Triangle t = mesh.triangle(tree.order[i].primitive());
          for (int k = 0; k < 3; ++k)
            for (const V& v : all) ASSERT_TRUE(contains(v, at * (t[k] - tree.frame.centre)));
        }
      }
    }
    EXPECT_LT(climbed, wrapped);
    if (Climbing<V>::kHasCorners) {
      EXPECT_LE(cornered, wrapped * (1 + 1e-5));
      EXPECT_LE(climbed, cornered * (1 + 1e-5));
    }
  }
}

// In one frame, the plain intervals: never disjoint where a general test with the identity sees a contact, and nearly
// always where it does not.
TYPED_TEST(Tumbling, IntervalsInOneFrame) {
  using V = TypeParam;
  using T = typename V::Scalar;
  Random random(5);
  testing::Outcomes outcomes("aligned volumes that overlap");
  const double slack = 1e-5;
  const PlacementFor<V> general(Placement<T>{.slack = round_above<T>(slack)});
  const OneFrame<T> one{round_above<T>(slack)};
  for (int k = 0; k < testing::cases(2000, 100000); ++k) {
    std::vector<Vec3d> of_a, of_b;
    const Vec3d shift = random.uniform(0, 2) * random.direction();
    for (int i = 0; i < 5; ++i) of_a.push_back(random.in_box(1)), of_b.push_back(random.in_box(1) + shift);
    const V a = Fit<V>::of(of_a), b = Fit<V>::of(of_b);
    const bool meet = overlap(a, one, b);
    outcomes.saw(meet);
    const double apart = double(exact_gap(a, general, b));
    ASSERT_TRUE(meet || apart > 0);
    ASSERT_LE(double(gap(a, one, b)), apart * (1 + 1e-6));
    ASSERT_EQ(gap(a, one, b) > 0, !meet);
    ASSERT_GE(double(gap(a, one, b)) + 4 * slack, double(gap(a, general, b)));
    double least = 1e9, most = 0;
    for (Vec3d p : of_a)
      for (Vec3d q : of_b) least = std::min(least, length(p - q)), most = std::max(most, length(p - q));
    ASSERT_GE(double(span(a, one, b)), most);
    ASSERT_LE(double(gap(a, one, b)), least);
    for (Vec3d p : of_a) ASSERT_TRUE(contains(ball_around(a), p));
  }
  EXPECT_FALSE(overlap(V::nothing(), one, V::nothing()));
  EXPECT_TRUE(is_empty(ball_around(V::nothing())));
}

}  // namespace tumble_test
}  // namespace apart
