// A few points whose hull comes near that of all of them.
#include <gtest/gtest.h>
#include <apart/base/random.hpp>
#include <apart/hierarchy/corner_selection.hpp>

#include <algorithm>
#include <set>

namespace apart::hierarchy {
namespace {

struct Cloud {
  const char* name;
  std::vector<Vec3f> points;
  bool in_a_line = false;
};

std::vector<Cloud> clouds(Random& random) {
  std::vector<Cloud> out{{"ball", {}}, {"sphere", {}},     {"plane", {}},           {"nearly a plane", {}},
                         {"grid", {}}, {"line", {}, true}, {"one place", {}, true}, {"cube with its middle", {}}};
  for (int i = 0; i < 200; ++i) {
    const Vec3f d = cast<float>(random.direction());
    const float share = static_cast<float>(random.uniform());
    out[0].points.push_back(share * d);
    out[1].points.push_back(d);
    out[2].points.push_back({d.x, d.y, 0.25f * d.x - 0.5f * d.y});
    out[3].points.push_back({d.x, d.y, 1e-3f * d.z});
    out[5].points.push_back(share * Vec3f{0.5f, 1, -0.25f});
    out[6].points.push_back({0.5f, 0.25f, 1});
  }
  for (int x = 0; x < 6; ++x)
    for (int y = 0; y < 6; ++y)
      for (int z = 0; z < 6; ++z) {
        const Vec3f p{0.2f * float(x), 0.2f * float(y), 0.2f * float(z)};
        out[4].points.push_back(p);
        if ((x == 0 || x == 5) && (y == 0 || y == 5) && (z == 0 || z == 5)) out[7].points.push_back(p);
      }
  out[7].points.insert(out[7].points.begin(), {0.5f, 0.5f, 0.5f});
  return out;
}

float reach(std::span<const Vec3f> points, Vec3f along) {
  float most = -std::numeric_limits<float>::infinity();
  for (const Vec3f& p : points) most = std::max(most, dot(along, p));
  return most;
}

TEST(CornerSelection, OfEnoughCornersHasTheSameHull) {
  Random random(3);
  for (const Cloud& cloud : clouds(random)) {
    SCOPED_TRACE(cloud.name);
    const std::vector<float> more(cloud.points.size(), 0.0f);
    CornerSelection selection;
    selection.select(cloud.points, more, 254);
    std::vector<Vec3f> chosen;
    for (const u32 i : selection.selected()) chosen.push_back(cloud.points[i]);
    EXPECT_EQ(std::set<u32>(selection.selected().begin(), selection.selected().end()).size(), chosen.size());
    for (int k = 0; k < 200; ++k) {
      const Vec3f along = cast<float>(random.direction());
      ASSERT_NEAR(reach(chosen, along), reach(cloud.points, along), 1e-4);
    }
    ASSERT_EQ(selection.has_facets(), !cloud.in_a_line);
    if (!selection.has_facets()) continue;
    std::vector<CornerSelection::Exit> exits;
    selection.find_exits(cloud.points, exits);
    ASSERT_EQ(exits.size(), cloud.points.size());
    for (const CornerSelection::Exit& exit : exits) ASSERT_LE(exit.at, 1.001f);
  }
}

TEST(CornerSelection, OfFewCornersLeavesLessTheMoreThereAre) {
  Random random(4);
  for (const Cloud& cloud : clouds(random)) {
    SCOPED_TRACE(cloud.name);
    const std::vector<float> more(cloud.points.size(), 0.0f);
    double before = std::numeric_limits<double>::infinity();
    for (const u32 most : {4u, 12u, 40u, 120u}) {
      CornerSelection selection;
      selection.select(cloud.points, more, most);
      ASSERT_LE(selection.selected().size(), most);
      std::vector<Vec3f> chosen;
      for (const u32 i : selection.selected()) chosen.push_back(cloud.points[i]);
      double outside = 0;
      Random directions(5);
      for (int k = 0; k < 300; ++k) {
        const Vec3f along = cast<float>(directions.direction());
        outside = std::max(outside, double(reach(cloud.points, along) - reach(chosen, along)));
      }
      ASSERT_LE(outside, before + 1e-6);
      before = outside;
      if (selection.around_inside() < 4) continue;  // in a plane
      // A facet that a point is outside of is one of the hull's, and the point is beyond its plane.
      const Vec3f middle = 0.25f * (chosen[0] + chosen[1] + chosen[2] + chosen[3]);
      for (u32 i = 0; i < cloud.points.size(); ++i)
        if (const CornerSelection::Facet* below = selection.facet_below(i)) {
          const Vec3f a = chosen[below->corners[0]], b = chosen[below->corners[1]], c = chosen[below->corners[2]];
          const Vec3d normal = cross(cast<double>(b - a), cast<double>(c - a));
          ASSERT_GT(dot(normal, cast<double>(cloud.points[i] - a)), 0);
          ASSERT_GT(dot(normal, cast<double>(a - middle)), 0);
        }
    }
    EXPECT_LT(before, 0.15);
  }
}

TEST(CornerSelection, TakesFirstWhatSticksOutMost) {
  // Beyond the tetrahedron two points are outside; of the nearer one more sticks out.
  const std::vector<Vec3f> points{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {0, 0, 4}, {-0.5f, 1, 1}, {1, -0.4f, 1}};
  CornerSelection selection;
  selection.select(points, std::vector<float>{0, 0, 0, 0, 0, 0.05f}, 5);
  EXPECT_EQ(selection.selected().back(), 4u);
  selection.select(points, std::vector<float>{0, 0, 0, 0, 0, 0.2f}, 5);
  EXPECT_EQ(selection.selected().back(), 5u);
  // Where nearly all of it is what sticks out of the point, another corner would not help.
  selection.select(points, std::vector<float>{0, 0, 0, 0, 0, 9}, 5);
  EXPECT_EQ(selection.selected().size(), 4u);
}

}  // namespace
}  // namespace apart::hierarchy
