#include <apart/triangles/kernels/scale.hpp>
#include <apart/triangles/span.hpp>

namespace apart::triangles {

TriangleSpan span(const Triangle& s, const Triangle& t) {
  Vec3d extents;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) extents = larger(extents, abs(t[j] - s[i]));
  const Scale scale(extents, s.a);
  TriangleSpan best{-1, {}, {}};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      const double squared = squared_length(scale.plain() ? t[j] - s[i] : scale.in(t[j]) - scale.in(s[i]));
      if (squared > best.squared) best = {squared, s[i], t[j]};
    }
  best.squared = scale.out_squared(best.squared);
  return best;
}

}  // namespace apart::triangles
