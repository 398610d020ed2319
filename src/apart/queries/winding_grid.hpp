// A grid over a mesh without boundary: the winding number of each cell that no triangle touches. Most points of a
// stream need no ray then, and the others one up to the next such cell.
#pragma once
#include <apart/hierarchy/model.hpp>
#include <apart/triangles/axis_ray.hpp>
#include <optional>

namespace apart::queries {

class WindingGrid {
 public:
  // Computed on first use and kept with the model: some 50 ns and 2 bytes per triangle. All its edges are balanced.
  static const WindingGrid& of(const Model& model);

  // Of the point's cell: nothing if a triangle touches it.
  std::optional<int> of_cell(Vec3d point) const;
  // Of points whose cells are touched. Exact, as by a ray. Nothing: the point is on the surface, or there is no other
  // cell on its axes.
  void windings(const Model& model, std::span<const Vec3d> points, std::span<std::optional<int>> out) const;

 private:
  explicit WindingGrid(const Model& model);

  static constexpr signed char kTouched = -128, kUnknown = 127;

  // The cells of a coordinate are numbered by a function that is monotonic in spite of rounding: a triangle touches
  // those from its lowest coordinate's to its highest's, and no others.
  int cell(int axis, double x) const {
    return static_cast<int>(lesser(larger((x - low_[axis]) * scale_[axis], 0.0), double(count_[axis] - 1)));
  }
  double middle(int axis, int cell) const { return low_[axis] + (cell + 0.5) / scale_[axis]; }
  std::size_t index(int x, int y, int z) const {
    return (static_cast<std::size_t>(z) * static_cast<std::size_t>(count_[1]) + static_cast<std::size_t>(y)) *
               static_cast<std::size_t>(count_[0]) +
           static_cast<std::size_t>(x);
  }
  bool outside(Vec3d p) const {
    return p.x < low_.x || p.y < low_.y || p.z < low_.z || p.x > high_.x || p.y > high_.y || p.z > high_.z;
  }
  // To a point of the nearest cell along an axis that no triangle touches.
  struct Way {
    AxisRay ray;
    double end;
    int winding;  // there
  };
  std::optional<Way> way_out(Vec3d point) const;
  void choose_cells(const Mesh& mesh);
  void touch(const Triangle& t);
  void fill(const Model& model);

  Vec3d low_, high_, scale_;
  int count_[3] = {1, 1, 1};
  std::vector<signed char> cells_;
};

}  // namespace apart::queries
