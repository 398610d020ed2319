// How far apart are two polytopes, or do they meet? GJK in one function: on the way only signs, and directions of any
// length; what is found is measured and certified once, at the end. What is not certified there is left to gjk.hpp.
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

// From corners that are known, as far as they help. The same with every lane width.
PolytopeGjk polytope_gjk(const PolytopePair& pair, double reach = std::numeric_limits<double>::infinity(),
                         const PolytopeSimplex& start = {});

// Each in the frame of its own polytope.
GjkSimplex corners_of(const PolytopeSimplex& simplex, const Polytope& a, const Polytope& b);

}  // namespace apart::convex
