// What is around a growing hull, as Quickhull lists points: every box and every face of the surface is listed under a
// triangle of the hull whose plane it is beyond, or under the slice of space in which it begins, beyond a side of the
// hull's bounding box; so a new vertex concerns only what is listed under triangles that vanish or slices that the hull
// reaches. Faces that no plane is known for are loose: each vertex concerns those that may meet what it adds.
#pragma once
#include <apart/base/bounds.hpp>
#include <apart/base/pack.hpp>
#include <apart/decompose/growing_hull.hpp>
#include <apart/decompose/hull_planes.hpp>
#include <bit>
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
  // … loose, but the hull is behind the plane of the face, with nothing in it but vertices of the face.
  static constexpr u32 kAhead = kLoose - 3;
  static u32 list_of(u32 triangle) { return kSides * kSlices + triangle; }

  explicit Surroundings(const Surface& surface);

  // Of a hull that is flat nothing is listed.
  void clear();

  // After the hull has got a vertex, its new planes.
  void take_planes(const GrowingHull& hull);
  // By these, a list in which a face may be: it is beyond a plane but for vertices of the triangle in the plane. kLoose
  // if none is found.
  u32 beyond(const Face& face);
  // Then `place(face, beyond(face))` tells where a face belongs that the vertex may concern; if that is kMeets, false
  // is returned, and undo must follow. `added` is a box around what the vertex adds to the hull.
  template <class Place>
  bool follow(const GrowingHull& hull, const Bounds& added, Place place);

  // The faces that are loose, from `first` on: before are those of earlier times, for undo.
  struct Window {
    u32 first = 0, settled = 0;
  };
  struct Mark {
    std::size_t lists = 0;
    u32 entries = 0, loose = 0, settled = 0;
    Window window;
    Bounds box;
    std::array<float, 6> reaches{};
  };
  Mark mark() const {
    return {lists_.size(), count_, loose_count_, static_cast<u32>(settled_.size()), window_, box_, reaches_};
  }
  void undo(const Mark& mark);

 private:
  // The model in slices along each axis, in both directions.
  static constexpr u32 kSides = 6, kSlices = 64, kFace = u32{1} << 31, kEnd = ~u32{0};
  struct Entry {
    u32 what;  // a face and kFace, or a slot of the tree
    u32 list, next;
  };

  // Of each vertex, bits of the new planes that it is beyond, or a corner of the triangle in; with kCorner if it is a
  // corner of any.
  struct Beyond {
    u64 planes = 0;
    u32 growth = 0;
  };
  static constexpr u64 kCorner = u64{1} << HullPlanes::kMost;
  u64 beyond(u32 vertex) {
    Beyond& known = beyond_[vertex];
    if (known.growth != growth_) known = {planes_.beyond(at_[vertex]), growth_};
    return known.planes;
  }
  u64 beyond_all(const Face& f) { return beyond(f[0]) & beyond(f[1]) & beyond(f[2]); }
  u32 list_of_planes(u64 planes) const {
    return list_of(triangle_of_plane_[static_cast<u32>(std::countr_zero(planes))]);
  }
  void add_plane(const GrowingHull& hull, u32 triangle);
  HullPlanes::Plane plane_of(u32 face) const {
    const Face& f = surface_.faces[face];
    return in_floats(GrowingHull::Plane(surface_.at[f[0]], surface_.at[f[1]], surface_.at[f[2]]));
  }
  void add_new_planes(const GrowingHull& hull);
  void add_loose(u32 face, u32 where);
  HullPlanes::Plane in_floats(const GrowingHull::Plane& plane) const;
  static bool is_loose(u32 where) { return where == kLoose || where == kAhead; }
  void put(u32 what, u32 list) {
    if (count_ == room_for_) make_room();
    entries_[count_] = {what, list, lists_[list]};
    lists_[list] = count_++;
  }
  void make_room();
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
  bool put_placed(u32 face, u32 list, Place& place);
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
  Vec3f in_tree(Vec3d p) const { return cast<float>(p - tree_.frame.centre); }
  std::vector<Vec3f> at_;
  double reach_;  // an upper bound of the coordinates of differences of points
  HullPlanes planes_;
  std::array<u32, HullPlanes::kMost> triangle_of_plane_{};
  std::vector<Beyond> beyond_;
  u32 growth_ = 0;
  float slices_of_unit_;
  double room_;  // for rounding
  // Of the hull along the axes, and against them, and without its last vertex.
  std::array<float, kSides> reaches_{}, reaches_before_{};
  // The first entry of each list: of slices, and of each triangle, also of those that are gone.
  std::vector<u32> lists_;
  Bounds box_;  // of the hull
  std::vector<Entry> entries_;
  u32 count_ = 0, room_for_ = 0;
  std::vector<u32> emptied_;  // the first entries of lists that are no longer valid
  // Boxes in the frame of the tree, rounded as other points are: who meets meets there too.
  struct EightLoose {
    Vec3<Eight> low, high;
    // The planes of the faces: the hull is behind them as long as the products of its vertices with the normals are not
    // greater than `limit`, and not known to be where this is infinite.
    Vec3<Eight> normal;
    Eight limit{-std::numeric_limits<float>::infinity()};
    std::array<u32, 8> faces;  // kNone for one that is loose no more

    // What the vertex is not surely behind.
    u32 crossed(const Vec3<Eight>& p) const {
      return ~bits(normal.x * p.x + normal.y * p.y + normal.z * p.z <= limit) & 0xff;
    }
    void set_behind(u32 lane, const HullPlanes::Plane& plane) {
      for (int axis = 0; axis < 3; ++axis) normal[axis].set(static_cast<int>(lane), plane.normal[axis]);
      limit.set(static_cast<int>(lane), plane.behind);
    }
    void forget_behind(u32 lanes) {
      for (lanes &= bits(limit > Eight(-std::numeric_limits<float>::infinity())); lanes != 0; lanes &= lanes - 1)
        limit.set(std::countr_zero(lanes), -std::numeric_limits<float>::infinity());
    }

    u32 near(const Vec3<Eight>& from, const Vec3<Eight>& to) const {
      return bits((low.x <= to.x) & (low.y <= to.y) & (low.z <= to.z) & (high.x >= from.x) & (high.y >= from.y) &
                  (high.z >= from.z));
    }
  };
  std::vector<EightLoose> loose_;
  u32 loose_count_ = 0;
  struct Settled {
    u32 number, face;
  };
  std::vector<Settled> settled_;  // what was loose, and where among them
  Window window_;
};

