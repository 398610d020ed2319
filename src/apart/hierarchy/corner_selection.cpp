// Sides of the hull keep the points outside of them in lists, the farthest first. The sides that a new corner sees are
// replaced by those between it and the edge of what it sees, and their points are listed again.
#include <apart/base/pack.hpp>
#include <apart/hierarchy/corner_selection.hpp>
#include <bit>

namespace apart::hierarchy {

using Four = Pack<float, 4>;

// Field by field: a copy of the whole waits for the stores just made.
inline void CornerSelection::set(Side& side, const Facet& facet) const {
  const Vec3f a = at_[facet.corners[0]], across = cross(at_[facet.corners[1]] - a, at_[facet.corners[2]] - a);
  const float area = length(across);
  const Vec3f normal = area > 0 ? across / area : Vec3f{};
  for (int k = 0; k < 3; ++k) side.facet.corners[k] = facet.corners[k], side.normal[k] = normal[k];
  side.offset = dot(normal, a), side.first = kNone, side.seen = false;
}

// Without branches, each of which would be mispredicted every other time: where the point becomes the first, it is put
// after itself, and then before what was the first.
inline void CornerSelection::list(u32 point, u32 at, float out) {
  u32& first = sides_[at].first;
  float& farthest = most_[at];
  const float most = out + more_[point];
  const u32 farther = 0 - (u32(most > farthest) | u32(first == kNone));
  const auto either = [&](u32 yes, u32 no) { return no ^ ((yes ^ no) & farther); };
  const u32 before = either(point, first), after = either(first, next_[before]);
  next_[before] = point, next_[point] = after;
  first = before, farthest = larger(most, farthest);  // 0 before the first
}

// The place of the largest of numbers that are not negative, a multiple of four of them; of equals the first. The
// maximum is found without its place: no branch depends on it.
static u32 first_of_largest(const std::vector<float>& numbers) {
  Four most;
  for (std::size_t k = 0; k < numbers.size(); k += 4) most = larger(most, Four::load(&numbers[k]));
  const Four largest(larger(larger(most[0], most[1]), larger(most[2], most[3])));
  for (std::size_t k = 0; k < numbers.size(); k += 4)
    if (const u32 found = bits(Four::load(&numbers[k]) == largest); found != 0)
      return static_cast<u32>(k) + static_cast<u32>(std::countr_zero(found));
  return 0;
}

// Where a number is more than the most so far, its place becomes the best.
static void raise(Four& most, Four& best, const Four& number, u32 place) {
  const auto more = most < number;
  most = select(more, number, most), best = select(more, Four(static_cast<float>(place)), best);
}

void CornerSelection::select(std::span<const Vec3f> points, std::span<const float> more, u32 most) {
  points_ = points, more_ = more;
  selected_.clear(), sides_.clear(), most_.clear(), facets_.clear(), duals_.clear(), eights_.clear();
  append_eights(points, eights_);
  const std::size_t room = 8 * eights_.size();
  next_.resize(room), moved_.resize(room), found_.resize(room), heights_.resize(room), away_.resize(eights_.size());
  start();
  while (selected_.size() < most && !sides_.empty()) {
    const u32 worst = first_of_largest(most_);
    const u32 first = worst < sides_.size() ? sides_[worst].first : kNone;
    if (first == kNone || most_[worst] - more_[first] <= 0.1f * most_[worst]) break;
    add(first, worst);
  }
  below_.assign(points.size(), kNone);
  for (u32 k = 0; k < sides_.size(); ++k)
    for (u32 i = sides_[k].first; i != kNone; i = next_[i]) below_[i] = k;
}

// A tetrahedron of the points that are farthest from one another, from their line and from their plane; in a plane two
// on both sides of a triangle, whose other corners are no points.
void CornerSelection::start() {
  const auto four = [&](std::size_t from) {
    const EightPoints<float>& of = eights_[from / 8];
    return Vec3<Four>{Four::load(of.x + from % 8), Four::load(of.y + from % 8), Four::load(of.z + from % 8)};
  };
  const auto farthest = [&](auto measure) {
    for (std::size_t i = 0; i < heights_.size(); i += 4) measure(four(i)).store(&heights_[i]);
    return first_of_largest(heights_);
  };
  const auto in_four = [](Vec3f v) { return in_all_lanes<Four>(v); };
  const u32 a = farthest([q = in_four(points_[0])](const Vec3<Four>& p) { return squared_length(p - q); });
  const u32 b = farthest([q = in_four(points_[a])](const Vec3<Four>& p) { return squared_length(p - q); });
  const Vec3f origin = points_[a], edge = points_[b] - origin;
  const u32 c = farthest(
      [q = in_four(origin), e = in_four(edge)](const Vec3<Four>& p) { return squared_length(cross(e, p - q)); });
  const Vec3f across = cross(edge, points_[c] - origin);
  const float size = length(edge), area = length(across);
  constexpr float kThin = 1e-5f, kFlat = 1e-4f;  // of the size
  rounding_ = 1e-6f * size;
  selected_ = {a};
  if (b != a) selected_.push_back(b);
  around_ = 1;
  if (!(area > kThin * size * size)) return;
  const Vec3f normal = across / area;
  const u32 d =
      farthest([q = in_four(origin), n = in_four(normal)](const Vec3<Four>& p) { return abs(dot(n, p - q)); });
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
  struct Plane {
    Vec3<Four> normal;
    Four offset;
  } planes[6];
  const u32 count = static_cast<u32>(sides_.size());
  for (u32 n = 0; n < count; ++n) planes[n] = {in_four(sides_[n].normal), Four(sides_[n].offset)};
  for (std::size_t i = 0; i < heights_.size(); i += 4) {
    const Vec3<Four> some = four(i);
    Four most(rounding_), best(-1);
    for (u32 n = 0; n < count; ++n) raise(most, best, dot(planes[n].normal, some) - planes[n].offset, n);
    most.store(&heights_[i]);
    for (int k = 0; k < 4; ++k) found_[i + static_cast<u32>(k)] = best[k] < 0 ? kNone : static_cast<u32>(best[k]);
  }
  for (u32 i = 0; i < points_.size(); ++i)
    if (found_[i] != kNone) list(i, found_[i], heights_[i]);
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
  seen_.clear(), seen_.push_back(seen_side);
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
  normals_.clear();
  for (u32 n = 0; n < edges_.size(); ++n) new_from_[edges_[n].to] = seen_[n];  // where rounding leaves no other
  for (u32 n = 0; n < edges_.size(); ++n) {
    const auto& [from, to, beyond] = edges_[n];
    Side& side = sides_[seen_[n]];
    set(side, {{from, to, place}});
    side.beside[0] = beyond;
    for (int k = 0; k < 3; ++k)
      if (sides_[beyond].facet.corners[k] == to) sides_[beyond].beside[k] = seen_[n];
    new_from_[from] = seen_[n];
    normals_.push_back(side.normal);
  }
  for (u32 n = 0; n < edges_.size(); ++n) {
    const u32 after = new_from_[edges_[n].to];
    sides_[seen_[n]].beside[1] = after, sides_[after].beside[2] = seen_[n];
  }
  if (edges_.empty()) return;
  // Their planes all go through p.
  u32 moved = 0;
  for (const u32 first : firsts_)
    for (u32 i = first; i != kNone; i = next_[i], ++moved)
      moved_[moved] = i, away_[moved / 8].set(moved % 8, points_[i] - p);
  search_.best_directions(away_.data(), (moved + 7) / 8, normals_, found_.data(), heights_.data());
  for (u32 k = 0; k < moved; ++k)
    if (heights_[k] > rounding_) list(moved_[k], seen_[found_[k]], heights_[k]);
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

void CornerSelection::find_exits(std::span<const Vec3f> points, std::vector<Exit>& exits) {
  directions_.clear(), exits.clear();
  if (facets_.empty()) write_facets();
  if (facets_.empty()) return;
  for (const Vec3f& p : points) directions_.push_back(p - inside_);
  found_.resize(larger(found_.size(), points.size()));
  search_.farthest_in_each(duals_.data(), static_cast<u32>(duals_.size()), directions_, found_.data());
  for (std::size_t i = 0; i < points.size(); ++i) {
    const u32 k = lesser(found_[i], static_cast<u32>(facets_.size()) - 1);
    exits.push_back({facets_[k], dot(duals_[k / 8].point(k % 8), directions_[i])});
  }
}

}  // namespace apart::hierarchy
