#include <apart/base/rounding.hpp>
#include <apart/traversal/along.hpp>
#include <apart/traversal/support_map.hpp>

namespace apart::traversal {

// From point to point of the grid, back and forth, so that the last vertex found is near the next one.
SupportMap::SupportMap(const ModelTree& tree, const Mesh& mesh) {
  AlongTree::Farthest found;
  for (int side = 0; side < 6; ++side)
    for (int across = 0; across < kRow; ++across)
      for (int k = 0; k < kRow; ++k) {
        const int along = across % 2 ? kCells - k : k;
        const Vec3d towards = direction(side, along, across);
        const Vec3d unit = towards / length(towards);
        const bool first = found.along == -std::numeric_limits<double>::infinity();
        if (!first) found.along = dot(unit, found.point);
        found = AlongTree(tree, mesh, unit).farthest(found);
        heights[side][across][along] = round_above<float>(dot(towards, found.point - tree.frame.centre));
      }
}

}  // namespace apart::traversal
