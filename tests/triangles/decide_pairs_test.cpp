// Pairs of triangles decided in lanes, and told apart as patches in floats: never other than exact signs say, and the
// same in every lane width.
#include <apart/base/lane_width.hpp>
#include <apart/triangles/lanes/decide_pairs.hpp>
#include <apart/triangles/lanes/triangle_patch.hpp>
#include <apart/triangles/overlap.hpp>
#include <array>
#include <bit>
#include <vector>

#include "tests/support.hpp"
#include "tests/triangles/families.hpp"

namespace apart {
namespace decide_pairs_test {

using testing::Family;

struct Pairs {
  std::vector<Triangle> s, t;
};
Pairs pairs_of(const Family& family, Random& random, u32 count) {
  Pairs out;
  for (u32 k = 0; k < count; ++k) {
    const auto [s, t] = family.make(random);
    out.s.push_back(s), out.t.push_back(t);
  }
  return out;
}

// From where they are.
DecidedPairs decided(const std::vector<Triangle>& s, const std::vector<Triangle>& t) {
  std::vector<const Triangle*> of_s, of_t;
  for (std::size_t k = 0; k < s.size(); ++k) of_s.push_back(&s[k]), of_t.push_back(&t[k]);
  return decide_pairs(of_s.data(), of_t.data(), static_cast<u32>(s.size()));
}

TEST(DecidePairs, NeverContradictsExactSigns) {
  Random random(81);
  testing::Outcomes met("pairs that meet");
  int all = 0, sure = 0;
  for (const Family& family : testing::families)
    for (int i = 0; i < testing::cases(40, 400); ++i) {
      const u32 count = random.below(64) + 1;
      const auto [s, t] = pairs_of(family, random, count);
      std::optional<DecidedPairs> first;
      for (const LaneWidth width : kLaneWidths) {
        if (!has_lanes(width)) continue;
        use_lanes(width);
        const DecidedPairs said = decided(s, t);
        const u64 used = ~u64(0) >> (64 - count);
        if (!first) first = said;
        ASSERT_EQ(said.apart & used, first->apart & used) << family.name;
        ASSERT_EQ(said.meeting & used, first->meeting & used) << family.name;
      }
      for (u32 k = 0; k < count; ++k) {
        const bool apart = first->apart >> k & 1, meeting = first->meeting >> k & 1, truth = overlap(s[k], t[k]);
        EXPECT_EQ(overlap_in_doubt(s[k], t[k]), truth) << family.name;
        met.saw(truth);
        ASSERT_FALSE(apart && truth) << family.name;
        ASSERT_FALSE(meeting && !truth) << family.name;
        ++all, sure += apart || meeting;
      }
    }
  use_lanes({});
  EXPECT_GT(sure, all / 2);
}

// Two flat triangles that nearly coincide, or do but for their last bits: doubles are in doubt of most of them, sums of
// two doubles are not.
TEST(DecidePairs, DecidesWhatIsAUnitApart) {
  Random random(82);
  testing::Outcomes met("pairs that meet");
  int sure = 0, all = 0;
  for (int i = 0; i < testing::cases(300, 3000); ++i) {
    const double scale = std::array{1.0, 1e-9, 1e-88, 1e88}[random.below(4)];
    Pairs of;
    for (int k = 0; k < 8; ++k) {
      const Triangle s{scale * random.in_box(1), scale * random.in_box(1), scale * random.in_box(1)};
      Triangle t = s;
      for (int c = 0; c < 3; ++c)
        for (int axis = 0; axis < 3; ++axis) {
          double& x = c == 0 ? t.a[axis] : c == 1 ? t.b[axis] : t.c[axis];
          for (u32 steps = random.below(3) + 1; steps > 0; --steps)
            x = std::nextafter(x, random.chance(0.5) ? 1e99 : -1e99);
        }
      of.s.push_back(s), of.t.push_back(t);
    }
    const DecidedPairs said = decided(of.s, of.t);
    use_lanes(LaneWidth::one);  // has no fused products
    const DecidedPairs by_halves = decided(of.s, of.t);
    use_lanes({});
    ASSERT_EQ(said.apart & 255, by_halves.apart & 255);
    ASSERT_EQ(said.meeting & 255, by_halves.meeting & 255);
    for (u32 k = 0; k < 8; ++k) {
      const bool apart = said.apart >> k & 1, meeting = said.meeting >> k & 1, truth = overlap(of.s[k], of.t[k]);
      met.saw(truth);
      ASSERT_FALSE((apart && truth) || (meeting && !truth));
      ++all, sure += apart || meeting;
    }
  }
  EXPECT_GT(sure, all * 9 / 10);
}

// Triangles of two meshes, as patches.
TEST(TrianglePatch, NeverPartsWhatMeets) {
  Random random(83);
  testing::Outcomes outcomes("may meet, or told apart");
  int apart = 0, parted = 0;
  const Face faces[4] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {9, 10, 11}};
  for (const Family& family : testing::families)
    for (int i = 0; i < testing::cases(60, 600); ++i) {
      const auto [s, t] = pairs_of(family, random, 4);
      std::vector<Vec3d> of_s, of_t;
      for (const Triangle& x : s) of_s.insert(of_s.end(), {x.a, x.b, x.c});
      for (const Triangle& x : t) of_t.insert(of_t.end(), {x.a, x.b, x.c});
      const Vec3d centre = random.chance(0.5) ? s[0].a : random.in_box(1);
      const Pose pose = random.chance(0.5) ? Pose{} : Pose{random.rotation(), random.in_box(0.1)};
      const u32 count_a = random.below(4) + 1, count_b = random.below(4) + 1;
      std::optional<u32> first;
      for (const LaneWidth width : kLaneWidths) {
        if (!has_lanes(width)) continue;
        use_lanes(width);
        PatchOfA a;
        PatchOfB b;
        a.count = count_a, b.count = count_b;
        for (u32 k = 0; k < 4; ++k) a.numbers[k] = k, b.numbers[k] = k;
        const auto fill = [&](PatchOfA* patch_a, PatchOfB* patch_b) {
          patch_tests().fill_a({of_s.data(), faces, centre, {}}, &patch_a, 1);
          patch_tests().fill_b({of_t.data(), faces, centre, pose}, &patch_b, 1);
        };
        fill(&a, &b);
        const u32 open = patch_tests().may_meet(a, b);
        if (!first) first = open;
        ASSERT_EQ(open, *first) << family.name;
        for (u32 x = 0; x < count_a; ++x)  // one by one
          for (u32 y = 0; y < count_b; ++y) {
            PatchOfA only_a;
            PatchOfB only_b;
            only_a.count = only_b.count = 1, only_a.numbers[0] = x, only_b.numbers[0] = y;
            fill(&only_a, &only_b);
            only_a.reach = a.reach, only_b.reach = b.reach;
            ASSERT_EQ(patch_tests().may_meet(only_a, only_b), open >> (4 * x + y) & 1) << family.name;
          }
        // Several times the same, until there may be no room for the next.
        WaitingPairs waiting;
        const std::vector<PatchOfA> places_a(6, a);
        const std::vector<PatchOfB> places_b(64, b);
        const std::vector<PatchPair> both(6, WaitingPairs::first(5, 63));
        const u32 each = u32(std::popcount(open)),
                  collected = patch_tests().collect(places_a.data(), places_b.data(), both.data(), 6, waiting);
        ASSERT_EQ(waiting.count, collected * each);
        ASSERT_TRUE(collected == 6 || WaitingPairs::kRoom - waiting.count < 16);
        u32 rest = 0;
        for (u32 k = 0; k < waiting.count; ++k, rest &= rest - 1) {
          if (rest == 0) rest = open;
          const u32 pair = u32(std::countr_zero(rest));
          const TriangleInPlace in_a = waiting.of_a(k), in_b = waiting.of_b(k);
          ASSERT_EQ(in_a.place, 5u);
          ASSERT_EQ(in_b.place, 63u);
          ASSERT_EQ(4 * in_a.k + in_b.k, pair);
          ASSERT_EQ(a.triangles[in_a.k].c, s[in_a.k].c);
          ASSERT_EQ(b.triangles[in_b.k].b, pose * t[in_b.k].b);
        }
      }
      for (u32 x = 0; x < 4; ++x)
        for (u32 y = 0; y < 4; ++y) {
          const bool may = *first >> (4 * x + y) & 1;
          if (x >= count_a || y >= count_b) {
            ASSERT_FALSE(may);
            continue;
          }
          outcomes.saw(may);
          const bool meets = overlap(s[x], pose * t[y]);
          ASSERT_TRUE(may || !meets) << family.name;
          if (!meets) ++apart, parted += !may;
        }
    }
  use_lanes({});
  EXPECT_GT(parted, apart / 2);
}

}  // namespace decide_pairs_test
}  // namespace apart
