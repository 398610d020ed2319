// How far apart are two polytopes, or do they meet? GJK in one function: on the way only signs, and directions of any
// length; what is found is measured and certified once, at the end. What is not certified there is left to gjk.hpp.
#pragma once
#include <apart/convex/gjk.hpp>
#include <apart/convex/hull_pair.hpp>

namespace apart {

struct QuickGjk {
  // As GjkSearch says it: `exact`, or `at_least` beyond the reach. Anything else: not sure.
  GjkResult result;
  HullSimplex corners;  // with which it ended

  bool sure() const { return result.status != Status::unfinished; }
};

// From corners that are known, as far as they help. The same with every lane width.
QuickGjk quick_gjk(const HullPair& pair, double reach = std::numeric_limits<double>::infinity(),
                   const HullSimplex& start = {});

// Each in the frame of its own polytope.
GjkSimplex corners_of(const HullSimplex& simplex, const Polytope& a, const Polytope& b);

}  // namespace apart
