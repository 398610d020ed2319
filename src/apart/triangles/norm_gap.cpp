// Two triangles that do not intersect are nearest, in any norm, at a corner of one and the face of the other, or at two
// edges: these are the facets of their Minkowski difference. The difference of two edges is a parallelogram, of which
// the point nearest to the origin is searched: two triangles again.
#include <apart/triangles/distance.hpp>
#include <apart/triangles/norm_gap.hpp>

namespace apart::triangles {
namespace {

double clamped(double x) { return x < 0 ? 0 : x > 1 ? 1 : x; }
double share_along(Vec3d w, Vec3d d) {
  const double dd = squared_length(d);
  return dd > 0 ? clamped(dot(w, d) / dd) : 0;
}

}  // namespace

NormGap gap_in_norm(const Triangle& s, const Triangle& t, Norm norm, double limit) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (const TriangleGap touch = distance(s, t); touch.squared == 0) return {0, 0, touch.on_s, touch.on_t};
  NormGap best{infinity, infinity, {}, {}};
  const auto take = [&](double least, Vec3d on_s, Vec3d on_t) {
    best.at_least = lesser(best.at_least, least);
    const double length_here = length(on_t - on_s, norm);
    if (length_here < best.distance) best.distance = length_here, best.on_s = on_s, best.on_t = on_t;
  };
  const auto search = [&](Vec3d p, const Triangle& of, auto take_point) {
    const NormPoint found = closest_in_norm(p, of, norm, lesser(limit, best.distance));
    if (found.distance < infinity)
      take_point(found);
    else
      best.at_least = lesser(best.at_least, found.at_least);
  };
  for (int i = 0; i < 3; ++i) {
    search(s[i], t, [&](const NormPoint& found) { take(found.at_least, s[i], found.point); });
    search(t[i], s, [&](const NormPoint& found) { take(found.at_least, found.point, t[i]); });
  }
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      const Vec3d d = s[(i + 1) % 3] - s[i], e = t[(j + 1) % 3] - t[j], from = s[i] - t[j];
      const Vec3d n = cross(d, e);
      // Parallel edges are as near at a corner.
      if (!(squared_length(n) > 1e-24 * squared_length(d) * squared_length(e))) continue;
      for (const Triangle& half : {Triangle{from, from + d, from + d - e}, Triangle{from, from - e, from + d - e}})
        search({}, half, [&](const NormPoint& found) {
          // found = from + u·d − v·e: first u, then the v that goes with it, then the u that goes with that.
          const Vec3d w = found.point - from;
          const double v = share_along(clamped(dot(cross(w, e), n) / squared_length(n)) * d - w, e);
          const double u = share_along(w + v * e, d);
          take(found.at_least, s[i] + u * d, t[j] + v * e);
        });
    }
  return best;
}

NormSpan span_in_norm(const Triangle& s, const Triangle& t, Norm norm) {
  NormSpan most{-1, {}, {}};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      if (const double here = length(t[j] - s[i], norm); here > most.distance) most = {here, s[i], t[j]};
  return most;
}

}  // namespace apart::triangles
