// Facets by search from triangle to triangle, in one plane.
#include <algorithm>
#include <apart/decompose/facets.hpp>
#include <apart/decompose/growing_hull.hpp>

namespace apart::decomposition {

void Facets::find(const GrowingHull& hull) {
  ++found_;
  members_.clear(), first_.clear(), source_.clear();
  facet_of_.assign(hull.size(), Surface::kNone);
  for (u32 start = 0; start < hull.size(); ++start) {
    if (!hull.triangle(start).alive || facet_of_[start] != Surface::kNone) continue;
    const u32 number = static_cast<u32>(first_.size());
    first_.push_back(static_cast<u32>(members_.size()));
    members_.push_back(start);
    facet_of_[start] = number;
    u32 source = Surface::kNone;
    for (std::size_t k = first_.back(); k < members_.size(); ++k) {
      const GrowingHull::Triangle& t = hull.triangle(members_[k]);
      if (source == Surface::kNone) source = t.source;
      for (const u32 next : t.across) {
        if (facet_of_[next] != Surface::kNone) continue;
        const auto& n = hull.triangle(next).vertices;
        if (hull.side(t, n[0]) != 0 || hull.side(t, n[1]) != 0 || hull.side(t, n[2]) != 0) continue;
        facet_of_[next] = number;
        members_.push_back(next);
      }
      for (const u32 v : t.vertices) {
        Uses& uses = uses_[v];
        if (uses.found != found_) uses = {found_};
        if (uses.count > 2 || (uses.count > 0 && uses.facets[uses.count - 1] == number)) continue;
        if (uses.count < 2) uses.facets[uses.count] = number;
        ++uses.count;
      }
    }
    source_.push_back(source);
  }
  first_.push_back(static_cast<u32>(members_.size()));
}

bool Facets::is_clean(const GrowingHull& hull, u32 facet) const {
  const std::span<const u32> all = triangles(facet);
  return std::all_of(all.begin(), all.end(), [&](u32 k) {
    const auto& v = hull.triangle(k).vertices;
    return is_corner(v[0]) && is_corner(v[1]) && is_corner(v[2]);
  });
}

bool Facets::all_clean(const GrowingHull& hull) const {
  for (u32 k = 0; k < size(); ++k)
    if (!is_clean(hull, k)) return false;
  return true;
}

std::vector<u32> Facets::polygon(const GrowingHull& hull, u32 facet) const {
  std::vector<std::array<u32, 2>> border;  // from, to
  for (const u32 k : triangles(facet)) {
    const GrowingHull::Triangle& t = hull.triangle(k);
    for (u32 i = 0; i < 3; ++i)
      if (facet_of_[t.across[i]] != facet) border.push_back({t.vertices[i], t.vertices[after(i)]});
  }
  std::sort(border.begin(), border.end());
  std::vector<u32> out;
  const u32 start = border.front()[0];
  u32 v = start;
  do {
    if (is_corner(v)) out.push_back(v);
    v = (*std::lower_bound(border.begin(), border.end(), std::array<u32, 2>{v, 0}))[1];
  } while (v != start);
  return out;
}

}  // namespace apart::decomposition
