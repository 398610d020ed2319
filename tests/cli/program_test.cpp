// What all commands have in common: help, complaints, files that cannot be read, a reader that leaves.
#include <apart/apart.hpp>

#include "tests/cli/program_fixture.hpp"

namespace apart {
namespace program_test {

using testing::Output;
using testing::Program;

TEST_F(Program, HelpAndVersion) {
  EXPECT_EQ(run({"--version"}).out, "apart " APART_TEST_VERSION "\n");
  for (const std::vector<std::string>& words : {std::vector<std::string>{"--help"},
                                                {"check", "--help"},
                                                {"collide", "--help"},
                                                {"distance", "-h"},
                                                {"within", "--help"},
                                                {"span", "--help"},
                                                {"hausdorff", "--help"},
                                                {"info", "--help"},
                                                {"build", "--help"}}) {
    const Output output = run(words);
    EXPECT_EQ(output.status, 0);
    EXPECT_EQ(output.err, "");
    EXPECT_NE(output.out.find("Usage: apart"), std::string::npos);
    if (words.size() == 2) {
      EXPECT_NE(output.out.find("Examples:\n  apart " + words[0]), std::string::npos) << output.out;
    }
  }
}

TEST_F(Program, BadUsage) {
  expect_complaint({}, "which command? See apart --help");
  expect_complaint({"--foo"}, "unknown option --foo; see apart --help");
  expect_complaint({"collide", "a.obj"}, "collide: B is required; see apart collide --help");
  expect_complaint({"within", "a.obj", "b.ply"}, "within: TOL is required; see apart within --help");
  expect_complaint({"info"}, "info: MODEL is required; see apart info --help");
  expect_complaint({"collide", "a.obj", "b.ply", "--foo"}, "collide: unknown option --foo; see apart collide --help");
  expect_complaint({"within", "a.obj", "b.ply", "nan"}, "TOL: expected a number, found \"nan\"");
  expect_complaint({"within", "a.obj", "b.ply", "1mm"}, "TOL: expected a number, found \"1mm\"");
  expect_complaint({"within", "a.obj", "b.ply", "-1"}, "TOL: must be 0 or more, not -1");
  expect_complaint({"distance", "a.obj", "b.ply", "--max", "-1"}, "--max: must be 0 or more, not -1");
  expect_complaint({"distance", "a.obj", "b.ply", "--max", ""}, "--max: expected a number, found \"\"");
  expect_complaint({"distance", "a.obj", "b.ply", "--abs-error", "inf"},
                   "--abs-error: expected a number, found \"inf\"");
  expect_complaint({"distance", "a.obj", "b.ply", "--rel-error", "-2"}, "--rel-error: must be 0 or more, not -2");
  expect_complaint({"span", "a.obj", "b.ply", "--rel-error", "-2"}, "--rel-error: must be 0 or more, not -2");
  expect_complaint({"span", "a.obj", "b.ply", "--abs-error", "nan"}, "--abs-error: expected a number, found \"nan\"");
  for (const char* bad : {"-1", "1025", "two", "1.5", "", "99999999999"})
    expect_complaint({"distance", "a.obj", "b.ply", "--threads", bad},
                     std::string("--threads: expected a whole number from 0 to 1024, found \"") + bad + "\"");
  expect_complaint({"check", "--clearance", "-1"}, "--clearance: must be 0 or more, not -1");
  expect_complaint({"collide", "a.obj", "b.ply", "--scale", "0"}, "--scale: must be more than 0, not 0");
  expect_complaint({"collide", "a.obj", "b.ply", "--units", "parsec"},
                   "--units: unknown unit \"parsec\"; known are um, mm, cm, dm, m, km, in, ft, yd");
  expect_complaint({"collide", "a.obj", "b.ply", "--pose", "0 0 0 1 0 0 0", "--poses", "poses.txt"},
                   "--pose and --poses: give one of them");
}

TEST_F(Program, BadFiles) {
  scratch_.write("empty.obj", "");
  scratch_.write("bad_face.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 99\n");
  scratch_.write("nan.obj", "v 0 0 0\nv 1 0 nan\nv 0 1 0\nf 1 2 3\n");
  scratch_.write("points.obj", "v 0 0 0\n");
  scratch_.write("model.doc", "v 0 0 0\n");
  scratch_.write("garbage.stl", std::string_view("\x7f\x45\0\x01\xff\xfe garbage", 14));
  for (const auto& [file, start] : {std::pair{"gone.obj", "gone.obj: No such file or directory"},
                                    {"empty.obj", "empty.obj: empty file"},
                                    {"bad_face.obj", "bad_face.obj:4: "},
                                    {"nan.obj", "nan.obj:2: "},
                                    {"points.obj", "points.obj: "},
                                    {"model.doc", "model.doc: unknown extension .doc; can read "},
                                    {"garbage.stl", "garbage.stl: "}})
    for (const std::vector<std::string>& words : {std::vector<std::string>{"collide", "a.obj", file},
                                                  {"distance", file, "a.obj", "--json"},
                                                  {"within", file, file, "1"},
                                                  {"info", file},
                                                  {"check", "a.obj", "b.ply", file}}) {
      const Output output = run(words);
      EXPECT_EQ(output.status, 2) << words[0] << " " << file;
      EXPECT_EQ(output.out, "") << words[0] << " " << file;
      EXPECT_EQ(output.err.find(std::string("apart: ") + start), 0u) << output.err;
      EXPECT_EQ(std::count(output.err.begin(), output.err.end(), '\n'), 1) << output.err;
    }
}

TEST_F(Program, AReaderThatLeavesEndsItQuietly) {
  std::string poses;
  for (int k = 0; k < 5000; ++k) poses += "0 0 0 1 0 0 0\n";
  scratch_.write("poses.txt", poses);
  const std::string line = "cd '" + (scratch_ / ".").string() +
                           "' && { '" APART_PROGRAM
                           "' distance a.obj b.ply --poses poses.txt --json 2>stderr.txt; echo $? >status.txt; } | "
                           "head -n 1 >stdout.txt";
  ASSERT_EQ(std::system(line.c_str()), 0);
  EXPECT_EQ(testing::content(scratch_ / "stderr.txt"), "");
  EXPECT_EQ(testing::content(scratch_ / "status.txt"), "0\n");
  EXPECT_EQ(testing::content(scratch_ / "stdout.txt").find("{\"version\":1,\"pose\":0"), 0u);
}

}  // namespace program_test
}  // namespace apart
