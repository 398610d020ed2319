// The distance of two polytopes: GJK in one function: only signs on the way, and directions of any length; the result
// is measured and certified once, at the end. Uncertified cases are left to gjk.hpp.
#pragma once
#include <apart/convex/gjk/gjk.hpp>
#include <apart/convex/polytope/polytope_pair.hpp>

namespace apart::convex {

struct PolytopeGjk {
  // As of GjkSearch: `exact`, or `at_least` beyond the reach. Anything else is inconclusive.
  GjkResult result;
  PolytopeSimplex corners;  // with which it ended

  Verdict verdict() const {
    return result.status == Status::unfinished ? Verdict::unsure : result.meet() ? Verdict::meet : Verdict::apart;
  }
};

// Warm start from known corners, as far as they help. The same with every lane width.
PolytopeGjk polytope_gjk(const PolytopePair& pair, double reach = std::numeric_limits<double>::infinity(),
                         const PolytopeSimplex& start = {});

// The same in place, which is faster; `corners` may be where it starts from. It must be is_quick().
void polytope_gjk(const PolytopePair& pair, double reach, const PolytopeSimplex& start, GjkResult& out,
                  PolytopeSimplex& corners);

// Each in the frame of its own polytope.
GjkSimplex corners_of(const PolytopeSimplex& simplex, const Polytope& a, const Polytope& b);

}  // namespace apart::convex
