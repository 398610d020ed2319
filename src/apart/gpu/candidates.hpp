// Pairs of triangles that may be the nearest of their pose: decided in doubles after the walks, where every lane has
// one, whatever pose it belongs to. Three passes over the list: their squared distances and the least of each pose; of
// those that have it, the lowest numbers; the answer.
#pragma once
#include <apart/gpu/records.hpp>
#include <apart/triangles/kernels/nearest_pair.hpp>

namespace apart::gpu {

// An answer as it is on the device. Status as of the yes/no answers, kOpen: the exact code decides.
struct NearestRecord {
  double distance;
  Vec3d on_a, on_b;
  u32 triangle_a, triangle_b;
  u32 status, unused;
};

struct Candidate {
  u32 pose, a, b;  // pose kInactive: none
};

struct CandidateArgs {
  Trees trees;
  const Pose* poses;
  Candidate* list;
  u32* listed;  // how many there would be if there were room for all
  u32 size;     // of the list
  double* squared;
  u64 *least, *lowest;  // of each pose, all bits set at first: squared distance as bits, 0: open; numbers of A and B
  NearestRecord* out;

  APART_INLINE u32 count() const { return lesser(*listed, size); }
};

// The squared distance, if it is below the bound; −1 if doubles cannot decide.
APART_CALLED inline double squared_exactly(const Triangle& s, const Pose& at, const Triangle& of_b, double bound) {
  const triangles::kernel::PlainGap found = triangles::kernel::distance_in_doubles(s, at * of_b, bound);
  return found.decided && found.gap.squared >= triangles::kLeastSquare ? found.gap.squared : -1;
}

// The answer for the nearest pair.
APART_CALLED inline NearestRecord answer_of(const Trees& trees, const Pose& at, u32 a, u32 b) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const triangles::TriangleGap gap =
      triangles::kernel::distance_in_doubles(trees.exact[a], at * trees.exact[b], infinity).gap;
  return {std::sqrt(gap.squared), gap.on_s, gap.on_t, trees.numbers[a], trees.numbers[b], 0, 0};
}

APART_INLINE u64 bits_of(double x) {
#if defined(__CUDA_ARCH__)
  return static_cast<u64>(__double_as_longlong(x));
#else
  return std::bit_cast<u64>(x);
#endif
}
APART_INLINE void make_least(u64* of, u64 value) {
#if defined(__CUDA_ARCH__)
  atomicMin(reinterpret_cast<unsigned long long*>(of), static_cast<unsigned long long>(value));
#else
  *of = lesser(*of, value);
#endif
}

APART_INLINE void measure_candidate(const CandidateArgs& a, u32 i) {
  const Candidate c = a.list[i];
  if (c.pose == kInactive) return;
  const double squared =
      squared_exactly(a.trees.exact[c.a], a.poses[c.pose], a.trees.exact[c.b], std::numeric_limits<double>::infinity());
  a.squared[i] = squared;
  make_least(a.least + c.pose, squared < 0 ? 0 : bits_of(squared));
}

APART_INLINE u64 numbers_of(const CandidateArgs& a, const Candidate& c) {
  return u64(a.trees.numbers[c.a]) << 32 | a.trees.numbers[c.b];
}

APART_INLINE void number_candidate(const CandidateArgs& a, u32 i) {
  const Candidate c = a.list[i];
  if (c.pose == kInactive || a.least[c.pose] != bits_of(a.squared[i])) return;
  make_least(a.lowest + c.pose, numbers_of(a, c));
}

APART_INLINE void answer_candidate(const CandidateArgs& a, u32 i) {
  const Candidate c = a.list[i];
  if (c.pose == kInactive) return;
  const u64 least = a.least[c.pose];
  if (least == 0) a.out[c.pose].status = kOpen;
  if (least != bits_of(a.squared[i]) || a.lowest[c.pose] != numbers_of(a, c)) return;
  a.out[c.pose] = answer_of(a.trees, a.poses[c.pose], c.a, c.b);
}

}  // namespace apart::gpu
