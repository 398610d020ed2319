// apart check: input, findings, output formats and exit status.
#include <cstring>
#include <set>

#include "tests/cli/program_fixture.hpp"
#include "tests/io/scene_files.hpp"

namespace apart {
namespace check_test {

using nlohmann::json;
using testing::box;
using testing::Found;
using testing::found;
using testing::Output;

class Check : public testing::Program {
 protected:
  // A cube of side 2 about a point; its name, and other properties.
  static std::string cube(const std::string& name, const std::string& place, const std::string& more = "") {
    return R"({"name": ")" + name + R"(", "file": "a.obj", "pose": [)" + place + ", 1, 0, 0, 0]" + more + "}";
  }
  // Three in a row: 1 and 2 are 0.5 apart, 2 and 3 clash.
  void write_row() {
    scratch_.write("row.json",
                   "{\"unit\": \"mm\", \"bodies\": [\n" + cube("pipe 1", "0, 0, 0", R"(, "group": "pipes")") + ",\n" +
                       cube("pipe 2", "2.5, 0, 0", R"(, "group": "pipes")") + ",\n" + cube("beam", "4, 0, 0") + "]}");
  }
};

TEST_F(Check, FindsWhatWasPlantedInTheSample) {
  const json report = object({"check", "--json", "--all"}, 1);
  EXPECT_EQ(report["unit"], "mm");
  EXPECT_EQ(report["counts"]["bodies"], 18);
  EXPECT_EQ(report["counts"]["pairs"], 153);
  EXPECT_EQ(report["finished"], true);
  EXPECT_EQ(report["groups"], json({"bearings", "gears", "housing", "shafts"}));
  EXPECT_EQ(found(report), (Found{"gear 3, gear 4: clash", "bearing 1, housing: touch", "bearing 2, housing: near"}));
  const json& pairs = report["pairs"];
  ASSERT_GT(pairs.size(), 3u);
  EXPECT_EQ(pairs[0]["state"], "clash");
  EXPECT_GT(pairs[0]["triangle_pairs"], 10);
  EXPECT_GT(pairs[0]["curve_length"], 1.0);
  EXPECT_GT(pairs[0]["overlap_volume"], 1.0);
  EXPECT_FALSE(pairs[0].contains("curves"));  // --curves
  EXPECT_EQ(pairs[1]["state"], "touch");
  EXPECT_EQ(pairs[1]["distance"], 0.0);
  EXPECT_EQ(pairs[2]["state"], "near");
  EXPECT_NEAR(pairs[2]["distance"].get<double>(), 0.4, 1e-12);
  EXPECT_NEAR(pairs[2]["on_a"][2].get<double>() - pairs[2]["on_b"][2].get<double>(), 0.4, 1e-12);
  for (std::size_t k = 3; k < pairs.size(); ++k) {
    EXPECT_EQ(pairs[k]["state"], "clear");
    EXPECT_EQ(pairs[k]["measured"], true);
    EXPECT_GT(pairs[k]["distance"], 1.0);
  }
  // Without --all, bounds will do.
  const json bounds = object({"check", "--json"}, 1);
  for (const json& pair : bounds["pairs"])
    if (pair["state"] == "clear") {
      EXPECT_EQ(pair["measured"], false);
      EXPECT_GE(pair["distance"], 1.0);
      EXPECT_FALSE(pair.contains("on_a"));
    }
}

TEST_F(Check, TableForPeople) {
  const Output output = run({"check"});
  EXPECT_EQ(output.status, 1);
  EXPECT_EQ(output.err, "");
  EXPECT_EQ(output.out.find("state  A          B        distance, or what meets\nclash  gear 3     gear 4   "), 0u)
      << output.out;
  EXPECT_NE(output.out.find("\nnear   bearing 2  housing  clearance 0.4 mm, required 1 mm\n"), std::string::npos)
      << output.out;
  EXPECT_NE(output.out.find(": 18 bodies, 153 pairs: 1 clash, 1 touch, 1 clearance violation;"), std::string::npos)
      << output.out;
  EXPECT_EQ(output.out.find("clear  "), std::string::npos) << output.out;
  EXPECT_NE(run({"check", "--all"}).out.find("\nclear  "), std::string::npos);
  const Output clean = run({"check", "a.obj", "b.ply"});
  EXPECT_EQ(clean.out, "2 files: 2 bodies, 1 pair: nothing found\n");
  EXPECT_EQ(clean.status, 0);
}

TEST_F(Check, States) {
  // b and c touch, which is accepted as long as no clearance is required.
  EXPECT_EQ(found(object({"check", "a.obj", "b.ply", "c.off", "--json"}, 0)), (Found{"b, c: touch"}));
  EXPECT_EQ(found(object({"check", "b.ply", "c.off", "--clearance", "0.1", "--json"}, 1)), (Found{"b, c: touch"}));
  const json at_clearance = object({"check", "a.obj", "b.ply", "--clearance", "0.25", "--json"}, 0);
  EXPECT_EQ(at_clearance["pairs"][0]["state"], "clear");
  EXPECT_EQ(at_clearance["pairs"][0]["distance"], 0.25);
  EXPECT_EQ(found(object({"check", "a.obj", "b.ply", "--clearance", "0.26", "--json"}, 1)), (Found{"a, b: near"}));
  EXPECT_EQ(found(object({"check", "a.obj", "tiny.obj", "--json"}, 0)), Found{});
  EXPECT_EQ(found(object({"check", "a.obj", "tiny.obj", "--solid", "--json"}, 1)), (Found{"a, tiny: contained"}));
  // The same file twice is two bodies. One body has no pairs.
  EXPECT_EQ(found(object({"check", "a.obj", "a.obj", "--json"}, 1)), (Found{"a.obj, a.obj[2]: duplicate"}));
  EXPECT_EQ(object({"check", "a.obj", "--json"}, 0)["counts"]["pairs"], 0);
}

TEST_F(Check, NearlyFlushBodiesAreJudgedByTouch) {
  write("into.obj", box({0.9999999, -0.5, -0.5}, {2, 0.5, 0.5}));
  EXPECT_EQ(found(object({"check", "a.obj", "into.obj", "--json"}, 0)), (Found{"a, into: touch"}));
  EXPECT_EQ(found(object({"check", "a.obj", "into.obj", "--touch", "0", "--json"}, 1)), (Found{"a, into: clash"}));
  EXPECT_EQ(found(object({"check", "a.obj", "b.ply", "--touch", "0.3", "--clearance", "1", "--json"}, 1)),
            (Found{"a, b: touch"}));
}

TEST_F(Check, ABodyThatRunsIntoItself) {
  write("twice.obj", joined(std::vector{box({0, 0, 0}, {2, 2, 2}), box({1, 1, 1}, {3, 3, 3})}));
  EXPECT_EQ(object({"check", "twice.obj", "--json"}, 0)["pairs"].size(), 0u);
  const json report = object({"check", "twice.obj", "--self", "--json"}, 1);
  EXPECT_EQ(found(report), (Found{"twice, twice: clash"}));
  EXPECT_NE(run({"check", "twice.obj", "--self"}).out.find("clash  twice  itself  self-intersection, "),
            std::string::npos);
}

// The report is the same to the last byte, for any number of threads and any order of files.
TEST_F(Check, AnyOrderOfFilesAndAnyNumberOfThreads) {
  std::filesystem::create_directory(scratch_ / "other");
  write("other/a.obj", box({2.5, -1, -1}, {2.9, 1, 1}));  // a namesake
  const std::string one = run({"check", "a.obj", "b.ply", "c.off", "other/a.obj", "--clearance", "1", "--json"}).out;
  EXPECT_EQ(found(json::parse(one)),
            (Found{"a.obj, b: near", "b, other/a.obj: near", "c, other/a.obj: clash", "b, c: touch"}));
  EXPECT_EQ(run({"check", "other/a.obj", "c.off", "b.ply", "a.obj", "--clearance", "1", "--json"}).out, one);
  for (const char* threads : {"1", "3"})
    EXPECT_EQ(
        run({"check", "c.off", "a.obj", "other/a.obj", "b.ply", "--clearance", "1", "--json", "--threads", threads})
            .out,
        one);
}

TEST_F(Check, Folder) {
  std::filesystem::create_directory(scratch_ / "parts");
  for (const char* name : {"a.obj", "b.ply", "c.off"})
    std::filesystem::copy_file(scratch_ / name, scratch_ / "parts" / name);
  scratch_.write("parts/notes.txt", "not a mesh");
  const json report = object({"check", "parts", "--json"}, 0);
  EXPECT_EQ(report["title"], "parts");
  EXPECT_EQ(report["counts"]["bodies"], 3);
  EXPECT_EQ(report["groups"], json({"parts"}));
  std::filesystem::create_directory(scratch_ / "none");
  EXPECT_EQ(run({"check", "none"}).err.find("apart: none: no file in it is one of obj, "), 0u);
}

TEST_F(Check, NodesOfASceneAreBodies) {
  scratch_.write("scene.gltf", testing::corner_gltf());
  const json report = object({"check", "scene.gltf", "--json"}, 0);
  std::set<std::string> names;
  for (const json& body : report["bodies"]) {
    names.insert(body["name"].get<std::string>());
    EXPECT_EQ(body["group"], "scene");
  }
  EXPECT_EQ(names, (std::set<std::string>{"plain", "turned", "stretched", "deep", "twin"}));
}

TEST_F(Check, SceneJson) {
  write_row();
  json report = object({"check", "row.json", "--json"}, 1);
  EXPECT_EQ(report["unit"], "mm");
  EXPECT_EQ(report["title"], "row");
  EXPECT_EQ(found(report), (Found{"beam, pipe 2: clash"}));
  EXPECT_EQ(found(object({"check", "row.json", "--clearance", "1", "--json"}, 1)),
            (Found{"beam, pipe 2: clash", "pipe 1, pipe 2: near"}));

  // Everything that a scene may contain.
  std::filesystem::create_directory(scratch_ / "sub");
  scratch_.write("sub/all.json", R"({"title": "all of it", "unit": "cm", "clearance": 0.3, "touch": 1e-6, "solid": true,
"bodies": [
  {"name": "inch", "file": "../a.obj", "unit": "in", "matrix": [[0, -1, 0, 0], [1, 0, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]},
  {"name": "half", "file": "../a.obj", "scale": 0.5, "pose": [3.29, 0, 0, 1, 0, 0, 0]},
  {"name": "given", "mesh": {"vertices": [[2.64, 0, 9], [3, 0, 9], [2.64, 1, 9]], "faces": [[0, 1, 2]]}, "group": "x"},
  {"name": "far", "file": "../a.obj", "matrix": [1,0,0,2, 0,1,0,0, 0,0,1,10.2, 0,0,0,1]}],
"groups": {"y": ["half", "inch"], "z": ["*"]},
"rules": [{"ignore": ["x", "far"], "reason": "known"}, {"clearance": 0.01, "between": ["half", "y"]}]})");
  report = object({"check", "sub/all.json", "--json"}, 0);
  EXPECT_EQ(report["title"], "all of it");
  EXPECT_EQ(report["unit"], "cm");
  EXPECT_EQ(report["clearance"], 0.3);
  EXPECT_EQ(report["solid"], true);
  EXPECT_EQ(report["groups"], json({"x", "y", "z"}));
  EXPECT_EQ(report["counts"]["ignored"], 1);
  ASSERT_EQ(report["pairs"].size(), 1u);
  EXPECT_EQ(report["pairs"][0]["names"], json({"far", "given"}));
  EXPECT_NEAR(report["pairs"][0]["distance"].get<double>(), 0.2, 1e-12);
  EXPECT_EQ(report["pairs"][0]["ignored"], "known");
  // inch is 5.08 cm wide, half is 1: 3.29 − 0.5 − 2.54 between them is less than 0.3, but not than 0.01.
  const json wider = object({"check", "sub/all.json", "--clearance-between", "half", "inch", "0.3", "--json"}, 1);
  EXPECT_EQ(found(wider), (Found{"half, inch: near"}));
  EXPECT_NEAR(wider["pairs"][1]["distance"].get<double>(), 0.25, 1e-12);
}

TEST_F(Check, BadScenesAreNamedByLine) {
  const auto wrong = [&](const std::string& text, const std::string& complaint) {
    scratch_.write("scene.json", text);
    expect_complaint({"check", "scene.json"}, complaint);
  };
  const std::string first = "{\"bodies\": [\n" + cube("one", "0, 0, 0") + ",\n";
  wrong("", "scene.json: empty file");
  wrong("{\"bodies\": [\n{\"name\" \"x\"}\n]}",
        "scene.json:2: syntax error while parsing object separator - unexpected string literal; expected ':'");
  wrong("{\n}", "scene.json:1: \"bodies\" is missing");
  wrong("{\"unit\": \"mm\",\n\"bodys\": []}",
        "scene.json:2: unknown key \"bodys\"; known are title, unit, bodies, groups, clearance, touch, solid, self, "
        "between, rules, gravity");
  wrong(first + "{\"name\": \"two\", \"file\": \"gone.obj\"}]}",
        "scene.json:3: body \"two\": gone.obj: No such file or directory");
  wrong(first + "{\"name\": \"two\", \"file\": \"a.obj\",\n\"pose\":\n[0, 0, 0, 1, 0, 0]}]}",
        "scene.json:5: body \"two\": pose: a pose needs 7 numbers (x y z qw qx qy qz), found 6");
  wrong(first + "{\"name\": \"two\", \"file\": \"a.obj\", \"pose\": [0, 0, 0,\n0, 0, 0, 0]}]}",
        "scene.json:3: body \"two\": pose: a pose's quaternion is zero or not finite");
  wrong(first + "{\"name\": \"two\", \"file\": \"a.obj\", \"pose\": [0, 0, 0,\n\"1\", 0, 0, 0]}]}",
        "scene.json:4: body \"two\": pose[3]: expected a number, found a text");
  wrong(first + "{\"name\": \"two\", \"file\": \"a.obj\", \"matrix\": [2,0,0,0,0,2,0,0,0,0,2,0,0,0,0,1]}]}",
        "scene.json:3: body \"two\": matrix: a pose's matrix is not a rotation: M Mᵀ is off the identity by 3 (up to "
        "0.001 is corrected); use \"scale\" for sizes");
  wrong(first + "{\"name\": \"two\"}]}", "scene.json:3: body \"two\": give one of \"file\", \"mesh\" and \"shape\"");
  wrong(first + "{\"file\": \"a.obj\", \"scale\": 0}]}", "scene.json:3: body \"a.obj\": scale: must be more than 0");
  wrong(first + "{\"file\": \"a.obj\", \"unit\": \"mm\"}]}",
        "scene.json:3: body \"a.obj\": unit: the scene has no \"unit\" to convert to");
  wrong(first +
            "{\"name\": \"m\", \"mesh\": {\"vertices\": [[0,0,0],[1,0,0],[0,1,0]],\n\"faces\": [[0,1,2],\n[0,1,3]]}}]}",
        "scene.json:5: body \"m\": mesh: faces[1]: expected three numbers of vertices, of which there are 3");
  wrong(first + "7]}", "scene.json:3: bodies[1]: expected an object, found a number");
  wrong("{\"bodies\": [],\n\"rules\": [{\"ignore\": [\"a\"]}]}",
        "scene.json:2: rules[0]: ignore: expected two names or patterns, found 1");
  wrong("{\"bodies\": [],\n\"clearance\":\n-1}", "scene.json:3: clearance: must be 0 or more, not -1");
  wrong("{\"bodies\": [],\n\"bodies\": []}", "scene.json:2: \"bodies\" is there twice");
  wrong("{\"bodies\": [\n1e999]}", "scene.json:2: number overflow parsing '1e999'");
  std::string deep;
  for (int k = 0; k < 100000; ++k) deep += "[";
  wrong(deep, "scene.json:1: nested too deeply");
  scratch_.write("scene.json", first.substr(0, first.size() - 2) + "]}");
  expect_complaint({"check", "scene.json", "--units", "mm"},
                   "--scale and --units: a scene.json has its own, \"unit\" and \"scale\"");
}

TEST_F(Check, KeepGoing) {
  scratch_.write("bad.obj", "v 0 0 0\nv 1 0 nan\nv 0 1 0\nf 1 2 3\n");
  scratch_.write("scene.json",
                 "{\"bodies\": [\n" + cube("one", "0, 0, 0") + ",\n{\"name\": \"two\", \"file\": \"bad.obj\"},\n" +
                     "{\"name\": \"three\", \"file\": \"a.obj\", \"pose\": [1]},\n" + cube("four", "1, 0, 0") + "]}");
  const Output output = run({"check", "scene.json", "--keep-going", "--json"});
  EXPECT_EQ(output.status, 1);
  const json report = output.objects().at(0);
  EXPECT_EQ(found(report), (Found{"four, one: clash"}));
  ASSERT_EQ(report["notes"].size(), 2u);
  EXPECT_EQ(report["notes"][0].get<std::string>().find("left out: scene.json:4: body \"three\": pose: "), 0u);
  EXPECT_EQ(report["notes"][1].get<std::string>().find("left out: scene.json:3: body \"two\": bad.obj:2: "), 0u);
  EXPECT_EQ(std::count(output.err.begin(), output.err.end(), '\n'), 2) << output.err;
  // What was left out is never clean, and never nothing.
  EXPECT_EQ(run({"check", "a.obj", "bad.obj", "b.ply", "--keep-going"}).status, 2);
  EXPECT_EQ(run({"check", "a.obj", "bad.obj", "--keep-going"}).out.find("note: left out: bad.obj:2: "), 0u);
  const Output none = run({"check", "bad.obj", "--keep-going"});
  EXPECT_EQ(none.status, 2);
  EXPECT_NE(none.err.find("apart: no body could be read\n"), std::string::npos) << none.err;
}

TEST_F(Check, WhichPairsAreTested) {
  write_row();
  const auto with = [&](std::vector<std::string> words, int status) {
    words.insert(words.begin(), {"check", "row.json", "--clearance", "1", "--json"});
    return found(object(words, status));
  };
  EXPECT_EQ(with({"--between", "pipes", "beam"}, 1), (Found{"beam, pipe 2: clash"}));
  EXPECT_EQ(with({"--between", "pipe 1", "*"}, 1), (Found{"pipe 1, pipe 2: near"}));
  EXPECT_EQ(with({"--between", "pipe 1", "*", "--between", "beam", "pipe ?"}, 1),
            (Found{"beam, pipe 2: clash", "pipe 1, pipe 2: near"}));
  EXPECT_EQ(with({"--ignore", "beam, pipe *"}, 1), (Found{"pipe 1, pipe 2: near"}));
  EXPECT_EQ(with({"--ignore-same-group"}, 1), (Found{"beam, pipe 2: clash"}));
  EXPECT_EQ(with({"--ignore-same-group", "--ignore", "beam,pipes"}, 0), Found{});
  EXPECT_EQ(with({"--clearance-between", "pipes", "pipes", "0.5"}, 1), (Found{"beam, pipe 2: clash"}));
  expect_complaint({"check", "row.json", "--between", "pips", "beam"},
                   "--between: no body and no group is called \"pips\"");
  expect_complaint({"check", "row.json", "--clearance-between", "pipes", "bean", "1"},
                   "--clearance-between: no body and no group is called \"bean\"");
  expect_complaint({"check", "row.json", "--clearance-between", "pipes", "beam", "x"},
                   "--clearance-between: expected a number, found \"x\"");
  expect_complaint({"check", "row.json", "--ignore", "beam"},
                   "--ignore: expected two names or patterns with a comma between, found \"beam\"");
  // An ignore rule without a match gives a note.
  EXPECT_EQ(object({"check", "row.json", "--ignore", "bolt*,beam", "--json"}, 1)["notes"],
            json({"--ignore: no body and no group is called \"bolt*\""}));
}

TEST_F(Check, RulesWithReasons) {
  write_row();
  scratch_.write("rules.json", R"({"clearance": 1, "rules": [
{"ignore": ["beam", "pipes"], "reason": "cut on site"}, {"ignore": "same group"}]})");
  json report = object({"check", "row.json", "--rules", "rules.json", "--json"}, 0);
  EXPECT_EQ(found(report), Found{});
  EXPECT_EQ(report["counts"]["ignored"], 2);
  ASSERT_EQ(report["pairs"].size(), 1u);  // with a reason it is tested all the same
  EXPECT_EQ(report["pairs"][0]["state"], "clash");
  EXPECT_EQ(report["pairs"][0]["ignored"], "cut on site");
  const Output output = run({"check", "row.json", "--rules", "rules.json", "--all"});
  EXPECT_NE(output.out.find("; ignored: cut on site\n"), std::string::npos) << output.out;

