// The topology of a tree of hulls: pieces divided by their centroids, top down.
#pragma once
#include <apart/decompose/hull_arrays.hpp>

namespace apart::decomposition {

// Nodes without hulls: parents come before children, and siblings are adjacent. All centroids are finite.
std::vector<HullNode> split_pieces(std::span<const Vec3d> centroids, HullSplit split);

// The centre of mass of a piece: of its volume, else of its area, else of its vertices.
Vec3d centroid(std::span<const Vec3d> at, std::span<const u32> vertices, std::span<const Face> faces);

}  // namespace apart::decomposition
