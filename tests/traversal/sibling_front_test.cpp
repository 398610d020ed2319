// The front of groups: along every path the answers of a traversal from the roots, with fewer tests where little moves.
#include <apart/hierarchy/model_tree.hpp>
#include <apart/queries/models/walk_queries.hpp>
#include <apart/traversal/sibling_front.hpp>
#include <samples/generate.hpp>

#include "tests/support.hpp"

namespace apart {
namespace sibling_front_test {

using FrontOfModels = SiblingFront<ModelTree, ModelTree>;

struct Pairs {
  Model a, b;
};
std::vector<Pairs> pairs(double scale) {
  const auto model = [&](Mesh m) { return Model::make(scaled(m, scale)).value(); };
  Random random(5);
  return {{model(generate::torus(1, 0.3, 30, 16)), model(generate::torus(1, 0.3, 30, 16))},
          {model(generate::sphere(1, 600)), model(generate::soup(random, 200))},
          {model(generate::box({2, 2, 2})), model(generate::soup(random, 1))},
          {model(generate::soup(random, 1)), model(generate::soup(random, 1))},
          {model(Mesh{}), model(generate::box({1, 1, 1}))}};
}

template <class Query>
bool answered(const Query& query) {
  if constexpr (requires { query.answer.colliding; })
    return query.answer.colliding;
  else
    return query.answer.within;
}

// Small steps and turns, a jump at times, and poses that repeat.
TEST(SiblingFront, AnswersAsFromTheRoots) {
  Random random(1);
  testing::Outcomes touching("poses that touch"), near("poses within the tolerance");
  for (const double scale : {1.0, 1e-5, 1e4})
    for (const Pairs& pair : pairs(scale)) {
      FrontOfModels of_touching, of_near;
      Pose at{random.rotation(), scale * Vec3d{1.2, 0.3, 0}};
      double step = 0.01;
      for (int k = 0; k < testing::cases(150, 3000); ++k) {
        if (random.chance(0.03)) at = {random.rotation(), scale * 1.5 * random.in_box(1)};
        if (random.chance(0.1)) step = std::pow(10, random.uniform(-9, -1));
        if (random.chance(0.9)) {
          const Pose turn = Pose::from_quaternion(1, step * random.uniform(-1, 1), step * random.uniform(-1, 1),
                                                  step * random.uniform(-1, 1), scale * step * random.in_box(1))
                                .value();
          at = turn * at;
        }
        const auto check = [&](auto query, FrontOfModels& front) {
          auto slowly = query;
          front.run(pair.a.tree(), at, pair.b.tree(), query);
          walk(pair.a.tree(), at, pair.b.tree(), slowly);
          EXPECT_EQ(answered(query), answered(slowly)) << scale << " step " << k;
          return answered(slowly);
        };
        const PlacedPair placed{pair.a.mesh(), at, pair.b.mesh()};
        touching.saw(check(CollideQuery{placed}, of_touching));
        near.saw(check(WithinQuery{placed, 0.05 * scale}, of_near));
        if (::testing::Test::HasFailure()) return;
      }
    }
}

TEST(SiblingFront, SavesTestsWhereLittleMovesAndKeepsNoMoreThanItNeeds) {
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
    front.run(torus.tree(), at, torus.tree(), query);
    NoProbe none;
    PairWalk<ModelTree, ModelTree, CollideQuery> walk(torus.tree(), at, torus.tree(), slowly, none);
    walk.run();
    from_roots += walk.tests();
    ASSERT_EQ(query.answer.colliding, slowly.answer.colliding);
    most = std::max(most, front.size());
  }
  std::printf("[ saw      ] %llu tests from the roots, %llu with a front of at most %zu groups\n",
              static_cast<unsigned long long>(from_roots), static_cast<unsigned long long>(front.tests()), most);
  EXPECT_LT(2 * front.tests(), from_roots);
  EXPECT_LT(most, from_roots / 400);
  // Nothing has moved: nothing that is apart is tested.
  const u64 before = front.tests();
  CollideQuery again{{torus.mesh(), last, torus.mesh()}};
  front.run(torus.tree(), last, torus.tree(), again);
  EXPECT_LE(front.tests() - before, 64u);
}

}  // namespace sibling_front_test
}  // namespace apart
