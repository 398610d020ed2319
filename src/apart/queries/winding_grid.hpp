// A grid over a mesh without boundary: the winding number of each cell that no triangle touches, and of the parts of
// the others that are off the surface. Most points of a stream need no ray then, and the others one up to such a place.
#pragma once
#include <apart/hierarchy/model.hpp>
#include <apart/queries/cell_slabs.hpp>
#include <apart/triangles/axis_ray.hpp>
#include <optional>

namespace apart::queries {

class WindingGrid {
 public:
  // Computed on first use and kept with the model. All its edges are balanced.
  static const WindingGrid& of(const Model& model);

  // By the points' cells: nothing for one between the planes that enclose the triangles there. Points are finite.
  void of_cells(std::span<const Vec3d> points, std::span<std::optional<int>> out) const;
  // Of the others. Exact, as by a ray. Nothing: the point is on the surface, or there is no other
  // cell on its axes.
  void windings(const Model& model, std::span<const Vec3d> points, std::span<std::optional<int>> out) const;

 private:
  explicit WindingGrid(const Model& model);

  static constexpr signed char kTouched = CellSlab::kUnknown, kUnknown = 127;

  // To a point of the nearest cell along an axis that no triangle touches.
  struct Way {
    AxisRay ray;
    double end;
    int winding;  // there
  };
  std::optional<Way> way_out(Vec3d point) const;
  std::optional<Way> way_off_slab(Vec3d point) const;  // or to the empty part of the same cell
  void fill(const Model& model);

  GridCells grid_;
  std::vector<signed char> cells_;
  CellSlabs slabs_;  // of the cells that triangles touch
};

}  // namespace apart::queries
