// A box turned to fit its content.
#pragma once
#include <apart/shapes/moments.hpp>
#include <apart/volumes/volume.hpp>

namespace apart {

template <class T>
struct Obb {
  using Scalar = T;
  Mat3<T> axes{};  // rows; a point p of the content has |axes · (p − centre)| ≤ half
  Vec3<T> centre{}, half{};
};
static_assert(sizeof(Obb<float>) == 60);

// Along the principal axes of the triangles' area (Gottschalk 2000, chapter 3).
template <class T>
struct Fit<Obb<T>> {
  static Obb<T> of(std::span<const Triangled> triangles) {
    if (triangles.empty()) return {};
    Obb<T> box;
    box.axes = cast<T>(principal_axes(triangles));
    const Mat3d axes = cast<double>(box.axes);  // the rounded axes are the box's; sizes are measured along them
    Vec3d low = axes * triangles[0].a, high = low;
    double size = 0;
    for (const Triangled& t : triangles)
      for (int i = 0; i < 3; ++i) {
        const Vec3d p = axes * t[i];
        low = lesser(low, p), high = larger(high, p);
        size = larger(size, largest(abs(t[i])));
      }
    box.centre = cast<T>(transposed_times(axes, 0.5 * (low + high)));
    const Vec3d c = axes * cast<double>(box.centre);
    const double error = 16 * kUnit<double> * size;  // of the projections above
    const auto out = [&](int i) { return round_above<T>(larger(high[i] - c[i], c[i] - low[i]) + error); };
    box.half = {out(0), out(1), out(2)};
    return box;
  }
};

// B's box in A's axes: what all the tests of two boxes start from.
template <class T>
struct ObbPair {
  Vec3<T> shift;  // from A's centre to B's, along A's axes
  Mat3<T> turn;   // turn(i, j): A's axis i · B's axis j
  Mat3<T> sizes;  // its absolute values, with a guard for what rounding did to them
  T error;        // what may be added to any |projection of shift|

  ObbPair(const Obb<T>& a, const Placement<T>& at, const Obb<T>& b) {
    constexpr T guard = 16 * kUnit<T>;
    shift = a.axes * (at.rotation * b.centre + at.translation - a.centre);
    turn = a.axes * (at.rotation * transposed(b.axes));
    sizes = abs(turn);
    for (auto& row : sizes.rows) row += Vec3<T>{guard, guard, guard};
    error = at.slack + 2 * guard * (largest(abs(shift)) + largest(a.half) + largest(b.half));
  }
};

// Separating axes: three faces of A, three of B, nine pairs of edges. Edges that are nearly parallel give an axis of
// nearly no length, where both sides of the comparison are rounding noise; the error term keeps "disjoint" honest.
template <class T>
bool overlap(const Obb<T>& a, const Placement<T>& at, const Obb<T>& b) {
  const ObbPair<T> p(a, at, b);
  using std::abs;
  for (int i = 0; i < 3; ++i)
    if (abs(p.shift[i]) > a.half[i] + dot(p.sizes.rows[i], b.half) + p.error) return false;
  for (int j = 0; j < 3; ++j)
    if (abs(dot(p.shift, p.turn.column(j))) > b.half[j] + dot(p.sizes.column(j), a.half) + p.error) return false;
  for (int i = 0; i < 3; ++i) {
    const int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
    for (int j = 0; j < 3; ++j) {
      const int j1 = (j + 1) % 3, j2 = (j + 2) % 3;
      const T distance = abs(p.shift[i2] * p.turn(i1, j) - p.shift[i1] * p.turn(i2, j));
      const T size_a = a.half[i1] * p.sizes(i2, j) + a.half[i2] * p.sizes(i1, j);
      const T size_b = b.half[j1] * p.sizes(i, j2) + b.half[j2] * p.sizes(i, j1);
      if (distance > size_a + size_b + p.error) return false;
    }
  }
  return true;
}

// Each box wrapped along the other's axes; the distance of box and wrapping is exact, and below that of the boxes.
template <class T>
T gap(const Obb<T>& a, const Placement<T>& at, const Obb<T>& b) {
  const ObbPair<T> p(a, at, b);
  const Vec3<T> zero{}, errors{p.error, p.error, p.error};
  const Vec3<T> along_a = abs(p.shift) - (a.half + p.sizes * b.half + errors);
  const Vec3<T> along_b =
      abs(transposed_times(p.turn, p.shift)) - (b.half + transposed_times(p.sizes, a.half) + errors);
  return (1 - 16 * kUnit<T>)*larger(length(larger(along_a, zero)), length(larger(along_b, zero)));
}

template <class T>
T diameter(const Obb<T>& v) {
  return 2 * length(v.half);
}

template <class T>
bool contains(const Obb<T>& v, Vec3d p) {
  const Vec3d d = abs(cast<double>(v.axes) * (p - cast<double>(v.centre))), h = cast<double>(v.half);
  return d.x <= h.x && d.y <= h.y && d.z <= h.z;
}

}  // namespace apart
