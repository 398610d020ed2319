// Support vertices by scanning or hill climbing.
#include <apart/base/bounds.hpp>
#include <apart/shapes/polytope/flat_hull.hpp>
#include <cmath>

namespace apart {
namespace {

u32 start_cell_of(Vec3d direction, u32 row) {
  const Vec3d size = abs(direction);
  const int axis = longest_axis(size);
  if (!(size[axis] > 0) || !(size[axis] <= std::numeric_limits<double>::max())) return 0;
  const double half = 0.5 * row;
  const auto place = [&](double part) { return lesser(static_cast<u32>(half * (part / size[axis]) + half), row - 1); };
  const u32 u = place(direction[(axis + 1) % 3]), v = place(direction[(axis + 2) % 3]);
  return ((static_cast<u32>(axis) * 2 + (direction[axis] < 0)) * row + v) * row + u;
}

}  // namespace

u32 rows_of_starts(u32 vertices) {
  if (vertices <= FlatHull::kScanned) return 0;
  u32 row = 2;
  while (18 * row * row < vertices) ++row;  // a third as many cells
  return row;
}

Vec3d direction_of_start(u32 cell, u32 row) {
  const u32 side = cell / (row * row), v = cell / row % row, u = cell % row;
  const int axis = static_cast<int>(side / 2);
  Vec3d out{};
  out[axis] = side % 2 ? -1 : 1;
  out[(axis + 1) % 3] = (2 * u + 1.0) / row - 1;
  out[(axis + 2) % 3] = (2 * v + 1.0) / row - 1;
  return out;
}

u32 FlatHull::farthest(Vec3d direction) const {
  if (starts.empty()) return farthest(direction, 0);
  const u32 row = static_cast<u32>(std::lround(std::sqrt(double(starts.size()) / 6)));
  return farthest(direction, starts[start_cell_of(direction, row)]);
}

u32 FlatHull::farthest(Vec3d direction, u32 from) const {
  const u32 count = size();
  if (points.eights == nullptr) {  // few: all of them
    u32 best = 0;
    double highest = -std::numeric_limits<double>::infinity();
    for (u32 v = 0; v < count; ++v)
      if (const double h = dot(direction, points[v]); h > highest) highest = h, best = v;
    return best;
  }
  if (count <= kScanned || edges.empty())
    return point_search<double>().farthest(points.eights, (count + 7) / 8, direction);
  const HullPoints at = points;
  double height = dot(direction, at[from]);
  // Up, from neighbour to neighbour.
  u32 best = from, second;
  double second_height;
  for (;;) {
    const u32 here = best, first = corners.edge(here);
    second = kNone, second_height = -std::numeric_limits<double>::infinity();
    u32 half = first;
    do {
      const HullEdge e = edges[half];
      const double h = dot(direction, at[e.end]);
      if (h > height)
        height = h, best = e.end;
      else if (h > second_height)
        second_height = h, second = e.end;
      half = e.turn;
    } while (half != first);
    if (best == here) break;
  }
  // Where an edge is level, rounding may hide the way up behind it.
  const Vec3d size_here = abs(at[best]);
  if (second == kNone || second_height < height - 0x1p-47 * dot(abs(direction), size_here)) return best;
  const u32 before = best;
  for_each_edge_from(second, [&](u32 half) {
    if (const double h = dot(direction, at[end(half)]); h > height) height = h, best = end(half);
  });
  return best == before ? best : farthest(direction, best);
}

}  // namespace apart
