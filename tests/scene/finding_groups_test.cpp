// Findings in groups: each in one, by the bodies that have most of them, and by places that lie apart.
#include <algorithm>
#include <apart/scene/finding_groups.hpp>
#include <samples/generate.hpp>
#include <set>

#include "tests/support.hpp"

namespace apart {
namespace finding_groups_test {

PairReport finding(u32 a, u32 b, Vec3d at, PairState state = PairState::clash) {
  PairReport out{.a = a, .b = b, .state = state};
  out.on_a = out.on_b = at;
  out.box.add(at), out.box.add(at + Vec3d{0.1, 0.1, 0.1});
  return out;
}

void expect_each_once(const CheckReport& report, const std::vector<FindingGroup>& groups) {
  std::multiset<u32> seen;
  for (const FindingGroup& group : groups) {
    EXPECT_FALSE(group.pairs.empty());
    EXPECT_TRUE(std::is_sorted(group.pairs.begin(), group.pairs.end()));
    seen.insert(group.pairs.begin(), group.pairs.end());
    for (u32 k : group.pairs) {
      EXPECT_LE(group.box.low.x, report.pairs[k].box.low.x);
      EXPECT_GE(group.box.high.x, report.pairs[k].box.high.x);
      if (group.body) {
        EXPECT_TRUE(report.pairs[k].a == *group.body || report.pairs[k].b == *group.body);
      }
    }
  }
  for (u32 k = 0; k < report.pairs.size(); ++k) EXPECT_EQ(seen.count(k), report.pairs[k].finding() ? 1u : 0u);
}

TEST(FindingGroups, ByTheBodiesThatHaveMost) {
  CheckReport report;
  report.pairs = {finding(0, 1, {}), finding(1, 2, {}), finding(3, 4, {}), finding(1, 5, {}),
                  finding(2, 4, {}), finding(6, 6, {}), finding(7, 8, {}), finding(0, 9, {}, PairState::clear)};
  report.pairs[6].ignored_because = "known";
  const std::vector<FindingGroup> groups = findings_by_body(report);
  expect_each_once(report, groups);
  ASSERT_EQ(groups.size(), 3u);
  EXPECT_EQ(groups[0].body, 1u);
  EXPECT_EQ(groups[0].pairs, (std::vector<u32>{0, 1, 3}));
  EXPECT_EQ(groups[1].body, 4u);
  EXPECT_EQ(groups[1].pairs, (std::vector<u32>{2, 4}));
  EXPECT_EQ(groups[2].body, 6u);
  EXPECT_TRUE(findings_by_body({}).empty());
}

TEST(FindingGroups, ByPlacesThatLieApart) {
  Random random(2);
  CheckReport report;
  std::vector<int> place;
  for (u32 k = 0; k < 60; ++k) {
    place.push_back(static_cast<int>(random.below(3)));
    const Vec3d centres[] = {{0, 0, 0}, {100, 0, 0}, {0, 100, 5}};
    report.pairs.push_back(finding(k, k + 1, centres[place.back()] + random.in_box(3)));
  }
  const std::vector<FindingGroup> groups = findings_by_place(report);
  expect_each_once(report, groups);
  ASSERT_EQ(groups.size(), 3u);
  for (const FindingGroup& group : groups)
    for (u32 k : group.pairs) EXPECT_EQ(place[k], place[group.pairs[0]]);
  EXPECT_LT(groups[0].pairs[0], groups[1].pairs[0]);

  // All over the place there are some dozen, none longer than a quarter of the whole.
  report.pairs.clear();
  for (u32 k = 0; k < 900; ++k) report.pairs.push_back(finding(k, k + 1, random.in_box(1000)));
  const std::vector<FindingGroup> many = findings_by_place(report);
  expect_each_once(report, many);
  EXPECT_GE(many.size(), 12u);
  EXPECT_LE(many.size(), 200u);
  for (const FindingGroup& group : many) EXPECT_LE(largest(group.box.size()), 500.2);

  // All at one place, or none.
  report.pairs.assign(5, finding(0, 1, {7, 7, 7}));
  EXPECT_EQ(findings_by_place(report).size(), 1u);
  EXPECT_TRUE(findings_by_place({}).empty());
}

// Of a real check, whatever the order of the parts.
TEST(FindingGroups, TheSameForAnyOrder) {
  std::vector<AssemblyPart> parts;
  const Model cube = Model::make(generate::box({1, 1, 1})).value();
  Random random(9);
  for (int k = 0; k < 40; ++k)
    parts.push_back(
        {"cube " + std::to_string(k), "", cube, Pose::shift({6 * random.uniform(), 6 * random.uniform(), 0})});
  const auto text = [&] {
    const CheckReport report = check(parts, {.clearance = 0.05});
    std::string out;
    for (const auto& groups : {findings_by_body(report), findings_by_place(report)})
      for (const FindingGroup& group : groups) {
        out += group.body ? parts[*group.body].name + ":" : "place:";
        for (u32 k : group.pairs) out += " " + std::to_string(k);
        out += "\n";
      }
    return out;
  };
  const std::string truth = text();
  EXPECT_GT(std::count(truth.begin(), truth.end(), '\n'), 10);
  for (int round = 0; round < 3; ++round) {
    for (std::size_t i = parts.size(); i > 1; --i) std::swap(parts[i - 1], parts[random.below(static_cast<u32>(i))]);
    EXPECT_EQ(text(), truth);
  }
}

}  // namespace finding_groups_test
}  // namespace apart
