// The three conditions by which a face joins a patch: a convex edge, no face of the patch seen from the new vertex, and
// a grown hull that meets the rest of the surface nowhere.
#include <algorithm>
#include <apart/decompose/patch.hpp>
#include <apart/decompose/separation.hpp>
#include <bit>

namespace apart::decomposition {

using Outcome = GrowingHull::Outcome;
namespace {
constexpr std::size_t kFirstCredit = 16;
constexpr std::size_t kFewVertices = 64;  // all of which are tested against a plane sooner than their hull is

}  // namespace

void Patch::begin(u32 face) {
  ++round_;
  faces_.clear(), vertices_.clear(), put_at_.clear();
  begun_at_ = growth_ + 1;
  spent_ = 0;
  around_.clear();
  hull_.begin(face);
  put(face, 0);
  for (const u32 v : surface_.faces[face]) put_vertex(v);
}

bool Patch::is_edge(u32 p, u32 q) const {
  if (surface_.faces_at(q).size() < surface_.faces_at(p).size()) std::swap(p, q);
  for (const u32 f : surface_.faces_at(p))
    if (contains(f) && has_vertex(surface_.faces[f], q)) return true;
  return false;
}

bool Patch::is_face(u32 p, u32 q, u32 r) const {
  for (const u32 f : surface_.faces_at(p))
    if (contains(f) && has_vertex(surface_.faces[f], q) && has_vertex(surface_.faces[f], r)) return true;
  return false;
}

bool Patch::grow(u32 face, u32 edge) {
  const EdgeKind kind = surface_.edges[face][edge];
  if (kind != EdgeKind::convex && kind != EdgeKind::flat) return false;
  const u32 other = surface_.neighbour(face, edge);
  return can_join(other) && attempt([&] { return join(other, face, edge); });
}

bool Patch::grow_by(u32 face) {
  const Face& f = surface_.faces[face];
  if (!can_join(face) || (has(f[0]) && has(f[1]) && has(f[2]))) return false;
  any_face_ = true;
  const bool good = attempt([&] {
    put(face, Surface::kNone);
    for (const u32 v : f)
      if (!has(v) && !include(v)) return false;
    states_[face].triangle = hull_.keep(face);
    return triangle_of(face) != Surface::kNone;
  });
  any_face_ = false;
  return good;
}

// Changes nothing if `start` or what follows from it fails.
template <class Start>
bool Patch::attempt(Start start) {
  const Mark mark{faces_.size(), vertices_.size(), hull_.mark(), around_.mark()};
  pending_.clear();
  ++attempt_;
  const std::size_t credit = kFirstCredit + 2 * mark.faces;
  most_faces_ = mark.faces + (credit > spent_ ? credit - spent_ : 1);
  bool good = start();
  // In a plane the hull of some faces may reach into others: these must follow, until their union is convex.
  while (good && !pending_.empty()) {
    std::erase_if(pending_, [&](u32 f) { return contains(f); });
    std::optional<Way> way;
    for (std::size_t k = 0; k < pending_.size() && !way; ++k)
      if (way = way_to(pending_[k]); way) good = join(pending_[k], way->from, way->edge);
    good &= pending_.empty() || way;
  }
  if (good) return true;
  if (faces_.size() > mark.faces + 1) spent_ += faces_.size() - mark.faces;
  for (; faces_.size() > mark.faces; faces_.pop_back()) states_[faces_.back()].round = 0;
  for (; vertices_.size() > mark.vertices; vertices_.pop_back()) vertex_in_[vertices_.back()] = 0;
  put_at_.resize(mark.vertices);
  hull_.undo(mark.hull);
  around_.undo(mark.around);
  return false;
}

// An edge of a face of the patch across which the face may join, if it has one.
std::optional<Patch::Way> Patch::way_to(u32 face) const {
  for (u32 i = 0; i < 3; ++i) {
    const EdgeKind kind = surface_.edges[face][i];
    if (kind == EdgeKind::border || kind == EdgeKind::reflex) continue;
    const u32 from = surface_.neighbour(face, i);
    if (!contains(from)) continue;
    u32 edge = 0;
    while (surface_.neighbour(from, edge) != face) ++edge;
    return Way{from, edge};
  }
  return {};
}

// A face that the hull, as it has grown, reaches into may still join if that is in its plane, and not beyond.
bool Patch::may_follow(u32 face) {
  if (states_[face].attempt == attempt_) return true;
  if (!can_join(face) || surface_.degenerate[face] || faces_.size() + pending_.size() >= most_faces_) return false;
  const Face& f = surface_.faces[face];
  const GrowingHull::Plane plane(surface_.at[f[0]], surface_.at[f[1]], surface_.at[f[2]]);
  for (const u32 v : hull_.added_vertices()) {
    const int sure = plane.sure_side(surface_.at[v]);
    if (sure > 0 || (sure == 0 && surface_.side(face, v) > 0)) return false;
  }
  pending_.push_back(face);
  states_[face].attempt = attempt_;
  return true;
}

bool Patch::include(u32 vertex) {
  if (hull_.add(vertex) != Outcome::grown) return false;
  put_vertex(vertex);
  return close_around(vertex) && clear_of_surface();
}

bool Patch::join(u32 face, u32 from, u32 edge) {
  const Face &f = surface_.faces[face], &g = surface_.faces[from];
  const u32 a = g[edge], b = g[after(edge)];
  u32 tip = 0;
  while (f[tip] == a || f[tip] == b) ++tip;
  const u32 vertex = f[tip];
  if (has(vertex)) return false;  // had it been on the boundary, it would have joined with its last vertex
  if (hull_.add(vertex, triangle_of(from), a, b) != Outcome::grown) return false;
  put_vertex(vertex);
  const u32 triangle = hull_.keep(face);
  if (triangle == Surface::kNone) return false;
  put(face, triangle);
  return close_around(vertex) && clear_of_surface();
}

// Faces at a new vertex whose other vertices were in the hull before lie in the hull, and belong on its boundary.
bool Patch::close_around(u32 vertex) {
  for (bool more = true; more;) {
    more = false;
    bool open = false;
    for (const u32 face : surface_.faces_at(vertex)) {
      if (contains(face)) continue;
      const Face& f = surface_.faces[face];
      if (!has(f[0]) || !has(f[1]) || !has(f[2]) || surface_.degenerate[face]) continue;
      bool connected = any_face_;
      for (u32 i = 0; i < 3 && !connected; ++i)
        connected = surface_.edges[face][i] != EdgeKind::border && contains(surface_.neighbour(face, i));
      if (is_face(f[0], f[1], f[2])) continue;
      if (!can_join(face)) return false;
      if (!connected) {
        open = true;
        continue;
      }
      const u32 triangle = hull_.keep(face);
      if (triangle == Surface::kNone) return false;
      put(face, triangle);
      more = true;
    }
    if (!more && open) return false;
  }
  // An edge between two vertices of the patch lies in the hull, and so must be an edge of the patch.
  for (const u32 face : surface_.faces_at(vertex)) {
    if (contains(face)) continue;
    for (const u32 v : surface_.faces[face]) {
      if (v == vertex || !has(v) || is_edge(v, vertex)) continue;
      if (!may_follow(face)) return false;
      break;
    }
  }
  return true;
}

const GrowingHull::Code& Patch::code_of(u32 vertex) {
  VertexCode& known = codes_[vertex];
  if (known.growth != growth_) known = {growth_, hull_.code(vertex)};
  return known.code;
}

// Where a face belongs among the surroundings, in the list `where` if it is beyond a plane: kMeets if it meets what was
// added to the hull elsewhere than in the patch and may not follow.
u32 Patch::place(u32 face, u32 where) {
  if (contains(face)) return Surroundings::kGone;
  State& state = states_[face];
  if (state.attempt == attempt_) return Surroundings::kLoose;
  if (state.growth == growth_) return state.where;
  if (where == Surroundings::kLoose) where = place_of(face);
  if (where == Surroundings::kMeets) return may_follow(face) ? Surroundings::kLoose : where;
  state.growth = growth_, state.where = where;
  return where;
}

// Of a face that is beyond no plane of those that are tested first. What it shares with the hull are edges and vertices
// of the patch, or close_around had it follow.
u32 Patch::place_of(u32 face) {
  const Face& f = surface_.faces[face];
  u32 shared = 0;
  for (u32 k = 0; k < 3; ++k) shared |= u32(has(f[k])) << k;
  Bounds box;
  for (const u32 v : f) box.add(surface_.at[v]);
  if (shared == 7 || !meet(box, parts_box_)) return Surroundings::kLoose;
  if (shared == 0 || hull_.flat()) {
    u32 beyond = ~u32{0};
    for (u32 k = 0; k < 3; ++k) {
      const GrowingHull::Code& code = code_of(f[k]);
      beyond &= code.outside | ((shared >> k & 1) != 0 ? code.on : 0);
    }
    if (beyond != 0)
      return hull_.flat() ? 0 : Surroundings::list_of(hull_.first_new() + static_cast<u32>(std::countr_zero(beyond)));
  } else {
    if (several(shared))
      if (const u32 triangle = beyond_edge(face, shared); triangle != Surface::kNone)
        return Surroundings::list_of(triangle);
    if (supports_hull(face, shared)) return Surroundings::kAhead;
    const u32 corner = f[static_cast<u32>(std::countr_zero(shared))];
    if (const u32 start = triangle_at(corner); start != Surface::kNone)
      if (const u32 triangle = hull_.beyond_at(corner, start, f); triangle != Surface::kNone)
        return Surroundings::list_of(triangle);
  }
  if (shared == 0 && !hull_.flat() && vertices_.size() < kFewVertices && supports_hull(face, 0))
    return Surroundings::kAhead;
  const std::span<const GrowingHull::Part> parts = hull_.added_parts();
  if (part_boxes_.empty())
    for (const GrowingHull::Part& part : parts) {
      Bounds& of = part_boxes_.emplace_back();
      for (const u32 v : part)
        if (v != Surface::kNone) of.add(surface_.at[v]);
    }
  for (std::size_t k = 0; k < parts.size(); ++k)
    if (meet(box, part_boxes_[k]) && !Separation(surface_.at, f, shared, parts[k], *this).holds()) {
      states_[face].meets = static_cast<u32>(k);
      return Surroundings::kMeets;
    }
  return Surroundings::kLoose;
}

// A triangle of the hull at a vertex of the patch, or none.
u32 Patch::triangle_at(u32 vertex) const {
  for (const u32 g : surface_.faces_at(vertex))
    if (contains(g) && hull_.has_corner(triangle_of(g), vertex)) return triangle_of(g);
  return Surface::kNone;
}

// The triangle of the hull at the edge that a face shares with the patch, if the face is beyond it.
u32 Patch::beyond_edge(u32 face, u32 shared) const {
  const Face& f = surface_.faces[face];
  const u32 tip = static_cast<u32>(std::countr_zero(~shared)), i = after(tip), other = surface_.neighbour(face, i);
  if (other == Surface::kNone || !contains(other)) return Surface::kNone;
  const u32 triangle = hull_.across(triangle_of(other), f[after(i)], f[i]);
  return triangle != Surface::kNone && hull_.sees(f[tip], triangle) ? triangle : Surface::kNone;
}

// Is the hull behind the plane of a face, and has nothing in it but vertices of the face? What was found for a hull
// holds for the parts of it that an undo leaves, so that only vertices that came later are tested; or, at first, those
// around one that is in the plane.
bool Patch::supports_hull(u32 face, u32 shared) {
  State& state = states_[face];
  if (state.not_behind == round_ || surface_.degenerate[face]) return false;
  const Face& f = surface_.faces[face];
  bool behind = true;
  if (shared != 0 && state.behind < begun_at_) {
    const u32 first = f[static_cast<u32>(std::countr_zero(shared))], triangle = triangle_at(first);
    behind = triangle != Surface::kNone && hull_.behind_at(first, triangle, face);
  } else {
    const GrowingHull::Plane plane(surface_.at[f[0]], surface_.at[f[1]], surface_.at[f[2]]);
    for (std::size_t k = vertices_.size(); k-- > 0 && behind && put_at_[k] > state.behind;) {
      const u32 v = vertices_[k];
      const int sure = plane.sure_side(surface_.at[v]);
      behind = sure < 0 || (sure == 0 && (has_vertex(f, v) || surface_.side(face, v) < 0));
    }
  }
  if (behind)
    state.behind = growth_;
  else
    state.not_behind = round_;
  return behind;
}

// What follows first depends on the model alone, not on what is listed where: part by part, each as the tree has it.
void Patch::sort_pending(std::size_t from) {
  const bool by_part = hull_.size() > 12 && !hull_.is_pyramid();
  std::sort(pending_.begin() + static_cast<std::ptrdiff_t>(from), pending_.end(), [&](u32 a, u32 b) {
    const State &s = states_[a], &t = states_[b];
    return by_part && s.meets != t.meets ? s.meets < t.meets : rank_[a] < rank_[b];
  });
}

bool Patch::clear_of_surface() {
  ++growth_;
  const std::span<const GrowingHull::Part> parts = hull_.added_parts();
  part_boxes_.clear();
  parts_box_ = {};
  for (const GrowingHull::Part& part : parts)
    for (const u32 v : std::span(part).first(3)) parts_box_.add(surface_.at[v]);
  parts_box_.add(surface_.at[vertices_.back()]);
  if (!hull_.flat()) around_.take_planes(hull_);
  // Most of those that fail do so at a face beside the patch: these first, before all that are near.
  for (const u32 face : surface_.faces_at(vertices_.back())) {
    if (contains(face)) continue;
    const u32 beyond = hull_.flat() ? Surroundings::kLoose : around_.beyond(surface_.faces[face]);
    if (place(face, beyond) == Surroundings::kMeets) return false;
  }
  if (!hull_.flat()) {
    const std::size_t before = pending_.size();
    if (!around_.follow(hull_, parts_box_, [&](u32 face, u32 where) { return place(face, where); })) return false;
    sort_pending(before);
    return true;
  }
  return for_each_near(boxes_, RegionInTree(boxes_, surface_.at, parts, false),
                       [&](u32 face) { return place(face, Surroundings::kLoose) != Surroundings::kMeets; });
}

}  // namespace apart::decomposition
