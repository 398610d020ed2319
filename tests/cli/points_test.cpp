// apart closest and apart inside: a result for each point of a file.
#include "tests/cli/program_fixture.hpp"

namespace apart {
namespace points_test {

using nlohmann::json;
using testing::Output;
using testing::Program;

TEST_F(Program, ClosestOfAModel) {
  scratch_.write("points.txt", "# a comment\n3 0.25 0.5\n\n0,0,0.5\n1 1 1 # a corner\n");
  const Output output = run({"closest", "a.obj", "--points", "points.txt", "--json"});
  EXPECT_EQ(output.out.find("{\"version\":1,\"point\":0,\"distance\":2.0,\"nearest\":[1.0,0.25,0.5],"), 0u)
      << output.out;
  const std::vector<json> all = output.objects();
  ASSERT_EQ(all.size(), 3u);
  EXPECT_EQ(all[0]["feature"], "face");
  EXPECT_EQ(all[0]["normal"], json({1.0, 0.0, 0.0}));
  EXPECT_TRUE(all[0]["triangle"].is_number_unsigned());
  EXPECT_EQ(all[1]["distance"], 0.5);
  EXPECT_EQ(all[2]["distance"], 0.0);
  EXPECT_EQ(all[2]["feature"], "vertex");
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(all[i]["point"], i);
  const std::vector<json> with_sign =
      run({"closest", "a.obj", "--points", "points.txt", "--signed", "--json"}).objects();
  ASSERT_EQ(with_sign.size(), 3u);
  EXPECT_EQ(with_sign[0]["distance"], 2.0);
  EXPECT_EQ(with_sign[1]["distance"], -0.5);
  EXPECT_EQ(with_sign[1]["normal"], json({0.0, 0.0, 1.0}));
  const Output text = run({"closest", "a.obj", "--points", "points.txt", "--signed"});
  EXPECT_EQ(text.out.find("point 0  distance 2, nearest (1, 0.25, 0.5), triangle "), 0u) << text.out;
  EXPECT_NE(text.out.find("point 1  distance 0.5 inside, nearest (0, 0, 1), triangle "), std::string::npos) << text.out;
  EXPECT_EQ(shell("apart closest a.obj --json --points - <points.txt").out, output.out);
  EXPECT_EQ(shell("cat a.obj | apart closest - --json --points points.txt").out, output.out);
  EXPECT_EQ(run({"closest", "a.obj", "--points", "points.txt", "--json", "--threads", "1"}).out, output.out);
}

TEST_F(Program, ClosestTriangles) {
  scratch_.write("points.txt", "3 0.25 0.5\n0 0 0\n");
  const std::vector<json> nearest = run({"closest", "a.obj", "--points", "points.txt", "--k", "2", "--json"}).objects();
  ASSERT_EQ(nearest.size(), 2u);
  ASSERT_EQ(nearest[0]["all"].size(), 2u);
  EXPECT_EQ(nearest[0]["distance"], 2.0);
  EXPECT_EQ(nearest[0]["triangle"], nearest[0]["all"][0]["triangle"]);
  EXPECT_GT(nearest[0]["all"][1]["distance"], 2.0);
  const std::vector<json> within =
      run({"closest", "a.obj", "--points", "points.txt", "--within", "1", "--json", "--signed"}).objects();
  ASSERT_EQ(within.size(), 2u);
  EXPECT_EQ(within[0]["all"], json::array());
  EXPECT_FALSE(within[0].contains("distance"));
  ASSERT_EQ(within[1]["all"].size(), 12u);
  for (const json& one : within[1]["all"]) EXPECT_EQ(one["distance"], -1.0);
  const Output csv = run({"closest", "a.obj", "--points", "points.txt", "--within", "1", "--csv"});
  EXPECT_EQ(std::count(csv.out.begin(), csv.out.end(), '\n'), 1 + 1 + 12) << csv.out;
  EXPECT_EQ(csv.out.find("point,distance,x,y,z,"), 0u) << csv.out;
}

TEST_F(Program, ClosestOfAShape) {
  scratch_.write("points.txt", "3 0 0\n0.25 0 0\n");
  const std::vector<json> all = run({"closest", "sphere:1", "--points", "points.txt", "--json"}).objects();
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0], json::parse(R"({"version": 1, "point": 0, "distance": 2.0, "nearest": [1.0, 0.0, 0.0],
                                    "normal": [1.0, 0.0, 0.0], "status": "exact"})"));
  EXPECT_EQ(all[1]["distance"], -0.75);
}

