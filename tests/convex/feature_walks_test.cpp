// Voronoi marching and V-Clip: one contract, held to GJK, to separating axes and to each other.
#include <apart/convex/features/vclip.hpp>
#include <apart/convex/features/voronoi_marching.hpp>
#include <apart/convex/polytope/separating_axes.hpp>
#include <tests/convex/polytopes.hpp>

namespace apart {
namespace feature_walks_test {

using testing::PolytopePair;

using Walk = FeatureDistance (*)(const Polytope&, const Pose&, const Polytope&, const FeatureWalkOptions&);

struct Named {
  const char* name;
  Walk walk;
};
class FeatureWalks : public ::testing::TestWithParam<Named> {
 protected:
  FeatureDistance ask(const PolytopePair& p, const FeatureWalkOptions& options = {}) const {
    return GetParam().walk(p.a, p.at, p.b, options);
  }
};
INSTANTIATE_TEST_SUITE_P(Both, FeatureWalks,
                         ::testing::Values(Named{"marching", voronoi_marching}, Named{"vclip", vclip}),
                         [](const auto& named) { return std::string(named.param.name); });

TEST_P(FeatureWalks, SayWhatGjkAndSeparatingAxesSay) {
  testing::RandomPairs pairs(1);
  testing::Outcomes outcomes("polytopes that meet");
  int fell_back = 0, most = 0;
  long steps = 0;
  const int total = testing::cases(5000, 500000);
  for (int k = 0; k < total; ++k) {
    const PolytopePair p = pairs.next();
    const FeatureDistance r = ask(p);
    const GjkResult g = testing::by_gjk(p.a, p.at, p.b);
    const double noise = 1e-12 * p.size;
    outcomes.saw(r.distance <= noise);
    fell_back += r.fell_back, steps += r.steps, most = std::max(most, r.steps);
    ASSERT_NEAR(length(r.normal), 1, 1e-14) << k;
    ASSERT_LE(length(r.on_b - r.on_a - r.distance * r.normal), 1e-13 * p.size) << k;
    ASSERT_LE(r.at_least, r.distance + noise) << k;
    if (g.at_least > noise) {
      ASSERT_EQ(r.status, Status::exact) << k;
      ASSERT_LE(r.distance, g.distance + noise) << k << " " << r.distance - g.distance;
      ASSERT_GE(r.distance, g.at_least - noise) << k << " " << r.distance - g.at_least;
      ASSERT_NEAR(testing::separation_along(p, r.normal), r.distance, noise) << k;
    } else {
      const AxesResult axes = separating_axes(p.a, p.at, p.b);
      ASSERT_NEAR(r.distance, axes.distance, 1e-8 * p.size) << k << " " << g.distance << " " << g.at_least;
      ASSERT_LE(r.distance, noise) << k;
    }
    ASSERT_LE(testing::outside_of(p.a, {}, r.on_a), 1e-7 * p.size) << k;
    ASSERT_LE(testing::outside_of(p.b, p.at, r.on_b), 1e-7 * p.size) << k;
  }
  std::printf("[ saw      ] %d of %d fell back; %.1f steps, at most %d\n", fell_back, total, double(steps) / total,
              most);
  EXPECT_LE(fell_back, total / 1000);
  EXPECT_LE(most, 200);
}

TEST_P(FeatureWalks, MirrorWhenExchanged) {
  testing::RandomPairs pairs(2);
  for (int k = 0; k < testing::cases(3000, 100000); ++k) {
    const PolytopePair p = pairs.next(), q = testing::exchanged(p);
    const FeatureDistance r = ask(p), m = ask(q);
    ASSERT_NEAR(r.distance, m.distance, 1e-8 * p.size) << k;
    if (r.distance > 1e-3 * p.size) {
      ASSERT_NEAR(r.distance, m.distance, 1e-13 * p.size) << k;
      ASSERT_LE(length(r.normal + p.at.rotate(m.normal)), 1e-9) << k;
    }
  }
}

TEST_P(FeatureWalks, RememberWhereTheyWere) {
  testing::RandomPairs pairs(3);
  Random& random = pairs.random();
  testing::Outcomes outcomes("apart on the way");
  long cold = 0, warm = 0;
  for (int k = 0; k < testing::cases(40, 2000); ++k) {
    PolytopePair p{testing::random_polytope(random, testing::Family::round, 1),
                   testing::random_polytope(random, testing::Family::round, 1), random.pose(1.5), 10};
    FeatureMemory memory;
    const Mat3d turn = Pose::from_quaternion(1, 0.003, -0.004, 0.002, {}).value().rotation;
    const Vec3d drift = 0.01 * random.direction();
    for (int i = 0; i < 100; ++i) {
      p.at.rotation = turn * p.at.rotation, p.at.translation += drift;
      const FeatureDistance with = ask(p, {.memory = &memory}), without = ask(p);
      ASSERT_TRUE(memory.known);
      ASSERT_EQ(memory.features, with.features);
      ASSERT_NEAR(with.distance, without.distance, 1e-12) << k << " " << i;
      outcomes.saw(with.distance > 0);
      if (i > 0 && with.distance > 0) warm += with.steps, cold += without.steps;
    }
  }
  std::printf("[ saw      ] %ld steps cold, %ld with memory\n", cold, warm);
  EXPECT_LT(2 * warm, cold);
  // What was remembered of another pair, or is nonsense, changes nothing.
  const PolytopePair p = pairs.next();
  FeatureMemory odd{{{FeatureKind::face, 1234567}, {FeatureKind::edge, 7654321}}, {0, 0, 0}, true};
  EXPECT_NEAR(ask(p, {.memory = &odd}).distance, ask(p).distance, 1e-12 * p.size);
}

TEST_P(FeatureWalks, AtAnyScale) {
  Random random(4);
  for (int k = 0; k < 20; ++k) {
    std::vector<Vec3d> a, b;
    for (int i = 0; i < 12; ++i) a.push_back(random.in_ball()), b.push_back(random.in_ball());
    const Pose at{random.rotation(), random.uniform(0, 2) * random.direction()};
    const double truth = GetParam().walk(testing::polytope_of(a), at, testing::polytope_of(b), {}).distance;
    for (double s : {1e-150, 1e-30, 1e-6, 1e6, 1e30, 1e150}) {
      std::vector<Vec3d> sa = a, sb = b;
      for (Vec3d& v : sa) v *= s;
      for (Vec3d& v : sb) v *= s;
      const FeatureDistance r =
          GetParam().walk(testing::polytope_of(sa), {at.rotation, s * at.translation}, testing::polytope_of(sb), {});
      ASSERT_NEAR(r.distance / s, truth, 1e-9) << k << " " << s;
      ASSERT_NEAR(length(r.normal), 1, 1e-14);
    }
  }
}

TEST_P(FeatureWalks, FarFromTheOrigin) {
  Random random(5);
  testing::Outcomes outcomes("polytopes that meet");
  for (int k = 0; k < testing::cases(300, 10000); ++k) {
    const Vec3d far{1e7, -2e6, 3e5};
    std::vector<Vec3d> a, b;
    const Mat3d turn = random.rotation();
    const Vec3d to = random.uniform(0, 2) * random.direction();
    for (int i = 0; i < 10; ++i) a.push_back(far + random.in_ball()), b.push_back(far + turn * random.in_ball() + to);
    const PolytopePair p{testing::polytope_of(a), testing::polytope_of(b), {}, 2e7};
    const FeatureDistance r = ask(p);
    const GjkResult g = testing::by_gjk(p.a, p.at, p.b);
    outcomes.saw(g.meet());
    if (g.at_least > 1e-7) {
      ASSERT_NEAR(r.distance, g.distance, 1e-7) << k;
    } else {
      ASSERT_LE(r.distance, 1e-6);
    }
  }
}

TEST(FeatureWalks, StepByStep) {
  testing::RandomPairs pairs(6);
  for (int k = 0; k < 500; ++k) {
    const PolytopePair p = pairs.next();
    VoronoiMarching march(p.a, p.at, p.b);
    VClip clip(p.a, p.at, p.b);
    FeatureWalk* const walks[] = {&march, &clip};
    const FeatureDistance whole[] = {voronoi_marching(p.a, p.at, p.b), vclip(p.a, p.at, p.b)};
    for (int i : {0, 1}) {
      while (walks[i]->step()) ASSERT_FALSE(walks[i]->done());
      ASSERT_TRUE(walks[i]->done());
      ASSERT_FALSE(walks[i]->step());
      ASSERT_EQ(walks[i]->result().steps, whole[i].steps);
      ASSERT_EQ(walks[i]->result().distance, whole[i].distance);
      ASSERT_EQ(walks[i]->result().on_a, whole[i].on_a);
      ASSERT_EQ(walks[i]->result().features, whole[i].features);
    }
  }
}

TEST(FeatureWalks, KnownPairs) {
  const Polytope cube = testing::box_polytope({1, 1, 1});
  for (const Walk walk : {Walk(voronoi_marching), Walk(vclip)}) {
    const auto ask = [&](Pose at) { return walk(cube, at, cube, {}); };
    const FeatureDistance apart = ask(Pose::shift({0, 4, 0}));
    EXPECT_EQ(apart.distance, 3);
    EXPECT_EQ(apart.normal, (Vec3d{0, 1, 0}));
    const FeatureDistance corner = ask(Pose::shift({2, 3, 3}));
    EXPECT_NEAR(corner.distance, 3, 1e-15);
    EXPECT_EQ(corner.features.a.kind, FeatureKind::vertex);
    const FeatureDistance touching = ask(Pose::shift({1, 0.25, 0.5}));
    EXPECT_EQ(touching.distance, 0);
    EXPECT_EQ(touching.normal, (Vec3d{1, 0, 0}));
    EXPECT_EQ(touching.status, Status::exact);
    const FeatureDistance deep = ask(Pose::shift({0, 0, 0.9}));
    EXPECT_NEAR(deep.distance, -0.1, 1e-15);
    EXPECT_EQ(deep.normal, (Vec3d{0, 0, 1}));
    EXPECT_EQ(walk(cube, Pose::shift({0, 0, 0.9}), cube, {.depth = false}).distance, 0);
    EXPECT_NEAR(ask({}).distance, -1, 1e-15);
    // One within the other.
    EXPECT_NEAR(walk(cube, Pose::shift({0.3, 0, 0}), testing::box_polytope({0.1, 0.1, 0.1}), {}).distance, -0.25,
                1e-15);
  }
}

}  // namespace feature_walks_test
}  // namespace apart
