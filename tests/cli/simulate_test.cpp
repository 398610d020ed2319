// apart simulate: scenes, motions that check reads, and what is refused.
#include <nlohmann/json.hpp>

#include "tests/cli/json_schema.hpp"
#include "tests/cli/program_fixture.hpp"

namespace apart {
namespace {

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
                .find("\"a\" and \"b\": they overlap at the start"),
            std::string::npos);
  EXPECT_NE(refused(R"({"bodies": [{"name": "flat", "shape": "box:1,1,0"}]})").find("no volume"), std::string::npos);
  EXPECT_EQ(run({"simulate", "scene.json", "--seconds", "0"}).status, 2);
  expect_complaint({"simulate", "scene.json", "--iterations", "0"}, "--iterations: must be 1 or more");
  EXPECT_EQ(run({"simulate", "scene.json", "-o", "motion.stl"}).status, 2);
  EXPECT_EQ(run({"simulate", "scene.stl"}).status, 2);
}

}  // namespace
}  // namespace apart
