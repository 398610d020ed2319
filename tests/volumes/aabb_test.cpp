// The ways to write down an aligned box.
#include <apart/volumes/kinds/aabb.hpp>

#include "tests/support.hpp"

namespace apart {
namespace aabb_test {

TEST(Aabb, FromMinAndMaxOrMinAndWidth) {
  const Aabb<double> box = Aabb<double>::from_min_max({-1, 0, 2}, {3, 0, 2.5});
  EXPECT_EQ(box.centre, (Vec3d{1, 0, 2.25}));
  EXPECT_LE(box.low().x, -1);
  EXPECT_GE(box.high().x, 3);
  EXPECT_NEAR(box.width().x, 4, 1e-14);
  EXPECT_NEAR(box.width().z, 0.5, 1e-14);
  const Aabb<double> same = Aabb<double>::from_min_width({-1, 0, 2}, {4, 0, 0.5});
  EXPECT_EQ(same.centre, box.centre);
  EXPECT_EQ(same.half, box.half);
  EXPECT_TRUE(is_empty(Aabb<float>::from_min_max({1, 0, 0}, {0, 1, 1})));
}

TEST(Aabb, OfEverything) {
  for (const Aabb<float>& slab : {Aabb<float>{{0, 0, 0}, {kEverything<float>, 1, 1}},
                                  Aabb<float>::from_min_max({-1e300, -1, -1}, {1e300, 1, 1})}) {
    EXPECT_TRUE(contains(slab, {1e30, 0.5, -0.5}));
    EXPECT_FALSE(contains(slab, {1e30, 1.5, -0.5}));
    const Aabb<float> small{{5e6f, 0, 0}, {1, 1, 1}};
    const auto at = placement<float>({{}, 10}, Pose{}, {{}, 10});
    EXPECT_TRUE(overlap(slab, at, small));
    EXPECT_EQ(gap(slab, at, small), 0);
    EXPECT_LE(double(crossing(slab, VolumeRay<float>{{3, 0, 5}, {0, 0, -1}}).from), 4.01);
  }
}

}  // namespace aabb_test
}  // namespace apart
