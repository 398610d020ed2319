// Signs of several determinants of the same two triangles' corners, which are made integers once, when a sign is first
// in doubt.
#pragma once
#include <apart/shapes/triangle.hpp>
#include <apart/triangles/exact/orient.hpp>
#include <apart/triangles/exact/short_integers.hpp>
#include <optional>

namespace apart::triangles {

class CornerSigns {
 public:
  // s has the corners 0 to 2, t those from 3 on.
  CornerSigns(const Triangle& s, const Triangle& t) : at_{s.a, s.b, s.c, t.a, t.b, t.c} {}
  const Vec3d& operator[](int k) const { return at_[k]; }

  // orient3d of four of them.
  int orient(int a, int b, int c, int d) {
    const std::optional<int> plain = plain_orient3d(at_[a], at_[b], at_[c], at_[d]);
    if (plain) return *plain;
    if (!integers().valid) return exact_sign::orient3d(at_[a], at_[b], at_[c], at_[d]);
    const ShortPoint* const at = integers_->at;
    return sign_of_product(ShortNormal(at[a], at[b], at[c]), at[d] - at[a]);
  }
  // The same of the plane of a triangle, by its first corner, and the three corners from another on.
  struct Sides {
    int of[3];

    bool all(int side) const { return of[0] == side && of[1] == side && of[2] == side; }
  };
  Sides sides(int plane, int points) {
    Sides out;
    if (plain_sides(plane, points, out)) return out;
    if (integers().valid) {
      const ShortPoint* const at = integers_->at;
      const ShortNormal normal(at[plane], at[plane + 1], at[plane + 2]);
      for (int i = 0; i < 3; ++i) out.of[i] = sign_of_product(normal, at[points + i] - at[plane]);
    } else {
      for (int i = 0; i < 3; ++i) out.of[i] = orient3d(at_[plane], at_[plane + 1], at_[plane + 2], at_[points + i]);
    }
    return out;
  }

 private:
  // By doubles, if these are sure of all three.
  bool plain_sides(int plane, int points, Sides& out) const {
    const Vec3d &a = at_[plane], u = at_[plane + 1] - a, v = at_[plane + 2] - a, normal = cross(u, v);
    const Vec3d w[3] = {at_[points] - a, at_[points + 1] - a, at_[points + 2] - a};
    const Orient3dBound bound(larger(larger(abs(u), abs(v)), larger(larger(abs(w[0]), abs(w[1])), abs(w[2]))));
    bool sure = bound.valid;
    for (int i = 0; i < 3; ++i) {
      const double det = dot(normal, w[i]);
      out.of[i] = det > bound.error ? 1 : det < -bound.error ? -1 : 0;
      sure = sure && out.of[i] != 0;
    }
    return sure;
  }
  const ShortPoints<6>& integers() {
    if (!integers_) integers_.emplace(at_);
    return *integers_;
  }

  Vec3d at_[6];
  std::optional<ShortPoints<6>> integers_;
};

}  // namespace apart::triangles
