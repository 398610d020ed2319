#include <algorithm>
#include <apart/base/box_distance.hpp>
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

NearBoxes::NearBoxes(std::span<const Bounds> boxes, std::span<const double> reaches)
    : boxes_(boxes.begin(), boxes.end()),
      reaches_(reaches.begin(), reaches.end()),
      handles_(boxes.size(), DynamicTree::Handle(kNone)) {
  APART_ASSERT(boxes.size() == reaches.size(), "one reach per box");
  tree_.reserve(boxes.size());
  for (u32 i = 0; i < boxes.size(); ++i)
    if (!boxes[i].empty()) handles_[i] = tree_.insert(in_tree(boxes[i]), i);
}

void NearBoxes::move(u32 box, const Bounds& to) {
  APART_ASSERT(to.empty() == boxes_[box].empty(), "an empty box cannot be moved");
  boxes_[box] = to;
  if (!to.empty()) tree_.move(handles_[box], in_tree(to));
}

Bounds NearBoxes::search_box(u32 i) const { return grown(in_tree(boxes_[i]), reaches_[i] * (1 + 1e-12)); }

std::vector<NearPair> NearBoxes::pairs() const {
  std::vector<NearPair> out;
  for (u32 i = 0; i < boxes_.size(); ++i) {
    const std::size_t begin = out.size();
    near(i, [&](u32 j, double apart) {
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
