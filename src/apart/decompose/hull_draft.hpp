// The hull of a node of a tree of hulls, over the vertices of the mesh, before it is laid out.
#pragma once
#include <apart/decompose/growing_hull.hpp>
#include <apart/decompose/hull_arrays.hpp>

namespace apart::decomposition {

struct HullDraft {
  std::vector<Face> faces;
  std::vector<std::array<u32, 3>> twins;  // half-edges
  std::vector<u32> vertices;              // ascending
  struct Tag {
    HullFaceKind kind;
    u32 node, face;  // that it is a copy of

    friend bool operator<(const Tag& x, const Tag& y) {
      if (x.kind != y.kind) return x.kind < y.kind;
      return x.node != y.node ? x.node < y.node : x.face < y.face;
    }
  };
  std::vector<Tag> tags;
  bool flat = true;
};

// Links the faces of a draft.
void add_twins(HullDraft& draft);
bool is_flat(std::span<const Vec3d> at, std::span<const Face> faces);
// The two ends of collinear vertices, ascending, or the one position of all.
std::vector<u32> ends_of_line(std::span<const Vec3d> at, std::span<const u32> vertices);
// The same face, its least vertex first.
inline Face rotated(Face f) {
  while (f[0] > f[1] || f[0] > f[2]) f = {f[1], f[2], f[0]};
  return f;
}

// Faces with a tag each, to look up.
struct TaggedFace {
  Face face;  // rotated
  HullDraft::Tag tag;

  friend bool operator<(const TaggedFace& x, const TaggedFace& y) {
    return x.face != y.face ? x.face < y.face : x.tag < y.tag;
  }
};

// Hulls of many vertices at once, by exact signs: Quickhull. The same for the same vertices, whatever was made before.
class DirectHull {
 public:
  explicit DirectHull(std::span<const Vec3d> at) : at_(at), growing_(at) {}

  // Of vertices in ascending order: all but the tags.
  void draft(std::span<const u32> vertices, HullDraft& out);

 private:
  void grow(std::span<const u32> vertices);
  void put(u32 vertex, u32 first_triangle);

  std::span<const Vec3d> at_;
  GrowingHull growing_;
  // For each triangle a list of vertices that see it and that no other list has, with the farthest.
  struct Outside {
    u32 first = Surface::kNone, farthest = Surface::kNone;
    double height = 0;
  };
  struct Entry {
    u32 vertex, next;
  };
  std::vector<Outside> outside_;
  std::vector<Entry> entries_;
  std::vector<u32> numbers_, no_sources_;
};

}  // namespace apart::decomposition
