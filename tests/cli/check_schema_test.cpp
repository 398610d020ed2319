// Every report that apart check prints is what docs/schemas/check.schema.json describes, and docs/check.md names every
// key.
#include "tests/cli/json_schema.hpp"
#include "tests/cli/program_fixture.hpp"

namespace apart {
namespace check_schema_test {

using nlohmann::json;
using testing::box;

class CheckSchema : public testing::Program {
 protected:
  static std::string source(const char* file) {
    return testing::content(std::filesystem::path(APART_SOURCE_DIR) / file);
  }
  const testing::JsonSchema schema_{json::parse(source("docs/schemas/check.schema.json"))};

  json valid(std::vector<std::string> words) {
    words.insert(words.begin(), "check");
    words.insert(words.end(), {"--json", "--curves"});
    const auto all = run(words).objects();
    EXPECT_EQ(all.size(), 1u);
    if (all.empty()) return {};
    EXPECT_EQ(schema_.problem(all[0]), "");
    return all[0];
  }
};

TEST_F(CheckSchema, HoldsForReportsOfEveryKind) {
  write("twice.obj", joined(std::vector{box({0, 0, 0}, {2, 2, 2}), box({1, 1, 1}, {3, 3, 3})}));
  scratch_.write("motion.txt", "0 b 0 0 0 1 0 0 0\n1 b -0.5 0 0 1 0 0 0\n");
  scratch_.write("rules.json", R"({"rules": [{"ignore": ["a", "b"], "reason": "known"}, {"ignore": "same file"}]})");
  std::set<std::string> states, keys;
  const auto note = [&](const json& report) {
    for (const json& pair : report["pairs"]) {
      states.insert(pair["state"].get<std::string>());
      for (const auto& [key, value] : pair.items()) keys.insert(key);
    }
    for (const auto& [key, value] : report.items()) keys.insert(key);
  };
  note(valid({}));
  note(valid({"--all"}));
  note(valid({"a.obj", "b.ply", "c.off", "tiny.obj", "twice.obj", "a.obj", "--clearance", "1", "--solid", "--self"}));
  note(valid({"a.obj", "b.ply", "--clearance", "1", "--motion", "motion.txt", "--touch", "1e-3"}));
  note(valid({"a.obj", "b.ply", "c.off", "--clearance", "1", "--rules", "rules.json", "--all"}));
  note(valid({"a.obj"}));
  write("pieces.obj", joined(std::vector{box({-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5}), box({5, 5, 5}, {6, 6, 6})}));
  note(valid({"a.obj", "pieces.obj", "--solid"}));
  const Mesh cube = box({-1, -1, -1}, {1, 1, 1});
  write("open.obj",
        Mesh::make({cube.vertices().begin(), cube.vertices().end()}, {cube.faces().begin() + 1, cube.faces().end()})
            .value());
  note(valid({"open.obj", "tiny.obj"}));
  scratch_.write("old.json", run({"check", "a.obj", "b.ply", "c.off", "--clearance", "1", "--json"}).out);
  const json elsewhere = valid({"a.obj", "tiny.obj", "--baseline", "old.json"});
  EXPECT_EQ(elsewhere["not_compared"].size(), 2u);
  write("a.obj", box({-1, -1, -1}, {1.5, 1, 1}));
  write("c.off", box({3, -1, -1}, {4, 1, 1}));
  note(valid({"a.obj", "b.ply", "c.off", "--clearance", "0.5", "--baseline", "old.json"}));
  EXPECT_EQ(states, (std::set<std::string>{"duplicate", "clash", "contained", "touch", "near", "clear"}));
  // All that a pair and a report may have was seen.
  const json all = json::parse(source("docs/schemas/check.schema.json"));
  for (const json& of : {all["properties"], all["$defs"]["pair"]["properties"]})
    for (const auto& [key, value] : of.items())
      EXPECT_TRUE(keys.contains(key) || key == "error") << key;  // which tessellations of STEP have
}

TEST_F(CheckSchema, IsNotEmptyWords) {
  const json good = valid({});
  const auto expect_bad = [&](const char* what, auto change) {
    json bad = good;
    change(bad);
    EXPECT_NE(schema_.problem(bad), "") << what;
  };
  expect_bad("an unknown key", [](json& r) { r["depth"] = 1.0; });
  expect_bad("an unknown key of a pair", [](json& r) { r["pairs"][0]["depth"] = 1.0; });
  expect_bad("no version", [](json& r) { r.erase("version"); });
  expect_bad("another version", [](json& r) { r["version"] = 2; });
  expect_bad("a whole number for a length", [](json& r) { r["pairs"][0]["distance"] = 0; });
  expect_bad("an unknown state", [](json& r) { r["pairs"][0]["state"] = "gone"; });
  expect_bad("a point of two numbers", [](json& r) { r["pairs"][0]["on_a"] = json({1.0, 2.0}); });
  expect_bad("a body without a file", [](json& r) { r["bodies"][0].erase("file"); });
}

TEST_F(CheckSchema, EveryKeyIsDocumented) {
  const std::string text = source("docs/check.md");
  for (const std::string& key : schema_.keys())
    EXPECT_TRUE(text.find("`" + key + "`") != std::string::npos || text.find("`" + key + "[]`") != std::string::npos)
        << key << " is not in docs/check.md";
}

}  // namespace check_schema_test
}  // namespace apart
