#include <apart/triangles/exact/classify.hpp>
#include <apart/triangles/exact/orient.hpp>
#include <apart/triangles/exact/short_integers.hpp>
#include <optional>
#include <utility>

namespace apart::triangles {
namespace {

// The sides of a triangle's plane on which three points lie.
struct Sides {
  int of[3];

  // By doubles, where these are sure of all three.
  Sides(const Triangle& t, const Triangle& points, bool& sure) {
    const Vec3d u = t.b - t.a, v = t.c - t.a, normal = cross(u, v);
    const Vec3d w[3] = {points.a - t.a, points.b - t.a, points.c - t.a};
    const Orient3dBound bound(larger(larger(abs(u), abs(v)), larger(larger(abs(w[0]), abs(w[1])), abs(w[2]))));
    sure = bound.valid;
    for (int i = 0; i < 3; ++i) {
      const double det = dot(normal, w[i]);
      of[i] = det > bound.error ? 1 : det < -bound.error ? -1 : 0;
      sure = sure && of[i] != 0;
    }
  }
  Sides(const Triangle& t, const Triangle& points) {
    for (int i = 0; i < 3; ++i) of[i] = orient3d(t.a, t.b, t.c, points[i]);
  }

  // The same, of corners from these on.
  Sides(const ShortPoints<6>& corners, int t, int points) {
    const ShortPoint* const at = corners.at;
    const ShortNormal normal(at[t], at[t + 1], at[t + 2]);
    for (int i = 0; i < 3; ++i) of[i] = sign_of_product(normal, at[points + i] - at[t]);
  }

  bool all(int side) const { return of[0] == side && of[1] == side && of[2] == side; }

  // The vertex whose two edges both reach the plane. Precondition: the signs are not all equal.
  int apex() const {
    if (of[1] == of[2]) return 0;
    if (of[0] == of[2]) return 1;
    if (of[0] == of[1]) return 2;
    return of[0] > 0 ? 0 : of[1] > 0 ? 1 : 2;
  }
};

Triangle turned(const Triangle& t, int first) { return {t[first], t[(first + 1) % 3], t[(first + 2) % 3]}; }

}  // namespace

TriangleSides classify(const Triangle& s, const Triangle& t) {
  using enum TriangleSides::Kind;
  std::optional<ShortPoints<6>> corners;  // if they are wanted
  const auto exact_sides = [&](bool of_first) {
    if (!corners) {
      const Vec3d all[6] = {s.a, s.b, s.c, t.a, t.b, t.c};
      corners.emplace(all);
    }
    if (!corners->valid) return of_first ? Sides(t, s) : Sides(s, t);
    return of_first ? Sides(*corners, 3, 0) : Sides(*corners, 0, 3);
  };
  bool sure;
  Sides of_s(t, s, sure);
  if (!sure) of_s = exact_sides(true);
  if (of_s.all(1) || of_s.all(-1)) return {apart, s, t, false, false};
  Sides of_t(s, t, sure);
  if (!sure) of_t = exact_sides(false);
  if (of_t.all(1) || of_t.all(-1)) return {apart, s, t, false, false};
  // A non-zero sign proves that the triangle is not degenerate.
  if (of_s.all(0) || of_t.all(0)) return {flat, s, t, false, false};

  const int i = of_s.apex(), j = of_t.apex();
  TriangleSides result{crossing, turned(s, i), turned(t, j), of_s.of[i] == 0, of_t.of[j] == 0};
  // Reversing one triangle swaps the side of its plane on which the other's apex lies.
  if (of_s.of[i] < of_s.of[(i + 1) % 3] || of_s.of[i] < of_s.of[(i + 2) % 3]) std::swap(result.t.b, result.t.c);
  if (of_t.of[j] < of_t.of[(j + 1) % 3] || of_t.of[j] < of_t.of[(j + 2) % 3]) std::swap(result.s.b, result.s.c);
  return result;
}

}  // namespace apart::triangles
