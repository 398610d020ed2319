// apart simulate: scenes, motions that check reads, and what is refused.
#include <nlohmann/json.hpp>

#include "tests/cli/json_schema.hpp"
#include "tests/cli/program_fixture.hpp"

namespace apart {
namespace simulate_test {

using nlohmann::json;
using testing::Program;

class SimulateCommand : public Program {
 protected:
  SimulateCommand() {
    scratch_.write("scene.json", R"({"unit": "m", "bodies": [
      {"name": "floor", "shape": "box:4,4,1", "fixed": true},
      {"name": "ball", "shape": "sphere:0.2", "pose": [1.5, 0, 1.2, 1, 0, 0, 0], "restitution": 0.5},
      {"name": "box", "shape": "box:1,1,1", "pose": [0, 0, 1.5, 1, 0, 0, 0], "density": 2}]})");
  }
  // The one line that refuses a scene.
  std::string refused(const std::string& scene) {
    scratch_.write("bad.json", scene);
    const auto said = run({"simulate", "bad.json", "--seconds", "0.1"});
    EXPECT_EQ(said.status, 2) << scene;
    return said.err;
  }
};

TEST_F(SimulateCommand, FallsAndRestsAndIsChecked) {
  const testing::JsonSchema schema(
      json::parse(testing::content(std::filesystem::path(APART_SOURCE_DIR) / "docs/schemas/simulate.schema.json")));
  const json out = object({"simulate", "scene.json", "--seconds", "1.5", "-o", "motion.json", "--json"});
  EXPECT_EQ(schema.problem(out), "");
  EXPECT_EQ(out["frames"], 91);
  EXPECT_EQ(out["steps"], 360);
  EXPECT_LT(out["energy"]["end"], out["energy"]["start"]);
  for (const json& body : out["bodies"]) {
    if (body["name"] == "box") {
      EXPECT_NEAR(body["position"][2].get<double>(), 1, 0.01);
    }
    if (body["name"] == "floor") {
      EXPECT_EQ(body["moved"], 0);
    }
  }
  // What it writes is what check reads, as JSON and as text, and it finds nothing in it.
  EXPECT_EQ(run({"check", "scene.json", "--motion", "motion.json"}).status, 0);
  const json again =
      object({"simulate", "scene.json", "--seconds", "1.5", "-o", "motion.txt", "--threads", "1", "--json"});
  EXPECT_EQ(again, out);
  EXPECT_EQ(run({"check", "scene.json", "--motion", "motion.txt"}).status, 0);
  EXPECT_EQ(run({"simulate", "scene.json", "--seconds", "0.2", "--no-impacts"}).status, 0);
}

TEST_F(SimulateCommand, CsvHasARowForEachBody) {
  const std::string out = run({"simulate", "scene.json", "--seconds", "0.1", "--csv"}).out;
  EXPECT_EQ(out.substr(0, out.find('\n')), "name,x,y,z,moved");
  const json bodies = object({"simulate", "scene.json", "--seconds", "0.1", "--json"})["bodies"];
  EXPECT_EQ(static_cast<std::size_t>(std::count(out.begin(), out.end(), '\n')), bodies.size() + 1);
  EXPECT_NE(out.find("\nfloor,"), std::string::npos);
}

