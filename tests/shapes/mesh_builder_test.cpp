// Meshes built triangle by triangle and from strided arrays are those of Mesh::make.
#include <apart/shapes/mesh_builder.hpp>
#include <cmath>
#include <cstring>
#include <samples/generate.hpp>

#include "tests/support.hpp"

namespace apart {
namespace mesh_builder_test {

TEST(MeshBuilder, TrianglesOfAMesh) {
  for (const Mesh& mesh : {generate::sphere(1, 500), generate::torus(1, 0.3, 20, 10), Mesh{}}) {
    MeshBuilder builder;
    for (u32 i = 0; i < mesh.size(); ++i) {
      const Triangle t = mesh.triangle(i);
      builder.triangle(t.a, t.b, t.c);
    }
    EXPECT_EQ(builder.size(), mesh.size());
    const Mesh made = builder.finish().value();
    ASSERT_EQ(made.size(), mesh.size());
    EXPECT_EQ(made.vertices().size(), mesh.vertices().size());  // equal ones are shared, as they were
    for (u32 i = 0; i < mesh.size(); ++i)
      for (int k = 0; k < 3; ++k) ASSERT_EQ(made.triangle(i)[k], mesh.triangle(i)[k]);
    EXPECT_EQ(builder.size(), 0u);
    EXPECT_TRUE(builder.finish().value().empty());
  }
}

TEST(MeshBuilder, PartsPolygonsAndNumbers) {
  MeshBuilder builder;
  builder.next_part();  // nothing yet: no part
  const Vec3d square[] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {-0.0, 1, -0.0}};
  builder.polygon(square);
  EXPECT_EQ(builder.vertex({0, 1, 0}), builder.vertex(square[3]));  // −0 is 0
  builder.next_part();
  builder.next_part();
  builder.face(builder.vertex({0, 0, 1}), 0, 1);
  builder.next_part();
  const Mesh mesh = builder.finish().value();
  EXPECT_EQ(mesh.size(), 3u);
  EXPECT_EQ(mesh.parts(), 2u);
  EXPECT_EQ(mesh.part(1), 0u);
  EXPECT_EQ(mesh.part(2), 1u);
  EXPECT_EQ(mesh.vertices().size(), 5u);
  // What Mesh::make refuses.
  builder.face(0, 1, 2);
  EXPECT_FALSE(builder.finish().ok());
  builder.triangle({0, 0, 0}, {1, 0, 0}, {0, std::nan(""), 0});
  EXPECT_FALSE(builder.finish().ok());
  EXPECT_TRUE(builder.finish().ok());
}

TEST(VertexArray, FloatsDoublesAndStrides) {
  const Mesh mesh = generate::sphere(1, 300);
  const std::vector<Face> faces(mesh.faces().begin(), mesh.faces().end());
  struct [[gnu::packed]] Packed {
    char before;
    float xyz[3];
    double normal[2];
  };
  std::vector<Packed> packed;
  std::vector<double> plain;
  std::vector<float> floats;
  for (Vec3d p : mesh.vertices()) {
    packed.push_back({'x', {float(p.x), float(p.y), float(p.z)}, {0, 0}});
    plain.insert(plain.end(), {p.x, p.y, p.z});
    floats.insert(floats.end(), {float(p.x), float(p.y), float(p.z)});
  }
  const Mesh doubles = mesh_of(VertexArray::of(std::span<const double>(plain)), faces).value();
  const Mesh singles = mesh_of(VertexArray::of(std::span<const float>(floats)), faces).value();
  const Mesh strided = mesh_of({reinterpret_cast<const char*>(packed.data()) + offsetof(Packed, xyz), packed.size(),
                                VertexArray::Numbers::float32, sizeof(Packed)},
                               faces)
                           .value();
  for (std::size_t i = 0; i < mesh.vertices().size(); ++i) {
    const Vec3d p = mesh.vertices()[i];
    EXPECT_EQ(doubles.vertices()[i], p);
    EXPECT_EQ(singles.vertices()[i], (Vec3d{double(float(p.x)), double(float(p.y)), double(float(p.z))}));
    EXPECT_EQ(strided.vertices()[i], singles.vertices()[i]);
  }
  const double soup[] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
  EXPECT_EQ(mesh_of(VertexArray::of(soup)).value().size(), 1u);
  EXPECT_FALSE(mesh_of(VertexArray::of(std::span<const double>(soup).first(6))).ok());
  EXPECT_FALSE(mesh_of({soup, 1, VertexArray::Numbers::float64, 8}, {}).ok());
  EXPECT_TRUE(mesh_of(VertexArray{}).value().empty());
}

}  // namespace mesh_builder_test
}  // namespace apart
