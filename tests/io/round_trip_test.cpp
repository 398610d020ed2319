// Meshes written and read back, in every format.
#include "tests/io/support.hpp"

namespace apart {
namespace round_trip_test {

using testing::expect_same;
using testing::expect_same_triangles;
using testing::random_mesh;
using testing::Scratch;

TEST(RoundTrip, IndexedFormatsKeepEveryBitAndTheOrder) {
  const Scratch scratch;
  for (const char* name : {"a.obj", "a.ply", "a.off"})
    for (u64 seed = 1; seed <= 20; ++seed) {
      const Mesh mesh = random_mesh(seed, 100, 300);
      ASSERT_TRUE(write_mesh(scratch / name, mesh));
      const Result<Mesh> again = read_mesh(scratch / name);
      ASSERT_TRUE(again) << again.error();
      expect_same(*again, mesh);
    }
}

TEST(RoundTrip, SoupKeepsEveryBit) {
  const Scratch scratch;
  for (u64 seed = 1; seed <= 20; ++seed) {
    const Mesh mesh = random_mesh(seed, 100, 300);
    ASSERT_TRUE(write_mesh(scratch / "a.tris", mesh));
    const Result<Mesh> again = read_mesh(scratch / "a.tris");
    ASSERT_TRUE(again) << again.error();
    expect_same_triangles(*again, mesh);
  }
}

TEST(RoundTrip, StlKeepsSinglePrecision) {
  const Scratch scratch;
  Random random(1);
  std::vector<Vec3d> vertices;
  for (int i = 0; i < 100; ++i) vertices.push_back(cast<double>(cast<float>(random.in_box(1000))));
  std::vector<Face> faces;
  for (int i = 0; i < 300; ++i) faces.push_back({random.below(100), random.below(100), random.below(100)});
  const Mesh mesh = Mesh::make(vertices, faces).value();
  EXPECT_EQ(write_mesh(scratch / "a.stl", mesh).value(), 84u + 50u * 300u);
  const Mesh again = read_mesh(scratch / "a.stl").value();
  expect_same_triangles(again, mesh);
  EXPECT_LE(again.vertices().size(), 100u);  // corners of the same position became one vertex
}

TEST(RoundTrip, FarFromTheOriginKeepsItsMillimetres) {
  const Mesh mesh = Mesh::make({{1e6 + 0.001, 0, 0}, {1e6 + 0.002, 1, 0}, {1e6, 0, 1}}, {{0, 1, 2}}).value();
  const Scratch scratch;
  for (const char* name : {"a.obj", "a.ply", "a.off", "a.tris"}) {
    ASSERT_TRUE(write_mesh(scratch / name, mesh));
    expect_same(read_mesh(scratch / name).value(), mesh);
  }
  expect_same(testing::parse("a.obj", "v 1000000.001 0 0\nv 1000000.002 1 0\nv 1000000 0 1\nf 1 2 3").value(), mesh);
}

TEST(RoundTrip, WritingSaysWhyNot) {
  const Scratch scratch;
  const Mesh mesh = Mesh::make({{0, 0, 0}, {1e39, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}).value();
  const auto complaint = [&](const char* name) {
    const std::string said = write_mesh(scratch / name, mesh).error();
    return said.substr(said.find(name));
  };
  EXPECT_EQ(complaint("a.xyz"), "a.xyz: unknown extension; can write obj, stl, ply, off, tris");
  EXPECT_EQ(complaint("a.stl"), "a.stl: triangle 1 is too large for the single precision of STL");
  EXPECT_EQ(complaint("no/a.obj"), "no/a.obj: No such file or directory");
}

TEST(RealModels, HaveAsManyTrianglesAsTheySay) {
  APART_NEEDS_MODELS();
  for (const auto& [name, triangles] : {std::pair{"bunny.obj", 69'451u},
                                        {"rocker-arm.obj", 20'088u},
                                        {"fandisk.obj", 12'946u},
                                        {"torus1.tris", 1'332u},
                                        {"torus2.tris", 3'240u}}) {
    const Result<Mesh> mesh = read_mesh(testing::models() / name);
    ASSERT_TRUE(mesh) << mesh.error();
    EXPECT_EQ(mesh->size(), triangles) << name;
    const std::vector<Body> bodies = read_bodies(testing::models() / name).value();
    ASSERT_EQ(bodies.size(), 1u);
    EXPECT_EQ(bodies[0].name, std::filesystem::path(name).stem());
  }
}

}  // namespace round_trip_test
}  // namespace apart
