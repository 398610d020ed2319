// All that the library knows of two polytopes says the same: GJK, EPA, Voronoi marching, V-Clip, separating axes and
// linear programming.
#include <apart/convex/features/vclip.hpp>
#include <apart/convex/features/voronoi_marching.hpp>
#include <apart/convex/gjk/epa.hpp>
#include <apart/convex/linear/separating_plane.hpp>
#include <apart/convex/polytope/separating_axes.hpp>
#include <tests/convex/polytopes.hpp>

namespace apart {
namespace agreement_test {

TEST(Agreement, OfAllAlgorithms) {
  testing::RandomPairs pairs(11);
  testing::Outcomes outcomes("polytopes that meet"), deep("deeper than rounding", 0.1);
  int unfinished = 0;
  const int total = testing::cases(3000, 200000);
  for (int k = 0; k < total; ++k) {
    const testing::PolytopePair p = pairs.next();
    const testing::PlacedVertices a{p.a, {}}, b{p.b, p.at};
    const GjkResult g = testing::by_gjk(p.a, p.at, p.b);
    const FeatureDistance march = voronoi_marching(p.a, p.at, p.b), clip = vclip(p.a, p.at, p.b);
    const AxesResult axes = separating_axes(p.a, p.at, p.b);
    const PlaneBetween plane = separated_by_plane(p.a, p.at, p.b);
    const double noise = 1e-11 * p.size;
    outcomes.saw(g.meet());
    ASSERT_NEAR(march.distance, clip.distance, 1e-8 * p.size) << k;
    if (g.at_least > noise) {
      ASSERT_NEAR(march.distance, g.distance, 1e-9 * p.size) << k;
      ASSERT_NEAR(clip.distance, g.distance, 1e-9 * p.size) << k;
      ASSERT_FALSE(axes.meet()) << k;
      ASSERT_LE(axes.distance, g.distance + noise) << k;
      // Linear programming sees no gaps that are so small, nor some beside a line.
      if (p.a.dimension() > 1 || p.b.dimension() > 1) {
        ASSERT_TRUE(plane.found || g.distance < 1e-9 * p.size) << k;
      }
      ASSERT_LE(plane.gap, g.distance + noise) << k;
    } else if (g.meet()) {
      const EpaResult e = epa(a, b, p.at * p.b.centre() - p.a.centre());
      deep.saw(e.depth() > 1e-6 * p.size);
      unfinished += e.status != Status::exact;
      ASSERT_TRUE(axes.meet()) << k;
      ASSERT_LE(plane.found ? plane.gap : 0, noise) << k;
      ASSERT_LE(e.depth_at_least(), -axes.distance + 1e-9 * p.size) << k;
      if (e.status == Status::exact) {
        ASSERT_NEAR(e.depth(), -axes.distance, 1e-6 * p.size) << k;
        ASSERT_NEAR(e.depth(), -march.distance, 1e-6 * p.size) << k;
        ASSERT_NEAR(e.depth(), -clip.distance, 1e-6 * p.size) << k;
      }
    }
  }
  EXPECT_LE(unfinished, total / 100);
}

}  // namespace agreement_test
}  // namespace apart
