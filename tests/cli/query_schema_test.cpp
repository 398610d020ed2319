// What the query commands print as JSON is what docs/schemas describes, and docs/command-line.md names every key.
#include "tests/cli/json_schema.hpp"
#include "tests/cli/program_fixture.hpp"

namespace apart {
namespace query_schema_test {

using nlohmann::json;
using testing::box;

class QuerySchema : public testing::Program {
 protected:
  static std::string source(const std::string& file) {
    return testing::content(std::filesystem::path(APART_SOURCE_DIR) / file);
  }

  // Every line fits; what keys were seen is kept.
  void expect_valid(std::vector<std::string> words) {
    const testing::JsonSchema schema(json::parse(source("docs/schemas/" + words[0] + ".schema.json")));
    words.push_back("--json");
    const testing::Output output = run(words);
    EXPECT_EQ(output.status, 0) << output.err;
    const std::vector<json> all = output.objects();
    EXPECT_FALSE(all.empty());
    EXPECT_EQ(all[0].value("version", 0), 1);
    for (const json& line : all) {
      EXPECT_EQ(line.contains("version"), &line == &all[0]) << line;
      EXPECT_EQ(schema.problem(line), "") << line;
      for (const auto& [key, value] : line.items()) seen_[words[0]].insert(key);
    }
  }
  void expect_all_seen(const std::string& command, const std::set<std::string>& except) {
    const json schema = json::parse(source("docs/schemas/" + command + ".schema.json"));
    for (const auto& [key, value] : schema["properties"].items())
      EXPECT_NE(seen_[command].contains(key), except.contains(key)) << command << ": " << key;
  }

