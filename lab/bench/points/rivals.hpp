// Nearest points and inside tests of other libraries, each compiled by itself.
#pragma once
#include <apart/shapes/mesh.hpp>
#include <functional>

namespace apart::lab {

struct PointRival {
  std::function<void(std::span<const Vec3d> points, std::span<double> distances)> closest;
  std::function<void(std::span<const Vec3d> points, std::span<char> inside)> inside;  // none: it has no such test
};

PointRival cgal_points(const Mesh& mesh);
PointRival embree_points(const Mesh& mesh);

}  // namespace apart::lab
