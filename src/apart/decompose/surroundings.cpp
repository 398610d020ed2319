// Lists of what is around a growing hull.
#include <apart/base/rounding.hpp>
#include <apart/decompose/surroundings.hpp>

namespace apart::decomposition {

Surroundings::Surroundings(const Surface& surface)
    : surface_(surface),
      tree_(surface.model.boxes()),
      reach_(2 * tree_.frame.radius),
      planes_(tree_.frame),
      beyond_(surface.at.size()),
      slices_of_unit_(static_cast<float>(kSlices / reach_)),
      room_(64 * 0x1p-24 * tree_.frame.radius + 32 * 0x1p-53 * (largest(abs(tree_.frame.centre)) + reach_)) {
  at_.reserve(surface.at.size());
  for (const Vec3d p : surface.at) at_.push_back(cast<float>(p - tree_.frame.centre));
}

void Surroundings::add_plane(const GrowingHull& hull, u32 triangle) {
  if (planes_.size() == HullPlanes::kMost) return;
  const GrowingHull::Plane& plane = hull.triangle(triangle).plane;
  const double length = apart::length(plane.normal);
  const double error = (plane.error.x + plane.error.y + plane.error.z) / length + 8 * 0x1p-53;
  for (const u32 v : hull.triangle(triangle).vertices) {  // of the hull, beyond no plane of it
    if (beyond_[v].growth != growth_) beyond_[v] = {0, growth_, true};
    beyond_[v].planes |= u64{1} << planes_.size();
  }
  triangle_of_plane_[planes_.size()] = triangle;
  planes_.add(plane.a, plane.normal / length, reach_ * error);
}

void Surroundings::take_planes(const GrowingHull& hull) {
  ++growth_;
  box_before_ = box_;
  planes_.clear();
  if (hull.is_pyramid()) {
    for (u32 k = 0; k < hull.first_new(); ++k)
      for (const u32 v : hull.triangle(k).vertices) box_.add(surface_.at[v]);
    add_plane(hull, 0);
  }
  box_.add(surface_.at[hull.triangle(hull.first_new()).vertices[2]]);
  for (u32 k = hull.first_new(); k < hull.size(); ++k) add_plane(hull, k);
  for (u32 side = 0; side < kSides; ++side) reaches_[side] = reach_along(box_, side);
}

// From −reach_ / 2 on, relative to the tree's centre; what is outside belongs to the first or to the last.
u32 Surroundings::slice_of(float along) const {
  const float slice = (along + static_cast<float>(reach_ / 2)) * slices_of_unit_;
  return slice > 0 ? slice < float(kSlices) ? static_cast<u32>(slice) : kSlices - 1 : 0;
}

// Along an axis, or against it, relative to the tree's centre; rounded up, with room for what boxes and slices lose.
float Surroundings::reach_along(const Bounds& box, u32 side) const {
  const int axis = static_cast<int>(side / 2);
  const double centre = tree_.frame.centre[axis];
  return float_above((side % 2 == 0 ? centre - box.low[axis] : box.high[axis] - centre) + room_);
}

// The list of the slice in which a box begins, beyond the side that is the farthest from it; kEnd if it is beyond none.
u32 Surroundings::beyond_a_side(const volumes::Aabb<float>& box) const {
  u32 best = kEnd;
  float margin = 0, start = 0;
  for (u32 side = 0; side < kSides; ++side) {
    const int axis = static_cast<int>(side / 2);
    const float low = (side % 2 == 0 ? -box.centre[axis] : box.centre[axis]) - box.half[axis];
    if (low - reaches_[side] > margin) best = side, margin = low - reaches_[side], start = low;
  }
  return best == kEnd ? kEnd : list_of_slice(best, slice_of(start));
}

Surroundings::Starts Surroundings::beyond_sides(const volumes::InLanes<volumes::Aabb<float>, 8>& boxes) const {
  Starts out{Eight(-1), Eight(0)};
  Eight margin(0);
  for (u32 side = 0; side < kSides; ++side) {
    const int axis = static_cast<int>(side / 2);
    const Eight low = (side % 2 == 0 ? -boxes.centre[axis] : boxes.centre[axis]) - boxes.half[axis];
    const Eight beyond = low - Eight(reaches_[side]);
    const auto farther = beyond > margin;
    margin = select(farther, beyond, margin);
    out = {select(farther, Eight(static_cast<float>(side)), out.side), select(farther, low, out.start)};
  }
  return out;
}

u32 Surroundings::beyond(const Face& face) {
  const u64 all = beyond(face[0]).planes & beyond(face[1]).planes & beyond(face[2]).planes;
  return all != 0 ? list_of(triangle_of_plane_[static_cast<u32>(std::countr_zero(all))]) : kLoose;
}

void Surroundings::empty(u32 list) {
  if (lists_[list] == kEnd) return;
  emptied_.push_back(lists_[list]);
  entries_.push_back({kEnd, list, lists_[list]});
  lists_[list] = kEnd;
}

// Those of triangles that the last vertex saw, and of slices that the hull reaches.
void Surroundings::empty_lists(const GrowingHull& hull) {
  emptied_.clear();
  for (const u32 triangle : hull.seen_last()) empty(list_of(triangle));
  for (u32 side = 0; side < kSides; ++side) {
    const float before = reach_along(box_before_, side);
    if (!(reaches_[side] > before)) continue;
    for (u32 slice = slice_of(before); slice <= slice_of(reaches_[side]); ++slice) empty(list_of_slice(side, slice));
  }
}

void Surroundings::undo(const Mark& mark) {
  for (; entries_.size() > mark.entries; entries_.pop_back()) lists_[entries_.back().list] = entries_.back().next;
  for (; settled_.size() > mark.settled; settled_.pop_back()) loose_[settled_.back().place].face = settled_.back().face;
  lists_.resize(mark.lists), loose_.resize(mark.loose);
  window_ = mark.window, box_ = mark.box;
}

// Where most of the window is settled, one of those that are still loose follows it.
void Surroundings::drop_settled() {
  const std::size_t end = loose_.size();
  if (2 * (settled_.size() - window_.settled) < end - window_.first + 8) return;
  for (std::size_t k = window_.first; k < end; ++k)
    if (loose_[k].face != Surface::kNone) loose_.push_back(Loose(loose_[k]));
  window_ = {end, settled_.size()};
}

}  // namespace apart::decomposition
