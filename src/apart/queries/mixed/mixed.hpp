// What the queries of a model and a shape have in common. All is computed in the model's frame, where its triangles are
// as they were given; A is the model.
#pragma once
#include <apart/base/relative.hpp>
#include <apart/queries/at_pose.hpp>
#include <apart/queries/check_options.hpp>
#include <apart/queries/geometry.hpp>
#include <apart/queries/mixed/shape_walk.hpp>
#include <apart/queries/shapes/rounded_gap.hpp>

namespace apart::queries {

// The answer for A and B from query(a_in_b), a query of B and A.
template <class Query>
auto swapped_at_pose(const Pose& b_in_a, Query query) {
  return at_pose(b_in_a, [&](const Pose& at) { return swapped(in_world(query(inverse(at)), at)); });
}

// The pair that was remembered, if there is such a one.
inline const PairCacheState::PieceAndTriangle* remembered(const std::optional<PairCacheState::PieceAndTriangle>& pair,
                                                          std::size_t pieces, const Mesh& mesh) {
  return pair && pair->piece < pieces && pair->triangle < mesh.size() ? &*pair : nullptr;
}

// What is kept from one triangle to the next: the direction alone, since corners are another triangle's.
inline ShapeCache* for_next_triangle(ShapeCache& cache) {
  cache.core_a = nullptr;
  return &cache;
}

// Is a piece of the shape inside the model? For surfaces that do not touch.
bool lies_inside(const Model& model, const std::vector<ConvexPiece>& pieces);

}  // namespace apart::queries
