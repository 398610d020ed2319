// apart pairs: boxes from a file or standard input.
#include <apart/broad/broad_phase.hpp>

#include "tests/cli/json_schema.hpp"
#include "tests/cli/program_fixture.hpp"

namespace apart {
namespace pairs_test {

using nlohmann::json;
using testing::Program;

class PairsCommand : public Program {
 protected:
  PairsCommand() {
    scratch_.write("boxes.txt", "# a comment\n0 0 0 1 1 1\n2 2 2 3 3 3\n\n1,1,1,2,2,2  # touches both\n9 9 9 9 9 9\n");
  }
};

TEST_F(PairsCommand, EveryMethodAndFormat) {
  const json truth = json::parse("[[0,2],[1,2]]");
  const testing::JsonSchema schema(
      json::parse(testing::content(std::filesystem::path(APART_SOURCE_DIR) / "docs/schemas/pairs.schema.json")));
  for (BroadMethod method : broad_methods()) {
    const std::string name(to_string(method));
    const json out = object({"pairs", "boxes.txt", "--method", name, "--json"});
    EXPECT_EQ(out["pairs"], truth) << name;
    EXPECT_EQ(out["method"], method == BroadMethod::automatic ? "brute-force" : name);
    EXPECT_EQ(schema.problem(out), "");
  }
  EXPECT_EQ(object({"pairs", "boxes.txt", "--json"})["pairs"], truth);
  expect_text({"pairs", "boxes.txt"}, "0 2\n1 2\n");
  expect_text({"pairs", "boxes.txt", "--csv", "--threads", "2"}, "a,b\n0,2\n1,2\n");
  EXPECT_EQ(shell("apart pairs - --json < boxes.txt").out,
            "{\"version\":1,\"method\":\"brute-force\",\"pairs\":[[0,2],[1,2]]}\n");
  scratch_.write("one.txt", "0 0 0 1 1 1\n");
  expect_text({"pairs", "one.txt"}, "no pairs\n");
  expect_text({"pairs", "one.txt", "--json"}, "{\"version\":1,\"method\":\"brute-force\",\"pairs\":[]}\n");
}

TEST_F(PairsCommand, BadInputIsRefusedWithItsLine) {
  const auto refused = [&](const std::string& text, const std::string& complaint) {
    scratch_.write("bad.txt", text);
    expect_complaint({"pairs", "bad.txt", "--json"}, complaint);
  };
  refused("0 0 0 1 1 1\n0 0 0 1 -1 1\n", "bad.txt:2: the box is inside out: y0 is more than y1");
  refused("0 0 0 1 1\n", "bad.txt:1: a box is 6 numbers (x0 y0 z0 x1 y1 z1), found 5");
  refused("\n0 0 0 1 1 1 1\n", "bad.txt:2: a box is 6 numbers (x0 y0 z0 x1 y1 z1), found more");
  refused("# nothing\n", "bad.txt: no boxes; one is expected on each line: x0 y0 z0 x1 y1 z1");
  for (const char* number : {"nan", "inf", "-inf", "1e999"}) {
    scratch_.write("bad.txt", std::string("0 0 0 1 1 1\n0 0 ") + number + " 1 1 1\n");
    const testing::Output output = run({"pairs", "bad.txt"});
    EXPECT_EQ(output.status, 2) << number;
    EXPECT_EQ(output.err.find("apart: bad.txt:2: "), 0u) << output.err;
  }
  expect_complaint({"pairs", "gone.txt"}, "gone.txt: No such file or directory");
  expect_complaint({"pairs", "boxes.txt", "--json", "--csv"}, "--json and --csv: give one of them");
  const testing::Output output = run({"pairs", "boxes.txt", "--method", "octtree"});
  EXPECT_EQ(output.status, 2);
  EXPECT_EQ(output.err.find("apart: --method: no method is called \"octtree\""), 0u) << output.err;
}

}  // namespace pairs_test
}  // namespace apart
