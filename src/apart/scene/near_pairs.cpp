#include <algorithm>
#include <apart/base/box_distance.hpp>
#include <apart/broad/broad_phase.hpp>
#include <apart/hierarchy/dynamic_tree.hpp>
#include <apart/scene/near_pairs.hpp>
#include <cmath>
#include <mutex>

namespace apart {
namespace {

// Boxes are compared in world coordinates, triangles in a part's frame: a few roundings of coordinates lie between.
double rounding_error(const Bounds& box) { return 1e-13 * largest(larger(abs(box.low), abs(box.high))); }

Bounds grown(const Bounds& box, double by) { return {box.low - Vec3d{by, by, by}, box.high + Vec3d{by, by, by}}; }
// Boxes that are compared with each other include their rounding errors, so that no pair is missed.
Bounds with_rounding(const Bounds& box) { return grown(box, 2 * rounding_error(box)); }

}  // namespace

double box_gap(const Bounds& a, const Bounds& b) {
  const double apart = length(larger(axis_gaps(a, b), Vec3d{}));
  return larger(0.0, apart * (1 - 1e-13) - rounding_error(a) - rounding_error(b));
}

struct NearBoxes::State {
  static constexpr DynamicTree::Handle kNone = ~u32(0);
  std::vector<Bounds> boxes;
  std::vector<double> reaches;

  // For boxes that move, and for what is near a single one; made when it is first needed.
  struct Tree {
    std::vector<DynamicTree::Handle> handles;
    DynamicTree tree;
  };
  mutable std::once_flag once;
  mutable Tree made;

  Tree& tree() const {
    std::call_once(once, [&] {
      made.handles.assign(boxes.size(), DynamicTree::Handle(kNone));
      made.tree.reserve(boxes.size());
      for (u32 i = 0; i < boxes.size(); ++i)
        if (!boxes[i].empty()) made.handles[i] = made.tree.insert(with_rounding(boxes[i]), i);
    });
    return made;
  }
  bool are_near(u32 i, u32 j, double apart) const { return apart <= lesser(reaches[i], reaches[j]); }
};

NearBoxes::NearBoxes(std::span<const Bounds> boxes, std::span<const double> reaches) : state_(new State) {
  APART_ASSERT(boxes.size() == reaches.size(), "one reach per box");
  state_->boxes.assign(boxes.begin(), boxes.end());
  state_->reaches.assign(reaches.begin(), reaches.end());
}
NearBoxes::~NearBoxes() = default;
NearBoxes::NearBoxes(NearBoxes&&) noexcept = default;
NearBoxes& NearBoxes::operator=(NearBoxes&&) noexcept = default;

void NearBoxes::move(u32 box, const Bounds& to) {
  APART_ASSERT(to.empty() == state_->boxes[box].empty(), "an empty box cannot be moved");
  State::Tree& of = state_->tree();
  state_->boxes[box] = to;
  if (!to.empty()) of.tree.move(of.handles[box], with_rounding(to));
}

const Bounds& NearBoxes::box(u32 i) const { return state_->boxes[i]; }

void NearBoxes::near(u32 i, const std::function<void(u32, double)>& f) const {
  const State& s = *state_;
  if (s.boxes[i].empty()) return;
  const DynamicTree& tree = s.tree().tree;
  tree.query(grown(with_rounding(s.boxes[i]), s.reaches[i] * (1 + 1e-12)), [&](DynamicTree::Handle handle) {
    const u32 j = tree.item(handle);
    if (j == i) return true;
    if (const double apart = box_gap(s.boxes[i], s.boxes[j]); s.are_near(i, j, apart)) f(j, apart);
    return true;
  });
}

// The smaller of two reaches is at most their mean: boxes that are grown by half of their reach each overlap.
std::vector<NearPair> NearBoxes::pairs() const {
  const State& s = *state_;
  std::vector<Bounds> halfway(s.boxes.size());
  bool finite = true;
  for (u32 i = 0; i < s.boxes.size(); ++i) {
    if (s.boxes[i].empty() || !(s.reaches[i] >= 0)) continue;  // near nothing
    const double half = 0.5 * s.reaches[i];
    halfway[i] = grown(with_rounding(s.boxes[i]), half * (1 + 1e-12));
    finite = finite && half <= 1e300;
  }
  // Everything is within an infinite reach: no method is faster than to compare all.
  const BroadMethod method = finite ? BroadMethod::automatic : BroadMethod::brute_force;
  std::vector<NearPair> out;
  for (const auto& [a, b] : box_pairs(halfway, {.method = method}))
    if (const double apart = box_gap(s.boxes[a], s.boxes[b]); s.are_near(a, b, apart)) out.push_back({a, b, apart});
  return out;
}

std::vector<NearPair> near_pairs(std::span<const Bounds> boxes, double reach) {
  return NearBoxes(boxes, std::vector<double>(boxes.size(), reach)).pairs();
}

}  // namespace apart