  // Made to touch: a touch is accepted, a clash is not.
  EXPECT_EQ(object({"check", "b.ply", "c.off", "--clearance", "1", "--touching-ok", "--json"}, 0)["counts"]["ignored"],
            1);
  EXPECT_EQ(found(object({"check", "a.obj", "b.ply", "c.off", "--clearance", "1", "--touching-ok", "--json"}, 1)),
            (Found{"a, b: near"}));
  scratch_.write("seat.json",
                 R"({"rules": [{"touching": ["b", "c"], "reason": "a seat"}, {"touching": ["beam", "pipes"]}]})");
  report = object({"check", "b.ply", "c.off", "--clearance", "1", "--rules", "seat.json", "--json"}, 0);
  EXPECT_EQ(report["pairs"][0]["ignored"], "a seat");
  EXPECT_EQ(found(object({"check", "row.json", "--rules", "seat.json", "--json"}, 1)), (Found{"beam, pipe 2: clash"}));

  scratch_.write("rules.json", "{\"rules\": [\n{\"ignore\": [\"a\", \"b\"], \"reson\": \"x\"}]}");
  expect_complaint(
      {"check", "row.json", "--rules", "rules.json"},
      "rules.json:2: rules[0]: unknown key \"reson\"; known are ignore, touching, clearance, between, reason");
}

