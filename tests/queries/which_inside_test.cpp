// Which of two solids is inside the other.
#include <apart/queries/clash.hpp>
#include <samples/generate.hpp>

#include "tests/support.hpp"

namespace apart {
namespace which_inside_test {

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

// Where nothing of one is in the box of the other's tree, that decides. Here every part is located.
TEST(WhichInside, IsThatOfEveryPartLocated) {
  Random random(7);
  testing::Outcomes found("pairs of which one is inside", 0.05);
  const Mesh rings[] = {
      generate::torus(1, 0.3, 24, 12), generate::box({3, 2, 1}),
      joined(std::vector{generate::sphere(0.2, 80), placed(generate::sphere(0.3, 80), Pose::shift({4, 0, 0}))})};
  for (int round = 0; round < testing::cases(600, 20000); ++round) {
    const double scale = round % 3 == 0 ? 1 : round % 3 == 1 ? 1e-6 : 1e6;
    const Pose far = Pose::shift(round % 2 ? Vec3d{} : 1e4 * scale * Vec3d{1, 2, -3});
    const auto sized = [&](const Mesh& mesh, double by) {
      std::vector<Vec3d> vertices(mesh.vertices().begin(), mesh.vertices().end());
      for (Vec3d& v : vertices) v = by * v;
      return Mesh::make(std::move(vertices), {mesh.faces().begin(), mesh.faces().end()}).value();
    };
    const Model a = model(placed(sized(rings[random.below(3)], scale), far));
    const Model b = model(sized(rings[random.below(3)], scale * (random.chance(0.5) ? 0.1 : 1)));
    Pose pose = random.pose(1);
    pose.translation = far.translation + scale * random.uniform(0, 3) * random.direction();
    const auto parts = [](const Model& solid, const Model& other, const Pose& at) {
      PartsInside out;
      for (Vec3d p : other.part_vertices()) ++(locate(solid, at * p) == Where::inside ? out.inside : out.outside);
      return out;
    };
    const PartsInside of_a = parts(b, a, inverse(pose)), of_b = parts(a, b, pose);
    ASSERT_EQ(which_inside(a, pose, b), which_inside(of_a, of_b));
    ASSERT_EQ(contained(a, pose, b), of_a.inside + of_b.inside > 0);
    found.saw(of_a.inside + of_b.inside > 0);
  }
}

}  // namespace which_inside_test
}  // namespace apart
