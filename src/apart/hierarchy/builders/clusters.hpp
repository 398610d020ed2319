// Clusters of primitives for greedy merging, and the costs of merging two.
#pragma once
#include <apart/base/bounds.hpp>
#include <concepts>

namespace apart::hierarchy {

struct Cluster {
  Bounds box;
  // No point of the box is farther than this from the box of a primitive: an upper bound of the Hausdorff distance from
  // the box to its content, if primitives fill their boxes.
  double hollow = 0;
};

// The largest overhang of one box over another inside it.
inline Vec3d overhang(const Bounds& outer, const Bounds& inner) {
  return larger(inner.low - outer.low, outer.high - inner.high);
}

inline Bounds merged_box(const Cluster& a, const Cluster& b) {
  return {lesser(a.box.low, b.box.low), larger(a.box.high, b.box.high)};
}

// For any point of the merged box: it is no farther from one of the two boxes than that box's overhang, and from there
// no farther than that box's hollow.
inline Cluster merged(const Cluster& a, const Cluster& b) {
  const Bounds box = merged_box(a, b);
  return {box, lesser(length(overhang(box, a.box)) + a.hollow, length(overhang(box, b.box)) + b.hollow)};
}

// Bounds over many clusters at once. Starts empty.
struct ClusterGroup {
  Bounds all;                         // contains every box
  Vec3d low = Bounds{}.high;          // every box begins at or below this
  Vec3d high = Bounds{}.low;          // and ends at or above this
  double hollow = Bounds::kInfinity;  // lower bound

  void add(const Cluster& c) { add({c.box, c.box.low, c.box.high, c.hollow}); }
  void add(const ClusterGroup& g) {
    all.add(g.all);
    low = larger(low, g.low), high = lesser(high, g.high);
    hollow = lesser(hollow, g.hollow);
  }
  // A box that is contained in every merger of a cluster with one of these.
  Bounds least_merged(const Cluster& c) const { return {lesser(c.box.low, low), larger(c.box.high, high)}; }
};

// Costs for greedy merging. at_least(a, group) is a lower bound of the cost of merging a with any of the group, in
// floating point too: the same formula with smaller sides, since sums, products and roots of non-negative numbers are
// monotonic, rounded or not. The tighter it is the faster the search; 0 would do.
template <class O>
concept MergeObjective = requires(const O objective, const Cluster& c, const ClusterGroup& group) {
  { objective(c, c) } -> std::same_as<double>;
  { objective.at_least(c, group) } -> std::same_as<double>;
};

struct MergedVolume {
  static double of(const Bounds& box) {
    const Vec3d s = box.size();
    return s.x * s.y * s.z;
  }
  double operator()(const Cluster& a, const Cluster& b) const { return of(merged_box(a, b)); }
  double at_least(const Cluster& a, const ClusterGroup& group) const { return of(group.least_merged(a)); }
};

struct MergedArea {  // half of it
  static double of(const Bounds& box) {
    const Vec3d s = box.size();
    return s.x * (s.y + s.z) + s.y * s.z;
  }
  double operator()(const Cluster& a, const Cluster& b) const { return of(merged_box(a, b)); }
  double at_least(const Cluster& a, const ClusterGroup& group) const { return of(group.least_merged(a)); }
};

struct MergedHollow {  // Cluster::hollow of both together
  double operator()(const Cluster& a, const Cluster& b) const { return merged(a, b).hollow; }
  double at_least(const Cluster& a, const ClusterGroup& group) const {
    // The merged box overhangs a's box at least as the smallest does; and another's box by as much as a extends beyond
    // all of them.
    const Vec3d beyond = larger(overhang(a.box, group.all), Vec3d{});
    return lesser(length(overhang(group.least_merged(a), a.box)) + a.hollow, length(beyond) + group.hollow);
  }
};

}  // namespace apart::hierarchy
