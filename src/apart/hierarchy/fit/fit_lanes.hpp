// Fitting in SIMD lanes, compiled for each instruction set.
#pragma once
#include <apart/base/mat3.hpp>
#include <apart/volumes/obb.hpp>

namespace apart::hierarchy {

struct EightTriangles {
  alignas(64) double corner[3][3][8];  // vertex, coordinate, triangle
};

// Their areas, centroids, and covariances about those: xx, yy, zz, xy, xz, yz.
struct EightSpreads {
  alignas(64) double area[8], mean[3][8], covariance[6][8];
};

struct Extents {
  Vec3d low, high;

  void add(const Extents& e) { low = lesser(low, e.low), high = larger(high, e.high); }
};

// Sweeps of Jacobi's method for the axes of boxes: most matrices have converged to the last digit of a float, few to
// less than the last two.
inline constexpr int kAxesSweeps = 3;

// Roots and quotients of one matrix wait for each other, those of others go on meanwhile.
inline constexpr int kNodesAtOnce = 16;

struct FitLanes {
  void (*axes)(const double (&in)[6][kNodesAtOnce], double (&out)[9][kNodesAtOnce]);
  void (*spreads)(const EightTriangles& in, EightSpreads& out);
  void (*extents)(const Mat3f& axes, const double* x, const double* y, const double* z, u32 count, Extents& out);
  // The box of points with these extents and no coordinate larger than `reach`; of these points.
  void (*box_of)(const Mat3f& axes, const Extents& extents, double reach, Obb<float>& box);
  void (*box)(const Mat3f& axes, const double* x, const double* y, const double* z, u32 count, double reach,
              Obb<float>& box);
};

const FitLanes& fit_lanes();

}  // namespace apart::hierarchy
