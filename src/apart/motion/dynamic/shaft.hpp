// Shaft culling (Haines 2000): the convex hull of a box at the two ends of its motion, as the box around both and the
// planes that join their edges. What is outside of one of them is not touched on the way.
#pragma once
#include <apart/base/bounds.hpp>
#include <initializer_list>

namespace apart::motion {

class Shaft {
 public:
  Shaft(const Bounds& from, const Bounds& to) : around_(from) {
    around_.add(to);
    // Along each pair of axes, where the two boxes' outlines are joined by a slanted edge: at the corner on which one
    // box is farther out along one axis and the other along the other.
    for (int k = 0; k < 3; ++k) {
      const int u = (k + 1) % 3, v = (k + 2) % 3;
      for (const int side_u : {0, 1})
        for (const int side_v : {0, 1}) {
          const auto out = [&](const Bounds& box, int axis, int side) {
            return side ? box.high[axis] : -box.low[axis];
          };
          const double du = out(to, u, side_u) - out(from, u, side_u), dv = out(to, v, side_v) - out(from, v, side_v);
          if (!(du * dv < 0)) continue;
          Plane& plane = planes_[count_++];
          plane.u = u, plane.v = v;
          // Outward, perpendicular to the edge between the two corners.
          plane.nu = (side_u ? 1 : -1) * std::abs(dv), plane.nv = (side_v ? 1 : -1) * std::abs(du);
          const auto at = [&](const Bounds& box) {
            return std::abs(dv) * out(box, u, side_u) + std::abs(du) * out(box, v, side_v);
          };
          const double size = larger(std::abs(at(from)), std::abs(at(to)));
          plane.offset = larger(at(from), at(to)) + 0x1p-50 * size;
        }
    }
  }

  // False: the box is certainly outside of the hull.
  bool may_meet(const Bounds& box) const {
    for (int i = 0; i < 3; ++i)
      if (box.low[i] > around_.high[i] || box.high[i] < around_.low[i]) return false;
    for (int k = 0; k < count_; ++k) {
      const Plane& p = planes_[k];
      // The corner of the box that is deepest inside of the plane.
      const double least =
          p.nu * (p.nu > 0 ? box.low[p.u] : box.high[p.u]) + p.nv * (p.nv > 0 ? box.low[p.v] : box.high[p.v]);
      if (least - 0x1p-50 * std::abs(least) > p.offset) return false;
    }
    return true;
  }
  int planes() const { return count_; }  // besides those of the box around both

 private:
  struct Plane {
    int u, v;
    double nu, nv, offset;
  };
  Bounds around_;
  Plane planes_[12];
  int count_ = 0;
};

}  // namespace apart::motion
