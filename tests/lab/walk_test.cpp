// apart lab walk: a grid of choices as a user asks for it, and what is refused.
#include "tests/cli/program.hpp"

namespace apart {
namespace walk_test {

using nlohmann::json;
using testing::content;
using testing::Output;
using testing::Scratch;

const std::string kGear = APART_SOURCE_DIR "/samples/gear.stl", kShaft = APART_SOURCE_DIR "/samples/shaft.stl";

TEST(LabWalk, EveryVolumeAnswersAsTheLibrary) {
  const Scratch scratch;
  const Output output =
      testing::run(scratch, {"walk", kGear, kShaft, "--pose", "0 0 3", "--ask", "all,distance", "--volume", "every",
                             "--leaf", "1", "--branching", "2", "--json", "--out", "out"});
  ASSERT_EQ(output.status, 0) << output.err;
  const json result = output.objects()[0];
  ASSERT_EQ(result["tables"].size(), 1u);
  const json& table = result["tables"][0];
  EXPECT_EQ(table["rows"].size(), 14u * 2);
  std::map<std::string, std::size_t> at;
  for (std::size_t c = 0; c < table["columns"].size(); ++c) at[table["columns"][c]] = c;
  for (const char* column : {"volume", "ask", "D", "I", "S", "K", "updates", "µs", "predicted µs"})
    EXPECT_TRUE(at.contains(column)) << column;
  EXPECT_FALSE(at.contains("branching"));  // the same in all rows
  for (const json& row : table["rows"]) {
    EXPECT_EQ(row[at["as the library"]], "yes") << row;
    EXPECT_GT(row[at["µs"]], 0) << row;
    EXPECT_GT(row[at["predicted µs"]], 0) << row;
    if (row[at["ask"]] != "all") continue;
    const auto n = [&](const char* column) { return row[at[column]].get<double>(); };
    EXPECT_EQ(1 + n("I"), n("D") + 2 * n("S") + 2 * n("K")) << row;  // the invariant of binary trees
  }
  EXPECT_EQ(content(scratch / "out/results/walk/walk.csv").substr(0, 6), "volume");
  for (const char* picture : {"predicted", "tests", "counts"}) {
    const std::string svg = content(scratch / "out/results/walk" / (std::string(picture) + ".svg"));
    EXPECT_TRUE(svg.starts_with("<svg ")) << picture;
    EXPECT_EQ(svg.find("nan"), std::string::npos) << picture;
  }
}

TEST(LabWalk, AMotionWithAFront) {
  const Scratch scratch;
  scratch.write("poses", "0 0 30\n0 0 29\n0 0 28\n");
  const Output output = testing::run(scratch, {"walk", kGear, kShaft, "--poses", "poses", "--front", "no,yes", "--keep",
                                               "no,yes", "--space", "every", "--ask", "within", "--tolerance", "5"});
  ASSERT_EQ(output.status, 0) << output.out << output.err;
  EXPECT_NE(output.out.find("left out, 2 combinations: keep: in space own no volume is placed"), std::string::npos)
      << output.out;
  EXPECT_NE(output.out.find("combinations whose answers are not the library's  0     0          within 0  holds"),
            std::string::npos)
      << output.out;
}

TEST(LabWalk, WhatIsNotKnownIsOneLine) {
  const Scratch scratch;
  const auto complaint = [&](std::vector<std::string> more) {
    std::vector<std::string> words{"walk", kGear, kShaft};
    words.insert(words.end(), more.begin(), more.end());
    const Output output = testing::run(scratch, words);
    EXPECT_EQ(output.status, 2);
    EXPECT_EQ(output.out, "");
    EXPECT_EQ(output.err.find('\n'), output.err.size() - 1);
    return output.err;
  };
  EXPECT_EQ(complaint({"--precision", "float,half"}),
            "apart lab: --precision: expected some of float, double, or every; found \"half\"\n");
  EXPECT_EQ(complaint({"--ask", "within"}), "apart lab: --ask within: --tolerance is missing\n");
  EXPECT_EQ(complaint({"--tolerance", "1"}), "apart lab: --tolerance: only --ask within has one\n");
  EXPECT_EQ(complaint({"--volume", "aabb", "--fit", "inertia"}),
            "apart lab: fit inertia: chooses the axes of oriented boxes (obb, dual); aabb is fitted in one way only\n");
  EXPECT_EQ(complaint({"--front", "yes"}),
            "apart lab: --front yes: a front is what one pose leaves for the next; give --poses\n");
  complaint({"--leaf", "0"});
  complaint({"--branching", "9"});
  complaint({"--leaf", "4,"});
}

}  // namespace walk_test
}  // namespace apart
