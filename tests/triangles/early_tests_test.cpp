// The SIMD filters for the triangles of two leaves: they are conservative, and the same in every lane width.
#include <apart/base/lane_width.hpp>
#include <apart/triangles/distance.hpp>
#include <apart/triangles/lanes/least_gaps.hpp>
#include <apart/triangles/lanes/may_meet.hpp>
#include <apart/triangles/overlap.hpp>
#include <vector>

#include "tests/support.hpp"
#include "tests/triangles/families.hpp"

namespace apart {
namespace early_tests_test {

using testing::Family;

// Up to eight of each: of every family, pairs of one number meet or nearly do, the others mostly do not.
struct Leaves {
  std::vector<Triangle> a, b;
};
Leaves leaves_of(const Family& family, Random& random) {
  Leaves out;
  const u32 count_a = random.below(8) + 1, count_b = random.below(8) + 1;
  for (u32 k = 0; k < 8; ++k) {
    const auto [s, t] = family.make(random);
    if (k < count_a) out.a.push_back(s);
    if (k < count_b) out.b.push_back(t);
  }
  return out;
}

TEST(MayMeet, NeverPartsWhatMeets) {
  Random random(71);
  testing::Outcomes outcomes("may meet, or told apart");
  int apart = 0, parted = 0, meet = 0, known = 0;
  for (const Family& family : testing::families)
    for (int i = 0; i < 100; ++i) {
      const auto [a, b] = leaves_of(family, random);
      const auto [open, meeting] = may_meet(a, b);
      EXPECT_EQ(meeting & ~open, 0u) << family.name;
      for (std::size_t s = 0; s < a.size(); ++s)
        for (std::size_t t = 0; t < b.size(); ++t) {
          const bool may = open >> (8 * s + t) & 1;
          outcomes.saw(may);
          const bool does = meeting >> (8 * s + t) & 1;
          if (overlap(a[s], b[t])) {
            EXPECT_TRUE(may) << family.name;
            ++meet, known += does;
          } else {
            EXPECT_FALSE(does) << family.name;
            ++apart, parted += !may;
          }
        }
    }
  EXPECT_GT(known, meet / 4) << "of many it should tell that they meet";
  EXPECT_GT(parted, apart / 2) << "a glance should tell most of them";
}

TEST(MayMeet, SaysNothingOfTrianglesThatAreNotThere) {
  const Triangle t{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  const std::vector<Triangle> a(3, t), b(5, t);
  EXPECT_EQ(may_meet(a, b).open, 0x1f1f1fu);
  EXPECT_EQ(may_meet(b, a).open, 0x0707070707u);
  EXPECT_EQ(may_meet({a.data(), 1}, {b.data(), 1}).open, 1u);
  const std::vector<Triangle> across(5, Triangle{{0.1, 0.1, -1}, {0.2, 0.1, 1}, {0.1, 0.3, 2}});
  EXPECT_EQ(may_meet(a, across).meeting, 0x1f1f1fu);
  EXPECT_EQ(may_meet(across, a).meeting, 0x0707070707u);
}

TEST(MayMeet, IsTheSameInEveryWidth) {
  Random random(72);
  for (const Family& family : testing::families)
    for (int i = 0; i < 100; ++i) {
      const auto [a, b] = leaves_of(family, random);
      use_lanes(LaneWidth::one);
      const MayMeet one_by_one = may_meet(a, b);
      for (const LaneWidth width : kLaneWidths) {
        if (!has_lanes(width)) continue;
        use_lanes(width);
        const auto [open, meeting] = may_meet(a, b);
        EXPECT_EQ(open, one_by_one.open) << family.name;
        EXPECT_EQ(meeting, one_by_one.meeting) << family.name;
      }
    }
  use_lanes({});
}

// Of all pairs, or of those about the middle of their distances.
double some_reach(const Leaves& leaves, Random& random) {
  if (random.chance(0.2)) return std::numeric_limits<double>::infinity();
  const Triangle &s = leaves.a[random.below(static_cast<u32>(leaves.a.size()))],
                 &t = leaves.b[random.below(static_cast<u32>(leaves.b.size()))];
  return std::sqrt(distance(s, t).squared) * random.uniform(0, 1.5);
}
Vec3d some_line(const Leaves& leaves, Random& random) {
  if (random.chance(0.2)) return {};
  const Vec3d across = leaves.b[0].a - leaves.a[0].a;
  const double far = length(across);
  return far > 0 && std::isfinite(far) && random.chance(0.5) ? across / far : random.direction();
}

TEST(LeastGaps, AreNeverMoreThanTheDistance) {
  Random random(73);
  testing::Outcomes outcomes("within reach, or told to be farther");
  for (const Family& family : testing::families)
    for (int i = 0; i < testing::cases(60, 3000); ++i) {
      const Leaves leaves = leaves_of(family, random);
      const double reach = some_reach(leaves, random);
      double gaps[64];
      const u64 near = least_gaps(leaves.a, leaves.b, some_line(leaves, random), reach, gaps);
      for (std::size_t s = 0; s < leaves.a.size(); ++s)
        for (std::size_t t = 0; t < leaves.b.size(); ++t) {
          const double truth = std::sqrt(distance(leaves.a[s], leaves.b[t]).squared);
          const bool within = near >> (8 * s + t) & 1;
          outcomes.saw(within);
          if (within)
            ASSERT_LE(gaps[8 * s + t], truth) << family.name;
          else
            ASSERT_GT(truth, reach) << family.name;
        }
    }
}

TEST(LeastGaps, AreTheSameInEveryWidth) {
  Random random(74);
  for (const Family& family : testing::families)
    for (int i = 0; i < 50; ++i) {
      const Leaves leaves = leaves_of(family, random);
      const double reach = some_reach(leaves, random);
      const Vec3d line = some_line(leaves, random);
      double one_by_one[64], gaps[64];
      use_lanes(LaneWidth::one);
      const u64 near = least_gaps(leaves.a, leaves.b, line, reach, one_by_one);
      for (const LaneWidth width : kLaneWidths) {
        if (!has_lanes(width)) continue;
        use_lanes(width);
        ASSERT_EQ(least_gaps(leaves.a, leaves.b, line, reach, gaps), near) << family.name;
        for (int k = 0; k < 64; ++k)
          if (near >> k & 1) {
            ASSERT_EQ(gaps[k], one_by_one[k]) << family.name;
          }
      }
    }
  use_lanes({});
}

}  // namespace early_tests_test
}  // namespace apart
