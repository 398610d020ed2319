// The man page, the completions and the examples of --help: made from the same texts, and all of them work.
#include <samples/glb.hpp>

#include "tests/cli/program_fixture.hpp"

namespace apart {
namespace manual_test {

using testing::box;
using testing::Output;

const std::vector<std::string> kCommands = {"check",       "collide", "distance",   "within",       "span", "hausdorff",
                                            "penetration", "impact",  "contacts",   "intersection", "cast", "closest",
                                            "inside",      "pairs",   "simulate",   "decompose",    "info", "build",
                                            "help",        "man",     "completions"};

class Manual : public testing::Program {
 protected:
  static bool there_is(const std::string& program) {
    return std::system(("command -v " + program + " >/dev/null").c_str()) == 0;
  }

  // What the examples are about.
  void write_subjects() {
    for (const char* name : {"gear.stl", "shaft.stl", "housing.obj", "plant.obj", "motion.txt"})
      std::filesystem::copy_file(std::filesystem::path(APART_SOURCE_DIR) / "samples" / name, scratch_ / name);
    std::filesystem::copy_file(scratch_ / "gear.stl", scratch_ / "robot.stl");
    ASSERT_TRUE(write_mesh(scratch_ / "housing.stl", read_mesh(scratch_ / "housing.obj").value()));
    const std::vector<Mesh> meshes{box({0, 0, 0}, {1, 1, 1})};
    const auto node = [](const char* name, double x) { return generate::GlbNode{name, Pose::shift({x, 0, 0}), 0}; };
    const std::vector<generate::GlbNode> nodes{node("pipe 1", 0), node("steel", 0.5), node("hanger 1", 5)};
    scratch_.write("plant.glb", generate::GlbWriter::write(meshes, nodes));
    scratch_.write("scene.json",
                   R"({"bodies": [{"name": "one", "file": "gear.stl"}, {"name": "two", "file": "shaft.stl"}]})");
    scratch_.write("rays.txt", "0 0 50 0 0 -1\n3 0 50 0 0 -1\n");
    scratch_.write("boxes.txt", "0 0 0 1 1 1\n1 1 1 2 2 2\n");
    scratch_.write("points.txt", "0 0 50\n3 0 5\n");
    scratch_.write("yesterday.json", run({"check", "scene.json", "--json"}).out);
  }
};

// The lines beneath "Examples:", without the remark after several blanks.
std::vector<std::string> examples_in(const std::string& help) {
  std::vector<std::string> out;
  const std::size_t begin = help.find("\nExamples:\n");
  if (begin == std::string::npos) return out;
  std::istringstream lines(help.substr(begin + 11));
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("  ")) continue;
    line.erase(0, 2);
    out.push_back(line.substr(0, line.find("   ")));
  }
  return out;
}

TEST_F(Manual, EveryExampleOfTheHelpRuns) {
  write_subjects();
  std::size_t ran = 0;
  std::vector<std::string> helps{run({"--help"}).out};
  for (const std::string& command : kCommands) helps.push_back(run({command, "--help"}).out);
  for (const std::string& help : helps) {
    const std::vector<std::string> examples = examples_in(help);
    EXPECT_FALSE(examples.empty()) << help;
    for (const std::string& example : examples) {
      const Output output = shell(example);
      const bool is_check = example.starts_with("apart check");  // may find something
      EXPECT_TRUE(output.status == 0 || (is_check && output.status == 1))
          << example << ": " << output.status << " " << output.err;
      EXPECT_EQ(output.err, "") << example;
      ++ran;
    }
  }
  EXPECT_GT(ran, 30u);
}

TEST_F(Manual, ManPage) {
  const std::string page = run({"man"}).out;
  EXPECT_TRUE(page.starts_with(".TH APART 1 "));
  for (const std::string& command : kCommands)
    EXPECT_NE(page.find("\n.SS apart " + command), std::string::npos) << command;
  EXPECT_NE(page.find("\\fB\\-\\-abs\\-error\\fR \\fIE\\fR"), std::string::npos);
  if (!there_is("man") || !there_is("groff")) GTEST_SKIP() << "there is no man or groff to format the page with";
  scratch_.write("apart.1", page);
  const Output output = shell("LC_ALL=C.UTF-8 MANWIDTH=80 man --warnings -l apart.1 | col -b");
  EXPECT_EQ(output.err, "");
  EXPECT_EQ(output.status, 0);
  EXPECT_NE(output.out.find("--exit-code"), std::string::npos);
  EXPECT_NE(output.out.find("apart collide gear.stl shaft.stl --pose 0 0 12.5 1 0 0 0"), std::string::npos);
}

TEST_F(Manual, CompletionsOfBash) {
  scratch_.write("apart.bash", run({"completions", "bash"}).out);
  const auto completed = [&](const std::string& words) {  // the last one is being written
    return shell("source apart.bash\nCOMP_WORDS=(" + words +
                 ")\nCOMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n_apart\nprintf '%s\\n' \"${COMPREPLY[@]}\" | sort | xargs "
                 "-d '\\n'")
        .out;
  };
  EXPECT_EQ(completed("apart co"), "collide completions contacts\n");
  EXPECT_EQ(completed("apart distance a.obj --m"), "--max\n");
  EXPECT_EQ(completed("apart distance a.obj --pose"), "--pose --poses\n");
  EXPECT_EQ(completed("apart collide a.obj --e"), "--exit-code\n");
  EXPECT_EQ(completed("apart distance a"), "a.obj apart.bash\n");
  EXPECT_EQ(completed("apart distance a.obj b.ply --poses ti"), "tiny.obj\n");
  EXPECT_EQ(completed("apart distance a.obj b.ply --max ''"), "\n");
  EXPECT_EQ(completed("apart help sp"), "span\n");
  EXPECT_EQ(completed("apart completions ''"), "bash fish zsh\n");
  scratch_.write("with blank.obj", "");
  EXPECT_EQ(completed("apart info with"), "with blank.obj\n");
}

TEST_F(Manual, CompletionsOfOtherShells) {
  const std::string zsh = run({"completions", "zsh"}).out, fish = run({"completions", "fish"}).out;
  EXPECT_TRUE(zsh.starts_with("#compdef apart\n"));
  for (const std::string& command : kCommands) {
    EXPECT_NE(zsh.find("\n    " + command + ")\n"), std::string::npos) << command;
    EXPECT_NE(fish.find(" -a " + command + " -d '"), std::string::npos) << command;
  }
  EXPECT_NE(zsh.find("'*--poses["), std::string::npos);
  EXPECT_NE(fish.find(" -l poses -r -F -d '"), std::string::npos);
  scratch_.write("_apart", zsh);
  scratch_.write("apart.fish", fish);
  if (there_is("zsh")) {
    EXPECT_EQ(shell("zsh -n _apart").status, 0);
  }
  if (there_is("fish")) {
    EXPECT_EQ(shell("fish -n apart.fish").status, 0);
  }
  expect_complaint({"completions", "tcsh"}, "completions: expected bash, zsh or fish, found \"tcsh\"");
}

}  // namespace manual_test
}  // namespace apart