TEST_F(Check, Motion) {
  // b comes from 0.25 into a and goes back; c stays.
  scratch_.write("motion.txt",
                 "# frame body x y z qw qx qy qz\n"
                 "10 b 0.5 0 9  1 0 0 0\n"
                 "11 b 0 0 0  1 0 0 0\n"
                 "12 b -0.5 0 0  2 0 0 0\n"
                 "12 c 0 0 0  1 0 0 0\n"
                 "\n"
                 "13 c 9 0 0  1 0 0 0\n"
                 "20 b 0 0 9  1 0 0 0\n");
  const std::vector<std::string> words{"check",       "a.obj", "b.ply",    "c.off",
                                       "--clearance", "0.5",   "--motion", "motion.txt"};
  std::vector<std::string> as_json = words;
  as_json.push_back("--json");
  const json report = object(as_json, 1);
  EXPECT_EQ(report["frames"], 5);
  EXPECT_EQ(found(report), (Found{"a, b: clash", "b, c: touch"}));
  EXPECT_EQ(report["pairs"][0]["frames"], json::parse(R"({"first": 11, "worst": 12, "found": 3})"));
  EXPECT_EQ(report["pairs"][1]["frames"], json::parse(R"({"first": 11, "worst": 11, "found": 1})"));
  EXPECT_NE(run(words).out.find("first 11, worst 12, 3 of 5, contact at "), std::string::npos) << run(words).out;

  scratch_.write("motion.json", R"({"frames": [{"b": [0, 0, 9, 1, 0, 0, 0]}, {}, {"b": [-0.5, 0, 0, 1, 0, 0, 0]}]})");
  as_json[7] = "motion.json";
  EXPECT_EQ(object(as_json, 1)["pairs"][0]["frames"], json::parse(R"({"first": 2, "worst": 2, "found": 1})"));

  const auto wrong = [&](const std::string& text, const std::string& complaint) {
    scratch_.write("wrong.txt", text);
    expect_complaint({"check", "a.obj", "b.ply", "--motion", "wrong.txt"}, "wrong.txt" + complaint);
  };
  wrong("0 b 0 0 0 1 0 0 0\n0 d 0 0 0 1 0 0 0\n", ":2: no body is called \"d\"");
  wrong("0 b 0 0 0 1 0 0\n", ":1: expected a frame, a body and 7 numbers (x y z qw qx qy qz)");
  wrong("1 b 0 0 0 1 0 0 0\n0 b 0 0 0 1 0 0 0\n", ":2: frames must ascend, and this is frame 0");
  wrong("1 b 0 0 0 1 0 0 0\n1 b 0 0 0 1 0 0 0\n", ":2: frame 1 has a place for \"b\" already");
  wrong("b 0 0 0 1 0 0 0\n", ":1: expected an integer, found \"b\"");
  wrong("# none\n", ": no frames");
  scratch_.write("wrong.json", "{\"frames\": [{},\n{\"b\": [1]}]}");
  expect_complaint({"check", "a.obj", "b.ply", "--motion", "wrong.json"},
                   "wrong.json:2: frames[1]: b: a pose needs 7 numbers (x y z qw qx qy qz), found 1");
}

