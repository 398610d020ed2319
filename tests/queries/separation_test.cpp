// What is reported of solids that clash holds what it promises: the translation separates, the thickness is that of
// what is shared.
#include <apart/base/relative.hpp>
#include <apart/queries/clash.hpp>
#include <apart/queries/containment.hpp>
#include <apart/queries/distance.hpp>
#include <apart/queries/overlap_thickness.hpp>
#include <apart/queries/penetration.hpp>
#include <apart/queries/separation.hpp>
#include <samples/generate.hpp>

#include "tests/support.hpp"

namespace apart {
namespace separation_test {

Model model(Mesh mesh) { return Model::make(std::move(mesh)).value(); }
Model box(Vec3d low, Vec3d high) { return model(placed(generate::box(high - low), Pose::shift(0.5 * (low + high)))); }

Pose moved(Pose pose, Vec3d by) {
  pose.translation += by;
  return pose;
}
bool are_apart(const Model& a, const Pose& at_a, const Model& b, const Pose& at_b) {
  return distance(a, at_a, b, at_b, {.solid = true}).distance > 0;
}

TEST(Separation, OfAPostInASlab) {
  const Model slab = box({-250, -250, -100}, {250, 250, 0}), post = box({-5, -5, -30}, {5, 5, 70});
  const std::vector<TouchingPair> touching = collisions(slab, {}, post).pairs;
  const SeparationBound found = separation_bound(slab, {}, post, {}, touching);
  EXPECT_NEAR(found.length, 30, 1e-9);
  EXPECT_NEAR(found.translation.z, 30, 1e-9);
  EXPECT_EQ(found.translation.x, 0);
  EXPECT_EQ(found.translation.y, 0);
  EXPECT_DOUBLE_EQ(overlap_thickness(slab, {}, post, touching).value(), 10);
  // The other way about, it is the slab that goes down.
  const SeparationBound other = separation_bound(post, {}, slab, {}, collisions(post, {}, slab).pairs);
  EXPECT_EQ(other.length, found.length);
  EXPECT_EQ(other.translation, -found.translation);
  // In a place of its own, turned and far away: along the slab's normal there.
  const Pose site{Random(3).rotation(), {4e6, -2e6, 1e5}};
  const SeparationBound there = separation_bound(slab, site, post, site, touching);
  EXPECT_NEAR(there.length, 30, 1e-6);
  EXPECT_LT(length(there.translation - site.rotate({0, 0, 30})), 1e-6);
}

// The greatest ball about some point of both that lies in both: what is shared is at least as thick.
double ball_inside(const Model& a, const Model& b, const Pose& b_in_a, const Bounds& where, Random& random) {
  double best = 0;
  const Pose a_in_b = inverse(b_in_a);
  for (int k = 0; k < 60; ++k) {
    const Vec3d side = where.size();
    const Vec3d p = where.low + Vec3d{random.uniform() * side.x, random.uniform() * side.y, random.uniform() * side.z};
    if (locate(a, p) != Where::inside || locate(b, a_in_b * p) != Where::inside) continue;
    const Model point = model(Mesh::make({p}, {{0, 0, 0}}).value());
    best = larger(best, lesser(distance(a, {}, point).distance, distance(b, a_in_b, point).distance));
  }
  return best;
}

Bounds box_of(const Mesh& mesh, const Pose& pose) {
  Bounds out;
  for (const Vec3d& v : mesh.vertices()) out.add(pose * v);
  return out;
}

TEST(Separation, RandomClashesOfClosedModels) {
  const Mesh shapes[] = {generate::sphere(1, 200),
                         generate::torus(1, 0.3, 24, 12),
                         generate::box({1, 2, 0.5}),
                         generate::box({0.2, 0.2, 3}),
                         generate::cylinder(0.3, 2.5, 16),
                         generate::ring(0.5, 1, 0.4, 20),
                         generate::wrinkled_torus(500),
                         scaled(generate::gear({.teeth = 12}), 0.03),
                         scaled(generate::spiral_peg(800), 0.5)};
  std::vector<Model> models;
  for (const Mesh& shape : shapes) models.push_back(model(shape));
  for (const Model& m : models) ASSERT_TRUE(m.closed());
  Random random(16);
  const int wanted = testing::cases(testing::unless_sanitized(150, 20), 2000);
  int clashes = 0, contained_pairs = 0, thick = 0;
  for (int round = 0; clashes < wanted; ++round) {
    ASSERT_LT(round, 20 * wanted) << "too few clashes";
    const Model &a = models[random.below(9)], &b = models[random.below(9)];
    const double far = round % 4 == 3 ? 1e6 : 0;
    const Pose at_a{random.rotation(), far * random.in_box(1)},
        at_b{random.rotation(), at_a.translation + random.in_box(1.2)};
    const Pose b_in_a = relative(at_a, at_b);
    const Clash found = clash(a, b_in_a, b, {.solid = true});
    if (found.state != Clash::State::clash) continue;
    ++clashes;
    const std::vector<TouchingPair> touching = collisions(a, b_in_a, b).pairs;
    const SeparationBound bound = separation_bound(a, at_a, b, at_b, touching);
    ASSERT_NEAR(length(bound.translation), bound.length, 1e-12 * bound.length);
    ASSERT_TRUE(are_apart(a, at_a, b, moved(at_b, (1 + 1e-9) * bound.translation))) << round;
    ASSERT_TRUE(are_apart(a, moved(at_a, -(1 + 1e-9) * bound.translation), b, at_b)) << round;
    std::vector<TouchingPair> exchanged;
    for (const TouchingPair& pair : touching) exchanged.push_back({pair.triangle_b, pair.triangle_a});
    const SeparationBound other = separation_bound(b, at_b, a, at_a, exchanged);
    ASSERT_EQ(other.length, bound.length);
    ASSERT_EQ(other.translation, -bound.translation);

    if (found.contained) {
      ++contained_pairs;
      continue;
    }
    const double thickness = overlap_thickness(a, b_in_a, b, touching).value();
    const Bounds of_a = box_of(a.mesh(), {}), of_b = box_of(b.mesh(), b_in_a);
    const Bounds both{larger(of_a.low, of_b.low), lesser(of_a.high, of_b.high)};
    const Vec3d sides = both.size();
    ASSERT_LE(thickness, lesser(sides.x, lesser(sides.y, sides.z)) + 1e-9);
    const double ball = ball_inside(a, b, b_in_a, both, random);
    ASSERT_GE(thickness, 2 * ball * (1 - 1e-9)) << round;
    thick += ball > 0;
  }
  EXPECT_GT(thick, wanted / 4);
  std::printf("[ saw      ] %d clashes, %d of them contained, %d with points known to be shared\n", clashes,
              contained_pairs, thick);
}

// Of boxes the shortest translation is known: the bound is never below it, and meets it along faces.
TEST(Separation, IsNoLessThanThePenetrationDepthOfBoxes) {
  Random random(7);
  testing::Outcomes tight("bounds that are the depth itself", 0.1);
  for (int round = 0; round < 200; ++round) {
    const Vec3d size_a{1 + random.uniform(), 1, 2}, size_b{1, 0.4 + random.uniform(), 1};
    const Pose at_b{random.rotation(), random.in_box(1)};
    const Model a = model(generate::box(size_a)), b = model(generate::box(size_b));
    const Penetration depth = penetration(Box{size_a}, at_b, Box{size_b});
    if (!(depth.depth > 0)) continue;
    const SeparationBound bound = separation_bound(a, {}, b, at_b, collisions(a, at_b, b).pairs);
    ASSERT_GE(bound.length, depth.depth * (1 - 1e-9));
    tight.saw(bound.length < depth.depth * (1 + 1e-6));
  }
}

TEST(Separation, OfNothingIsNothing) {
  EXPECT_EQ(separation_bound(model(Mesh{}), {}, box({0, 0, 0}, {1, 1, 1}), {}).length, 0);
}

}  // namespace separation_test
}  // namespace apart
