// Moments of triangles, segments and points: total, mean and covariance. Those of two sets add up to those of their
// union.
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
// Of a segment and of a point, with length and number in place of area (Gottschalk 2000, sections 3.4.1 and 3.4.2).
Moments moments(Vec3d from, Vec3d to);
Moments moments(Vec3d point);

// The principal axes, by ascending spread, as the rows of an orthonormal matrix. For triangles without area, of their
// vertices; a single point gives the coordinate axes.
Mat3d principal_axes(std::span<const Triangle> triangles);
Mat3d principal_axes(std::span<const Vec3d> points);
Mat3d principal_axes(const Moments& m);

}  // namespace apart
