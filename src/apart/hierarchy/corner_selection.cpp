// Sides of the hull keep the points outside of them in lists, the farthest first. The sides that a new corner sees are
// replaced by those between it and the edge of what it sees, and their points are listed again.
#include <apart/hierarchy/corner_selection.hpp>

namespace apart::hierarchy {

inline CornerSelection::Side CornerSelection::side_of(const Facet& facet) const {
  const Vec3f a = at_[facet.corners[0]], across = cross(at_[facet.corners[1]] - a, at_[facet.corners[2]] - a);
  const float area = length(across);
  const Vec3f normal = area > 0 ? across / area : Vec3f{};
  return {facet, {}, normal, dot(normal, a), kNone, 0, false};
}

inline void CornerSelection::list(u32 point, Side& side, float out) {
  const float most = out + more_[point];
  if (side.first == kNone || most > side.most) {
    next_[point] = side.first;
    side.first = point, side.most = most;
  } else {
    next_[point] = next_[side.first], next_[side.first] = point;
  }
}

void CornerSelection::select(std::span<const Vec3f> points, std::span<const float> more, u32 most) {
  points_ = points, more_ = more;
  selected_.clear(), sides_.clear(), facets_.clear(), duals_.clear();
  next_.resize(points.size());
  start();
  while (selected_.size() < most && !sides_.empty()) {
    u32 worst = 0;
    for (u32 k = 1; k < sides_.size(); ++k)
      if (sides_[k].most > sides_[worst].most) worst = k;
    const Side& side = sides_[worst];
    if (side.first == kNone || side.most - more_[side.first] <= 0.1f * side.most) break;
    add(side.first, worst);
  }
  find_exits();
}

// A tetrahedron of the points that are farthest from one another, from their line and from their plane; in a plane two
// on both sides of a triangle, whose other corners are no points.
void CornerSelection::start() {
  const u32 count = static_cast<u32>(points_.size());
  const auto farthest = [&](auto from) {
    u32 best = 0;
    float most = -1;
    for (u32 i = 0; i < count; ++i)
      if (const float far = from(points_[i]); far > most) most = far, best = i;
    return best;
  };
  const u32 a = farthest([&](Vec3f p) { return squared_length(p - points_[0]); });
  const u32 b = farthest([&](Vec3f p) { return squared_length(p - points_[a]); });
  const Vec3f origin = points_[a], edge = points_[b] - origin;
  const u32 c = farthest([&](Vec3f p) { return squared_length(cross(edge, p - origin)); });
  const Vec3f across = cross(edge, points_[c] - origin);
  const float size = length(edge), area = length(across);
  constexpr float kThin = 1e-5f, kFlat = 1e-4f;  // of the size
  rounding_ = 1e-6f * size;
  selected_ = {a};
  if (b != a) selected_.push_back(b);
  around_ = 1;
  if (!(area > kThin * size * size)) return;
  const Vec3f normal = across / area;
  const u32 d = farthest([&](Vec3f p) { return std::abs(dot(normal, p - origin)); });
  const float height = dot(normal, points_[d] - origin);
  if (std::abs(height) > kFlat * size) {
    around_ = 4;
    selected_ = height > 0 ? std::vector{a, c, b, d} : std::vector{a, b, c, d};  // a, c, b: clockwise from d
    inside_ = 0.25f * (points_[a] + points_[b] + points_[c] + points_[d]);
    for (u32 k = 0; k < around_; ++k) at_[k] = points_[selected_[k]];
    for (const Facet& facet : {Facet{{0, 1, 2}}, Facet{{0, 3, 1}}, Facet{{1, 3, 2}}, Facet{{2, 3, 0}}})
      sides_.push_back(side_of(facet));
  } else {
    around_ = 3;
    selected_.push_back(c);
    inside_ = (points_[a] + points_[b] + points_[c]) / 3.0f;
    at_[kAbove] = inside_ + 0.25f * size * normal, at_[kBelow] = inside_ - 0.25f * size * normal;
    for (u32 k = 0; k < around_; ++k) at_[k] = points_[selected_[k]];
    for (const Facet& facet : {Facet{{0, 1, kAbove}}, Facet{{1, 2, kAbove}}, Facet{{2, 0, kAbove}},
                               Facet{{1, 0, kBelow}}, Facet{{2, 1, kBelow}}, Facet{{0, 2, kBelow}}})
      sides_.push_back(side_of(facet));
  }
  link_first_sides();
  for (u32 i = 0; i < count; ++i) {
    float most = rounding_;
    Side* best = nullptr;
    for (Side& side : sides_)
      if (const float out = dot(side.normal, points_[i]) - side.offset; out > most) most = out, best = &side;
    if (best) list(i, *best, most);
  }
}

void CornerSelection::link_first_sides() {
  for (Side& side : sides_)
    for (int k = 0; k < 3; ++k)
      for (u32 other = 0; other < sides_.size(); ++other)
        for (int m = 0; m < 3; ++m)
          if (sides_[other].facet.corners[m] == side.facet.corners[(k + 1) % 3] &&
              sides_[other].facet.corners[(m + 1) % 3] == side.facet.corners[k])
            side.beside[k] = other;
}

void CornerSelection::add(u32 point, u32 seen_side) {
  const Vec3f p = points_[point];
  const u32 place = static_cast<u32>(selected_.size());
  selected_.push_back(point), at_[place] = p;
  // What is seen, from side to side.
  seen_ = {seen_side};
  sides_[seen_side].seen = true;
  edges_.clear(), firsts_.clear();
  for (u32 n = 0; n < seen_.size(); ++n) {
    const Side& side = sides_[seen_[n]];
    firsts_.push_back(side.first);
    for (const u32 k : side.beside)
      if (Side& other = sides_[k]; !other.seen && dot(other.normal, p) > other.offset) {
        other.seen = true;
        seen_.push_back(k);
      }
  }
  for (const u32 n : seen_)
    for (int k = 0; k < 3; ++k)
      if (const Side& side = sides_[n]; !sides_[side.beside[k]].seen)
        edges_.push_back({side.facet.corners[k], side.facet.corners[(k + 1) % 3], side.beside[k]});
  // New sides in their places. Rounding may leave fewer edges than there were sides: those that remain see nothing.
  for (const u32 n : seen_) sides_[n].first = kNone, sides_[n].most = 0, sides_[n].normal = {};
  while (seen_.size() < edges_.size()) seen_.push_back(static_cast<u32>(sides_.size())), sides_.emplace_back();
  normals_.assign((edges_.size() + 7) / 8, {});
  for (u32 n = 0; n < edges_.size(); ++n) new_from_[edges_[n].to] = seen_[n];  // where rounding leaves no other
  for (u32 n = 0; n < edges_.size(); ++n) {
    const auto& [from, to, beyond] = edges_[n];
    Side& side = sides_[seen_[n]] = side_of({{from, to, place}});
    side.beside[0] = beyond;
    for (int k = 0; k < 3; ++k)
      if (sides_[beyond].facet.corners[k] == to) sides_[beyond].beside[k] = seen_[n];
    new_from_[from] = seen_[n];
    normals_[n / 8].set(n % 8, side.normal);
  }
  for (u32 n = 0; n < edges_.size(); ++n) {
    const u32 after = new_from_[edges_[n].to];
    sides_[seen_[n]].beside[1] = after, sides_[after].beside[2] = seen_[n];
  }
  if (edges_.empty()) return;
  // Their planes all go through p.
  for (const u32 first : firsts_)
    for (u32 i = first; i != kNone;) {
      const u32 next = next_[i];
      const u32 n = farthest(normals_, points_[i] - p);
      if (n < edges_.size()) {
        Side& side = sides_[seen_[n]];
        if (const float out = dot(side.normal, points_[i] - p); out > rounding_) list(i, side, out);
      }
      i = next;
    }
}

void CornerSelection::find_exits() {
  for (const Side& side : sides_) {
    const Vec3f dual = side.normal / (side.offset - dot(side.normal, inside_));
    if (!(dot(dual, side.normal) > 0)) continue;  // by rounding
    const u32 place = static_cast<u32>(facets_.size());
    if (place % 8 == 0) duals_.emplace_back();
    duals_[place / 8].set(place % 8, dual);
    facets_.push_back(side.facet);
  }
}

CornerSelection::Exit CornerSelection::exit(Vec3f p) const {
  const u32 k = lesser(farthest(duals_, p - inside_), static_cast<u32>(facets_.size()) - 1);
  return {facets_[k], dot(duals_[k / 8].point(k % 8), p - inside_)};
}

}  // namespace apart::hierarchy
