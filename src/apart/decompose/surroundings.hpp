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

inline bool meet(const Bounds& a, const Bounds& b) {
  for (int i = 0; i < 3; ++i)
    if (a.low[i] > b.high[i] || a.high[i] < b.low[i]) return false;
  return true;
}

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

  // The faces that are loose, from `first` on: before are those of earlier times, for undo.
  struct Window {
    std::size_t first = 0, settled = 0;
  };
  struct Mark {
    std::size_t lists = 0, entries = 0, loose = 0, settled = 0;
    Window window;
    Bounds box;
  };
  Mark mark() const { return {lists_.size(), entries_.size(), loose_.size(), settled_.size(), window_, box_}; }
  void undo(const Mark& mark);

 private:
  // The model in slices along each axis, in both directions.
  static constexpr u32 kSides = 6, kSlices = 64, kFace = u32{1} << 31, kEnd = ~u32{0};
  struct Entry {
    u32 what;  // a face and kFace, or a slot of the tree
    u32 list, next;
  };

  struct Beyond {
    u64 planes = 0;  // bits of those that the vertex is beyond, or a corner of
    u32 growth = 0;
    bool corner = false;
  };
  const Beyond& beyond(u32 vertex) {
    Beyond& known = beyond_[vertex];
    if (known.growth != growth_) known = {planes_.beyond(at_[vertex]), growth_, false};
    return known;
  }
  // The same as beyond(face), of a face without a vertex of the hull alone.
  u32 clearly_beyond(const Face& face) {
    const Beyond &a = beyond(face[0]), &b = beyond(face[1]), &c = beyond(face[2]);
    const u64 all = a.planes & b.planes & c.planes;
    if (all == 0 || a.corner || b.corner || c.corner) return kLoose;
    return list_of(triangle_of_plane_[static_cast<u32>(std::countr_zero(all))]);
  }
  void add_plane(const GrowingHull& hull, u32 triangle);
  Bounds bounds_of(const Face& face) const;
  void put(u32 what, u32 list) {
    entries_.push_back({what, list, lists_[list]});
    lists_[list] = static_cast<u32>(entries_.size() - 1);
  }
  static u32 list_of_slice(u32 side, u32 slice) { return side * kSlices + slice; }
  u32 slice_of(float along) const;
  float reach_along(const Bounds& box, u32 side) const;
  u32 beyond_a_side(const volumes::Aabb<float>& box) const;
  using Eight = Pack<float, 8>;
  struct Starts {
    Eight side, start;  // the side that is the farthest from a box, or less than 0, and where the box begins along it
  };
  Starts beyond_sides(const volumes::InLanes<volumes::Aabb<float>, 8>& boxes) const;
  template <class Place>
  bool put_face(u32 face, Place& place);
  template <class Place>
  bool put_slot(u32 slot, Place& place);
  template <class Place>
  bool put_within(u32 slot, Place& place);
  void drop_settled();
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
  struct Loose {
    Bounds box;
    u32 face;  // kNone for one that is loose no more
  };
  std::vector<Loose> loose_;
  struct Settled {
    u32 place, face;
  };
  std::vector<Settled> settled_;  // what was loose, and where among them
  Window window_;
};

inline Bounds Surroundings::bounds_of(const Face& face) const {
  Bounds out;
  for (const u32 v : face) out.add(surface_.at[v]);
  return out;
}

template <class Place>
bool Surroundings::put_face(u32 face, Place& place) {
  if (const u32 list = clearly_beyond(surface_.faces[face]); list != kLoose) {
    put(face | kFace, list);
    return true;
  }
  const u32 where = place(face);
  if (where == kMeets) return false;
  if (where == kLoose)
    loose_.push_back({bounds_of(surface_.faces[face]), face});
  else if (where != kGone)
    put(face | kFace, where);
  return true;
}

template <class Place>
bool Surroundings::put_slot(u32 slot, Place& place) {
  const u32 list = beyond_a_side(tree_.volume(slot));
  if (list == kEnd) return put_within(slot, place);
  put(slot, list);
  return true;
}

// A box that is beyond no side.
template <class Place>
bool Surroundings::put_within(u32 slot, Place& place) {
  if (const u32 plane = planes_.first_beyond(tree_.volume(slot)); plane != HullPlanes::kMost) {
    put(slot, list_of(triangle_of_plane_[plane]));
    return true;
  }
  const hierarchy::Ref ref = tree_.ref(slot);
  if (!ref.is_leaf()) {
    const Starts starts = beyond_sides(tree_.nodes[ref.first() / 8].volumes);
    for (u32 child = ref.first();; ++child) {
      const int lane = static_cast<int>(child % 8);
      if (const float side = starts.side[lane]; side >= 0)
        put(child, list_of_slice(static_cast<u32>(side), slice_of(starts.start[lane])));
      else if (!put_within(child, place))
        return false;
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
    // What was beyond no side of a smaller hull is beyond none now.
    const bool of_a_side = entry.list < list_of(0);
    if (!((entry.what & kFace) != 0 ? put_face(entry.what & ~kFace, place)
          : of_a_side               ? put_slot(entry.what, place)
                                    : put_within(entry.what, place)))
      return false;
  }
  return true;
}

template <class Place>
bool Surroundings::follow(const GrowingHull& hull, const Bounds& added, Place place) {
  const bool first = lists_.empty();
  lists_.resize(list_of(hull.size()), kEnd);
  drop_settled();
  const std::size_t loose_before = loose_.size();
  if (first) return tree_.empty() || put_slot(tree_.root(), place);
  empty_lists(hull);
  for (const u32 entry : emptied_)
    if (!put_again(entry, place)) return false;
  for (std::size_t k = window_.first; k < loose_before; ++k) {
    const u32 face = loose_[k].face;
    if (face == Surface::kNone || !meet(loose_[k].box, added)) continue;
    const u32 where = place(face);
    if (where == kMeets) return false;
    if (where == kLoose) continue;
    settled_.push_back({static_cast<u32>(k), face});
    loose_[k].face = Surface::kNone;
    if (where != kGone) put(face | kFace, where);
  }
  return true;
}

}  // namespace apart::decomposition
