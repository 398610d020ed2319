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
  for (const Vec3d p : surface.at) at_.push_back(in_tree(p));
}

// Of length 1 or less: the sum of its coordinates is 1.
HullPlanes::Plane Surroundings::in_floats(const GrowingHull::Plane& plane) const {
  const Vec3d size = abs(plane.normal);
  const double scale = 1 / (size.x + size.y + size.z);
  const double error = (plane.error.x + plane.error.y + plane.error.z) * scale + 8 * 0x1p-53;
  return planes_.plane(plane.a, scale * plane.normal, reach_ * error);
}

void Surroundings::add_plane(const GrowingHull& hull, u32 triangle) {
  if (planes_.size() == HullPlanes::kMost) return;
  for (const u32 v : hull.triangle(triangle).vertices) {  // of the hull, beyond no plane of it
    if (beyond_[v].growth != growth_) beyond_[v] = {kCorner, growth_};
    beyond_[v].planes |= u64{1} << planes_.size();
  }
  triangle_of_plane_[planes_.size()] = triangle;
  planes_.add(in_floats(hull.triangle(triangle).plane));
}

// Small triangles first, as what is listed there is listed again less often: fewer vertices see them.
void Surroundings::add_new_planes(const GrowingHull& hull) {
  u64 found[HullPlanes::kMost];  // the square of a size, whose bits are ordered as it is, and a triangle
  u32 count = 0;
  for (u32 k = hull.first_new(); k < hull.size() && count < HullPlanes::kMost; ++k) {
    const auto& [a, b, c] = hull.triangle(k).vertices;
    const Vec3f to_a = at_[a] - at_[c], to_b = at_[b] - at_[c];
    const u64 key = u64{std::bit_cast<u32>(larger(dot(to_a, to_a), dot(to_b, to_b)))} << 32 | k;
    u32 place = count++;
    for (; place > 0 && found[place - 1] > key; --place) found[place] = found[place - 1];
    found[place] = key;
  }
  for (u32 k = 0; k < count; ++k) add_plane(hull, static_cast<u32>(found[k]));
}

void Surroundings::take_planes(const GrowingHull& hull) {
  ++growth_;
  reaches_before_ = reaches_;
  planes_.clear();
  if (hull.is_pyramid()) {
    for (u32 k = 0; k < hull.first_new(); ++k)
      for (const u32 v : hull.triangle(k).vertices) box_.add(surface_.at[v]);
    add_plane(hull, 0);
  }
  const Vec3d added = surface_.at[hull.triangle(hull.first_new()).vertices[2]];
  const bool grows = !(box_.low.x <= added.x && added.x <= box_.high.x && box_.low.y <= added.y &&
                       added.y <= box_.high.y && box_.low.z <= added.z && added.z <= box_.high.z);
  box_.add(added);
  add_new_planes(hull);
  if (grows || hull.is_pyramid())
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

void Surroundings::empty(u32 list) {
  if (lists_[list] == kEnd) return;
  emptied_.push_back(lists_[list]);
  put(kEnd, list);
  lists_[list] = kEnd;
}

// Those of triangles that the last vertex saw, and of slices that the hull reaches.
void Surroundings::empty_lists(const GrowingHull& hull) {
  emptied_.clear();
  for (const u32 triangle : hull.seen_last()) empty(list_of(triangle));
  for (u32 side = 0; side < kSides; ++side) {
    const float before = reaches_before_[side];
    if (!(reaches_[side] > before)) continue;
    for (u32 slice = slice_of(before); slice <= slice_of(reaches_[side]); ++slice) empty(list_of_slice(side, slice));
  }
}

void Surroundings::clear() {
  lists_.clear(), settled_.clear();
  count_ = loose_count_ = 0;
  window_ = {}, box_ = {}, reaches_ = {};
}

void Surroundings::undo(const Mark& mark) {
  for (; count_ > mark.entries; --count_) lists_[entries_[count_ - 1].list] = entries_[count_ - 1].next;
  for (; settled_.size() > mark.settled; settled_.pop_back())
    loose_[settled_.back().number / 8].faces[settled_.back().number % 8] = settled_.back().face;
  lists_.resize(mark.lists);
  loose_count_ = mark.loose;
  window_ = mark.window, box_ = mark.box, reaches_ = mark.reaches;
}

void Surroundings::make_room() {
  room_for_ = 2 * room_for_ + 1024;
  entries_.resize(room_for_);
}

void Surroundings::add_loose(u32 face, u32 where) {
  if (loose_count_ == 8 * loose_.size()) loose_.emplace_back();
  EightLoose& eight = loose_[loose_count_ / 8];
  const int lane = static_cast<int>(loose_count_++ % 8);
  const Face& f = surface_.faces[face];
  const Vec3f a = at_[f[0]], b = at_[f[1]], c = at_[f[2]], low = lesser(lesser(a, b), c),
              high = larger(larger(a, b), c);
  for (int axis = 0; axis < 3; ++axis) eight.low[axis].set(lane, low[axis]), eight.high[axis].set(lane, high[axis]);
  eight.faces[static_cast<u32>(lane)] = face;
  if (where == kAhead)
    eight.set_behind(static_cast<u32>(lane), plane_of(face));
  else
    eight.forget_behind(u32{1} << lane);
}

// Where most of the window is settled, one of those that are still loose follows it.
void Surroundings::drop_settled() {
  const u32 end = loose_count_, settled = static_cast<u32>(settled_.size());
  if (2 * (settled - window_.settled) < end - window_.first + 8) return;
  for (u32 k = window_.first; k < end; ++k)
    if (const u32 face = loose_[k / 8].faces[k % 8]; face != Surface::kNone) {
      const bool ahead = loose_[k / 8].limit[static_cast<int>(k % 8)] > -std::numeric_limits<float>::infinity();
      add_loose(face, ahead ? kAhead : kLoose);
    }
  window_ = {end, settled};
}

}  // namespace apart::decomposition