TEST_F(Check, Baseline) {
  write_row();
  scratch_.write("old.json", run({"check", "row.json", "--json", "--clearance", "1"}).out);
  scratch_.write("new.json", "{\"bodies\": [" + cube("pipe 1", "0, 0, 0") + ", " + cube("pipe 2", "1.5, 0, 0") + ", " +
                                 cube("valve", "0, 2.2, 0") + ", " + cube("beam", "9, 0, 0") + "]}");
  const std::vector<std::string> words{"check", "new.json", "--clearance", "1", "--baseline", "old.json"};
  std::vector<std::string> as_json = words;
  as_json.push_back("--json");
  const json report = object(as_json, 1);
  EXPECT_EQ(report["baseline"], json::parse(R"({"new": 2, "unchanged": 1, "resolved": 1, "not_compared": 0})"));
  ASSERT_EQ(report["resolved"].size(), 1u);
  EXPECT_EQ(report["resolved"][0]["a"], "beam");
  EXPECT_EQ(report["resolved"][0]["b"], "pipe 2");
  EXPECT_EQ(report["resolved"][0]["state"], "clash");
  for (const json& pair : report["pairs"]) {
    if (pair["state"] == "clear") continue;
    const bool old = pair["names"] == json({"pipe 1", "pipe 2"});
    EXPECT_EQ(pair["baseline"], old ? "unchanged" : "new") << pair;
    EXPECT_EQ(pair.value("was", ""), old ? "near" : "") << pair;
  }
  const std::string text = run(words).out;
  EXPECT_NE(text.find("  was near\n"), std::string::npos) << text;
  EXPECT_NE(text.find("resolved: clash, beam and pipe 2\nsince old.json: 2 new, 1 unchanged, 1 resolved\n"),
            std::string::npos)
      << text;
  expect_complaint({"check", "new.json", "--baseline", "row.json"}, "row.json:1: not a report of apart check --json");
}

