// Shapes given in place of a file.
#include <apart/apart.hpp>

#include "tests/cli/program_fixture.hpp"

namespace apart {
namespace shapes_test {

using nlohmann::json;
using testing::Program;

const std::string kAt3 = "3 0 0 1 0 0 0";

TEST_F(Program, ShapesAgainstShapes) {
  expect_text({"collide", "box:1,1,1", "ball:0.5", "--pose", kAt3}, "not colliding\n");
  expect_text({"collide", "box:1,1,1", "ball:2.5", "--pose", kAt3}, "colliding\n");
  expect_text({"within", "box:1,1,1", "ball:0.5", "2", "--pose", kAt3}, "within 2\n");
  expect_text({"within", "box:1,1,1", "ball:0.5", "1.9", "--pose", kAt3}, "not within 1.9\n");
  EXPECT_EQ(run({"distance", "sphere:0.5", "box:1,1,1"}).out, run({"distance", "ball:0.5", "box:1,1,1"}).out);
  const json apart = object({"distance", "box:1,1,1", "ball:0.5", "--pose", kAt3, "--json"});
  EXPECT_EQ(apart,
            json::parse(R"({"version": 1, "pose": 0, "distance": 2.0, "on_a": [0.5, 0.0, 0.0], "on_b": [2.5, 0.0, 0.0],
                                   "normal": [1.0, 0.0, 0.0], "status": "exact"})"));
  const json deep = object({"distance", "box:1,1,1", "ball:0.5", "--pose", "0.75 0 0 1 0 0 0", "--json"});
  EXPECT_NEAR(deep["distance"].get<double>(), -0.25, 1e-12);
  EXPECT_EQ(deep["overlapping"], true);
  const json way = object({"penetration", "box:1,1,1", "ball:0.5", "--pose", "0.75 0 0 1 0 0 0", "--json"});
  EXPECT_NEAR(way["depth"].get<double>(), 0.25, 1e-12);
  EXPECT_NEAR(way["normal"][0].get<double>(), 1, 1e-12);
  expect_text({"penetration", "box:1,1,1", "ball:0.5", "--pose", kAt3}, "not overlapping\n");
  const json meshes = object({"penetration", "a.obj", "b.ply", "--pose", "-0.5 0 0", "--rel-error", "0.02", "--json"});
  EXPECT_NEAR(meshes["depth"].get<double>(), 0.25, 1e-9);
  EXPECT_GE(meshes["at_least"].get<double>(), 0.98 * 0.25);
  EXPECT_EQ(meshes["at_most"], meshes["depth"]);
  EXPECT_NEAR(meshes["translation"][0].get<double>(), 0.25, 1e-9);
  const json mixed = object({"penetration", "a.obj", "ball:0.5", "--pose", "0.75 0.1 0", "--json"});
  EXPECT_NEAR(mixed["depth"].get<double>(), 0.75, 1e-6);
  EXPECT_GE(mixed["at_least"].get<double>(), 0.99 * 0.75);
  EXPECT_NEAR(mixed["translation"][0].get<double>(), 0.75, 1e-6);
  expect_text({"penetration", "box:1,1,1", "a.obj", "--pose", "0.75 0 0"},
              "penetration depth 0.75; B out by (0.75, 0, 0)\n");
  EXPECT_EQ(object({"distance", "box:1,1,1", "ball:0.5", "--max", "1", "--pose", kAt3, "--json"}),
            json::parse(R"({"version": 1, "pose": 0, "distance": 1.0, "status": "at least"})"));
  EXPECT_NEAR(object({"span", "ball:1", "ball:1", "--pose", kAt3, "--json"})["span"].get<double>(), 5, 1e-12);
  expect_text({"span", "ball:1", "plane:0,0,1,0"}, "without end\n");
  // Every word, rounded by 0.25: the distance to a point that is 10 up is 9.75 less than what it reaches.
  const std::pair<const char*, double> reaches[] = {{"point:0,0,1+0.25", 1},
                                                    {"segment:0,0,1,0,0,2+0.25", 2},
                                                    {"triangle:0,0,1,0,0,2,0,0,3+0.25", 3},
                                                    {"ball:1+0.25", 1},
                                                    {"box:1,2,3+0.25", 1.5},
                                                    {"capsule:1,2+0.25", 2},
                                                    {"cylinder:1,2+0.25", 1},
                                                    {"cone:1,2+0.25", 1},
                                                    {"ellipsoid:1,2,3+0.25", 3},
                                                    {"tapered:2,1,4+0.25", 3},
                                                    {"plane:0,0,2,-2+0.25", -1},
                                                    {"hull:tiny.obj+0.25", 0.5},
                                                    {"box:1,2,3e+0+2.5e-1", 1.5}};
  for (const auto& [shape, reach] : reaches)
    EXPECT_NEAR(object({"distance", shape, "point:0,0,10", "--json"})["distance"].get<double>(), 9.75 - reach, 1e-9)
        << shape;
}

TEST_F(Program, ShapesAgainstFiles) {
  expect_text({"collide", "a.obj", "ball:0.5", "--pose", kAt3}, "not colliding\n");
  EXPECT_EQ(run({"collide", "ball:0.5", "a.obj"}).out, "not colliding\n");  // within the surface, which is noted
  expect_text({"collide", "ball:0.5", "a.obj", "--solid"}, "colliding: A lies inside B\n");
  expect_text({"within", "ball:0.5", "a.obj", "0.1", "--solid"}, "within 0.1: A lies inside B\n");
  expect_text({"collide", "ball:5", "a.obj"}, "colliding\n");
  const json apart = object({"distance", "a.obj", "ball:0.5", "--pose", kAt3, "--json"});
  EXPECT_NEAR(apart["distance"].get<double>(), 1.5, 1e-12);
  EXPECT_EQ(apart["normal"], json({1.0, 0.0, 0.0}));
  EXPECT_EQ(apart["on_a"][0], 1.0);
  EXPECT_EQ(apart["status"], "exact");
  EXPECT_EQ(apart["triangles"], json({apart["triangle"], nullptr}));
  const json back = object({"distance", "ball:0.5", "a.obj", "--pose", "-3 0 0 1 0 0 0", "--json"});
  EXPECT_NEAR(back["distance"].get<double>(), 1.5, 1e-12);
  EXPECT_EQ(back["normal"], json({-1.0, 0.0, 0.0}));
  EXPECT_EQ(back["triangles"], json({nullptr, back["triangle"]}));
  EXPECT_EQ(
      object({"distance", "ball:0.5", "a.obj", "--solid", "--json"}),
      json::parse(R"({"version": 1, "pose": 0, "distance": 0, "contained": true, "inside": "a", "status": "exact"})"));
  EXPECT_NEAR(object({"span", "a.obj", "point:2,0,0", "--json"})["span"].get<double>(), std::sqrt(11), 1e-12);
  EXPECT_NEAR(object({"distance", "b.ply", "hull:a.obj", "--json"})["distance"].get<double>(), 0.25, 1e-12);
  // The scale applies to files, not to shapes.
  EXPECT_NEAR(
      object({"distance", "a.obj", "ball:0.5", "--scale", "2", "--pose", kAt3, "--json"})["distance"].get<double>(),
      0.5, 1e-12);
  EXPECT_NEAR(object({"distance", "b.ply", "hull:a.obj", "--scale", "2", "--json"})["distance"].get<double>(), 0.5,
              1e-12);
  const json hull = object({"info", "hull:a.obj+0.5", "--json"});
  EXPECT_EQ(hull["vertices"], 8);
  EXPECT_EQ(hull["edges"], 12);
  EXPECT_EQ(hull["faces"], 6);
  EXPECT_EQ(hull["radius"], 0.5);
  EXPECT_NEAR(hull["high"][2].get<double>(), 1.5, 1e-12);
  EXPECT_EQ(run({"info", "cone:1,2"}).status, 0);
}

TEST_F(Program, ShapesThatAreNone) {
  expect_complaint({"collide", "box:1,2", "ball:1"}, "shape \"box:1,2\": needs 3 numbers (X,Y,Z), found 2");
  expect_complaint({"collide", "ball:", "ball:1"}, "shape \"ball:\": needs 1 number (RADIUS), found 0");
  expect_complaint({"distance", "a.obj", "box:1,x,3"}, "shape \"box:1,x,3\": number 2: expected a number, found \"x\"");
  expect_complaint({"distance", "a.obj", "box:1,2,nan"},
                   "shape \"box:1,2,nan\": number 3: expected a number, found \"nan\"");
  expect_complaint({"distance", "a.obj", "box:1,2,-3"}, "shape \"box:1,2,-3\": a size is negative or not finite");
  expect_complaint({"distance", "a.obj", "ball:-1+2"}, "shape \"ball:-1+2\": a size is negative or not finite");
  expect_complaint({"distance", "a.obj", "capsule:1,-2"}, "shape \"capsule:1,-2\": a size is negative or not finite");
  expect_complaint({"distance", "a.obj", "ball:1+x"}, "shape \"ball:1+x\": after + a radius is expected, found \"x\"");
  expect_complaint({"distance", "a.obj", "plane:0,0,0,1"}, "shape \"plane:0,0,0,1\": a half-space has no direction");
  expect_complaint({"distance", "a.obj", "hull:"}, "shape \"hull:\": a file is expected");
  expect_complaint({"collide", "a.obj", "ball:1", "--all"}, "--all and --list: a shape has no triangles");
  scratch_.write("open.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
  expect_complaint({"penetration", "open.obj", "a.obj"},
                   "open.obj: is not closed; penetration depth is that of solids (apart info open.obj counts its open "
                   "edges)");
  const testing::Output missing = run({"info", "hull:none.obj"});
  EXPECT_EQ(missing.status, 2);
  EXPECT_NE(missing.err.find("none.obj"), std::string::npos) << missing.err;
}

}  // namespace shapes_test
}  // namespace apart
