// Top-down builders whose rule sees the triangles themselves and may form any number of groups: as published ones do,
// for comparison. TopDown, which sees boxes in floats and cuts in two, is many times faster.
#pragma once
#include <apart/hierarchy/topology.hpp>
#include <apart/shapes/mesh.hpp>
#include <functional>

namespace apart::hierarchy {

// The triangles of a mesh, moved to its centre and scaled by a power of two to unit size.
std::vector<Triangle> unit_triangles(const Mesh& mesh);

// Puts the numbers of some triangles in the order of their groups, and returns where each group ends.
using Group = std::function<std::vector<u32>(std::span<const Triangle> triangles, std::span<u32> some)>;

struct Grouping {
  Group group;
  u32 leaf_size = 1;     // 1 … 128: larger sets are never leaves
  bool decides = false;  // the rule: smaller sets are leaves where it says so, not always
};

// The depth is limited as that of other builders is: sets that leave no room for a rule's groups are cut in halves.
Topology build(const Mesh& mesh, const Grouping& how);

// Across the greatest spread of the area, at its centroid; a triangle belongs to the side of its own centroid, not of
// the centre of its box (Gottschalk 2000, section 3.2; RAPID).
std::vector<u32> group_by_centroids(std::span<const Triangle> triangles, std::span<u32> some);

// At the middle of the longest side of the oriented box, or of the next one that leaves no side empty (Haines and
// others, section 25.2).
std::vector<u32> group_by_obb_side(std::span<const Triangle> triangles, std::span<u32> some);

// The octants of the middle of the box, those that are not empty.
std::vector<u32> group_by_octants(std::span<const Triangle> triangles, std::span<u32> some);

// Where the expected cost is least, of all cuts between two centroids along the three axes; a leaf where that is
// cheaper than any cut. The chance to visit a child is the ratio of the areas of the boxes, or of their volumes, or,
// for two bodies of the same size, of the areas of Minkowski sums with a cube of the parent's mean side.
struct GroupByCost {
  enum class Chance { area, volume, minkowski };
  Chance chance = Chance::area;
  double node = 1, primitive = 1;  // costs of visiting a node and of testing a primitive
  u32 most_in_leaf = 1;            // of such a size a leaf may be cheaper than any cut

  std::vector<u32> operator()(std::span<const Triangle> triangles, std::span<u32> some) const;
};

}  // namespace apart::hierarchy