  std::map<std::string, std::set<std::string>> seen_;
};

TEST_F(QuerySchema, HoldsForAnswersOfEveryKind) {
  scratch_.write("poses.txt", "5 0 0\n0 0 0\n-0.25 0 0\n-0.5 0.25 0.125\n");
  write("pieces.obj", joined(std::vector{box({-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5}), box({5, 5, 5}, {6, 6, 6})}));
  scratch_.write("two.obj", "o one\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\no two\nv 0 0 5\nv 1 0 5\nv 0 1 5\nf 4 5 6\n");
  for (const char* option : {"--solid", "--all", "--list"})
    expect_valid({"collide", "a.obj", "b.ply", "--poses", "poses.txt", option});
  expect_valid({"collide", "a.obj", "tiny.obj", "--solid", "--all"});
  expect_valid({"collide", "a.obj", "pieces.obj", "--solid"});
  expect_valid({"collide", "sphere:0.1", "a.obj", "--solid"});
  expect_valid({"collide", "sphere:0.1", "box:1,2,3", "--poses", "poses.txt"});
  expect_all_seen("collide", {"status"});

  expect_valid({"within", "a.obj", "b.ply", "0.3", "--poses", "poses.txt"});
  expect_valid({"within", "a.obj", "pieces.obj", "0.3", "--solid"});
  expect_valid({"within", "a.obj", "sphere:0.5", "0.3", "--solid", "--poses", "poses.txt"});
  expect_all_seen("within", {"status"});

  for (const char* tolerance : {"0.3", "20"})
    expect_valid({"contacts", "a.obj", "b.ply", tolerance, "--poses", "poses.txt"});
  expect_valid({"contacts", "a.obj", "pieces.obj", "0.1"});
  expect_valid({"contacts", "a.obj", "two.obj", "0.1"});
  expect_valid({"contacts", "sphere:0.5", "box:1,1,1", "0.3", "--poses", "poses.txt"});
  expect_valid({"contacts", "a.obj", "box:1,1,1", "0.3", "--poses", "poses.txt"});
  expect_valid({"contacts", "cylinder:0.5,1", "a.obj", "0.3", "--poses", "poses.txt"});
  expect_all_seen("contacts", {"status"});

  for (const char* other : {"b.ply", "tiny.obj", "pieces.obj", "two.obj", "sphere:0.5"}) {
    expect_valid({"distance", "a.obj", other, "--poses", "poses.txt"});
    expect_valid({"distance", other, "a.obj", "--solid", "--poses", "poses.txt"});
    expect_valid({"distance", "a.obj", other, "--max", "0.1", "--poses", "poses.txt"});
    expect_valid({"distance", "a.obj", other, "--rel-error", "0.5", "--poses", "poses.txt"});
  }
  expect_valid({"distance", "ellipsoid:1,2,3", "cone:1,2", "--poses", "poses.txt"});
  expect_valid({"distance", "plane:0,0,1,0", "plane:0,0,1,5"});
  expect_all_seen("distance", {});

  expect_valid({"span", "a.obj", "b.ply", "--rel-error", "0.5"});
  expect_valid({"span", "a.obj", "sphere:0.5"});
  expect_valid({"span", "sphere:1", "plane:0,0,1,0"});
  expect_all_seen("span", {});

  for (const char* other : {"b.ply", "tiny.obj", "two.obj"}) {
    expect_valid({"hausdorff", "a.obj", other, "--poses", "poses.txt"});
    expect_valid({"hausdorff", other, "a.obj", "--directed", "--abs-error", "0.3", "--norm", "1"});
  }
  expect_all_seen("hausdorff", {});

  expect_valid({"penetration", "box:1,1,1", "sphere:0.5", "--poses", "poses.txt"});
  expect_valid({"penetration", "ellipsoid:1,2,3", "cone:1,2"});
  expect_valid({"penetration", "plane:0,0,1,0", "plane:0,0,1,5"});
  expect_valid({"penetration", "a.obj", "b.ply", "--poses", "poses.txt"});
  expect_valid({"penetration", "a.obj", "capsule:0.2,1", "--poses", "poses.txt"});
  expect_all_seen("penetration", {});

  scratch_.write("motions.txt", "5 0 0 1 0 0 0  -5 0 0 1 1 0 0\n5 5 0 1 0 0 0  -5 5 0 1 0 0 0\n");
  for (const char* other : {"b.ply", "sphere:0.5", "plane:0,0,1,-9"})
    expect_valid({"impact", "a.obj", other, "--motions", "motions.txt"});
  expect_valid({"impact", "a.obj", "tiny.obj", "--to", "0 0 5", "--solid"});
  expect_all_seen("impact", {});

  for (const char* other : {"b.ply", "tiny.obj", "two.obj", "a.obj"})
    expect_valid({"intersection", "a.obj", other, "--poses", "poses.txt"});
  expect_all_seen("intersection", {});

  scratch_.write("rays.txt", "-3 0.25 0.5 2 0 0\n5 5 5 1 0 0\n");
  for (const char* model : {"a.obj", "sphere:0.5"}) expect_valid({"cast", model, "--rays", "rays.txt"});
  for (const char* option : {"--all", "--any"}) expect_valid({"cast", "a.obj", "--rays", "rays.txt", option});
  expect_all_seen("cast", {});

  scratch_.write("points.txt", "5 0 0\n0 0 0\n1 0.25 0.5\n1 1 1\n");
  scratch_.write("open.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\n");
  scratch_.write("soup.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 0 1 1\nf 1 3 2\nf 4 5 6\n");
  for (const char* model : {"a.obj", "two.obj", "pieces.obj", "open.obj", "soup.obj", "box:1,2,3"})
    for (const char* command : {"closest", "inside"}) expect_valid({command, model, "--points", "points.txt"});
  expect_valid({"closest", "a.obj", "--points", "points.txt", "--signed"});
  expect_valid({"closest", "a.obj", "--points", "points.txt", "--k", "3"});
  expect_valid({"closest", "two.obj", "--points", "points.txt", "--within", "3"});
  expect_all_seen("closest", {});
  expect_all_seen("inside", {});

  scratch_.write("boxes.txt", "0 0 0 1 1 1\n1 1 1 2 2 2\n");
  expect_valid({"pairs", "boxes.txt"});
  expect_all_seen("pairs", {});

  for (const char* model : {"a.obj", "two.obj"}) expect_valid({"decompose", model, "--method", "bfs"});
  expect_all_seen("decompose", {});

  expect_valid({"info", "a.obj"});
  expect_valid({"info", "two.obj"});
  expect_valid({"info", "hull:a.obj+0.5"});
  expect_valid({"info", "plane:0,0,1,0"});
  expect_all_seen("info", {});
}

TEST_F(QuerySchema, EveryKeyIsDocumented) {
  const std::string text = source("docs/command-line.md");
  for (const char* command : {"collide", "within", "distance", "span", "hausdorff", "penetration", "impact", "contacts",
                              "intersection", "cast", "closest", "inside", "pairs", "simulate", "decompose", "info"}) {
    const testing::JsonSchema schema(json::parse(source("docs/schemas/" + std::string(command) + ".schema.json")));
    const std::set<std::string> keys = schema.keys();
    EXPECT_GT(keys.size(), 2u);
    for (const std::string& key : keys)
      EXPECT_NE(text.find("`" + key + "`"), std::string::npos) << command << ": " << key;
  }
}

}  // namespace query_schema_test
}  // namespace apart
