// Deforming models: after any change they answer as models built anew, and over a step as all pairs of triangles do.
#include <apart/base/random.hpp>
#include <apart/motion/deforming/deforming_queries.hpp>
#include <apart/queries/self.hpp>
#include <apart/triangles/overlap.hpp>

#include <algorithm>
#include <limits>
#include <samples/generate.hpp>

#include "tests/support.hpp"

namespace apart {
namespace deforming_test {

std::vector<Vec3d> vertices_of(const Mesh& mesh) { return {mesh.vertices().begin(), mesh.vertices().end()}; }

// A smooth deformation of random direction, and a shift.
std::vector<Vec3d> bent(Random& random, std::span<const Vec3d> vertices, double by, Vec3d shift) {
  const Vec3d wave = 3 * random.direction(), way = by * random.direction();
  std::vector<Vec3d> out;
  for (Vec3d p : vertices) {
    const double x = dot(wave, p), bump = x / (1 + x * x);
    out.push_back(p + bump * way + shift);
  }
  return out;
}

// Each vertex by itself: what is far enough from flat crosses itself.
std::vector<Vec3d> crumpled(Random& random, std::span<const Vec3d> vertices, double by) {
  std::vector<Vec3d> out;
  for (Vec3d p : vertices) out.push_back(p + random.in_box(by));
  return out;
}

Model fresh(const DeformingModel& model) { return Model::make(model.mesh()).value(); }

void expect_as_built_anew(const DeformingModel& a, const DeformingModel& b, double tolerance) {
  const Model ma = fresh(a), mb = fresh(b);
  EXPECT_EQ(collide(a, b).colliding, collide(ma, mb).colliding);
  EXPECT_EQ(within(a, b, tolerance).within, within(ma, mb, tolerance).within);
  const Distance found = distance(a, b), anew = distance(ma, mb);
  EXPECT_EQ(found.distance, anew.distance);
  if (found.distance > 0) {
    EXPECT_EQ(found.on_a, anew.on_a);
    EXPECT_EQ(found.on_b, anew.on_b);
    EXPECT_EQ(found.a, anew.a);
    EXPECT_EQ(found.b, anew.b);
    EXPECT_EQ(found.status, anew.status);
  }
  EXPECT_EQ(distance(a.model(), b.model()).distance, anew.distance);
  EXPECT_EQ(collide(a.model(), b.model()).colliding, collide(ma, mb).colliding);
}

void expect_same_pairs(const std::vector<TouchingPair>& found, const std::vector<TouchingPair>& truth) {
  ASSERT_EQ(found.size(), truth.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_EQ(found[i].triangle_a, truth[i].triangle_a);
    EXPECT_EQ(found[i].triangle_b, truth[i].triangle_b);
  }
}

TEST(Deforming, GivenVertices) {
  Random random(1);
  testing::Outcomes outcomes("deforming pairs");
  for (BoxUpdate update : {BoxUpdate::all, BoxUpdate::on_demand}) {
    const Mesh torus = generate::torus(1, 0.3, 24, 12), ball = generate::sphere(0.6, 400);
    DeformingModel a = DeformingModel::make(torus, {.update = update}).value();
    DeformingModel b = DeformingModel::make(ball, {.update = update}).value();
    for (int i = 0; i < testing::cases(40, 1000); ++i) {
      ASSERT_TRUE(a.move(bent(random, torus.vertices(), 0.8, {})));
      ASSERT_TRUE(b.move(bent(random, ball.vertices(), 0.4, random.in_box(1.5))));
      if (i % 7 == 3) a.rebuild(1.05);
      expect_as_built_anew(a, b, random.uniform(0, 0.5));
      outcomes.saw(collide(a, b).colliding);
    }
  }
}

TEST(Deforming, MorphTargets) {
  Random random(2);
  testing::Outcomes outcomes("morphed pairs");
  const Mesh ball = generate::sphere(0.7, 300);
  std::vector<Mesh> targets{ball};
  for (int k = 0; k < 3; ++k)
    targets.push_back(
        Mesh::make(bent(random, ball.vertices(), 1, {}), {ball.faces().begin(), ball.faces().end()}).value());
  DeformingModel a = DeformingModel::morph(targets).value();
  DeformingModel b = DeformingModel::make(generate::box({0.5, 0.5, 0.5})).value();
  expect_as_built_anew(a, b, 0.1);
  for (int i = 0; i < testing::cases(60, 1000); ++i) {
    // Weights that add up to one, and any others.
    std::vector<double> weights;
    for (std::size_t k = 0; k < targets.size(); ++k) weights.push_back(random.uniform(i % 2 ? -1 : 0, 1));
    if (i % 3 == 0) weights = {0.25, 0.25, 0.25, 0.25};
    ASSERT_TRUE(a.blend(weights));
    ASSERT_TRUE(b.place({{}, random.in_box(1.5)}));
    expect_as_built_anew(a, b, 0.2);
    outcomes.saw(collide(a, b).colliding);
  }
}

TEST(Deforming, SkinsAndScaledModels) {
  Random random(3);
  testing::Outcomes outcomes("skinned pairs");
  const Mesh rod = generate::cylinder(0.2, 2, 24);
  std::vector<std::vector<BoneWeight>> weights;
  for (Vec3d p : rod.vertices()) {
    const double upper = std::clamp(0.5 * p.z, 0.0, 1.0);
    weights.push_back({{0, 1 - upper}, {1, upper}, {2, 0.1}});
  }
  DeformingModel a = DeformingModel::skin(rod, weights, 3).value();
  DeformingModel b = DeformingModel::make(generate::torus(0.8, 0.2, 16, 8)).value();
  expect_as_built_anew(a, b, 0.1);
  for (int i = 0; i < testing::cases(60, 1000); ++i) {
    std::vector<Affine> bones;
    for (int k = 0; k < 3; ++k) bones.push_back({random.rotation(), random.in_box(0.3)});
    ASSERT_TRUE(a.pose(bones));
    const Vec3d s{random.uniform(0.3, 1.5), random.uniform(0.3, 1.5), random.uniform(0.3, 1.5)};
    ASSERT_TRUE(b.place({random.rotation() * Mat3d{{{s.x, 0.1, 0}, {0, s.y, 0}, {0, 0, -s.z}}}, random.in_box(1)}));
    expect_as_built_anew(a, b, 0.2);
    outcomes.saw(collide(a, b).colliding);
  }
}

TEST(Deforming, SelfCollisions) {
  Random random(4);
  int folded = 0;
  const Mesh sheet = generate::height_field({2, 2, 0.05}, 12, 12);
  for (BoxUpdate update : {BoxUpdate::all, BoxUpdate::on_demand}) {
    DeformingModel cloth = DeformingModel::make(sheet, {.update = update}).value();
    for (int i = 0; i < testing::cases(30, 500); ++i) {
      ASSERT_TRUE(cloth.move(crumpled(random, sheet.vertices(), 0.3 * random.uniform())));
      const std::vector<TouchingPair> truth = self_collisions(fresh(cloth));
      folded += !truth.empty();
      expect_same_pairs(self_collisions(cloth), truth);
    }
  }
  EXPECT_GT(folded, 5);
}

TEST(Deforming, SubtreesAreBuiltAgainWhereTheyDecay) {
  const Mesh ball = generate::sphere(1, 2000);
  DeformingModel a = DeformingModel::make(ball, {.update = BoxUpdate::all, .rebuild_above = 1.5}).value();
  EXPECT_EQ(a.move(vertices_of(ball)).value().triangles, 0u);
  // Every vertex goes elsewhere on the sphere: what was near is not.
  std::vector<Vec3d> mixed = vertices_of(ball);
  Random random(5);
  for (std::size_t i = mixed.size(); i > 1; --i) std::swap(mixed[i - 1], mixed[random.below(u32(i))]);
  const BoxWork work = a.move(mixed).value();
  EXPECT_GE(work.boxes, 500u);
  std::vector<Vec3d> turned;
  for (Vec3d p : vertices_of(ball)) turned.push_back(p.x > 0 ? Vec3d{p.x, 2 * p.z, 3 * p.y} : p);
  DeformingModel b = DeformingModel::make(ball, {.update = BoxUpdate::all, .rebuild_above = 1.01}).value();
  EXPECT_GT(b.move(turned).value().triangles, 0u);
  DeformingModel c = DeformingModel::make(generate::box({0.3, 0.3, 0.3})).value();
  ASSERT_TRUE(c.place({{}, {2, 0.2, 0.1}}));
  expect_as_built_anew(b, c, 0.5);
}

TEST(Deforming, OnDemandComputesFewBoxes) {
  const Mesh ball = generate::sphere(1, 20'000);
  DeformingModel lazy = DeformingModel::make(ball).value();
  DeformingModel all = DeformingModel::make(ball, {.update = BoxUpdate::all}).value();
  EXPECT_LT(10 * lazy.move(vertices_of(ball)).value().boxes, all.move(vertices_of(ball)).value().boxes);
}

// All pairs of triangles: the same time, to the bit, since pruning does not change an answer.
DeformingImpact of_all_pairs(const DeformingModel& a, const DeformingModel& b,
                             const FirstContactOptions& options = {}) {
  DeformingImpact best;
  for (u32 i = 0; i < a.size(); ++i)
    for (u32 j = 0; j < b.size(); ++j) {
      const FirstContact found = first_contact(MovingTriangle::between(a.triangle_before(i), a.triangle(i)),
                                               MovingTriangle::between(b.triangle_before(j), b.triangle(j)), options);
      if (found.hit && (!best.hit || found.free_until < best.free_until))
        best.hit = true, best.free_until = found.free_until, best.triangle_a = i, best.triangle_b = j;
    }
  return best;
}

TEST(Deforming, FirstContactOfAStep) {
  Random random(6);
  testing::Outcomes outcomes("steps of deforming pairs");
  const Mesh torus = generate::torus(1, 0.25, 14, 7), ball = generate::sphere(0.5, 120);
  DeformingModel a = DeformingModel::make(torus).value(),
                 b = DeformingModel::make(ball, {.update = BoxUpdate::all}).value();
  for (int i = 0; i < testing::cases(40, 500); ++i) {
    ASSERT_TRUE(a.move(bent(random, torus.vertices(), 0.3, {})));
    ASSERT_TRUE(b.move(bent(random, ball.vertices(), 0.3, 2.2 * random.direction())));
    if (collide(a, b)) continue;
    a.start_step(), b.start_step();
    ASSERT_TRUE(a.move(bent(random, torus.vertices(), 0.5, {})));
    ASSERT_TRUE(b.move(bent(random, ball.vertices(), 0.3, 2 * random.direction())));
    const FirstContactOptions options{.clearance = i % 4 == 0 ? 0.1 : 0, .tolerance = i % 4 == 0 ? 1e-9 : 0};
    const DeformingImpact found = impact(a, b, options), truth = of_all_pairs(a, b, options);
    outcomes.saw(found.hit);
    ASSERT_EQ(found.hit, truth.hit);
    EXPECT_EQ(found.free_until, truth.free_until);
    if (!found.hit) continue;
    EXPECT_EQ(found.triangle_a, truth.triangle_a);
    EXPECT_EQ(found.triangle_b, truth.triangle_b);
    EXPECT_NEAR(length(found.on_b - found.on_a), options.clearance, 1e-8);
  }
}

TEST(Deforming, AThinWallBetweenTwoMoments) {
  DeformingModel wall = DeformingModel::make(generate::box({4, 4, 1e-3})).value();
  const Mesh ball = generate::sphere(0.2, 200);
  DeformingModel bullet = DeformingModel::make(ball).value();
  const auto at = [&](double z) {
    std::vector<Vec3d> out = vertices_of(ball);
    for (Vec3d& p : out) p.z += z;
    return out;
  };
  ASSERT_TRUE(bullet.move(at(-5)));
  bullet.start_step();
  ASSERT_TRUE(bullet.move(at(5)));
  EXPECT_FALSE(collide(wall, bullet).colliding);
  const DeformingImpact found = impact(wall, bullet);
  ASSERT_TRUE(found.hit);
  EXPECT_NEAR(found.free_until, (5 - 0.2 - 5e-4) / 10, 2e-3);
}

TEST(Deforming, ASurfaceTouchesItself) {
  // A strip that is folded at its middle until its ends meet.
  std::vector<Vec3d> flat;
  std::vector<Face> faces;
  for (int i = 0; i <= 8; ++i)
    for (int j = 0; j <= 1; ++j) flat.push_back({double(i), double(j), 0});
  for (u32 i = 0; i < 8; ++i) {
    faces.push_back({2 * i, 2 * i + 2, 2 * i + 1});
    faces.push_back({2 * i + 1, 2 * i + 2, 2 * i + 3});
  }
  DeformingModel strip = DeformingModel::make(Mesh::make(flat, faces).value()).value();
  EXPECT_FALSE(self_impact(strip).hit);
  const auto folded = [&](double end) {  // the right half comes back above the left one, at height 1, and then below
    std::vector<Vec3d> out = flat;
    for (Vec3d& p : out)
      if (p.x > 4) p = {8 - p.x, p.y, end * (p.x - 4)};
    return out;
  };
  ASSERT_TRUE(strip.move(folded(0.5)));
  EXPECT_TRUE(self_collisions(strip).empty());
  strip.start_step();
  ASSERT_TRUE(strip.move(folded(-0.5)));
  EXPECT_TRUE(self_collisions(strip).empty());  // it went through itself
  const DeformingImpact found = self_impact(strip);
  ASSERT_TRUE(found.hit);
  EXPECT_NEAR(found.free_until, 0.5, 1e-12);
  strip.start_step();
  ASSERT_TRUE(strip.move(folded(-0.6)));
  EXPECT_FALSE(self_impact(strip).hit);
}

TEST(Deforming, SelfImpactAgainstSampling) {
  Random random(8);
  testing::Outcomes outcomes("steps of cloth", 0.1);
  const Mesh sheet = generate::height_field({2, 2, 0.02}, 8, 8);
  DeformingModel cloth = DeformingModel::make(sheet).value();
  for (int i = 0; i < testing::cases(60, 1000); ++i) {
    ASSERT_TRUE(cloth.move(vertices_of(sheet)));
    cloth.start_step();
    const std::vector<Vec3d> end = crumpled(random, sheet.vertices(), 0.4 * random.uniform());
    ASSERT_TRUE(cloth.move(end));
    const DeformingImpact found = self_impact(cloth);
    outcomes.saw(found.hit);
    DeformingModel sampled = DeformingModel::make(sheet).value();
    for (int k = 0; k <= 16; ++k) {
      std::vector<Vec3d> between;
      for (std::size_t v = 0; v < end.size(); ++v)
        between.push_back(sheet.vertices()[v] + (k / 16.0) * (end[v] - sheet.vertices()[v]));
      ASSERT_TRUE(sampled.move(between));
      if (self_collisions(sampled).empty()) continue;
      ASSERT_TRUE(found.hit) << i;
      EXPECT_LE(found.free_until, k / 16.0 + 1e-12);
      break;
    }
  }
}

TEST(Deforming, BadInput) {
  const Mesh box = generate::box({1, 1, 1});
  DeformingModel a = DeformingModel::make(box).value();
  EXPECT_FALSE(a.move({{0, 0, 0}}).ok());
  std::vector<Vec3d> bad = vertices_of(box);
  bad[3].y = std::numeric_limits<double>::quiet_NaN();
  EXPECT_NE(a.move(bad).error().find("vertex 3"), std::string::npos);
  EXPECT_FALSE(a.blend({1}).ok());
  EXPECT_FALSE(a.pose({}).ok());
  EXPECT_FALSE(a.place({{}, {0, 0, std::numeric_limits<double>::infinity()}}).ok());
  EXPECT_FALSE(DeformingModel::morph({}).ok());
  const Mesh two[2] = {box, generate::sphere(1, 100)};
  EXPECT_FALSE(DeformingModel::morph(two).ok());
  EXPECT_FALSE(DeformingModel::skin(box, {}, 1).ok());
  std::vector<std::vector<BoneWeight>> weights(box.vertices().size(), {{0, 1}});
  EXPECT_TRUE(DeformingModel::skin(box, weights, 1).ok());
  weights[2] = {{1, 1}};
  EXPECT_NE(DeformingModel::skin(box, weights, 1).error().find("vertex 2"), std::string::npos);
  weights[2] = {{0, 0}};
  EXPECT_FALSE(DeformingModel::skin(box, weights, 1).ok());
  EXPECT_FALSE(DeformingModel::make(box, {.leaf_size = 0}).ok());
  // Nothing: neither contact nor distance.
  const DeformingModel none = DeformingModel::make(Mesh{}).value();
  EXPECT_EQ(collide(none, a).status, Status::nothing);
  EXPECT_EQ(distance(none, a).status, Status::nothing);
  EXPECT_FALSE(impact(none, a).hit);
}

}  // namespace deforming_test
}  // namespace apart
