// What a PairCache holds.
#pragma once
#include <apart/convex/shape_cache.hpp>
#include <apart/queries/pair_cache.hpp>
#include <new>
#include <optional>

namespace apart::queries {

struct PairCacheState {
  struct PieceAndTriangle {
    u32 piece, triangle;
  };

  ShapeCache cores{};                                    // of two convex shapes
  u32 piece_a = 0, piece_b = 0;                          // of two unions: whose answer it was
  std::optional<PieceAndTriangle> within{}, distance{};  // of a shape and a model: tested first

  static PairCacheState& of(PairCache& cache) { return *std::launder(reinterpret_cast<PairCacheState*>(cache.state_)); }
  static PairCacheState* of(PairCache* cache) { return cache ? &of(*cache) : nullptr; }
  static ShapeCache* cores_of(PairCache* cache) { return cache ? &of(*cache).cores : nullptr; }
};

}  // namespace apart::queries
