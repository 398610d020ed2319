// `apart info` and `apart build`: what they print, and what they refuse.
#include <apart/apart.hpp>
#include <filesystem>
#include <samples/generate.hpp>

#include "tests/cli/program_fixture.hpp"

namespace apart {
namespace info_and_build_test {

using nlohmann::json;
using testing::Output;
using testing::Program;

TEST_F(Program, Info) {
  const json facts = object({"info", "a.obj", "--json"});
  EXPECT_EQ(facts["vertices"], 8);
  EXPECT_EQ(facts["triangles"], 12);
  EXPECT_EQ(facts["degenerate"], 0);
  EXPECT_EQ(facts["parts"], 1);
  EXPECT_EQ(facts["closed"], true);
  EXPECT_EQ(facts["manifold"], true);
  EXPECT_EQ(facts["oriented"], true);
  EXPECT_EQ(facts["low"], json({-1.0, -1.0, -1.0}));
  EXPECT_EQ(facts["size"], json({2.0, 2.0, 2.0}));
  EXPECT_EQ(facts["area"], 24.0);
  EXPECT_EQ(facts["volume"], 8.0);
  EXPECT_GT(facts["tree"]["nodes"], facts["tree"]["leaves"].get<int>());
  EXPECT_LT(facts["tree"]["nodes"], 2 * facts["tree"]["leaves"].get<int>());  // more than two children somewhere
  EXPECT_GE(facts["tree"]["leaves"], 3);                                      // of at most four triangles
  EXPECT_EQ(facts["tree"]["levels"], 2);
  EXPECT_GT(facts["tree"]["bytes"], 0);
  EXPECT_GE(facts["tree"]["build_seconds"], 0.0);

  scratch_.write("open.off", "OFF\n4 3 0\n0 0 0\n1 0 0\n0 1 0\n2 0 0\n3 0 1 2\n3 0 1 3\n3 0 0 1\n");
  const json open = object({"info", "open.off", "--json"});
  EXPECT_EQ(open["degenerate"], 2);
  EXPECT_EQ(open["closed"], false);
  EXPECT_FALSE(open.contains("volume"));
  const Output output = run({"info", "open.off"});
  EXPECT_EQ(output.status, 0);
  EXPECT_NE(output.out.find("triangles   3, of which 2 degenerate\n"), std::string::npos) << output.out;
  EXPECT_NE(output.out.find("box         (0, 0, 0) to (2, 1, 0)\n"), std::string::npos) << output.out;
}

TEST_F(Program, InfoReportsTheTree) {
  write("sphere.obj", generate::sphere(1, 500));
  const json facts = object({"info", "sphere.obj", "--json"});
  const json& tree = facts["tree"];
  ASSERT_EQ(tree["each_level"].size(), tree["levels"]);
  std::size_t nodes = 0, leaves = 0;
  double triangles = 0, widest = HUGE_VAL;
  for (const json& level : tree["each_level"]) {
    nodes += level["nodes"].get<std::size_t>(), leaves += level["leaves"].get<std::size_t>();
    triangles += level["leaves"].get<double>() * level["fill"].get<double>();
    EXPECT_LE(level["fullest"], tree["fullest"]);
    EXPECT_LE(level["mean_thickness"], level["max_thickness"]);
    EXPECT_LE(level["mean_diameter"], level["max_diameter"]);
    EXPECT_LT(level["max_diameter"], widest);
    widest = level["max_diameter"].get<double>() * 1.1;  // boxes of children may be turned
  }
  EXPECT_EQ(tree["nodes"], nodes);
  EXPECT_EQ(tree["leaves"], leaves);
  const double size = facts["triangles"].get<double>();
  EXPECT_NEAR(triangles, size, 1e-6);
  EXPECT_NEAR(tree["fill"].get<double>() * double(leaves), size, 1e-6);
  EXPECT_EQ(tree["bytes_a_triangle"].get<double>(), tree["bytes"].get<double>() / size);
  EXPECT_GT(tree["sah_cost"], 1.0);
  const Output output = run({"info", "sphere.obj"});
  EXPECT_NE(output.out.find("\nlevel  nodes  leaves  fill"), std::string::npos) << output.out;
  EXPECT_NE(output.out.find("bytes a triangle\n"), std::string::npos) << output.out;
}

TEST_F(Program, Build) {
  const json built = object({"build", "a.obj", "-o", "a.apart", "--json"});
  EXPECT_EQ(built["file"], "a.apart");
  EXPECT_EQ(built["triangles"], 12);
  EXPECT_EQ(built["bytes"], std::filesystem::file_size(scratch_ / "a.apart"));
  EXPECT_GE(built["build_seconds"], 0.0);
  EXPECT_EQ(run({"build", "b.ply", "-o", "b.part"}).out.find("b.part: 12 triangles, "), 0u);
  EXPECT_EQ(run({"build", "a.apart", "-o", "a.apart"}).status, 0);  // over what was built, and of it
  EXPECT_EQ(run({"build", "a.obj", "-o", "two.apart", "--threads", "2"}).status, 0);
  EXPECT_EQ(testing::content(scratch_ / "two.apart"), testing::content(scratch_ / "a.apart"));
  EXPECT_EQ(run({"build", "a.obj", "-o", "two.apart", "--threads", "-1"}).status, 2);

  // In place of the mesh, the same words to the last digit.
  const std::string pose = "0.1 1.6666666666666667 -2 0.3 0.1 -0.7 0.2";
  for (const std::vector<std::string>& words : {std::vector<std::string>{"distance", "--json", "--pose", pose},
                                                {"collide", "--json", "--list"},
                                                {"within", "--json", "0.25"},
                                                {"distance", "--units", "mm:m"},
                                                {"check", "--clearance", "0.3", "--json"},
                                                {"check", "--scale", "2", "--json"}}) {
    std::vector<std::string> meshes = words, files = words;
    meshes.insert(meshes.begin() + 1, {"a.obj", "b.ply"});
    files.insert(files.begin() + 1, {"a.apart", "b.part"});
    const Output a = run(meshes), b = run(files);
    EXPECT_EQ(a.out, b.out) << words[0];
    EXPECT_EQ(b.err, "");
    EXPECT_EQ(a.status, b.status);
  }
  json of_mesh = object({"info", "a.obj", "--json"}), of_file = object({"info", "a.apart", "--json"});
  EXPECT_GE(of_file["tree"]["map_seconds"], 0.0);
  of_mesh.erase("file"), of_file.erase("file");
  of_mesh["tree"].erase("build_seconds"), of_file["tree"].erase("map_seconds");
  EXPECT_EQ(of_mesh, of_file);
  EXPECT_EQ(object({"info", "a.apart", "--scale", "2", "--json"})["volume"], 64.0);
  EXPECT_EQ(object({"build", "a.obj", "-o", "big.apart", "--scale", "2", "--json"})["triangles"], 12);
  EXPECT_EQ(object({"info", "big.apart", "--json"})["volume"], 64.0);
}

TEST_F(Program, BuildThatCannotBe) {
  expect_complaint({"build", "a.obj"}, "build: --output is required; see apart build --help");
  expect_complaint({"build", "gone.obj", "-o", "x.apart"}, "gone.obj: No such file or directory");
  expect_complaint({"build", "a.obj", "-o", "gone/x.apart"}, "gone/x.apart: No such file or directory");
  expect_complaint({"build", "a.obj", "-o", "."}, ".: is a directory");
  const std::string mesh = testing::content(scratch_ / "b.ply");
  expect_complaint({"build", "a.obj", "-o", "b.ply"},
                   "b.ply: exists, and was not written by apart build; choose another name or remove it");
  EXPECT_EQ(testing::content(scratch_ / "b.ply"), mesh);

  ASSERT_EQ(run({"build", "a.obj", "-o", "a.apart"}).status, 0);
  std::string bytes = testing::content(scratch_ / "a.apart");
  scratch_.write("cut.apart", bytes.substr(0, 1000));
  bytes[300] = static_cast<char>(bytes[300] ^ 1);  // in the table of bodies
  scratch_.write("bad.apart", bytes);
  scratch_.write("text.apart", "v 0 0 0\n");
  for (const auto& [file, what] : {std::pair{"cut.apart", "cut.apart: cut short: 1000 bytes of "},
                                   {"bad.apart", "bad.apart: damaged: the checksum of a table is wrong"},
                                   {"text.apart", "text.apart: not a model built by apart"}})
    for (const std::vector<std::string>& words : {std::vector<std::string>{"distance", "a.obj", file},
                                                  {"info", file},
                                                  {"collide", file, file, "--scale", "2"},
                                                  {"check", "a.obj", file},
                                                  {"build", file, "-o", "x.apart"}}) {
      const Output output = run(words);
      EXPECT_EQ(output.status, 2) << words[0] << " " << file;
      EXPECT_EQ(output.out, "");
      EXPECT_EQ(output.err.find(std::string("apart: ") + what), 0u) << output.err;
      EXPECT_EQ(std::count(output.err.begin(), output.err.end(), '\n'), 1) << output.err;
    }
}

}  // namespace info_and_build_test
}  // namespace apart
