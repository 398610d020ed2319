// The global method: relations of all pairs of faces.
#include <algorithm>
#include <apart/decompose/near_faces.hpp>
#include <apart/decompose/pairwise.hpp>
#include <apart/decompose/patch.hpp>
#include <apart/decompose/separation.hpp>
#include <queue>

namespace apart::decomposition {
namespace {

bool inside(const Surface& s, u32 f, u32 g) {
  const Face& of = s.faces[g];
  return s.side(f, of[0]) <= 0 && s.side(f, of[1]) <= 0 && s.side(f, of[2]) <= 0;
}
bool face_each_other(const Surface& s, u32 f, u32 g) { return inside(s, f, g) && inside(s, g, f); }

// Two faces in place of a patch.
struct TwoFaces {
  const Face &f, &g;

  bool has(u32 v) const { return has_vertex(f, v) || has_vertex(g, v); }
  bool is_edge(u32 p, u32 q) const { return has_edge(f, p, q) || has_edge(g, p, q); }
  bool is_face(u32 p, u32 q, u32 r) const {
    return (has_edge(f, p, q) && has_vertex(f, r)) || (has_edge(g, p, q) && has_vertex(g, r));
  }
};

bool may_share_patch(const Surface& s, u32 f, u32 g, GrowingHull& hull) {
  if (!face_each_other(s, f, g)) return false;
  const hierarchy::BoxTree& boxes = s.model.boxes();
  const TwoFaces both{s.faces[f], s.faces[g]};
  hull.begin(f);
  for (const u32 v : s.faces[g]) {
    if (has_vertex(s.faces[f], v) || hull.add(v) != GrowingHull::Outcome::grown) continue;
    for (const GrowingHull::Part& part : hull.added_parts()) {
      const bool clear = for_each_near(boxes, RegionInTree(boxes, s.at, {&part, 1}, true), [&](u32 h) {
        u32 shared = 0;
        for (u32 k = 0; k < 3; ++k) shared |= u32(both.has(s.faces[h][k])) << k;
        return h == f || h == g || meets_patch_alone(s, h, shared, part, both) ||
               (!s.degenerate[h] && face_each_other(s, f, h) && face_each_other(s, g, h));
      });
      if (!clear) return false;
    }
  }
  return true;
}

// The largest number first, of equals the first face. Numbers only fall: one that is out of date is put back.
class FallingQueue {
 public:
  explicit FallingQueue(const std::vector<u32>& number) : number_(number) {}
  void push(u32 face) { queue_.push({number_[face], ~face}); }
  template <class Counts>
  u32 pop(Counts counts) {  // Surface::kNone at the end
    while (!queue_.empty()) {
      const auto [number, inverse] = queue_.top();
      const u32 face = ~inverse;
      queue_.pop();
      if (!counts(face)) continue;
      if (number == number_[face]) return face;
      push(face);
    }
    return Surface::kNone;
  }

