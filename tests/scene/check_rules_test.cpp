// The rules of a check: which pairs they choose, ignore and count, and what two parts have in common.
#include <map>

#include "tests/scene/assembly_parts.hpp"
#include "tests/support.hpp"

namespace apart {
namespace check_rules_test {

using testing::cube;
using testing::names;

TEST(Check, RulesChoosePairsAndClearances) {
  EXPECT_TRUE(matches("*", ""));
  EXPECT_TRUE(matches("p*e ?", "pipe 1"));
  EXPECT_TRUE(matches("*a*b*", "xxaxbxb"));
  EXPECT_TRUE(matches("?", "ä"));
  EXPECT_TRUE(matches("a**", "a"));
  EXPECT_FALSE(matches("p*e ?", "pipe 12"));
  EXPECT_FALSE(matches("", "a"));
  EXPECT_FALSE(matches("a?", "a"));
  EXPECT_FALSE(matches("*ab", "abc"));

  const std::vector<AssemblyPart> parts{cube("a1", {0, 0, 0}, "left"), cube("a2", {0.5, 0, 0}, "left"),
                                        cube("b1", {0, 0, 1}, "right"), cube("b2", {0.5, 0, 1.25}, "right"),
                                        cube("c", {0, 3, 0})};
  const auto found = [&](const CheckRules& rules) {
    std::map<std::string, PairReport> out;
    for (const PairReport& r : check(parts, rules).pairs) out.emplace(names(parts, r), r);
    return out;
  };
  const auto all = found({.clearance = 0.3});
  EXPECT_EQ(all.size(), 6u);
  EXPECT_EQ(all.at("a1, a2").state, PairState::clash);
  EXPECT_EQ(all.at("a1, b1").state, PairState::touch);
  EXPECT_EQ(all.at("a1, b2").state, PairState::near);
  EXPECT_EQ(all.at("a1, b2").distance, 0.25);
  EXPECT_EQ(all.at("b1, b2").state, PairState::clash);

  const auto between = found({.clearance = 0.3, .between = {{.a = {.group = "right"}, .b = {.group = "left"}}}});
  EXPECT_EQ(between.size(), 4u);
  EXPECT_FALSE(between.count("a1, a2"));

  const auto apart = found({.clearance = 0.3, .ignore = {{.pair = {.same = Same::group}}}});
  EXPECT_EQ(apart.size(), 4u);
  EXPECT_EQ(check(parts, {.ignore = {{.pair = {.same = Same::group}}}}).ignored, 2u);

  // The last clearance that matches counts; a pair far away is found by its own.
  const auto ways = found({.clearance = 0.3,
                           .clearances = {{{.a = {.group = "left"}, .b = {.group = "right"}}, 0.1},
                                          {{.a = {.name = "a1"}, .b = {.name = "b?"}}, 0.26},
                                          {{.a = {.name = "c"}, .b = {.name = "a1"}}, 2.5}}});
  EXPECT_EQ(ways.at("a1, b2").state, PairState::near);
  EXPECT_EQ(ways.at("a1, b2").clearance, 0.26);
  EXPECT_FALSE(ways.count("a2, b2"));  // 0.25 apart by their boxes, and 0.1 is required
  EXPECT_EQ(ways.at("a1, c").state, PairState::near);
  EXPECT_EQ(ways.at("a1, c").distance, 2);
  EXPECT_FALSE(ways.count("a2, c"));

  // A reason keeps a pair in the report; made to touch excuses no clash.
  const CheckRules known{.clearance = 0.3,
                         .ignore = {{.pair = {.a = {.name = "a1"}, .b = {.name = "a2"}}, .reason = "press fit"},
                                    {.pair = {.a = {.name = "a*"}, .b = {.name = "b*"}}, .touching = true},
                                    {.pair = {.a = {.name = "b1"}, .b = {.name = "b2"}}, .touching = true}}};
  const auto excused = found(known);
  EXPECT_EQ(excused.at("a1, a2").ignored_because, "press fit");
  EXPECT_EQ(excused.at("a1, a2").state, PairState::clash);
  EXPECT_EQ(excused.at("a1, b1").ignored_because, "made to touch");
  EXPECT_FALSE(excused.at("a1, b2").bad());
  EXPECT_TRUE(excused.at("b1, b2").bad());
  EXPECT_EQ(check(parts, known).how_many(PairState::clash), 1u);
  EXPECT_TRUE(check(parts, known).bad());

  EXPECT_FALSE(check(std::vector{cube("a", {}), cube("b", {1, 0, 0})}).bad());  // a touch, and no clearance required
  EXPECT_TRUE(check(std::vector{cube("a", {}), cube("b", {1, 0, 0})}, {.clearance = 1}).bad());
}

TEST(Check, WhatTwoPartsHaveInCommon) {
  AssemblyPart a = cube("a", {}), b = cube("b", {0.5, 0, 0});
  for (Same same : {Same::file, Same::layer, Same::group, Same::composite}) EXPECT_FALSE(have_in_common(same, a, b));
  EXPECT_TRUE(have_in_common(Same::any, a, b));
  a.file = b.file = "x.glb", a.layer = b.layer = "walls";
  a.path = "hall/frame/bolt", b.path = "hall/frame/nut";
  EXPECT_TRUE(have_in_common(Same::file, a, b));
  EXPECT_TRUE(have_in_common(Same::layer, a, b));
  EXPECT_TRUE(have_in_common(Same::composite, a, b));
  EXPECT_FALSE(have_in_common(Same::group, a, b));
  b.path = "hall/nut";
  EXPECT_FALSE(have_in_common(Same::composite, a, b));
  a.path = "bolt", b.path = "nut";  // no node above them
  EXPECT_FALSE(have_in_common(Same::composite, a, b));
  a.path = "M8\\/20", b.path = "M8\\/30";  // names with a slash: escaped
  EXPECT_FALSE(have_in_common(Same::composite, a, b));
  a.path = "frame\\/1/M8\\/20", b.path = "frame\\/2/M8\\/20";
  EXPECT_FALSE(have_in_common(Same::composite, a, b));
  b.path = "frame\\/1/M8\\/30";
  EXPECT_TRUE(have_in_common(Same::composite, a, b));
  a.path = "frame\\\\/bolt", b.path = "frame\\\\/nut";  // a name that ends with a backslash
  EXPECT_TRUE(have_in_common(Same::composite, a, b));
  a.path = "frame/bolt", b.path = "frame/nut", b.file = "y.glb";
  EXPECT_FALSE(have_in_common(Same::composite, a, b));
  const CheckReport report =
      check(std::vector{a, b}, {.ignore = {{.pair = {.same = Same::file}}, {.pair = {.same = Same::layer}}}});
  EXPECT_EQ(report.ignored, 1u);
  EXPECT_EQ(report.ignored_by, (std::vector<u64>{0, 1}));
}

// By asking the rules for every pair.
TEST(Check, CountsThePairsThatRulesExclude) {
  Random random(31);
  testing::Outcomes some("rules that exclude some pairs"), all("rules that exclude all pairs", 0.05);
  const auto one_of = [&](u32 n) { return random.below(n); };
  const char* words[] = {"", "x", "y", "x/a", "x/b", "y/a"};
  const auto word = [&] { return words[one_of(6)]; };
  for (int round = 0; round < 60; ++round) {
    std::vector<AssemblyPart> parts;
    for (int i = 0; i < 12; ++i) {
      parts.push_back(cube("part " + std::to_string(i % 7), {5.0 * i, 0, 0}, word()));
      parts.back().file = word(), parts.back().layer = word(), parts.back().path = word();
    }
    const auto pattern = [&] {
      const char* names[] = {"*", "part ?", "part 1", "part 3"};
      return PairPattern{.a = {.name = names[one_of(4)]},
                         .b = {.name = names[one_of(4)], .group = one_of(3) == 0 ? "x*" : "*"},
                         .same = static_cast<Same>(one_of(5))};
    };
    CheckRules rules;
    for (u32 k = one_of(3); k > 0; --k) rules.between.push_back(pattern());
    for (u32 k = one_of(4); k > 0; --k)
      rules.ignore.push_back({pattern(), one_of(3) == 0 ? "known" : "", one_of(3) == 0});
    u64 excluded = 0;
    for (std::size_t i = 0; i < parts.size(); ++i)
      for (std::size_t j = i + 1; j < parts.size(); ++j) {
        const IgnoreRule* rule = rules.ignored_by(parts[i], parts[j]);
        excluded += !rules.selects(parts[i], parts[j]) || (rule && !rule->touching && rule->reason.empty());
      }
    const CheckReport report = check(parts, rules);
    EXPECT_EQ(report.excluded, excluded);
    some.saw(excluded > 0), all.saw(excluded == report.all_pairs);
  }
}

}  // namespace check_rules_test
}  // namespace apart
