// Choices by their words: what is known, what is refused and why, trees as those of the templates, refits, costs.
#include <apart/hierarchy/builders/build.hpp>
#include <apart/hierarchy/builders/widen.hpp>
#include <apart/hierarchy/fit/refit.hpp>
#include <apart/hierarchy/model_tree.hpp>
#include <apart/kit/kit.hpp>
#include <apart/queries/models/walk_queries.hpp>
#include <fstream>
#include <samples/generate.hpp>

#include "tests/support.hpp"

namespace apart {
namespace kit_test {

using kit::AnyTree;
using kit::AnyWalk;

AnyTree tree(const Mesh& mesh, const kit::TreeChoice& choice) { return AnyTree::make(mesh, choice).value(); }

TEST(Kit, EveryWordIsKnownAndDifferent) {
  ASSERT_EQ(kit::choices().size(), 13u);
  for (const kit::Choice& choice : kit::choices()) {
    EXPECT_FALSE(choice.words.empty()) << choice.name;
    for (std::size_t i = 0; i < choice.words.size(); ++i) {
      EXPECT_FALSE(choice.words[i].meaning.empty()) << choice.words[i].word;
      for (std::size_t j = 0; j < i; ++j) EXPECT_NE(choice.words[i].word, choice.words[j].word);
    }
  }
}

TEST(Kit, EveryWordIsDocumented) {
  std::ifstream file(APART_SOURCE_DIR "/docs/kit.md");
  const std::string page((std::istreambuf_iterator<char>(file)), {});
  for (const kit::Choice& choice : kit::choices()) {
    EXPECT_NE(page.find("| `" + std::string(choice.name) + "`"), std::string::npos) << choice.name;
    for (const kit::Word& word : choice.words)
      EXPECT_NE(page.find("`" + std::string(word.word) + "`"), std::string::npos) << word.word;
  }
}

TEST(Kit, AnUnknownWordListsTheKnownOnes) {
  const Mesh box = generate::box({1, 1, 1});
  EXPECT_EQ(AnyTree::make(box, {.volume = "oob"}).error(),
            "volume: expected one of obb, aabb, sphere, dual, 6-dop, 14-dop, 18-dop, 26-dop, ball-18-dop, capsule, "
            "rss, lozenge, cylinder, ellipsoid, hull; found \"oob\"");
  EXPECT_EQ(AnyTree::make(box, {.precision = "half"}).error(),
            "precision: expected one of float, double; found \"half\"");
  for (const kit::TreeChoice& wrong : {kit::TreeChoice{.fit = "?"}, kit::TreeChoice{.ball = "?"},
                                       kit::TreeChoice{.builder = ""}, kit::TreeChoice{.layout = "deep"}})
    EXPECT_NE(AnyTree::make(box, wrong).error().find(": expected one of "), std::string::npos);
  const AnyTree a = tree(box, {});
  for (const kit::WalkChoice& wrong :
       {kit::WalkChoice{.query = "?"}, kit::WalkChoice{.order = "?"}, kit::WalkChoice{.rule = "?"},
        kit::WalkChoice{.space = "?"}, kit::WalkChoice{.tumble = "?"}, kit::WalkChoice{.keep = "?"},
        kit::WalkChoice{.front = "?"}})
    EXPECT_NE(AnyWalk::make(a, a, wrong).error().find(": expected one of "), std::string::npos);
}

TEST(Kit, WhatIsNotSupportedSaysWhy) {
  const Mesh box = generate::box({1, 1, 1});
  const auto why = [&](const kit::TreeChoice& choice) { return AnyTree::make(box, choice).error(); };
  EXPECT_EQ(why({.volume = "18-dop", .fit = "inertia"}),
            "fit inertia: chooses the axes of oriented boxes (obb, dual); 18-dop is fitted in one way only");
  EXPECT_EQ(why({.volume = "sphere", .fit = "minimum"}),
            "fit minimum: chooses the axes of oriented boxes (obb, dual); sphere has none, see ball");
  EXPECT_EQ(why({.volume = "obb", .ball = "ritter"}),
            "ball ritter: chooses the centres of spheres (sphere, dual); obb has none");
  EXPECT_EQ(why({.volume = "sphere", .ball = "obb-centre"}), "ball obb-centre: only dual has an oriented box too");
  EXPECT_EQ(why({.volume = "18-dop", .layout = "nested"}), "layout nested: is of obb, aabb and sphere; found 18-dop");
  EXPECT_EQ(why({.volume = "sphere", .layout = "lazy"}), "layout lazy: is of obb and aabb; found sphere");
  EXPECT_EQ(why({.precision = "double", .layout = "nested"}),
            "layout nested: is stored in floats and decoded in doubles; found precision double");
  EXPECT_EQ(why({.fit = "inertia", .layout = "nested"}),
            "layout nested: volumes are fitted as usual; found fit inertia, ball usual");
  EXPECT_EQ(why({.builder = "ploc", .layout = "lazy", .branching = 2}),
            "layout lazy: nodes are split from the root down; builder ploc does not");
  EXPECT_EQ(why({.layout = "lazy"}), "layout lazy: a node is split in two; found branching 8");
  EXPECT_EQ(why({.leaf = 0}), "leaf: expected 1 to 128 triangles; found 0");
  EXPECT_EQ(why({.branching = 9}), "branching: expected 2 to 8 children; found 9");
  const Mesh round = generate::sphere(1, 2000);
  EXPECT_NE(AnyTree::make(round, {.fit = "minimum"}).error().find("corners, more than 100"), std::string::npos);

  const AnyTree a = tree(box, {}), b = tree(box, {.volume = "aabb"}), c = tree(box, {.precision = "double"});
  EXPECT_EQ(AnyWalk::make(a, b).error(), "trees of different volumes: A is of obb in float, B of aabb in float");
  EXPECT_EQ(AnyWalk::make(a, c).error(), "trees of different volumes: A is of obb in float, B of obb in double");
  const AnyTree nested = tree(box, {.volume = "aabb", .layout = "nested"});
  EXPECT_EQ(AnyWalk::make(b, nested).error(), "trees of different layouts: A is flat, B nested");
  EXPECT_EQ(AnyWalk::make(nested, nested, {.space = "a", .tumble = "climb"}).error(),
            "tumble climb: is of flat trees; found layout nested");
  EXPECT_EQ(AnyWalk::make(a, a, {.keep = "yes"}).error(),
            "keep: in space own no volume is placed, so there is nothing to keep");
  EXPECT_EQ(AnyWalk::make(a, a, {.space = "a", .tumble = "climb"}).error(),
            "tumble climb: is of volumes that cannot rotate, aabb and k-dops");
  EXPECT_EQ(AnyWalk::make(b, b, {.tumble = "climb"}).error(), "tumble climb: volumes are tumbled in space a");
  EXPECT_EQ(AnyWalk::make(b, b, {.space = "a", .tumble = "corners"}).error(),
            "tumble corners: those of a box are wrapped as the box is");
  EXPECT_FALSE(AnyWalk::make(b, b, {.query = "distance", .space = "a", .tumble = "after-balls"}).ok());
  EXPECT_FALSE(AnyWalk::make(a, a, {.query = "within", .tolerance = -1}).ok());
  EXPECT_FALSE(AnyWalk::make(a, a, {.a_in_world = Pose::shift({NAN, 0, 0})}).ok());
}

TEST(Kit, ABadPoseIsOnTheSafeSide) {
  const AnyTree a = tree(generate::box({1, 1, 1}), {});
  const Pose bad = Pose::shift({NAN, 0, 0});
  for (const std::string query : {"collide", "all", "within", "distance", "span"}) {
    const kit::Answer answer = AnyWalk::make(a, a, {.query = query}).value()(bad);
    EXPECT_EQ(answer.status, Status::invalid);
    EXPECT_TRUE(answer.yes);
    EXPECT_EQ(answer.distance, query == "span" ? std::numeric_limits<double>::infinity() : 0);
  }
}

TEST(Kit, NothingIsInAnEmptyMesh) {
  const Mesh box = generate::box({1, 1, 1});
  for (const kit::Word& volume : kit::choices()[0].words) {
    const AnyTree none = tree(Mesh{}, {.volume = std::string(volume.word)}),
                  one = tree(box, {.volume = std::string(volume.word)});
    for (const std::string query : {"collide", "all", "within", "distance", "span"}) {
      const kit::Answer answer = AnyWalk::make(none, one, {.query = query}).value()({});
      EXPECT_EQ(answer.status, Status::nothing);
      EXPECT_FALSE(answer.yes);
      EXPECT_TRUE(answer.pairs.empty());
    }
  }
}

// Chosen by words or by types, it is the same traversal.
TEST(Kit, CountsAreThoseOfTheTemplates) {
  const Mesh a = generate::torus(1, 0.4, 24, 12), b = generate::sphere(0.8, 500);
  const Pose at{Random(3).rotation(), {0.7, 0.2, 0.3}};
  const auto topology = [](const Mesh& mesh) { return build(mesh, TopDown<CovarianceMean>{}); };
  const Tree<Obb<double>> tree_a = fit_tree<Obb<double>>(topology(a), a),
                          tree_b = fit_tree<Obb<double>>(topology(b), b);
  DistanceQuery query{{a, at, b}};
  Count count;
  walk<InOrder<BestFirst, LargestArea>>(tree_a, at, tree_b, query, count);

  const kit::TreeChoice choice{.precision = "double", .builder = "covariance", .leaf = 1, .branching = 2};
  auto chosen = AnyWalk::make(tree(a, choice), tree(b, choice),
                              {.query = "distance", .order = "best-first", .rule = "largest-area"})
                    .value();
  const kit::Answer answer = chosen(at);
  EXPECT_EQ(answer.distance, query.best_distance);
  EXPECT_EQ(answer.pairs, (std::vector<std::array<u32, 2>>{{query.best_a, query.best_b}}));
  EXPECT_EQ(answer.counts.disjoint, count.disjoint);
  EXPECT_EQ(answer.counts.meeting, count.meeting);
  EXPECT_EQ(answer.counts.triangle_tests(), count.primitive_tests());
  EXPECT_EQ(answer.counts.rejected, count.boxes);
}

// The default tree is that of a Model.
TEST(Kit, TheDefaultIsAModel) {
  const Mesh mesh = generate::wrinkled_torus(2000);
  const AnyTree chosen = tree(mesh, {});
  const Model model = Model::make(mesh).value();
  EXPECT_EQ(chosen.nodes(), model.tree().nodes.size());
  EXPECT_EQ(chosen.bytes(), model.tree().nodes.size() * 64 + 4 * mesh.size());
  EXPECT_EQ(chosen.choice().volume, "obb");
}

// 1 = D − I + 2S + 2K for binary trees with one triangle in a leaf (Gottschalk 2000, section 2.5.1).
TEST(Kit, TheInvariantOfTheTestTree) {
  const Mesh a = generate::sphere(1, 300), b = generate::torus(1, 0.3, 16, 8);
  for (const kit::Word& volume : kit::choices()[0].words) {
    const kit::TreeChoice choice{.volume = std::string(volume.word), .leaf = 1, .branching = 2};
    auto walk = AnyWalk::make(tree(a, choice), tree(b, choice), {.query = "all"}).value();
    const kit::Counts n = walk(Pose::shift({0.9, 0.3, 0.1})).counts;
    EXPECT_GT(n.contacts, 0u);
    EXPECT_EQ(n.rejected, 0u);
    EXPECT_EQ(1 + n.meeting, n.disjoint + 2 * n.separated + 2 * n.contacts) << volume.word;
  }
}

// Lazy trees are the flat ones as far as they were visited; nested ones have their nodes, in fewer bytes.
TEST(Kit, LayoutsAreOfTheSameTree) {
  const Mesh a = generate::torus(1, 0.4, 40, 20), b = generate::sphere(0.8, 900);
  const Pose apart{Random(3).rotation(), {2.4, 0.2, 0.3}}, touching{Random(3).rotation(), {1.1, 0.2, 0.3}};
  for (const std::string volume : {"obb", "aabb"}) {
    kit::TreeChoice choice{.volume = volume, .branching = 2};
    const AnyTree flat_a = tree(a, choice), flat_b = tree(b, choice);
    choice.layout = "nested";
    const AnyTree nested = tree(a, choice);
    EXPECT_EQ(nested.nodes(), flat_a.nodes());
    if (volume == "obb") {
      EXPECT_LT(nested.bytes(), flat_a.bytes());
    }
    choice.layout = "lazy";
    const AnyTree lazy_a = tree(a, choice), lazy_b = tree(b, choice);
    EXPECT_EQ(lazy_a.nodes(), 1u);
    for (const std::string query : {"all", "distance", "span"})
      for (const Pose& at : {apart, touching}) {
        auto flat = AnyWalk::make(flat_a, flat_b, {.query = query}).value(),
             lazy = AnyWalk::make(lazy_a, lazy_b, {.query = query}).value();
        const kit::Answer expected = flat(at), answer = lazy(at);
        EXPECT_EQ(answer.distance, expected.distance);
        EXPECT_EQ(answer.pairs, expected.pairs);
        // A flat tree sums moments of area from the leaves up, a lazy one those of a node: where a node's spread is
        // the same in two directions, rounding chooses the axes of its oriented box.
        if (volume == "obb") continue;
        EXPECT_EQ(answer.counts.disjoint, expected.counts.disjoint);
        EXPECT_EQ(answer.counts.meeting, expected.counts.meeting);
        EXPECT_EQ(answer.counts.triangle_tests(), expected.counts.triangle_tests());
      }
    EXPECT_GT(lazy_a.nodes(), 1u);
    EXPECT_LT(lazy_a.nodes(), flat_a.nodes());
    EXPECT_GT(AnyWalk::make(lazy_a, lazy_b, {.query = "distance"}).value().costs(apart, 1e-3).volume, 0);
    EXPECT_GT(AnyWalk::make(nested, nested, {.query = "all"}).value().costs(apart, 1e-3).volume, 0);
    EXPECT_FALSE(lazy_a.refitted(a).ok());
    EXPECT_EQ(nested.refitted(a)->nodes(), nested.nodes());
  }
}

TEST(Kit, CostsAreMeasured) {
  const Mesh a = generate::sphere(1, 1000), b = generate::sphere(0.9, 1000);
  const Pose at = Pose::shift({0.5, 0.1, 0});
  for (const std::string query : {"all", "distance", "span"}) {
    const AnyTree of_a = tree(a, {.volume = "18-dop"}), of_b = tree(b, {.volume = "18-dop"});
    const kit::TestCosts own = AnyWalk::make(of_a, of_b, {.query = query}).value().costs(at, 1e-3);
    EXPECT_GT(own.volume, 0);
    EXPECT_GT(own.triangle, 0);
    EXPECT_EQ(own.update, 0);
    auto placing = AnyWalk::make(of_a, of_b, {.query = query, .space = "world", .keep = "yes", .front = "yes"}).value();
    const kit::TestCosts placed = placing.costs(at, 1e-3);
    EXPECT_GT(placed.volume, 0);
    EXPECT_GT(placed.update, 0);
    const kit::Answer answer = placing(at);
    EXPECT_GT(answer.counts.updates, 0u);
    EXPECT_GT(placed.predicted(answer.counts), 0);
    EXPECT_LE(placed.predicted(answer.counts), 1);
  }
}

TEST(Kit, RefittedTreesAnswerAsNewOnes) {
  const Mesh mesh = generate::torus(1, 0.4, 20, 10), other = generate::sphere(0.5, 200);
  std::vector<Vec3d> moved(mesh.vertices().begin(), mesh.vertices().end());
  for (Vec3d& p : moved) p = {p.x + 0.3 * p.y, 1.5 * p.y, p.z + 0.2 * p.x * p.x};
  const Mesh bent = Mesh::make(moved, {mesh.faces().begin(), mesh.faces().end()}).value();
  const Pose at = Pose::shift({1.1, 0, 0.9});
  for (const kit::TreeChoice& choice :
       {kit::TreeChoice{}, kit::TreeChoice{.fit = "searched"}, kit::TreeChoice{.volume = "sphere", .ball = "minimum"},
        kit::TreeChoice{.volume = "dual", .fit = "hull-facets", .ball = "obb-centre"},
        kit::TreeChoice{.volume = "26-dop", .precision = "double"}}) {
    const AnyTree before = tree(mesh, choice), after = before.refitted(bent).value(), b = tree(other, choice);
    const double distance = AnyWalk::make(after, b, {.query = "distance"}).value()(at).distance;
    EXPECT_EQ(distance, AnyWalk::make(tree(bent, choice), b, {.query = "distance"}).value()(at).distance);
    EXPECT_EQ(after.nodes(), before.nodes());
    EXPECT_NE(AnyWalk::make(before, b, {.query = "distance"}).value()(at).distance, distance);
  }
  EXPECT_FALSE(tree(mesh, {}).refitted(other).ok());
}

}  // namespace kit_test
}  // namespace apart