TEST_F(Check, CommaSeparatedValues) {
  scratch_.write("scene.json", "{\"unit\": \"mm\", \"bodies\": [" + cube("plate, \\\"left\\\"", "0, 0, 0") + ", " +
                                   cube("bolt", "2.25, 0, 0", R"(, "group": "bolts")") + "]}");
  const Output output = run({"check", "scene.json", "--clearance", "0.5", "--csv"});
  EXPECT_EQ(output.status, 1);
  const std::size_t line = output.out.find('\n');
  EXPECT_EQ(output.out.substr(0, 34), "id,state,a,b,group_a,group_b,file_");
  const std::string row = output.out.substr(line + 1);
  EXPECT_EQ(row.find(",near,bolt,\"plate, \"\"left\"\"\",bolts,,a.obj,a.obj,0.25,yes,0.5,"), 18u) << row;
  EXPECT_EQ(std::count(output.out.begin(), output.out.end(), '\n'), 2);
  expect_complaint({"check", "--csv", "--json"}, "--json and --csv: give one of them");
}

TEST_F(Check, IdsBelongToNames) {
  const auto ids = [&](const std::vector<std::string>& words) {
    std::set<std::string> all;
    const json report = run(words).objects().at(0);
    for (const json& pair : report["pairs"]) all.insert(pair["id"].get<std::string>());
    return all;
  };
  EXPECT_TRUE(ids({"check", "--json"}).contains("c-9b06b2a647eb44ba"));  // gear 3 and gear 4, for ever
  EXPECT_EQ(ids({"check", "a.obj", "b.ply", "--clearance", "1", "--json"}),
            ids({"check", "b.ply", "a.obj", "--clearance", "2", "--scale", "0.9", "--json"}));
}

