// Area moments of triangles: total, mean and covariance. Moments of two sets add up to those of their union.
// (Gottschalk 2000, section 3.4.3.)
#pragma once
#include <apart/shapes/triangle.hpp>
#include <span>

namespace apart {

struct Moments {
  double area = 0;
  Vec3d first{};                  // ∫ p dA
  double xx = 0, yy = 0, zz = 0;  // ∫ p pᵀ dA
  double xy = 0, xz = 0, yz = 0;

  Vec3d mean() const { return first / area; }
  Moments& operator+=(const Moments& m);
};

Moments moments(const Triangle& t);

// The principal axes, by ascending spread, as the rows of an orthonormal matrix. For triangles without area, of their
// vertices; a single point gives the coordinate axes.
Mat3d principal_axes(std::span<const Triangle> triangles);
Mat3d principal_axes(std::span<const Vec3d> points);
Mat3d principal_axes(const Moments& m);

}  // namespace apart
