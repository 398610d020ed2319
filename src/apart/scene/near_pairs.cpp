#include <algorithm>
#include <apart/base/box_distance.hpp>
#include <apart/hierarchy/dynamic_tree.hpp>
#include <apart/scene/near_pairs.hpp>

namespace apart {
namespace {

// Boxes are compared in world coordinates, triangles in a part's frame: a few roundings of coordinates lie between.
double rounding_error(const Bounds& box) { return 1e-13 * largest(larger(abs(box.low), abs(box.high))); }

Bounds grown(const Bounds& box, double by) { return {box.low - Vec3d{by, by, by}, box.high + Vec3d{by, by, by}}; }
// The tree's boxes include their rounding errors, so that no pair is missed.
Bounds in_tree(const Bounds& box) { return grown(box, 2 * rounding_error(box)); }

}  // namespace

double box_gap(const Bounds& a, const Bounds& b) {
  const double apart = length(larger(axis_gaps(a, b), Vec3d{}));
  return larger(0.0, apart * (1 - 1e-13) - rounding_error(a) - rounding_error(b));
}

struct NearBoxes::State {
  static constexpr DynamicTree::Handle kNone = ~u32(0);
  std::vector<Bounds> boxes;
  std::vector<double> reaches;
  std::vector<DynamicTree::Handle> handles;
  DynamicTree tree;

  template <class F>
  void near(u32 i, F f) const {
    if (boxes[i].empty()) return;
    const Bounds within_reach = grown(in_tree(boxes[i]), reaches[i] * (1 + 1e-12));
    tree.query(within_reach, [&](DynamicTree::Handle handle) {
      const u32 j = tree.item(handle);
      if (j == i) return true;
      if (const double apart = box_gap(boxes[i], boxes[j]); apart <= lesser(reaches[i], reaches[j])) f(j, apart);
      return true;
    });
  }
};

NearBoxes::NearBoxes(std::span<const Bounds> boxes, std::span<const double> reaches) : state_(new State) {
  APART_ASSERT(boxes.size() == reaches.size(), "one reach per box");
  state_->boxes.assign(boxes.begin(), boxes.end());
  state_->reaches.assign(reaches.begin(), reaches.end());
  state_->handles.assign(boxes.size(), DynamicTree::Handle(State::kNone));
  state_->tree.reserve(boxes.size());
  for (u32 i = 0; i < boxes.size(); ++i)
    if (!boxes[i].empty()) state_->handles[i] = state_->tree.insert(in_tree(boxes[i]), i);
}
NearBoxes::~NearBoxes() = default;
NearBoxes::NearBoxes(NearBoxes&&) noexcept = default;
NearBoxes& NearBoxes::operator=(NearBoxes&&) noexcept = default;

void NearBoxes::move(u32 box, const Bounds& to) {
  APART_ASSERT(to.empty() == state_->boxes[box].empty(), "an empty box cannot be moved");
  state_->boxes[box] = to;
  if (!to.empty()) state_->tree.move(state_->handles[box], in_tree(to));
}

const Bounds& NearBoxes::box(u32 i) const { return state_->boxes[i]; }
void NearBoxes::near(u32 i, const std::function<void(u32, double)>& f) const { state_->near(i, f); }

std::vector<NearPair> NearBoxes::pairs() const {
  std::vector<NearPair> out;
  for (u32 i = 0; i < state_->boxes.size(); ++i) {
    const std::size_t begin = out.size();
    state_->near(i, [&](u32 j, double apart) {
      if (i < j) out.push_back({i, j, apart});
    });
    std::sort(out.begin() + static_cast<std::ptrdiff_t>(begin), out.end(),
              [](const NearPair& x, const NearPair& y) { return x.b < y.b; });
  }
  return out;
}

std::vector<NearPair> near_pairs(std::span<const Bounds> boxes, double reach) {
  return NearBoxes(boxes, std::vector<double>(boxes.size(), reach)).pairs();
}

}  // namespace apart
