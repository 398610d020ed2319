// How the program is called: poses with and without quotes, pipes, misspelt words, help, exit status, CSV, Ctrl-C.
#include <signal.h>
#include <thread>

#include "tests/cli/program_fixture.hpp"

namespace apart {
namespace usage_test {

using nlohmann::json;
using testing::Output;
using testing::Program;

class Usage : public Program {
 protected:
  std::vector<std::string> lines(const std::string& text) {
    std::vector<std::string> out;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) out.push_back(line);
    return out;
  }
};

const std::string kPoseForm = "a pose is 7 numbers (x y z qw qx qy qz), or 3 (x y z: a translation alone), found ";

TEST_F(Usage, PosesWithAndWithoutQuotes) {
  const std::string answer = run({"distance", "a.obj", "b.ply", "--json", "--pose", "-0.5 3 0.25 1 0 0 0"}).out;
  EXPECT_NE(answer.find("\"distance\""), std::string::npos);
  for (const std::vector<std::string>& pose :
       {std::vector<std::string>{"--pose", "-.5", "3", "0.25", "1", "0", "0", "0"},
        {"--pose", "-0.5", "3", ".25"},
        {"--pose", "-.5 3 .25"},
        {"--pose", "-.5,3,.25,1,0,0,0"},
        {"--pose", "-0.5,", "3,", "0.25,", "2,", "0,", "0,", "0"},
        {"--pose=-.5", "+3", "0.25"},
        {"--pose=-.5 3 .25"}}) {
    std::vector<std::string> after{"distance", "a.obj", "b.ply", "--json"}, before{"distance"};
    after.insert(after.end(), pose.begin(), pose.end());
    before.insert(before.end(), pose.begin(), pose.end());
    before.insert(before.end(), {"a.obj", "--json", "b.ply"});
    EXPECT_EQ(run(after).out, answer) << pose.back();
    EXPECT_EQ(run(before).out, answer) << pose.back();
  }
  // Seven are taken, and the tolerance stays.
  expect_text({"within", "a.obj", "b.ply", "--pose", "0", "0", "0", "1", "0", "0", "0", "0.3"}, "within 0.3\n");
}

TEST_F(Usage, PosesOfTheWrongCount) {
  expect_complaint({"distance", "a.obj", "b.ply", "--pose", "0", "0", "1", "0", "0", "0"},
                   "pose \"0 0 1 0 0 0\": " + kPoseForm + "6");
  expect_complaint({"distance", "a.obj", "b.ply", "--pose", "0 0 1 0"}, "pose \"0 0 1 0\": " + kPoseForm + "4");
  expect_complaint({"distance", "a.obj", "b.ply", "--pose", "0 0 0 1 0 0 0 9"},
                   "pose \"0 0 0 1 0 0 0 9\": " + kPoseForm + "more");
  expect_complaint({"distance", "a.obj", "b.ply", "--pose", "0", "0", "0", "1", "0", "0", "0", "9"},
                   "distance: unexpected argument \"9\"; see apart distance --help");
  expect_complaint({"distance", "a.obj", "b.ply", "--pose"},
                   "--pose: no numbers follow; expected x y z qw qx qy qz, or x y z");
  expect_complaint({"distance", "a.obj", "b.ply", "--pose", "--json"},
                   "--pose: no numbers follow; expected x y z qw qx qy qz, or x y z");
}

TEST_F(Usage, Pipes) {
  scratch_.write("poses.txt", "0 0 0 1 0 0 0\n1 0 0\n-0.25,0,0\n");
  const Output file = run({"distance", "a.obj", "b.ply", "--poses", "poses.txt", "--json"});
  ASSERT_EQ(file.objects().size(), 3u);
  for (const char* line : {"apart distance a.obj b.ply --json --poses - <poses.txt",
                           "cat poses.txt | apart distance a.obj b.ply --json --poses -",
                           "cat poses.txt | apart distance a.obj b.ply --json --poses /dev/stdin",
                           "apart distance a.obj b.ply --json --poses <(cat poses.txt)",
                           "cat a.obj | apart distance - b.ply --json --poses poses.txt",
                           "apart distance <(cat a.obj) <(cat b.ply) --json --poses poses.txt"}) {
    const Output output = shell(line);
    EXPECT_EQ(output.out, file.out) << line;
    EXPECT_EQ(output.err, "") << line;
    EXPECT_EQ(output.status, 0) << line;
  }
  const auto complaint = [&](const std::string& line) {
    const Output output = shell(line);
    EXPECT_EQ(output.status, 2) << line;
    EXPECT_EQ(output.out, "") << line;
    return output.err;
  };
  EXPECT_EQ(complaint("cat a.obj | apart distance - b.ply --poses -"),
            "apart: -: standard input can be read once; it is either a model or the poses\n");
  EXPECT_EQ(complaint("printf '' | apart distance a.obj b.ply --poses -"),
            "apart: /dev/stdin: no poses; one is expected on each line: x y z qw qx qy qz, or x y z\n");
  EXPECT_EQ(complaint("printf '1 2 3\\n1 2\\n' | apart distance a.obj b.ply --poses -"),
            "apart: /dev/stdin:2: " + kPoseForm + "2\n");
  EXPECT_EQ(complaint("printf '' | apart collide a.obj -"), "apart: /dev/stdin: empty file\n");
  EXPECT_EQ(complaint("apart distance a.obj b.ply --poses /dev/zero"),
            "apart: /dev/zero: is neither a regular file nor a pipe\n");
}

TEST_F(Usage, MisspeltWords) {
  expect_complaint({"colide"}, "unknown command \"colide\"; did you mean collide?");
  expect_complaint({"distnace", "a.obj", "b.ply"}, "unknown command \"distnace\"; did you mean distance?");
  expect_complaint({"zzz"}, "unknown command \"zzz\"; see apart --help");
  expect_complaint({"--versoin"}, "unknown option --versoin; did you mean --version?");
  expect_complaint({"check", "--clearence", "5"}, "check: unknown option --clearence; did you mean --clearance?");
  // The option alone, whatever stands around it, and before anything else that is wrong.
  expect_complaint({"distance", "a.obj", "--posee", "1", "2", "3", "b.ply"},
                   "distance: unknown option --posee; did you mean --pose?");
  expect_complaint({"distance", "--abs-eror=1"}, "distance: unknown option --abs-eror; did you mean --abs-error?");
  expect_complaint({"distance", "a.obj", "b.ply", "--wibble"},
                   "distance: unknown option --wibble; see apart distance --help");
  expect_complaint({"--json", "collide", "a.obj", "b.ply"},
                   "unknown option --json before the command; options of collide follow it; see apart collide --help");
  expect_complaint({"collide", "a.obj", "b.ply", "c.off"},
                   "collide: unexpected argument \"c.off\"; see apart collide --help");
  expect_complaint({"distance", "a.obj", "b.ply", "--max"},
                   "distance: --max: expected --max D; see apart distance --help");
  expect_complaint({"distance", "a.obj", "b.ply", "--max", "1", "--max", "2"},
                   "distance: --max: given more than once; see apart distance --help");
  expect_complaint({"check", "bx:1,1,1", "a.obj"},
                   "bx:1,1,1: no such file, and no shape is called \"bx\"; did you mean box?");
  expect_complaint({"distance", "bx:1,1,1", "a.obj"},
                   "bx:1,1,1: no such file, and no shape is called \"bx\"; did you mean box?");
  expect_complaint({"distance", "a.obj", "spehre:1"},
                   "spehre:1: no such file, and no shape is called \"spehre\"; did you mean sphere?");
  const Output none = run({"distance", "a.obj", "dodecahedron:1"});
  EXPECT_EQ(none.status, 2);
  EXPECT_EQ(none.err.find("apart: dodecahedron:1: no such file, and no shape is called \"dodecahedron\"; shapes are "
                          "point:X,Y,Z, "),
            0u)
      << none.err;
}

TEST_F(Usage, HelpAndVersion) {
  EXPECT_EQ(run({"-V"}).out, run({"--version"}).out);
  EXPECT_EQ(run({"help"}).out, run({"--help"}).out);
  EXPECT_NE(run({"help"}).out.find("Usage: apart"), std::string::npos);
  for (const char* command : {"check", "collide", "distance", "within", "span", "hausdorff", "penetration", "impact",
                              "intersection", "cast", "pairs", "decompose", "info", "build"})
    EXPECT_EQ(run({"help", command}).out, run({command, "--help"}).out);
  expect_complaint({"help", "colide"}, "unknown command \"colide\"; did you mean collide?");
}

TEST_F(Usage, ExitCode) {
  scratch_.write("poses.txt", "5 0 0\n0 0 0\n-0.25 0 0\n");
  const auto status = [&](std::vector<std::string> words) {
    const int plain = run(words).status;
    EXPECT_EQ(plain, 0);
    words.push_back("--exit-code");
    return run(words).status;
  };
  EXPECT_EQ(status({"collide", "a.obj", "b.ply"}), 0);
  EXPECT_EQ(status({"collide", "b.ply", "c.off"}), 1);
  EXPECT_EQ(status({"collide", "a.obj", "b.ply", "--poses", "poses.txt"}), 1);  // in the last
  EXPECT_EQ(status({"collide", "a.obj", "sphere:1.2"}), 1);
  EXPECT_EQ(status({"within", "a.obj", "b.ply", "0.25"}), 1);
  EXPECT_EQ(status({"within", "a.obj", "b.ply", "0.2"}), 0);
  EXPECT_EQ(status({"penetration", "box:1,1,1", "sphere:1"}), 1);
  EXPECT_EQ(status({"penetration", "box:1,1,1", "sphere:1", "--pose", "5 0 0"}), 0);
  EXPECT_EQ(run({"collide", "a.obj", "gone.obj", "--exit-code"}).status, 2);
}

// Every cell is what --json says of the same pose.
TEST_F(Usage, Csv) {
  scratch_.write("poses.txt", "5 0 0\n0 0 0\n0.1 0.2 0.3 0.5 0.1 0.2 0.3\n-0.5 0.25 0\n");
  for (const std::vector<std::string>& words : {std::vector<std::string>{"collide", "a.obj", "b.ply", "--all"},
                                                {"within", "a.obj", "b.ply", "0.3", "--solid"},
                                                {"distance", "a.obj", "b.ply"},
                                                {"distance", "a.obj", "sphere:0.5", "--solid"},
                                                {"distance", "sphere:0.5", "box:1,2,3", "--rel-error", "0.1"},
                                                {"span", "a.obj", "b.ply", "--rel-error", "0.2"},
                                                {"penetration", "a.obj", "b.ply"},
                                                {"intersection", "a.obj", "b.ply"},
                                                {"hausdorff", "a.obj", "b.ply", "--rel-error", "0.2"},
                                                {"penetration", "hull:a.obj", "capsule:1,2"}}) {
    SCOPED_TRACE(words[0] + " " + words[1] + " " + words[2]);
    std::vector<std::string> csv = words, objects = words;
    csv.insert(csv.end(), {"--poses", "poses.txt", "--csv"});
    objects.insert(objects.end(), {"--poses", "poses.txt", "--json"});
    const Output output = run(csv);
    EXPECT_EQ(output.status, 0);
    EXPECT_EQ(output.err, "");
    const std::vector<std::string> rows = lines(output.out);
    const std::vector<json> answers = run(objects).objects();
    ASSERT_EQ(rows.size(), 5u);
    ASSERT_EQ(answers.size(), 4u);
    const auto cells = [](const std::string& row) {
      std::vector<std::string> out(1);
      for (char c : row) c == ',' ? out.emplace_back() : out.back() += c, void();
      return out;
    };
    const std::vector<std::string> names = cells(rows[0]);
    EXPECT_EQ(names[0], "pose");
    std::size_t filled = 0;
    for (std::size_t k = 0; k < 4; ++k) {
      const std::vector<std::string> row = cells(rows[k + 1]);
      ASSERT_EQ(row.size(), names.size()) << rows[k + 1];
      for (std::size_t i = 0; i < names.size(); ++i) {
        const json& of = answers[k];
        json value = of.value(names[i], json());
        for (const auto& [at, key] :
             {std::pair{"a", "on_a"}, {"b", "on_b"}, {"normal_", "normal"}, {"translation_", "translation"}})
          for (std::size_t axis = 0; axis < 3; ++axis)
            if (names[i] == std::string(at) + "xyz"[axis] && of.contains(key)) value = of[key][axis];
        for (const auto& [at, key] :
             {std::pair{"triangle_", "triangles"}, {"feature_", "features"}, {"part_", "parts"}})
          for (std::size_t side = 0; side < 2; ++side)
            if (names[i] == std::string(at) + "ab"[side] && of.contains(key)) value = of[key][side];
        const json cell = row[i].empty() ? json() : value.is_string() ? json(row[i]) : json::parse(row[i]);
        EXPECT_EQ(cell, value) << names[i] << " of pose " << k;
        filled += !row[i].empty();
      }
    }
    EXPECT_GE(filled, names.size());
  }
  expect_complaint({"distance", "a.obj", "b.ply", "--json", "--csv"}, "--json and --csv: give one of them");
}

TEST_F(Usage, CsvOfInfo) {
  for (const char* model : {"a.obj", "hull:a.obj+0.5"}) {
    const std::vector<std::string> rows = lines(run({"info", model, "--csv"}).out);
    ASSERT_EQ(rows.size(), 2u);
    EXPECT_EQ(std::count(rows[0].begin(), rows[0].end(), ','), std::count(rows[1].begin(), rows[1].end(), ','));
    EXPECT_EQ(rows[1].find(std::string(model) + ","), 0u) << rows[1];
  }
  EXPECT_EQ(lines(run({"info", "a.obj", "--csv"}).out)[1].find("a.obj,8,12,0,1,1,true,true,true,-1,-1,-1,1,1,1,24,8,"),
            0u);
  // RFC 4180
  scratch_.write("a, \"b\".obj", testing::content(scratch_ / "a.obj"));
  EXPECT_EQ(lines(run({"info", "a, \"b\".obj", "--csv"}).out)[1].find("\"a, \"\"b\"\".obj\",8,12,"), 0u);
  EXPECT_EQ(shell("cat a.obj | apart info - --csv | tail -n 1").out.find("-,8,12,0,1,1,true,"), 0u);
  expect_complaint({"info", "a.obj", "--json", "--csv"}, "--json and --csv: give one of them");
}

TEST_F(Usage, CsvOfTrianglePairs) {
  scratch_.write("poses.txt", "5 0 0\n-0.25 0 0\n");
  const Output output = run({"collide", "a.obj", "b.ply", "--list", "--csv", "--poses", "poses.txt"});
  const json listed = run({"collide", "a.obj", "b.ply", "--list", "--json", "--poses", "poses.txt"}).objects().at(1);
  const std::vector<std::string> rows = lines(output.out);
  ASSERT_EQ(rows.size(), 2 + listed["touching"].size());
  EXPECT_EQ(
      rows[0],
      "pose,colliding,contained,inside,pairs,status,triangle_a,triangle_b,kind,from_x,from_y,from_z,to_x,to_y,to_z");
  EXPECT_EQ(rows[1], "0,false,,,0,,,,,,,,,,");
  const json& first = listed["touching"][0];
  EXPECT_EQ(rows[2].find("1,true,,," + listed["pairs"].dump() + ",," + first["triangle_a"].dump() + "," +
                         first["triangle_b"].dump() + ","),
            0u)
      << rows[2];
}

TEST_F(Usage, NumbersForPeople) {
  EXPECT_NE(run({"info", "box:1,2,3"}).out.find("box         (-0.5, -1, -1.5) to (0.5, 1, 1.5)\n"), std::string::npos);
  expect_text({"distance", "sphere:1", "sphere:0.5", "--pose",
               "3.333333333333333"
               " 0 0"},
              "apart by 1.83333, nearest points (1, 0, 0) and (2.83333, 0, 0)\n");
  // Far from the origin the points can still be told apart.
  expect_text({"distance", "point:4500000,0,0", "point:4500000.2,0,0"},
              "apart by 0.2, nearest points (4500000, 0, 0) and (4500000.2, 0, 0)\n");
  expect_text({"distance", "point:0,0,0", "point:3e-7,0,0"},
              "apart by 3e-07, nearest points (0, 0, 0) and (3e-07, 0, 0)\n");
  expect_text({"distance", "point:0,0,0", "point:12345678.6,0,0"},
              "apart by 12345679, nearest points (0, 0, 0) and (12345679, 0, 0)\n");
  // For programs every bit.
  EXPECT_EQ(object({"distance", "point:0,0,0", "point:0.1,0.2,0.3", "--json"})["on_b"], json({0.1, 0.2, 0.3}));
  EXPECT_EQ(run({"distance", "sphere:0.5", "a.obj", "--solid", "--json"})
                .out.find("{\"version\":1,\"pose\":0,\"distance\":0.0,"),
            0u);
}

TEST_F(Usage, CtrlCPrintsWhatIsKnownInOrder) {
  std::string poses;
  for (int k = 0; k < 20000; ++k) poses += std::to_string(1.5 + 1e-6 * k) + " 0.1 0.2 0.3 0.1 -0.7 0.2\n";
  scratch_.write("poses.txt", poses);
  // After its first answer it is interrupted; it cannot be done by then, since more answers than the pipe holds wait.
  const Output output = shell(
      "set +m\n"
      "mkfifo answers\n"
      "'" APART_PROGRAM
      "' distance a.obj b.ply --poses poses.txt --json >answers &\n"
      "exec 3<answers\n"
      "read -r first <&3; echo \"$first\"\n"
      "kill -INT $!\n"
      "cat <&3\n"
      "wait $!; exit $?");
  EXPECT_EQ(output.status, 130);
  const std::vector<json> answers = output.objects();
  ASSERT_GE(answers.size(), 1u);
  ASSERT_LT(answers.size(), 20000u);
  for (std::size_t k = 0; k < answers.size(); ++k) ASSERT_EQ(answers[k]["pose"], k);
  EXPECT_EQ(output.err, "apart: stopped: " + std::to_string(answers.size()) + " of 20,000 poses computed\n");
}

}  // namespace usage_test
}  // namespace apart
