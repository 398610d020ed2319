#include <apart/triangles/exact/classify.hpp>
#include <utility>

namespace apart::triangles {
namespace {

// The vertex whose two edges both reach the plane. Precondition: the signs are not all equal.
int apex(const CornerSigns::Sides& sides) {
  const int(&of)[3] = sides.of;
  if (of[1] == of[2]) return 0;
  if (of[0] == of[2]) return 1;
  if (of[0] == of[1]) return 2;
  return of[0] > 0 ? 0 : of[1] > 0 ? 1 : 2;
}

}  // namespace

TriangleSides classify(CornerSigns& corners) {
  using enum TriangleSides::Kind;
  const auto in_order = [](int first, int apex) {
    return TriangleSides::Order{first + apex, first + (apex + 1) % 3, first + (apex + 2) % 3};
  };
  const CornerSigns::Sides of_s = corners.sides(3, 0);
  if (of_s.all(1) || of_s.all(-1)) return {apart, {}, {}, false, false};
  const CornerSigns::Sides of_t = corners.sides(0, 3);
  if (of_t.all(1) || of_t.all(-1)) return {apart, {}, {}, false, false};
  // A non-zero sign proves that the triangle is not degenerate.
  if (of_s.all(0) || of_t.all(0)) return {flat, {}, {}, false, false};

  const int i = apex(of_s), j = apex(of_t);
  TriangleSides result{crossing, in_order(0, i), in_order(3, j), of_s.of[i] == 0, of_t.of[j] == 0};
  // Reversing one triangle swaps the side of its plane on which the other's apex lies.
  if (of_s.of[i] < of_s.of[(i + 1) % 3] || of_s.of[i] < of_s.of[(i + 2) % 3]) std::swap(result.t.b, result.t.c);
  if (of_t.of[j] < of_t.of[(j + 1) % 3] || of_t.of[j] < of_t.of[(j + 2) % 3]) std::swap(result.s.b, result.s.c);
  return result;
}

}  // namespace apart::triangles
