// What a caller's cache holds of two cores from the last query, and what this one leaves there. Without a cache nothing
// is known, and nothing kept.
#pragma once
#include <apart/convex/escalation/placed_cores.hpp>
#include <apart/convex/polytope/mpr.hpp>
#include <apart/convex/polytope/polytope_gjk.hpp>
#include <apart/convex/shape_cache.hpp>

namespace apart::convex {

class WarmStart {
 public:
  WarmStart(ShapeCache* cache, const Core& a, const Core& b) : cache_(cache), a_(&a), b_(&b) {}

  // Is the cached simplex one of these cores?
  bool has_simplex() const { return cache_ && cache_->core_a == a_ && cache_->core_b == b_; }
  // The point of B, in its own frame, at which two boxes were nearest.
  Vec3d point_of_b() const { return has_simplex() && cache_->corners.count > 0 ? cache_->corners.of_b[0] : Vec3d{}; }

  // Proofs that may still hold: a plane across the cached axis is farther than the reach from one of the two; the
  // cached simplex is around the origin.
  bool axis_separates(const PlacedCores& pair, double reach) const;
  bool simplex_holds_origin(const PlacedCores& pair) const;

  Gjk<CoreSupport, PlacedCore> search(const PlacedCores& pair, const GjkOptions& options) const {
    const Vec3d axis = cache_ && cache_->axis != Vec3d{} ? cache_->axis : pair.towards;
    if (!has_simplex()) return {pair.a, pair.b, axis, options};
    return {pair.a, pair.b, placed(cached_corners(pair), pair.b.pose), axis, options};
  }

  void keep(const PlacedCores& pair, const MprResult& found) const;
  void keep(const PlacedCores& pair, const Gjk<CoreSupport, PlacedCore>& search, const GjkResult& found) const {
    if (cache_) keep_simplex(pair, search.simplex(), found);
  }
  void keep(Vec3d axis, Vec3d on_a, Vec3d in_b) const;  // of two boxes that are apart

 private:
  GjkSimplex cached_corners(const PlacedCores& pair) const;  // of has_simplex()
  void keep_simplex(const PlacedCores& pair, const GjkSimplex& simplex, const GjkResult& found) const;
  void keep_cores() const {
    if (!has_simplex()) cache_->surface.faces = 0;
    cache_->core_a = a_, cache_->core_b = b_;
  }

  ShapeCache* cache_;
  const Core *a_, *b_;
};

}  // namespace apart::convex
