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
  if (vertices <= FlatHull::kWithTable) return 0;
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
  const u32 row = static_cast<u32>(std::sqrt(double(starts.size()) / 6) + 0.5);
  return farthest(direction, starts[start_cell_of(direction, row)]);
}

u32 FlatHull::farthest(Vec3d direction, u32 from) const {
  const u32 count = size();
  if (count <= kScanned || edges.empty()) {
    u32 best = from;
    double farthest = 0;
    const Vec3d origin = points[from];
    for (u32 k = 0; k < count; ++k)
      if (const double along = dot(direction, points[k] - origin); along > farthest) farthest = along, best = k;
    return best;
  }
  // Up, from neighbour to neighbour. Heights are relative to one point, so that none of them is both above and below
  // another. Where rounding hides the way up, what is lower by no more than rounding is visited too, a few of them:
  // hulls have slivers.
  const Vec3d origin = points[from];
  const auto height_of = [&](u32 v) { return dot(direction, points[v] - origin); };
  u32 at = from;
  double height = 0;
  for (;;) {
    const u32 here = at;
    for_each_edge_from(here, [&](u32 half) {
      const u32 other = end(half);
      if (const double h = height_of(other); h > height) height = h, at = other;
    });
    if (at != here) continue;
    const Vec3d size = larger(abs(points[at]), abs(origin));
    const double dip = 0x1p-48 * dot(abs(direction), size);
    constexpr u32 kVisited = 16;
    u32 seen[kVisited] = {at}, count_seen = 1;
    for (u32 k = 0; k < count_seen && at == here; ++k)
      for_each_edge_from(seen[k], [&](u32 half) {
        const u32 other = end(half);
        const double h = height_of(other);
        if (h > height) height = h, at = other;
        if (h < height - dip || count_seen == kVisited) return;
        for (u32 i = 0; i < count_seen; ++i)
          if (seen[i] == other) return;
        seen[count_seen++] = other;
      });
    if (at == here) return at;
  }
}

}  // namespace apart
