// Meshes: validation, sharing, parts.
#include <apart/base/random.hpp>
#include <apart/shapes/mesh.hpp>
#include <limits>

#include "tests/support.hpp"

namespace apart {
namespace mesh_test {

const std::vector<Vec3d> kCorners = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
const std::vector<Face> kFaces = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};

TEST(Mesh, KeepsWhatItIsGiven) {
  const Mesh mesh = Mesh::make(kCorners, kFaces).value();
  EXPECT_EQ(mesh.size(), 4u);
  EXPECT_EQ(mesh.triangle(3), (Triangle{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}));
  EXPECT_TRUE(Mesh().empty());
  EXPECT_TRUE(Mesh::make({}, {}).value().empty());
  EXPECT_TRUE(Mesh::make(kCorners, {}).value().empty());
}

TEST(Mesh, KeepsDegenerateAndDuplicateTriangles) {
  const Mesh mesh = Mesh::make(kCorners, {{0, 0, 0}, {0, 1, 0}, {0, 1, 2}, {0, 1, 2}}).value();
  EXPECT_EQ(mesh.size(), 4u);
}

TEST(Mesh, CopiesShareTheArraysAndOutliveTheFirst) {
  Mesh copy;
  {
    const Mesh mesh = Mesh::make(kCorners, kFaces).value();
    copy = mesh;
    EXPECT_EQ(copy.vertices().data(), mesh.vertices().data());
  }
  EXPECT_EQ(copy.triangle(1).c, (Vec3d{0, 0, 1}));
}

TEST(Mesh, BorrowsTheCallersArrays) {
  std::vector<Vec3d> vertices = kCorners;
  const Mesh mesh = Mesh::borrow(vertices, kFaces).value();
  EXPECT_EQ(mesh.vertices().data(), vertices.data());
  EXPECT_EQ(mesh.faces().data(), kFaces.data());
  const Mesh copy = mesh;
  EXPECT_EQ(copy.vertices().data(), vertices.data());
}

TEST(Mesh, RefusesBadArraysAndSaysWhere) {
  for (double bad : {std::nan(""), std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()})
    for (int axis = 0; axis < 3; ++axis) {
      std::vector<Vec3d> vertices = kCorners;
      vertices[2][axis] = bad;
      EXPECT_EQ(Mesh::make(vertices, kFaces).error(), "vertex 2 is not finite");
      EXPECT_EQ(Mesh::borrow(vertices, kFaces).error(), "vertex 2 is not finite");
    }
  for (u32 corner = 0; corner < 3; ++corner) {
    std::vector<Face> faces = kFaces;
    faces[1][corner] = 4;
    EXPECT_EQ(Mesh::make(kCorners, faces).error(), "triangle 1 names vertex 4 of 4");
    EXPECT_EQ(Mesh::borrow(kCorners, faces).error(), "triangle 1 names vertex 4 of 4");
  }
  EXPECT_FALSE(Mesh::make({}, {{0, 0, 0}}));
}

TEST(Mesh, PlacedScaledJoined) {
  const Mesh mesh = Mesh::make(kCorners, kFaces).value();
  const Pose pose = Random(5).pose(3);
  const Mesh moved = placed(mesh, pose), large = scaled(mesh, 3);
  for (u32 i = 0; i < 4; ++i) {
    EXPECT_EQ(moved.vertices()[i], pose * kCorners[i]);
    EXPECT_EQ(large.vertices()[i], 3.0 * kCorners[i]);
  }
  const Mesh both = joined(std::array{mesh, moved});
  ASSERT_EQ(both.size(), 8u);
  for (u32 i = 0; i < 4; ++i) {
    EXPECT_EQ(both.triangle(i), mesh.triangle(i));
    EXPECT_EQ(both.triangle(4 + i), moved.triangle(i));
  }
  EXPECT_TRUE(joined({}).empty());
}

}  // namespace mesh_test
}  // namespace apart
