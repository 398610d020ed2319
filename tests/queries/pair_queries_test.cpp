// The everyday questions against brute force, over generated models and soups, at random poses.
#include <apart/base/random.hpp>
#include <apart/hierarchy/model_tree.hpp>
#include <apart/queries/collide.hpp>
#include <apart/queries/collisions.hpp>
#include <apart/queries/distance.hpp>
#include <apart/queries/sort_pairs.hpp>
#include <apart/queries/within.hpp>
#include <samples/generate.hpp>
#include <thread>

#include "tests/brute_force.hpp"
#include "tests/support.hpp"

namespace apart {
namespace pair_queries_test {

struct Named {
  std::string name;
  Model model;
  double size;
};

std::vector<Named> models() {
  Random random(3);
  std::vector<Named> out;
  const auto add = [&](std::string name, const Mesh& mesh) {
    Model model = Model::make(mesh).value();
    const double size = model.tree().frame.radius;
    out.push_back({std::move(name), std::move(model), size});
  };
  add("box", generate::box({1, 2, 3}));
  add("sphere", generate::sphere(1, 180));
  add("torus", generate::torus(1, 0.3, 12, 8));
  add("soup", generate::soup(random, 120));
  add("bad soup", generate::soup(random, 80, {.point = 0.25, .segment = 0.25, .sliver = 0.25, .duplicate = 0.25}));
  add("far box", placed(generate::box({1, 1, 1}), Pose::shift({1e6, 2e6, -3e6})));
  add("tiny torus", scaled(generate::torus(1, 0.3, 10, 6), 1e-6));
  add("huge sphere", scaled(generate::sphere(1, 100), 1e6));
  return out;
}

// Places the middle of B near the middle of A, so that about half of the poses touch.
Pose near_pose(Random& random, const Named& a, const Named& b) {
  const Mat3d turn = random.rotation();
  const double reach = a.size + b.size;
  const Vec3d middle = a.model.tree().frame.centre + reach * random.uniform(0, 1.1) * random.direction();
  return {turn, middle - turn * b.model.tree().frame.centre};
}

TEST(PairQueries, AgreeWithBruteForce) {
  Random random(4);
  const auto all = models();
  testing::Outcomes outcomes("pairs of models that touch");
  for (const Named& a : all)
    for (const Named& b : all)
      for (int k = 0; k < testing::cases(8, 100); ++k) {
        const Pose at = near_pose(random, a, b);
        SCOPED_TRACE(a.name + " and " + b.name + ", pose " + std::to_string(k));
        const auto truth = testing::touching_pairs(a.model.mesh(), at, b.model.mesh());
        const double gap = testing::smallest_distance(a.model.mesh(), at, b.model.mesh());
        outcomes.saw(!truth.empty());

        const Collision hit = collide(a.model, at, b.model);
        ASSERT_EQ(hit.colliding, !truth.empty());
        if (hit) {
          ASSERT_TRUE(std::binary_search(truth.begin(), truth.end(), std::pair(hit.a.triangle, hit.b.triangle)));
        }

        const Collisions pairs = collisions(a.model, at, b.model);
        ASSERT_EQ(pairs.status, Status::exact);
        ASSERT_EQ(pairs.pairs.size(), truth.size());
        for (std::size_t i = 0; i < truth.size(); ++i)
          ASSERT_EQ(std::pair(pairs.pairs[i].triangle_a, pairs.pairs[i].triangle_b), truth[i]);

        const Distance d = distance(a.model, at, b.model);
        ASSERT_EQ(d.distance, gap);
        ASSERT_EQ(d.status, Status::exact);
        // The points are as far apart as it says, and lie on the two triangles.
        const double room = 1e-9 * (a.size + b.size) + 1e-15 * length(at.translation);
        ASSERT_NEAR(length(d.on_a - d.on_b), d.distance, room);
        const Triangle ta = a.model.mesh().triangle(d.a.triangle), tb = at * b.model.mesh().triangle(d.b.triangle);
        ASSERT_LE(std::sqrt(distance(ta, {d.on_a, d.on_a, d.on_a}).squared), room);
        ASSERT_LE(std::sqrt(distance(tb, {d.on_b, d.on_b, d.on_b}).squared), room);

        for (double factor : {0.0, 0.5, 0.999999, 1.0, 1.000001, 2.0})
          ASSERT_EQ(within(a.model, at, b.model, gap * factor).within, gap <= gap * factor);

        // Exchanged: the mirrored answer.
        ASSERT_NEAR(distance(b.model, inverse(at), a.model).distance, gap, room);
      }
}

// Where corners lie as near to several triangles, up to the last bit: the answer is that of all pairs, in any order.
TEST(PairQueries, DistanceIsThatOfAllPairsToTheBit) {
  const Model a = Model::make(generate::box({1, 1, 1})).value();
  Random random(11);
  const auto same_as_all_pairs = [&](const Model& b, const Pose& at) {
    const Distance found = distance(a, at, b);
    if (found.distance == 0) return;
    TriangleGap best{std::numeric_limits<double>::infinity(), {}, {}};
    u32 best_a = 0, best_b = 0;
    for (u32 i = 0; i < a.mesh().size(); ++i)
      for (u32 j = 0; j < b.mesh().size(); ++j)
        if (const TriangleGap gap = triangles::distance(a.mesh().triangle(i), at * b.mesh().triangle(j));
            gap.squared < best.squared)
          best = gap, best_a = i, best_b = j;
    ASSERT_EQ(found.distance, std::sqrt(best.squared));
    ASSERT_EQ(found.a.triangle, best_a);
    ASSERT_EQ(found.b.triangle, best_b);
    ASSERT_EQ(found.on_a, best.on_s);
    ASSERT_EQ(found.on_b, best.on_t);
  };
  // Here a triangle was named whose distance is larger in its last bit.
  const double near_third = 0x1.5555555555556p-2, third = 0x1.5555555555554p-2, two = 0x1.5555555555555p-1;
  same_as_all_pairs(
      a, {Mat3d{{{near_third, two, two}, {two, near_third, -two}, {-two, two, -third}}}, {-0.75, -1.375, -0.75}});
  const Model cylinder = Model::make(generate::cylinder(0.5, 1, 16)).value();
  for (int k = 0; k < testing::cases(2000, 200000); ++k) {
    double q[4];
    for (double& x : q) x = random.chance(0.5) ? 1 : -1;
    q[random.below(4)] = 0;  // a turn by thirds
    Pose at = Pose::from_quaternion(q[0], q[1], q[2], q[3], {}).value();
    for (int axis = 0; axis < 3; ++axis) at.translation[axis] = 0.125 * (double(random.below(25)) - 12);
    same_as_all_pairs(random.chance(0.5) ? a : cylinder, at);
  }
}

TEST(PairQueries, DistanceOptions) {
  const Model box = Model::make(generate::box({1, 1, 1})).value();
  const Pose at = Pose::shift({3, 0, 0});
  EXPECT_EQ(distance(box, at, box).distance, 2);
  const Distance beyond = distance(box, at, box, {.max = 1.5});
  EXPECT_EQ(beyond.status, Status::at_least);
  EXPECT_EQ(beyond.distance, 1.5);
  EXPECT_FALSE(beyond.has_points());
  const Distance at_max = distance(box, at, box, {.max = 2});
  EXPECT_EQ(at_max.status, Status::exact);
  EXPECT_EQ(at_max.distance, 2);

  Random random(5);
  const Model torus = Model::make(generate::torus(1, 0.3, 24, 12)).value();
  for (int k = 0; k < 200; ++k) {
    const Pose pose{random.rotation(), random.uniform(0.5, 5) * random.direction()};
    const double truth = distance(torus, pose, torus).distance;
    const Distance close = distance(torus, pose, torus, {.abs_error = 0.1});
    EXPECT_GE(close.distance, truth);
    EXPECT_LE(close.distance, truth + 0.1);
    EXPECT_EQ(close.status, close.distance > 0 ? Status::within_error : Status::exact);
    const Distance rough = distance(torus, pose, torus, {.rel_error = 0.3});
    EXPECT_GE(rough.distance, truth);
    EXPECT_LE(rough.distance, truth * 1.3);
    const Distance capped = distance(torus, pose, torus, {.max = 1});
    EXPECT_EQ(capped.status, truth <= 1 ? Status::exact : Status::at_least);
    EXPECT_EQ(capped.distance, std::min(truth, 1.0));
  }
}

TEST(PairQueries, ALimitIsReported) {
  const Model torus = Model::make(generate::torus(1, 0.3, 24, 12)).value();
  const Pose at = Pose::shift({0.5, 0.1, 0});
  const std::size_t all = collisions(torus, at, torus).pairs.size();
  ASSERT_GT(all, 10u);
  EXPECT_EQ(collisions(torus, at, torus, 5).pairs.size(), 5u);
  EXPECT_EQ(collisions(torus, at, torus, 5).status, Status::limit);
  EXPECT_EQ(collisions(torus, at, torus, all).status, Status::exact);
  EXPECT_EQ(collisions(torus, at, torus, 0).status, Status::limit);
  EXPECT_TRUE(collisions(torus, at, torus, 0).pairs.empty());
}

TEST(PairQueries, NothingTouchesAnEmptyModel) {
  const Model none = Model::make({}).value(), box = Model::make(generate::box({1, 1, 1})).value();
  for (const auto& [a, b] : {std::pair{none, box}, {box, none}, {none, none}}) {
    EXPECT_FALSE(collide(a, {}, b));
    EXPECT_EQ(collide(a, {}, b).status, Status::nothing);
    EXPECT_FALSE(within(a, {}, b, 1e9));
    EXPECT_EQ(distance(a, {}, b).status, Status::nothing);
    EXPECT_EQ(distance(a, {}, b).distance, std::numeric_limits<double>::infinity());
    EXPECT_TRUE(collisions(a, {}, b).pairs.empty());
  }
}

TEST(PairQueries, WorldPosesGiveWorldPoints) {
  Random random(6);
  const Model box = Model::make(generate::box({1, 2, 3})).value();
  const Model ball = Model::make(generate::sphere(1, 200)).value();
  for (int k = 0; k < 100; ++k) {
    const Pose a = random.pose(10), b = random.pose(10);
    const Distance local = distance(box, inverse(a) * b, ball), world = distance(box, a, ball, b);
    EXPECT_NEAR(local.distance, world.distance, 1e-12);
    EXPECT_LT(length(a * local.on_a - world.on_a), 1e-9);
    EXPECT_EQ(collide(box, a, ball, b).colliding, local.distance == 0);
    EXPECT_EQ(within(box, a, ball, b, 3).within, world.distance <= 3);
  }
  // One turn for both: models that touch in it touch exactly.
  const Pose turned = random.pose(10);
  EXPECT_TRUE(collide(box, turned, box, turned * Pose::shift({1, 0, 0})));
}

TEST(PairQueries, CallersMistakesAreCaught) {
  const Model box = Model::make(generate::box({1, 1, 1})).value();
  Pose stretched;
  stretched.rotation(0, 0) = 1.1;
  EXPECT_EQ(collide(box, stretched, box).status, Status::invalid);
  EXPECT_EQ(distance(box, stretched, box).status, Status::invalid);
  EXPECT_THROW(within(box, {}, box, -1), UsageError);
  EXPECT_THROW(within(box, {}, box, std::nan("")), UsageError);
  EXPECT_THROW(distance(box, {}, box, {.max = std::nan("")}), UsageError);
}

TEST(PairQueries, HugeMeshesAreRefused) {
  EXPECT_FALSE(Model::make(generate::box({1e19, 1, 1})));
  EXPECT_TRUE(Model::make(generate::box({1e17, 1, 1})));
}

TEST(PairQueries, FarTranslationsNeitherOverflowNorHang) {
  const Model box = Model::make(generate::box({1, 1, 1})).value();
  for (double far : {1e12, 1e18, 1e30, 1e39, 1e100}) {
    const Pose at = Pose::shift({far, 0, 0});
    EXPECT_FALSE(collide(box, at, box)) << far;
    EXPECT_FALSE(within(box, at, box, far / 2)) << far;
    EXPECT_NEAR(distance(box, at, box).distance / far, 1, 1e-9) << far;
    EXPECT_EQ(distance(box, at, box, {.max = far * 1.5}).status, Status::exact) << far;
  }
}

TEST(PairQueries, ManyThreadsOnePairOfModels) {
  const Model torus = Model::make(generate::torus(1, 0.3, 24, 12)).value();
  const Model box = Model::make(generate::box({0.2, 0.2, 0.2})).value();
  Random random(8);
  std::vector<Pose> poses;
  for (int k = 0; k < 50; ++k) poses.push_back(random.pose(1.5));
  const auto ask = [&] {
    std::vector<double> out;
    for (const Pose& p : poses) {
      out.push_back(distance(torus, p, box, {.solid = true}).distance);
      out.push_back(double(collide(torus, p, box, {.solid = true}).colliding));
    }
    return out;
  };
  std::vector<std::vector<double>> answers(8);
  {
    std::vector<std::jthread> threads;
    for (auto& answer : answers) threads.emplace_back([&] { answer = ask(); });
  }
  for (const auto& answer : answers) EXPECT_EQ(answer, answers[0]);
}

// Pairs are put in order by a way of its own.
TEST(SortPairs, IsThatOfComparisons) {
  Random random(1);
  const Mesh one, parts = Mesh::make({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, std::vector<Face>(9, Face{0, 1, 2}))
                              .value()
                              .with_parts({0, 3, 5});
  for (int k = 0; k < testing::cases(300, 3000); ++k) {
    const u32 most_a = u32(1) << random.below(31), most_b = u32(1) << random.below(31);
    std::vector<u64> keys(random.below(k % 10 == 0 ? 20000 : 300));
    for (u64& key : keys) key = queries::pair_key(random.below(most_a), random.below(most_b));
    if (random.chance(0.2))
      for (u64& key : keys) key = queries::pair_key(random.chance(0.1) ? 3u : 4'000'000'000u, u32(key));  // many of one
    std::vector<u64> wanted = keys;
    std::sort(wanted.begin(), wanted.end());
    queries::PairKeys found;
    for (const u64 key : keys) found.add(key);
    const auto pairs = queries::sorted_pairs(found, one, parts);
    ASSERT_EQ(pairs.size(), keys.size());
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      ASSERT_EQ(queries::pair_key(pairs[i].triangle_a, pairs[i].triangle_b), wanted[i]);
      ASSERT_EQ(pairs[i].part_a, 0u);
      ASSERT_EQ(pairs[i].part_b, parts.part(pairs[i].triangle_b));
    }
  }
}

}  // namespace pair_queries_test
}  // namespace apart
