// Validation and correction of poses in queries.
#include <apart/base/random.hpp>
#include <apart/base/relative.hpp>
#include <apart/base/rigidity.hpp>
#include <apart/base/usable_in_pairs.hpp>

#include "tests/support.hpp"

namespace apart {
namespace usable_pose_test {

Pose off_by(Random& random, double size) {
  Pose p = random.pose(10);
  for (Vec3d& row : p.rotation.rows) row += random.in_box(size);
  return p;
}

// The fast test agrees with the definition, except where it defers to it.
TEST(UsablePose, RigidIsWhatTheDefinitionSays) {
  Random random(1);
  testing::Outcomes usable("usable as it is");
  for (int i = 0; i < testing::cases(20000, 1000000); ++i) {
    const Pose p = off_by(random, std::pow(10, random.uniform(-9, 0)));
    const bool rigid = rigidity_error(p.rotation) <= 2e-6;
    ASSERT_EQ(is_usable(p), rigid) << rigidity_error(p.rotation);
    ASSERT_EQ(is_usable_in_pairs(p), rigid) << rigidity_error(p.rotation);
    if (is_plainly_usable(p) || is_plainly_usable_in_pairs(p)) {
      ASSERT_TRUE(rigid);
    }
    if (rigidity_error(p.rotation) < 3e-7) {
      ASSERT_TRUE(is_plainly_usable(p) && is_plainly_usable_in_pairs(p));
    }
    usable.saw(rigid);
  }
}

TEST(UsablePose, ShearsAndStretchesThatKeepSizesAreSeen) {
  for (double by : {1e-5, 1e-4, 1e-2, 0.5}) {
    Pose stretched, sheared, mirrored;
    stretched.rotation = {{{1 + by, 0, 0}, {0, 1 / (1 + by), 0}, {0, 0, 1}}};  // of determinant 1
    sheared.rotation = {{{1, by, 0}, {0, 1, 0}, {0, 0, 1}}};
    mirrored.rotation = {{{1, 0, 0}, {0, 1, 0}, {0, 0, -1}}};
    for (const Pose& p : {stretched, sheared, mirrored}) EXPECT_FALSE(is_usable(p) || is_usable_in_pairs(p));
  }
}

TEST(UsablePose, EveryNumberIsLookedAt) {
  Random random(4);
  const double infinity = std::numeric_limits<double>::infinity();
  for (double bad : {std::nan(""), infinity, -infinity, 1e160, -1e160})
    for (int k = 0; k < 12; ++k) {
      Pose p = random.pose(10);
      (k < 9 ? p.rotation(k / 3, k % 3) : p.translation[k - 9]) = bad;
      EXPECT_FALSE(is_usable(p) || is_plainly_usable(p)) << k;
      EXPECT_FALSE(is_usable_in_pairs(p) || is_plainly_usable_in_pairs(p)) << k;
    }
  for (int k = 0; k < 9; ++k) {
    Pose p = random.pose(10);
    p.rotation(k / 3, k % 3) += 1e-4;
    EXPECT_FALSE(is_usable(p) || is_usable_in_pairs(p)) << k;
  }
}

TEST(UsablePose, AsItIsTheNearestOrNone) {
  Random random(2);
  int kept = 0, mended = 0, none = 0;
  for (int i = 0; i < 5000; ++i) {
    const Pose p = off_by(random, std::pow(10, random.uniform(-8, -1)));
    const double off = rigidity_error(p.rotation);
    const std::optional<Pose> usable = usable_pose(p);
    ASSERT_EQ(usable.has_value(), off <= 1e-3) << off;
    if (!usable) {
      ++none;
      EXPECT_THROW(require_usable(p), UsageError);
      continue;
    }
    ASSERT_TRUE(is_usable(*usable));
    EXPECT_EQ(usable->translation, p.translation);
    EXPECT_EQ(require_usable(p), *usable);
    if (off <= 2e-6) {
      ++kept;
      ASSERT_EQ(*usable, p);  // to the last bit
    } else {
      ++mended;
      ASSERT_LT(rigidity_error(usable->rotation), 2e-15);
    }
  }
  EXPECT_GT(kept, 500);
  EXPECT_GT(mended, 500);
  EXPECT_GT(none, 500);
}

TEST(UsablePose, WhatIsNotFiniteOrTooFarIsNot) {
  const double infinity = std::numeric_limits<double>::infinity();
  for (double bad : {std::nan(""), infinity, -infinity, 1e300, -1.1e150})
    for (int k = 0; k < 12; ++k) {
      Pose p;
      (k < 9 ? p.rotation.rows[k / 3][k % 3] : p.translation[k - 9]) = bad;
      EXPECT_FALSE(is_usable(p));
      EXPECT_FALSE(usable_pose(p));
    }
  EXPECT_TRUE(is_usable(Pose::shift({1e150, -1e150, 0})));
}

}  // namespace usable_pose_test
}  // namespace apart
