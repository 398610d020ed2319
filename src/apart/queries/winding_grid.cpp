// Marks the cells that triangles touch, and fills the rest, one ray for each connected region.
#include <algorithm>
#include <apart/base/growing_array.hpp>
#include <apart/queries/winding_grid.hpp>
#include <apart/traversal/axis_crossings.hpp>

namespace apart::queries {

const WindingGrid& WindingGrid::of(const Model& model) {
  return *static_cast<const WindingGrid*>(model.derived([](const Model& self) -> std::shared_ptr<const void> {
    return std::shared_ptr<const WindingGrid>(new WindingGrid(self));
  }));
}

WindingGrid::WindingGrid(const Model& model) : grid_(model.mesh()), cells_(grid_.size(), kUnknown) {
  for (u32 i = 0; i < model.mesh().size(); ++i)
    grid_.for_each_touched(model.mesh().triangle(i),
                           [&](int x, int y, int z) { cells_[grid_.index(x, y, z)] = kTouched; });
  slabs_ = CellSlabs(model.mesh(), grid_, [&](std::size_t i) { return cells_[i] == kTouched; });
  fill(model);
  slabs_.wind(grid_, [&](std::size_t i) { return cells_[i]; });
}

// Two cells side by side that no triangle touches have no triangle between them.
void WindingGrid::fill(const Model& model) {
  std::vector<std::size_t> open;
  const std::size_t row = grid_.index(0, 1, 0), layer = grid_.index(0, 0, 1);
  for (std::size_t first = 0; first < cells_.size(); ++first) {
    if (cells_[first] != kUnknown) continue;
    const int at[3] = {static_cast<int>(first % row), static_cast<int>(first % layer / row),
                       static_cast<int>(first / layer)};
    const Vec3d p = grid_.middle(at);
    bool known = true;
    for (int k = 0; k < 3; ++k) known = known && grid_.cell(k, p[k]) == at[k];
    int winding = 0;
    if (known)
      for_each_crossing(model.boxes(), shortest_way_out(model.boxes(), p), [&](u32, AxisCrossing crossing) {
        winding += crossing.sign;
        return known = known && !crossing.contains;
      });
    known = known && std::abs(winding) < 100;
    const signed char value = known ? static_cast<signed char>(winding) : kTouched;
    open.push_back(first);
    while (!open.empty()) {  // a run of cells at a time
      const std::size_t seed = open.back();
      open.pop_back();
      if (cells_[seed] != kUnknown) continue;
      const std::size_t start = seed - seed % row;
      std::size_t from = seed, to = seed + 1;
      while (from > start && cells_[from - 1] == kUnknown) --from;
      while (to < start + row && cells_[to] == kUnknown) ++to;
      std::fill(&cells_[from], &cells_[from] + (to - from), value);
      const auto visit = [&](bool is_there, std::size_t begin) {  // the beginnings of the runs beside it
        if (!is_there) return;
        for (std::size_t i = begin; i < begin + (to - from); ++i)
          if (cells_[i] == kUnknown && (i == begin || cells_[i - 1] != kUnknown)) open.push_back(i);
      };
      const std::size_t y = seed % layer / row;
      visit(y > 0, from - row), visit((y + 1) * row < layer, from + row);
      visit(seed >= layer, from - layer), visit(seed + layer < cells_.size(), from + layer);
    }
  }
}

void WindingGrid::of_cells(std::span<const Vec3d> points, std::span<std::optional<int>> out) const {
  constexpr std::size_t kAtOnce = 32;
  struct Place {
    bool outside;
    int at[3];
    std::size_t cell;
    const CellSlab* slab;
  } places[kAtOnce];
  for (std::size_t first = 0; first < points.size(); first += kAtOnce) {
    const std::size_t count = lesser(kAtOnce, points.size() - first);
    for (std::size_t i = 0; i < count; ++i) {
      const Vec3d p = points[first + i];
      Place& place = places[i];
      place.outside = grid_.outside(p);
      for (int k = 0; k < 3; ++k) place.at[k] = grid_.cell(k, p[k]);
      place.cell = grid_.index(place.at[0], place.at[1], place.at[2]);
      __builtin_prefetch(&cells_[place.cell]);
    }
    for (std::size_t i = 0; i < count; ++i) {
      Place& place = places[i];
      place.slab = cells_[place.cell] == kTouched ? slabs_.of(place.cell) : nullptr;
      __builtin_prefetch(place.slab);
    }
    for (std::size_t i = 0; i < count; ++i) {
      const Place& place = places[i];
      int value = place.outside ? 0 : cells_[place.cell];
      if (place.slab != nullptr && !place.outside) {
        const int side = place.slab->side(place.slab->height(points[first + i] - grid_.middle(place.at)));
        value = side >= 0 ? place.slab->winding[side] : value;
      }
      out[first + i] = value == kTouched ? std::nullopt : std::optional<int>(value);
    }
  }
}

std::optional<WindingGrid::Way> WindingGrid::way_off_slab(Vec3d point) const {
  const int at[3] = {grid_.cell(0, point.x), grid_.cell(1, point.y), grid_.cell(2, point.z)};
  const CellSlab* const slab = slabs_.of(grid_.index(at[0], at[1], at[2]));
  if (slab == nullptr) return std::nullopt;
  const Vec3d from_middle = point - grid_.middle(at), normal = cast<double>(slab->normal);
  const int axis = longest_axis(abs(normal));
  const double height = slab->height(from_middle), low = double(slab->low), high = double(slab->high);
  const double off = 1e-3 * (high - low);
  std::optional<Way> best;
  double least = std::numeric_limits<double>::infinity();
  for (const int side : {0, 1}) {
    const double along = ((side == 1 ? high + off : low - off) - height) / normal[axis];
    if (slab->winding[side] == kTouched || !(std::abs(along) < least)) continue;
    Vec3d end = point;
    end[axis] += along;
    if (grid_.cell(axis, end[axis]) != at[axis] || grid_.outside(end)) continue;
    if (slab->side(slab->height(end - grid_.middle(at))) != side) continue;
    least = std::abs(along);
    best = Way{{point, axis, along > 0 ? 1 : -1}, end[axis], slab->winding[side]};
  }
  return best;
}

std::optional<WindingGrid::Way> WindingGrid::way_out(Vec3d point) const {
  const int at[3] = {grid_.cell(0, point.x), grid_.cell(1, point.y), grid_.cell(2, point.z)};
  const std::size_t here = grid_.index(at[0], at[1], at[2]), steps[3] = {1, grid_.index(0, 1, 0), grid_.index(0, 0, 1)};
  std::optional<Way> best;
  double least = std::numeric_limits<double>::infinity();
  for (int step = 1; step < 16 && !best; ++step)
    for (int axis = 0; axis < 3; ++axis)
      for (const int way : {1, -1}) {
        const int next = at[axis] + way * step;
        if (next < 0 || next >= grid_.count[axis]) continue;
        const auto offset = static_cast<std::ptrdiff_t>(steps[axis]) * way * step;
        const signed char value = cells_[static_cast<std::size_t>(static_cast<std::ptrdiff_t>(here) + offset)];
        if (value == kTouched) continue;
        const double end = grid_.low[axis] + (next + (way > 0 ? 0.0625 : 0.9375)) * grid_.width[axis];
        const double length = std::abs(end - point[axis]);
        if (length < least && grid_.cell(axis, end) == next) least = length, best = Way{{point, axis, way}, end, value};
      }
  return best;
}

void WindingGrid::windings(const Model& model, std::span<const Vec3d> points, std::span<std::optional<int>> out) const {
  GrowingArray<AxisSegment, 32> ways;
  GrowingArray<std::size_t, 32> points_of;
  for (std::size_t i = 0; i < points.size(); ++i) {
    out[i] = std::nullopt;
    std::optional<Way> way = way_off_slab(points[i]);
    if (!way) way = way_out(points[i]);
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