// The numbers of a typed array.
std::vector<float> unpacked(const std::string& text) {
  constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  u32 bits = 0, count = 0;
  for (char c : text.substr(0, text.find('='))) {
    bits = bits << 6 | static_cast<u32>(digits.find(c));
    if ((count += 6) >= 8) bytes += static_cast<char>(bits >> (count -= 8) & 255);
  }
  std::vector<float> numbers(bytes.size() / sizeof(float));
  std::memcpy(numbers.data(), bytes.data(), numbers.size() * sizeof(float));
  return numbers;
}

TEST_F(Check, PageHoldsTheReport) {
  // Far from the origin, where floats would lose the half millimetre; the second comes nearer in the last frame.
  scratch_.write("site.json", "{\"unit\": \"mm\", \"bodies\": [" + cube("one", "5e6, 0, 3") + ", " +
                                  cube("two </script>", "5000009, 0, 3") + "]}");
  scratch_.write("motion.txt", "7 two </script> 5000009 0 3 1 0 0 0\n8 two </script> 5000002.5 0 3 1 0 0 0\n");
  EXPECT_EQ(run({"check", "site.json", "--clearance", "1", "--motion", "motion.txt", "--html", "page.html"}).status, 1);
  const std::string page = testing::content(scratch_ / "page.html");
  EXPECT_EQ(page.find("@APART_DATA@"), std::string::npos);
  const std::size_t begin = page.find("{\"kind\":\"check\"");
  ASSERT_NE(begin, std::string::npos);
  const json data = json::parse(page.substr(begin, page.find("</script>", begin) - begin));
  EXPECT_EQ(data["title"], "site");
  EXPECT_EQ(data["command"].get<std::string>().find("apart check site.json --clearance 1 "), 0u);
  EXPECT_EQ(data["counts"]["near"], 1);
  ASSERT_EQ(data["bodies"].size(), 2u);
  ASSERT_EQ(data["meshes"].size(), 1u);  // shared
  EXPECT_EQ(data["bodies"][1]["name"], "two </script>");
  const std::vector<float> positions = unpacked(data["meshes"][0]["positions"].get<std::string>());
  ASSERT_EQ(positions.size(), 24u);
  for (float x : positions) EXPECT_EQ(std::abs(x), 1);
  const double origin = data["origin"][0];
  EXPECT_EQ(data["bodies"][0]["pose"][0].get<double>() + origin, 5e6);
  EXPECT_EQ(data["bodies"][1]["pose"][0].get<double>() + origin, 5000009);
  const json& pair = data["pairs"][0];
  EXPECT_EQ(pair["frames"], json::parse(R"({"first": 8, "worst": 8, "found": 1})"));
  EXPECT_EQ(pair["pose_b"][0].get<double>() + origin, 5000002.5);
  EXPECT_FALSE(pair.contains("pose_a"));
  EXPECT_EQ(pair["distance"], 0.5);
  EXPECT_EQ(pair["on_a"][0].get<double>() + origin, 5000001);
  EXPECT_EQ(pair["on_b"][0].get<double>() + origin, 5000001.5);
  expect_complaint({"check", "--html", "a.obj"}, "--html: the name must end in .html or .htm, and \"a.obj\" does not");
}

