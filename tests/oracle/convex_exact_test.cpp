// The exact distances and depths of convex hulls, at poses where they are known.
#include <apart/base/random.hpp>

#include "tests/oracle/convex_exact.hpp"
#include "tests/support.hpp"

namespace apart {
namespace convex_exact_test {

using oracle::exact_convex;
using oracle::ExactAnswer;
using Points = std::vector<Vec3d>;

// Known answers: boxes side by side.
TEST(ExactConvexOracle, KnowsBoxes) {
  Random random(1);
  testing::Outcomes outcomes("boxes that meet");
  const auto corners = [](Vec3d low, Vec3d high) {
    Points out;
    for (u32 i = 0; i < 8; ++i) out.push_back({i & 1 ? high.x : low.x, i & 2 ? high.y : low.y, i & 4 ? high.z : low.z});
    return out;
  };
  for (int k = 0; k < 300; ++k) {
    Vec3d low[2], high[2];
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < 3; ++j) {
        low[i][j] = static_cast<double>(random.below(9)) - 2;
        high[i][j] = low[i][j] + static_cast<double>(1 + random.below(5));
      }
    double squared = 0, depth = std::numeric_limits<double>::infinity();
    for (int j = 0; j < 3; ++j) {
      const double one = high[0][j] - low[1][j], other = high[1][j] - low[0][j], shared = lesser(one, other);
      if (shared < 0) squared += shared * shared;
      depth = lesser(depth, larger(shared, 0.0));
    }
    const ExactAnswer answer = exact_convex(corners(low[0], high[0]), corners(low[1], high[1]));
    outcomes.saw(squared == 0);
    ASSERT_EQ(answer.distance, std::sqrt(squared)) << k;
    ASSERT_EQ(answer.depth, squared == 0 ? depth : 0) << k;
  }
}

TEST(ExactConvexOracle, KnowsFlatThinAndSkew) {
  // A point over, in, and beside a square; two squares across one another.
  const Points square{{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}};
  const auto from = [&](Vec3d p) { return exact_convex(square, Points{p}); };
  EXPECT_EQ(from({0.25, 0.5, 0x1p-40}).distance, 0x1p-40);
  EXPECT_EQ(from({3, 0, 0}).distance, 2);
  EXPECT_EQ(from({4, 5, 0}).distance, 5);
  for (Vec3d p : {Vec3d{0, 0, 0}, Vec3d{1, 0.5, 0}, Vec3d{1, 1, 0}}) {
    EXPECT_TRUE(from(p).meet());
    EXPECT_EQ(from(p).depth, 0);
  }
  EXPECT_EQ(exact_convex(square, Points{{0, 0, -3}, {0, 0, 0.5}}).depth, 0.5);
  EXPECT_EQ(exact_convex(Points{{0, 0, 0}}, Points{{0, 0, 0}, {0, 0, 0}}).depth, 0);
  EXPECT_EQ(exact_convex(Points{{-1, 0, 0}, {1, 0, 0}}, Points{{0, -1, 0x1p-30}, {0, 1, 0x1p-30}}).distance, 0x1p-30);
  EXPECT_EQ(exact_convex(Points{{-1, 0, 0}, {1, 0, 0}}, Points{{0, -1, 0}, {0, 1, 0}}).depth, 0);
  // A regular octahedron and the point in its middle: 1/√3, found to the last bit or next to it.
  const Points octahedron{{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
  EXPECT_NEAR(exact_convex(octahedron, Points{{0, 0, 0}}).depth, std::sqrt(1.0 / 3), 0x1p-53);
  // Tetrahedra with an edge each across the other's: the way out is across both.
  const Points above{{-1, 0, -0.125}, {1, 0, -0.125}, {0, -1, 4}, {0, 1, 4}},
      below{{0, -1, 0}, {0, 1, 0}, {-1, 0, -4}, {1, 0, -4}};
  EXPECT_EQ(exact_convex(above, below).depth, 0.125);
}

}  // namespace convex_exact_test
}  // namespace apart
