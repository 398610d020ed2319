// apart check: the contents of reports, and that they are correct.
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "tests/cli/program_fixture.hpp"

namespace apart {
namespace check_report_test {

using nlohmann::json;
using testing::box;
using testing::Found;
using testing::found;
using testing::Output;

class CheckReport : public testing::Program {
 protected:
  static std::vector<double> numbers(const json& list) { return list.get<std::vector<double>>(); }
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
    EXPECT_LE(pair["separation_at_least"].get<double>(), sunk);
    EXPECT_GE(pair["separation_at_least"].get<double>(), 0.98 * sunk);
    EXPECT_NEAR(numbers(pair["separation_at_most"]["translation"])[2], -sunk, 1e-9);  // the slab goes down
    // By other names, the post is B and goes up.
    write("zpost.obj", box({-5, -5, -sunk}, {5, 5, 100 - sunk}));
    const json other = object({"check", "zpost.obj", "slab.obj", "--json"}, 1);
    EXPECT_EQ(other["pairs"][0]["separation_at_most"]["length"], pair["separation_at_most"]["length"]);
    EXPECT_NEAR(numbers(other["pairs"][0]["separation_at_most"]["translation"])[2], sunk, 1e-9);
  }
  write("post.obj", box({-5, -5, -30}, {5, 5, 70}));
  const std::string text = run({"check", "post.obj", "slab.obj"}).out;
  EXPECT_NE(text.find("clash  post  slab  penetration depth "), std::string::npos) << text;
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
  write("copy.obj", placed(gear, Pose::shift({1e-7, 0, 0})));
  write("shifted.obj", placed(gear, Pose::shift({0.5, 0, 0})));
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
  const std::string text = run({"check", "a.obj"}).out;
  EXPECT_NE(text.find("a: 1 body, 0 pairs: nothing to compare\n"), std::string::npos) << text;
}

TEST_F(CheckReport, ClearancesThatLookAlikeGetMoreDigits) {
  const std::string text = run({"check", "a.obj", "b.ply", "--clearance", "0.25000001"}).out;
  EXPECT_NE(text.find("clearance 0.25, required 0.25000001"), std::string::npos) << text;
}

TEST_F(CheckReport, CurvesOnlyOnRequest) {
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

TEST_F(CheckReport, AllListsAndMeasuresEveryPair) {
  write("far.obj", box({1000, 0, 0}, {1001, 1, 1}));
  const json few = object({"check", "a.obj", "b.ply", "far.obj", "--json"}, 0);
  EXPECT_EQ(few["pairs"].size(), 0u);
  const json all = object({"check", "a.obj", "b.ply", "far.obj", "--all", "--json"}, 0);
  ASSERT_EQ(all["pairs"].size(), 3u);
  EXPECT_EQ(all["pairs"][0]["distance"], 0.25);
  EXPECT_EQ(all["pairs"][1]["distance"], 998.0);
  EXPECT_EQ(all["pairs"][2]["distance"], 999.0);
  for (const json& pair : all["pairs"]) EXPECT_EQ(pair["measured"], true);
  EXPECT_EQ(object({"check", "a.obj", "b.ply", "far.obj", "--all", "--between", "far", "*", "--json"})["pairs"].size(),
            2u);
  // Through a motion too.
  scratch_.write("motion.txt", "0 b 0 0 0 1 0 0 0\n1 b 5 0 0 1 0 0 0\n");
  const json moving = object({"check", "a.obj", "b.ply", "far.obj", "--all", "--motion", "motion.txt", "--json"}, 0);
  ASSERT_EQ(moving["pairs"].size(), 3u);
  EXPECT_EQ(moving["pairs"][1]["distance"], 993.0);
  std::string bodies;
  for (int k = 0; k < 2100; ++k)
    bodies += std::string(k ? "," : "") + R"({"file": "a.obj", "pose": [)" + std::to_string(9 * k) + ",0,0,1,0,0,0]}";
  scratch_.write("many.json", "{\"bodies\": [" + bodies + "]}");
  expect_complaint(
      {"check", "many.json", "--all"},
      "--all: more than 2,000,000 pairs to measure and list; choose some by --between, or leave --all out");
}

TEST_F(CheckReport, GroupsOfFindings) {
  // A rail that ten pegs run into, and two cubes far away.
  std::string bodies = R"({"name": "rail", "file": "rail.obj"})";
  write("rail.obj", box({0, -1, -1}, {100, 1, 1}));
  for (int k = 0; k < 10; ++k)
    bodies += R"(, {"name": "peg )" + std::to_string(k) + R"(", "file": "a.obj", "pose": [)" + std::to_string(9 * k) +
              ", 0, 1.5, 1, 0, 0, 0]}";
  bodies += R"(, {"name": "x", "file": "a.obj", "pose": [0, 900, 0, 1, 0, 0, 0]},
    {"name": "y", "file": "a.obj", "pose": [1, 900, 0, 1, 0, 0, 0]})";
  scratch_.write("rail.json", "{\"bodies\": [" + bodies + "]}");
  const json report = object({"check", "rail.json", "--json"}, 1);
  const json& by_body = report["finding_groups"]["body"];
  ASSERT_EQ(by_body.size(), 2u);
  EXPECT_EQ(by_body[0]["name"], "rail");
  EXPECT_EQ(report["bodies"][by_body[0]["body"].get<std::size_t>()]["name"], "rail");
  EXPECT_EQ(by_body[0]["pairs"].size(), 10u);
  EXPECT_EQ(by_body[1]["name"], "x");
  const json& by_place = report["finding_groups"]["place"];
  ASSERT_EQ(by_place.size(), 2u);
  EXPECT_EQ(by_place[0]["pairs"].size() + by_place[1]["pairs"].size(), 11u);
  std::set<std::string> ids;
  for (const json& pair : report["pairs"])
    if (pair["state"] == "clash") ids.insert(pair["id"].get<std::string>());
  for (const json& group : by_place)
    for (const json& id : group["pairs"]) EXPECT_EQ(ids.erase(id.get<std::string>()), 1u);
  EXPECT_TRUE(ids.empty());

  const std::string text = run({"check", "rail.json", "--group-by", "body"}).out;
  EXPECT_NE(text.find("\nrail: 10 clashes\nclash  "), std::string::npos) << text;
  EXPECT_NE(text.find("\n… and 7 more (--all)\n\nx: 1 clash\n"), std::string::npos) << text;
  const std::string whole = run({"check", "rail.json", "--group-by", "place", "--all"}).out;
  EXPECT_NE(whole.find("place 1 about ("), std::string::npos) << whole;
  EXPECT_EQ(whole.find("more (--all)"), std::string::npos) << whole;
  const std::string csv = run({"check", "rail.json", "--group-by", "body", "--csv"}).out;
  EXPECT_NE(csv.find(",finding_group,"), std::string::npos);
  EXPECT_NE(csv.find(",rail,,,,"), std::string::npos) << csv;
  expect_complaint({"check", "rail.json", "--group-by", "size"},
                   "--group-by: expected body, place or none, found \"size\"");
  run({"check", "rail.json", "--html", "page.html"});
  EXPECT_NE(testing::content(scratch_ / "page.html").find("\"finding_groups\":{\"body\":[{\"name\":\"rail\""),
            std::string::npos);
}

TEST_F(CheckReport, IgnoresWhatHasSomethingInCommon) {
  scratch_.write("scene.json", R"({"bodies": [
    {"name": "p", "file": "a.obj", "group": "g"}, {"name": "q", "file": "a.obj", "group": "g", "pose": [1,0,0,1,0,0,0]},
    {"name": "r", "file": "tiny.obj", "pose": [0,1,0,1,0,0,0]}]})");
  const json all = object({"check", "scene.json", "--json"}, 1);
  EXPECT_EQ(found(all), (Found{"p, q: clash", "p, r: clash", "q, r: clash"}));
  const json group = object({"check", "scene.json", "--ignore-same", "group", "--json"}, 1);
  EXPECT_EQ(found(group), (Found{"p, r: clash", "q, r: clash"}));
  EXPECT_EQ(group["ignored_by"], json::parse(R"([{"rule": "same group", "pairs": 1}])"));
  EXPECT_EQ(found(object({"check", "scene.json", "--ignore-same-group", "--json"}, 1)), found(group));
  const json two = object({"check", "scene.json", "--ignore-same", "group", "--ignore", "r,*", "--json"}, 0);
  EXPECT_EQ(two["ignored_by"], json::parse(R"([{"rule": "r, *", "pairs": 2}, {"rule": "same group", "pairs": 1}])"));
  EXPECT_EQ(two["counts"]["ignored"], 3);
  const std::string text = run({"check", "scene.json", "--ignore-same", "group", "--ignore", "r,*"}).out;
  EXPECT_NE(text.find("; 3 known pairs ignored (2 by \"r, *\"; 1 by \"same group\")"), std::string::npos) << text;
  expect_complaint({"check", "scene.json", "--ignore-same", "colour"},
                   "--ignore-same: expected file, layer, group or composite, found \"colour\"");
  scratch_.write("rules.json", "{\"rules\": [{\"ignore\": \"same group\", \"reason\": \"one part\"}]}");
  const json reason = object({"check", "scene.json", "--rules", "rules.json", "--json"}, 1);
  EXPECT_EQ(reason["ignored_by"], json::parse(R"([{"rule": "same group", "pairs": 1}])"));
  EXPECT_EQ(reason["pairs"].size(), 3u);
  scratch_.write("rules.json", "{\"rules\": [{\"ignore\": \"same colour\"}]}");
  expect_complaint({"check", "scene.json", "--rules", "rules.json"},
                   "rules.json:1: rules[0]: ignore: expected two names or patterns, or \"same file\", \"same layer\", "
                   "\"same group\", \"same composite\"");
}

