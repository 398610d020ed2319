// Triangles of two surfaces that correspond to each other, where these are versions of one mesh: numbered in any order,
// their neighbours lead from one pair to the next.
#pragma once
#include <apart/queries/hausdorff/across.hpp>
#include <apart/queries/hausdorff/surface.hpp>

namespace apart::queries {

class Twins {
 public:
  // In the Euclidean norm.
  Twins(const Surface& a, const Surface& b) : a_(a), b_(b) {}

  // Of each lane of one of the two: no point of its triangle is farther from its twin than this; infinite if there is
  // none. Found at the first call, those whose corners are that near to each other.
  const std::vector<double>& of(const Surface& surface, double enough) {
    if (of_a_.empty()) find(enough);
    return &surface == &a_ ? of_a_ : of_b_;
  }

 private:
  // The same edge of two triangles, and the squared distances of its ends.
  struct Pair {
    u32 a, b;
    double from, to;
  };
  void find(double enough);
  bool start(u32 lane);
  u32 spread();                                  // how many it found
  double squared(u32 edge_a, u32 edge_b) const;  // of the starts of two edges
  void add(const Pair& pair);

  const Surface &a_, &b_;
  const Across *across_a_ = nullptr, *across_b_ = nullptr;
  double enough_ = 0;  // squared
  std::vector<double> of_a_, of_b_;
  std::vector<Pair> open_;
};

}  // namespace apart::queries
