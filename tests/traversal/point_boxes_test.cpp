// Boxes of a node against a point and an axis-parallel ray: never miss what is in them, the same bits in all lanes.
#include <apart/base/lane_width.hpp>
#include <apart/base/random.hpp>
#include <apart/traversal/point_boxes.hpp>
#include <cstring>
#include <samples/generate.hpp>

#include "tests/support.hpp"

namespace apart {
namespace {

// The distance of a point from the double-precision box of one slot.
double squared_from(const Aabb<float>& box, Vec3d at) {
  return squared_length(larger(larger(box.low() - at, at - box.high()), Vec3d{}));
}

TEST(PointBoxes, BoundsHoldInAllLanes) {
  Random random(1);
  testing::Outcomes near_ones("boxes within the limit", 0.1), stabbed_ones("boxes stabbed", 0.02);
  for (const double scale : {1e-20, 1e-6, 1.0, 1e6, 1e17}) {
    const Mesh mesh = placed(scaled(generate::torus(1, 0.3, 20, 12), scale), Pose::shift(scale * Vec3d{1e3, -2e3, 5}));
    const Model model = Model::make(mesh).value();
    const BoxTree& tree = model.boxes();
    for (int k = 0; k < testing::cases(2000, 50000); ++k) {
      const auto& boxes = tree.nodes[random.below(static_cast<u32>(tree.nodes.size()))].volumes;
      const Vec3d far = (random.chance(0.2) ? 100 : 1.5) * random.in_ball();
      const Vec3d close = cast<double>(lane_of<Aabb<float>>(boxes, 0).centre) + 0.1 * scale * random.in_ball();
      const Vec3d p = tree.frame.centre + (random.chance(0.5) ? scale * far : close);
      const Vec3d at = p - tree.frame.centre;
      const PointInTree point(tree.frame, p);
      const double limit = scale * scale * random.uniform(0, 2);
      const int axis = static_cast<int>(random.below(3));
      const float way = random.chance(0.5) ? 1.0f : -1.0f;
      float first[8];
      u32 first_near = 0, first_stabbed = 0;
      for (const LaneWidth width : {LaneWidth::one, LaneWidth::four, LaneWidth::eight}) {
        use_lanes(width);
        float squared[8];
        const u32 near = point_box_tests().near(point, numbers(boxes), float_above(limit), squared);
        const u32 stabbed = point_box_tests().stabbed(point, axis, way, numbers(boxes));
        if (width == LaneWidth::one) {
          first_near = near, first_stabbed = stabbed;
          std::memcpy(first, squared, sizeof first);
          continue;
        }
        ASSERT_EQ(near, first_near);
        ASSERT_EQ(stabbed, first_stabbed);
        ASSERT_EQ(std::memcmp(first, squared, sizeof first), 0);
      }
      use_lanes(std::nullopt);
      for (int lane = 0; lane < 8; ++lane) {
        const auto box = lane_of<Aabb<float>>(boxes, lane);
        const bool near = (first_near >> lane & 1) != 0, stabbed = (first_stabbed >> lane & 1) != 0;
        if (is_empty(box)) {
          ASSERT_FALSE(near || stabbed);
          continue;
        }
        const double truth = squared_from(box, at);
        ASSERT_LE(double(first[lane]), truth);
        ASSERT_GE(double(first[lane]), 0.99 * truth - 1e-5 * (squared_length(at) + scale * scale) - 0x1p-145);
        ASSERT_TRUE(near || truth > limit);
        near_ones.saw(near);
        Vec3d inside = at;  // some point of the ray
        inside[axis] += double(way) * scale * random.uniform(0, 3);
        ASSERT_TRUE(stabbed || squared_from(box, inside) > 0);
        stabbed_ones.saw(stabbed);
      }
    }
  }
}

}  // namespace
}  // namespace apart