inline u32 Surroundings::beyond(const Face& face) {
  const u64 planes = beyond_all(face) & ~kCorner;
  return planes != 0 ? list_of_planes(planes) : kLoose;
}

template <class Place>
bool Surroundings::put_face(u32 face, Place& place) {
  const u64 planes = beyond_all(surface_.faces[face]);
  // With a vertex that is no corner it is not of the patch, whose vertices are beyond no plane.
  if (planes != 0 && planes < kCorner) {
    put(face | kFace, list_of_planes(planes));
    return true;
  }
  return put_placed(face, planes != kCorner && planes != 0 ? list_of_planes(planes) : kLoose, place);
}

template <class Place>
bool Surroundings::put_placed(u32 face, u32 list, Place& place) {
  const u32 where = place(face, list);
  if (where == kMeets) return false;
  if (is_loose(where))
    add_loose(face, where);
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
  const u32 loose_before = loose_count_;
  if (first) return tree_.empty() || put_slot(tree_.root(), place);
  empty_lists(hull);
  for (const u32 entry : emptied_)
    if (!put_again(entry, place)) return false;
  const Vec3<Eight> low = in_all_lanes<Eight>(in_tree(added.low)), high = in_all_lanes<Eight>(in_tree(added.high));
  const Vec3<Eight> vertex = in_all_lanes<Eight>(at_[hull.triangle(hull.first_new()).vertices[2]]);
  for (u32 k = window_.first / 8; 8 * k < loose_before; ++k) {
    const u32 crossed = loose_[k].crossed(vertex);
    if (crossed == 0) continue;
    u32 near = crossed & loose_[k].near(low, high);
    loose_[k].forget_behind(crossed);
    for (; near != 0; near &= near - 1) {
      const u32 lane = static_cast<u32>(std::countr_zero(near)), number = 8 * k + lane, face = loose_[k].faces[lane];
      if (number < window_.first || number >= loose_before || face == Surface::kNone) continue;
      const u32 where = place(face, beyond(surface_.faces[face]));
      if (where == kMeets) return false;
      if (where == kAhead) loose_[k].set_behind(lane, plane_of(face));
      if (is_loose(where)) continue;
      settled_.push_back({number, face});
      loose_[k].faces[lane] = Surface::kNone;
      if (where != kGone) put(face | kFace, where);
    }
  }
  return true;
}

}  // namespace apart::decomposition
