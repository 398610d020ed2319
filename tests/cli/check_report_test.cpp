// apart check: what a report says of pairs, and that it is true.
#include <fstream>
#include <set>
#include <sstream>

#include "tests/cli/program_fixture.hpp"

namespace apart {
namespace {

using nlohmann::json;
using testing::box;
using testing::Said;

class CheckReport : public testing::Program {
 protected:
  static std::vector<double> numbers(const json& list) { return list.get<std::vector<double>>(); }
  // The report's pairs as "a, b: state".
  static std::set<std::string> found(const json& report) {
    std::set<std::string> all;
    for (const json& pair : report["pairs"])
      if (pair["state"] != "clear" && !pair.contains("ignored"))
        all.insert(pair["names"][0].get<std::string>() + ", " + pair["names"][1].get<std::string>() + ": " +
                   pair["state"].get<std::string>());
    return all;
  }
  using Found = std::set<std::string>;
};

// The overlap of a post that is sunk into a slab is as thick as the post; what separates them is how deep it is.
TEST_F(CheckReport, PostInASlab) {
  write("slab.obj", box({-250, -250, -100}, {250, 250, 0}));
  for (const double sunk : {10.0, 30.0, 90.0}) {
    write("post.obj", box({-5, -5, -sunk}, {5, 5, 100 - sunk}));
    const json report = object({"check", "post.obj", "slab.obj", "--json"}, 1);
    ASSERT_EQ(report["pairs"].size(), 1u);
    const json& pair = report["pairs"][0];
    EXPECT_EQ(pair["state"], "clash");
    EXPECT_FALSE(pair.contains("depth"));
    EXPECT_NEAR(pair["overlap"]["thickness"].get<double>(), 10, 1e-9);
    EXPECT_FALSE(pair["overlap"].contains("direction"));
    EXPECT_NEAR(pair["separation_at_most"]["length"].get<double>(), sunk, 1e-9);
    EXPECT_NEAR(numbers(pair["separation_at_most"]["translation"])[2], -sunk, 1e-9);  // the slab goes down
    // By other names, the post is B and goes up.
    write("zpost.obj", box({-5, -5, -sunk}, {5, 5, 100 - sunk}));
    const json other = object({"check", "zpost.obj", "slab.obj", "--json"}, 1);
    EXPECT_EQ(other["pairs"][0]["separation_at_most"]["length"], pair["separation_at_most"]["length"]);
    EXPECT_NEAR(numbers(other["pairs"][0]["separation_at_most"]["translation"])[2], sunk, 1e-9);
  }
  write("post.obj", box({-5, -5, -30}, {5, 5, 70}));
  const std::string text = run({"check", "post.obj", "slab.obj"}).out;
  EXPECT_NE(text.find("clash  post  slab  overlap about 10 thick, separation at most 30, "), std::string::npos) << text;
  EXPECT_EQ(text.find("deep"), std::string::npos) << text;
}

TEST_F(CheckReport, WorstFirstIsWhatMustMoveFarthest) {
  // A pin through a plate has the thicker overlap; the block that is sunk into it must move farther.
  write("plate.obj", box({-50, -50, 0}, {50, 50, 8}));
  write("pin.obj", box({45, -4, -4}, {53, 4, 12}));
  write("block.obj", box({-30, -2, -40}, {-10, 2, 6}));
  const json report = object({"check", "plate.obj", "pin.obj", "block.obj", "--json"}, 1);
  ASSERT_EQ(report["pairs"].size(), 2u);
  EXPECT_EQ(report["pairs"][0]["names"], json({"block", "plate"}));
  EXPECT_NEAR(report["pairs"][0]["separation_at_most"]["length"].get<double>(), 6, 1e-9);
  EXPECT_NEAR(report["pairs"][1]["separation_at_most"]["length"].get<double>(), 5, 1e-9);
  EXPECT_GT(report["pairs"][1]["overlap"]["thickness"], report["pairs"][0]["overlap"]["thickness"]);
}

TEST_F(CheckReport, ContainedNamesTheInnerOne) {
  const json report = object({"check", "a.obj", "tiny.obj", "--solid", "--json"}, 1);
  EXPECT_EQ(report["pairs"][0]["state"], "contained");
  EXPECT_EQ(report["pairs"][0]["inside"], "b");
  for (double low : numbers(report["pairs"][0]["box"][0])) EXPECT_NEAR(low, -0.5, 1e-12);
  for (double high : numbers(report["pairs"][0]["box"][1])) EXPECT_NEAR(high, 0.5, 1e-12);
  EXPECT_NE(run({"check", "a.obj", "tiny.obj", "--solid"}).out.find("contained  a  tiny  tiny inside a, "),
            std::string::npos);
  write("zwide.obj", box({-9, -9, -9}, {9, 9, 9}));
  const json other = object({"check", "a.obj", "zwide.obj", "--solid", "--json"}, 1);
  EXPECT_EQ(other["pairs"][0]["inside"], "a");
  EXPECT_NE(run({"check", "a.obj", "zwide.obj", "--solid", "--csv"}).out.find(",a,,"), std::string::npos);
  // A body of two pieces, one of them inside.
  write("two.obj", joined(std::vector{box({0, 0, 0}, {0.5, 0.5, 0.5}), box({5, 5, 5}, {6, 6, 6})}));
  const json partly = object({"check", "a.obj", "two.obj", "--solid", "--json"}, 1);
  EXPECT_EQ(partly["pairs"][0]["inside"], "b");
  EXPECT_EQ(partly["pairs"][0]["inside_partly"], true);
  EXPECT_NE(run({"check", "a.obj", "two.obj", "--solid"}).out.find("part of two inside a"), std::string::npos);
}

TEST_F(CheckReport, DuplicatesComeFirst) {
  const Mesh gear = generate::gear({.teeth = 9});
  write("gear.obj", gear);
  write("copy.obj", placed(gear, Posed::shift({1e-7, 0, 0})));
  write("shifted.obj", placed(gear, Posed::shift({0.5, 0, 0})));
  const json report = object({"check", "gear.obj", "copy.obj", "shifted.obj", "--json"}, 1);
  EXPECT_EQ(found(report), (Found{"copy, gear: duplicate", "copy, shifted: clash", "gear, shifted: clash"}));
  EXPECT_EQ(report["counts"]["duplicate"], 1);
  const json& first = report["pairs"][0];
  EXPECT_EQ(first["state"], "duplicate");
  EXPECT_EQ(first["distance"], 0.0);
  EXPECT_TRUE(first.contains("on_a"));
  EXPECT_TRUE(first.contains("separation_at_most"));
  const std::string text = run({"check", "gear.obj", "copy.obj"}).out;
  EXPECT_NE(text.find("duplicate  copy  gear  same surface at the same place, "), std::string::npos) << text;
  EXPECT_NE(text.find(": 1 duplicate\n"), std::string::npos) << text;
  // Copies of a small body are not made by a large tolerance.
  EXPECT_EQ(found(object({"check", "gear.obj", "shifted.obj", "--touch", "1", "--json"}, 1)),
            (Found{"gear, shifted: clash"}));
}

// What the documents show is what the program prints, to the last line.
TEST_F(CheckReport, TheDocumentsShowTheSample) {
  const std::string shown = "$ ./apart check\n" + run({"check"}).out + "```\n";
  for (const char* file : {"README.md", "docs/check.md"}) {
    const std::string text = testing::content(std::filesystem::path(APART_SOURCE_DIR) / file);
    EXPECT_NE(text.find("```\n" + shown), std::string::npos) << file << " does not show\n" << shown;
  }
}

TEST_F(CheckReport, OneBodyAloneIsNothingToCompare) {
  EXPECT_EQ(run({"check", "a.obj"}).out, "a: 1 body, 0 pairs: nothing to compare\n");
}

TEST_F(CheckReport, ClearancesThatLookAlikeGetMoreDigits) {
  const std::string text = run({"check", "a.obj", "b.ply", "--clearance", "0.25000001"}).out;
  EXPECT_NE(text.find("clearance 0.25, required 0.25000001"), std::string::npos) << text;
}

TEST_F(CheckReport, CurvesOnlyWhenAsked) {
  const json plain = object({"check", "--json"}, 1), full = object({"check", "--json", "--curves"}, 1);
  ASSERT_TRUE(plain["pairs"][0].contains("curve_length"));
  EXPECT_FALSE(plain["pairs"][0].contains("curves"));
  double sum = 0;
  for (const json& curve : full["pairs"][0]["curves"]) sum += curve["length"].get<double>();
  EXPECT_NEAR(sum, plain["pairs"][0]["curve_length"].get<double>(), 1e-9);
  for (const char* with : {"--json", "--curves"}) {  // the page has them all the same
    run({"check", with, "--html", "page.html"});
    EXPECT_NE(testing::content(scratch_ / "page.html").find("\"curves\":[{\"closed\""), std::string::npos);
  }
}

}  // namespace
}  // namespace apart
