// Do two triangles overlap, if double arithmetic is certain of it? For processors and for GPUs.
#pragma once
#include <apart/shapes/triangle.hpp>
#include <apart/triangles/exact/orient.hpp>
#include <utility>

namespace apart::triangles {

enum class Plainly { apart, meeting, in_doubt };

// The vertex that is alone on its side, if the three are not all on one side; no sign is zero.
APART_INLINE int lone(const double (&side)[3]) {
  return (side[0] > 0) == (side[1] > 0) ? 2 : (side[0] > 0) == (side[2] > 0) ? 1 : 0;
}

// The result of exact signs, if floating-point arithmetic is certain of each of them. One error bound serves all: no
// difference of corners is larger than the box around both triangles.
APART_BOTH inline Plainly plainly(const Triangle& s, const Triangle& t) {
  const Vec3d s_low = lesser(lesser(s.a, s.b), s.c), s_high = larger(larger(s.a, s.b), s.c);
  const Vec3d t_low = lesser(lesser(t.a, t.b), t.c), t_high = larger(larger(t.a, t.b), t.c);
  const Orient3dBound bound(larger(s_high, t_high) - lesser(s_low, t_low));
  if (!bound.valid) return Plainly::in_doubt;
  const auto sure = [&](const double(&side)[3]) {
    return lesser(lesser(std::abs(side[0]), std::abs(side[1])), std::abs(side[2])) > bound.error;
  };
  const auto all_on_one = [&](const double(&side)[3]) {
    return (side[0] > 0) == (side[1] > 0) && (side[0] > 0) == (side[2] > 0);
  };
  const Vec3d t_normal = area_vector(t);
  const double of_s[3] = {dot(t_normal, s.a - t.a), dot(t_normal, s.b - t.a), dot(t_normal, s.c - t.a)};
  if (!sure(of_s)) return Plainly::in_doubt;
  if (all_on_one(of_s)) return Plainly::apart;
  const Vec3d s_normal = area_vector(s);
  const double of_t[3] = {dot(s_normal, t.a - s.a), dot(s_normal, t.b - s.a), dot(s_normal, t.c - s.a)};
  if (!sure(of_t)) return Plainly::in_doubt;
  if (all_on_one(of_t)) return Plainly::apart;

  // As in classify(): the lone vertices first, each on the other's positive side.
  const int i = lone(of_s), j = lone(of_t);
  const Vec3d p = s[i], q = t[j];
  Vec3d p1 = s[(i + 1) % 3], p2 = s[(i + 2) % 3], q1 = t[(j + 1) % 3], q2 = t[(j + 2) % 3];
  if (of_s[i] < 0) std::swap(q1, q2);
  if (of_t[j] < 0) std::swap(p1, p2);
  const double first = dot(cross(p1 - p, q - p), q1 - p), second = dot(cross(p2 - p, q - p), q2 - p);
  if (first > bound.error || second < -bound.error) return Plainly::apart;
  return first < -bound.error && second > bound.error ? Plainly::meeting : Plainly::in_doubt;
}

}  // namespace apart::triangles
