// Projection of a point onto a triangle's face, for lengths in a safe range (see scale.hpp). T is double or Quad.
#pragma once
#include <apart/shapes/triangle.hpp>
#include <apart/triangles/exact/orient.hpp>
#include <type_traits>

namespace apart::triangles::kernel {

template <class T>
struct Face {
  Vec3<T> a, ab, ac;
  Vec3<T> normal;  // not normalized; zero if the triangle is degenerate
  T squared;       // its squared length
  bool sliver;     // its cross product has few correct digits, that of a degenerate triangle none

  struct Rough {};  // the normal of a sliver is left as it is
  APART_BOTH Face(const Triangle& t, Rough)
      : a(cast<T>(t.a)),
        ab(cast<T>(t.b) - a),
        ac(cast<T>(t.c) - a),
        normal(cross(ab, ac)),
        squared(dot(normal, normal)),
        sliver(!(squared > T(1e-3) * (dot(ab, ab) * dot(ac, ac)))) {}
  explicit Face(const Triangle& t) : Face(t, Rough{}) {
    if (!sliver) return;
    if constexpr (std::is_same_v<T, double>)
      normal = exact_area_vector(t.a, t.b, t.c);
    else if (collinear(t.a, t.b, t.c))
      normal = {};
    squared = dot(normal, normal);
  }

  // Is the projection of p in the face?
  APART_BOTH bool below(Vec3<T> p) const {
    const Vec3<T> w = p - a;
    return squared > 0 && dot(cross(normal, ab), w) >= 0 && dot(cross(ac, normal), w) >= 0 &&
           dot(cross(normal, ac - ab), w - ab) >= 0;
  }
  // Up to rounding, a point beyond the ends of a sliver is on the inner side of all its edges: then the edges decide.
  APART_BOTH bool certainly_below(Vec3<T> p) const {
    if (!sliver) return true;
    constexpr double unit = std::is_same_v<T, double> ? 0x1p-53 : 0x1p-113;
    const auto certain = [&](T value, Vec3<T> edge, Vec3<T> from) {
      return value * value > T(256 * unit * unit) * squared * dot(edge, edge) * dot(from, from);
    };
    const Vec3<T> w = p - a, bc = ac - ab;
    return certain(dot(cross(normal, ab), w), ab, w) && certain(dot(cross(ac, normal), w), ac, w) &&
           certain(dot(cross(normal, bc), w - ab), bc, w - ab);
  }

  struct Drop {
    T squared;  // squared height
    Vec3<T> foot;
  };
  APART_BOTH Drop drop(Vec3<T> p) const {
    const T height = dot(normal, p - a);
    return {height * height / squared, p - (height / squared) * normal};
  }
};

}  // namespace apart::triangles::kernel
