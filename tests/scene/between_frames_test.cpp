// A check of a motion sees between its frames: contacts, their times, and the least clearance on the way.
#include <apart/base/random.hpp>
#include <apart/motion/impact.hpp>
#include <apart/queries/closest.hpp>
#include <apart/scene/between_frames.hpp>
#include <apart/scene/check.hpp>

#include <algorithm>
#include <samples/generate.hpp>

#include "tests/support.hpp"

namespace apart {
namespace between_frames_test {

AssemblyPart part(const char* name, Mesh mesh, const Pose& pose = {}) {
  return {.name = name, .group = "", .model = Model::make(std::move(mesh)).value(), .pose = pose};
}

const PairReport* find(const CheckReport& report, u32 a, u32 b) {
  for (const PairReport& pair : report.pairs)
    if ((pair.a == a && pair.b == b) || (pair.a == b && pair.b == a)) return &pair;
  return nullptr;
}

// In no frame do they touch, and in no frame is one near the other.
TEST(BetweenFrames, AThinWallIsNotPassedUnseen) {
  const std::vector<AssemblyPart> parts{part("wall", generate::box({10, 10, 0.01})),
                                        part("ball", generate::sphere(0.5, 300))};
  const Motion motion{{1}, {{Pose::shift({0, 0, -8})}, {Pose::shift({0, 0, -3})}, {Pose::shift({0, 0, 5})}}};
  const CheckReport report = check(parts, motion, {});
  const PairReport* pair = find(report, 0, 1);
  ASSERT_NE(pair, nullptr);
  EXPECT_EQ(pair->state, PairState::clash);
  EXPECT_TRUE(report.bad());
  ASSERT_TRUE(pair->frames.first_contact);
  EXPECT_NEAR(*pair->frames.first_contact, 1 + (3 - 0.5 - 0.005) / 8, 1e-3);
  ASSERT_TRUE(pair->frames.contact_point);
  EXPECT_LT(length(*pair->frames.contact_point - Vec3d{0, 0, -0.005}), 0.05);
  EXPECT_NEAR(pair->frames.contact_point->z, -0.005, 1e-6);
  EXPECT_TRUE(pair->frames.between);
  EXPECT_EQ(pair->frames.least_clearance, 0);
  EXPECT_EQ(pair->frames.found, 0u);
  EXPECT_GT(pair->frames.worst_at, 1);
  EXPECT_LT(pair->frames.worst_at, 2);
  EXPECT_TRUE(pair->frames.searched);
}

TEST(BetweenFrames, TheLeastClearance) {
  const std::vector<AssemblyPart> parts{part("post", generate::cylinder(0.5, 4, 48)),
                                        part("ball", generate::sphere(0.5, 800))};
  const auto passing = [&](double y, double clearance) {
    const Motion motion{{1}, {{Pose::shift({-5, y, 2})}, {Pose::shift({5, y, 2})}}};
    CheckRules rules;
    rules.clearance = clearance;
    return check(parts, motion, rules);
  };
  const CheckReport close = passing(1.2, 0.5);
  const PairReport* pair = find(close, 0, 1);
  ASSERT_NE(pair, nullptr);
  EXPECT_EQ(pair->state, PairState::near);
  EXPECT_NEAR(pair->distance, 0.2, 0.02);
  EXPECT_NEAR(pair->frames.least_clearance, 0.2, 0.02);
  EXPECT_NEAR(pair->frames.least_at, 0.5, 0.05);
  EXPECT_FALSE(pair->frames.first_contact);
  EXPECT_FALSE(pair->frames.between);
  const CheckReport far = passing(2.2, 0.5);
  EXPECT_TRUE(!find(far, 0, 1) || find(far, 0, 1)->state == PairState::clear);
  EXPECT_FALSE(far.bad());
}

// The first contact comes before the first frame that shows it.
TEST(BetweenFrames, TheTimeOfTheFirstContact) {
  const std::vector<AssemblyPart> parts{part("floor", generate::box({4, 4, 1})), part("box", generate::box({1, 1, 1}))};
  const Motion motion{
      {1}, {{Pose::shift({0, 0, 4})}, {Pose::shift({0, 0, 2})}, {Pose::shift({0, 0, 0.5})}, {Pose::shift({0, 0, 4})}}};
  const CheckReport report = check(parts, motion, {});
  const PairReport* pair = find(report, 0, 1);
  ASSERT_NE(pair, nullptr);
  EXPECT_EQ(pair->frames.first, 2u);
  ASSERT_TRUE(pair->frames.first_contact);
  EXPECT_NEAR(*pair->frames.first_contact, 1 + 1 / 1.5, 1e-6);
  ASSERT_TRUE(pair->frames.contact_point);
  EXPECT_NEAR(pair->frames.contact_point->z, 0.5, 1e-6);
  EXPECT_EQ(pair->frames.worst_at, 2);
  EXPECT_FALSE(pair->frames.between);
}

// Turning: a bar that sweeps through a post while its ends are clear in all frames.
TEST(BetweenFrames, ATurningBar) {
  const std::vector<AssemblyPart> parts{part("bar", generate::box({6, 0.2, 0.2})),
                                        part("post", generate::cylinder(0.1, 1, 16), Pose::shift({0, 2.5, -0.5}))};
  const auto turned = [](double angle) { return Pose::from_axis_angle({0, 0, 1}, angle, {}).value(); };
  const Motion motion{{0}, {{turned(0)}, {turned(1.2)}, {turned(1.95)}, {turned(2.6)}}};
  const CheckReport report = check(parts, motion, {});
  const PairReport* pair = find(report, 0, 1);
  ASSERT_NE(pair, nullptr);
  EXPECT_EQ(pair->state, PairState::clash);
  EXPECT_EQ(pair->frames.found, 0u);
  EXPECT_TRUE(pair->frames.between);
  EXPECT_GT(*pair->frames.first_contact, 1);
  EXPECT_LT(*pair->frames.first_contact, 2);
}

TEST(BetweenFrames, SweptBoxesEnclose) {
  Random random(3);
  const AssemblyPart bar = part("bar", generate::box({3, 1, 0.5}));
  for (int i = 0; i < testing::cases(300, 5000); ++i) {
    const Pose from{random.rotation(), random.in_box(3)};
    const Pose to = i % 3 == 0 ? Pose{from.rotation, random.in_box(3)} : Pose{random.rotation(), random.in_box(3)};
    const Bounds box = scene::swept_box(bar, from, to);
    const RigidMotion motion = RigidMotion::between(from, to);
    for (int k = 0; k <= 20; ++k)
      for (Vec3d p : bar.model.mesh().vertices()) {
        const Vec3d q = motion.at(k / 20.0) * p;
        for (int axis = 0; axis < 3; ++axis) {
          ASSERT_GE(q[axis], box.low[axis]);
          ASSERT_LE(q[axis], box.high[axis]);
        }
      }
  }
}

// The same for any number of threads, and against sampling of many poses between frames.
TEST(BetweenFrames, AgainstSampling) {
  Random random(4);
  testing::Outcomes outcomes("moving pairs", 0.15);
  const std::vector<AssemblyPart> parts{part("torus", generate::torus(1, 0.3, 20, 10)),
                                        part("box", generate::box({0.6, 0.6, 0.6}))};
  for (int i = 0; i < testing::cases(15, 500); ++i) {
    Motion motion{{1}, {}};
    for (int f = 0; f < 3; ++f) motion.frames.push_back({Pose{random.rotation(), random.in_box(3.5)}});
    const CheckReport report = check(parts, motion, {}), alone = check(parts, motion, {}, {.threads = 1});
    const PairReport* pair = find(report, 0, 1);
    const bool contact = pair && pair->frames.first_contact;
    outcomes.saw(contact);
    if (contact) {  // a point of both, at the time of the contact
      const double at = *pair->frames.first_contact;
      const u32 f = at < 1 ? 0 : 1;
      const Pose pose = RigidMotion::between(motion.frames[f][0], motion.frames[f + 1][0]).at(at - f);
      const Vec3d p = pair->frames.contact_point.value();
      EXPECT_LT(closest(parts[0].model, p).distance, 1e-6);
      EXPECT_LT(closest(parts[1].model, inverse(pose) * p).distance, 1e-6);
    }
    for (int f = 0; f < 2; ++f) {
      const RigidMotion step = RigidMotion::between(motion.frames[u32(f)][0], motion.frames[u32(f) + 1][0]);
      for (int k = 0; k <= 50; ++k) {
        if (!collide(parts[0].model, step.at(k / 50.0), parts[1].model)) continue;
        ASSERT_TRUE(contact);
        EXPECT_LE(*pair->frames.first_contact, f + k / 50.0 + 1e-9);
        EXPECT_LE(pair->state, PairState::touch);
      }
    }
    ASSERT_EQ(report.pairs.size(), alone.pairs.size());
    if (pair) {
      const PairReport* again = find(alone, 0, 1);
      EXPECT_EQ(pair->frames.first_contact, again->frames.first_contact);
      EXPECT_EQ(pair->frames.least_clearance, again->frames.least_clearance);
    }
  }
}

}  // namespace between_frames_test
}  // namespace apart
