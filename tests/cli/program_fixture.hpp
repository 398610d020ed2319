// A scratch directory to run the program in, with a few models, and common assertions.
#pragma once
#include <samples/generate.hpp>
#include <set>

#include "tests/cli/program.hpp"

namespace apart::testing {

inline Mesh box(Vec3d low, Vec3d high) { return placed(generate::box(high - low), Pose::shift(0.5 * (low + high))); }

// A place with a few models: a and b are 0.25 apart, b and c share a face, tiny is free inside a.
class Program : public ::testing::Test {
 protected:
  Program() {
    write("a.obj", box({-1, -1, -1}, {1, 1, 1}));
    write("b.ply", box({1.25, -1, -1}, {2, 1, 1}));
    write("c.off", box({2, -1, -1}, {3, 1, 1}));
    write("tiny.obj", box({-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5}));
  }
  void write(const char* name, const Mesh& mesh) { ASSERT_TRUE(write_mesh(scratch_ / name, mesh)); }
  Output run(const std::vector<std::string>& words) { return testing::run(scratch_, words); }
  // A line of bash, in which apart is the program.
  Output shell(const std::string& line) {
    scratch_.write("line.sh", "apart() { '" APART_PROGRAM "' \"$@\"; }\n" + line + "\n");
    const std::string all =
        "cd '" + (scratch_ / ".").string() + "' && bash line.sh >stdout.txt 2>stderr.txt </dev/null";
    const int status = std::system(all.c_str());
    return {content(scratch_ / "stdout.txt"), content(scratch_ / "stderr.txt"),
            WIFEXITED(status) ? WEXITSTATUS(status) : -1};
  }
  nlohmann::json object(const std::vector<std::string>& words, int status = 0) {
    const Output output = run(words);
    EXPECT_EQ(output.err, "");
    EXPECT_EQ(output.status, status);
    const auto all = output.objects();
    EXPECT_EQ(all.size(), 1u) << output.out;
    return all.empty() ? nlohmann::json() : all[0];
  }
  void expect_text(const std::vector<std::string>& words, const std::string& text) {
    const Output output = run(words);
    EXPECT_EQ(output.out, text);
    EXPECT_EQ(output.err, "");
    EXPECT_EQ(output.status, 0);
  }
  void expect_complaint(const std::vector<std::string>& words, const std::string& complaint) {
    const Output output = run(words);
    EXPECT_EQ(output.out, "");
    EXPECT_EQ(output.err, "apart: " + complaint + "\n");
    EXPECT_EQ(output.status, 2);
  }

  Scratch scratch_;
};

// The findings of a report of apart check, as "a, b: state".
using Found = std::set<std::string>;
inline Found found(const nlohmann::json& report) {
  Found all;
  for (const nlohmann::json& pair : report["pairs"])
    if (pair["state"] != "clear" && !pair.contains("ignored"))
      all.insert(pair["names"][0].get<std::string>() + ", " + pair["names"][1].get<std::string>() + ": " +
                 pair["state"].get<std::string>());
  return all;
}

}  // namespace apart::testing
