// A model with itself, beside all pairs of its triangles; neighbours beside the exact kind of their intersection.
#include <apart/queries/self.hpp>
#include <apart/triangles/beyond_corners.hpp>
#include <apart/triangles/distance.hpp>
#include <apart/triangles/meeting.hpp>
#include <samples/generate.hpp>

#include "tests/support.hpp"
#include "tests/triangles/families.hpp"

namespace apart {
namespace self_test {

Model model(Mesh mesh) { return Model::make(std::move(mesh)).value(); }
Model model(std::vector<Vec3d> vertices, std::vector<Face> faces) {
  return model(Mesh::make(std::move(vertices), std::move(faces)).value());
}

bool is_corner(const Triangle& t, Vec3d p) { return t.a == p || t.b == p || t.c == p; }

// The reference: what the whole intersection has beyond the shared corners and the segment between two of them.
bool collide_by_meeting(const Triangle& s, const Triangle& t) {
  std::vector<Vec3d> shared;
  for (int k = 0; k < 3; ++k)
    if (is_corner(t, s[k]) && std::find(shared.begin(), shared.end(), s[k]) == shared.end()) shared.push_back(s[k]);
  if (shared.size() == 3) return true;
  const Meeting where = meeting(s, t);
  switch (where.kind) {
    case Meeting::Kind::none:
      return false;
    case Meeting::Kind::point:
      return shared.empty() || where.p != shared[0];
    case Meeting::Kind::segment:
      return shared.size() != 2 ||
             !((where.p == shared[0] && where.q == shared[1]) || (where.p == shared[1] && where.q == shared[0]));
    case Meeting::Kind::area:
      return true;
  }
  return true;
}

TEST(BeyondCorners, IsWhatTheIntersectionHasBesides) {
  Random random(11);
  testing::Outcomes sharing_one("one corner shared, collide or not", 0.02),
      sharing_two("two corners shared, collide or not", 0.02);
  for (int i = 0; i < testing::cases(200000, 5000000); ++i) {
    // Whole numbers: shared corners, common planes and lines, degenerate triangles by chance.
    auto [s, t] = testing::on_grid(random, random.chance(0.5) ? 1 : 2);
    const u32 share = random.below(4);
    for (u32 k = 0; k < share; ++k) t[int(k)] = s[int(k)];
    t = testing::shuffled(random, t);
    const bool expected = collide_by_meeting(s, t);
    ASSERT_EQ(overlap_beyond_corners(s, t), expected) << "case " << i;
    ASSERT_EQ(overlap_beyond_corners(t, s), expected);
    const int shared = shared_corners(s, t);
    ASSERT_EQ(shared_corners(t, s), shared);
    if (shared == 1) sharing_one.saw(expected);
    if (shared == 2) sharing_two.saw(expected);
  }
}

TEST(Self, CollidesWhereItsSurfaceRunsIntoItself) {
  for (const Mesh& mesh :
       {generate::torus(1, 0.3, 20, 10), generate::box({1, 1, 1}), generate::sphere(1, 500), Mesh{}}) {
    EXPECT_TRUE(self_collisions(model(mesh)).empty());
    EXPECT_FALSE(self_within(model(mesh), 0));
  }
  const Mesh two[] = {generate::sphere(1, 80), placed(generate::sphere(1, 80), Pose::shift({0.7, 0.4, 0.2}))};
  const Mesh twice[] = {generate::sphere(1, 60), generate::sphere(1, 60)};
  Random random(3);
  for (const Mesh& mesh : {joined(two), joined(twice), generate::soup(random, 120, {.size = 0.5})}) {
    const std::vector<TouchingPair> found = self_collisions(model(mesh));
    std::size_t expected = 0;
    for (u32 i = 0; i < mesh.size(); ++i)
      for (u32 j = i + 1; j < mesh.size(); ++j) {
        if (!collide_by_meeting(mesh.triangle(i), mesh.triangle(j))) continue;
        ASSERT_LT(expected, found.size());
        EXPECT_EQ(found[expected].triangle_a, i);
        EXPECT_EQ(found[expected].triangle_b, j);
        ++expected;
      }
    EXPECT_EQ(found.size(), expected);
    EXPECT_GT(expected, 0u);
    EXPECT_TRUE(self_within(model(mesh), 0));
    EXPECT_EQ(self_distance(model(mesh)).distance, 0);
  }
}

TEST(Self, CollidesWhereItIsFolded) {
  const std::vector<Vec3d> flat{{0, 0, 0}, {2, 0, 0}, {1, 1, 0}, {1, -1, 0}, {1, 0.5, 0}};
  EXPECT_TRUE(self_collisions(model(flat, {{0, 1, 2}, {1, 0, 3}})).empty());
  EXPECT_EQ(self_collisions(model(flat, {{0, 1, 2}, {1, 0, 4}})).size(), 1u);  // onto the same side of the edge
  EXPECT_EQ(self_collisions(model(flat, {{0, 1, 2}, {0, 1, 2}})).size(), 1u);  // twice the same
  EXPECT_EQ(self_collisions(model(flat, {{0, 1, 2}, {2, 1, 0}})).size(), 1u);  // … and its back
  const Distance folded = self_distance(model(flat, {{0, 1, 2}, {1, 0, 4}}));
  EXPECT_EQ(folded.distance, 0);
  EXPECT_EQ(folded.status, Status::exact);
  EXPECT_EQ(folded.on_a, folded.on_b);
  EXPECT_FALSE(is_corner({flat[0], flat[1], flat[2]}, folded.on_a) &&
               is_corner({flat[0], flat[1], flat[4]}, folded.on_a));
  // One corner in common, and an edge that pierces the other: corner 0 in both, 1–2 through the second.
  const std::vector<Vec3d> pierced{{0, 0, 0}, {2, 0.5, -1}, {2, 0.5, 1}, {4, 0, 0}, {4, 2, 0}};
  EXPECT_EQ(self_collisions(model(pierced, {{0, 1, 2}, {0, 3, 4}})).size(), 1u);
}

// A subdivided triangle has no self-intersections: of 16 triangles in one plane another library reported 5.
TEST(Self, OfASubdividedTriangleIsNothing) {
  for (const double scale : {1e-6, 1.0, 1e6})
    for (const Vec3d offset : {Vec3d{}, Vec3d{1e6, -1e6, 1e6}}) {
      const Vec3d a = offset + scale * Vec3d{0, 0, 0}, b = offset + scale * Vec3d{1, 0, 0},
                  c = offset + scale * Vec3d{0.25, 0.5, 0.125};
      std::vector<Vec3d> vertices;
      std::vector<Face> faces;
      constexpr u32 n = 4;
      for (u32 i = 0; i <= n; ++i)
        for (u32 j = 0; i + j <= n; ++j) vertices.push_back(a + (double(i) / n) * (b - a) + (double(j) / n) * (c - a));
      const auto at = [](u32 i, u32 j) { return i * (n + 1) - i * (i - 1) / 2 + j; };
      for (u32 i = 0; i < n; ++i)
        for (u32 j = 0; i + j < n; ++j) {
          faces.push_back({at(i, j), at(i + 1, j), at(i, j + 1)});
          if (i + j + 1 < n) faces.push_back({at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)});
        }
      ASSERT_EQ(faces.size(), 16u);
      EXPECT_TRUE(self_collisions(model(vertices, faces)).empty()) << scale;
    }
}

TEST(Self, DistanceIsThatOfTheNearestStrangers) {
  Random random(7);
  const Mesh two[] = {generate::sphere(1, 80), placed(generate::sphere(0.5, 60), Pose::shift({1.7, 0.4, 0.2}))};
  const Mesh meshes[] = {joined(two), generate::torus(1, 0.9, 16, 12), generate::soup(random, 40, {.size = 0.05}),
                         generate::box({1, 2, 3})};
  for (const Mesh& mesh : meshes)
    for (const double scale : {1e-6, 1.0, 1e6}) {
      const Mesh sized = scaled(mesh, scale);
      double expected = std::numeric_limits<double>::infinity();
      for (u32 i = 0; i < sized.size(); ++i)
        for (u32 j = i + 1; j < sized.size(); ++j)
          if (shared_corners(sized.triangle(i), sized.triangle(j)) == 0)
            expected = std::min(expected, std::sqrt(distance(sized.triangle(i), sized.triangle(j)).squared));
          else if (collide_by_meeting(sized.triangle(i), sized.triangle(j)))
            expected = 0;
      const Model m = model(sized);
      const Distance near = self_distance(m);
      ASSERT_EQ(near.distance, expected);
      ASSERT_EQ(near.status, Status::exact);
      ASSERT_LT(near.a.triangle, near.b.triangle);
      ASSERT_NEAR(length(near.on_a - near.on_b), expected, 1e-12 * scale);
      ASSERT_EQ(bool(self_within(m, 0.999 * expected)), expected == 0);
      ASSERT_TRUE(self_within(m, expected));
      ASSERT_EQ(self_distance(m, {.max = 0.5 * expected}).status, expected == 0 ? Status::exact : Status::at_least);
      ASSERT_EQ(self_distance(m, {.solid = true}).distance, expected);
    }
}

TEST(Self, OfNeighboursAloneIsNothing) {
  const Distance alone = self_distance(model({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {{0, 1, 2}, {0, 2, 3}}));
  EXPECT_EQ(alone.status, Status::nothing);
  EXPECT_TRUE(std::isinf(alone.distance));
  EXPECT_EQ(self_distance(model(Mesh{})).status, Status::nothing);
  EXPECT_EQ(self_within(model(Mesh{}), 1).status, Status::nothing);
  EXPECT_EQ(self_distance(model(generate::sphere(1, 500)), {.budget = {.tests = 1}}).status, Status::unfinished);
  EXPECT_THROW(self_within(model(generate::box({1, 1, 1})), -1), UsageError);
}

}  // namespace self_test
}  // namespace apart
