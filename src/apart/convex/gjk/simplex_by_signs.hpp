// The point of a simplex nearest to the origin, fast: by signs, which for a thin simplex may be wrong. The result is a
// point of the simplex to rounding, but perhaps not the nearest: see simplex.hpp for one that is.
#pragma once
#include <apart/base/vec3.hpp>
#include <limits>

namespace apart::convex {

struct QuickNearest {
  double weight[4] = {};  // the point is Σ weight · corner
  unsigned used = 0;      // a bit for each corner that it uses
  Vec3d point{};
  double squared = std::numeric_limits<double>::infinity();  // its squared distance; infinite if no part was found
};

// A new corner and up to three others, where all nearer points are known to need the new one. Sixth powers of
// coordinates must neither overflow nor underflow. Written with few data-dependent branches: they would dominate the
// time.
class QuickSimplex {
 public:
  QuickNearest nearest;

  // The others are 0, 1, 2, the new corner has their count as index.
  explicit QuickSimplex(const Vec3d& w) : w_(w) {}
  void solve() {
    last_ = 0;
    corner();
  }
  void solve(const Vec3d& a) {
    last_ = 1;
    other(0, a);
    side(0);
  }
  void solve(const Vec3d& a, const Vec3d& b) {
    last_ = 2;
    other(0, a), other(1, b);
    face(0, 1, cross(edge_[0], edge_[1]));
  }
  void solve(const Vec3d& a, const Vec3d& b, const Vec3d& c) {
    last_ = 3;
    other(0, a), other(1, b), other(2, c);
    solid();
  }

 private:
  void other(int i, const Vec3d& p) {
    edge_[i] = p - w_;
    along_[i] = -dot(w_, edge_[i]);
    square_[i] = squared_length(edge_[i]);
  }

  void take(unsigned used, const Vec3d& point, double squared) {
    nearest.weight[0] = nearest.weight[1] = nearest.weight[2] = nearest.weight[3] = 0;
    nearest.used = used, nearest.point = point, nearest.squared = squared;
  }

  void corner() {
    const double squared = squared_length(w_);
    if (!(squared < nearest.squared)) return;
    take(1u << last_, w_, squared);
    nearest.weight[last_] = 1;
  }

  void side(int i) {
    if (!(along_[i] > 0)) return corner();
    const double inverse = 1 / square_[i];
    double t = along_[i] * inverse;
    Vec3d p = w_ + t * edge_[i];
    // Once more relative to it: its direction is then perpendicular to the edge however near the origin is.
    const double more = -dot(p, edge_[i]) * inverse;
    t += more;
    p += more * edge_[i];
    const double squared = squared_length(p);
    if (!(t < 1 && squared < nearest.squared)) return;
    take(1u << i | 1u << last_, p, squared);
    nearest.weight[i] = t, nearest.weight[last_] = 1 - t;
  }

  // n is edge i × edge j.
  void face(int i, int j, const Vec3d& n) {
    const double nn = squared_length(n);
    if (!(nn > 1e-24 * square_[i] * square_[j])) {
      side(i);
      return side(j);
    }
    const Vec3d m = cross(w_, n);
    const double s = dot(m, edge_[j]), t = -dot(m, edge_[i]);
    if (s > 0 && t > 0) {
      const double rest = nn - s - t;
      if (!(rest > 0)) return;  // beyond the edge that lacks the new corner
      // Along the normal: perpendicular to the face however near the origin is.
      const double inverse = 1 / nn, height = dot(n, w_), squared = height * height * inverse;
      if (!(squared < nearest.squared)) return;
      take(1u << i | 1u << j | 1u << last_, height * inverse * n, squared);
      nearest.weight[i] = s * inverse, nearest.weight[j] = t * inverse, nearest.weight[last_] = rest * inverse;
    } else if (s <= 0 && along_[j] > 0) {
      side(j);
    } else if (t <= 0 && along_[i] > 0) {
      side(i);
    } else {
      corner();
    }
  }

  // The origin is inside only beyond the rounding error of volumes; a flat tetrahedron, as two skew edges form it, is
  // three triangles.
  void solid() {
    constexpr double clear = 64 * 0x1p-53, clear_squared = clear * clear;
    const Vec3d sides[3] = {cross(edge_[1], edge_[2]), cross(edge_[2], edge_[0]), cross(edge_[0], edge_[1])};
    const double whole = dot(edge_[0], sides[0]), ww = squared_length(w_);
    const double faces[3] = {square_[1] * square_[2], square_[2] * square_[0], square_[0] * square_[1]};
    const double part[3] = {-dot(w_, sides[0]), -dot(w_, sides[1]), -dot(w_, sides[2])};
    const double sign = whole * whole > clear_squared * square_[0] * faces[0] ? whole : 0;
    // Of the same sign, and clearly so.
    const auto out = [&](int i) {
      return static_cast<unsigned>(!((part[i] * sign > 0) & (part[i] * part[i] > clear_squared * ww * faces[i])));
    };
    switch (out(0) | out(1) << 1 | out(2) << 2) {
      case 0:
        break;
      case 1:
        return face(1, 2, sides[0]);
      case 2:
        return face(2, 0, sides[1]);
      case 3:
        face(1, 2, sides[0]);
        return face(2, 0, sides[1]);
      case 4:
        return face(0, 1, sides[2]);
      case 5:
        face(1, 2, sides[0]);
        return face(0, 1, sides[2]);
      case 6:
        face(2, 0, sides[1]);
        return face(0, 1, sides[2]);
      default:
        face(1, 2, sides[0]);
        face(2, 0, sides[1]);
        return face(0, 1, sides[2]);
    }
    const double rest = whole - part[0] - part[1] - part[2];
    const double error = square_[0] * faces[0] + ww * (faces[0] + faces[1] + faces[2]);
    if (!(rest * sign > 0 && rest * rest > 4 * clear_squared * error)) return;
    const double inverse = 1 / whole;
    double* const t = nearest.weight;
    for (int i = 0; i < 3; ++i) t[i] = part[i] * inverse;
    // The weights must give the origin, to rounding.
    for (int round = 0; round < 2; ++round) {
      const Vec3d p = w_ + t[0] * edge_[0] + t[1] * edge_[1] + t[2] * edge_[2];
      for (int i = 0; i < 3; ++i) t[i] -= dot(p, sides[i]) * inverse;
    }
    t[3] = 1 - t[0] - t[1] - t[2];
    nearest.used = 0xf, nearest.point = {}, nearest.squared = 0;
  }

  Vec3d w_;
  int last_ = 0;
  Vec3d edge_[3];  // from the new corner to the others
  double along_[3], square_[3];
};

// The same of one to four corners, the last of which is the new one. Compiled once, for callers that are compiled for
// one kind of machine.
QuickNearest nearest_by_signs(const Vec3d* corners, int count);

}  // namespace apart::convex
