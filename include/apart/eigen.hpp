// To and from the types of Eigen, for programs that use it: they find and link Eigen 3.4 themselves, the library does
// not.
#pragma once
#include <Eigen/Geometry>
#include <apart/base/pose.hpp>
#include <apart/shapes/mesh.hpp>
#include <string>
#include <utility>

namespace apart {

template <class T>
Eigen::Matrix<T, 3, 1> to_eigen(const Vec3<T>& v) {
  return {v.x, v.y, v.z};
}

template <class T>
Eigen::Matrix<T, 3, 3> to_eigen(const Mat3<T>& m) {
  Eigen::Matrix<T, 3, 3> result;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) result(i, j) = m(i, j);
  return result;
}

template <class T>
Eigen::Transform<T, 3, Eigen::Isometry> to_eigen(const BasicPose<T>& pose) {
  Eigen::Transform<T, 3, Eigen::Isometry> result;
  result.setIdentity();
  result.linear() = to_eigen(pose.rotation);
  result.translation() = to_eigen(pose.translation);
  return result;
}

// Any expression of three rows and one column becomes a Vec3, of three and three a Mat3, of four and four the pose of a
// homogeneous matrix, as a Result.
template <class Derived>
auto from_eigen(const Eigen::MatrixBase<Derived>& expression) {
  using T = typename Derived::Scalar;
  constexpr int rows = Derived::RowsAtCompileTime, columns = Derived::ColsAtCompileTime;
  static_assert((rows == 3 && (columns == 1 || columns == 3)) || (rows == 4 && columns == 4));
  const auto m = expression.eval();
  if constexpr (rows == 4) {
    std::array<T, 16> flat;
    for (int i = 0; i < 16; ++i) flat[static_cast<std::size_t>(i)] = m(i / 4, i % 4);
    return BasicPose<T>::from_matrix4(flat);
  } else if constexpr (columns == 1) {
    return Vec3<T>{m(0), m(1), m(2)};
  } else {
    return Mat3<T>{{{m(0, 0), m(0, 1), m(0, 2)}, {m(1, 0), m(1, 1), m(1, 2)}, {m(2, 0), m(2, 1), m(2, 2)}}};
  }
}

// Refuses what is not a rigid motion: Eigen takes the caller's word for it, even of an Isometry3d.
template <class T, int Mode, int Options>
Result<BasicPose<T>> from_eigen(const Eigen::Transform<T, 3, Mode, Options>& transform) {
  static_assert(Mode != int(Eigen::Projective), "a projection is not a motion");
  return BasicPose<T>::from_matrix(from_eigen(transform.linear()), from_eigen(transform.translation()));
}

// A quaternion of any length but zero, or an axis and an angle, and a translation.
template <class Quaternion, class Translation>
auto from_eigen(const Eigen::QuaternionBase<Quaternion>& q, const Eigen::MatrixBase<Translation>& translation) {
  return BasicPose<typename Quaternion::Scalar>::from_quaternion(q.w(), q.x(), q.y(), q.z(), from_eigen(translation));
}
template <class T, class Translation>
Result<BasicPose<T>> from_eigen(const Eigen::AngleAxis<T>& turn, const Eigen::MatrixBase<Translation>& translation) {
  return BasicPose<T>::from_axis_angle(from_eigen(turn.axis()), turn.angle(), from_eigen(translation));
}

// A row of each matrix is a vertex and a triangle, as libigl and others keep them.
template <class Vertices, class Faces>
Result<Mesh> mesh_from_eigen(const Eigen::MatrixBase<Vertices>& vertices, const Eigen::MatrixBase<Faces>& faces) {
  if (vertices.cols() != 3) return Error{"a matrix of vertices has " + std::to_string(vertices.cols()) + " columns"};
  if (faces.cols() != 3) return Error{"a matrix of triangles has " + std::to_string(faces.cols()) + " columns"};
  std::vector<Vec3d> points;
  points.reserve(static_cast<std::size_t>(vertices.rows()));
  for (Eigen::Index i = 0; i < vertices.rows(); ++i)
    points.push_back({static_cast<double>(vertices(i, 0)), static_cast<double>(vertices(i, 1)),
                      static_cast<double>(vertices(i, 2))});
  std::vector<Face> corners;
  corners.reserve(static_cast<std::size_t>(faces.rows()));
  for (Eigen::Index i = 0; i < faces.rows(); ++i) {
    Face face;
    for (int j = 0; j < 3; ++j) {
      // Checked before the cast to 32 bits, so that −1 and 2³² are not taken for vertices.
      const auto index = faces(i, j);
      if (!std::in_range<u32>(index) || static_cast<std::size_t>(index) >= points.size())
        return Error{"triangle " + std::to_string(i) + " names vertex " + std::to_string(index) + " of " +
                     std::to_string(points.size())};
      face[static_cast<std::size_t>(j)] = static_cast<u32>(index);
    }
    corners.push_back(face);
  }
  return Mesh::make(std::move(points), std::move(corners));
}

// The same without a copy, for matrices that lie in memory as a Mesh does. The caller keeps them alive and unchanged
// for as long as any copy of the mesh lives.
using EigenVertices = Eigen::Matrix<double, Eigen::Dynamic, 3, Eigen::RowMajor>;
using EigenFaces = Eigen::Matrix<u32, Eigen::Dynamic, 3, Eigen::RowMajor>;

inline Result<Mesh> borrow_from_eigen(const EigenVertices& vertices, const EigenFaces& faces) {
  static_assert(sizeof(Vec3d) == 3 * sizeof(double) && sizeof(Face) == 3 * sizeof(u32));
  return Mesh::borrow({reinterpret_cast<const Vec3d*>(vertices.data()), static_cast<std::size_t>(vertices.rows())},
                      {reinterpret_cast<const Face*>(faces.data()), static_cast<std::size_t>(faces.rows())});
}
// A temporary would be gone before the mesh is used.
Result<Mesh> borrow_from_eigen(EigenVertices&&, const EigenFaces&) = delete;
Result<Mesh> borrow_from_eigen(const EigenVertices&, EigenFaces&&) = delete;
Result<Mesh> borrow_from_eigen(EigenVertices&&, EigenFaces&&) = delete;

}  // namespace apart
