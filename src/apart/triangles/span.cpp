#include <apart/triangles/scale.hpp>
#include <apart/triangles/span.hpp>

namespace apart {

TriangleSpan span(const Triangled& s, const Triangled& t) {
  TriangleSpan best{-1, {}, {}};
  double extent = 0;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      const Vec3d d = t[j] - s[i];
      const double squared = squared_length(d);
      extent = larger(extent, largest(abs(d)));
      if (squared > best.squared) best = {squared, s[i], t[j]};
    }
  if (comfortable(extent) || extent == 0) return best;
  const double up = comforting_scale(extent), down = 1 / up;
  best = span(scaled(s, up), scaled(t, up));
  return {best.squared * down * down, down * best.on_s, down * best.on_t};
}

}  // namespace apart
