// The directions of k-dops, and the decomposition of any direction into them.
//
//  6  the coordinate axes: a box          14  axes and corners           8, 12, 20: without the axes
//  8  corners of the cube                 18  axes and edges             16: 18 without (0, 1, −1)
// 12  edges of the cube                   20  corners and edges          24: 26 without (1, 1, 1)
// 26  axes, edges and corners
//
// Ericson, section 4.6.2, has all but 16 and 24; those two are as in other libraries.
#pragma once
#include <apart/base/mat3.hpp>
#include <array>
#include <limits>
#include <vector>

namespace apart::volumes {

// One of each pair of opposite normals, from {−1, 0, 1}³: perpendicular ones next to each other, so that tests with
// early-out soon see something new.
template <int K>
constexpr auto kdop_normals() {
  static_assert(K == 6 || K == 8 || K == 12 || K == 14 || K == 16 || K == 18 || K == 20 || K == 24 || K == 26);
  constexpr bool axes = K != 8 && K != 12 && K != 20;
  constexpr bool edges = K == 12 || K >= 16, corners = K == 8 || K == 14 || K >= 20;
  std::array<Vec3d, K / 2> out{};
  std::size_t n = 0;
  const auto add = [&](Vec3d v) { out[n++] = v; };
  if (axes) add({1, 0, 0}), add({0, 1, 0}), add({0, 0, 1});
  if (edges) {
    add({1, 1, 0}), add({1, -1, 0}), add({1, 0, 1}), add({1, 0, -1}), add({0, 1, 1});
    if (K != 16) add({0, 1, -1});
  }
  if (corners) {
    if (K != 24) add({1, 1, 1});
    add({1, 1, -1}), add({1, -1, 1}), add({-1, 1, 1});
  }
  return out;
}

template <int K>
inline constexpr auto kKdopNormals = kdop_normals<K>();

// Lengths of the normals and their reciprocals, by the number of non-zero coordinates.
constexpr double kdop_length(Vec3d normal) {
  constexpr double roots[] = {0, 1, 1.4142135623730951, 1.7320508075688772};
  return roots[int(dot(normal, normal))];
}

// A direction as a weighted sum of three normals. It bounds the extent of a k-dop along the direction, whatever the
// weights' signs; the smaller the sum of weights, the tighter.
struct NormalSum {
  int normal[3];
  double weight[3];
};

// The hull of the unit normals: the three corners of the face that a direction intersects are the best normals for its
// bound. One of each pair of opposite faces.
template <int K>
class NormalHull {
 public:
  static const NormalHull& get() {
    static const NormalHull hull;
    return hull;
  }

  NormalSum sum_for(Vec3d direction) const {
    NormalSum best{};
    double least = std::numeric_limits<double>::infinity();
    for (const Face& f : faces_) {
      const Vec3d w = f.inverse * direction, a = abs(w);
      if (!(a.x + a.y + a.z < least)) continue;  // minimal if all have one sign: in the face itself
      least = a.x + a.y + a.z;
      best = {{f.normal[0], f.normal[1], f.normal[2]}, {w.x * f.scale.x, w.y * f.scale.y, w.z * f.scale.z}};
    }
    return best;
  }

 private:
  struct Face {
    int normal[3];
    Mat3d inverse;  // of the corners as columns
    Vec3d scale;    // from corners to normals: signs and lengths
  };

  NormalHull() {
    constexpr int n = K / 2;
    const auto inverse_length = [](int i) { return 1 / kdop_length(kKdopNormals<K>[std::size_t(i)]); };
    const auto unit = [&](int i) { return inverse_length(i) * kKdopNormals<K>[std::size_t(i)]; };
    for (int i = 0; i < n; ++i)
      for (int j = i + 1; j < n; ++j)
        for (int k = j + 1; k < n; ++k)
          for (int signs = 0; signs < 4; ++signs) {
            const double sj = signs & 1 ? -1 : 1, sk = signs & 2 ? -1 : 1;
            const Vec3d a = unit(i), b = sj * unit(j), c = sk * unit(k), across = cross(b - a, c - a);
            const double det = dot(a, cross(b, c));
            if (std::abs(det) < 1e-9) continue;
            bool outermost = true;
            for (int m = 0; m < n; ++m)
              outermost = outermost && std::abs(dot(across, unit(m))) <= std::abs(dot(across, a)) + 1e-9;
            if (!outermost) continue;
            faces_.push_back({{i, j, k},
                              {{cross(b, c) / det, cross(c, a) / det, cross(a, b) / det}},
                              {inverse_length(i), sj * inverse_length(j), sk * inverse_length(k)}});
          }
  }

  std::vector<Face> faces_;
};

}  // namespace apart::volumes
