// The principal axes of several sets of triangles at once, one set per lane, from moments that are merged bottom-up.
#pragma once
#include <apart/base/mat3.hpp>
#include <apart/shapes/mesh/moments.hpp>

namespace apart::hierarchy {

// The covariance of area about its own mean: without cancellation, however small the content and however far from the
// origin.
struct CentralMoments {
  double area = 0;
  Vec3d mean{};
  double xx = 0, yy = 0, zz = 0, xy = 0, xz = 0, yz = 0;

  static CentralMoments of(const Moments& m, Vec3d origin) {
    if (!(m.area > 0)) return {};
    const Vec3d c = m.mean();
    return {m.area,
            origin + c,
            m.xx - m.first.x * c.x,
            m.yy - m.first.y * c.y,
            m.zz - m.first.z * c.z,
            m.xy - m.first.x * c.y,
            m.xz - m.first.x * c.z,
            m.yz - m.first.y * c.z};
  }

  // Of the union of both.
  void add(const CentralMoments& m) {
    const double both = area + m.area;
    if (!(both > 0)) return;
    const Vec3d d = m.mean - mean;
    const double share = m.area / both, weight = area * share;
    mean += share * d;
    area = both;
    xx += m.xx + weight * d.x * d.x, yy += m.yy + weight * d.y * d.y, zz += m.zz + weight * d.z * d.z;
    xy += m.xy + weight * d.x * d.y, xz += m.xz + weight * d.x * d.z, yz += m.yz + weight * d.y * d.z;
  }
};

// Triangles without area contribute their vertices, as long as all are such.
struct NodeSpread {
  CentralMoments area, points;

  void add(const NodeSpread& s) { area.add(s.area), points.add(s.points); }
  const CentralMoments& counted() const { return area.area > 0 ? area : points; }
};

// The axes of each set, in floats; the coordinate axes for one without extent.
void principal_axes(std::span<const NodeSpread> sets, std::span<Mat3f> axes);

}  // namespace apart::hierarchy
