// The generated assemblies: what was planted in them is what a check finds, and nothing else. And the files of samples/
// are those that the generator writes.
#include "tests/fixtures/fixtures.hpp"

#include <map>

#include "tests/cli/program_fixture.hpp"

namespace apart {
namespace fixtures_test {

using fixtures::Finding;
using fixtures::Findings;
using nlohmann::json;

class Fixtures : public testing::Program {
 protected:
  // Bodies of one name are called by their files.
  static std::string bare(const std::string& name) {
    const std::filesystem::path file(name);
    return file.extension() == ".obj" ? file.stem().string() : name;
  }

  static void expect_found(const json& report, const Findings& planted) {
    std::map<std::pair<std::string, std::string>, json> found;
    for (const json& pair : report["pairs"])
      if (pair["state"] != "clear") {
        const bool is_new = found.emplace(std::pair(bare(pair["names"][0]), bare(pair["names"][1])), pair).second;
        EXPECT_TRUE(is_new) << pair["names"];
      }
    for (const Finding& f : planted) {
      const auto at = found.find({f.a, f.b});
      if (at == found.end()) {
        ADD_FAILURE() << f.a << ", " << f.b << ": not found, planted as " << f.state;
        continue;
      }
      const json& pair = at->second;
      EXPECT_EQ(pair["state"], f.state) << f.a << ", " << f.b;
      if (f.state == "near") {
        EXPECT_NEAR(pair["distance"].get<double>(), f.amount, 1e-3 * f.amount) << f.a << ", " << f.b;
      }
      if (f.state == "contained") {
        EXPECT_EQ(pair["inside"], f.inside == f.a ? "a" : "b") << f.a << ", " << f.b;
      }
      if (f.state == "clash" && f.amount > 0) {  // the bound is that of convex bodies, which all of these are
        EXPECT_NEAR(pair["separation_at_most"]["length"].get<double>(), f.amount, 1e-6 * f.amount + 1e-9)
            << f.a << ", " << f.b;
      }
      found.erase(at);
    }
    for (const auto& [names, pair] : found)
      ADD_FAILURE() << names.first << ", " << names.second << ": found as " << pair["state"] << ", not planted";
  }
};

TEST_F(Fixtures, APlantOf1300Bodies) {
  const Findings planted = fixtures::write_plant(scratch_ / "plant");
  std::map<std::string, int> kinds;
  for (const Finding& f : planted) ++kinds[f.state];
  EXPECT_EQ(kinds.size(), 5u);
  for (const auto& [state, count] : kinds) EXPECT_GE(count, 2) << state;
  const json report = object(
      {"check", "plant/plant.glb", "--clearance", std::to_string(fixtures::kPlantClearance), "--solid", "--json"}, 1);
  EXPECT_EQ(report["counts"]["bodies"], 1300);
  EXPECT_EQ(report["groups"], json({"pipes", "steel", "valves", "vessels"}));
  expect_found(report, planted);
}

TEST_F(Fixtures, EveryKindOfFault) {
  const Findings planted = fixtures::write_faults(scratch_ / "faults");
  expect_found(object({"check", "faults/scene.json", "--json"}, 1), planted);
}

TEST_F(Fixtures, SamplesAreWhatTheGeneratorWrites) {
  const std::filesystem::path kept = std::filesystem::path(APART_SOURCE_DIR) / "samples";
  fixtures::write_samples(scratch_ / "samples");
  std::uintmax_t bytes = 0;
  int files = 0;
  for (const auto& file : std::filesystem::directory_iterator(scratch_ / "samples")) {
    ++files;
    bytes += file.file_size();
    EXPECT_TRUE(testing::content(file.path()) == testing::content(kept / file.path().filename()))
        << file.path().filename() << ": run build/test/tests/apart_fixtures samples samples";
  }
  EXPECT_EQ(files, 5);
  EXPECT_LT(bytes, 300000u);
}

}  // namespace fixtures_test
}  // namespace apart