TEST_F(CheckReport, WhatMakesTheExitStatus) {
  write("into.obj", box({0.5, 0.25, 0.25}, {1.1, 0.75, 0.75}));
  const auto status = [&](std::vector<std::string> words) {
    words.insert(words.begin(), {"check", "a.obj", "b.ply", "c.off", "into.obj", "--clearance", "0.5"});
    return run(words).status;  // a clash, a touch and two that are near
  };
  EXPECT_EQ(status({}), 1);
  EXPECT_EQ(status({"--fail-on", "none"}), 0);
  EXPECT_EQ(status({"--fail-on", "clash"}), 1);
  EXPECT_EQ(status({"--fail-on", "duplicate,contained"}), 0);
  EXPECT_EQ(status({"--fail-on", "duplicate,touch"}), 1);
  EXPECT_EQ(status({"--fail-on", "touch", "--ignore", "b,c"}), 0);
  EXPECT_EQ(status({"--fail-on", "near", "--ignore", "b,*"}), 0);
  EXPECT_EQ(status({"--fail-on", "near"}), 1);
  // New since a baseline, or worse than there.
  scratch_.write("old.json", run({"check", "a.obj", "b.ply", "c.off", "into.obj", "--clearance", "0.5", "--json"}).out);
  EXPECT_EQ(status({"--fail-on", "new", "--baseline", "old.json"}), 0);
  EXPECT_EQ(status({"--fail-on", "new,clash", "--baseline", "old.json"}), 1);
  scratch_.write("before.json", run({"check", "a.obj", "b.ply", "--clearance", "0.5", "--json"}).out);
  EXPECT_EQ(status({"--fail-on", "new", "--baseline", "before.json"}), 1);
  write("b.ply", box({0.5, -1, -1}, {2, 1, 1}));  // was near a
  EXPECT_EQ(
      run({"check", "a.obj", "b.ply", "--clearance", "0.5", "--fail-on", "new", "--baseline", "before.json"}).status,
      1);
  EXPECT_EQ(object({"check", "a.obj", "b.ply", "--fail-on", "none", "--json"}, 0)["failed"], false);
  expect_complaint({"check", "a.obj", "--fail-on", "new"}, "--fail-on new: give --baseline, a report to compare with");
  expect_complaint({"check", "a.obj", "--fail-on", "bad"},
                   "--fail-on: expected duplicate, clash, contained, touch, near, new or none, found \"bad\"");
  expect_complaint({"check", "a.obj", "--fail-on", "none,clash"}, "--fail-on: none cannot be combined with others");
  // A report with unreadable bodies is never clean.
  scratch_.write("bad.obj", "v 0 0 0\nv 1 0 nan\nv 0 1 0\nf 1 2 3\n");
  EXPECT_EQ(run({"check", "a.obj", "bad.obj", "--keep-going", "--fail-on", "none"}).status, 2);
}

