// `apart distance` and `apart span`: what they print.
#include <apart/apart.hpp>
#include <set>

#include "tests/cli/program_fixture.hpp"
#include "tests/io/scene_files.hpp"

namespace apart {
namespace distance_test {

using nlohmann::json;
using testing::Output;
using testing::Program;

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

}  // namespace distance_test
}  // namespace apart
