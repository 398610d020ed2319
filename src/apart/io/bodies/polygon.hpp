// Polygons as files give them, and their triangulation.
#pragma once
#include <apart/shapes/mesh.hpp>

namespace apart::io {

// Polygons of any number of corners, stored flat until all vertices are known: a file may refer to a vertex before it
// defines it.
class Polygons {
 public:
  void reserve(std::size_t polygons, std::size_t corners);
  void corner(u32 vertex) { corners_.push_back(vertex); }
  std::size_t open_corners() const { return corners_.size() - (ends_.empty() ? 0 : ends_.back()); }
  void close() { ends_.push_back(corners_.size()); }

  std::size_t size() const { return ends_.size(); }
  std::size_t triangle_count() const { return corners_.size() - 2 * ends_.size(); }  // if none is open
  std::span<const u32> operator[](std::size_t i) const {
    const std::size_t begin = i == 0 ? 0 : ends_[i - 1];
    return std::span(corners_).subspan(begin, ends_[i] - begin);
  }

  // In order, each polygon of n corners as n − 2 triangles. Every corner must be a valid vertex index.
  Result<std::vector<Face>> triangles(std::span<const Vec3d> vertices) const;

 private:
  std::vector<u32> corners_;
  std::vector<std::size_t> ends_;
};

// Triangulates one polygon with its orientation, appended to `faces`. A convex one becomes a fan around its first
// corner; any other is triangulated by ear clipping, which is correct for a simple and nearly planar polygon. A
// self-intersecting one gets some n − 2 triangles over its corners. False if it is not convex and has more corners than
// kMostCorners: ear clipping takes quadratic time.
inline constexpr std::size_t kMostCorners = 10'000;
bool append_triangles(std::span<const u32> polygon, std::span<const Vec3d> vertices, std::vector<Face>& faces);

}  // namespace apart::io
