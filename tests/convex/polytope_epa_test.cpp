// EPA in one function: what it is sure of is what all axes say, and what EPA finds with care.
#include <apart/convex/polytope/polytope_epa.hpp>
#include <apart/convex/polytope/polytope_gjk.hpp>
#include <apart/convex/polytope/separating_axes.hpp>
#include <tests/convex/polytopes.hpp>

namespace apart {
namespace polytope_epa_test {

PolytopePair hulls(const testing::PolytopePair& p) {
  return {p.a, p.b, p.at, p.a.centre() - p.at * p.b.centre(), p.a.radius() + p.b.radius(), 32 * 0x1p-53 * p.size};
}

EpaResult quick(const testing::PolytopePair& p) {
  const PolytopePair pair = hulls(p);
  return polytope_epa(pair, polytope_gjk(pair, 0).corners);
}

TEST(QuickEpa, IsWhatEpaFinds) {
  testing::RandomPairs pairs(53);
  testing::Outcomes sure("sure of a depth", 0.01);
  for (int k = 0; k < testing::cases(6000, 200000); ++k) {
    const testing::PolytopePair p = pairs.next();
    const PolytopePair pair = hulls(p);
    const PolytopeSimplex start = polytope_gjk(pair, 0).corners;
    if (start.count != 4) continue;
    const EpaResult r = polytope_epa(pair, start);
    sure.saw(r.status == Status::exact);
    if (r.status != Status::exact) {
      ASSERT_EQ(r.status, Status::unfinished) << k;
      continue;
    }
    const testing::PlacedVertices a{p.a, {}}, b{p.b, p.at};
    const EpaResult slow = epa(a, b, placed(corners_of(start, p.a, p.b), p.at));
    const AxesResult axes = separating_axes(p.a, p.at, p.b);
    const double noise = 1e-12 * p.size;
    ASSERT_NEAR(length(r.normal), 1, 1e-14) << k;
    // The normal is a way out of this length, and there is none that is shorter.
    ASSERT_NEAR(-testing::separation_along(p, r.normal), r.depth(), noise) << k;
    ASSERT_LE(r.depth_at_least(), r.depth()) << k;
    ASSERT_GE(r.depth_at_least(), r.depth() * (1 - 1e-11) - noise) << k;
    ASSERT_LE(r.depth_at_least(), -axes.distance + noise) << k;
    if (slow.status == Status::exact) {
      ASSERT_NEAR(r.depth(), slow.depth(), 1e-11 * r.depth() + noise) << k;
    }
    ASSERT_LE(length(r.on_a - r.on_b - r.depth() * r.normal), noise) << k;
    ASSERT_LE(testing::outside_of(p.a, {}, r.on_a), 1e-8 * p.size) << k;
    ASSERT_LE(testing::outside_of(p.b, p.at, r.on_b), 1e-8 * p.size) << k;
  }
}

TEST(QuickEpa, ResumesFromTheSurfaceThatItKept) {
  testing::RandomPairs pairs(67);
  Random& random = pairs.random();
  testing::Outcomes resumed("resumed after a small motion", 0.01);
  for (int k = 0; k < testing::cases(2000, 50000); ++k) {
    testing::PolytopePair p = pairs.next();
    EpaSurface surface;
    for (int frame = 0; frame < 5; ++frame) {
      const PolytopePair pair = hulls(p);
      const bool kept = surface.faces > 0;
      const EpaSurface before = surface;
      EpaResult warm = kept ? polytope_epa(pair, surface) : EpaResult{};
      const EpaResult cold = quick(p);
      if (kept) resumed.saw(warm.status == Status::exact);
      if (warm.status == Status::exact) {
        const double noise = 1e-12 * p.size;
        ASSERT_LE(warm.depth_at_least(), warm.depth()) << k;
        ASSERT_NEAR(-testing::separation_along(p, warm.normal), warm.depth(), noise) << k;
        if (cold.status == Status::exact) {
          ASSERT_NEAR(warm.depth(), cold.depth(), 1e-11 * cold.depth() + noise) << k;
        }
        ASSERT_LE(testing::outside_of(p.a, {}, warm.on_a), 1e-8 * p.size) << k;
        ASSERT_LE(testing::outside_of(p.b, p.at, warm.on_b), 1e-8 * p.size) << k;
        testing::in_all_lanes(
            [&] {
              EpaSurface own = before;
              return polytope_epa(pair, own);
            },
            [&](const EpaResult& slow, const EpaResult& fast) {
              ASSERT_EQ(slow.depth(), fast.depth()) << k;
              ASSERT_EQ(slow.on_a, fast.on_a) << k;
            });
        // Whichever face it tries first: with a far one all planes are computed.
        for (u32 face = 0; face < before.faces; ++face) {
          EpaSurface other = before;
          other.nearest = static_cast<unsigned char>(face);
          const EpaResult same = polytope_epa(pair, other);
          ASSERT_EQ(same.status, warm.status) << k;
          ASSERT_EQ(same.depth(), warm.depth()) << k;
          ASSERT_EQ(same.depth_at_least(), warm.depth_at_least()) << k;
          ASSERT_EQ(same.normal, warm.normal) << k;
          ASSERT_EQ(same.on_a, warm.on_a) << k;
        }
      } else {
        ASSERT_EQ(warm.status, Status::unfinished) << k;
        polytope_epa(pair, polytope_gjk(pair, 0).corners, &surface);
      }
      p = testing::moved(p, 0.02 * (p.a.radius() + p.b.radius()) * random.uniform() * random.direction());
    }
  }
}

TEST(QuickEpa, IsTheSameInAllLanes) {
  testing::RandomPairs pairs(59);
  for (int k = 0; k < 3000; ++k) {
    const testing::PolytopePair p = pairs.next();
    testing::in_all_lanes([&] { return quick(p); },
                          [&](const EpaResult& slow, const EpaResult& fast) {
                            ASSERT_EQ(slow.status, fast.status) << k;
                            ASSERT_EQ(slow.steps, fast.steps) << k;
                            ASSERT_EQ(slow.depth(), fast.depth()) << k;
                            ASSERT_EQ(slow.depth_at_least(), fast.depth_at_least()) << k;
                            ASSERT_EQ(slow.normal, fast.normal) << k;
                            ASSERT_EQ(slow.on_a, fast.on_a) << k;
                            ASSERT_EQ(slow.on_b, fast.on_b) << k;
                          });
  }
}

// Round ones, of few vertices and of many: all but never left to others, as long as there is room for their faces.
TEST(QuickEpa, IsSureOfWhatIsRound) {
  Random random(9);
  int unsure = 0, asked = 0;
  for (int k = 0; k < 150; ++k) {
    std::vector<Vec3d> points[2];
    for (auto& of : points)
      for (u32 i = 8 + random.below(50); i > 0; --i) of.push_back(random.direction());
    testing::PolytopePair p{testing::polytope_of(points[0]), testing::polytope_of(points[1]), {}, 5};
    for (int i = 0; i < 10; ++i) {
      p.at = {random.rotation(), random.uniform(0, 1.5) * random.direction()};
      if (polytope_gjk(hulls(p), 0).corners.count != 4) continue;
      ++asked, unsure += quick(p).status != Status::exact;
    }
  }
  std::printf("[ saw      ] %d of %d unsure\n", unsure, asked);
  EXPECT_LE(unsure, asked / 50);
}

}  // namespace polytope_epa_test
}  // namespace apart
