// Sides of the hull keep the points outside of them in lists, the farthest first. The sides that a new corner sees are
// replaced by those between it and the edge of what it sees, and their points are listed again.
#include <apart/hierarchy/corner_selection.hpp>

namespace apart::hierarchy {

// Field by field: a copy of the whole waits for the stores just made.
inline void CornerSelection::set(Side& side, const Facet& facet) const {
  const Vec3f a = at_[facet.corners[0]], across = cross(at_[facet.corners[1]] - a, at_[facet.corners[2]] - a);
  const float area = length(across);
  const Vec3f normal = area > 0 ? across / area : Vec3f{};
  for (int k = 0; k < 3; ++k) side.facet.corners[k] = facet.corners[k], side.normal[k] = normal[k];
  side.offset = dot(normal, a), side.first = kNone, side.seen = false;
}

inline void CornerSelection::list(u32 point, u32 at, float out) {
  Side& side = sides_[at];
  const float most = out + more_[point];
  if (side.first == kNone || most > most_[at]) {
    next_[point] = side.first;
    side.first = point, most_[at] = most;
  } else {
    next_[point] = next_[side.first], next_[side.first] = point;
  }
}

// The place of the largest of numbers that are not negative, a multiple of four of them; of equals the first. The
// maximum is found without its place: no branch depends on it.
static u32 first_of_largest(const std::vector<float>& numbers) {
  float most[4] = {};
  for (std::size_t k = 0; k < numbers.size(); k += 4)
    for (std::size_t i = 0; i < 4; ++i) most[i] = larger(most[i], numbers[k + i]);
  const float largest = larger(larger(most[0], most[1]), larger(most[2], most[3]));
  u32 at = 0;
  while (at + 1 < numbers.size() && numbers[at] != largest) ++at;
  return at;
}

void CornerSelection::select(std::span<const Vec3f> points, std::span<const float> more, u32 most) {
  points_ = points, more_ = more;
  selected_.clear(), sides_.clear(), most_.clear(), facets_.clear(), duals_.clear();
  next_.resize(points.size());
  start();
  while (selected_.size() < most && !sides_.empty()) {
    const u32 worst = first_of_largest(most_);
    const u32 first = worst < sides_.size() ? sides_[worst].first : kNone;
    if (first == kNone || most_[worst] - more_[first] <= 0.1f * most_[worst]) break;
    add(first, worst);
  }
  write_facets();
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
      set(sides_.emplace_back(), facet);
  } else {
    around_ = 3;
    selected_.push_back(c);
    inside_ = (points_[a] + points_[b] + points_[c]) / 3.0f;
    at_[kAbove] = inside_ + 0.25f * size * normal, at_[kBelow] = inside_ - 0.25f * size * normal;
    for (u32 k = 0; k < around_; ++k) at_[k] = points_[selected_[k]];
    for (const Facet& facet : {Facet{{0, 1, kAbove}}, Facet{{1, 2, kAbove}}, Facet{{2, 0, kAbove}},
                               Facet{{1, 0, kBelow}}, Facet{{2, 1, kBelow}}, Facet{{0, 2, kBelow}}})
      set(sides_.emplace_back(), facet);
  }
  link_first_sides();
  most_.assign(8, 0);  // by fours
  for (u32 i = 0; i < count; ++i) {
    float most = rounding_;
    u32 best = kNone;
    for (u32 k = 0; k < sides_.size(); ++k)
      if (const float out = dot(sides_[k].normal, points_[i]) - sides_[k].offset; out > most) most = out, best = k;
    if (best != kNone) list(i, best, most);
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
  for (const u32 n : seen_) sides_[n].first = kNone, most_[n] = 0, sides_[n].normal = {};
  while (seen_.size() < edges_.size()) seen_.push_back(static_cast<u32>(sides_.size())), sides_.emplace_back();
  while (most_.size() < sides_.size()) most_.insert(most_.end(), 4, 0.0f);
  normals_.assign((edges_.size() + 7) / 8, {});
  for (u32 n = 0; n < edges_.size(); ++n) new_from_[edges_[n].to] = seen_[n];  // where rounding leaves no other
  for (u32 n = 0; n < edges_.size(); ++n) {
    const auto& [from, to, beyond] = edges_[n];
    Side& side = sides_[seen_[n]];
    set(side, {{from, to, place}});
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
  moved_.clear(), away_.clear();
  for (const u32 first : firsts_)
    for (u32 i = first; i != kNone; i = next_[i]) moved_.push_back(i), away_.push_back(points_[i] - p);
  farthest_in_each(normals_);
  for (std::size_t k = 0; k < moved_.size(); ++k)
    if (const u32 n = found_[k]; n < edges_.size())
      if (const float out = dot(sides_[seen_[n]].normal, away_[k]); out > rounding_) list(moved_[k], seen_[n], out);
}

void CornerSelection::write_facets() {
  for (const Side& side : sides_) {
    const Vec3f dual = side.normal / (side.offset - dot(side.normal, inside_));
    if (!(dot(dual, side.normal) > 0)) continue;  // by rounding
    const u32 place = static_cast<u32>(facets_.size());
    if (place % 8 == 0) duals_.emplace_back();
    duals_[place / 8].set(place % 8, dual);
    facets_.push_back(side.facet);
  }
}

void CornerSelection::find_exits(std::span<const Vec3f> points, std::vector<Exit>& exits) const {
  away_.clear(), exits.clear();
  for (const Vec3f& p : points) away_.push_back(p - inside_);
  farthest_in_each(duals_);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const u32 k = lesser(found_[i], static_cast<u32>(facets_.size()) - 1);
    exits.push_back({facets_[k], dot(duals_[k / 8].point(k % 8), away_[i])});
  }
}

}  // namespace apart::hierarchy
