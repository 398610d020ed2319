// Which triangles of two models touch, or of one with itself, and where do they intersect?
#pragma once
#include <apart/base/status.hpp>
#include <apart/hierarchy/model.hpp>
#include <apart/triangles/meeting.hpp>
#include <functional>
#include <limits>
#include <vector>

namespace apart {

struct TouchingPair {
  u32 triangle_a = 0, triangle_b = 0;
  u32 part_a = 0, part_b = 0;  // to which they belong (Mesh::part)
};

struct Collisions {
  std::vector<TouchingPair> pairs{};  // sorted by triangle of A, then of B
  Status status = Status::exact;
};

// All of them, or the first `limit` that are found.
Collisions collisions(const Model& a, const Pose& b_in_a, const Model& b,
                      std::size_t limit = std::numeric_limits<std::size_t>::max());
inline Collisions collisions(const Model& a, const Model& b,
                             std::size_t limit = std::numeric_limits<std::size_t>::max()) {
  return collisions(a, Pose{}, b, limit);
}

// A function of a TouchingPair that returns false when it has enough.
template <class F>
concept TouchingPairCollector = std::predicate<F&, const TouchingPair&>;

// Gives every touching pair, once, to a collector; Status::limit when that stopped the search.
Status collect_collisions(const Model& a, const Pose& b_in_a, const Model& b,
                          const std::function<bool(const TouchingPair&)>& collect);
template <TouchingPairCollector Collector>
Status collisions(const Model& a, const Pose& b_in_a, const Model& b, Collector&& collect) {
  return collect_collisions(a, b_in_a, b, std::ref(collect));
}

// Where two triangles of theirs intersect, in A's frame. A query of its own: exact points cost many times what it takes
// to know that there are some. Throws UsageError at a pose that is not usable, as it has no status.
Meeting meeting(const Model& a, const Pose& b_in_a, const Model& b, const TouchingPair& pair);

}  // namespace apart