TEST_F(Check, CtrlCReportsWhatIsFinished) {
  // Hundreds of spheres in one place: minutes of work.
  write("sphere.obj", generate::sphere(1, 2000));
  std::string bodies;
  for (int k = 0; k < 300; ++k)
    bodies += std::string(k ? ",\n" : "") + R"({"file": "sphere.obj", "pose": [)" + std::to_string(0.003 * k) +
              ", 0, 0, 1, 0.01, 0, " + std::to_string(0.02 * k) + "]}";
  scratch_.write("many.json", "{\"bodies\": [" + bodies + "]}");
  for (int seconds = 1; seconds <= 32; seconds *= 2) {
    const std::string line = "cd '" + (scratch_ / ".").string() + "' && timeout --preserve-status -s INT " +
                             std::to_string(seconds) +
                             " '" APART_PROGRAM "' check many.json --json >stdout.txt 2>stderr.txt";
    const int status = std::system(line.c_str());
    ASSERT_TRUE(WIFEXITED(status));
    EXPECT_EQ(WEXITSTATUS(status), 130);
    const std::string output = testing::content(scratch_ / "stderr.txt");
    const std::string printed = testing::content(scratch_ / "stdout.txt");
    // On a busy machine it was still reading, or had not even begun.
    if (output == "apart: stopped while reading; nothing was checked\n" || (output.empty() && printed.empty()))
      continue;
    const json report = json::parse(printed);
    EXPECT_EQ(report["finished"], false);
    EXPECT_GT(report["not_done"], 0);
    EXPECT_EQ(report["not_done"].get<std::size_t>() + report["pairs"].size(), 300u * 299 / 2);
    EXPECT_NE(output.find(" were not tested\n"), std::string::npos) << output;
    return;
  }
  FAIL() << "reading took more than half a minute";
}

}  // namespace check_test
}  // namespace apart
