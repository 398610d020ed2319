// Conversions to and from Eigen.
#include <apart/base/random.hpp>
#include <apart/eigen.hpp>

#include "tests/support.hpp"

namespace apart {
namespace eigen_test {

TEST(Eigen, VectorsAndMatricesGoThereAndBack) {
  Random random(1);
  const Vec3d v = random.in_box(1);
  const Mat3d m = random.rotation();
  EXPECT_EQ(from_eigen(to_eigen(v)), v);
  EXPECT_EQ(from_eigen(to_eigen(m)), m);
  EXPECT_LT(length(from_eigen(to_eigen(m) * to_eigen(v)) - m * v), 1e-15);  // an expression, and the same meaning
  EXPECT_EQ(from_eigen(Eigen::Vector3f(1, 2, 3)), (Vec3f{1, 2, 3}));
  const Eigen::Matrix<double, 3, 3, Eigen::RowMajor> rows = to_eigen(m);
  EXPECT_EQ(from_eigen(rows), m);
}

TEST(Eigen, PosesMeanTheSameMotion) {
  Random random(2);
  for (int i = 0; i < 100; ++i) {
    const Pose a = random.pose(10), b = random.pose(10);
    const Vec3d p = random.in_box(5);
    const Eigen::Isometry3d ea = to_eigen(a), eb = to_eigen(b);
    EXPECT_LT(length(from_eigen((ea * to_eigen(p)).eval()) - a * p), 1e-13);
    const Pose product = from_eigen(ea * eb).value();
    EXPECT_LT(length(product * p - a * (b * p)), 1e-13);
    const Pose back = from_eigen(ea.inverse()).value();
    EXPECT_LT(length(back * (a * p) - p), 1e-13);
    EXPECT_TRUE(from_eigen(Eigen::Affine3d(ea)));
  }
}

TEST(Eigen, PosesFromMatricesQuaternionsAndAxes) {
  Random random(4);
  for (int i = 0; i < 100; ++i) {
    const Eigen::AngleAxisd turn(random.uniform(-7, 7), to_eigen(random.direction()));
    const Eigen::Vector3d at = to_eigen(random.in_box(5)), p = to_eigen(random.in_box(5));
    const Eigen::Isometry3d truth = Eigen::Translation3d(at) * turn;
    const Eigen::Matrix<double, 4, 4, Eigen::RowMajor> rows = truth.matrix();
    for (const Result<Pose>& pose :
         {from_eigen(turn, at), from_eigen(Eigen::Quaterniond(turn), at), from_eigen(truth.matrix()), from_eigen(rows),
          from_eigen(Eigen::Quaterniond(3 * Eigen::Quaterniond(turn).coeffs()), at)}) {
      ASSERT_TRUE(pose) << pose.error();
      EXPECT_LT(length(*pose * from_eigen(p) - from_eigen((truth * p).eval())), 1e-13);
    }
  }
  EXPECT_FALSE(from_eigen(Eigen::Quaterniond(0, 0, 0, 0), Eigen::Vector3d(0, 0, 0)));
  EXPECT_FALSE(from_eigen(Eigen::AngleAxisd(1, Eigen::Vector3d(0, 0, 0)), Eigen::Vector3d(0, 0, 0)));
  Eigen::Matrix4d projective = Eigen::Matrix4d::Identity();
  projective(3, 0) = 0.5;
  EXPECT_FALSE(from_eigen(projective));
}

TEST(Eigen, WhatIsNotRigidIsRefused) {
  Eigen::Isometry3d stretched = Eigen::Isometry3d::Identity();
  EXPECT_TRUE(from_eigen(stretched));
  stretched.linear()(0, 0) = 1.01;
  EXPECT_FALSE(from_eigen(stretched));
  Eigen::Affine3d scaled_up = Eigen::Affine3d::Identity();
  scaled_up.scale(2);
  EXPECT_FALSE(from_eigen(scaled_up));
  Eigen::Affine3d mirrored = Eigen::Affine3d::Identity();
  mirrored.scale(Eigen::Vector3d(1, 1, -1));
  EXPECT_FALSE(from_eigen(mirrored));
  Eigen::Isometry3d lost = Eigen::Isometry3d::Identity();
  lost.translation().x() = std::nan("");
  EXPECT_FALSE(from_eigen(lost));
}

TEST(Eigen, MeshesAreCopiedFromAnyMatrices) {
  Eigen::MatrixXd vertices(4, 3);
  vertices << 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1;
  Eigen::MatrixXi faces(2, 3);
  faces << 0, 1, 2, 0, 2, 3;
  const Mesh mesh = mesh_from_eigen(vertices, faces).value();
  ASSERT_EQ(mesh.size(), 2u);
  vertices.setZero();  // a copy does not mind
  EXPECT_EQ(mesh.triangle(1), (Triangle{{0, 0, 0}, {0, 1, 0}, {0, 0, 1}}));
  EXPECT_EQ(mesh_from_eigen(vertices.cast<float>(), faces.cast<long>())->size(), 2u);

  faces(1, 2) = 4;
  EXPECT_EQ(mesh_from_eigen(vertices, faces).error(), "triangle 1 names vertex 4 of 4");
  faces(1, 2) = -1;
  EXPECT_EQ(mesh_from_eigen(vertices, faces).error(), "triangle 1 names vertex -1 of 4");
  Eigen::Matrix<std::int64_t, Eigen::Dynamic, 3> far(1, 3);
  far << 0, 1, std::int64_t(1) << 32;
  EXPECT_FALSE(mesh_from_eigen(vertices, far));
  EXPECT_FALSE(mesh_from_eigen(Eigen::MatrixXd(4, 2), faces));
  EXPECT_FALSE(mesh_from_eigen(vertices, Eigen::MatrixXi(1, 4)));
  vertices(2, 1) = HUGE_VAL;
  EXPECT_FALSE(mesh_from_eigen(vertices, Eigen::MatrixXi(0, 3)));
}

TEST(Eigen, MeshesAreBorrowedWithoutACopy) {
  EigenVertices vertices(3, 3);
  vertices << 0, 0, 0, 1, 0, 0, 0, 1, 0;
  EigenFaces faces(1, 3);
  faces << 0, 1, 2;
  const Mesh mesh = borrow_from_eigen(vertices, faces).value();
  EXPECT_EQ(static_cast<const void*>(mesh.vertices().data()), static_cast<const void*>(vertices.data()));
  EXPECT_EQ(mesh.triangle(0), (Triangle{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}));
  faces(0, 0) = 3;
  EXPECT_FALSE(borrow_from_eigen(vertices, faces));
}

}  // namespace eigen_test
}  // namespace apart
