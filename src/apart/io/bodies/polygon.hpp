// Polygons as files give them, and the triangles they stand for.
#pragma once
#include <apart/shapes/mesh.hpp>

namespace apart::io {

// Polygons of any number of corners, kept flat until all vertices are known: a file may name a vertex before it
// gives it.
class Polygons {
 public:
  void reserve(std::size_t polygons, std::size_t corners);
  void corner(u32 vertex) { corners_.push_back(vertex); }
  std::size_t open_corners() const { return corners_.size() - (ends_.empty() ? 0 : ends_.back()); }
  void close() { ends_.push_back(corners_.size()); }

  std::size_t size() const { return ends_.size(); }
  std::size_t triangle_count() const { return corners_.size() - 2 * ends_.size(); }  // when none is open
  std::span<const u32> operator[](std::size_t i) const {
    const std::size_t begin = i == 0 ? 0 : ends_[i - 1];
    return std::span(corners_).subspan(begin, ends_[i] - begin);
  }

  // In order, each polygon of n corners as n − 2 triangles. Every corner must name one of the vertices.
  Result<std::vector<Face>> triangles(std::span<const Vec3d> vertices) const;

 private:
  std::vector<u32> corners_;
  std::vector<std::size_t> ends_;
};

// One polygon, turning as it does, appended to `faces`. A convex one becomes a fan around its first corner; any
// other has its ears cut, which is right for a simple polygon that is about flat. One that crosses itself has no
// right answer and gets some n − 2 triangles over its corners. False when it is not convex and has more corners than
// kMostCorners: cutting ears takes the square of their number.
inline constexpr std::size_t kMostCorners = 10'000;
bool append_triangles(std::span<const u32> polygon, std::span<const Vec3d> vertices, std::vector<Face>& faces);

}  // namespace apart::io
