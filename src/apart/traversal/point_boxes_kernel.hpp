// The tests of point_boxes.hpp for W boxes at once. Included only by the sources that compile them for an instruction
// set.
#pragma once
#include <apart/traversal/point_boxes.hpp>

namespace apart::traversal {
inline namespace APART_LANES_OF_MACHINE {

template <int W>
using BoxNumber = std::conditional_t<W == 1, float, Pack<float, W>>;

template <int W>
APART_INLINE BoxNumber<W> box_numbers(const float* boxes, int which, int from) {
  if constexpr (W == 1)
    return boxes[8 * which + from];
  else
    return BoxNumber<W>::load(boxes + 8 * which + from);
}

template <int W, class P = BoxNumber<W>>
APART_INLINE u32 boxes_near(const PointInTree& point, const float* boxes, float limit, float* squared) {
  using std::abs;
  u32 near = 0;
  const P slack(point.slack), zero(0);
  for (int k = 0; k < 8; k += W) {
    const auto gap = [&](int axis) {
      const P out = abs(P(point.at[axis]) - box_numbers<W>(boxes, axis, k)) - box_numbers<W>(boxes, 3 + axis, k);
      return larger(out - slack, zero);
    };
    const P x = gap(0), y = gap(1), z = gap(2);
    // Squares that underflow are rounded by up to half of the smallest float, 2^-149.
    const P least = P(1 - 16 * kUnit<float>) * (x * x + y * y + z * z) - P(0x1p-146f);
    if constexpr (W == 1)
      squared[k] = least;
    else
      least.store(squared + k);
    near |= bits(least <= P(limit)) << k;
  }
  return near;
}

template <int W, class P = BoxNumber<W>>
APART_INLINE u32 boxes_stabbed(const PointInTree& point, int axis, float way, const float* boxes) {
  const int i = axis == 2 ? 0 : axis + 1, j = axis == 0 ? 2 : axis - 1;
  using std::abs;
  u32 met = 0;
  const P slack(point.slack);
  for (int k = 0; k < 8; k += W) {
    const auto offset = [&](int of) { return P(point.at[of]) - box_numbers<W>(boxes, of, k); };
    const auto size = [&](int of) { return box_numbers<W>(boxes, 3 + of, k) + slack; };
    met |= bits((abs(offset(i)) <= size(i)) & (abs(offset(j)) <= size(j)) & (P(way) * offset(axis) <= size(axis))) << k;
  }
  return met;
}

// Four triangles, for every width of the machine.
using Four = Pack<double, 4>;

APART_INLINE Vec3<Four> corner(const TriangleBlock& block, int which) {
  return {Four::load(block.at[3 * which]), Four::load(block.at[3 * which + 1]), Four::load(block.at[3 * which + 2])};
}

// The squared distance of the origin from the segment w, w + d.
APART_INLINE Four squared_from_segment(const Vec3<Four>& w, const Vec3<Four>& d) {
  const Four dd = dot(d, d);
  const Four at = lesser(larger(-dot(w, d) / select(dd > Four(0), dd, Four(1)), Four(0)), Four(1));
  const Vec3<Four> rest = w + at * d;
  return dot(rest, rest);
}

APART_INLINE u32 triangles_near(Vec3d point, const TriangleBlock& block, double limit, double* squared) {
  const Vec3<Four> p{Four(point.x), Four(point.y), Four(point.z)}, zero{Four(0), Four(0), Four(0)};
  const Vec3<Four> a = corner(block, 0) - p, b = corner(block, 1) - p, c = corner(block, 2) - p;
  const Vec3<Four> ab = b - a, bc = c - b, ca = a - c;
  const Four border =
      lesser(lesser(squared_from_segment(a, ab), squared_from_segment(b, bc)), squared_from_segment(c, ca));
  const Vec3<Four> normal = cross(ab, bc);
  const Four square = dot(normal, normal);
  // The normal of a sliver has few correct digits: of that, the distance from its box.
  const auto sliver = square <= Four(1e-3) * (dot(ab, ab) * dot(bc, bc));
  const Vec3<Four> out = larger(larger(lesser(lesser(a, b), c), -larger(larger(a, b), c)), zero);
  const Four w = larger(larger(largest(abs(a)), largest(abs(b))), largest(abs(c)));
  const Four l = larger(larger(largest(abs(ab)), largest(abs(bc))), largest(abs(ca)));
  // Above the face, or nearly so: it is not farther than the plane.
  const Four almost = Four(1e-9) * largest(abs(normal)) * l * w;
  const auto above = (dot(cross(normal, ab), a) <= almost) & (dot(cross(normal, bc), b) <= almost) &
                     (dot(cross(normal, ca), c) <= almost);
  const Four height = dot(normal, a);
  const Four of_face = select(above, height * height / select(sliver, Four(1), square), border);
  const Four found = select(sliver, dot(out, out), of_face);
  found.store(squared);
  // A height h has an error e of at most 100 roundings of w, and h² one of 2he + e² ≤ 1e-6 h² + 2e6 e².
  return bits(Four(1 - 1e-6) * found - Four(1e-21) * (w * w) <= Four(limit));
}

APART_INLINE u32 triangles_stabbed(Vec3d point, int axis, double way, const TriangleBlock& block) {
  const int i = axis == 2 ? 0 : axis + 1, j = axis == 0 ? 2 : axis - 1;
  const auto offsets = [&](int of, Four(&out)[3]) {
    for (int k = 0; k < 3; ++k) out[k] = Four::load(block.at[3 * k + of]) - Four(point[of]);
  };
  Four x[3], y[3], z[3];
  offsets(i, x), offsets(j, y), offsets(axis, z);
  const auto least = [](const Four(&v)[3]) { return lesser(lesser(v[0], v[1]), v[2]); };
  const auto most = [](const Four(&v)[3]) { return larger(larger(v[0], v[1]), v[2]); };
  const Four zero(0), up(way), low_x = least(x), high_x = most(x), low_y = least(y), high_y = most(y);
  const Four top = larger(larger(up * z[0], up * z[1]), up * z[2]);
  // Differences have the right sign, or are zero.
  const auto met = (low_x <= zero) & (high_x >= zero) & (low_y <= zero) & (high_y >= zero) & (top >= zero);
  // Sides of the edges: 2 products of 3 roundings each, and their difference; underflow is below the last term.
  const Four size_x = larger(-low_x, high_x), size_y = larger(-low_y, high_y);
  const Four error = Four(16 * kUnit<double>) * size_x * size_y + Four(1e-300);
  const Four ab = x[0] * y[1] - y[0] * x[1], bc = x[1] * y[2] - y[1] * x[2], ca = x[2] * y[0] - y[2] * x[0];
  const auto left = (ab > error) | (bc > error) | (ca > error), right = (ab < -error) | (bc < -error) | (ca < -error);
  const auto apart = left & right;
  return bits(met & !apart);
}

}  // namespace APART_LANES_OF_MACHINE
}  // namespace apart::traversal
