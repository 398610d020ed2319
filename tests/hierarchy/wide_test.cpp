// Widened topologies and trees in lanes: valid, and the same answers as brute force.
#include <apart/hierarchy/analysis/validate.hpp>
#include <apart/hierarchy/analysis/validate_walk.hpp>
#include <apart/hierarchy/builders/build.hpp>
#include <apart/hierarchy/builders/widen.hpp>
#include <apart/hierarchy/fit/fit_tree.hpp>
#include <apart/hierarchy/trees/quantized_aabb.hpp>
#include <apart/hierarchy/trees/wide_tree.hpp>
#include <apart/queries/models/walk_queries.hpp>
#include <apart/volumes/kinds/aabb.hpp>
#include <apart/volumes/kinds/dual.hpp>
#include <apart/volumes/kinds/kdop.hpp>
#include <apart/volumes/kinds/sphere.hpp>
#include <apart/volumes/obb.hpp>
#include <samples/generate.hpp>

#include "tests/hierarchy/answers.hpp"
#include "tests/support.hpp"

namespace apart {
namespace wide_test {

static_assert(sizeof(WideNode<Aabb<float>, 4>) == 128 && sizeof(WideNode<Aabb<float>, 8>) == 256);
static_assert(sizeof(WideNode<Obb<float>, 4>) == 256 && sizeof(WideNode<Obb<float>, 8>) == 512);
static_assert(alignof(WideNode<Sphere<float>, 4>) == 64);

template <class Tree>
constexpr bool kTestedInPacks =
    std::is_same_v<ExpandFor<Tree, Tree, CollideQuery, InOwnSpace<typename Tree::VolumeType>>,
                   ExpandInPacks<CollideQuery, typename Tree::VolumeType, Tree::kWidth>>;

u32 most_children(const Topology& t) {
  u32 most = 0;
  for (Ref ref : t.nodes) {
    if (ref.is_leaf()) continue;
    u32 count = 0;
    for_each_child(t.nodes, ref, [&](u32) { ++count; });
    most = std::max(most, count);
  }
  return most;
}

// Box areas of the inner nodes: what widening keeps small.
double inner_area(const Topology& t, const Mesh& mesh) {
  const Tree<Aabb<double>> tree = fit_tree<Aabb<double>>(t, mesh);
  double sum = 0;
  for (u32 n = 0; n < tree.nodes.size(); ++n)
    if (!tree.nodes[n].is_leaf()) sum += area(tree.volumes[n]);
  return sum;
}

TEST(Widen, OfAllSmallSizesIsValid) {
  Random random(1);
  for (u32 n = 0; n <= 100; ++n) {
    const Mesh mesh = generate::soup(random, n);
    for (u32 leaf : {1u, 2u, 5u}) {
      const Topology binary = build(mesh, TopDown<>{.leaf_size = leaf});
      for (u32 width : {2u, 3u, 4u, 8u}) {
        const Topology wide = widen(binary, mesh, width);
        ASSERT_EQ(problem(wide.nodes, wide.order, n), "") << n << " triangles, width " << width;
        ASSERT_EQ(wide.order, binary.order);
        ASSERT_LE(most_children(wide), width);
        if (width == 2) {
          ASSERT_EQ(wide.nodes, binary.nodes);  // nothing can be opened
        } else if (width == 3) {                // wide trees may be widened again
          const Topology wider = widen(wide, mesh, 8);
          ASSERT_EQ(problem(wider.nodes, wider.order, n), "");
          ASSERT_LE(most_children(wider), 8u);
        }
      }
    }
  }
}

TEST(Widen, TheLargestFirstIsValidAndNearlyAsGood) {
  Random random(3);
  for (u32 n = 0; n <= 100; ++n) {
    const Mesh mesh = generate::soup(random, n);
    for (u32 width : {2u, 3u, 4u, 8u}) {
      const Topology binary = build(mesh, TopDown<>{.leaf_size = 1 + n % 3}), wide = widen_largest(binary, width);
      ASSERT_EQ(problem(wide.nodes, wide.order, n), "") << n << " triangles, width " << width;
      ASSERT_EQ(wide.order, binary.order);
      ASSERT_LE(most_children(wide), width);
      if (width == 2) {
        ASSERT_EQ(wide.nodes, binary.nodes);
      }
      const Topology wider = widen_largest(wide, 8);
      ASSERT_EQ(problem(wider.nodes, wider.order, n), "");
      ASSERT_LE(most_children(wider), 8u);
    }
  }
  for (const Mesh& mesh : {generate::sphere(1, 2000), generate::torus(1, 0.3, 40, 20), generate::soup(random, 2000)}) {
    const Topology binary = build(mesh, TopDown<>{.leaf_size = 4});
    EXPECT_LE(inner_area(widen_largest(binary, 8), mesh), 1.5 * inner_area(widen(binary, mesh, 8), mesh));
  }
}

// Every way of opening, tried one by one: the least area of inner nodes at and below n, given so many places.
double least_area(const Tree<Aabb<double>>& tree, u32 n, u32 places, u32 width) {
  if (tree.nodes[n].is_leaf()) return 0;
  const u32 left = tree.nodes[n].first(), right = left + 1;
  const auto shared = [&](u32 k) {
    double best = std::numeric_limits<double>::infinity();
    for (u32 i = 1; i < k; ++i)
      best = std::min(best, least_area(tree, left, i, width) + least_area(tree, right, k - i, width));
    return best;
  };
  return std::min(area(tree.volumes[n]) + shared(width), shared(places));
}

TEST(Widen, OpensWhereItPaysMost) {
  Random random(2);
  for (u32 n : {2u, 5u, 9u, 14u}) {
    const Mesh mesh = generate::soup(random, n, {.size = 0.05});
    const Topology binary = build(mesh);
    const auto boxes = fit_tree<Aabb<double>>(binary, mesh);
    for (u32 width : {3u, 4u}) {
      const double ours = inner_area(widen(binary, mesh, width), mesh), least = least_area(boxes, 0, 1, width);
      EXPECT_NEAR(ours, least, 1e-5 * least) << n << " triangles, width " << width;
    }
  }
}

TEST(Widen, FillsItsNodes) {
  const Mesh mesh = generate::sphere(1, 5000);
  const Topology binary = build(mesh);
  double before = inner_area(binary, mesh);
  for (u32 width : {3u, 4u, 8u}) {
    const Topology wide = widen(binary, mesh, width);
    const double now = inner_area(wide, mesh);
    EXPECT_LT(now, 0.8 * before);
    before = now;
    const std::size_t inner = wide.nodes.size() - mesh.size();
    EXPECT_GT(double(wide.nodes.size() - 1) / double(inner), 0.7 * width);  // children a node
  }
}

TEST(Widen, TriangleCopiesAndPointsAreNoTrouble) {  // no area anywhere, so every opening is as good
  for (const std::vector<Vec3d>& corners :
       {std::vector<Vec3d>{{1, 2, 3}, {1, 2, 3}, {1, 2, 3}}, {{0, 0, 0}, {1e18, 0, 0}, {0, 1e18, 0}}}) {
    const Mesh mesh = Mesh::make(corners, std::vector<Face>(50, Face{0, 1, 2})).value();
    const Topology wide = widen(build(mesh), mesh, 8);
    EXPECT_EQ(problem(wide.nodes, wide.order, mesh.size()), "");
    EXPECT_LE(most_children(wide), 8u);
  }
}

template <class V, int W>
void check_small_sizes() {
  Random random(3);
  for (u32 n = 0; n <= 100; n += n < 20 ? 1 : 7) {
    const Mesh mesh = generate::soup(random, n);
    for (u32 leaf : {1u, 2u, 5u}) {
      const Topology binary = build(mesh, TopDown<>{.leaf_size = leaf});
      for (u32 width : {2u, 3u, 4u, 8u}) {
        if (width > W) continue;
        const Tree<V> flat = fit_tree<V>(widen(binary, mesh, width), mesh);
        const WideTree<V, W> tree = packed<W>(flat);
        ASSERT_EQ(problem_of_walk(tree, mesh), "") << n << " triangles, width " << width << ", leaves of " << leaf;
        ASSERT_EQ(problem_of_walk(flat, mesh), "");
        for (const auto& node : tree.nodes) ASSERT_EQ(reinterpret_cast<std::uintptr_t>(&node) % 64, 0u);
        // Packs hold the siblings, and nothing after the last.
        for (const auto& node : tree.nodes) {
          bool over = false;
          for (int lane = 0; lane < W; ++lane) {
            ASSERT_EQ(is_empty(lane_of<V>(node.volumes, lane)), over);
            over = over || node.refs[lane].is_last();
          }
        }
      }
    }
  }
}

TEST(WideTree, OfAllSmallSizesIsValid) {
  check_small_sizes<Aabb<float>, 4>();
  check_small_sizes<Aabb<float>, 8>();
  check_small_sizes<Obb<float>, 4>();
  check_small_sizes<Obb<float>, 8>();
  check_small_sizes<Sphere<double>, 4>();
}

template <class V, int W>
void check_answers(u32 leaf_size) {
  testing::check_answers([&](const Mesh& mesh) {
    return packed<W>(fit_tree<V>(widen(build(mesh, TopDown<>{.leaf_size = leaf_size}), mesh, W), mesh));
  });
}

TEST(WideTree, AnswersAsBruteForceDoes) {
  check_answers<Obb<float>, 8>(1);
  check_answers<Obb<float>, 4>(5);
  check_answers<Aabb<float>, 8>(2);
}

// In lanes the same tests as one after the other: of every volume that has lanes, with the same outcomes.
template <class V, int W>
void check_lanes() {
  Random random(9);
  const Mesh a = generate::torus(1, 0.3, 24, 12), b = generate::soup(random, 150);
  const auto wide = [&](const Mesh& mesh) {
    return fit_tree<V>(widen(build(mesh, TopDown<>{.leaf_size = 2}), mesh, W), mesh);
  };
  const Tree<V> flat_a = wide(a), flat_b = wide(b);
  const WideTree<V, W> in_lanes_a = packed<W>(flat_a), in_lanes_b = packed<W>(flat_b);
  testing::Outcomes outcomes("poses that touch");
  for (int k = 0; k < 12; ++k) {
    const Pose at{random.rotation(), random.uniform(1, 4) * random.direction()};
    u64 found = 0;
    auto collect = [&](const TouchingPair&) { return ++found, true; };
    const auto count_of = [&](const auto& ta, const auto& tb) {
      Count count;
      CollisionsQuery<decltype(collect)> query{{a, at, b}, collect};
      walk(ta, at, tb, query, count);
      return count;
    };
    const Count flat = count_of(flat_a, flat_b), lanes = count_of(in_lanes_a, in_lanes_b);
    ASSERT_EQ(flat.disjoint, lanes.disjoint);
    ASSERT_EQ(flat.meeting, lanes.meeting);
    ASSERT_EQ(flat.contacts, lanes.contacts);
    ASSERT_EQ(flat.separated, lanes.separated);
    outcomes.saw(flat.contacts > 0);
    DistanceQuery one{{a, at, b}}, other{{a, at, b}};
    Count of_one, of_other;
    walk(flat_a, at, flat_b, one, of_one);
    walk(in_lanes_a, at, in_lanes_b, other, of_other);
    ASSERT_EQ(one.best_distance, other.best_distance);
    if constexpr (!std::is_same_v<V,
                                  Obb<float>>) {  // whose siblings side by side are also tested along the query's axis
      ASSERT_EQ(of_one.disjoint, of_other.disjoint);
      ASSERT_EQ(of_one.meeting, of_other.meeting);
    }
  }
}

TEST(WideTree, InLanesTheSameTests) {
  check_lanes<Sphere<float>, 8>();
  check_lanes<Sphere<double>, 4>();
  check_lanes<Aabb<float>, 4>();
  check_lanes<Kdop<float, 18>, 8>();
  check_lanes<Dual<float>, 8>();
  check_lanes<Obb<float>, 8>();
  static_assert(kTestedInPacks<WideTree<Kdop<float, 18>, 8>>);
  static_assert(kTestedInPacks<QuantizedTree<Aabb<float>, 8, std::uint8_t>>);
}

TEST(WideTree, TheSameEveryTimeAndOfKnownSize) {
  const Mesh mesh = generate::torus(2, 0.5, 40, 20);
  const auto make = [&] { return packed<8>(fit_tree<Obb<float>>(widen(build(mesh), mesh, 8), mesh)); };
  const auto one = make(), two = make();
  ASSERT_EQ(one.nodes.size(), two.nodes.size());
  EXPECT_EQ(std::memcmp(one.nodes.data(), two.nodes.data(), one.nodes.size() * sizeof one.nodes[0]), 0);
  EXPECT_EQ(one.order, two.order);
  EXPECT_EQ(bytes(one), one.nodes.size() * 512 + mesh.size() * 4);
}

TEST(ValidateWalk, FindsWhatIsWrong) {
  const Mesh mesh = generate::box({1, 1, 1});
  const auto good = packed<4>(fit_tree<Aabb<float>>(widen(build(mesh), mesh, 4), mesh));
  ASSERT_EQ(problem_of_walk(good, mesh), "");
  auto bad = good;
  auto box = bad.volume(4);
  box.half = {0, 0, 0};
  set_lane(bad.nodes[1].volumes, 0, box);
  EXPECT_NE(problem_of_walk(bad, mesh), "");
  bad = good;
  bad.order[0] = bad.order[1];
  EXPECT_NE(problem_of_walk(bad, mesh), "");
  bad = good;
  bad.order.back() = Item(bad.order.back().primitive(), false);
  EXPECT_NE(problem_of_walk(bad, mesh), "");
  bad = good;
  bad.nodes[1].refs[0] = good.nodes[1].refs[1];  // one child twice, another never
  EXPECT_NE(problem_of_walk(bad, mesh), "");
  bad = good;
  bad.nodes[1].refs[0] = Ref::inner(4, false);  // its own parent
  EXPECT_NE(problem_of_walk(bad, mesh), "");
  bad = good;
  bad.nodes[0].refs[0] = Ref::leaf(0, true);
  EXPECT_NE(problem_of_walk(bad, mesh), "");
  EXPECT_NE(problem_of_walk(good, generate::sphere(1, 200)), "");
}

}  // namespace wide_test
}  // namespace apart
