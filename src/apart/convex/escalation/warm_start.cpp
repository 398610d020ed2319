#include <apart/convex/escalation/warm_start.hpp>

namespace apart::convex {

GjkSimplex WarmStart::cached_corners(const PlacedCores& pair) const {
  return cache_->vertices.count > 0 ? corners_of(cache_->vertices, *pair.polytope_a, *pair.polytope_b)
                                    : cache_->corners;
}

bool WarmStart::axis_separates(const PlacedCores& pair, double reach) const {
  if (!cache_ || cache_->axis == Vec3d{}) return false;
  const Vec3d w = pair.b(-cache_->axis) - pair.a(cache_->axis);
  return dot(cache_->axis, w) > reach + rounding_error(largest(abs(w)) + reach);
}

bool WarmStart::simplex_holds_origin(const PlacedCores& pair) const {
  if (!has_simplex()) return false;
  const GjkSimplex corners = cached_corners(pair);
  if (corners.count != 4) return false;
  Vec3d w[4];
  for (int i = 0; i < 4; ++i) w[i] = corners.of_a[i] - pair.b.pose * corners.of_b[i];
  return TetrahedronParts(w[0], w[1], w[2], w[3]).around_origin(pair.noise(), pair.radii);
}

void WarmStart::keep(const PlacedCores& pair, const MprResult& found) const {
  if (!cache_) return;
  if (found.verdict == Verdict::apart) cache_->axis = normalized(found.direction).unit;
  if (found.verdict != Verdict::meet) return;
  GjkSimplex& corners = cache_->corners;
  corners.of_a[3] = pair.polytope_a->centre(), corners.of_b[3] = pair.polytope_b->centre(), corners.count = 4;
  cache_->vertices.count = 0;
  for (int i = 0; i < 3; ++i) {
    corners.of_a[i] = pair.polytope_a->vertices()[found.of_a[i]];
    corners.of_b[i] = pair.polytope_b->vertices()[found.of_b[i]];
  }
  keep_cores();
}

void WarmStart::keep_simplex(const PlacedCores& pair, const GjkSimplex& simplex, const GjkResult& found) const {
  const GjkSimplex before = has_simplex() ? cached_corners(pair) : GjkSimplex{};
  cache_->corners = kept(before, simplex, pair.b.pose);
  keep_cores();
  cache_->vertices.count = 0;
  if (found.normal != Vec3d{}) cache_->axis = found.normal;
}

void WarmStart::keep(Vec3d axis, Vec3d on_a, Vec3d in_b) const {
  if (!cache_) return;
  cache_->axis = axis;
  cache_->corners.of_a[0] = on_a, cache_->corners.of_b[0] = in_b, cache_->corners.count = 1;
  cache_->vertices.count = 0;
  keep_cores();
}

}  // namespace apart::convex
