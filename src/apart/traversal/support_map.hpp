// How far a model reaches along any direction: an upper bound of its support function in constant time, for its convex
// hull as a whole.
#pragma once
#include <apart/hierarchy/model_tree.hpp>
#include <memory>

namespace apart::traversal {

// A cube map: heights of the model along directions to a grid of points on each side of the cube −1 … 1. A direction
// is a sum of the four grid directions around it with weights that are not negative, so the model reaches no farther
// along it than the same sum of their heights: a support function is convex.
struct SupportMap {
  static constexpr int kCells = 32, kRow = kCells + 1, kSide = kRow * kRow;  // along an edge; points of a side

  // A side is an axis of the cube, twice its number, plus one if it is the negative end. `along` and `across` are
  // coordinates along the next axis and the one after that.
  static Vec3d direction(int side, int along, int across) {
    Vec3d out;
    const auto step = [](int k) { return (2.0 * k - kCells) / kCells; };
    out[side / 2] = side % 2 ? -1 : 1;
    out[(side / 2 + 1) % 3] = step(along), out[(side / 2 + 2) % 3] = step(across);
    return out;
  }

  // The largest direction · (p − centre) of any vertex p, rounded up, `along` first; the vertices in doubles are known
  // to some units of their coordinates.
  float heights[6][kRow][kRow];

  SupportMap(const ModelTree& tree, const Mesh& mesh);  // not empty
};

}  // namespace apart::traversal
