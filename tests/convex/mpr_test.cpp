// Whether polytopes meet, by portals: what it says is proven by all vertices, and is what GJK says with care.
#include <apart/convex/polytope/mpr.hpp>
#include <apart/queries/collide.hpp>
#include <tests/convex/polytopes.hpp>

namespace apart {
namespace mpr_test {

MprResult look(const testing::PolytopePair& p) {
  const double radii = p.a.radius() + p.b.radius();
  return mpr({p.a, p.b, p.at, p.a.centre() - p.at * p.b.centre(), radii, 32 * 0x1p-53 * p.size});
}

TEST(Verdict, SaysWhatIsProven) {
  testing::RandomPairs pairs(23);
  testing::Outcomes meet("polytopes that meet", 0.1), sure("sure", 0.02);
  for (int k = 0; k < testing::cases(6000, 300000); ++k) {
    const testing::PolytopePair p = pairs.next();
    const MprResult found = look(p);
    sure.saw(found.verdict != Verdict::unsure);
    if (found.verdict == Verdict::unsure) continue;
    meet.saw(found.verdict == Verdict::meet);
    if (found.verdict == Verdict::apart) {
      ASSERT_GT(testing::separation_along(p, found.direction / length(found.direction)), 0) << k;
    } else {
      // The corners and the centres make the origin, with weights that are positive.
      Vec3d sum = found.weights[0] * (p.a.centre() - p.at * p.b.centre());
      double all = found.weights[0];
      for (int i = 0; i < 3; ++i) {
        ASSERT_GT(found.weights[i + 1], 0) << k;
        sum += found.weights[i + 1] * (p.a.vertices()[found.of_a[i]] - p.at * p.b.vertices()[found.of_b[i]]);
        all += found.weights[i + 1];
      }
      ASSERT_GT(found.weights[0], 0) << k;
      ASSERT_NEAR(all, 1, 1e-14) << k;
      ASSERT_LE(length(sum), 1e-6 * p.size) << k;
    }
    const testing::PlacedVertices a{p.a, {}}, b{p.b, p.at};
    const GjkResult r = gjk(a, b, p.at * p.b.centre() - p.a.centre(), {.careful = true});
    // GJK calls what is so near touching; the plane, with all vertices on its sides, is a proof all the same.
    ASSERT_TRUE((found.verdict == Verdict::meet) == r.meet() || (r.meet() && r.distance < 1e-13 * p.size)) << k;
  }
}

// Solid ones that are not about to touch are never left to others.
TEST(Verdict, IsSureOfWhatIsPlain) {
  Random random(5);
  int steps = 0, asked = 0;
  for (int k = 0; k < 2000; ++k) {
    std::vector<Vec3d> points[2];
    for (auto& of : points)
      for (int i = 0; i < 12; ++i) of.push_back(random.direction());
    testing::PolytopePair p{testing::polytope_of(points[0]), testing::polytope_of(points[1]), {}, 5};
    p.at = {random.rotation(), random.uniform(0, 2.5) * random.direction()};
    const testing::PlacedVertices a{p.a, {}}, b{p.b, p.at};
    const GjkResult r = gjk(a, b);
    if (!r.meet() && r.distance < 1e-6) continue;
    const MprResult found = look(p);
    if (found.verdict == Verdict::unsure) {
      ASSERT_LT(-testing::separation_of_all(p), 1e-6) << k;
    } else {
      ASSERT_EQ(found.verdict == Verdict::meet, r.meet()) << k;
    }
    steps += found.steps, ++asked;
  }
  EXPECT_LT(steps, 5 * asked);
}

TEST(Verdict, IsTheSameInAllLanes) {
  testing::RandomPairs pairs(29);
  for (int k = 0; k < 2000; ++k) {
    const testing::PolytopePair p = pairs.next();
    testing::in_all_lanes([&] { return look(p); },
                          [&](const MprResult& slow, const MprResult& fast) {
                            ASSERT_EQ(slow.verdict, fast.verdict) << k;
                            ASSERT_EQ(slow.steps, fast.steps) << k;
                            ASSERT_EQ(slow.direction, fast.direction) << k;
                            for (int i = 0; i < 4; ++i) ASSERT_EQ(slow.weights[i], fast.weights[i]) << k;
                          });
  }
}

// The query with all its early-outs, alone and with a cache that is carried along.
TEST(Verdict, CollideIsTheSame) {
  testing::RandomPairs pairs(31);
  testing::Outcomes outcomes("shapes that meet");
  for (int k = 0; k < testing::cases(200, 10000); ++k) {
    testing::PolytopePair p = pairs.next();
    const Shape a = p.a, b = p.b;
    PairCache cache;
    const Vec3d drift = 0.02 * (p.a.radius() + p.b.radius()) * pairs.random().direction();
    for (int frame = 0; frame < 8; ++frame, p = testing::moved(p, drift)) {
      const testing::PlacedVertices of_a{p.a, {}}, of_b{p.b, p.at};
      const GjkResult r = gjk(of_a, of_b, {}, {.careful = true});
      const bool slow = r.meet(), alone = collide(a, p.at, b).colliding,
                 kept = collide(a, p.at, b, {.cache = &cache}).colliding;
      outcomes.saw(slow);
      // Both are allowed where rounding cannot tell.
      if (r.at_least > 1e-13 * p.size ||
          (slow && r.status == Status::exact && -testing::separation_of_all(p) > 1e-12 * p.size)) {
        ASSERT_EQ(alone, slow) << k;
        ASSERT_EQ(kept, slow) << k;
      }
    }
  }
}

}  // namespace mpr_test
}  // namespace apart
