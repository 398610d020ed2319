// Boxes of a node and triangles of a block against a point and an axis-parallel ray: never miss what is in them, the
// same bits in all lanes.
#include <apart/base/lane_width.hpp>
#include <apart/base/random.hpp>
#include <apart/traversal/point_boxes.hpp>
#include <apart/triangles/axis_ray.hpp>
#include <apart/triangles/point.hpp>
#include <bit>
#include <cstring>
#include <samples/generate.hpp>

#include "tests/support.hpp"

namespace apart {
namespace point_boxes_test {

// The distance of a point from the double-precision box of one slot.
double squared_from(const Aabb<float>& box, Vec3d at) {
  return squared_length(larger(larger(box.low() - at, at - box.high()), Vec3d{}));
}

// Each near child once, the nearest last, its lower bound hardly changed.
void expect_sorted(std::span<const u64> sorted, u32 near, const float* squared, const u32* refs) {
  ASSERT_EQ(sorted.size(), static_cast<std::size_t>(std::popcount(near)));
  u32 seen = 0;
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    const float bound = std::bit_cast<float>(static_cast<u32>(sorted[i] >> 32));
    ASSERT_TRUE(i == 0 || sorted[i] >> 32 < sorted[i - 1] >> 32);
    u32 lane = 0;
    while (refs[lane] != static_cast<u32>(sorted[i])) ASSERT_LT(++lane, 8u);
    ASSERT_TRUE(near >> lane & 1);
    seen |= u32(1) << lane;
    ASSERT_NEAR(bound, std::max(squared[lane], 0.0f), 1e-6f * bound + 0x1p-146f);
  }
  ASSERT_EQ(seen, near);
}

TEST(PointBoxes, BoundsHoldInAllLanes) {
  Random random(1);
  testing::Outcomes near_ones("boxes within the limit", 0.1), stabbed_ones("boxes stabbed", 0.02);
  for (const double scale : {1e-20, 1e-6, 1.0, 1e6, 1e17}) {
    const Mesh mesh = placed(scaled(generate::torus(1, 0.3, 20, 12), scale), Pose::shift(scale * Vec3d{1e3, -2e3, 5}));
    const Model model = Model::make(mesh).value();
    const BoxTree& tree = model.boxes();
    for (int k = 0; k < testing::cases(2000, 50000); ++k) {
      const auto& node = tree.nodes[random.below(static_cast<u32>(tree.nodes.size()))];
      const auto& boxes = node.volumes;
      const Vec3d far = (random.chance(0.2) ? 100 : 1.5) * random.in_ball();
      const Vec3d close = cast<double>(lane_of<Aabb<float>>(boxes, 0).centre) + 0.1 * scale * random.in_ball();
      const Vec3d p = tree.frame.centre + (random.chance(0.5) ? scale * far : close);
      const Vec3d at = p - tree.frame.centre;
      const PointInTree point(tree.frame, p);
      const double limit = scale * scale * random.uniform(0, 2);
      const int axis = static_cast<int>(random.below(3));
      const float way = random.chance(0.5) ? 1.0f : -1.0f;
      const double length = scale * random.uniform(0, 3);  // of the ray
      float first[8];
      u32 first_near = 0, first_stabbed = 0;
      for (const LaneWidth width : kLaneWidths) {
        use_lanes(width);
        float squared[8];
        const u32 near = point_box_tests().near(point, numbers(boxes), float_above(limit), squared);
        const u32 stabbed = point_box_tests().stabbed(point, {axis, way, float_above(length), 0}, numbers(boxes));
        u64 sorted[8];
        const u32* const refs = reinterpret_cast<const u32*>(node.refs);
        const u32 count = point_box_tests().near_children(point, numbers(boxes), refs, float_above(limit), sorted);
        expect_sorted({sorted, count}, near, squared, refs);
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
        inside[axis] += double(way) * random.uniform(0, length);
        ASSERT_TRUE(stabbed || squared_from(box, inside) > 0);
        stabbed_ones.saw(stabbed);
      }
    }
  }
}

TEST(PointBoxes, SmallBoxesInAllLanes) {
  Random random(3);
  testing::Outcomes inside("points in a small box", 0.1);
  for (int k = 0; k < testing::cases(5000, 100000); ++k) {
    SmallBoxes boxes[2];
    double truth[16];
    const Vec3f p{float(random.uniform(0, 255)), float(random.uniform(0, 255)), float(random.uniform(0, 255))};
    const u32 count = 1 + random.below(16), packs = (count + 7) / 8;
    for (u32 lane = 0; lane < 8 * packs; ++lane) {
      SmallBoxes& eight = boxes[lane / 8];
      truth[lane] = 0;
      for (int axis = 0; axis < 3; ++axis) {
        const u32 a = random.below(256), b = random.below(256);
        eight.low[axis][lane % 8] = static_cast<std::uint8_t>(lane < count ? std::min(a, b) : 255);
        eight.high[axis][lane % 8] = static_cast<std::uint8_t>(lane < count ? std::max(a, b) : 0);
        const double x = double(p[axis]), low = eight.low[axis][lane % 8], high = eight.high[axis][lane % 8];
        truth[lane] += std::pow(std::max({low - x, x - high, 0.0}), 2);
      }
    }
    const double least = *std::min_element(truth, truth + count);
    inside.saw(least == 0);
    float first[16];
    u32 nearest_of_first = 0;
    for (const LaneWidth width : kLaneWidths) {
      use_lanes(width);
      float squared[16];
      const u32 nearest = point_box_tests().nearest_small_box(p, boxes, packs, squared);
      if (width == LaneWidth::one) std::memcpy(first, squared, sizeof first), nearest_of_first = nearest;
      ASSERT_EQ(std::memcmp(first, squared, 8 * packs * sizeof(float)), 0);
      ASSERT_EQ(nearest, nearest_of_first);
    }
    use_lanes(std::nullopt);
    for (u32 lane = 0; lane < 8 * packs; ++lane) {
      ASSERT_LE(double(first[lane]), truth[lane]);
      ASSERT_GE(double(first[lane]), (1 - 1e-5) * truth[lane]);
      if (lane >= count) {
        ASSERT_GT(first[lane], 3 * 127 * 127);
      }
    }
    ASSERT_LE(truth[nearest_of_first], least * (1 + 1e-5));
  }
}

TEST(PointBoxes, TrianglesOfABlock) {
  Random random(2);
  testing::Outcomes near_ones("triangles within the limit", 0.1), stabbed_ones("triangles stabbed", 0.02);
  const Mesh sliver = Mesh::make({{0, 0, 0}, {1, 0, 0}, {0.5, 1e-9, 0}, {0.3, 0, 0}, {1, 1e-5, 1e-6}},
                                 {{0, 1, 2}, {0, 1, 3}, {0, 4, 1}})
                          .value();
  const Mesh parts[] = {generate::wrinkled_torus(400), sliver, generate::soup(random, 50)};
  for (const double scale : {1e-20, 1e-7, 1.0, 1e7, 1e17}) {
    const Mesh mesh = placed(scaled(joined(parts), scale), Pose::shift(scale * Vec3d{1e3, -2e3, 5}));
    const Model model = Model::make(mesh).value();
    const BoxTree& tree = model.boxes();
    for (int k = 0; k < testing::cases(3000, 100000); ++k) {
      const TriangleBlock& block = tree.blocks[random.below(static_cast<u32>(tree.blocks.size()))];
      const Triangle some = mesh.triangle(block.items[random.below(4)].primitive());
      const double away = scale * (random.chance(0.1) ? 500 : std::pow(10, random.uniform(-8, 0)));
      const double u = random.uniform(), v = random.uniform() * (1 - u);
      const Vec3d p = some.a + u * (some.b - some.a) + v * (some.c - some.a) + away * random.direction();
      const int axis = static_cast<int>(random.below(3));
      const double limit =
          random.chance(0.3) ? std::sqrt(closest_on_triangle(p, some).squared) : away * random.uniform();
      // Up to the end, half of the time, what is crossed from there on is of no interest.
      const double to = random.chance(0.5) ? std::numeric_limits<double>::infinity() : p[axis] + away;
      u32 near = 0, stabbed = 0, near_as_nearest = 0;
      double limit_of_nearest = 0, least_of_all = limit * limit;
      for (const LaneWidth width : kLaneWidths) {
        use_lanes(width);
        double squared[4];
        const u32 is_near = point_box_tests().near_triangles(p, block, limit * limit, squared);
        const u32 is_stabbed = point_box_tests().stabbed_triangles(p, {axis, 1, 0, to}, block);
        double lowered = limit * limit, least[4];
        const u32 nearest = point_box_tests().nearest_triangles(p, block, 1 + 0x1p-44, lowered, least);
        ASSERT_EQ(nearest & ~is_near, 0u);
        if (width == LaneWidth::one) near = is_near, stabbed = is_stabbed, limit_of_nearest = lowered;
        if (width == LaneWidth::one) near_as_nearest = nearest;
        ASSERT_EQ(near_as_nearest, nearest);
        ASSERT_EQ(limit_of_nearest, lowered);
        ASSERT_EQ(near, is_near);
        ASSERT_EQ(stabbed, is_stabbed);
      }
      use_lanes(std::nullopt);
      for (u32 lane = 0, last = 0; lane < 4; ++lane) {
        if (last) {
          ASSERT_EQ((near | stabbed) >> lane & 1, 0u);
          continue;
        }
        last = block.items[lane].last();
        const Triangle t = mesh.triangle(block.items[lane].primitive());
        const double squared = closest_on_triangle(p, t).squared;
        ASSERT_TRUE((near >> lane & 1) || squared > limit * limit);
        ASSERT_TRUE((near_as_nearest >> lane & 1) || squared > limit_of_nearest);
        least_of_all = std::min(least_of_all, squared);
        near_ones.saw(near >> lane & 1);
        const AxisCrossing met = crossing(AxisRay{p, axis, 1}, t);
        const bool beyond = std::min({t.a[axis], t.b[axis], t.c[axis]}) > to;
        ASSERT_TRUE((stabbed >> lane & 1) || beyond || (met.sign == 0 && !met.contains));
        stabbed_ones.saw(stabbed >> lane & 1);
      }
      ASSERT_LE(least_of_all, limit_of_nearest);
    }
  }
}

}  // namespace point_boxes_test
}  // namespace apart
