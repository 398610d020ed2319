// What is around a growing hull, as Quickhull lists points: every box and every face of the surface is listed under a
// triangle of the hull whose plane it is beyond, or under the slice of space in which it begins, beyond a side of the
// hull's bounding box; so a new vertex concerns only what is listed under triangles that vanish or slices that the hull
// reaches. Faces that no plane is known for are loose: each vertex concerns those that may meet what it adds.
#pragma once
#include <apart/base/bounds.hpp>
#include <apart/decompose/growing_hull.hpp>
#include <apart/decompose/hull_planes.hpp>
#include <cmath>

namespace apart::decomposition {

class Surroundings {
 public:
  // Where a face belongs: in a list, or …
  static constexpr u32 kLoose = ~u32{0}, kGone = kLoose - 1, kMeets = kLoose - 2;
  static u32 list_of(u32 triangle) { return kSides * kSlices + triangle; }

  explicit Surroundings(const Surface& surface);

  // Of a hull that is flat nothing is listed.
  void clear() { undo({}); }

  // After the hull has got a vertex, its new planes.
  void take_planes(const GrowingHull& hull);
  // By these, a list in which a face may be: it is beyond a plane but for vertices of the triangle in the plane. kLoose
  // if none is found.
  u32 beyond(const Face& face);
  // Then `place(face)` tells where a face belongs that the vertex may concern; if that is kMeets, false is returned,
  // and undo must follow. `added` is a box around what the vertex adds to the hull.
  template <class Place>
  bool follow(const GrowingHull& hull, const Bounds& added, Place place);

  struct Mark {
    std::size_t lists = 0, entries = 0, loose = 0, first_loose = 0;
    Bounds box;
  };
  Mark mark() const { return {lists_.size(), entries_.size(), loose_.size(), first_loose_, box_}; }
  void undo(const Mark& mark);

 private:
  // The model in slices along each axis, in both directions.
  static constexpr u32 kSides = 6, kSlices = 64, kFace = u32{1} << 31, kEnd = ~u32{0};
  struct Entry {
    u32 what;  // a face and kFace, or a slot of the tree
    u32 list, next;
  };

  u64 beyond(u32 vertex) {
    Beyond& known = beyond_[vertex];
    if (known.growth != growth_) known = {planes_.beyond(at_[vertex]), growth_};
    return known.planes;
  }
  void add_plane(const GrowingHull& hull, u32 triangle);
  bool meets(const Bounds& box, const Face& face) const;
  void put(u32 what, u32 list) {
    entries_.push_back({what, list, lists_[list]});
    lists_[list] = static_cast<u32>(entries_.size() - 1);
  }
  static u32 list_of_slice(u32 side, u32 slice) { return side * kSlices + slice; }
  u32 slice_of(float along) const;
  float reach_along(const Bounds& box, u32 side) const;
  u32 beyond_a_side(const volumes::Aabb<float>& box) const;
  template <class Place>
  bool put_face(u32 face, Place& place);
  template <class Place>
  bool put_slot(u32 slot, Place& place);
  void empty_lists(const GrowingHull& hull);
  void empty(u32 list);
  template <class Place>
  bool put_again(u32 first, Place& place);

  const Surface& surface_;
  const hierarchy::BoxTree& tree_;
  std::vector<Vec3f> at_;  // relative to the tree's centre
  double reach_;           // an upper bound of the coordinates of differences of points
  HullPlanes planes_;
  std::array<u32, HullPlanes::kMost> triangle_of_plane_{};
  struct Beyond {
    u64 planes = 0;  // bits of those that the vertex is beyond, or a corner of
    u32 growth = 0;
  };
  std::vector<Beyond> beyond_;
  u32 growth_ = 0;
  float slices_of_unit_;
  double room_;                          // for rounding
  std::array<float, kSides> reaches_{};  // of the hull along the axes, and against them
  // The first entry of each list: of slices, and of each triangle, also of those that are gone.
  std::vector<u32> lists_;
  Bounds box_, box_before_;  // of the hull, and without its last vertex
  std::vector<Entry> entries_;
  std::vector<u32> emptied_;  // the first entries of lists that are no longer valid
  std::vector<u32> loose_;    // from first_loose_ on; before, as they were
  std::size_t first_loose_ = 0;
};

inline bool Surroundings::meets(const Bounds& box, const Face& face) const {
  const Vec3d a = surface_.at[face[0]], b = surface_.at[face[1]], c = surface_.at[face[2]];
  for (int i = 0; i < 3; ++i)
    if (lesser(lesser(a[i], b[i]), c[i]) > box.high[i] || larger(larger(a[i], b[i]), c[i]) < box.low[i]) return false;
  return true;
}

template <class Place>
bool Surroundings::put_face(u32 face, Place& place) {
  const u32 where = place(face);
  if (where == kMeets) return false;
  if (where == kLoose)
    loose_.push_back(face);
  else if (where != kGone)
    put(face | kFace, where);
  return true;
}

template <class Place>
bool Surroundings::put_slot(u32 slot, Place& place) {
  const volumes::Aabb<float> box = tree_.volume(slot);
  if (const u32 list = beyond_a_side(box); list != kEnd) {
    put(slot, list);
    return true;
  }
  if (const u32 plane = planes_.first_beyond(box); plane != HullPlanes::kMost) {
    put(slot, list_of(triangle_of_plane_[plane]));
    return true;
  }
  const hierarchy::Ref ref = tree_.ref(slot);
  if (!ref.is_leaf()) {
    for (u32 child = ref.first();; ++child) {
      if (!put_slot(child, place)) return false;
      if (tree_.is_last(child)) return true;
    }
  }
  for (u32 block = ref.first() / hierarchy::TriangleBlock::kLanes;; ++block) {
    const hierarchy::TriangleBlock& four = tree_.blocks[block];
    for (u32 lane = 0; lane < hierarchy::TriangleBlock::kLanes; ++lane)
      if (!std::isnan(four.at[0][lane]) && !put_face(four.items[lane].primitive(), place)) return false;
    if (four.items[3].last()) return true;
  }
}

template <class Place>
bool Surroundings::put_again(u32 first, Place& place) {
  for (u32 k = first; k != kEnd;) {
    const Entry entry = entries_[k];
    k = entry.next;
    if (!((entry.what & kFace) != 0 ? put_face(entry.what & ~kFace, place) : put_slot(entry.what, place))) return false;
  }
  return true;
}

template <class Place>
bool Surroundings::follow(const GrowingHull& hull, const Bounds& added, Place place) {
  const bool first = lists_.empty();
  lists_.resize(list_of(hull.size()), kEnd);
  const std::size_t loose_before = first_loose_, loose_end = loose_.size();
  first_loose_ = loose_end;
  if (first) return tree_.empty() || put_slot(tree_.root(), place);
  empty_lists(hull);
  for (const u32 entry : emptied_)
    if (!put_again(entry, place)) return false;
  for (std::size_t k = loose_before; k < loose_end; ++k)
    if (const u32 face = loose_[k]; !meets(added, surface_.faces[face]))
      loose_.push_back(face);
    else if (!put_face(face, place))
      return false;
  return true;
}

}  // namespace apart::decomposition
