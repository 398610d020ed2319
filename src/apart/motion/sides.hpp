// The two sides of a walk over moving geometry: a model with its tree, or the convex pieces of a shape, each in a box.
#pragma once
#include <apart/convex/core_support.hpp>
#include <apart/hierarchy/model.hpp>
#include <apart/hierarchy/model_tree.hpp>
#include <apart/queries/element_id.hpp>
#include <apart/queries/geometry.hpp>
#include <apart/queries/shapes/pieces.hpp>

namespace apart::motion {

struct ModelSide {
  const Model& model;
  const ModelTree& tree = model.tree();

  const Frame& frame() const { return tree.frame; }
  const Obb<float>& volume(u32 node) const { return tree.volumes[node]; }
  bool is_leaf(u32 node) const { return tree.nodes[node].is_leaf(); }
  std::span<const Obb<float>> start() const { return {tree.volumes.data(), 1}; }
  ElementId id(u32 triangle) const { return {.part = model.mesh().part(triangle), .triangle = triangle}; }
};

// A piece is a node, a leaf, and its only element. Not for half-spaces.
struct ShapeSide {
  std::vector<ConvexPiece> pieces;  // in the shape's frame
  std::vector<CoreBall> balls;      // around them, there, with their radii
  std::vector<Obb<float>> boxes;    // relative to the frame's centre
  Frame around{};

  explicit ShapeSide(const Shape& shape);
  const Frame& frame() const { return around; }
  const Obb<float>& volume(u32 node) const { return boxes[node]; }
  static bool is_leaf(u32) { return true; }
  std::span<const Obb<float>> start() const { return boxes; }
  static ElementId id(u32 piece) { return {.piece = piece}; }
};

bool has_half_space(const Shape& shape);
bool is_unbounded(const Geometry& geometry);   // a half-space, or a union with one
Frame frame_around(const Geometry& geometry);  // of one that is not

}  // namespace apart::motion
