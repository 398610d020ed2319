// apart impact: what it prints, and what it refuses.
#include "tests/cli/program_fixture.hpp"

namespace apart {
namespace impact_test {

using nlohmann::json;

class ImpactCommand : public testing::Program {};

TEST_F(ImpactCommand, OfAPairOfPoses) {
  const json hit =
      object({"impact", "box:1,1,1", "sphere:0.5", "--from", "3", "0", "0", "--to", "-3", "0", "0", "--json"});
  EXPECT_EQ(hit["motion"], 0);
  EXPECT_EQ(hit["hit"], true);
  EXPECT_NEAR(hit["free_until"].get<double>(), 2.0 / 6, 1e-7);
  EXPECT_NEAR(hit["contact_by"].get<double>(), 2.0 / 6, 1e-7);
  EXPECT_NEAR(hit["on_a"][0].get<double>(), 0.5, 1e-6);
  EXPECT_NEAR(hit["normal"][0].get<double>(), 1, 1e-9);
  EXPECT_EQ(hit["least_clearance"], 0);
  EXPECT_EQ(hit["status"], "exact");
  const json near =
      object({"impact", "box:1,1,1", "sphere:0.5", "--from", "3 0 0", "--to", "-3 0 0", "--within", "0.5", "--json"});
  EXPECT_NEAR(near["contact_by"].get<double>(), 1.5 / 6, 1e-7);
  const json free = object({"impact", "box:1,1,1", "sphere:0.5", "--from", "3 2 0", "--to", "-3 2 0", "--json"});
  EXPECT_EQ(free["hit"], false);
  EXPECT_EQ(free["free_until"], 1);
  EXPECT_NEAR(free["least_clearance"].get<double>(), 1, 1e-9);
  EXPECT_GE(free["clearance_at_least"].get<double>(), 0.94);
  EXPECT_FALSE(free.contains("contact_by"));
}

TEST_F(ImpactCommand, OfAFileOfMotions) {
  scratch_.write("motions.txt", "# from, to\n3 0 0 1 0 0 0 -3 0 0 1 0 0 0\n\n3 2 0 1 0 0 0  -3 2 0 0 0 0 1\n");
  const auto all = run({"impact", "a.obj", "sphere:0.25", "--motions", "motions.txt", "--json"}).objects();
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[1]["motion"], 1);
  EXPECT_EQ(run({"impact", "a.obj", "sphere:0.25", "--motions", "motions.txt", "--exit-code"}).status, 1);
}

TEST_F(ImpactCommand, AMotionThatIsNotProvenFreeIsNoSuccess) {
  const std::vector<std::string> words{"impact", "a.obj",  "b.ply",    "--from", "9 0 0",
                                       "--to",   "-9 0 0", "--budget", "0"};
  EXPECT_EQ(object([&] {
              std::vector<std::string> as_json = words;
              as_json.push_back("--json");
              return as_json;
            }())["status"],
            "unfinished");
  std::vector<std::string> with_code = words;
  with_code.push_back("--exit-code");
  EXPECT_EQ(run(with_code).status, 1);
}

TEST_F(ImpactCommand, BadInputIsNamed) {
  scratch_.write("short.txt", "3 0 0 1 0 0 0 -3 0 0 1 0 0 0\n3 0 0 1 0 0 0\n");
  scratch_.write("zero.txt", "3 0 0 1 0 0 0 -3 0 0 0 0 0 0\n");
  const auto error = [&](std::vector<std::string> words) {
    const testing::Output out = run(words);
    EXPECT_EQ(out.status, 2);
    return out.err;
  };
  EXPECT_NE(error({"impact", "a.obj", "b.ply", "--motions", "short.txt"}).find("short.txt:2"), std::string::npos);
  EXPECT_NE(error({"impact", "a.obj", "b.ply", "--motions", "zero.txt"}).find("zero.txt:1"), std::string::npos);
  EXPECT_NE(error({"impact", "a.obj", "b.ply"}).find("--to"), std::string::npos);
  EXPECT_NE(error({"impact", "a.obj", "b.ply", "--to", "1 2"}).find("7 numbers"), std::string::npos);
  EXPECT_NE(error({"impact", "a.obj", "b.ply", "--to", "1 2 3", "--motions", "x"}).find("give either"),
            std::string::npos);
  EXPECT_NE(error({"impact", "a.obj", "b.ply", "--to", "1 2 3", "--within", "-1"}).find("--within"), std::string::npos);
}

}  // namespace impact_test
}  // namespace apart
