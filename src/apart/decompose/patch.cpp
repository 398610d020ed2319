// The three conditions by which a face joins a patch: a convex edge, no face of the patch seen from the new vertex, and
// a grown hull that meets the rest of the surface nowhere.
#include <apart/decompose/patch.hpp>
#include <apart/decompose/separation.hpp>

namespace apart::decomposition {

using Outcome = GrowingHull::Outcome;
namespace {
constexpr std::size_t kFirstCredit = 16;
}

void Patch::begin(u32 face) {
  ++round_;
  faces_.clear(), vertices_.clear();
  spent_ = 0;
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
    triangle_of_[face] = hull_.keep(face);
    return triangle_of_[face] != Surface::kNone;
  });
  any_face_ = false;
  return good;
}

// Changes nothing if `start` or what follows from it fails.
template <class Start>
bool Patch::attempt(Start start) {
  const Mark mark{faces_.size(), vertices_.size(), hull_.mark()};
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
  for (; faces_.size() > mark.faces; faces_.pop_back()) face_in_[faces_.back()] = 0;
  for (; vertices_.size() > mark.vertices; vertices_.pop_back()) vertex_in_[vertices_.back()] = 0;
  hull_.undo(mark.hull);
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
  if (pending_in_[face] == attempt_) return true;
  if (!can_join(face) || surface_.degenerate[face] || faces_.size() + pending_.size() >= most_faces_) return false;
  for (const GrowingHull::Part& part : hull_.added_parts())
    for (const u32 v : part)
      if (v != Surface::kNone && surface_.side(face, v) > 0) return false;
  pending_.push_back(face);
  pending_in_[face] = attempt_;
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
  if (hull_.add(vertex, triangle_of_[from], a, b) != Outcome::grown) return false;
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

// Does the face meet parts that were added to the hull only in the patch, or may it follow?
bool Patch::clear_of_face(u32 face, std::span<const GrowingHull::Part> parts) {
  if (contains(face) || clear_in_[face] == growth_ || pending_in_[face] == attempt_) return true;
  const Face& f = surface_.faces[face];
  u32 beyond = ~u32{0}, shared = 0;
  for (u32 k = 0; k < 3; ++k) {
    const GrowingHull::Code& code = code_of(f[k]);
    const bool in = has(f[k]);
    shared |= u32(in) << k;
    beyond &= code.outside | (in ? code.on : 0);
  }
  // Beyond a plane of the hull but for shared vertices; an edge of two such is decided below.
  if (beyond != 0 && (shared == 0 || std::has_single_bit(shared))) {
    clear_in_[face] = growth_;
    return true;
  }
  if (beyond == 0 && shared != 0 && shared != 7) beyond = is_beyond_a_neighbour(f);
  Bounds box;
  for (const u32 v : f) box.add(surface_.at[v]);
  for (const GrowingHull::Part& part : parts) {
    const bool near = shared != 0 || may_overlap(box, part);
    if (near && !meets_patch_alone(surface_, face, shared, beyond != 0, part, *this)) return may_follow(face);
    if (beyond != 0) break;  // of the whole hull
  }
  if (beyond != 0) clear_in_[face] = growth_;
  return true;
}

// By the planes of the hull at a vertex that the face shares with the patch.
bool Patch::is_beyond_a_neighbour(const Face& f) const {
  const u32 shared = has(f[0]) ? f[0] : has(f[1]) ? f[1] : f[2];
  for (const u32 g : surface_.faces_at(shared))
    if (contains(g) && hull_.has_corner(triangle_of_[g], shared)) return hull_.is_beyond_at(shared, triangle_of_[g], f);
  return false;
}

bool Patch::may_overlap(const Bounds& box, const GrowingHull::Part& part) const {
  Bounds other;
  for (const u32 v : part)
    if (v != Surface::kNone) other.add(surface_.at[v]);
  for (int i = 0; i < 3; ++i)
    if (box.low[i] > other.high[i] || box.high[i] < other.low[i]) return false;
  return true;
}

bool Patch::clear_of_surface() {
  ++growth_;
  const std::span<const GrowingHull::Part> parts = hull_.added_parts();
  // Of a large hull the parts are long and thin: few faces are near any of them, and many near all. Those on a polygon
  // are a pyramid.
  const bool thin = hull_.size() > 12 && !hull_.is_pyramid();
  const std::size_t step = thin ? 1 : parts.size();
  // Most of those that fail do so at a face beside the patch: these first, before all that are near.
  for (const u32 v : std::span(vertices_).last(1))
    for (const u32 face : surface_.faces_at(v))
      if (!clear_of_face(face, parts)) return false;
  for (std::size_t k = 0; k < parts.size(); k += step) {
    const auto some = parts.subspan(k, step);
    if (!for_each_near(boxes_, RegionInTree(boxes_, surface_.at, some, thin),
                       [&](u32 face) { return clear_of_face(face, some); }))
      return false;
  }
  return true;
}

}  // namespace apart::decomposition