TEST_F(Program, InsideOfModelsAndShapes) {
  scratch_.write("points.txt", "0 0 0\n3 0 0\n1 0.5 0.25\n");
  const Output output = run({"inside", "a.obj", "--points", "points.txt", "--json"});
  EXPECT_EQ(output.out.find("{\"version\":1,\"point\":0,\"inside\":true,\"winding\":1,"), 0u) << output.out;
  const std::vector<json> all = output.objects();
  ASSERT_EQ(all.size(), 3u);
  EXPECT_EQ(all[1]["inside"], false);
  EXPECT_EQ(all[1]["winding"], 0);
  EXPECT_EQ(all[2]["inside"], true);
  EXPECT_EQ(all[2]["on_surface"], true);
  EXPECT_NEAR(all[2]["winding"].get<double>(), 0.5, 1e-12);
  expect_text({"inside", "a.obj", "--points", "points.txt"},
              "point 0  inside, winding number 1\npoint 1  outside, winding number 0\n"
              "point 2  on the surface, winding number 0.5\n");
  expect_text({"inside", "box:2,2,2", "--points", "points.txt"},
              "point 0  inside\npoint 1  outside\npoint 2  inside\n");
  // A box without its lid.
  scratch_.write("open.obj",
                 "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\n"
                 "f 1 4 3 2\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n");
  scratch_.write("two.txt", "0.5 0.5 0.25\n0.5 0.5 1.25\n");
  const std::vector<json> open = run({"inside", "open.obj", "--points", "two.txt", "--json"}).objects();
  ASSERT_EQ(open.size(), 2u);
  EXPECT_EQ(open[0]["inside"], true);
  EXPECT_EQ(open[1]["inside"], false);
  EXPECT_EQ(open[0]["method"], "boundary");
  EXPECT_EQ(run({"inside", "a.obj", "--points", "points.txt", "--exit-code"}).status, 1);
  EXPECT_EQ(run({"inside", "b.ply", "--points", "points.txt", "--exit-code"}).status, 0);
}

TEST_F(Program, PointsThatAreRefused) {
  scratch_.write("nan.txt", "0 0 0\n0 nan 0\n");
  scratch_.write("two.txt", "0 0 0\n1 2\n");
  scratch_.write("far.txt", "0 0 1e151\n");
  scratch_.write("none.txt", "# nothing\n");
  scratch_.write("points.txt", "0 0 0\n");
  scratch_.write("open.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
  for (const char* command : {"closest", "inside"}) {
    expect_complaint({command, "a.obj", "--points", "two.txt"}, "two.txt:2: a point is 3 numbers (x y z), found 2");
    expect_complaint({command, "a.obj", "--points", "none.txt"},
                     "none.txt: no points; one is expected on each line: x y z");
    expect_complaint({command, "a.obj", "--points", "far.txt"},
                     "far.txt:1: a coordinate is not finite, or beyond 1e150");
    const Output nan = run({command, "a.obj", "--points", "nan.txt"});
    EXPECT_EQ(nan.status, 2);
    EXPECT_EQ(nan.out, "");
    EXPECT_EQ(nan.err.find("apart: nan.txt:2: "), 0u) << nan.err;
    expect_complaint({command, "-", "--points", "-"},
                     "-: standard input can be read once; it is either of the two files");
  }
  expect_complaint({"closest", "a.obj", "--points", "points.txt", "--within", "-1"},
                   "--within: must be 0 or more, not -1");
  expect_complaint({"closest", "a.obj", "--points", "points.txt", "--k", "0"}, "--k: must be 1 or more");
  expect_complaint({"closest", "a.obj", "--points", "points.txt", "--k", "1", "--within", "2"},
                   "--k and --within: give one of them");
  expect_complaint({"closest", "sphere:1", "--points", "points.txt", "--k", "1"},
                   "sphere:1: a shape has no triangles; --k and --within are for models");
  expect_complaint({"closest", "open.obj", "--points", "points.txt", "--signed"},
                   "open.obj: --signed needs a closed mesh; this one has 3 edges that are open or badly oriented");
}

}  // namespace points_test
}  // namespace apart
