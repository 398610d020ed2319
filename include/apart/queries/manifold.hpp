// Contact manifolds of two shapes: where they rest on each other.
#pragma once
#include <apart/convex/polytope/manifold.hpp>
#include <apart/shapes/shape.hpp>
#include <optional>

namespace apart {

// The polytope of a core that is one: a point, a segment, a triangle, a box or a hull. For pairs that are queried
// often: making it takes some microseconds.
std::optional<Polytope> as_polytope(const Core& core);

// Up to four points of two (rounded) polytopes, as of manifold.hpp. Where a shape is bent, a half-space or a union, the
// one point where they are nearest or deepest: that of signed_distance(). Options' memory is not used.
Manifold shape_manifold(const Shape& a, const Pose& b_in_a, const Shape& b, const ManifoldOptions& options = {});
template <std::convertible_to<Shape> A, std::convertible_to<Shape> B>  // never braces, which are RoundedPolytopes
Manifold manifold(const A& a, const Pose& b_in_a, const B& b, const ManifoldOptions& options = {}) {
  return shape_manifold(a, b_in_a, b, options);
}

}  // namespace apart
