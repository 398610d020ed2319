// Which of two solids is inside the other.
#include <apart/queries/clash.hpp>
#include <samples/generate.hpp>

#include "tests/support.hpp"

namespace apart {
namespace {

Model model(Mesh mesh) { return Model::make(std::move(mesh)).value(); }
Model box(Vec3d low, Vec3d high) { return model(placed(generate::box(high - low), Pose::shift(0.5 * (low + high)))); }

TEST(WhichInside, NamesTheInnerOne) {
  using Which = Inside::Which;
  const Model outer = box({-2, -2, -2}, {2, 2, 2}), inner = box({-1, -1, -1}, {1, 1, 1});
  EXPECT_EQ(which_inside(outer, {}, inner), (Inside{Which::b, true}));
  EXPECT_EQ(which_inside(inner, {}, outer), (Inside{Which::a, true}));
  EXPECT_FALSE(which_inside(outer, Pose::shift({9, 0, 0}), inner));
  EXPECT_EQ(clash(outer, {}, inner, {.solid = true}).inside, (Inside{Which::b, true}));
  EXPECT_EQ(clash(inner, {}, outer, {.solid = true}).inside, (Inside{Which::a, true}));
  // A long thin one may have the greater radius: which is inside is no matter of size alone.
  const Model hollow = model(joined(std::vector{generate::box({8, 8, 8}), generate::box({1, 1, 1})}));
  const Model shell = box({-3, -3, -3}, {3, 3, 3});
  EXPECT_EQ(which_inside(hollow, {}, shell), (Inside{Which::b, true}));  // though a part of it lies within the shell
  const Model two =
      model(joined(std::vector{generate::box({1, 1, 1}), placed(generate::box({1, 1, 1}), Pose::shift({9, 0, 0}))}));
  EXPECT_EQ(which_inside(outer, {}, two), (Inside{Which::b, false}));
  EXPECT_EQ(which_inside(two, {}, outer), (Inside{Which::a, false}));
  // Touching from within, flush with a side.
  const Clash touching = clash(outer, Pose::shift({0, 0, 1}), inner);
  EXPECT_EQ(touching.state, Clash::State::clash);
  const Model pyramid =
      model(Mesh::make({{0, 0, 2}, {1, 0, 0}, {-1, 1, 0}, {-1, -1, 0}}, {{0, 1, 2}, {0, 2, 3}, {0, 3, 1}, {1, 3, 2}})
                .value());
  ASSERT_TRUE(pyramid.closed());
  const Clash by_tip = clash(pyramid, {}, outer);
  ASSERT_TRUE(by_tip.contained);
  EXPECT_EQ(by_tip.inside, (Inside{Which::a, true}));
}

}  // namespace
}  // namespace apart