 private:
  const std::vector<u32>& number_;
  std::priority_queue<std::pair<u32, u32>> queue_;
};

// A face and faces that may be with it and with each other.
std::vector<u32> compatible(const FacePairs& pairs, u32 face, const std::vector<u32>& owner) {
  std::vector<u32> all;
  for (u32 g = 0; g < pairs.faces(); ++g)
    if (g != face && pairs.has(face, g) && owner[g] == Surface::kNone) all.push_back(g);
  std::vector<u32> at_odds(pairs.faces(), 0);
  std::vector<bool> dropped(pairs.faces());
  for (const u32 g : all)
    for (const u32 h : all) at_odds[g] += g != h && !pairs.has(g, h);
  FallingQueue queue(at_odds);
  for (const u32 g : all) queue.push(g);
  for (;;) {
    const u32 worst = queue.pop([&](u32 g) { return !dropped[g]; });
    if (worst == Surface::kNone || at_odds[worst] == 0) break;
    dropped[worst] = true;
    for (const u32 g : all) at_odds[g] -= g != worst && !dropped[g] && !pairs.has(g, worst);
  }
  std::erase_if(all, [&](u32 g) { return dropped[g]; });
  return all;
}

}  // namespace

FacePairs::FacePairs(const Surface& surface, Progress& progress) : FacePairs(surface.size()) {
  GrowingHull hull(surface);
  for (u32 f = 0; f < faces_ && !progress.stopped(); ++f) {
    for (u32 g = f + 1; g < faces_ && !surface.degenerate[f]; ++g)
      if (!surface.degenerate[g] && may_share_patch(surface, f, g, hull)) add(f, g);
    progress.add(1);
  }
}

u32 FacePairs::count(u32 f) const {
  u32 count = 0;
  for (std::size_t k = 0; k < words_; ++k) count += static_cast<u32>(std::popcount(bits_[f * words_ + k]));
  return count;
}

FacePairs connected_pairs(const Surface& surface, const FacePairs& pairs) {
  // From each face through its partners; a pair counts if each reaches the other.
  const u32 n = pairs.faces();
  std::vector<std::vector<bool>> reached(n, std::vector<bool>(n));
  std::vector<u32> queue;
  for (u32 f = 0; f < n; ++f) {
    queue.assign(1, f);
    reached[f][f] = true;
    for (std::size_t k = 0; k < queue.size(); ++k)
      for (u32 i = 0; i < 3; ++i) {
        const EdgeKind kind = surface.edges[queue[k]][i];
        if (kind != EdgeKind::convex && kind != EdgeKind::flat) continue;
        const u32 g = surface.neighbour(queue[k], i);
        if (reached[f][g] || !pairs.has(f, g)) continue;
        reached[f][g] = true;
        queue.push_back(g);
      }
  }
  FacePairs out(n);
  for (u32 f = 0; f < n; ++f)
    for (u32 g = f + 1; g < n; ++g)
      if (reached[f][g] && reached[g][f]) out.add(f, g);
  return out;
}

void group_pairs(const Surface& surface, const FacePairs& pairs, Pieces& pieces, Progress& progress) {
  std::vector<u32> partners(pairs.faces());
  for (u32 f = 0; f < pairs.faces(); ++f) partners[f] = pairs.count(f);
  FallingQueue queue(partners);
  for (u32 f = 0; f < pairs.faces(); ++f)
    if (!surface.degenerate[f]) queue.push(f);
  Patch patch(surface, &pieces.owner());
  while (!progress.stopped()) {
    const u32 start = queue.pop([&](u32 f) { return pieces.owner()[f] == Surface::kNone; });
    if (start == Surface::kNone) return;
    std::vector<u32> left = compatible(pairs, start, pieces.owner());
    patch.begin(start);
    // Connected faces first, since the hull of distant ones reaches into those between them.
    for (std::size_t k = 0; k < patch.faces().size(); ++k)
      for (u32 i = 0; i < 3; ++i) {
        const u32 face = patch.faces()[k], other = surface.neighbour(face, i);
        if (other != Surface::kNone && std::binary_search(left.begin(), left.end(), other)) patch.grow(face, i);
      }
    for (bool more = true; more;) {
      more = false;
      for (const u32 face : left) more |= !patch.contains(face) && patch.grow_by(face);
    }
    pieces.add(patch.faces(), patch.hull());
    for (const u32 f : patch.faces())
      for (u32 g = 0; g < pairs.faces(); ++g) partners[g] -= pairs.has(f, g);
  }
}

u32 least_pieces(const Surface& surface, const FacePairs& pairs) {
  const u32 n = pairs.faces();
  std::vector<u32> partners(n);
  std::vector<bool> gone(n);
  for (u32 f = 0; f < n; ++f) partners[f] = pairs.count(f), gone[f] = surface.degenerate[f];
  const auto remove = [&](u32 f) {
    gone[f] = true;
    for (u32 g = 0; g < n; ++g) partners[g] -= pairs.has(f, g);
  };
  for (u32 count = 0;; ++count) {
    u32 best = Surface::kNone;
    for (u32 f = 0; f < n; ++f)
      if (!gone[f] && (best == Surface::kNone || partners[f] < partners[best])) best = f;
    if (best == Surface::kNone) return count;
    remove(best);
    for (u32 g = 0; g < n; ++g)
      if (!gone[g] && pairs.has(best, g)) remove(g);
  }
}

}  // namespace apart::decomposition
