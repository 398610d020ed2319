// Planes that separate boxes: while they say so, at every pose that B comes to, contents are farther apart than was
// asked; and all widths say the same.
#include <apart/base/lane_width.hpp>
#include <apart/base/stretch.hpp>
#include <apart/volumes/planes.hpp>

#include "tests/brute_force.hpp"
#include "tests/support.hpp"
#include "tests/volumes/fitted.hpp"

namespace apart {
namespace planes_test {

using testing::few;
using testing::Fitted;
using volumes::EightPlanes;
using volumes::plane_tests;
using volumes::PlanesAt;

struct Said {
  EightPlanes planes;
  u32 near;
  float until;
  std::uint8_t near_later;
};

TEST(Planes, NeverLieAndAreTheSameInAllWidths) {
  Random random(3);
  testing::Outcomes separated("pairs that a plane separates"), later("planes that still separate after a motion"),
      lasting("blocks of planes that need no test");
  for (int k = 0; k < testing::cases(1500, 50000); ++k) {
    const double scale = std::pow(10, random.uniform(-6, 6));
    const Vec3d far = random.chance(0.5) ? Vec3d{} : scale * random.in_box(1e3);
    const u32 count = 1 + random.below(8);
    const Fitted<Obb<float>> a(few(random, scale, far));
    std::vector<Fitted<Obb<float>>> b;
    for (u32 i = 0; i < count; ++i) b.emplace_back(few(random, scale, far + scale * random.in_box(0.02)));
    // All boxes of B in one frame, as those of a tree are.
    Frame frame{b[0].frame.centre, 0};
    std::vector<Obb<float>> boxes;
    for (const auto& one : b) {
      std::vector<Triangle> here;
      for (u32 t = 0; t < one.mesh.size(); ++t) {
        here.push_back(one.mesh.triangle(t));
        for (int c = 0; c < 3; ++c) {
          here.back()[c] -= frame.centre;
          frame.radius = larger(frame.radius, length(here.back()[c]));
        }
      }
      boxes.push_back(fit<Obb<float>>(std::span<const Triangle>(here)));
    }
    frame.radius *= 1 + 1e-12;
    Pose pose{random.rotation(), {}};
    pose.translation = a.mesh.triangle(0).a - pose * b[0].mesh.triangle(0).b;
    if (random.chance(0.7)) pose.translation += scale * (random.chance(0.5) ? 0.1 : 2) * random.in_ball();
    const double reach = random.chance(0.5) ? 0 : scale * random.uniform(0, 0.1);
    const double step = std::pow(10, random.uniform(-4, 0));
    const Pose next = Pose::from_quaternion(1, step * random.uniform(-1, 1), step * random.uniform(-1, 1),
                                            step * random.uniform(-1, 1), {})
                          .value() *
                      Pose{pose.rotation, pose.translation + scale * step * random.in_ball()};
    Mat3d turn;
    for (int r = 0; r < 3; ++r) turn.rows[r] = next.rotation.rows[r] - pose.rotation.rows[r];
    const double turned = stretch_of(turn) * (1 + 1e-12);
    const double moved = length(next * frame.centre - pose * frame.centre) + turned * frame.radius;
    const auto at_pose = [&](const Pose& at, double turned_so_far, double path) {
      const Placement<float> placed = placement<float>(a.frame, at, frame);
      const double noise = 16 * double(placed.slack) + 64 * double(kUnit<float>) * turned_so_far * frame.radius;
      return PlanesAt{placed.rotation, placed.translation, round_above<float>(turned_so_far),
                      round_above<float>(path + 2 * double(placed.slack)),
                      round_above<float>(noise + reach * (1 + 16 * double(kUnit<float>)))};
    };
    const Obb<float>*boxes_a[8], *boxes_b[8];
    for (u32 i = 0; i < count; ++i) boxes_a[i] = &a.volume, boxes_b[i] = &boxes[i];
    const auto say = [&](LaneWidth width) {
      use_lanes(width);
      Said said{};
      said.near = plane_tests().between(at_pose(pose, 0, 0), boxes_a, boxes_b, count, said.planes);
      for (u32 i = 0; i < 8; ++i)
        if (i >= count || said.near >> i & 1) {
          for (int c = 0; c < 3; ++c) said.planes.direction[c][i] = said.planes.centre[c][i] = 0;
          said.planes.radius[i] = 0, said.planes.offset[i] = -std::numeric_limits<float>::infinity();
        }
      said.until = -1;
      std::uint8_t near = 0;
      plane_tests().check(at_pose(pose, 0, 0), &said.planes, 1, &said.until, &near);
      EXPECT_EQ(near, 0);
      float again = -1;
      plane_tests().check(at_pose(next, turned, moved), &said.planes, 1, &again, &said.near_later);
      use_lanes({});
      return said;
    };
    const Said said = say(LaneWidth::one);
    for (const LaneWidth width : kLaneWidths) {
      if (!has_lanes(width)) continue;
      const Said same = say(width);
      ASSERT_EQ(said.near, same.near) << k;
      ASSERT_EQ(said.near_later, same.near_later) << k;
      ASSERT_EQ(said.until, same.until) << k;
      ASSERT_EQ(std::memcmp(&said.planes, &same.planes, sizeof(EightPlanes)), 0) << k;
    }
    const bool lasts = double(said.until) > double(at_pose(next, turned, moved).path);
    lasting.saw(lasts);
    for (u32 i = 0; i < count; ++i) {
      separated.saw(!(said.near >> i & 1));
      if (said.near >> i & 1) continue;
      const auto truth = [&](const Pose& at) { return testing::smallest_distance(a.mesh, at, b[i].mesh); };
      ASSERT_GT(truth(pose), reach) << k;
      later.saw(!(said.near_later >> i & 1));
      if (lasts || !(said.near_later >> i & 1)) {
        ASSERT_GT(truth(next), reach) << k;
      }
    }
  }
}

}  // namespace planes_test
}  // namespace apart
