// apart lab ccd: a folder of queries with known answers, as a user runs it, and errors that name the file and the line.
#include "tests/cli/program.hpp"

namespace apart {
namespace ccd_test {

using nlohmann::json;
using testing::Output;
using testing::Scratch;

const char* const kFalling =  // a vertex through a face, at rest
    "1,4,1,4,1,1,1\n0,1,0,1,0,1,1\n1,1,0,1,0,1,1\n0,1,1,1,0,1,1\n"
    "1,4,1,4,-1,1,1\n0,1,0,1,0,1,1\n1,1,0,1,0,1,1\n0,1,1,1,0,1,1\n";
const char* const kPassing =  // beside it
    "3,4,3,4,1,1,0\n0,1,0,1,0,1,0\n1,1,0,1,0,1,0\n0,1,1,1,0,1,0\n"
    "3,4,3,4,-1,1,0\n0,1,0,1,0,1,0\n1,1,0,1,0,1,0\n0,1,1,1,0,1,0\n";

void write(const std::filesystem::path& file, const std::string& text) {
  std::filesystem::create_directories(file.parent_path());
  std::ofstream(file) << text;
}

Output ccd(const Scratch& scratch, const std::filesystem::path& folder, bool as_json = false) {
  std::vector<std::string> words{"ccd", folder.string()};
  if (as_json) words.push_back("--json");
  return testing::run(scratch, words);
}

TEST(LabCcd, CountsMissesAndFalseAlarms) {
  const Scratch scratch;
  write(scratch / "sets/scene/vertex-face/data.csv", std::string(kFalling) + kPassing);
  const Output out = ccd(scratch, scratch / "sets", true);
  ASSERT_EQ(out.status, 0) << out.err;
  const json counts = json::parse(out.out);
  EXPECT_EQ(counts["queries"], 2);
  EXPECT_EQ(counts["hits"], 1);
  EXPECT_EQ(counts["misses"], 0);
  EXPECT_EQ(counts["false_alarms"], 0);
  EXPECT_GT(counts["mean_us"], 0);
  EXPECT_EQ(counts["sets"][0]["kind"], "vertex-face");
}

TEST(LabCcd, FractionsThatDoublesCannotRepresent) {
  const Scratch scratch;
  std::string third = kFalling;
  third.replace(0, 3, "1,3");
  third.replace(third.find("1,4,1,4,-1"), 3, "1,3");
  write(scratch / "sets/vertex-face/data.csv", third);
  const json counts = json::parse(ccd(scratch, scratch / "sets", true).out);
  EXPECT_EQ(counts["rounded"], 1);
  EXPECT_EQ(counts["misses"], 0);
}

// A query whose given answer is wrong counts as a miss, and the exit status tells.
TEST(LabCcd, AMiss) {
  const Scratch scratch;
  std::string wrong = kPassing;
  for (std::size_t at = 0; (at = wrong.find(",0\n", at)) != std::string::npos; ++at) wrong[at + 1] = '1';
  write(scratch / "sets/vertex-face/data.csv", wrong);
  const Output out = ccd(scratch, scratch / "sets");
  EXPECT_EQ(out.status, 1);
  EXPECT_NE(out.out.find("misses"), std::string::npos);
}

TEST(LabCcd, ErrorsNameTheLine) {
  const Scratch scratch;
  const auto complaint = [&](std::string text) {
    write(scratch / "sets/edge-edge/data.csv", text);
    const Output out = ccd(scratch, scratch / "sets");
    EXPECT_EQ(out.status, 2);
    return out.err;
  };
  EXPECT_NE(complaint("1,4,1,4\n").find("data.csv:1: expected 7 numbers, found 4"), std::string::npos);
  EXPECT_NE(complaint(std::string(kFalling) + "1,0,1,4,1,1,1\n").find("data.csv:9:"), std::string::npos);
  EXPECT_NE(complaint("1,4,1,4,1,1,2\n").find("data.csv:1:"), std::string::npos);
  EXPECT_NE(complaint("1,4,1,4,1,1,1\n").find("1 of 8 rows"), std::string::npos);
  EXPECT_NE(ccd(scratch, scratch / "none").err.find("not a folder"), std::string::npos);
}

// The published sets: no contact is missed.
TEST(LabCcd, PublishedSets) {
  const std::filesystem::path sets = testing::models() / "../ccd";
  if (!std::filesystem::exists(sets)) GTEST_SKIP() << "no sets beside the repository; looked in " << sets;
  const Scratch scratch;
  const Output out = ccd(scratch, sets, true);
  ASSERT_EQ(out.status, 0) << out.err;
  const json counts = json::parse(out.out);
  EXPECT_GE(counts["queries"], 2324);
  EXPECT_EQ(counts["misses"], 0);
  EXPECT_LE(counts["false_alarms"], 2);
  EXPECT_EQ(counts["rounded"], 0);
}

}  // namespace ccd_test
}  // namespace apart
