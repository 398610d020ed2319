// Collects patches and their hulls into a Decomposition.
#include <algorithm>
#include <apart/decompose/pieces.hpp>

namespace apart::decomposition {

Pieces::Pieces(const Surface& surface, DecompositionMethod method) : surface_(surface), stamps_(surface.at.size()) {
  out_.method = method;
  out_.patch_of.assign(surface.size(), Surface::kNone);
  out_.first_vertex = out_.first_hull_face = {0};
}

void Pieces::add(std::span<const u32> faces, GrowingHull& hull) {
  const u32 first = out_.first_hull_face.back();
  for (const u32 f : faces) out_.patch_of[f] = size();
  hull.finish(out_.hull_faces, out_.source);
  out_.first_hull_face.push_back(static_cast<u32>(out_.hull_faces.size()));
  for (const Face& f : std::span(out_.hull_faces).subspan(first))
    for (const u32 v : f)
      if (stamps_[v] != size()) stamps_[v] = size(), out_.vertices.push_back(v);
  end_vertices();
}

void Pieces::end_vertices() {
  std::sort(out_.vertices.begin() + out_.first_vertex.back(), out_.vertices.end());
  out_.first_vertex.push_back(static_cast<u32>(out_.vertices.size()));
}

void Pieces::add_disconnected(std::span<const u32> faces, GrowingHull& scratch) {
  scratch.begin(faces.front());
  for (const u32 f : faces.subspan(1))
    for (const u32 v : surface_.faces[f]) scratch.add(v);
  const u32 first = out_.first_hull_face.back();
  add(faces, scratch);
  const std::span<Face> hull = std::span(out_.hull_faces).subspan(first);
  const std::span<u32> source = std::span(out_.source).subspan(first);
  // Most faces are faces of the hull as they are; others lie in its plane.
  const auto sorted = [](Face f) { return std::sort(f.begin(), f.end()), f; };
  std::vector<std::pair<Face, u32>> known;
  for (u32 k = 0; k < hull.size(); ++k) known.push_back({sorted(hull[k]), k});
  std::sort(known.begin(), known.end());
  const auto outward = [&](u32 f, const Face& h) {
    const Face& g = surface_.faces[f];
    return PlaneView(surface_.at[g[0]], surface_.at[g[1]], surface_.at[g[2]])
               .turn(surface_.at[h[0]], surface_.at[h[1]], surface_.at[h[2]]) > 0;
  };
  for (const u32 f : faces) {
    bool found = false;
    const Face key = sorted(surface_.faces[f]);
    for (auto at = std::lower_bound(known.begin(), known.end(), std::pair{key, 0u});
         at != known.end() && at->first == key; ++at)
      if (outward(f, hull[at->second])) source[at->second] = f, found = true;
    if (found) continue;
    for (u32 k = 0; k < hull.size(); ++k) {
      const auto in_plane = [&](u32 v) { return surface_.side(f, v) == 0; };
      if (source[k] == Surface::kNone && std::all_of(hull[k].begin(), hull[k].end(), in_plane) && outward(f, hull[k]))
        source[k] = f;
    }
  }
}

Decomposition Pieces::finish() {
  std::vector<u32> segments;
  for (u32 f = 0; f < surface_.size(); ++f) {
    if (!surface_.degenerate[f]) continue;
    const auto [p, q] = ends_of(surface_, f);
    for (const u32 g : surface_.faces_at(p))
      if (!surface_.degenerate[g] && has_vertex(surface_.faces[g], q)) {
        out_.patch_of[f] = out_.patch_of[g];
        break;
      }
    if (out_.patch_of[f] != Surface::kNone) continue;
    out_.patch_of[f] = size();
    out_.first_hull_face.push_back(out_.first_hull_face.back());
    out_.vertices.push_back(p);
    if (p != q) out_.vertices.push_back(q);
    end_vertices();
  }
  out_.first_face.assign(size() + 1, 0);
  for (const u32 p : out_.patch_of) ++out_.first_face[p + 1];
  for (u32 i = 1; i <= size(); ++i) out_.first_face[i] += out_.first_face[i - 1];
  out_.faces.resize(surface_.size());
  std::vector<u32> next(out_.first_face.begin(), out_.first_face.end() - 1);
  for (u32 f = 0; f < surface_.size(); ++f) out_.faces[next[out_.patch_of[f]]++] = f;
  return std::move(out_);
}

}  // namespace apart::decomposition