TEST_F(SimulateCommand, SaysWhatItRefuses) {
  const auto body = [](const std::string& more) {
    return R"({"bodies": [{"name": "a", "shape": "box:1,1,1")" + more + "}]}";
  };
  EXPECT_NE(refused(body(R"(, "mass": 0)")).find("bad.json:1: body \"a\": mass: must be more than 0"),
            std::string::npos);
  EXPECT_NE(refused(body(R"(, "velocity": [0, 1e999, 0])")).find("bad.json"), std::string::npos);
  EXPECT_NE(refused(body(R"(, "velocity": [0, 1])")).find("expected 3 numbers, found 2"), std::string::npos);
  EXPECT_NE(refused(body(R"(, "velocty": [0, 1, 0])")).find("unknown key \"velocty\""), std::string::npos);
  EXPECT_NE(refused(body(R"(, "restitution": 2)")).find("from 0 to 1"), std::string::npos);
  EXPECT_NE(refused(body(R"(, "hinge": [0, 0, 0])")).find("must be a direction"), std::string::npos);
  EXPECT_NE(refused(R"({"bodies": [{"name": "a", "shape": "box:1,1,1"}, {"name": "b", "shape": "box:1,1,1",
                     "pose": [0.5, 0, 0, 1, 0, 0, 0]}]})")
                .find("bad.json: \"a\" and \"b\": they overlap at the start"),
            std::string::npos);
  EXPECT_NE(refused(R"({"bodies": [{"name": "flat", "shape": "box:1,1,0"}]})").find("no volume"), std::string::npos);
  // Numbers that are none, or that leave no digits for anything else.
  EXPECT_NE(refused(body(R"(, "velocity": [NaN, 0, 0])")).find("bad.json:1: "), std::string::npos);
  EXPECT_NE(refused(body(R"(, "velocity": [null, 0, 0])")).find("velocity[0]: expected a number, found null"),
            std::string::npos);
  EXPECT_NE(refused(body(R"(, "velocity": [1e19, 0, 0])")).find("bad.json: \"a\": its velocity is more than 1e18"),
            std::string::npos);
  EXPECT_NE(refused(body(R"(, "spin": [0, 1e19, 0])")).find("bad.json: \"a\": its spin is more than 1e18"),
            std::string::npos);
  EXPECT_NE(refused(body(R"(, "mass": 1e101)")).find("its mass must be from 1e-100 to 1e100"), std::string::npos);
  EXPECT_NE(refused(R"({"gravity": [0, 0, -1e19], "bodies": [{"name": "a", "shape": "box:1,1,1"}]})").find("gravity"),
            std::string::npos);
  // Scenes without bodies, without their files, and with keys that are not known.
  EXPECT_NE(refused(R"({"bodies": []})").find("bad.json:1: bodies: no body"), std::string::npos);
  EXPECT_NE(refused("{}").find("bad.json:1: \"bodies\" is missing"), std::string::npos);
  EXPECT_NE(refused("").find("bad.json: empty file"), std::string::npos);
  EXPECT_NE(refused(R"({"bodies": [{"name": "a", "file": "none.obj"}]})").find("body \"a\": none.obj"),
            std::string::npos);
  EXPECT_NE(refused(R"({"gravty": [0, 0, 1], "bodies": [{"name": "a", "shape": "box:1,1,1"}]})").find("\"gravty\""),
            std::string::npos);
}

TEST_F(SimulateCommand, SaysWhichOptionsItRefuses) {
  const auto said = [&](std::vector<std::string> words) {
    words.insert(words.begin(), {"simulate", "scene.json"});
    const auto answer = run(words);
    EXPECT_EQ(answer.status, 2) << words.back();
    return answer.err;
  };
  for (const char* seconds : {"-1", "0", "nan", "x", "1e9", "1e-9"})
    EXPECT_NE(said({"--seconds", seconds}).find("--seconds"), std::string::npos) << seconds;
  EXPECT_NE(said({"--step", "1e-12"}).find("--seconds and --step: more than 100,000,000 steps"), std::string::npos);
  EXPECT_NE(said({"--step", "100"}).find("less than half a step"), std::string::npos);
  EXPECT_NE(said({"--iterations", "0"}).find("--iterations: must be 1 or more"), std::string::npos);
  EXPECT_NE(said({"--gravity", "-3"}).find("--gravity"), std::string::npos);
  EXPECT_NE(said({"--fps", "0"}).find("--fps"), std::string::npos);
  EXPECT_NE(said({"-o", "motion.stl"}).find("motion.stl"), std::string::npos);
  EXPECT_NE(said({"-o", "no/such/folder/motion.json"}).find("cannot be written"), std::string::npos);
  EXPECT_EQ(run({"simulate", "scene.stl"}).status, 2);
  EXPECT_NE(run({"simulate", "missing.json"}).err.find("missing.json: No such file"), std::string::npos);
}

// What is defined, if odd: nothing that moves, and nothing below what falls.
TEST_F(SimulateCommand, OddScenesAreSimulated) {
  scratch_.write("odd.json", R"({"gravity": [0, 0, -1], "bodies": [
      {"name": "a", "shape": "box:1,1,1", "fixed": true}, {"name": "b", "shape": "plane:0,0,1,-5"}]})");
  const json still = object({"simulate", "odd.json", "--seconds", "0.5", "--json"});
  EXPECT_EQ(still["at_rest"], true);
  EXPECT_EQ(still["energy"]["end"], 0);
  scratch_.write("odd.json", R"({"gravity": [0, 0, -1], "bodies": [{"name": "a", "shape": "box:1,1,1"}]})");
  const json falls = object({"simulate", "odd.json", "--seconds", "2", "--json"});
  EXPECT_NEAR(falls["bodies"][0]["position"][2].get<double>(), -2, 1e-9);
}

// Of the sample nothing leaves the floor.
TEST_F(SimulateCommand, TheSampleStaysOnItsFloor) {
  const json out = object({"simulate", "--seconds", "4", "--json"});
  ASSERT_EQ(out["bodies"].size(), 36u);
  for (const json& body : out["bodies"]) {
    const std::string name = body["name"];
    const double x = body["position"][0], y = body["position"][1], z = body["position"][2];
    EXPECT_TRUE(std::abs(x) < 4.11 && std::abs(y) < 3.11 && z > -0.11 && z < 2) << name;
    if (name.starts_with("rim") || name == "floor") {
      EXPECT_EQ(body["moved"], 0) << name;
    }
  }
}

}  // namespace simulate_test
}  // namespace apart
