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

  // Of the union of some; one(k) is the k-th.
  template <class One>
  static CentralMoments of_all(u32 count, One one) {
    CentralMoments out;
    for (u32 k = 0; k < count; ++k) out.area += one(k).area;
    if (!(out.area > 0)) return {};
    const Vec3d from = one(0).mean;  // near the content, to avoid cancellation
    Vec3d shift{};
    for (u32 k = 0; k < count; ++k) shift += one(k).area / out.area * (one(k).mean - from);
    out.mean = from + shift;
    for (u32 k = 0; k < count; ++k) {
      const CentralMoments& m = one(k);
      const Vec3d d = m.mean - out.mean;
      const double x = m.area * d.x, y = m.area * d.y;
      out.xx += m.xx + x * d.x, out.yy += m.yy + y * d.y, out.zz += m.zz + m.area * d.z * d.z;
      out.xy += m.xy + x * d.y, out.xz += m.xz + x * d.z, out.yz += m.yz + y * d.z;
    }
    return out;
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
