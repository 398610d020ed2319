// apart lab plant: a generated plant, in which a check finds the faults that its list has, and nothing else.
#include <apart/io/read.hpp>
#include <apart/scene/check.hpp>
#include <set>

#include "tests/cli/program.hpp"

namespace apart {
namespace plant_test {

using nlohmann::json;
using testing::content;
using testing::Output;
using testing::Scratch;

json plant(const Scratch& scratch, std::vector<std::string> words) {
  words.insert(words.begin(), "plant");
  words.emplace_back("--json");
  const Output out = testing::run(scratch, words);
  EXPECT_EQ(out.status, 0) << out.err;
  return out.status == 0 ? json::parse(out.out) : json();
}

std::size_t files_in(const std::filesystem::path& folder) {
  return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder), {}));
}

std::string refused(const Scratch& scratch, std::vector<std::string> words) {
  words.insert(words.begin(), "plant");
  const Output out = testing::run(scratch, words);
  EXPECT_EQ(out.status, 2);
  EXPECT_EQ(out.out, "");
  return out.err;
}

TEST(LabPlant, WritesPiecesAndAListOfFaults) {
  const Scratch scratch;
  const json made = plant(scratch, {"--bodies", "4500", "--triangles", "450e3", "-o", "p"});
  EXPECT_EQ(made["bodies"], 4500);
  EXPECT_EQ(made["files"], 3);
  EXPECT_EQ(files_in(scratch / "p"), 3u);
  EXPECT_NEAR(made["triangles"].get<double>(), 450e3, 45e3);
  const json faults = json::parse(content(scratch / "p.faults.json"));
  EXPECT_EQ(faults.size(), made["faults"].get<std::size_t>());
  std::set<std::string> states;
  for (const json& fault : faults) states.insert(fault["state"].get<std::string>());
  EXPECT_EQ(states, (std::set<std::string>{"clash", "contained", "near", "touch"}));
}

TEST(LabPlant, WithoutInstancesEveryBodyHasItsOwnBytes) {
  const Scratch scratch;
  const json shared = plant(scratch, {"--bodies", "100", "--triangles", "20000", "-o", "shared"});
  const json own = plant(scratch, {"--bodies", "100", "--triangles", "20000", "--own", "-o", "own/"});
  EXPECT_EQ(shared["triangles"], own["triangles"]);
  EXPECT_GT(own["bytes"].get<double>(), 5 * shared["bytes"].get<double>());
  EXPECT_EQ(content(scratch / "own.faults.json"), content(scratch / "shared.faults.json"));
}

TEST(LabPlant, ACheckFindsTheListAndNothingElse) {
  const Scratch scratch;
  plant(scratch, {"--bodies", "300", "--triangles", "30000", "--faults", "0.5", "--own", "-o", "p"});
  using Found = std::set<std::vector<std::string>>;
  Found planted, found;
  for (const json& fault : json::parse(content(scratch / "p.faults.json")))
    planted.insert({fault["a"].get<std::string>(), fault["b"].get<std::string>(), fault["state"].get<std::string>()});
  std::vector<AssemblyPart> parts;
  for (const auto& file : std::filesystem::directory_iterator(scratch / "p")) {
    const std::vector<Body> bodies = read_bodies(file.path().string()).value();
    for (const Body& body : bodies) parts.push_back({body.name, body.group, Model::make(body.mesh).value(), body.pose});
  }
  const CheckReport report = check(parts, {.clearance = 5, .solid = true});
  for (const PairReport& pair : report.pairs)
    if (pair.finding()) found.insert({parts[pair.a].name, parts[pair.b].name, std::string(to_string(pair.state))});
  EXPECT_GT(planted.size(), 10u);
  EXPECT_EQ(found, planted);
}

TEST(LabPlant, BadInput) {
  const Scratch scratch;
  std::filesystem::create_directory(scratch / "full");
  scratch.write("full/a.txt", "something");
  EXPECT_EQ(refused(scratch, {"-o", "full"}),
            "apart lab: full: exists, and is no empty folder; choose another name or remove it\n");
  EXPECT_EQ(refused(scratch, {"-o", "p", "--bodies", "2.5"}),
            "apart lab: --bodies: expected a whole number of at most 1e+09, found 2.5\n");
  EXPECT_EQ(refused(scratch, {"-o", "p", "--bodies", "0"}), "apart lab: --bodies: at least 1\n");
  EXPECT_EQ(refused(scratch, {"-o", "p", "--faults", "2"}),
            "apart lab: --faults: the share of bays with a fault, at most 1\n");
  EXPECT_EQ(refused(scratch, {"-o", "full/a.txt/p"}), "apart lab: full/a.txt/p: Not a directory\n");
}

}  // namespace plant_test
}  // namespace apart
