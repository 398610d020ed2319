// Inserting, moving and removing boxes: the tree is valid after every change, and queries agree with a scan of all
// boxes.
#include <apart/hierarchy/builders/insertion.hpp>
#include <apart/hierarchy/builders/linear.hpp>
#include <apart/hierarchy/dynamic_tree.hpp>
#include <apart/hierarchy/fit/fit_tree.hpp>

#include "tests/hierarchy/builders.hpp"

namespace apart {
namespace dynamic_tree_test {

Bounds random_box(Random& random, double half, double size) {
  const Vec3d low = random.in_box(half);
  return {low, low + Vec3d{random.uniform(0, size), random.uniform(0, size), random.chance(0.2) ? 0 : size}};
}

bool meet(const Bounds& a, const Bounds& b) {
  for (int k = 0; k < 3; ++k)
    if (a.low[k] > b.high[k] || b.low[k] > a.high[k]) return false;
  return true;
}

double bound_of_depth(u32 n) { return 2.5 * std::log2(double(n)) + 4; }

TEST(DynamicTree, IsRightAfterEveryChange) {
  Random random(1);
  testing::Outcomes outcomes("boxes that a query meets");
  for (int run = 0; run < testing::cases(4, 100); ++run) {
    DynamicTree tree;
    std::vector<DynamicTree::Handle> handles;
    std::vector<Bounds> boxes;  // by item
    std::vector<u32> items;     // of the handles
    ASSERT_EQ(tree.problem(), "");
    for (int k = 0; k < 600; ++k) {
      const bool shrink = (k / 100) % 3 == 2;
      const u32 what = random.below(10);
      if (handles.empty() || what < (shrink ? 1u : 5u)) {
        boxes.push_back(random.chance(0.1) && !boxes.empty() ? boxes.back() : random_box(random, 1, 0.5));
        items.push_back(static_cast<u32>(boxes.size()) - 1);
        handles.push_back(tree.insert(boxes.back(), items.back()));
      } else {
        const u32 i = random.below(static_cast<u32>(handles.size()));
        if (what < 7) {
          boxes[items[i]] = random_box(random, 1, 0.5);
          tree.move(handles[i], boxes[items[i]]);
        } else {
          tree.remove(handles[i]);
          EXPECT_FALSE(tree.holds(handles[i]));
          handles[i] = handles.back(), handles.pop_back();
          items[i] = items.back(), items.pop_back();
        }
      }
      ASSERT_EQ(tree.problem(), "");
      ASSERT_EQ(tree.size(), handles.size());
      Bounds asked = random_box(random, 1, 2);
      asked.low -= Vec3d{1, 1, 1};
      std::vector<u32> found, truth;
      EXPECT_TRUE(tree.query(asked, [&](DynamicTree::Handle h) {
        found.push_back(tree.item(h));
        return true;
      }));
      for (u32 item : items) {
        outcomes.saw(meet(boxes[item], asked));
        if (meet(boxes[item], asked)) truth.push_back(item);
      }
      std::sort(found.begin(), found.end());
      std::sort(truth.begin(), truth.end());
      ASSERT_EQ(found, truth);
    }
    for (DynamicTree::Handle h : handles) {
      tree.remove(h);
      ASSERT_EQ(tree.problem(), "");
    }
    EXPECT_TRUE(tree.empty());
  }
}

TEST(DynamicTree, AQueryStopsOnRequest) {
  DynamicTree tree;
  for (u32 i = 0; i < 10; ++i) tree.insert({{0, 0, 0}, {1, 1, 1}}, i);
  int asked = 0;
  EXPECT_FALSE(tree.query({{0, 0, 0}, {1, 1, 1}}, [&](DynamicTree::Handle) { return ++asked < 3; }));
  EXPECT_EQ(asked, 3);
}

TEST(DynamicTree, HandlesStay) {
  Random random(2);
  DynamicTree tree;
  std::vector<DynamicTree::Handle> handles;
  std::vector<Bounds> boxes;
  for (u32 i = 0; i < 300; ++i) {
    boxes.push_back(random_box(random, 10, 1));
    handles.push_back(tree.insert(boxes.back(), i));
  }
  for (u32 i = 0; i < 300; ++i) {
    EXPECT_EQ(tree.item(handles[i]), i);
    EXPECT_EQ(tree.box(handles[i]).low, boxes[i].low);
  }
}

TEST(DynamicTree, NoInputMakesAChain) {
  const u32 n = 20000;
  for (int kind = 0; kind < 4; ++kind) {
    DynamicTree tree;
    std::vector<DynamicTree::Handle> handles;
    for (u32 i = 0; i < n; ++i) {
      const double x = kind == 0 ? 0 : kind == 1 ? double(i) : kind == 2 ? std::ldexp(1, int(i % 2000) - 1000) : 1e300;
      handles.push_back(tree.insert({{x, 0, 0}, {x + (kind == 1 ? 0 : 1), kind == 3 ? 1e300 : 1, 1}}, i));
    }
    ASSERT_EQ(tree.problem(), "");
    EXPECT_LE(tree.depth(), bound_of_depth(n)) << kind;
    // From one end, which would leave a chain of the rest.
    for (u32 i = 0; i < n - 100; ++i) tree.remove(handles[i]);
    ASSERT_EQ(tree.problem(), "");
    EXPECT_LE(tree.depth(), bound_of_depth(100)) << kind;
  }
}

TEST(DynamicTree, ManyCopiesOfOneBox) {
  DynamicTree tree;
  for (u32 i = 0; i < 100000; ++i) tree.insert({{0, 0, 0}, {1, 1, 1}}, i);
  EXPECT_EQ(tree.problem(), "");
  EXPECT_LE(tree.depth(), bound_of_depth(100000));
}

TEST(DynamicTree, StaysGoodAsThingsMove) {
  // After every box has moved far, the tree is about as good as one of boxes inserted where they are now.
  Random random(3);
  DynamicTree moved, fresh;
  std::vector<DynamicTree::Handle> handles;
  for (u32 i = 0; i < 2000; ++i) handles.push_back(moved.insert(random_box(random, 10, 0.5), i));
  for (u32 i = 0; i < 2000; ++i) {
    const Bounds box = random_box(random, 10, 0.5);
    moved.move(handles[i], box);
    fresh.insert(box, i);
  }
  EXPECT_EQ(moved.problem(), "");
  EXPECT_LT(moved.area(), 1.15 * fresh.area());
}

TEST(Insertion, TreesOfAllSmallSizesAreValid) {
  testing::expect_valid_trees([](const Mesh& mesh, u32 leaf) { return build(mesh, Insertion{.leaf_size = leaf}); });
}
TEST(Insertion, NoInputMakesAChain) {
  testing::expect_bounded_depth(10000, [](const Mesh& mesh) { return build(mesh, Insertion{}); });
}
TEST(Insertion, CanBeWatchedAndStopped) {
  testing::expect_watched_builds(
      [](const Mesh& mesh, u32, const BuildWatch& watch) { return build(mesh, Insertion{}, watch); }, 5000);
}
TEST(Insertion, AnswersAsBruteForce) {
  testing::check_answers([](const Mesh& mesh) { return fit_tree<Aabb<float>>(build(mesh, Insertion{}), mesh); });
}
TEST(Insertion, IsBetterThanTheCurve) {
  for (const Mesh& mesh : {generate::torus(2, 0.5, 80, 40), generate::spoon(2000)})
    EXPECT_LT(testing::boxes_met(build(mesh, Insertion{}), mesh), testing::boxes_met(build(mesh, Linear{}), mesh));
}

}  // namespace dynamic_tree_test
}  // namespace apart
