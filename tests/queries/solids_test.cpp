// Queries of closed meshes as solids; and the mesh cases that other libraries got wrong.
#include <apart/base/random.hpp>
#include <apart/queries/collide.hpp>
#include <apart/queries/collisions.hpp>
#include <apart/queries/containment.hpp>
#include <apart/queries/distance.hpp>
#include <apart/queries/within.hpp>
#include <samples/generate.hpp>

#include "tests/support.hpp"

namespace apart {
namespace solids_test {

Model box(Vec3d low, Vec3d high) {
  return Model::make(placed(generate::box(high - low), Pose::shift(0.5 * (low + high)))).value();
}

TEST(Locate, AgreesWithTheFormula) {
  Random random(1);
  const double radius = 1, tube = 0.4;
  const Model torus = Model::make(generate::torus(radius, tube, 64, 32)).value();
  ASSERT_TRUE(torus.closed());
  testing::Outcomes outcomes("points inside");
  for (int k = 0; k < 20000; ++k) {
    const Vec3d p{random.uniform(-1.5, 1.5), random.uniform(-1.5, 1.5), random.uniform(-0.4, 0.4)};
    const double level = std::hypot(std::hypot(p.x, p.y) - radius, p.z) - tube;
    if (std::abs(level) < 0.01) continue;  // the facets deviate from the torus by less than this
    const Where where = locate(torus, p);
    outcomes.saw(where == Where::inside);
    ASSERT_EQ(where, level < 0 ? Where::inside : Where::outside);
  }
}

TEST(Locate, PointsOnTheSurfaceAreFoundExactly) {
  const Model cube = box({0, 0, 0}, {1, 1, 1});
  for (Vec3d p : {Vec3d{0, 0, 0}, {0.5, 0, 0}, {0.5, 0.5, 0}, {0.25, 0.5, 1}, {1, 1, 1}, {1, 0.3, 0.7}})
    EXPECT_EQ(locate(cube, p), Where::on_surface);
  EXPECT_EQ(locate(cube, {0.5, 0.5, 0.5}), Where::inside);
  EXPECT_EQ(locate(cube, {0.5, 0.5, 1e-300}), Where::inside);
  EXPECT_EQ(locate(cube, {0.5, 0.5, -1e-300}), Where::outside);
  EXPECT_EQ(locate(cube, {1.5, 0.5, 0.5}), Where::outside);
}

TEST(Locate, OverlappingPartsAreSolidThroughout) {
  // trimesh#1416: a random answer in the overlap.
  const Mesh parts[] = {generate::box({2, 2, 2}), placed(generate::box({2, 2, 2}), Pose::shift({1, 0.5, 0.25}))};
  const Model both = Model::make(joined(parts)).value();
  for (int k = 0; k < 100; ++k) EXPECT_EQ(locate(both, {0.5, 0.25, 0.1}), Where::inside);
}

TEST(Solids, OneInsideTheOther) {
  // fcl#492, fcl#78, fcl#641, coal#134, trimesh#1875: "no collision".
  const Model outer = box({-5, -5, -5}, {5, 5, 5}), inner = box({-1, -1, -1}, {1, 1, 1});
  for (const auto& [a, b] : {std::pair{outer, inner}, {inner, outer}}) {
    EXPECT_FALSE(collide(a, {}, b));
    EXPECT_EQ(distance(a, {}, b).distance, 4);
    const Collision hit = collide(a, {}, b, {.solid = true});
    EXPECT_TRUE(hit);
    EXPECT_TRUE(hit.contained);
    EXPECT_EQ(distance(a, {}, b, {.solid = true}).distance, 0);
    EXPECT_TRUE(distance(a, {}, b, {.solid = true}).contained);
    EXPECT_TRUE(within(a, {}, b, 0.1, {.solid = true}));
    EXPECT_FALSE(within(a, {}, b, 0.1));
  }
  EXPECT_FALSE(collide(outer, Pose::shift({20, 0, 0}), inner, {.solid = true}));
}

TEST(Solids, InTheHoleIsOutside) {
  const Model torus = Model::make(generate::torus(3, 1, 40, 20)).value(), ball = box({-1, -1, -1}, {1, 1, 1});
  EXPECT_FALSE(collide(torus, {}, ball, {.solid = true}));
  EXPECT_TRUE(collide(torus, Pose::shift({3, 0, 0}), Model::make(generate::sphere(0.2, 100)).value(), {.solid = true}));
}

TEST(Solids, AnyPartInsideCounts) {
  const Mesh parts[] = {placed(generate::box({1, 1, 1}), Pose::shift({100, 0, 0})), generate::box({1, 1, 1})};
  const Model two = Model::make(joined(parts)).value(), outer = box({-5, -5, -5}, {5, 5, 5});
  EXPECT_TRUE(collide(outer, {}, two, {.solid = true}));
  EXPECT_TRUE(collide(two, {}, outer, {.solid = true}));
}

TEST(Solids, ASoupIsASurface) {
  Mesh full = generate::box({10, 10, 10});
  const Mesh open =
      Mesh::make({full.vertices().begin(), full.vertices().end()}, {full.faces().begin() + 1, full.faces().end()})
          .value();
  const Model lidless = Model::make(open).value();
  EXPECT_FALSE(lidless.closed());
  EXPECT_FALSE(collide(lidless, {}, box({-1, -1, -1}, {1, 1, 1}), {.solid = true}));
}

TEST(NastyMeshes, SharedFace) {
  // fcl#503: a strange depth.
  const Model a = box({-2, -1, 0}, {0, 1, 2}), b = box({0, -1, 0}, {2, 1, 2});
  EXPECT_TRUE(collide(a, {}, b));
  EXPECT_EQ(distance(a, {}, b).distance, 0);
}

TEST(NastyMeshes, AlignedWallsWithCoplanarSides) {
  // IfcOpenShell#4594: walls that overlap by 50 mm with coplanar sides were not called a clash.
  const Model wall = box({0, 0, 0}, {5, 0.2, 3});
  const Model overlapping = box({4.95, 0, 0}, {9, 0.2, 3});
  EXPECT_TRUE(collide(wall, {}, overlapping));
  EXPECT_TRUE(collide(wall, Pose::shift({0, 0.002, 0}), overlapping));
  EXPECT_EQ(distance(wall, {}, overlapping).distance, 0);
  const Model abutting = box({5, 0, 0}, {9, 0.2, 3});
  EXPECT_EQ(distance(wall, {}, abutting).distance, 0);  // they touch, and nothing more
  for (const TouchingPair& p : collisions(wall, {}, abutting).pairs) {
    const Meeting met = meeting(wall, {}, abutting, p);
    EXPECT_EQ(met.p.x, 5);
    EXPECT_EQ(met.q.x, 5);
  }
  const Model apart = box({5.05, 0, 0}, {9, 0.2, 3});
  EXPECT_FALSE(collide(wall, {}, apart));
  EXPECT_NEAR(distance(wall, {}, apart).distance, 0.05, 1e-15);
}

TEST(NastyMeshes, FlushSinglePrecisionSurfaces) {
  // ifc-lite#2594: flush surfaces in single precision at magnitude 2–4 were a "hard clash" of 2.384e-7.
  const double flush = double(3.1f), off = double(std::nextafter(3.1f, 4.0f));
  const Model below = box({0, 0, 0}, {4, 4, flush});
  EXPECT_EQ(distance(below, {}, box({1, 1, flush}, {3, 3, 5})).distance, 0);
  EXPECT_FALSE(collide(below, {}, box({1, 1, off}, {3, 3, 5})));
  EXPECT_NEAR(distance(below, {}, box({1, 1, off}, {3, 3, 5})).distance, off - flush, 1e-22);
  EXPECT_TRUE(within(below, {}, box({1, 1, off}, {3, 3, 5}), 1e-6));  // a touch, to a micrometre
}

TEST(NastyMeshes, RepeatedAndExchanged) {
  // fcl#576, coal PR 885: stale or different answers.
  Random random(2);
  const Model a = Model::make(generate::torus(1, 0.3, 20, 10)).value(), b = box({-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5});
  testing::Outcomes outcomes("poses that touch");
  for (int k = 0; k < 300; ++k) {
    const Vec3d shift = 2.2 * random.in_ball();
    const Distance first = distance(a, Pose::shift(shift), b), again = distance(a, Pose::shift(shift), b);
    const Distance swapped = distance(b, Pose::shift(-shift), a);
    outcomes.saw(first.distance == 0);
    EXPECT_EQ(first.distance, again.distance);
    EXPECT_EQ(first.on_a, again.on_a);
    EXPECT_NEAR(first.distance, swapped.distance, 1e-14);
    EXPECT_EQ(collide(a, Pose::shift(shift), b).colliding, collide(a, Pose::shift(shift), b).colliding);
  }
  // In one frame nothing is rounded, and the exchanged answer is the same to the last bit.
  const Model moved = Model::make(placed(b.mesh(), random.pose(2))).value();
  EXPECT_EQ(distance(a, {}, moved).distance, distance(moved, {}, a).distance);
}

TEST(NastyMeshes, TheSameSceneFarFromTheOrigin) {
  const Vec3d far{1e7, -1e7, 1e7};
  const Model a = box(far, far + Vec3d{1, 1, 1}), b = box(far + Vec3d{1.25, 0, 0}, far + Vec3d{2, 1, 1});
  EXPECT_EQ(distance(a, {}, b).distance, 0.25);
  EXPECT_FALSE(collide(a, {}, b));
  EXPECT_TRUE(collide(a, Pose::shift({-0.25, 0, 0}), b));
}

}  // namespace solids_test
}  // namespace apart
