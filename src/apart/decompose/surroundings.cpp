// Lists of what is around a growing hull.
#include <apart/decompose/surroundings.hpp>

namespace apart::decomposition {

Surroundings::Surroundings(const Surface& surface)
    : surface_(surface),
      tree_(surface.model.boxes()),
      reach_(2 * tree_.frame.radius),
      planes_(tree_.frame),
      beyond_(surface.at.size()) {
  at_.reserve(surface.at.size());
  for (const Vec3d p : surface.at) at_.push_back(cast<float>(p - tree_.frame.centre));
}

void Surroundings::add_plane(u32 list, const Face& corners, const Unit& unit) {
  if (planes_.size() == HullPlanes::kMost) return;
  list_of_plane_[planes_.size()] = list, corners_[planes_.size()] = corners;
  planes_.add(surface_.at[corners[0]], unit.normal, unit.error);
}

// Of two planes that have the hull behind them, any between them does too; the one in the middle.
void Surroundings::add_edge(u32 list, u32 p, u32 q, const Unit& one, const Unit& other) {
  const Vec3d sum = one.normal + other.normal;
  const double length = apart::length(sum);
  add_plane(list, {p, q, q}, {sum / length, (one.error + other.error) / length});
}

void Surroundings::take_planes(const GrowingHull& hull) {
  for (u32 k = static_cast<u32>(units_.size()); k < hull.size(); ++k) {
    const GrowingHull::Plane& plane = hull.triangle(k).plane;
    const double length = apart::length(plane.normal);
    const double error = (plane.error.x + plane.error.y + plane.error.z) / length + 8 * 0x1p-53;
    units_.push_back({plane.normal / length, reach_ * error});
  }
  box_before_ = box_;
  planes_.clear();
  if (hull.is_pyramid()) {
    for (u32 k = 0; k < hull.first_new(); ++k)
      for (const u32 v : hull.triangle(k).vertices) box_.add(surface_.at[v]);
    add_plane(list_of(0), hull.triangle(0).vertices, units_[0]);
  }
  box_.add(surface_.at[hull.triangle(hull.first_new()).vertices[2]]);
  for (u32 k = hull.first_new(); k < hull.size(); ++k) add_plane(list_of(k), hull.triangle(k).vertices, units_[k]);
  for (u32 k = hull.first_new(); k < hull.size(); ++k) {
    const GrowingHull::Triangle& t = hull.triangle(k);
    for (const u32 edge : {0u, 1u})
      add_edge(list_of(k) + 1 + edge, t.vertices[edge], t.vertices[edge + 1], units_[k], units_[t.across[edge]]);
  }
  ++growth_;
  for (u32 k = 0; k < planes_.size(); ++k)
    for (const u32 v : corners_[k]) {  // vertices of the hull, beyond no plane of it
      if (beyond_[v].growth != growth_) beyond_[v] = {0, growth_};
      beyond_[v].planes |= u64{1} << k;
    }
  for (u32 side = 0; side < kSides && planes_.size() < HullPlanes::kMost; ++side) {
    Vec3d normal{};
    normal[static_cast<int>(side / 2)] = side % 2 == 0 ? -1 : 1;
    list_of_plane_[planes_.size()] = side;
    planes_.add(side % 2 == 0 ? box_.low : box_.high, normal, 0);
  }
}

u32 Surroundings::beyond(const Face& face) {
  const u64 all = beyond(face[0]) & beyond(face[1]) & beyond(face[2]);
  return all != 0 ? list_of_plane_[static_cast<u32>(std::countr_zero(all))] : kLoose;
}

void Surroundings::empty(u32 list) {
  if (lists_[list] == kEnd) return;
  emptied_.push_back(lists_[list]);
  entries_.push_back({kEnd, list, lists_[list]});
  lists_[list] = kEnd;
}

// Those of triangles that the last vertex saw, of edges of the others to these, and of sides of the box that moved.
void Surroundings::empty_lists(const GrowingHull& hull) {
  emptied_.clear();
  for (const u32 triangle : hull.seen_last())
    for (u32 k = 0; k < 3; ++k) empty(list_of(triangle) + k);
  for (u32 k = hull.first_new(); k < hull.size(); ++k) {
    const u32 other = hull.triangle(k).across[0];
    for (const u32 edge : {0u, 1u})
      if (hull.triangle(other).across[edge] == k) empty(list_of(other) + 1 + edge);
  }
  for (u32 side = 0; side < kSides; ++side) {
    const int axis = static_cast<int>(side / 2);
    if (side % 2 == 0 ? box_.low[axis] < box_before_.low[axis] : box_.high[axis] > box_before_.high[axis]) empty(side);
  }
}

void Surroundings::undo(const Mark& mark) {
  for (; entries_.size() > mark.entries; entries_.pop_back()) lists_[entries_.back().list] = entries_.back().next;
  lists_.resize(mark.lists), loose_.resize(mark.loose), units_.resize(mark.units);
  first_loose_ = mark.first_loose, box_ = mark.box;
}

}  // namespace apart::decomposition
