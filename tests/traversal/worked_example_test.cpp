// The worked example of a query with sphere trees: four segments against five, a node of three children, one contact
// (Gottschalk 2000, section 2.1, figures 2.1 to 2.9; its test tree, figures 2.13 and 2.14). The figures have no
// coordinates: these were searched so that every test has the published outcome.
#include <apart/hierarchy/fit/fit_tree.hpp>
#include <apart/queries/models/walk_queries.hpp>
#include <apart/traversal/pair_walk.hpp>
#include <apart/traversal/watch/record.hpp>
#include <apart/volumes/kinds/sphere.hpp>
#include <set>

#include "tests/support.hpp"

namespace apart {
namespace worked_example_test {

struct Segment2 {
  double x1, y1, x2, y2;
};

Mesh segments(std::initializer_list<Segment2> list) {
  std::vector<Vec3d> vertices;
  std::vector<Face> faces;
  for (const Segment2& s : list) {
    const u32 n = static_cast<u32>(vertices.size());
    vertices.insert(vertices.end(), {{s.x1, s.y1, 0}, {s.x2, s.y2, 0}});
    faces.push_back({n, n + 1, n + 1});
  }
  return Mesh::make(vertices, faces).value();
}

// The nodes by their names.
enum A : u32 { kA, kA0, kA1, kA00, kA01, kA10, kA11 };
enum B : u32 { kB, kB0, kB1, kB2, kB00, kB01, kB20, kB21 };

struct Example {
  Mesh a = segments(
      {{0.47, 2.22, -0.86, 2.25}, {-0.02, 1.53, 1.23, 2.52}, {1.23, -1.99, 0.53, -3.29}, {1.44, -1.34, 0.49, -1.74}});
  Mesh b = segments({{1.08, 3.29, 1.88, 3.11},
                     {3.48, 2.88, 2.2, 3.01},
                     {2.54, -2.27, 0.3, -0.85},
                     {0.64, 1.02, 1.97, 0.32},
                     {2.22, 1.81, 3.3, 1.09}});
  Topology of_a{{Ref::inner(1, true), Ref::inner(3, false), Ref::inner(5, true), Ref::leaf(0, false),
                 Ref::leaf(1, true), Ref::leaf(2, false), Ref::leaf(3, true)},
                {{0, true}, {1, true}, {2, true}, {3, true}}};
  Topology of_b{{Ref::inner(1, true), Ref::inner(4, false), Ref::leaf(2, false), Ref::inner(6, true),
                 Ref::leaf(0, false), Ref::leaf(1, true), Ref::leaf(3, false), Ref::leaf(4, true)},
                {{0, true}, {1, true}, {2, true}, {3, true}, {4, true}}};
  Tree<Sphere<double>> tree_a = fit_tree<Sphere<double>>(of_a, a, {.way = {.ball = BallFit::minimum}});
  Tree<Sphere<double>> tree_b = fit_tree<Sphere<double>>(of_b, b, {.way = {.ball = BallFit::minimum}});
};

struct Seen {
  std::set<std::array<u32, 3>> volumes, primitives;  // of A, of B, with the outcome
};

Seen ask(const Example& e, const Pose& at) {
  std::vector<TouchingPair> found;
  auto collect = [&](const TouchingPair& pair) {
    found.push_back(pair);
    return true;
  };
  CollisionsQuery<decltype(collect)> query{{e.a, at, e.b}, collect};
  Record record;
  walk(e.tree_a, at, e.tree_b, query, record);
  Seen out;
  for (const Record::Test& test : record.tests) out.volumes.insert({test.a, test.b, test.kept});
  for (const Record::LeafTest& test : record.leaf_tests)
    out.primitives.insert({test.a, test.b, test.found != Found::nothing});
  EXPECT_EQ(out.volumes.size(), record.tests.size());
  return out;
}

TEST(WorkedExample, TheModelsTouch) {
  const Example e;
  const Seen seen = ask(e, {});
  // Figures 2.7 to 2.9: descend A, then B; of the six pairs three are disjoint; B's children are disjoint from A0, and
  // B1, a leaf, has A1 descended.
  const std::set<std::array<u32, 3>> expected = {{kA, kB, 1},    {kA0, kB, 1},   {kA1, kB, 1},   {kA0, kB0, 1},
                                                 {kA0, kB1, 0},  {kA0, kB2, 1},  {kA1, kB0, 0},  {kA1, kB1, 1},
                                                 {kA1, kB2, 0},  {kA0, kB00, 0}, {kA0, kB01, 0}, {kA0, kB20, 0},
                                                 {kA0, kB21, 0}, {kA10, kB1, 1}, {kA11, kB1, 1}};
  EXPECT_EQ(seen.volumes, expected);
  EXPECT_EQ(seen.primitives, (std::set<std::array<u32, 3>>{{2, 2, 0}, {3, 2, 1}}));  // the only contact: a4 and b3
}

TEST(WorkedExample, TopLevelSpheresBoundThemApart) {
  const Example e;
  const Seen seen = ask(e, Pose::shift({9, 0, 0}));  // figure 2.5
  EXPECT_EQ(seen.volumes, (std::set<std::array<u32, 3>>{{kA, kB, 0}}));
  EXPECT_TRUE(seen.primitives.empty());
}

TEST(WorkedExample, ChildrenBoundThemApart) {
  // Figure 2.6: the roots overlap and A's children do not touch B; here from somewhere along this way.
  const Example e;
  bool found = false;
  for (int k = 0; k < 400 && !found; ++k) {
    const Seen seen = ask(e, Pose::shift({0.02 * k, 0, 0}));
    found = seen.volumes == std::set<std::array<u32, 3>>{{kA, kB, 1}, {kA0, kB, 0}, {kA1, kB, 0}};
  }
  EXPECT_TRUE(found);
}

}  // namespace worked_example_test
}  // namespace apart
