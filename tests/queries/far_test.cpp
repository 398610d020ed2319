// Distances of models that lie apart, where hulls tell more than boxes: against brute force, with every option, and
// tracked; and the same bits in every width of lanes.
#include <apart/base/lane_width.hpp>
#include <apart/base/random.hpp>
#include <apart/hierarchy/node_hulls.hpp>
#include <apart/queries/models/walk_queries.hpp>
#include <apart/queries/tracker.hpp>
#include <apart/traversal/along.hpp>
#include <apart/traversal/hull_gap.hpp>
#include <samples/generate.hpp>
#include <thread>

#include "tests/brute_force.hpp"
#include "tests/support.hpp"

namespace apart {
namespace far_test {

std::vector<Model> models() {
  Random random(3);
  std::vector<Model> out;
  for (const Mesh& mesh :
       {generate::box({1, 2, 3}), generate::sphere(1, 180), generate::torus(1, 0.3, 16, 8), generate::soup(random, 120),
        generate::soup(random, 60, {.point = 0.25, .segment = 0.25, .sliver = 0.25, .duplicate = 0.25}),
        generate::wrinkled_torus(400), generate::spoon(),
        placed(generate::box({1, 1, 1}), Pose::shift({1e6, 2e6, -3e6})), scaled(generate::torus(1, 0.3, 10, 6), 1e-6),
        scaled(generate::sphere(1, 100), 1e6)})
    out.push_back(Model::make(mesh).value());
  return out;
}

// Apart by up to some sizes, mostly.
Pose far_pose(Random& random, const Model& a, const Model& b) {
  const Frame &fa = a.tree().frame, &fb = b.tree().frame;
  const Mat3d turn = random.chance(0.2) ? Mat3d{} : random.rotation();
  const double reach = (fa.radius + fb.radius) * std::pow(10, random.uniform(-0.2, 1.5));
  return {turn, fa.centre + reach * random.direction() - turn * fb.centre};
}

TEST(Far, AgreesWithBruteForce) {
  Random random(4);
  const auto all = models();
  for (const Model& a : all)
    for (const Model& b : all)
      for (int k = 0; k < testing::cases(3, 100); ++k) {
        const Pose at = far_pose(random, a, b);
        const double truth = testing::smallest_distance(a.mesh(), at, b.mesh());
        const Distance found = distance(a, at, b);
        ASSERT_EQ(found.distance, truth);
        ASSERT_EQ(found.at_least, truth);
        // The pair with the lowest numbers of those that are equally near, as a walk finds it.
        if (truth > 0) {
          DistanceQuery walked{{a.mesh(), at, b.mesh()}};
          walk(a.tree(), at, b.tree(), walked);
          ASSERT_EQ(found.a.triangle, walked.best_a);
          ASSERT_EQ(found.b.triangle, walked.best_b);
        }
        const Distance less = distance(a, at, b, {.max = 0.9 * truth});
        ASSERT_EQ(less.status, truth > 0 ? Status::at_least : Status::exact);
        ASSERT_EQ(distance(a, at, b, {.max = 1.1 * truth}).distance, truth);
        const Distance rough = distance(a, at, b, {.rel_error = 0.1});
        ASSERT_GE(rough.distance, truth);
        ASSERT_LE(rough.distance, 1.1 * truth * (1 + 1e-12));
        ASSERT_LE(rough.at_least, truth);
      }
}

TEST(Far, TrackedIsTheSame) {
  Random random(5);
  const auto all = models();
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Model &a = all[i], &b = all[(i + 3) % all.size()];
    Tracker tracker(a, b);
    Pose at = far_pose(random, a, b);
    const double step = 0.05 * (a.tree().frame.radius + b.tree().frame.radius);
    for (int k = 0; k < testing::cases(20, 400); ++k) {
      at.translation += step * random.direction();
      const Distance plain = distance(a, at, b), tracked = tracker.distance(at);
      ASSERT_EQ(plain.distance, tracked.distance);
      ASSERT_EQ(plain.distance, testing::smallest_distance(a.mesh(), at, b.mesh()));
    }
  }
}

TEST(Far, SameBitsInEveryWidthOfLanes) {
  const auto all = models();
  std::vector<double> said[std::size(kLaneWidths)];
  int width_number = 0;
  for (const LaneWidth width : kLaneWidths) {
    if (!has_lanes(width)) continue;
    use_lanes(width);
    Random random(6);
    for (const Model& a : all)
      for (const Model& b : all) {
        const Pose at = far_pose(random, a, b);
        const Distance d = distance(a, at, b);
        for (double number : {d.distance, d.on_a.x, d.on_a.y, d.on_a.z, d.on_b.x, double(d.a.triangle)})
          said[width_number].push_back(number);
        said[width_number].push_back(distance(a, at, b, {.rel_error = 0.2}).distance);
      }
    ++width_number;
  }
  use_lanes({});
  ASSERT_GE(width_number, 2);
  for (int k = 1; k < width_number; ++k) EXPECT_EQ(said[0], said[k]);
}

TEST(Along, FarthestIsThatOfAllTriangles) {
  Random random(7);
  for (const Model& model : models())
    for (int k = 0; k < testing::cases(20, 1000); ++k) {
      const Vec3d direction = random.direction();
      double farthest = -std::numeric_limits<double>::infinity();
      for (const Face& face : model.mesh().faces())
        for (u32 corner : face) farthest = std::max(farthest, dot(direction, model.mesh().vertices()[corner]));
      ASSERT_EQ(AlongTree(model.tree(), model.mesh(), direction).farthest().along, farthest);
    }
}

// The triangles below a node.
std::vector<u32> held(const ModelTree& tree, u32 node) {
  std::vector<u32> out;
  const auto collect = [&](auto& self, u32 at) -> void {
    const Ref ref = tree.ref(at);
    if (ref.is_leaf())
      for_each_primitive(tree.items(), ref, [&](u32 i) { return out.push_back(i), true; });
    else
      for_each_child(tree.nodes, ref, [&](u32 child) { self(self, child); });
  };
  collect(collect, node);
  return out;
}

// An inner one, mostly.
u32 some_node(Random& random, const Model& model) {
  u32 node = 0;
  for (int k = 0; k < 10; ++k) {
    node = random.below(static_cast<u32>(model.tree().nodes.size()));
    if (model.hulls().of(node).exists()) break;
  }
  return node;
}

// Twigs that are made one by one are those of the whole model, whichever is asked for first and by however many
// threads; nodes above have no hulls then. They hold the triangles and the vertices of their nodes.
TEST(Hulls, TwigsAreThoseOfTheWhole) {
  Random random(21);
  testing::Outcomes in_twig("a node that is small");
  for (const Model& model : models()) {
    const ModelTree& tree = model.tree();
    const u32 nodes = static_cast<u32>(tree.nodes.size());
    for (const u32 most : {1u, 20u, 64u}) {
      const hierarchy::NodeHulls whole(tree, model.mesh(), ~u32(0), most), parts(tree, model.mesh(), 0, most);
      // From above, as walks come: nodes that are not within a twig.
      std::vector<u32> asked{0};
      for (std::size_t i = 0; i < asked.size(); ++i)
        if (const Ref ref = tree.ref(asked[i]); !ref.is_leaf() && held(tree, asked[i]).size() > most)
          for_each_child(tree.nodes, ref, [&](u32 child) { asked.push_back(child); });
      std::vector<std::thread> threads;
      for (int k = 0; k < 3; ++k)
        threads.emplace_back([&, start = random.below(static_cast<u32>(asked.size()))] {
          for (u32 i = 0; i < asked.size(); ++i) (void)parts.of(asked[(start + i) % asked.size()]);
        });
      for (std::thread& one : threads) one.join();
      for (u32 node = 0; node < nodes; ++node) ASSERT_LE(parts.of(node).exists(), whole.of(node).exists());
      for (const u32 node : asked) {
        const std::vector<u32> triangles = held(tree, node);
        const bool small = triangles.size() <= most;
        in_twig.saw(small);
        ASSERT_EQ(parts.of(node).is_twig(), small);
        ASSERT_EQ(parts.of(node).exists(), small);
        if (!small) {
          ASSERT_FALSE(whole.of(node).is_twig());
          ASSERT_EQ(whole.of(node).exists(), !tree.ref(node).is_leaf());
          continue;
        }
        const hierarchy::Twig twig = parts.twig(node);
        ASSERT_EQ(twig.items.size(), triangles.size());
        for (u32 k = 0; k < triangles.size(); ++k) {
          ASSERT_EQ(twig.items[k].primitive(), triangles[k]);
          for (int c = 0; c < 3; ++c) {
            const u32 at = twig.corners[k][c];
            ASSERT_EQ(twig.vertices[at / 8].point(at % 8),
                      cast<float>(model.mesh().triangle(triangles[k])[c] - tree.frame.centre));
          }
        }
        const hierarchy::NodeHull &of_parts = parts.of(node), &of_whole = whole.of(node);
        ASSERT_EQ(of_parts.slack, of_whole.slack);
        ASSERT_EQ(of_parts.eights, of_whole.eights);
        for (u32 i = 0; i < of_parts.eights; ++i)
          for (u32 k = 0; k < 8; ++k) ASSERT_EQ(of_parts.points[i].point(k), of_whole.points[i].point(k));
      }
    }
  }
}

// Of two twigs, no triangle within reach of the other is left out, along whatever direction.
TEST(Hulls, NearTrianglesOfTwigsAreListed) {
  Random random(23);
  const auto all = models();
  testing::Outcomes left_out("a triangle that is left out");
  for (const Model& a : all)
    for (const Model& b : all)
      for (int k = 0; k < testing::cases(10, 200); ++k) {
        const Pose at = far_pose(random, a, b);
        const u32 node_a = some_node(random, a), node_b = some_node(random, b);
        if (!a.hulls().of(node_a).is_twig() || !b.hulls().of(node_b).is_twig()) continue;
        const std::vector<u32> of_a = held(a.tree(), node_a), of_b = held(b.tree(), node_b);
        std::vector<double> gaps;
        for (u32 i : of_a)
          for (u32 j : of_b)
            gaps.push_back(std::sqrt(distance(a.mesh().triangle(i), at * b.mesh().triangle(j)).squared));
        const double reach = random.chance(0.5) ? *std::min_element(gaps.begin(), gaps.end())
                                                : gaps[random.below(static_cast<u32>(gaps.size()))];
        HullGap gap(a.tree().frame, a.hulls(), at, b.tree().frame, b.hulls());
        HullGap::Hint hint{random.chance(0.5) ? gap.towards_b() : cast<float>(random.direction()), {}};
        if (random.chance(0.5)) (void)gap.between(node_a, node_b, reach, hint);
        HullGap::NearTriangles near_a, near_b;
        gap.near_triangles(node_a, node_b, hint.direction, reach, near_a, near_b);
        const auto listed = [](const HullGap::NearTriangles& in, u32 i) {
          return std::find(in.numbers, in.numbers + in.count, i) != in.numbers + in.count;
        };
        auto truth = gaps.begin();
        for (u32 i : of_a)
          for (u32 j : of_b)
            if (*truth++ <= reach) {
              ASSERT_TRUE(listed(near_a, i));
              ASSERT_TRUE(listed(near_b, j));
            }
        left_out.saw(near_a.count < of_a.size());
      }
}

TEST(Hulls, OfALargeModelAreMadeWhereItIsNear) {
  const Model large = Model::make(generate::wrinkled_torus(hierarchy::NodeHulls::kWholeModel + 1000)).value();
  ASSERT_FALSE(large.hulls().of(0).exists());
  Random random(22);
  const auto all = models();
  for (const Model& other : all) {
    const Pose at = far_pose(random, large, other);
    DistanceQuery walked{{large.mesh(), at, other.mesh()}};
    walk(large.tree(), at, other.tree(), walked);
    const Distance found = distance(large, at, other);
    ASSERT_EQ(found.distance, walked.best_distance);
    Tracker tracker(large, other);
    ASSERT_EQ(tracker.distance(at).distance, found.distance);
    ASSERT_EQ(tracker.distance(at).distance, found.distance);
  }
}

TEST(Hulls, AreLowerBoundsOfTheContent) {
  Random random(8);
  const auto all = models();
  testing::Outcomes told("bounds above zero");
  double share = 0;
  int counted = 0;
  for (const Model& a : all)
    for (const Model& b : all)
      for (int k = 0; k < testing::cases(6, 100); ++k) {
        Pose at = far_pose(random, a, b);
        const u32 node_a = some_node(random, a), node_b = some_node(random, b);
        const auto middle = [](const ModelTree& tree, u32 node) {
          return tree.frame.centre + cast<double>(tree.volume(node).centre);
        };
        if (random.chance(0.5))  // one upon the other
          at.translation = middle(a.tree(), node_a) - at.rotation * middle(b.tree(), node_b);
        double truth = std::numeric_limits<double>::infinity();
        for (u32 i : held(a.tree(), node_a))
          for (u32 j : held(b.tree(), node_b))
            truth = std::min(truth, std::sqrt(distance(a.mesh().triangle(i), at * b.mesh().triangle(j)).squared));
        HullGap gap(a.tree().frame, a.hulls(), at, b.tree().frame, b.hulls());
        if (!gap.has(node_a, node_b)) continue;
        HullGap::Hint hint{random.chance(0.5) ? gap.towards_b() : cast<float>(random.direction()), {}};
        const HullGap::Along along = gap.along(hint.direction);
        ASSERT_LE(gap.slab(along, gap.height_of_a(node_a, along), gap.depth_of_b(node_b, along)), truth);
        // As a walk does: a slab, then on from its support point.
        Vec3f support;
        double slab = -std::numeric_limits<double>::infinity();
        if (random.chance(0.5))
          gap.slabs<true>(hint.direction, node_a, 1, node_b, &slab, &support);
        else
          gap.slabs<false>(hint.direction, node_b, 1, node_a, &slab, &support);
        ASSERT_LE(slab, truth);
        ASSERT_NEAR(slab, gap.slab(along, gap.height_of_a(node_a, along), gap.depth_of_b(node_b, along)),
                    1e-5 * (a.tree().frame.radius + b.tree().frame.radius + truth));
        if (random.chance(0.5)) hint.support = support;
        const double bound = larger(slab, gap.between(node_a, node_b, 1e290, hint));
        ASSERT_LE(bound, truth);
        ASSERT_GE(gap.at_most(), truth);
        told.saw(bound > 0);
        if (truth > 0) share += larger(bound, 0.0) / truth, ++counted;
      }
  EXPECT_GT(share, 0.5 * counted);  // and they tell much
}

// What is left out of a hull is within its slack, along whatever direction; and the slack is small.
TEST(Hulls, HoldTheirNodesButForTheSlack) {
  Random random(31);
  testing::Outcomes left_out("a hull that some of its node is outside of");
  for (const Mesh& mesh : {generate::wrinkled_torus(6000), generate::sphere(1, 6000), generate::soup(random, 3000),
                           generate::box({1, 2, 3}), scaled(generate::wrinkled_torus(6000), 1e-6)}) {
    const Model model = Model::make(mesh).value();
    const ModelTree& tree = model.tree();
    double share = 0;
    int above_twigs = 0;
    for (u32 node = 0; node < tree.nodes.size(); ++node) {
      const hierarchy::NodeHull& hull = model.hulls().of(node);
      if (!hull.exists()) continue;
      ASSERT_LE(hull.eights, hull.is_twig() ? 32 : 8);
      const double size = 2 * length(cast<double>(tree.volume(node).half));
      if (!hull.is_twig()) share += double(hull.slack) / size, ++above_twigs;
      const std::vector<u32> triangles = held(tree, node);
      for (int k = 0; k < testing::cases(4, 100); ++k) {
        const Vec3d along = random.direction();
        double truth = -std::numeric_limits<double>::infinity(), reach = truth;
        for (u32 i : triangles)
          for (int c = 0; c < 3; ++c)
            truth = larger(truth, dot(along, model.mesh().triangle(i)[c] - tree.frame.centre));
        for (u32 i = 0; i < 8u * hull.eights; ++i)
          reach = larger(reach, dot(along, cast<double>(hull.points[i / 8].point(i % 8))));
        if (hull.slack > 0) left_out.saw(truth > reach);
        ASSERT_LE(truth, reach + double(hull.slack) + 1e-6 * tree.frame.radius);
      }
    }
    ASSERT_LE(share, 0.02 * above_twigs);
  }
}

// Many triangles that are equally near: of fans about nearest corners, and of edges that face each other.
TEST(Far, OfEquallyNearPairsTheFirstIsNamed) {
  Random random(9);
  int ties = 0;
  for (int k = 0; k < testing::cases(60, 1000); ++k) {
    const Model a = Model::make(generate::sphere(1, 60 + random.below(60))).value();
    const Model b = Model::make(generate::torus(1, 0.3, 10 + random.below(6), 6)).value();
    const Mat3d turn = random.chance(0.3) ? Mat3d{} : random.rotation();
    const Pose at{turn, random.uniform(2.5, 6) * random.direction()};
    const Distance found = distance(a, at, b);
    DistanceQuery all{{a.mesh(), at, b.mesh()}};
    u32 first_a = 0, first_b = 0, equal = 0;
    double least = std::numeric_limits<double>::infinity();
    for (u32 i = 0; i < a.mesh().size(); ++i)
      for (u32 j = 0; j < b.mesh().size(); ++j) {
        const double squared = distance(all.pair.of_a(i), all.pair.of_b(j)).squared;
        if (squared < least) least = squared, first_a = i, first_b = j, equal = 0;
        equal += squared == least;
      }
    if (least == 0) continue;
    ASSERT_EQ(found.distance, std::sqrt(least));
    ASSERT_EQ(found.a.triangle, first_a);
    ASSERT_EQ(found.b.triangle, first_b);
    ties += equal > 1;
  }
  EXPECT_GT(ties, 20);
}

}  // namespace far_test
}  // namespace apart