TEST_F(CheckReport, ShapesAreBodies) {
  // a reaches from -1 to 1.
  EXPECT_EQ(found(object({"check", "a.obj", "sphere:1.5", "--json"}, 1)), (Found{"a, sphere:1.5: clash"}));
  EXPECT_EQ(found(object({"check", "a.obj", "plane:0,0,1,-1", "--json"}, 0)), (Found{"a, plane:0,0,1,-1: touch"}));
  scratch_.write("scene.json", R"({"unit": "mm", "bodies": [
    {"name": "housing", "file": "a.obj"},
    {"name": "keep-out", "group": "zones", "shape": "box:1,1,1", "pose": [1.75, 0, 0, 1, 0, 0, 0]},
    {"name": "floor", "shape": "plane:0,0,1,-1.5"}, {"name": "hull", "shape": "hull:tiny.obj+0.1"}]})");
  const json report = object({"check", "scene.json", "--clearance", "1", "--json"}, 1);
  EXPECT_EQ(found(report), (Found{"housing, keep-out: near", "floor, housing: near", "hull, keep-out: near",
                                  "floor, hull: near", "housing, hull: near"}));
  for (const json& pair : report["pairs"]) {
    EXPECT_FALSE(pair.contains("triangle_pairs"));
    const std::map<json, double> distances{
        {{"housing", "keep-out"}, 0.25}, {{"floor", "housing"}, 0.5}, {{"floor", "hull"}, 0.9}};
    const auto truth = distances.find(pair["names"]);
    if (truth == distances.end()) continue;
    EXPECT_NEAR(pair["distance"].get<double>(), truth->second, 1e-12);
  }
  EXPECT_EQ(report["bodies"][2]["file"], "hull:tiny.obj+0.1");
  const json solid = object({"check", "scene.json", "--solid", "--json"}, 1);
  EXPECT_EQ(found(solid), (Found{"housing, hull: contained"}));
  EXPECT_EQ(solid["pairs"][0]["inside"], "b");
  EXPECT_EQ(run({"check", "scene.json", "--html", "page.html", "--bcf", "issues.bcf", "--clearance", "1"}).status, 1);
  EXPECT_EQ(run({"check", "floor.obj", "box:1,2"}).status, 2);
  const auto wrong = [&](const std::string& body, const std::string& complaint) {
    scratch_.write("bad.json", "{\"unit\": \"mm\", \"bodies\": [" + body + "]}");
    const Output output = run({"check", "bad.json"});
    EXPECT_EQ(output.status, 2);
    EXPECT_NE(output.err.find(complaint), std::string::npos) << output.err;
  };
  wrong(R"({"name": "x", "shape": "cube.obj"})", "bad.json:1: body \"x\": shape: expected a shape, one of ");
  wrong(R"({"name": "x", "shape": "box:1,2"})", "bad.json:1: body \"x\": ");
  wrong(R"({"name": "x", "shape": "box:1,2,3", "unit": "m"})",
        "unit: is for files; a shape's sizes are in the scene's unit");
  wrong(R"({"shape": "box:1,2,3"})", "\"name\" is missing");
  wrong(R"({"name": "x", "file": "a.obj", "shape": "box:1,2,3"})", "give one of \"file\", \"mesh\" and \"shape\"");
}

TEST_F(CheckReport, FilesAreWrittenThoughNobodyReadsTheTable) {
  shell("apart check --html r.html --bcf r.bcf | true");
  EXPECT_GT(std::filesystem::file_size(scratch_ / "r.html"), 1000u);
  EXPECT_GT(std::filesystem::file_size(scratch_ / "r.bcf"), 1000u);
}

}  // namespace check_report_test
}  // namespace apart
