// Queries at many poses: in order, by threads or a GPU, in other units; and poses that are none.
#include <apart/apart.hpp>
#include <samples/generate.hpp>

#include "tests/cli/program_fixture.hpp"

namespace apart {
namespace poses_test {

using testing::Output;
using testing::Program;

TEST_F(Program, ManyPosesInOrder) {
  scratch_.write("poses.txt",
                 "# x y z  qw qx qy qz\n"
                 "0 0 0  1 0 0 0\n"
                 "\n"
                 "1 0 0  1 0 0 0   # a step away\n"
                 "-0.25 0 0  2 0 0 0\n");
  const auto answers = run({"distance", "a.obj", "b.ply", "--poses", "poses.txt", "--json"}).objects();
  ASSERT_EQ(answers.size(), 3u);
  for (std::size_t k = 0; k < 3; ++k) EXPECT_EQ(answers[k]["pose"], k);
  EXPECT_EQ(answers[0]["distance"], 0.25);
  EXPECT_EQ(answers[1]["distance"], 1.25);
  EXPECT_EQ(answers[2]["distance"], 0.0);
  expect_text({"collide", "a.obj", "b.ply", "--poses", "poses.txt"},
              "pose 0  not colliding\npose 1  not colliding\npose 2  colliding\n");
  expect_text({"within", "a.obj", "b.ply", "1", "--poses", "poses.txt"},
              "pose 0  within 1\npose 1  not within 1\npose 2  within 1\n");
}

// What is printed never depends on how many threads share the poses.
TEST_F(Program, AnyNumberOfThreads) {
  write("torus.obj", generate::torus(1, 0.3, 20, 10));
  Random random(9);
  std::string poses;
  const int count = testing::unless_sanitized(700, 300);  // several blocks
  for (int k = 0; k < count; ++k) {
    const Vec3d p = 2.5 * random.in_ball();
    for (double number : {p.x, p.y, p.z}) poses += std::to_string(number) + " ";
    for (int i = 0; i < 4; ++i) poses += std::to_string(random.uniform(0.1, 1)) + " ";
    poses += "\n";
  }
  scratch_.write("poses.txt", poses);
  for (const std::vector<std::string>& words : {std::vector<std::string>{"distance", "--json"},
                                                {"distance", "--rel-error", "0.1"},
                                                {"collide", "--list", "--solid"},
                                                {"collide", "--all", "--json"},
                                                {"within", "0.25"},
                                                {"span", "--json"}}) {
    std::vector<std::string> asked = words;
    asked.insert(asked.begin() + 1, {"torus.obj", "a.obj"});
    asked.insert(asked.end(), {"--poses", "poses.txt"});
    const Output all = run(asked);
    EXPECT_EQ(all.status, 0);
    EXPECT_EQ(all.err, "");
    EXPECT_GE(std::count(all.out.begin(), all.out.end(), '\n'), count);
    for (const char* threads : {"0", "1", "7"}) {
      std::vector<std::string> by = asked;
      by.insert(by.end(), {"--threads", threads});
      const Output output = run(by);
      EXPECT_TRUE(output.out == all.out) << words[0] << " differs by " << threads << " threads";
      EXPECT_EQ(output.err, "");
    }
  }
}

// Without a device the CPU computes, which is said; the results are the same bytes either way.
TEST_F(Program, OnAGpuOrWithoutOne) {
  std::ostringstream poses;
  for (int i = 0; i < 300; ++i)
    poses << 0.01 * i - 1 << ' ' << 0.25 * (i % 7) << ' ' << -0.5 * (i % 3) << " 1 " << 0.1 * (i % 5) << " 0 "
          << 0.01 * i << '\n';
  scratch_.write("many.txt", poses.str());
  const std::vector<std::vector<std::string>> queries = {{"collide"}, {"distance"}, {"within", "0.25"}};
  for (const auto& query : queries)
    for (const char* format : {"--json", "--csv"}) {
      std::vector<std::string> words = {query[0], "b.ply", "c.off"};
      words.insert(words.end(), query.begin() + 1, query.end());
      words.insert(words.end(), {"--poses", "many.txt", format});
      const Output plain = run(words);
      words.emplace_back("--gpu");
      const Output gpu = run(words);
      EXPECT_EQ(gpu.status, 0) << gpu.err;
      EXPECT_EQ(gpu.out, plain.out) << query[0];
    }
  expect_complaint({"collide", "b.ply", "box:1,1,1", "--gpu"}, "--gpu: of two meshes only, not of a shape");
  for (const char* option : {"--solid", "--all", "--list"})
    expect_complaint({"collide", "b.ply", "c.off", "--gpu", option}, "--gpu goes without --solid, --all and --list");
  expect_complaint({"within", "b.ply", "c.off", "1", "--gpu", "--solid"}, "--gpu goes without --solid");
  expect_complaint({"distance", "b.ply", "c.off", "--gpu", "--max", "1"},
                   "--gpu goes without --solid, --max, --abs-error, --rel-error and --norm");
}

TEST_F(Program, ScaleAndUnits) {
  EXPECT_EQ(object({"distance", "a.obj", "b.ply", "--scale", "4", "--json"})["distance"], 1.0);
  EXPECT_EQ(object({"distance", "a.obj", "b.ply", "--units", "mm", "--json"})["distance"], 0.00025);
  EXPECT_EQ(object({"distance", "a.obj", "b.ply", "--units", "m:mm", "--json"})["distance"], 250.0);
}

TEST_F(Program, BadPoses) {
  const auto one = [&](const std::string& pose, const std::string& what) {
    expect_complaint({"distance", "a.obj", "b.ply", "--pose", pose}, "pose \"" + pose + "\": " + what);
  };
  one("0 0 0 1 0 0", "a pose is 7 numbers (x y z qw qx qy qz), or 3 (x y z: a translation alone), found 6");
  expect_complaint({"distance", "a.obj", "b.ply", "--pose", ""},
                   "--pose: no numbers follow; expected x y z qw qx qy qz, or x y z");
  one("0 0 0 0 0 0 0", "a pose's quaternion is zero or not finite");
  // A good first line prints nothing when a later one is bad.
  scratch_.write("six.txt", "0 0 0 1 0 0 0\n# comment\n0 0 0 1 0 0\n");
  expect_complaint({"distance", "a.obj", "b.ply", "--poses", "six.txt", "--json"},
                   "six.txt:3: a pose is 7 numbers (x y z qw qx qy qz), or 3 (x y z: a translation alone), found 6");
  scratch_.write("none.txt", "# nothing\n");
  expect_complaint({"distance", "a.obj", "b.ply", "--poses", "none.txt"},
                   "none.txt: no poses; one is expected on each line: x y z qw qx qy qz, or x y z");
  expect_complaint({"distance", "a.obj", "b.ply", "--poses", "gone.txt"}, "gone.txt: No such file or directory");
}

}  // namespace poses_test
}  // namespace apart
