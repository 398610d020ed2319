// apart decompose: its text, its JSON, what it writes, and what it refuses.
#include <apart/apart.hpp>

#include "tests/cli/program_fixture.hpp"

namespace apart {
namespace decompose_test {

using nlohmann::json;

class DecomposeCommand : public testing::Program {};

TEST_F(DecomposeCommand, TextAndJson) {
  expect_text({"decompose", "a.obj"}, "1 convex piece, 12 hull faces of 12 triangles, 0 added by the hulls\n");
  scratch_.write("roof.obj", "v 0 0 0\nv 1 0 0\nv 0 1 1\nv 0 -1 1\nf 1 2 3\nf 2 1 4\n");  // a valley
  for (const char* method : {"dfs", "bfs", "crest", "dfs-retract", "bfs-retract", "global"}) {
    const json found = object({"decompose", "roof.obj", "--method", method, "--json"});
    EXPECT_EQ(found["method"], method);
    EXPECT_EQ(found["pieces"], 2);
    EXPECT_EQ(found["hull_faces"], 4);
    EXPECT_EQ(found["added_faces"], 2);
    EXPECT_EQ(found["patches"], json::parse("[[0],[1]]"));
  }
}

TEST_F(DecomposeCommand, CsvOfStandardInput) {
  scratch_.write("roof.obj", "v 0 0 0\nv 1 0 0\nv 0 1 1\nv 0 -1 1\nf 1 2 3\nf 2 1 4\n");  // a valley
  const std::string rows = "triangle,patch,patch_triangles,hull_vertices,hull_faces\n0,0,1,3,2\n1,1,1,3,2\n";
  expect_text({"decompose", "roof.obj", "--csv"}, rows);
  EXPECT_EQ(shell("apart decompose - --csv < roof.obj").out, rows);
}

TEST_F(DecomposeCommand, WritesColouredMeshes) {
  scratch_.write("roof.obj", "v 0 0 0\nv 1 0 0\nv 0 1 1\nv 0 -1 1\nf 1 2 3\nf 2 1 4\n");
  EXPECT_EQ(run({"decompose", "roof.obj", "-o", "patches.ply"}).status, 0);
  EXPECT_EQ(read_mesh(scratch_ / "patches.ply").value().size(), 2u);
  EXPECT_EQ(run({"decompose", "roof.obj", "-o", "hulls.ply", "--hulls"}).status, 0);
  EXPECT_EQ(read_mesh(scratch_ / "hulls.ply").value().size(), 4u);
  EXPECT_NE(testing::content(scratch_ / "patches.ply").find("3 0 1 2 240 60 60\n3 1 0 3 "), std::string::npos);
  for (const bool hulls : {false, true}) {
    std::vector<std::string> words{"decompose", "roof.obj", "-o", "pieces.glb"};
    if (hulls) words.push_back("--hulls");
    EXPECT_EQ(run(words).status, 0);
    const std::string glb = testing::content(scratch_ / "pieces.glb");
    EXPECT_NE(glb.find("\"COLOR_0\":1"), std::string::npos);
    const Mesh mesh = read_mesh(scratch_ / "pieces.glb").value();
    EXPECT_EQ(mesh.size(), hulls ? 4u : 2u);
    EXPECT_EQ(mesh.triangle(0).b, (Vec3d{1, 0, 0}));
  }
}

TEST_F(DecomposeCommand, WritesAPage) {
  scratch_.write("roof.obj", "v 0 0 0\nv 1 0 0\nv 0 1 1\nv 0 -1 1\nf 1 2 3\nf 2 1 4\n");
  EXPECT_EQ(run({"decompose", "roof.obj", "--html", "roof.html"}).status, 0);
  const std::string page = testing::content(scratch_ / "roof.html");
  EXPECT_NE(page.find("\"name\":\"roof.obj\",\"method\":\"crest\",\"triangles\":2,\"pieces\":2"), std::string::npos);
}

TEST_F(DecomposeCommand, Refuses) {
  expect_complaint({"decompose", "a.obj", "--method", "best"},
                   "--method: no method is called \"best\" (dfs, bfs, crest, dfs-retract, bfs-retract, global)");
  expect_complaint({"decompose", "a.obj", "--method", "crst"},
                   "--method: no method is called \"crst\"; did you mean crest? (dfs, bfs, crest, dfs-retract, "
                   "bfs-retract, global)");
  expect_complaint({"decompose", "a.obj", "--csv", "--json"}, "--json and --csv: give one of them");
  expect_complaint({"decompose", "a.obj", "--hulls"}, "--hulls: needs -o FILE");
  expect_complaint({"decompose", "a.obj", "-o", "a.stl"},
                   "--output: the name must end in .ply or .glb, and \"a.stl\" does not");
  expect_complaint({"decompose", "a.obj", "--html", "a.obj"},
                   "--html: the name must end in .html or .htm, and \"a.obj\" does not");
  expect_complaint({"decompose", "b.ply", "-o", "b.ply"}, "b.ply: is the model");
}

}  // namespace decompose_test
}  // namespace apart
