// Quickhull, and what drafts of hulls have in common.
#include <algorithm>
#include <apart/decompose/hull_draft.hpp>
#include <apart/triangles/exact/orient.hpp>

namespace apart::decomposition {

void add_twins(HullDraft& d) {
  struct End {
    u32 low, high, half;
  };
  std::vector<End> ends;
  for (u32 f = 0; f < d.faces.size(); ++f)
    for (u32 i = 0; i < 3; ++i) {
      const u32 p = d.faces[f][i], q = d.faces[f][after(i)];
      ends.push_back({lesser(p, q), larger(p, q), 3 * f + i});
    }
  std::sort(ends.begin(), ends.end(), [](const End& a, const End& b) {
    return a.low != b.low ? a.low < b.low : a.high != b.high ? a.high < b.high : a.half < b.half;
  });
  d.twins.resize(d.faces.size());
  // The two halves of an edge follow each other; of a flat hull, whose triangles have a copy on the back, those of an
  // inner edge are four: front with front, back with back.
  for (std::size_t k = 0; k < ends.size();) {
    std::size_t end = k + 1;
    while (end < ends.size() && ends[end].low == ends[k].low && ends[end].high == ends[k].high) ++end;
    const auto link = [&](std::size_t a, std::size_t b) {
      d.twins[ends[a].half / 3][ends[a].half % 3] = ends[b].half;
      d.twins[ends[b].half / 3][ends[b].half % 3] = ends[a].half;
    };
    for (std::size_t a = k; a + 1 < end; a += 2) link(a, a + 1);
    k = end;
  }
}

bool is_flat(std::span<const Vec3d> at, std::span<const Face> faces) {
  for (const Face& f : faces)
    for (const u32 v : f)
      if (orient3d(at[faces[0][0]], at[faces[0][1]], at[faces[0][2]], at[v]) != 0) return false;
  return true;
}

std::vector<u32> ends_of_line(std::span<const Vec3d> at, std::span<const u32> vertices) {
  const auto less = [&](u32 a, u32 b) {
    const Vec3d p = at[a], q = at[b];
    return p.x != q.x ? p.x < q.x : p.y != q.y ? p.y < q.y : p.z < q.z;
  };
  const auto [low, high] = std::minmax_element(vertices.begin(), vertices.end(), less);
  std::vector<u32> out{*low, *high};
  std::sort(out.begin(), out.end());
  if (at[*low] == at[*high]) out.pop_back();
  return out;
}

// Into the list of the first triangle, from one on, that the vertex sees; if it sees none, it is inside.
void DirectHull::put(u32 vertex, u32 first_triangle) {
  for (u32 k = first_triangle; k < growing_.size(); ++k) {
    const GrowingHull::Triangle& t = growing_.triangle(k);
    if (!t.alive || growing_.side(t, vertex) <= 0) continue;
    Outside& list = outside_[k];
    const double height = dot(t.plane.normal, at_[vertex] - t.plane.a);
    if (list.first == Surface::kNone || height > list.height) list.farthest = vertex, list.height = height;
    entries_.push_back({vertex, list.first});
    list.first = static_cast<u32>(entries_.size() - 1);
    return;
  }
}

// A vertex that is outside still, and saw a triangle that is gone, sees one of those that replaced it: at the horizon
// between what it saw of the new vertex's part and the rest, the new triangle is between two that it sees.
void DirectHull::grow(std::span<const u32> vertices) {
  entries_.clear(), outside_.clear();
  std::size_t begun = 0;
  while (begun < vertices.size() && growing_.flat()) growing_.add(vertices[begun++]);
  if (growing_.flat()) return;
  outside_.resize(growing_.size());
  for (std::size_t k = begun; k < vertices.size(); ++k) put(vertices[k], 0);
  for (u32 k = 0; k < growing_.size(); ++k) {  // those that are added come last
    if (!growing_.triangle(k).alive || outside_[k].first == Surface::kNone) continue;
    const u32 apex = outside_[k].farthest;
    growing_.add_seen(apex, k);
    outside_.resize(growing_.size());
    for (const u32 seen : growing_.seen_last()) {
      for (u32 e = outside_[seen].first; e != Surface::kNone; e = entries_[e].next)
        if (entries_[e].vertex != apex) put(entries_[e].vertex, growing_.first_new());
      outside_[seen].first = Surface::kNone;
    }
  }
}

void DirectHull::draft(std::span<const u32> vertices, HullDraft& out) {
  if (!growing_.begin(vertices)) {
    out.vertices = ends_of_line(at_, vertices);
    return;
  }
  grow(vertices);
  numbers_.clear();
  if (growing_.finish_linked(out.faces, out.twins, numbers_)) {
    out.flat = false;
  } else {
    no_sources_.clear();
    growing_.finish(out.faces, no_sources_);
    out.flat = is_flat(at_, out.faces);
    add_twins(out);
  }
  for (const Face& f : out.faces) out.vertices.insert(out.vertices.end(), f.begin(), f.end());
  std::sort(out.vertices.begin(), out.vertices.end());
  out.vertices.erase(std::unique(out.vertices.begin(), out.vertices.end()), out.vertices.end());
}

}  // namespace apart::decomposition
