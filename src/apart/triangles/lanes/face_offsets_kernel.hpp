// The offsets of face_offsets.hpp. Included only by the sources that compile them for an instruction set.
#pragma once
#include <apart/base/pack.hpp>
#include <apart/triangles/kernels/face_coordinates.hpp>
#include <apart/triangles/kernels/scale.hpp>
#include <apart/triangles/lanes/face_offsets.hpp>

namespace apart::triangles {
inline namespace APART_LANES_OF_MACHINE {

// Flattened: called one by one, the products in twice the precision would take as long again.
[[gnu::flatten]] inline void offsets_from_faces(const double (&points)[3][4], const FourCorners& corners,
                                                FaceOffsets& out) {
  using P = Pack<double, 4>;  // for every width of the machine
  const auto load = [](const auto* rows) { return Vec3<P>{P::load(rows[0]), P::load(rows[1]), P::load(rows[2])}; };
  const auto store = [](const Vec3<P>& v, double(&rows)[3][4]) {
    for (int k = 0; k < 3; ++k) v[k].store(rows[k]);
  };
  const Vec3<P> p = load(points), a = load(corners), b = load(corners + 3), c = load(corners + 6);
  const Vec3<P> ab = b - a, ac = c - a, w = p - a;
  const kernel::FaceCoordinates<P> at(ab, ac, w);
  const P square = squared_length(at.normal), extent = largest(larger(larger(abs(ab), abs(ac)), abs(w)));
  const auto sliver = at.is_sliver(square, ab, ac);

  const P zero(0), one(1);

  // A small height cancels.
  const kernel::CarefulHeight<P> careful(a, b, c, p);
  const auto cancels = at.height_cancels(square, w);
  const P height = select(cancels, careful.height, at.height);
  Vec3<P> normal;
  for (int k = 0; k < 3; ++k) normal[k] = select(cancels, careful.normal[k], at.normal[k]);

  // As kernel::Face decides it.
  const auto below = (dot(cross(at.normal, ab), w) >= zero) & (dot(cross(ac, at.normal), w) >= zero) &
                     (dot(cross(at.normal, ac - ab), w - ab) >= zero);
  const P of_b = at.b / square, of_c = at.c / square, of_a = P(1) - of_b - of_c;
  const P size = largest(abs(normal)), length_of_normal = length(normal);
  const P distance = abs(height) / length_of_normal;
  const Vec3<P> unit = normal / length_of_normal;
  distance.store(out.distance);
  for (int k = 0; k < 3; ++k) select(height < zero, -unit[k], unit[k]).store(out.normal[k]);
  store(a + of_b * ab + of_c * ac, out.point);
  store({of_a, of_b, of_c}, out.weights);
  out.known = bits(below & (extent >= P(kLeastPlain)) & (extent <= P(kMostPlain)) & !sliver & (size > P(1e-140)) &
                   (size < P(1e140)) & (lesser(of_a, lesser(of_b, of_c)) >= zero) & (of_b != one) & (of_c != one) &
                   (distance > zero));
}

}  // namespace APART_LANES_OF_MACHINE
}  // namespace apart::triangles
