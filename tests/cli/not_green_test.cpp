// apart check is never clean without a word where something was not read, not tested, or not decided; nor are queries.
#include <filesystem>
#include <fstream>

#include "tests/cli/program_fixture.hpp"
#include "tests/io/scene_files.hpp"

namespace apart {
namespace not_green_test {

using nlohmann::json;
using testing::box;
using testing::Output;

class NotGreen : public testing::Program {
 protected:
  std::string notes(std::vector<std::string> words) {
    words.insert(words.begin(), "check");
    words.push_back("--json");
    const Output output = run(words);
    EXPECT_LT(output.status, 2) << output.err;
    std::string all;
    const auto reports = output.objects();
    if (output.status < 2)
      for (const json& note : reports.at(0)["notes"]) all += note.get<std::string>() + "\n";
    return all;
  }
};

TEST_F(NotGreen, OneInsideTheOtherIsNotedWithoutSolid) {
  const std::string note = "1 pair is clear, but one lies inside the other, a finding with --solid: tiny inside a\n";
  EXPECT_EQ(notes({"a.obj", "tiny.obj"}), note);
  EXPECT_EQ(notes({"a.obj", "tiny.obj", "--all"}), note);
  EXPECT_EQ(notes({"a.obj", "tiny.obj", "--solid"}), "");  // it is a finding
  EXPECT_EQ(notes({"a.obj", "b.ply"}), "");
  EXPECT_EQ(notes({"a.obj", "tiny.obj", "--clearance", "9"}), "");  // a finding of another kind
  const json pair = object({"check", "a.obj", "tiny.obj", "--json"})["pairs"].at(0);
  EXPECT_EQ(pair["state"], "clear");
  EXPECT_EQ(pair["inside"], "b");
  EXPECT_NE(run({"check", "a.obj", "tiny.obj"}).out.find("note: 1 pair is clear, but"), std::string::npos);
}

TEST_F(NotGreen, QueriesNoteOneInsideTheOther) {
  const std::string note =
      "apart: note: one lies inside the other: meshes are surfaces here, and solids with --solid\n";
  scratch_.write("poses.txt", "0 0 0\n9 0 0\n0.1 0 0\n");
  for (const std::vector<std::string>& query :
       {std::vector<std::string>{"collide"}, {"distance"}, {"within", "0.01"}, {"impact", "--to", "0.1 0 0"}}) {
    const auto with = [&](std::vector<std::string> more) {
      more.insert(more.begin(), query[0]);
      more.insert(more.end(), query.begin() + 1, query.end());
      return run(more).err;
    };
    EXPECT_EQ(with({"a.obj", "tiny.obj"}), note) << query[0];
    EXPECT_EQ(with({"tiny.obj", "a.obj"}), note) << query[0];
    EXPECT_EQ(with({"a.obj", "sphere:0.1"}), note) << query[0];
    EXPECT_EQ(with({"a.obj", "tiny.obj", "--solid"}), "") << query[0];
    EXPECT_EQ(with({"box:4,4,4", "sphere:0.1"}), "") << query[0];  // shapes are solid
    if (query[0] == "impact") continue;
    EXPECT_EQ(with({"a.obj", "tiny.obj", "--pose", "9 0 0"}), "") << query[0];
    EXPECT_EQ(with({"a.obj", "tiny.obj", "--poses", "poses.txt"}),
              "apart: note: one lies inside the other at 2 of 3: meshes are surfaces here, and solids with --solid\n");
  }
}

TEST_F(NotGreen, OneInsideAnOpenMeshIsNoted) {
  const Mesh cube = box({-1, -1, -1}, {1, 1, 1});
  std::vector<Face> faces(cube.faces().begin() + 1, cube.faces().end());
  write("open.obj", Mesh::make({cube.vertices().begin(), cube.vertices().end()}, faces).value());
  write("beside.obj", box({2, 2, 2}, {3, 3, 3}));
  const std::string note = "1 pair is clear, but one lies in the other's mesh, which bounds no solid: open and tiny\n";
  const std::string solid =
      "1 body bounds no solid, open or not oriented, such as open: what lies inside is not found\n";
  EXPECT_EQ(notes({"open.obj", "tiny.obj", "beside.obj"}), note);
  EXPECT_EQ(notes({"open.obj", "tiny.obj", "--solid"}), note + solid);
  EXPECT_EQ(notes({"open.obj", "beside.obj", "--solid", "--all"}), solid);
  EXPECT_EQ(notes({"open.obj", "beside.obj", "--all"}), "");
  EXPECT_EQ(notes({"a.obj", "beside.obj", "--solid"}), "");
}

TEST_F(NotGreen, AnOpenMeshIsNoSolidForQueriesEither) {
  const Mesh cube = box({-1, -1, -1}, {1, 1, 1});
  std::vector<Face> faces(cube.faces().begin() + 1, cube.faces().end());
  write("open.obj", Mesh::make({cube.vertices().begin(), cube.vertices().end()}, faces).value());
  for (const std::vector<std::string>& words : {std::vector<std::string>{"collide", "open.obj", "tiny.obj"},
                                                {"distance", "tiny.obj", "open.obj"},
                                                {"within", "open.obj", "tiny.obj", "0.1"},
                                                {"collide", "open.obj", "sphere:0.5"}}) {
    EXPECT_EQ(run(words).err, "");
    std::vector<std::string> as_solids = words;
    as_solids.push_back("--solid");
    EXPECT_EQ(run(as_solids).err,
              "apart: note: open.obj bounds no solid (see apart info); --solid does not apply to it\n");
  }
}

TEST_F(NotGreen, InAnyFrameOfAMotion) {
  scratch_.write("motion.txt", "0 tiny 0 0 0 1 0 0 0\n1 tiny 0.1 0 0 1 0 0 0\n");
  EXPECT_EQ(notes({"a.obj", "tiny.obj", "--motion", "motion.txt"}),
            "1 pair is clear, but one lies inside the other, a finding with --solid: tiny inside a\n");
  // Into it and out of it, through its surface, between frames.
  scratch_.write("motion.txt", "0 tiny 9 0 0 1 0 0 0\n1 tiny 0 0 0 1 0 0 0\n2 tiny 1.8 2.7 0 1 0 0 0\n");
  EXPECT_EQ(run({"check", "a.obj", "tiny.obj", "--motion", "motion.txt"}).status, 1);
  scratch_.write("motion.txt", "0 tiny 9 0 0 1 0 0 0\n");
  EXPECT_EQ(notes({"a.obj", "tiny.obj", "--motion", "motion.txt"}), "");
}

TEST_F(NotGreen, AToleranceAsLargeAsABody) {
  write("over.obj", box({0.5, 0.5, 0.5}, {9, 9, 9}));
  EXPECT_EQ(notes({"a.obj", "over.obj", "--touch", "2"}),
            "1 body is no larger than the tolerance --touch 2, such as a: whatever meets them is a touch\n");
  EXPECT_EQ(notes({"a.obj", "over.obj", "--touch", "1.9"}), "");
}

TEST_F(NotGreen, RulesThatLeaveNoPair) {
  for (const std::vector<std::string>& rules : {std::vector<std::string>{"--between", "a", "a"},
                                                {"--ignore", "*,*"},
                                                {"--ignore", "a,*", "--between", "a", "c"}}) {
    std::vector<std::string> words{"check", "a.obj", "c.off"};
    words.insert(words.end(), rules.begin(), rules.end());
    const Output output = run(words);
    EXPECT_EQ(output.status, 0);
    EXPECT_EQ(output.out,
              "note: no pair was tested: the rules leave none\n"
              "2 files: 2 bodies, 1 pair, none of them tested: nothing to compare\n");
  }
  const json report = object({"check", "a.obj", "b.ply", "c.off", "--between", "a", "c", "--json"});
  EXPECT_EQ(report["counts"]["pairs"], 3);
  EXPECT_EQ(report["counts"]["tested"], 1);
  EXPECT_EQ(report["notes"], json::array());
  EXPECT_EQ(run({"check", "a.obj", "b.ply", "c.off", "--between", "a", "c"}).out,
            "3 files: 3 bodies, 3 pairs, 1 of them tested: nothing found\n");
}

TEST_F(NotGreen, GroupsAloneInAnObj) {
  const std::string corners = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n";
  const std::string note = "its 2 groups (g) are one body; --split groups separates them\n";
  scratch_.write("groups.obj", corners + "g one\nf 1 2 3\ng two\nf 1 2 4\n");
  scratch_.write("object.obj", corners + "o it\ng one\nf 1 2 3\ng two\nf 1 2 4\n");
  scratch_.write("objects.obj", corners + "o x\ng one\nf 1 2 3\no y\ng two\nf 1 2 4\n");
  scratch_.write("group.obj", corners + "g one\nf 1 2 3\nf 1 2 4\n");
  EXPECT_EQ(notes({"groups.obj", "c.off"}), "groups.obj: " + note);
  EXPECT_EQ(notes({"object.obj", "c.off"}), "object.obj: " + note);
  EXPECT_EQ(notes({"groups.obj", "c.off", "--split", "groups"}), "");
  EXPECT_EQ(notes({"objects.obj", "c.off"}), "");
  EXPECT_EQ(notes({"group.obj", "c.off"}), "");
}

TEST_F(NotGreen, FreeFormSurfacesOfAnObj) {
  const std::string corners = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\n";
  scratch_.write("patches.obj", corners + "cstype bezier\ndeg 1 1\nsurf 0 1 0 1 1 2 3 4\nend\n");
  EXPECT_EQ(notes({"patches.obj", "c.off"}), "patches.obj: free-form surfaces (surf) are not read: 1\n");
}

TEST_F(NotGreen, AnimationsOfACollada) {
  std::string dae = testing::arrow_dae();
  scratch_.write("still.dae", dae);
  dae.insert(dae.find("<translate>") + 10, " sid=\"t\"");
  const auto source = [](const std::string& id, const std::string& numbers, int stride, const std::string& names) {
    return "<source id=\"" + id + "\"><float_array id=\"" + id + "a\" count=\"" + std::to_string(2 * stride) + "\">" +
           numbers + "</float_array><technique_common><accessor source=\"#" + id + "a\" count=\"2\" stride=\"" +
           std::to_string(stride) + "\">" + names + "</accessor></technique_common></source>";
  };
  const std::string x = "<param name=\"X\" type=\"float\"/>";
  dae.insert(dae.find("<scene>"), "<library_animations><animation id=\"a\">" +
                                      source("at", "0 1", 1, "<param name=\"TIME\" type=\"float\"/>") +
                                      source("ap", "1 2 3 4 5 6", 3, x + x + x) +
                                      "<sampler id=\"as\"><input semantic=\"INPUT\" source=\"#at\"/><input "
                                      "semantic=\"OUTPUT\" source=\"#ap\"/></sampler><channel source=\"#as\" "
                                      "target=\"n1/t\"/></animation></library_animations>");
  scratch_.write("moves.dae", dae);
  EXPECT_EQ(notes({"still.dae", "c.off"}).find("animations"), std::string::npos);
  EXPECT_NE(notes({"moves.dae", "c.off"}).find("moves.dae: animations are not read"), std::string::npos);
}

TEST_F(NotGreen, PartsOfAGltfThatAreNotRead) {
  const json whole = json::parse(testing::corner_gltf());
  json gltf = whole;
  gltf["animations"] = json::parse(R"([{"channels": [], "samplers": []}])");
  gltf["nodes"].push_back(json{{"name", "spare"}, {"mesh", 0}});
  scratch_.write("whole.gltf", whole.dump());
  scratch_.write("scene.gltf", gltf.dump());
  EXPECT_EQ(notes({"whole.gltf"}).find("not read"), std::string::npos);
  const std::string all = notes({"scene.gltf"});
  EXPECT_NE(all.find("scene.gltf: 1 node with a mesh is not in the scene to be shown, and not read\n"),
            std::string::npos)
      << all;
  EXPECT_NE(all.find("scene.gltf: animations are not read: bodies are where the nodes place them\n"), std::string::npos)
      << all;
}

TEST_F(NotGreen, LinksToNothingInAFolder) {
  namespace fs = std::filesystem;
  fs::create_directory(scratch_ / "parts");
  fs::copy(scratch_ / "a.obj", scratch_ / "parts/a.obj");
  fs::copy(scratch_ / "c.off", scratch_ / "parts/c.off");
  fs::create_symlink("gone.obj", scratch_ / "parts/link.obj");
  fs::create_symlink("gone.txt", scratch_ / "parts/link.txt");  // no model in any case
  expect_complaint({"check", "parts"}, "parts/link.obj: a link to what cannot be read");
  const Output output = run({"check", "parts", "--keep-going"});
  EXPECT_EQ(output.status, 2);
  EXPECT_NE(output.out.find("note: left out: parts/link.obj: a link"), std::string::npos) << output.out;
  fs::remove(scratch_ / "parts/link.obj");
  EXPECT_EQ(run({"check", "parts"}).status, 0);
}

TEST_F(NotGreen, ASceneWithoutBodies) {
  scratch_.write("scene.json", "{\n\"bodies\": []}");
  expect_complaint({"check", "scene.json"}, "scene.json:2: bodies: no body");
}

// In Latin-1, "Träger" and "Trüger" are no UTF-8; with one id for both, a baseline would take one for the other.
TEST_F(NotGreen, NamesInAnotherEncodingKeepTheirIds) {
  const std::string tetrahedron = "f -4 -3 -2\nf -4 -1 -3\nf -3 -1 -2\nf -2 -1 -4\n";
  const auto part = [&](const std::string& name, const std::string& x) {
    return "o " + name + "\nv " + x + " 0 0\nv " + x + ".9 0 0\nv " + x + " 1 0\nv " + x + " 0 1\n" + tetrahedron;
  };
  scratch_.write("names.obj", part("Tr\xe4ger", "0") + part("Tr\xfcger", "2") + part("\xc3\xa4\xc3", "4"));
  const json report = object({"check", "names.obj", "--json"});
  std::set<std::string> ids;
  for (const json& body : report["bodies"]) ids.insert(body["id"].get<std::string>());
  EXPECT_EQ(ids, (std::set<std::string>{"names.obj#Tr\\xe4ger", "names.obj#Tr\\xfcger", "names.obj#\xc3\xa4\\xc3"}));
}

// What the new check did not test as the old one did is not resolved.
class NotResolved : public NotGreen {
 protected:
  NotResolved() {
    write("over.obj", box({0.5, 0.5, 0.5}, {2, 2, 2}));
    scratch_.write("old.json", run({"check", "a.obj", "over.obj", "--json"}).out);
  }
  void expect(std::vector<std::string> words, const std::string& why, const char* state = "clash") {
    words.insert(words.begin(), "check");
    words.insert(words.end(), {"--baseline", "old.json", "--json"});
    const Output output = run(words);
    ASSERT_EQ(output.objects().size(), 1u) << output.err;
    const json report = output.objects()[0];
    EXPECT_EQ(report["baseline"], json::parse(R"({"new": 0, "unchanged": 0, "resolved": 0, "not_compared": 1})"));
    EXPECT_EQ(report["resolved"], json::array());
    ASSERT_EQ(report["not_compared"].size(), 1u);
    EXPECT_EQ(report["not_compared"][0]["because"], why);
    EXPECT_EQ(report["not_compared"][0]["state"], state);
    words.pop_back();
    EXPECT_NE(run(words).out.find(", " + report["not_compared"][0]["a"].get<std::string>() + " and "),
              std::string::npos);
  }
};

TEST_F(NotResolved, ByRules) {
  expect({"a.obj", "over.obj", "--between", "a", "a"}, "the rules do not select it now");
  expect({"a.obj", "over.obj", "--ignore", "a,over"}, "ignored now: a, over");
  scratch_.write("rules.json", R"({"rules": [{"ignore": ["a", "over"], "reason": "welded"}]})");
  expect({"a.obj", "over.obj", "--rules", "rules.json"}, "ignored now: welded");
}

TEST_F(NotResolved, WithoutABody) {
  expect({"a.obj", "b.ply"}, "over is not in this check");
  scratch_.write("over.obj", "");
  expect({"a.obj", "over.obj", "--keep-going"}, "over is not in this check");
}

TEST_F(NotResolved, ByOtherOptions) {
  scratch_.write("old.json", run({"check", "a.obj", "b.ply", "--clearance", "1", "--json"}).out);
  expect({"a.obj", "b.ply", "--clearance", "0.2"}, "less clearance is required now", "near");
  scratch_.write("old.json", run({"check", "a.obj", "tiny.obj", "--solid", "--json"}).out);
  expect({"a.obj", "tiny.obj"}, "it needs --solid", "contained");
  scratch_.write("motion.txt", "0 b 0 0 0 1 0 0 0\n1 b -1 0 0 1 0 0 0\n");
  scratch_.write("old.json", run({"check", "a.obj", "b.ply", "--motion", "motion.txt", "--json"}).out);
  expect({"a.obj", "b.ply"}, "it was found in a motion, which is not checked now");
  write("cross.obj", placed(box({-1, -1, -1}, {1, 1, 1}), Pose::shift({9, 0, 0})));
  scratch_.write("cross.obj", "v 0 0 0\nv 4 0 0\nv 0 4 0\nv 1 1 -1\nv 1 1 1\nv 2 1 1\nf 1 2 3\nf 4 5 6\n");
  scratch_.write("old.json", run({"check", "cross.obj", "--self", "--json"}).out);
  expect({"cross.obj"}, "self-intersections are not tested now");
}

TEST_F(NotResolved, ButWhatIsMovedAway) {
  write("over.obj", box({1.5, 1.5, 1.5}, {2, 2, 2}));
  const json report = object({"check", "a.obj", "over.obj", "--baseline", "old.json", "--json"});
  EXPECT_EQ(report["baseline"], json::parse(R"({"new": 0, "unchanged": 0, "resolved": 1, "not_compared": 0})"));
  EXPECT_EQ(report["not_compared"], json::array());
  scratch_.write("old.json", run({"check", "a.obj", "b.ply", "--clearance", "1", "--json"}).out);
  write("b.ply", box({2.25, -1, -1}, {3, 1, 1}));  // farther than was required, measured
  EXPECT_EQ(
      object({"check", "a.obj", "b.ply", "--clearance", "0.2", "--all", "--baseline", "old.json", "--json"})["resolved"]
          .size(),
      1u);
}

}  // namespace not_green_test
}  // namespace apart
