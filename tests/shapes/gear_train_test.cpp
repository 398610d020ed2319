// The facts of the sample assembly, by every triangle against every other.
#include <apart/base/rigidity.hpp>
#include <apart/shapes/mesh/mass.hpp>
#include <apart/shapes/mesh/topology.hpp>
#include <apart/triangles/distance.hpp>
#include <apart/triangles/overlap.hpp>
#include <limits>
#include <samples/generate.hpp>
#include <set>

#include "tests/support.hpp"

namespace apart {
namespace gear_train_test {

struct Extent {
  Vec3d low, high;
};

Extent extent(const Triangle& t) { return {lesser(lesser(t.a, t.b), t.c), larger(larger(t.a, t.b), t.c)}; }

double squared_gap(const Extent& a, const Extent& b) {
  double sum = 0;
  for (int k = 0; k < 3; ++k) {
    const double gap = larger(0.0, larger(a.low[k] - b.high[k], b.low[k] - a.high[k]));
    sum += gap * gap;
  }
  return sum;
}

struct Facts {
  double distance = std::numeric_limits<double>::infinity();
  int overlaps = 0;  // pairs of triangles that share a point
};

// Only pairs whose boxes are farther apart than the nearest so far are passed over.
Facts facts(const Mesh& a, const Mesh& b) {
  std::vector<Extent> of_b;
  for (u32 j = 0; j < b.size(); ++j) of_b.push_back(extent(b.triangle(j)));
  double squared = std::numeric_limits<double>::infinity();
  Facts out;
  for (u32 i = 0; i < a.size(); ++i) {
    const Extent of_a = extent(a.triangle(i));
    for (u32 j = 0; j < b.size(); ++j) {
      const double gap = squared_gap(of_a, of_b[j]);
      if (gap == 0 && overlap(a.triangle(i), b.triangle(j))) ++out.overlaps;
      if (gap < squared) squared = std::min(squared, distance(a.triangle(i), b.triangle(j), squared).squared);
    }
  }
  out.distance = std::sqrt(squared);
  return out;
}

TEST(GearTrain, PartsAreSolidsWithNames) {
  std::set<std::string> names, groups;
  for (const Body& body : generate::gear_train()) {
    const MeshTopology topology = MeshTopology::of(body.mesh);
    EXPECT_TRUE(topology.solid() && topology.manifold) << body.name;
    EXPECT_EQ(topology.components, 1u) << body.name;
    EXPECT_GT(mass(body.mesh).volume, 0) << body.name;
    EXPECT_LE(rigidity_error(body.pose.rotation), 1e-15) << body.name;
    EXPECT_TRUE(names.insert(body.name).second) << body.name;
    groups.insert(body.group);
  }
  EXPECT_EQ(names.size(), 18u);
  EXPECT_EQ(groups, (std::set<std::string>{"bearings", "gears", "housing", "shafts"}));
}

TEST(GearTrain, OneClashOneTouchOneTightGap) {
  const std::vector<Body> bodies = generate::gear_train();
  std::vector<Mesh> placed_meshes;
  for (const Body& body : bodies) placed_meshes.push_back(placed(body.mesh, body.pose));
  int clashes = 0, touches = 0, tight = 0;
  double nearest = std::numeric_limits<double>::infinity(), meshing[2] = {0, 0};
  for (u32 i = 0; i < bodies.size(); ++i)
    for (u32 j = i + 1; j < bodies.size(); ++j) {
      const std::string pair = bodies[i].name + ", " + bodies[j].name;
      const Facts f = facts(placed_meshes[i], placed_meshes[j]);
      EXPECT_EQ(f.distance == 0, f.overlaps > 0) << pair;
      if (pair == "gear 3, gear 4") {
        ++clashes;
        EXPECT_GT(f.overlaps, 10);
      } else if (pair == "housing, bearing 1") {
        ++touches;
        EXPECT_EQ(f.distance, 0);
        EXPECT_GT(f.overlaps, 10);
      } else if (pair == "housing, bearing 2") {
        ++tight;
        EXPECT_EQ(f.distance, 0.4);
      } else {
        EXPECT_GT(f.distance, 1) << pair;
        nearest = std::min(nearest, f.distance);
      }
      if (pair == "gear 1, gear 2") meshing[0] = f.distance;
      if (pair == "gear 2, gear 3") meshing[1] = f.distance;
    }
  EXPECT_EQ(clashes, 1);
  EXPECT_EQ(touches, 1);
  EXPECT_EQ(tight, 1);
  // Their teeth are between each other's, not merely near.
  EXPECT_LT(meshing[0], 2);
  EXPECT_LT(meshing[1], 2);
  std::printf("[ saw      ] nearest of the others: %.3f mm\n", nearest);
}

// The bearing only lies on the housing, while the gears cut into each other: drawn a hair apart along z the first is
// free, the second is not.
TEST(GearTrain, TheTouchIsNoClashAndTheClashNoTouch) {
  const std::vector<Body> bodies = generate::gear_train();
  auto named = [&](const char* name) {
    for (const Body& body : bodies)
      if (body.name == name) return placed(body.mesh, body.pose);
    return Mesh();
  };
  const Pose hair = Pose::shift({0, 0, 1e-9});
  const Facts bearing = facts(named("housing"), placed(named("bearing 1"), hair));
  EXPECT_EQ(bearing.overlaps, 0);
  EXPECT_EQ(bearing.distance, 1e-9);
  EXPECT_GT(facts(named("gear 3"), placed(named("gear 4"), hair)).overlaps, 0);
  EXPECT_GT(facts(named("gear 3"), placed(named("gear 4"), Pose::shift({1, 0, 0}))).overlaps, 0);
}

}  // namespace gear_train_test
}  // namespace apart
