// Triangles of a hull that lie in one plane are parts of one facet; corners of the hull are where three facets or more
// meet.
#pragma once
#include <apart/decompose/surface.hpp>

namespace apart::decomposition {

class GrowingHull;

class Facets {
 public:
  explicit Facets(std::size_t vertices) : uses_(vertices) {}

  void find(const GrowingHull& hull);

  u32 size() const { return static_cast<u32>(first_.size() - 1); }
  std::span<const u32> triangles(u32 facet) const {
    return std::span(members_).subspan(first_[facet], first_[facet + 1] - first_[facet]);
  }
  std::span<const u32> all_triangles() const { return members_; }  // facet by facet
  u32 source(u32 facet) const { return source_[facet]; }
  // Are all its vertices corners of the hull? Then its triangles may stay as they are.
  bool is_clean(const GrowingHull& hull, u32 facet) const;
  bool all_clean(const GrowingHull& hull) const;
  // The facet's corners, counter-clockwise from outside.
  std::vector<u32> polygon(const GrowingHull& hull, u32 facet) const;

 private:
  bool is_corner(u32 vertex) const { return uses_[vertex].count > 2; }

  std::vector<u32> members_, first_, source_;
  std::vector<u32> facet_of_;  // of each triangle
  struct Uses {
    u32 found = 0, count = 0,
        facets[2] = {};  // the number of the search, and of facets; more than two are not told apart
  };
  std::vector<Uses> uses_;  // of each vertex
  u32 found_ = 0;
};

}  // namespace apart::decomposition
