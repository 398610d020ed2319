// apart cast: rays from a file or standard input.
#include "tests/cli/json_schema.hpp"
#include "tests/cli/program_fixture.hpp"

namespace apart {
namespace cast_test {

using nlohmann::json;
using testing::Program;

class CastCommand : public Program {
 protected:
  // a.obj is the cube from -1 to 1.
  CastCommand() {
    scratch_.write(
        "rays.txt",
        "# ox oy oz dx dy dz [tmax]\n-3 0.25 0.5 2 0 0\n-3,0.25,0.5,2,0,0,0.5\n\n0 0 0 0 0 0.5\n5 5 5 1 0 0\n");
  }
};

TEST_F(CastCommand, FirstHits) {
  const testing::Output output = run({"cast", "a.obj", "--rays", "rays.txt", "--json"});
  EXPECT_EQ(output.err, "");
  EXPECT_EQ(output.status, 0);
  const std::vector<json> rays = output.objects();
  ASSERT_EQ(rays.size(), 4u);
  const json first = rays[0];
  EXPECT_EQ(first["ray"], 0);
  EXPECT_EQ(first["hit"], true);
  EXPECT_EQ(first["t"], 1.0);
  EXPECT_EQ(first["point"], json::parse("[-1.0, 0.25, 0.5]"));
  EXPECT_EQ(first["normal"], json::parse("[-1.0, 0.0, 0.0]"));
  EXPECT_LT(first["triangle"].get<int>(), 12);
  EXPECT_EQ(first["front"], true);
  EXPECT_EQ(rays[1], json::parse(R"({"ray": 1, "hit": false})"));  // ends before
  EXPECT_EQ(rays[2]["t"], 2.0);
  EXPECT_EQ(rays[2]["front"], false);
  EXPECT_EQ(rays[3], json::parse(R"({"ray": 3, "hit": false})"));
  EXPECT_EQ(shell("apart cast a.obj --rays - --json < rays.txt").out, output.out);
  EXPECT_EQ(run({"cast", "a.obj", "--rays", "rays.txt", "--json", "--threads", "1"}).out, output.out);
}

TEST_F(CastCommand, AnyAndAll) {
  std::vector<json> rays = run({"cast", "a.obj", "--rays", "rays.txt", "--any", "--json"}).objects();
  ASSERT_EQ(rays.size(), 4u);
  EXPECT_EQ(rays[0], json::parse(R"({"version": 1, "ray": 0, "hit": true})"));
  EXPECT_EQ(rays[3], json::parse(R"({"ray": 3, "hit": false})"));
  rays = run({"cast", "a.obj", "--rays", "rays.txt", "--all", "--json"}).objects();
  ASSERT_EQ(rays.size(), 4u);
  ASSERT_EQ(rays[0]["hits"].size(), 2u);
  EXPECT_EQ(rays[0]["hits"][0]["t"], 1.0);
  EXPECT_EQ(rays[0]["hits"][1]["t"], 2.0);
  EXPECT_EQ(rays[0]["hits"][1]["normal"], json::parse("[1.0, 0.0, 0.0]"));
  EXPECT_EQ(rays[2]["hits"].size(), 1u);  // through the diagonal of a face: once
  EXPECT_EQ(rays[3], json::parse(R"({"ray": 3, "hit": false, "hits": []})"));
}

TEST_F(CastCommand, TextAndCsv) {
  scratch_.write("one.txt", "-3 0.25 0.5 2 0 0\n5 5 5 1 0 0\n");
  const std::string triangle = run({"cast", "a.obj", "--rays", "one.txt", "--json"}).objects()[0]["triangle"].dump();
  expect_text(
      {"cast", "a.obj", "--rays", "one.txt"},
      "ray 0  hit: t 1, point (-1, 0.25, 0.5), normal (-1, 0, 0), front of triangle " + triangle + "\nray 1  no hit\n");
  expect_text({"cast", "a.obj", "--rays", "one.txt", "--any"}, "ray 0  hit\nray 1  no hit\n");
  const std::string header = "ray,hit,t,x,y,z,normal_x,normal_y,normal_z,triangle,front\n";
  expect_text({"cast", "a.obj", "--rays", "one.txt", "--csv"},
              header + "0,true,1,-1,0.25,0.5,-1,0,0," + triangle + ",true\n1,false,,,,,,,,,\n");
  const testing::Output all = run({"cast", "a.obj", "--rays", "one.txt", "--all", "--csv"});
  EXPECT_EQ(std::count(all.out.begin(), all.out.end(), '\n'), 4);  // a row for each hit, and for the ray without
}

TEST_F(CastCommand, ShapesAreSolid) {
  const std::vector<json> rays = run({"cast", "box:2,2,2", "--rays", "rays.txt", "--json"}).objects();
  ASSERT_EQ(rays.size(), 4u);
  EXPECT_NEAR(rays[0]["t"].get<double>(), 1, 1e-12);
  EXPECT_FALSE(rays[0].contains("triangle"));
  EXPECT_EQ(rays[2]["t"], 0.0);  // starts inside
  expect_complaint({"cast", "box:2,2,2", "--rays", "rays.txt", "--all"}, "--all: a shape has no triangles");
}

TEST_F(CastCommand, ErrorsNameTheLine) {
  const auto complaint = [&](const char* text) {
    scratch_.write("bad.txt", text);
    const testing::Output output = run({"cast", "a.obj", "--rays", "bad.txt", "--json"});
    EXPECT_EQ(output.out, "");
    EXPECT_EQ(output.status, 2);
    return output.err;
  };
  EXPECT_EQ(complaint("0 0 0 1 0 0\n0 0 0 0 0 0\n"), "apart: bad.txt:2: the direction of the ray is zero\n");
  EXPECT_EQ(complaint("0 nan 0 1 0 0\n"), "apart: bad.txt:1: the origin of the ray is not finite\n");
  EXPECT_EQ(complaint("0 0 0 1 inf 0\n"), "apart: bad.txt:1: the direction of the ray is not finite\n");
  EXPECT_EQ(complaint("0 0 1e200 1 0 0\n"),
            "apart: bad.txt:1: the origin of the ray is out of range: more than 1e150\n");
  EXPECT_EQ(complaint("#\n0 0 0 1 0 0 -1\n"), "apart: bad.txt:2: the end of the ray, tmax, must be 0 or more\n");
  EXPECT_EQ(complaint("0 0 0 1 0 0 nan\n"), "apart: bad.txt:1: the end of the ray, tmax, must be 0 or more\n");
  EXPECT_EQ(complaint("0 0 0 1 0\n"),
            "apart: bad.txt:1: a ray is 6 or 7 numbers (ox oy oz dx dy dz [tmax]), found 5\n");
  EXPECT_EQ(complaint("0 0 0 1 0 0 1 2\n"),
            "apart: bad.txt:1: a ray is 6 or 7 numbers (ox oy oz dx dy dz [tmax]), found more\n");
  EXPECT_EQ(complaint(""), "apart: bad.txt: no rays; one is expected on each line: ox oy oz dx dy dz [tmax]\n");
  expect_complaint({"cast", "a.obj", "--rays", "gone.txt"}, "gone.txt: No such file or directory");
  expect_complaint({"cast", "-", "--rays", "-"}, "-: standard input can be read once; it is either of the two files");
  expect_complaint({"cast", "a.obj", "--rays", "rays.txt", "--all", "--any"}, "--all and --any: give one of them");
  expect_complaint({"cast", "a.obj", "--rays", "rays.txt", "--json", "--csv"}, "--json and --csv: give one of them");
}

}  // namespace cast_test
}  // namespace apart
