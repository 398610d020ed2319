// The cells of a grid over a mesh, and which of them a triangle touches.
#pragma once
#include <apart/base/bounds.hpp>
#include <apart/shapes/mesh.hpp>

namespace apart::queries {

struct GridCells {
  Vec3d low, high;     // of the mesh
  Vec3d scale, width;  // cells per length, and the inverse; both 0 along an axis on which the mesh has no size
  int count[3] = {1, 1, 1};

  // About four cells a triangle; fewer where triangles are so large that visiting their cells would take long.
  explicit GridCells(const Mesh& mesh);

  // The cells of a coordinate are numbered by a function that is monotonic in spite of rounding: a triangle touches
  // those from its lowest coordinate's to its highest's, and no others.
  int cell(int axis, double x) const {
    return static_cast<int>(lesser(larger((x - low[axis]) * scale[axis], 0.0), double(count[axis] - 1)));
  }
  double middle(int axis, int cell) const { return low[axis] + (cell + 0.5) * width[axis]; }
  Vec3d middle(const int (&at)[3]) const { return {middle(0, at[0]), middle(1, at[1]), middle(2, at[2])}; }
  std::size_t index(int x, int y, int z) const {
    return (static_cast<std::size_t>(z) * static_cast<std::size_t>(count[1]) + static_cast<std::size_t>(y)) *
               static_cast<std::size_t>(count[0]) +
           static_cast<std::size_t>(x);
  }
  std::size_t size() const { return index(0, 0, count[2]); }
  bool outside(Vec3d p) const {
    return p.x < low.x || p.y < low.y || p.z < low.z || p.x > high.x || p.y > high.y || p.z > high.z;
  }
  // Far above the rounding of the places of cells and of what is computed with them.
  double margin() const { return 1e-9 * largest(high - low) + 1e-14 * largest(larger(abs(low), abs(high))); }

  // A triangle's plane, where it is known well.
  struct Plane {
    bool known;
    Vec3d normal;  // of length 1
  };
  static Plane plane(const Triangle& t) {
    const Vec3d area = cross(t.b - t.a, t.c - t.a);
    const double squared = squared_length(area);
    const bool known = squared > 1e-8 * squared_length(t.b - t.a) * squared_length(t.c - t.a);
    return {known, known ? area / std::sqrt(squared) : Vec3d{}};
  }
  // Calls f(x, y, z) for all cells that the triangle may touch. Of many, only those near its plane.
  template <class F>
  void for_each_touched(const Triangle& t, F f) const {
    int from[3], to[3];
    for (int k = 0; k < 3; ++k) {
      from[k] = cell(k, lesser(lesser(t.a[k], t.b[k]), t.c[k]));
      to[k] = cell(k, larger(larger(t.a[k], t.b[k]), t.c[k]));
    }
    const bool many = (to[0] - from[0] + 1) * (to[1] - from[1] + 1) * (to[2] - from[2] + 1) > 27;
    Plane of{};
    double reach = 0;
    if (many) {
      of = plane(t);
      const Vec3d n = abs(of.normal), half = 0.5 * width;
      reach = dot(n, half) + margin() * (n.x + n.y + n.z);
    }
    for (int z = from[2]; z <= to[2]; ++z)
      for (int y = from[1]; y <= to[1]; ++y)
        for (int x = from[0]; x <= to[0]; ++x)
          if (!of.known || std::abs(dot(of.normal, middle({x, y, z}) - t.a)) <= (1 + 1e-6) * reach) f(x, y, z);
  }
};

}  // namespace apart::queries
