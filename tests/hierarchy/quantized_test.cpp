// Boxes in few bits hold the boxes they were made from, and give the same answers.
#include <apart/base/quad.hpp>
#include <apart/base/rigidity.hpp>
#include <apart/hierarchy/analysis/validate_walk.hpp>
#include <apart/hierarchy/builders/build.hpp>
#include <apart/hierarchy/builders/widen.hpp>
#include <apart/hierarchy/fit/fit_tree.hpp>
#include <apart/hierarchy/trees/quantized_aabb.hpp>
#include <apart/hierarchy/trees/quantized_obb.hpp>

#include "tests/hierarchy/answers.hpp"

namespace apart {
namespace quantized_test {

using Box = Aabb<float>;

template <int W>
WideTree<Box, W> wide(const Mesh& mesh, u32 leaf_size) {
  return packed<W>(fit_tree<Box>(widen(build(mesh, TopDown<>{.leaf_size = leaf_size}), mesh, W), mesh));
}

// Exactly: 113 digits hold sums and differences of two floats that lie 2⁷⁰ apart.
bool holds(const Box& outer, const Box& inner) {
  for (int k = 0; k < 3; ++k) {
    const auto low = [k](const Box& b) { return Quad(b.centre[k]) - Quad(b.half[k]); };
    const auto high = [k](const Box& b) { return Quad(b.centre[k]) + Quad(b.half[k]); };
    if (!(low(outer) <= low(inner) && high(inner) <= high(outer))) return false;
  }
  return true;
}

template <class Q, int W>
void check(const Mesh& mesh, u32 leaf_size) {
  const WideTree<Box, W> given = wide<W>(mesh, leaf_size);
  const auto tree = quantized<Q>(given);
  ASSERT_EQ(tree.nodes.size(), given.nodes.size());
  ASSERT_EQ(problem_of_walk(tree, mesh), "");
  for (u32 n = 0; n < tree.nodes.size(); ++n)
    for (u32 lane = 0; lane < W; ++lane) {
      const u32 slot = n * W + lane;
      ASSERT_EQ(tree.ref(slot), given.ref(slot));
      const Box decoded = tree.volume(slot), original = given.volume(slot);
      ASSERT_TRUE(holds(decoded, original));
      // And little more: a few steps of the node's box, a sum's rounding, and no side in front of nothing.
      for (int k = 0; k < 3; ++k) {
        const float steps = 3 * tree.nodes[n].step[k];
        ASSERT_LE(decoded.half[k], original.half[k] + steps + 1e-6f * std::abs(original.centre[k]));
      }
      // All at once gives the bits of one at a time.
      const auto lanes = tree.pack(Ref::inner(n * W, false));
      const Box one = lane_of<Box>(lanes, static_cast<int>(lane));
      ASSERT_EQ(one.centre, decoded.centre);
      ASSERT_EQ(one.half, decoded.half);
      if (tree.is_last(slot)) break;
    }
}

template <class Q, int W>
void check_small_sizes() {
  Random random(1);
  for (u32 n = 0; n <= 100; n += n < 20 ? 1 : 7) {
    const Mesh soup = generate::soup(random, n);
    for (u32 leaf : {1u, 2u, 5u}) check<Q, W>(soup, leaf);
  }
  for (double scale : {1e-30, 1e-6, 1.0, 1e15}) {  // also a long thin model, where one axis has small coordinates
    Mesh mesh = generate::soup(random, 50, {.half = scale, .size = 0.2 * scale});
    check<Q, W>(mesh, 1);
    std::vector<Vec3d> vertices(mesh.vertices().begin(), mesh.vertices().end());
    for (Vec3d& v : vertices) v = {1e3 * v.x, v.y, 0};
    check<Q, W>(Mesh::make(vertices, {mesh.faces().begin(), mesh.faces().end()}).value(), 1);
  }
}
TEST(QuantizedTree, EightBitsHoldTheOriginal) {
  check_small_sizes<std::uint8_t, 4>();
  check_small_sizes<std::uint8_t, 8>();
}
TEST(QuantizedTree, SixteenBitsHoldTheOriginal) {
  check_small_sizes<std::uint16_t, 4>();
  check_small_sizes<std::uint16_t, 8>();
}

// Boxes anywhere, of any size: also where a step is less than the coordinates can tell apart.
template <class Q>
void check_steps() {
  Random random(2);
  testing::Outcomes outcomes("boxes whose step is below the rounding of their place");
  for (int round = 0; round < testing::cases(20000, 1000000); ++round) {
    const double place = random.chance(0.2) ? 0 : std::ldexp(random.uniform(-1, 1), int(random.below(60)) - 30);
    const double size = random.chance(0.1) ? 0 : std::ldexp(random.uniform(0.5, 1), int(random.below(60)) - 40);
    WideTree<Box, 4> tree{std::vector<WideNode<Box, 4>>(1), {}, {}};
    for (int i = 0; i < 4; ++i) {
      const Vec3d middle = Vec3d{place, place, place} + size * random.in_ball();
      const Vec3d half = random.uniform(0, 1) * size * abs(random.in_ball());
      set_lane(tree.nodes[0].volumes, i, Box{cast<float>(middle), cast<float>(half)});
      tree.nodes[0].refs[i] = Ref::leaf(0, i == 3);
    }
    const auto few = quantized<Q>(tree);
    for (u32 i = 0; i < 4; ++i) ASSERT_TRUE(holds(few.volume(i), tree.volume(i)));
    outcomes.saw(double(few.nodes[0].step.x) < 6e-8 * std::abs(place));
  }
}
TEST(QuantizedTree, StepsRoundOutward) {
  check_steps<std::uint8_t>();
  check_steps<std::uint16_t>();
}

// Turned boxes: every corner of the given box is in the decoded one, which is little larger.
TEST(QuantizedTree, TurnedBoxesHoldTheOriginal) {
  Random random(3);
  const auto check_obbs = [](const Mesh& mesh) {
    using Turned = Obb<float>;
    const auto given = packed<8>(fit_tree<Turned>(widen(build(mesh), mesh, 8), mesh));
    const auto tree = quantized<std::uint16_t>(given);
    ASSERT_EQ(problem_of_walk(tree, mesh), "");
    for (u32 n = 0; n < tree.nodes.size(); ++n)
      for (u32 slot = 8 * n;; ++slot) {
        const Turned decoded = tree.volume(slot), original = given.volume(slot);
        for (Vec3d corner : corners(original).points) ASSERT_TRUE(contains(decoded, corner));
        const double grown = 3 * double(tree.nodes[n].half_step + tree.nodes[n].centre_step) +
                             1e-4 * length(cast<double>(original.half)) + 1e-6 * length(cast<double>(original.centre));
        for (int k = 0; k < 3; ++k) ASSERT_LE(double(decoded.half[k]), double(original.half[k]) + grown);
        ASSERT_LT(rigidity_error(cast<double>(decoded.axes)), 1e-6);
        const Turned one = lane_of<Turned>(tree.pack(Ref::inner(8 * n, false)), static_cast<int>(slot % 8));
        ASSERT_EQ(one.axes, decoded.axes);
        ASSERT_EQ(one.centre, decoded.centre);
        ASSERT_EQ(one.half, decoded.half);
        if (tree.is_last(slot)) break;
      }
  };
  for (u32 n = 0; n <= 100; n += n < 20 ? 1 : 7) check_obbs(generate::soup(random, n));
  for (double scale : {1e-30, 1e-6, 1e15}) check_obbs(generate::soup(random, 50, {.half = scale, .size = 0.2 * scale}));
  check_obbs(generate::torus(2, 0.5, 40, 20));
}

TEST(QuantizedTree, AnswersAsBruteForceDoes) {
  testing::check_answers([](const Mesh& mesh) {
    return quantized<std::uint16_t>(packed<8>(fit_tree<Obb<float>>(widen(build(mesh), mesh, 8), mesh)));
  });
  testing::check_answers([](const Mesh& mesh) { return quantized<std::uint8_t>(wide<8>(mesh, 1)); });
  testing::check_answers([](const Mesh& mesh) { return quantized<std::uint16_t>(wide<4>(mesh, 2)); });
}

TEST(QuantizedTree, TheSameEveryTimeAndOfKnownSize) {
  const Mesh mesh = generate::torus(2, 0.5, 40, 20);
  const auto one = quantized<std::uint8_t>(wide<8>(mesh, 1)), two = quantized<std::uint8_t>(wide<8>(mesh, 1));
  EXPECT_EQ(std::memcmp(one.nodes.data(), two.nodes.data(), one.nodes.size() * sizeof one.nodes[0]), 0);
  EXPECT_EQ(bytes(one), one.nodes.size() * 104 + mesh.size() * 4);
}

}  // namespace quantized_test
}  // namespace apart
