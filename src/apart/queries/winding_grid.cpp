// Marks the cells that triangles touch, and fills the rest, one ray for each connected region.
#include <apart/base/bounds.hpp>
#include <apart/base/growing_array.hpp>
#include <apart/queries/winding_grid.hpp>
#include <apart/traversal/axis_crossings.hpp>
#include <cmath>

namespace apart::queries {
namespace {

Bounds bounds_of(const Triangle& t) {
  Bounds box;
  for (int k = 0; k < 3; ++k) box.add(t[k]);
  return box;
}

}  // namespace

const WindingGrid& WindingGrid::of(const Model& model) {
  return *static_cast<const WindingGrid*>(model.derived([](const Model& self) -> std::shared_ptr<const void> {
    return std::shared_ptr<const WindingGrid>(new WindingGrid(self));
  }));
}

WindingGrid::WindingGrid(const Model& model) {
  choose_cells(model.mesh());
  cells_.assign(index(0, 0, count_[2]), kUnknown);
  for (u32 i = 0; i < model.mesh().size(); ++i) touch(model.mesh().triangle(i));
  fill(model);
}

// About two cells a triangle; fewer where triangles are so large that marking their cells would take long.
void WindingGrid::choose_cells(const Mesh& mesh) {
  Bounds box;
  for (u32 i = 0; i < mesh.size(); ++i)
    for (int k = 0; k < 3; ++k) box.add(mesh.triangle(i)[k]);
  low_ = box.low, high_ = box.high;
  const Vec3d size = box.size();
  const double wanted = lesser(larger(2.0 * mesh.size(), 4096.0), 0x1p23);
  double edge = larger(std::cbrt(size.x * size.y * size.z / wanted), largest(size) / 512);
  for (;; edge *= 2) {
    double all = 1, marked = 0;
    for (int k = 0; k < 3; ++k) {
      count_[k] = size[k] > edge ? static_cast<int>(size[k] / edge) : 1;
      scale_[k] = size[k] > 0 ? count_[k] / size[k] : 0;
      all *= count_[k];
    }
    for (u32 i = 0; i < mesh.size() && all > 1; ++i) {
      const Bounds b = bounds_of(mesh.triangle(i));
      double touched = 1;
      for (int k = 0; k < 3; ++k) touched *= cell(k, b.high[k]) - cell(k, b.low[k]) + 1;
      marked += touched;
    }
    if (marked <= 32 * (all + mesh.size())) return;
  }
}

void WindingGrid::touch(const Triangle& t) {
  const Bounds box = bounds_of(t);
  int from[3], to[3];
  for (int k = 0; k < 3; ++k) from[k] = cell(k, box.low[k]), to[k] = cell(k, box.high[k]);
  const bool large = (to[0] - from[0] + 1) * (to[1] - from[1] + 1) * (to[2] - from[2] + 1) > 27;
  // Of a large one, only the cells near its plane, with a margin far above the rounding of their places.
  const Vec3d normal = cross(t.b - t.a, t.c - t.a), n = abs(normal);
  const double margin = 1e-9 * largest(high_ - low_) + 1e-14 * largest(larger(abs(low_), abs(high_)));
  double reach = margin * (n.x + n.y + n.z);
  for (int k = 0; k < 3; ++k) reach += n[k] * (scale_[k] > 0 ? 0.5 / scale_[k] : 0);
  for (int z = from[2]; z <= to[2]; ++z)
    for (int y = from[1]; y <= to[1]; ++y)
      for (int x = from[0]; x <= to[0]; ++x) {
        if (large && n != Vec3d{}) {
          Vec3d at{};
          const int which[3] = {x, y, z};
          for (int k = 0; k < 3; ++k) at[k] = scale_[k] > 0 ? middle(k, which[k]) : low_[k];
          if (std::abs(dot(normal, at - t.a)) > (1 + 1e-6) * reach) continue;
        }
        cells_[index(x, y, z)] = kTouched;
      }
}

// Two cells side by side that no triangle touches have no triangle between them.
void WindingGrid::fill(const Model& model) {
  std::vector<std::size_t> open;
  const std::size_t row = index(0, 1, 0), layer = index(0, 0, 1);
  for (std::size_t first = 0; first < cells_.size(); ++first) {
    if (cells_[first] != kUnknown) continue;
    const int at[3] = {static_cast<int>(first % row), static_cast<int>(first % layer / row),
                       static_cast<int>(first / layer)};
    Vec3d p = low_;
    bool known = true;
    for (int k = 0; k < 3; ++k)
      if (scale_[k] > 0) p[k] = middle(k, at[k]), known = known && cell(k, p[k]) == at[k];
    int winding = 0;
    if (known)
      for_each_crossing(model.boxes(), shortest_way_out(model.boxes(), p), [&](u32, AxisCrossing crossing) {
        winding += crossing.sign;
        return known = known && !crossing.contains;
      });
    known = known && std::abs(winding) < 100;
    const signed char value = known ? static_cast<signed char>(winding) : kTouched;
    cells_[first] = value;
    open.push_back(first);
    while (!open.empty()) {
      const std::size_t now = open.back();
      open.pop_back();
      const auto visit = [&](bool is_there, std::size_t next) {
        if (!is_there || cells_[next] != kUnknown) return;
        cells_[next] = value;
        open.push_back(next);
      };
      const std::size_t x = now % row, y = now % layer / row, z = now / layer;
      visit(x > 0, now - 1), visit(x + 1 < row, now + 1);
      visit(y > 0, now - row), visit((y + 1) * row < layer, now + row);
      visit(z > 0, now - layer), visit((z + 1) * layer < cells_.size(), now + layer);
    }
  }
}

std::optional<int> WindingGrid::of_cell(Vec3d p) const {
  if (outside(p)) return 0;
  const signed char value = cells_[index(cell(0, p.x), cell(1, p.y), cell(2, p.z))];
  if (value == kTouched) return std::nullopt;
  return value;
}

std::optional<WindingGrid::Way> WindingGrid::way_out(Vec3d point) const {
  const int at[3] = {cell(0, point.x), cell(1, point.y), cell(2, point.z)};
  const std::size_t here = index(at[0], at[1], at[2]), steps[3] = {1, index(0, 1, 0), index(0, 0, 1)};
  std::optional<Way> best;
  double least = std::numeric_limits<double>::infinity();
  for (int step = 1; step < 16 && !best; ++step)
    for (int axis = 0; axis < 3; ++axis)
      for (const int way : {1, -1}) {
        const int next = at[axis] + way * step;
        if (next < 0 || next >= count_[axis]) continue;
        const auto offset = static_cast<std::ptrdiff_t>(steps[axis]) * way * step;
        const signed char value = cells_[static_cast<std::size_t>(static_cast<std::ptrdiff_t>(here) + offset)];
        if (value == kTouched) continue;
        const double end = low_[axis] + (next + (way > 0 ? 0.0625 : 0.9375)) / scale_[axis];
        const double length = std::abs(end - point[axis]);
        if (length < least && cell(axis, end) == next) least = length, best = Way{{point, axis, way}, end, value};
      }
  return best;
}

void WindingGrid::windings(const Model& model, std::span<const Vec3d> points, std::span<std::optional<int>> out) const {
  GrowingArray<AxisSegment, 32> ways;
  GrowingArray<std::size_t, 32> points_of;
  for (std::size_t i = 0; i < points.size(); ++i) {
    out[i] = std::nullopt;
    const std::optional<Way> way = way_out(points[i]);
    if (!way) continue;
    out[i] = way->winding;
    ways.push({way->ray, way->end}), points_of.push(i);
  }
  for_each_stabbed(model.boxes(), {&ways[0], ways.size()}, [&](u32 which, const Triangle& t) {
    std::optional<int>& winding = out[points_of[which]];
    if (!winding) return;
    const auto& [ray, end] = ways[which];
    const AxisCrossing crossed = crossing(ray, t);
    *winding += crossed.sign;
    // What the ray crosses from the end on is not between.
    const int axis = ray.axis, way = ray.way;
    if (larger(larger(way * t.a[axis], way * t.b[axis]), way * t.c[axis]) > way * end) {
      AxisRay rest = ray;
      rest.origin[axis] = end;
      *winding -= crossing(rest, t).sign;
    }
    if (crossed.contains) winding = std::nullopt;
  });
}

}  // namespace apart::queries
