// Many poses at once: the answers of one at a time, in order, for any number of threads; progress and cancellation.
// And what plain questions say beyond yes and no: features, parts, budgets.
#include <apart/apart.hpp>
#include <cstring>
#include <samples/generate.hpp>

#include "tests/support.hpp"

namespace apart {
namespace batch_test {

struct Scene {
  Model a = Model::make(generate::torus(1, 0.3, 20, 10)).value(), b = Model::make(generate::sphere(0.6, 200)).value();
  std::vector<Pose> poses;

  explicit Scene(int count) {
    Random random(8);
    for (int k = 0; k < count; ++k) poses.push_back({random.rotation(), 2.2 * random.in_ball()});
  }
};

TEST(Batch, IsOneAtATimeWhateverTheThreads) {
  const Scene s(100);
  testing::Outcomes outcomes("poses that touch");
  for (u32 threads : {1u, 2u, 8u}) {
    const BatchOptions how{.threads = threads};
    const Batch<Distance> far = distance(s.a, s.poses, s.b, {}, how);
    const Batch<Collision> hits = collide(s.a, s.poses, s.b, {}, how);
    const Batch<Within> near = within(s.a, s.poses, s.b, 0.1, {}, how);
    const Batch<Span> spans = span(s.a, s.poses, s.b, {}, how);
    ASSERT_EQ(far.answers.size(), s.poses.size());
    for (std::size_t i = 0; i < s.poses.size(); ++i) {
      const Distance d = distance(s.a, s.poses[i], s.b);
      ASSERT_EQ(far.answers[i].distance, d.distance);
      ASSERT_EQ(far.answers[i].on_a, d.on_a);
      ASSERT_EQ(far.answers[i].b.triangle, d.b.triangle);
      ASSERT_EQ(hits.answers[i].colliding, d.distance == 0);
      ASSERT_EQ(hits.answers[i].a.triangle, collide(s.a, s.poses[i], s.b).a.triangle);
      ASSERT_EQ(near.answers[i].within, d.distance <= 0.1);
      ASSERT_EQ(spans.answers[i].distance, span(s.a, s.poses[i], s.b).distance);
      outcomes.saw(d.distance == 0);
    }
    EXPECT_EQ(far.status, Status::exact);
  }
  EXPECT_TRUE(distance(s.a, std::span<const Pose>{}, s.b).answers.empty());
  EXPECT_EQ(distance(s.a, {}, s.b).distance, distance(s.a, Pose{}, s.b).distance);  // no poses is not one pose
}

TEST(Batch, ReportsProgressAndStopsOnRequest) {
  const Scene s(100);
  for (u32 threads : {1u, 4u}) {
    std::vector<double> shares;
    const auto all = collide(s.a, s.poses, s.b, {}, {.threads = threads, .progress = [&](double share) {
                                                       shares.push_back(share);
                                                       return true;
                                                     }});
    EXPECT_EQ(all.status, Status::exact);
    EXPECT_TRUE(std::is_sorted(shares.begin(), shares.end()));
    ASSERT_FALSE(shares.empty());
    EXPECT_EQ(shares.back(), 1);
    const auto some = collide(s.a, s.poses, s.b, {}, {.threads = threads, .progress = [](double) { return false; }});
    EXPECT_EQ(some.status, Status::cancelled);
    std::size_t asked = 0;
    for (std::size_t i = 0; i < s.poses.size(); ++i) {
      if (some.answers[i].status == Status::cancelled) continue;
      ++asked;
      EXPECT_EQ(some.answers[i].colliding, all.answers[i].colliding);
    }
    EXPECT_GT(asked, 0u);
    EXPECT_LT(asked, s.poses.size());
  }
}

TEST(Distance, NamesFeaturesAndParts) {
  using F = TriangleFeature;
  const auto model = [](Mesh m) { return Model::make(std::move(m)).value(); };
  const auto one = [&](Triangle t) { return model(Mesh::make({t.a, t.b, t.c}, {{0, 1, 2}}).value()); };
  const Model flat = one({{0, 0, 0}, {4, 0, 0}, {0, 4, 0}});
  const auto rank = [](F f) { return f == F::face ? 2 : f == F::ab || f == F::bc || f == F::ca ? 1 : 0; };
  // A vertex above the face; above an edge; above a vertex; an edge across an edge.
  const Distance on_face = distance(flat, Pose{}, one({{1, 1, 1}, {1, 2, 9}, {2, 1, 9}}));
  EXPECT_EQ(on_face.a.feature, F::face);
  EXPECT_EQ(on_face.b.feature, F::a);
  const Distance on_edge = distance(flat, Pose{}, one({{2, -1, 9}, {2, -2, 9}, {2, -1, 1}}));
  EXPECT_EQ(on_edge.a.feature, F::ab);
  EXPECT_EQ(on_edge.b.feature, F::c);
  const Distance on_vertex = distance(flat, Pose{}, one({{-1, -1, 9}, {-1, -1, 1}, {-2, -1, 9}}));
  EXPECT_EQ(on_vertex.a.feature, F::a);
  EXPECT_EQ(on_vertex.b.feature, F::b);
  const Distance edges = distance(flat, Pose{}, one({{2, -1, -3}, {2, -1, 3}, {2, -5, 0}}));
  EXPECT_EQ(rank(edges.a.feature), 1);
  EXPECT_EQ(rank(edges.b.feature), 1);

  const Mesh box = generate::box({1, 1, 1});
  const Mesh two[] = {box, placed(box, Pose::shift({3, 0, 0}))};
  const Model row = model(joined(two));
  EXPECT_EQ(row.mesh().parts(), 2u);
  const Distance right = distance(row, Pose::shift({5, 0, 0}), model(box));
  EXPECT_EQ(right.a.part, 1u);
  EXPECT_EQ(right.b.part, 0u);
  EXPECT_EQ(distance(row, Pose::shift({-2, 0, 0}), model(box)).a.part, 0u);
  const Collisions met = collisions(row, Pose::shift({1.5, 0, 0}), model(generate::box({2.5, 0.5, 0.5})));
  bool saw[2] = {};
  for (const TouchingPair& p : met.pairs) {
    ASSERT_EQ(p.part_a, p.triangle_a < box.size() ? 0u : 1u);
    saw[p.part_a] = true;
  }
  EXPECT_TRUE(saw[0] && saw[1]);
}

TEST(Distance, OnABudgetSaysWhatItKnows) {
  const Model a = Model::make(generate::sphere(1, 3000)).value(), b = Model::make(generate::sphere(0.9, 3000)).value();
  const double truth = distance(a, Pose{}, b).distance;
  bool finished = false;
  for (u64 tests = 1; !finished; tests *= 4) {
    const Distance d = distance(a, Pose{}, b, {.budget = Budget::of_tests(tests)});
    finished = d.status == Status::exact;
    ASSERT_TRUE(finished || d.status == Status::unfinished);
    ASSERT_LE(d.at_least, truth);
    ASSERT_GE(d.distance, truth);
    ASSERT_EQ(d.has_points(), std::isfinite(d.distance));
    ASSERT_LT(tests, u64(1) << 40);
  }
  EXPECT_EQ(collide(a, Pose{}, b, {.budget = Budget::of_tests(10)}).status, Status::unfinished);
  EXPECT_EQ(within(a, Pose{}, b, truth / 2, {.budget = Budget::of_tests(10)}).status, Status::unfinished);
  EXPECT_EQ(distance(a, Pose{}, b).at_least, truth);
}

}  // namespace batch_test
}  // namespace apart
