// apart intersection: its text, its JSON, what it writes, and what it refuses.
#include <apart/apart.hpp>
#include <apart/shapes/mesh/mass.hpp>

#include "tests/cli/program_fixture.hpp"

namespace apart {
namespace intersection_test {

using nlohmann::json;
using testing::box;

class IntersectionCommand : public testing::Program {};

TEST_F(IntersectionCommand, Text) {
  expect_text({"intersection", "a.obj", "a.obj", "--pose", "1 1 1"}, "1 curve, length 6; common volume 1, area 6\n");
  expect_text({"intersection", "a.obj", "tiny.obj"}, "surfaces do not meet; common volume 1, area 6\n");
  expect_text({"intersection", "a.obj", "b.ply"}, "surfaces do not meet; no common volume\n");
  expect_text({"intersection", "b.ply", "c.off"}, "1 curve, length 8; no common volume\n");  // back to back
  expect_text({"intersection", "a.obj", "a.obj", "--pose", "2 2 2"}, "surfaces meet at (1, 1, 1); no common volume\n");
  scratch_.write("floor.obj", "v -9 -9 0\nv 9 -9 0\nv 0 9 0\nf 1 2 3\n");
  expect_text({"intersection", "a.obj", "floor.obj"}, "1 curve, length 8; no common volume: B is not closed\n");
  expect_text({"intersection", "floor.obj", "a.obj"}, "1 curve, length 8; no common volume: A is not closed\n");
  scratch_.write("poses.txt", "1 1 1\n5 0 0\n");
  expect_text({"intersection", "a.obj", "a.obj", "--poses", "poses.txt"},
              "pose 0  1 curve, length 6; common volume 1, area 6\n"
              "pose 1  surfaces do not meet; no common volume\n");
  EXPECT_EQ(run({"intersection", "a.obj", "tiny.obj", "--exit-code"}).status, 1);
  EXPECT_EQ(run({"intersection", "a.obj", "b.ply", "--exit-code"}).status, 0);
}

TEST_F(IntersectionCommand, Json) {
  const json found = object({"intersection", "a.obj", "a.obj", "--pose", "1 1 1", "--json"});
  EXPECT_EQ(found["length"], 6.0);
  EXPECT_EQ(found["area"], 6.0);
  EXPECT_EQ(found["volume"], 1.0);
  EXPECT_EQ(found["status"], "exact");
  ASSERT_EQ(found["curves"].size(), 1u);
  EXPECT_EQ(found["curves"][0]["closed"], true);
  EXPECT_EQ(found["curves"][0]["length"], 6.0);
  EXPECT_GE(found["curves"][0]["points"].size(), 6u);
  scratch_.write("floor.obj", "v -9 -9 0\nv 9 -9 0\nv 0 9 0\nf 1 2 3\n");
  const json open = object({"intersection", "a.obj", "floor.obj", "--json"});
  EXPECT_EQ(open["length"], 8.0);
  EXPECT_FALSE(open.contains("volume"));
  EXPECT_FALSE(open.contains("area"));
}

TEST_F(IntersectionCommand, WritesCurvesAndSolids) {
  for (const char* name : {"solid.stl", "solid.ply", "solid.off", "solid.tris", "both.obj"}) {
    expect_text({"intersection", "a.obj", "a.obj", "--pose", "1 1 1.5", "-o", name},
                "1 curve, length 5; common volume 0.5, area 4\n");
    const Mass written = mass(read_mesh(scratch_ / name).value());
    EXPECT_DOUBLE_EQ(written.volume, 0.5) << name;
    EXPECT_DOUBLE_EQ(written.area, 4) << name;
  }
  // The polylines of the file have the length that was reported.
  std::istringstream lines(testing::content(scratch_ / "both.obj"));
  std::vector<Vec3d> points;
  double sum = 0;
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string kind;
    words >> kind;
    if (Vec3d p; kind == "v" && words >> p.x >> p.y >> p.z) points.push_back(p);
    std::size_t last = 0;
    for (std::size_t at; kind == "l" && words >> at; last = at)
      if (last) sum += length(points[at - 1] - points[last - 1]);
  }
  EXPECT_DOUBLE_EQ(sum, 5);
  scratch_.write("floor.obj", "v -9 -9 0\nv 9 -9 0\nv 0 9 0\nf 1 2 3\n");
  EXPECT_EQ(run({"intersection", "a.obj", "floor.obj", "-o", "curves.obj"}).status, 0);
  EXPECT_NE(testing::content(scratch_ / "curves.obj").find("\nl 1 2"), std::string::npos);
}

TEST_F(IntersectionCommand, Refuses) {
  scratch_.write("floor.obj", "v -9 -9 0\nv 9 -9 0\nv 0 9 0\nf 1 2 3\n");
  scratch_.write("poses.txt", "1 1 1\n5 0 0\n");
  expect_complaint({"intersection", "a.obj", "floor.obj", "-o", "solid.stl"},
                   "solid.stl: there is no solid to write, a mesh is not closed; .obj takes the curves");
  expect_complaint({"intersection", "a.obj", "b.ply", "-o", "b.ply"}, "b.ply: is one of the models");
  expect_complaint({"intersection", "a.obj", "b.ply", "-o", "solid.dwg"},
                   "--output: the name must end in .obj or .stl or .ply or .off or .tris, and \"solid.dwg\" does not");
  expect_complaint({"intersection", "a.obj", "b.ply", "--poses", "poses.txt", "-o", "solid.stl"},
                   "--output: takes one result; give one pose");
  expect_complaint({"intersection", "a.obj", "sphere:1"},
                   "sphere:1: is a shape; the intersection is computed of two meshes");
}

}  // namespace intersection_test
}  // namespace apart
