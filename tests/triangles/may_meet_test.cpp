#include <apart/base/lane_width.hpp>
#include <apart/triangles/may_meet.hpp>
#include <apart/triangles/overlap.hpp>
#include <vector>

#include "tests/support.hpp"
#include "tests/triangles/families.hpp"

namespace apart {
namespace {

using testing::Family;

// Up to eight of each: of every family, pairs of one number meet or nearly do, the others mostly do not.
struct Leaves {
  std::vector<Triangled> a, b;
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
  int apart = 0, parted = 0;
  for (const Family& family : testing::families)
    for (int i = 0; i < 100; ++i) {
      const auto [a, b] = leaves_of(family, random);
      const u64 open = may_meet(a, b);
      for (std::size_t s = 0; s < a.size(); ++s)
        for (std::size_t t = 0; t < b.size(); ++t) {
          const bool may = open >> (8 * s + t) & 1;
          outcomes.saw(may);
          if (overlap(a[s], b[t]))
            EXPECT_TRUE(may) << family.name;
          else
            ++apart, parted += !may;
        }
    }
  EXPECT_GT(parted, apart / 2) << "a glance should tell most of them";
}

TEST(MayMeet, SaysNothingOfTrianglesThatAreNotThere) {
  const Triangled t{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  const std::vector<Triangled> a(3, t), b(5, t);
  EXPECT_EQ(may_meet(a, b), 0x1f1f1fu);
  EXPECT_EQ(may_meet(b, a), 0x0707070707u);
  EXPECT_EQ(may_meet({a.data(), 1}, {b.data(), 1}), 1u);
}

TEST(MayMeet, IsTheSameInEveryWidth) {
  Random random(72);
  for (const Family& family : testing::families)
    for (int i = 0; i < 100; ++i) {
      const auto [a, b] = leaves_of(family, random);
      use_lanes(LaneWidth::one);
      const u64 one_by_one = may_meet(a, b);
      for (const LaneWidth width : {LaneWidth::four, LaneWidth::eight}) {
        if (!has_lanes(width)) continue;
        use_lanes(width);
        EXPECT_EQ(may_meet(a, b), one_by_one) << family.name;
      }
    }
  use_lanes({});
}

}  // namespace
}  // namespace apart
