// Every command: what it prints, and how it ends.
#include <apart/apart.hpp>
#include <apart/queries/hausdorff.hpp>
#include <filesystem>
#include <samples/generate.hpp>
#include <set>

#include "tests/cli/program_fixture.hpp"
#include "tests/io/scene_files.hpp"

namespace apart {
namespace program_test {

using nlohmann::json;
using testing::box;
using testing::Output;
using testing::Program;

TEST_F(Program, Collide) {
  expect_text({"collide", "a.obj", "b.ply"}, "not colliding\n");
  expect_text({"collide", "b.ply", "c.off"}, "colliding\n");
  expect_text({"collide", "a.obj", "a.obj"}, "colliding\n");
  expect_text({"collide", "a.obj", "b.ply", "--pose", "-0.25 0 0 1 0 0 0"}, "colliding\n");
  EXPECT_EQ(run({"collide", "a.obj", "b.ply", "--json"}).out, "{\"version\":1,\"pose\":0,\"colliding\":false}\n");
  EXPECT_EQ(run({"collide", "a.obj", "b.ply", "--json", "--all"}).out,
            "{\"version\":1,\"pose\":0,\"colliding\":false,\"pairs\":0}\n");

  const Model b = load(scratch_ / "b.ply").value(), c = load(scratch_ / "c.off").value();
  const std::size_t pairs = collisions(b, {}, c).pairs.size();
  ASSERT_GT(pairs, 2u);
  EXPECT_EQ(run({"collide", "b.ply", "c.off", "--json", "--all"}).out,
            "{\"version\":1,\"pose\":0,\"colliding\":true,\"pairs\":" + std::to_string(pairs) + "}\n");
  expect_text({"collide", "b.ply", "c.off", "--all"},
              "colliding, " + std::to_string(pairs) + " pairs of triangles touch\n");
  const json listed = object({"collide", "b.ply", "c.off", "--json", "--list"});
  EXPECT_EQ(listed["pairs"], pairs);
  ASSERT_EQ(listed["touching"].size(), pairs);
  for (const json& pair : listed["touching"]) {
    EXPECT_LT(pair["triangle_a"], 12);
    EXPECT_EQ(pair["from"][0], 2.0);
  }
}

TEST_F(Program, CollideAsSolids) {
  EXPECT_EQ(run({"collide", "a.obj", "tiny.obj"}).out, "not colliding\n");  // with a note: not_green_test.cpp
  expect_text({"collide", "a.obj", "tiny.obj", "--solid"}, "colliding: B lies inside A\n");
  EXPECT_EQ(
      object({"collide", "a.obj", "tiny.obj", "--solid", "--all", "--json"}),
      json::parse(R"({"version": 1, "pose": 0, "colliding": true, "contained": true, "inside": "b", "pairs": 0})"));
  EXPECT_EQ(
      object({"distance", "a.obj", "tiny.obj", "--solid", "--json"}),
      json::parse(R"({"version": 1, "pose": 0, "distance": 0, "contained": true, "inside": "b", "status": "exact"})"));
  EXPECT_EQ(object({"within", "a.obj", "tiny.obj", "0.1", "--solid", "--json"}),
            json::parse(R"({"version": 1, "pose": 0, "within": true, "contained": true, "inside": "b"})"));
  EXPECT_EQ(run({"distance", "a.obj", "tiny.obj", "--json"}).objects().at(0)["distance"], 0.5);
  expect_text({"collide", "tiny.obj", "a.obj", "--solid"}, "colliding: A lies inside B\n");
  expect_text({"distance", "tiny.obj", "a.obj", "--solid"}, "distance 0: A lies inside B\n");
  expect_text({"within", "a.obj", "tiny.obj", "0.1", "--solid"}, "within 0.1: B lies inside A\n");
  write("pieces.obj", joined(std::vector{box({-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5}), box({5, 5, 5}, {6, 6, 6})}));
  expect_text({"collide", "pieces.obj", "a.obj", "--solid"}, "colliding: a part of A lies inside B\n");
  EXPECT_EQ(object({"collide", "pieces.obj", "a.obj", "--solid", "--json"})["inside_partly"], true);
}

TEST_F(Program, Distance) {
  const Output output = run({"distance", "a.obj", "b.ply", "--json"});
  EXPECT_EQ(output.out.find("{\"version\":1,\"pose\":0,\"distance\":0.25,\"on_a\":[1.0,"), 0u) << output.out;
  const json answer = output.objects().at(0);
  EXPECT_EQ(answer.size(), 8u);
  const Model a = load(scratch_ / "a.obj").value(), b = load(scratch_ / "b.ply").value();
  const Distance truth = distance(a, Pose{}, b);
  EXPECT_EQ(answer["triangles"], json({truth.a.triangle, truth.b.triangle}));
  for (const json& feature : answer["features"])
    EXPECT_TRUE(feature == "vertex" || feature == "edge" || feature == "face") << feature;
  EXPECT_EQ(answer["features"].size(), 2u);
  EXPECT_EQ(answer["on_b"][0], 1.25);
  EXPECT_EQ(answer["on_a"][1], answer["on_b"][1]);
  EXPECT_EQ(answer["status"], "exact");
  EXPECT_EQ(run({"distance", "a.obj", "b.ply"}).out.find("apart by 0.25, nearest points (1, "), 0u);
  EXPECT_EQ(run({"distance", "b.ply", "c.off"}).out.find("touching, at (2, "), 0u);
  EXPECT_EQ(object({"distance", "b.ply", "c.off", "--json"})["overlapping"], false);
  // Deep in each other, along all three axes.
  const std::vector<std::string> deep{"distance", "a.obj", "c.off", "--pose", "-1.5 0.5 0.25"};
  EXPECT_EQ(run(deep).out.find("overlapping, at ("), 0u);
  std::vector<std::string> deep_json = deep;
  deep_json.push_back("--json");
  EXPECT_EQ(object(deep_json)["overlapping"], true);
  EXPECT_EQ(object(deep_json)["distance"], 0.0);

  EXPECT_EQ(object({"distance", "a.obj", "b.ply", "--max", "0.2", "--json"}),
            json::parse(R"({"version": 1, "pose": 0, "distance": 0.2, "status": "at least"})"));
  expect_text({"distance", "a.obj", "b.ply", "--max", "0.2"}, "more than 0.2 apart\n");
  EXPECT_EQ(object({"distance", "a.obj", "b.ply", "--max", "0.25", "--json"})["status"], "exact");
  const json rough = object({"distance", "a.obj", "b.ply", "--abs-error", "0.1", "--rel-error", "0.5", "--json"});
  EXPECT_EQ(rough["status"], "within error");
  EXPECT_GE(rough["distance"], 0.25);
  EXPECT_LE(rough["distance"], 0.375);
  EXPECT_LE(rough["at_least"], 0.25);
  const double low = rough["at_least"];
  EXPECT_GE(std::max(low + 0.1, low * 1.5) + 1e-12, rough["distance"]);
}

TEST_F(Program, DistanceNamesFeaturesAndParts) {
  // A vertex above the inside of a face; an edge across an edge.
  scratch_.write("flat.obj", "v 0 0 0\nv 4 0 0\nv 0 4 0\nf 1 2 3\n");
  scratch_.write("tip.obj", "v 1 1 1\nv 1 2 9\nv 2 1 9\nf 1 2 3\n");
  scratch_.write("wall.obj", "v 2 -1 -3\nv 2 -1 3\nv 2 -5 0\nf 1 2 3\n");
  EXPECT_EQ(object({"distance", "flat.obj", "tip.obj", "--json"})["features"], json({"face", "vertex"}));
  EXPECT_EQ(object({"distance", "flat.obj", "wall.obj", "--json"})["features"], json({"edge", "edge"}));
  // The bodies of a scene are its parts, and numbers of triangles go on through them.
  scratch_.write("scene.gltf", testing::corner_gltf());
  const Model scene = load(scratch_ / "scene.gltf").value(), tip = load(scratch_ / "tip.obj").value();
  ASSERT_EQ(scene.mesh().parts(), 5u);
  std::set<u32> seen;
  for (double z : {-20.0, 20.0}) {
    const Distance truth = distance(scene, Pose::shift({0, 0, z}), tip);
    const json answer =
        object({"distance", "scene.gltf", "tip.obj", "--json", "--pose", "0 0 " + std::to_string(z) + " 1 0 0 0"});
    EXPECT_EQ(answer["triangles"], json({truth.a.triangle, truth.b.triangle}));
    EXPECT_EQ(answer["parts"], json({scene.mesh().part(truth.a.triangle), 0}));
    EXPECT_EQ(answer["parts"][0], truth.a.triangle / 5);  // of five triangles each
    seen.insert(truth.a.part);
  }
  EXPECT_EQ(seen.size(), 2u);
  EXPECT_FALSE(object({"distance", "flat.obj", "tip.obj", "--json"}).contains("parts"));
}

TEST_F(Program, Span) {
  const Model a = load(scratch_ / "a.obj").value(), b = load(scratch_ / "b.ply").value();
  const Span truth = span(a, Pose{}, b);
  const Output output = run({"span", "a.obj", "b.ply", "--json"});
  EXPECT_EQ(output.out.find("{\"version\":1,\"pose\":0,\"span\":"), 0u) << output.out;
  const json exact = output.objects().at(0);
  EXPECT_EQ(exact["span"].get<double>(), truth.distance);
  EXPECT_NEAR(exact["span"].get<double>(), std::sqrt(9 + 4 + 4), 1e-12);
  EXPECT_EQ(exact["on_a"][0], -1.0);
  EXPECT_EQ(exact["on_b"][0], 2.0);
  EXPECT_EQ(exact["status"], "exact");
  EXPECT_FALSE(exact.contains("at_most"));
  EXPECT_EQ(object({"span", "a.obj", "a.obj", "--scale", "2", "--json"})["span"].get<double>(), 2 * std::sqrt(12));
  const json rough = object({"span", "a.obj", "b.ply", "--rel-error", "0.5", "--abs-error", "0.1", "--json"});
  EXPECT_EQ(rough["status"], "within error");
  EXPECT_LE(rough["span"], truth.distance);
  EXPECT_GE(rough["at_most"], truth.distance);
  EXPECT_LE(rough["at_most"].get<double>(), 1.5 * rough["span"].get<double>() + 1e-12);
  const Output words = run({"span", "a.obj", "a.obj", "--pose", "3 0 0 1 0 0 0"});
  EXPECT_EQ(words.out.find("farthest points 5.74456 apart: (-1, "), 0u) << words.out;
  EXPECT_NE(run({"span", "a.obj", "b.ply", "--rel-error", "0.5"}).out.find(" apart, at most "), std::string::npos);
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

TEST_F(Program, NumbersComeBackToTheSameBits) {
  const Model a = load(scratch_ / "a.obj").value(), b = load(scratch_ / "b.ply").value();
  const Pose at = Pose::from_quaternion(0.3, 0.1, -0.7, 0.2, {0.1, 5.0 / 3, -2}).value();
  const Distance truth = distance(a, at, b);
  const json answer =
      object({"distance", "a.obj", "b.ply", "--json", "--pose", "0.1 1.6666666666666667 -2 0.3 0.1 -0.7 0.2"});
  EXPECT_EQ(answer["distance"].get<double>(), truth.distance);
  for (int k = 0; k < 3; ++k) {
    EXPECT_EQ(answer["on_a"][static_cast<std::size_t>(k)].get<double>(), truth.on_a[k]);
    EXPECT_EQ(answer["on_b"][static_cast<std::size_t>(k)].get<double>(), truth.on_b[k]);
  }
}

TEST_F(Program, Within) {
  expect_text({"within", "a.obj", "b.ply", "0.25"}, "within 0.25\n");
  expect_text({"within", "a.obj", "b.ply", "0.2"}, "not within 0.2\n");
  EXPECT_EQ(run({"within", "a.obj", "b.ply", "0.3", "--json"}).out, "{\"version\":1,\"pose\":0,\"within\":true}\n");
  EXPECT_EQ(run({"within", "a.obj", "b.ply", "0", "--json"}).out, "{\"version\":1,\"pose\":0,\"within\":false}\n");
}

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

TEST_F(Program, Hausdorff) {
  const Output output = run({"hausdorff", "a.obj", "b.ply", "--json"});
  EXPECT_EQ(output.status, 0) << output.err;
  EXPECT_EQ(output.out.find("{\"version\":1,\"pose\":0,\"hausdorff\":"), 0u) << output.out;
  const Hausdorff truth = hausdorff(load(scratch_ / "a.obj").value(), load(scratch_ / "b.ply").value());
  const json exact = object({"hausdorff", "a.obj", "b.ply", "--json"});
  EXPECT_EQ(exact["hausdorff"].get<double>(), truth.distance);
  EXPECT_EQ(exact["at_least"].get<double>(), truth.at_least);
  EXPECT_EQ(exact["at_most"].get<double>(), truth.at_most);
  EXPECT_EQ(exact["status"], "exact");
  EXPECT_EQ(exact["from"], truth.from_b ? "b" : "a");
  const json one_way = object({"hausdorff", "a.obj", "b.ply", "--directed", "--json", "--norm", "inf"});
  EXPECT_EQ(one_way["from"], "a");
  EXPECT_LE(one_way["hausdorff"].get<double>(), truth.distance);
  const json rough = object({"hausdorff", "a.obj", "b.ply", "--abs-error", "0.5", "--json"});
  EXPECT_LE(rough["at_most"].get<double>(), rough["at_least"].get<double>() + 0.5 + 1e-12);
  EXPECT_EQ(run({"hausdorff", "a.obj", "a.obj"}).out, "the same surface\n");
  EXPECT_NE(run({"hausdorff", "a.obj", "a.obj", "--pose", "0 0 0.25"}).out.find("Hausdorff distance 0.25: from "),
            std::string::npos);
  // Several threads for one pair, and for many poses.
  scratch_.write("lifted.txt", "0 0 0.25\n0 0 0.5\n");
  EXPECT_EQ(run({"hausdorff", "a.obj", "b.ply", "--json", "--threads", "1"}).out, output.out);
  EXPECT_EQ(run({"hausdorff", "a.obj", "a.obj", "--poses", "lifted.txt", "--json"}).objects().size(), 2u);
  expect_complaint({"hausdorff", "a.obj", "box:1,1,1"},
                   "box:1,1,1: is a shape; the Hausdorff distance is computed between meshes");
  expect_complaint({"hausdorff", "a.obj", "b.ply", "--norm", "3"}, "--norm: expected 1, 2 or inf, found \"3\"");
  expect_complaint({"hausdorff", "a.obj", "b.ply", "--abs-error", "-1"}, "--abs-error: must be 0 or more, not -1");
}

TEST_F(Program, Norms) {
  const auto value = [&](const char* query, const char* norm) {
    return object({query, "a.obj", "a.obj", "--pose", "10 20 40", "--norm", norm, "--json"})[query].get<double>();
  };
  const double sizes = value("span", "inf") - 40;  // of a cube
  EXPECT_NEAR(value("distance", "1"), 70 - 3 * sizes, 1e-12);
  EXPECT_NEAR(value("distance", "inf"), 40 - sizes, 1e-12);
  EXPECT_NEAR(value("span", "1"), 70 + 3 * sizes, 1e-12);
  EXPECT_EQ(value("distance", "2"), object({"distance", "a.obj", "a.obj", "--pose", "10 20 40", "--json"})["distance"]);
  expect_complaint({"span", "a.obj", "box:1,1,1", "--norm", "1"},
                   "--norm: other norms are computed between meshes, and box:1,1,1 is a shape");
}

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
