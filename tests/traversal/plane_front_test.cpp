// The front of planes: along every path the answers of a traversal from the roots, with fewer tests where little moves.
#include <apart/hierarchy/model_tree.hpp>
#include <apart/queries/models/walk_queries.hpp>
#include <apart/traversal/front_choice.hpp>
#include <apart/traversal/plane_front.hpp>
#include <optional>
#include <samples/generate.hpp>

#include "tests/support.hpp"

namespace apart {
namespace plane_front_test {

using FrontOfModels = PlaneFront<ModelTree, ModelTree>;

struct Pairs {
  Model a, b;
};
// Each about its own origin, or far from it.
std::vector<Pairs> pairs(double scale, Vec3d origin) {
  const auto model = [&](Mesh m) { return Model::make(placed(scaled(m, scale), Pose::shift(origin))).value(); };
  Random random(5);
  return {{model(generate::torus(1, 0.3, 30, 16)), model(generate::torus(1, 0.3, 30, 16))},
          {model(generate::sphere(1, 600)), model(generate::soup(random, 200))},
          {model(generate::box({2, 2, 2})), model(generate::soup(random, 1))},
          {model(generate::soup(random, 1)), model(generate::soup(random, 1))},
          {model(Mesh{}), model(generate::box({1, 1, 1}))}};
}

// Small steps and turns, a jump at times, poses that repeat, and poses at which two vertices coincide; from the front
// always, or where it was not far.
TEST(PlaneFront, AnswersAsFromTheRoots) {
  struct Where {
    double scale;
    Vec3d origin;
  };
  Random random(1);
  testing::Outcomes touching("poses that touch"), near("poses within the tolerance"), by_front("queries by a front");
  for (const Where& where : {Where{1, {}}, Where{1e-5, {}}, Where{1e4, {}}, Where{1, {300, -2e4, 1e5}}, Where{2e17, {}},
                             Where{1e-12, {}}, Where{1e-21, {}}})
    for (const Pairs& pair : pairs(where.scale, where.origin)) {
      FrontOfModels of_touching, of_near;
      const auto about = [&](const Pose& pose) {  // of the models about their own origins
        return Pose::shift(where.origin) * pose * Pose::shift(-where.origin);
      };
      Pose free{random.rotation(), where.scale * Vec3d{1.2, 0.3, 0}};
      double step = 0.01;
      for (int k = 0; k < testing::cases(150, 3000); ++k) {
        if (random.chance(0.03)) free = {random.rotation(), where.scale * 1.5 * random.in_box(1)};
        if (random.chance(0.1)) step = std::pow(10, random.uniform(-9, -1));
        if (random.chance(0.9)) {
          const Pose turn = Pose::from_quaternion(1, step * random.uniform(-1, 1), step * random.uniform(-1, 1),
                                                  step * random.uniform(-1, 1), where.scale * step * random.in_box(1))
                                .value();
          free = turn * free;
        }
        Pose at = about(free);
        if (!pair.a.mesh().empty() && random.chance(0.05)) {
          const auto any = [&](const Mesh& mesh) { return mesh.triangle(random.below(mesh.size())).a; };
          at.translation += any(pair.a.mesh()) - at * any(pair.b.mesh());
        }
        const auto check = [&](auto query, FrontOfModels& front) {
          auto slowly = query;
          const bool ran = front.run(pair.a.tree(), at, pair.b.tree(), query, random.chance(0.5));
          walk(pair.a.tree(), at, pair.b.tree(), slowly);
          by_front.saw(ran);
          if (ran) {
            EXPECT_EQ(query.found(), slowly.found()) << where.scale << " step " << k;
          }
          return slowly.found();
        };
        const PlacedPair placed{pair.a.mesh(), at, pair.b.mesh()};
        const double tolerance = where.scale * (random.chance(0.7) ? 0.05 : random.uniform(0, 0.2));
        touching.saw(check(CollideQuery{placed}, of_touching));
        near.saw(check(WithinQuery{placed, tolerance}, of_near));
        if (::testing::Test::HasFailure()) return;
      }
    }
}

TEST(PlaneFront, SavesTestsWhereLittleMovesAndKeepsNoMoreThanItNeeds) {
  const Model torus = Model::make(generate::torus(1, 0.3, 60, 30)).value();
  FrontOfModels front;
  u64 from_roots = 0;
  Pose last;
  std::size_t most = 0;
  for (int k = 0; k < 400; ++k) {
    const Pose at = Pose::from_quaternion(1, 1, 0, 1e-3 * k, {1.0 + 1e-4 * k, 0, 0.1}).value();  // interlocked
    last = at;
    const PlacedPair placed{torus.mesh(), at, torus.mesh()};
    CollideQuery query{placed}, slowly{placed};
    ASSERT_EQ(front.run(torus.tree(), at, torus.tree(), query, true), k > 0);  // the first is far from the last
    if (k == 0) continue;
    NoProbe none;
    PairWalk<ModelTree, ModelTree, CollideQuery> walk(torus.tree(), at, torus.tree(), slowly, none);
    walk.run();
    from_roots += walk.tests();
    ASSERT_EQ(query.answer.colliding, slowly.answer.colliding);
    most = std::max(most, front.size());
  }
  std::printf("[ saw      ] %llu tests from the roots, %llu with a front of at most %zu pairs\n",
              static_cast<unsigned long long>(from_roots), static_cast<unsigned long long>(front.tests()), most);
  EXPECT_LT(2 * front.tests(), from_roots);
  EXPECT_LT(most, 3 * from_roots / 400);
  // A larger tolerance than before, where nothing has moved.
  FrontOfModels of_near;
  const auto within = [&](const Pose& at, double tolerance) {
    WithinQuery query{{torus.mesh(), at, torus.mesh()}, tolerance};
    if (!of_near.run(torus.tree(), at, torus.tree(), query, true)) return std::optional<bool>{};
    return std::optional<bool>(query.found());
  };
  within(last, 0);
  EXPECT_EQ(within(last, 1e-3), false);
  EXPECT_EQ(within(last, 1e-3), false);
  EXPECT_EQ(within(last, 1), true);
  EXPECT_EQ(within(last, 1e-3), false);
  // Nothing has moved: nothing that is apart is tested.
  const u64 before = front.tests();
  CollideQuery again{{torus.mesh(), last, torus.mesh()}};
  ASSERT_TRUE(front.run(torus.tree(), last, torus.tree(), again, false));
  EXPECT_LE(front.tests() - before, 8u);
}

// A front that costs more than the roots is given up, for longer each time, and one that costs less is kept.
TEST(FrontChoice, IsTheCheaperOne) {
  FrontChoice choice;
  EXPECT_FALSE(choice.may_make());
  choice.from_roots(true);
  EXPECT_FALSE(choice.may_make());
  choice.from_roots(false);
  EXPECT_TRUE(choice.may_make());
  u64 total = 0, queries = 0;
  for (; queries < 10000; ++queries) {
    if (choice.front()) {
      choice.from_front(500, 100, false);
      total += 500;
    } else {
      choice.from_roots(false);
      total += 100;
    }
  }
  EXPECT_LT(double(total), 1.1 * 100 * double(queries));
  while (!choice.front()) choice.from_roots(false);
  for (int k = 0; k < 1000; ++k) {
    ASSERT_TRUE(choice.front());
    ASSERT_FALSE(choice.from_front(90, 100, false));
  }
}

}  // namespace plane_front_test
}  // namespace apart
