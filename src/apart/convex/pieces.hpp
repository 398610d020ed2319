// The convex pieces of a shape, unions of unions laid flat, and which pairs of them to ask first.
#pragma once
#include <algorithm>
#include <apart/base/bounds.hpp>
#include <apart/base/relative.hpp>
#include <apart/convex/core_support.hpp>
#include <apart/convex/shape_options.hpp>

namespace apart {

struct ConvexPiece {
  const Core* core;
  double radius;  // its own and those of the unions around it
  Pose pose;      // in A's frame
  Bounds box;     // of core and radius there; without end for a half-space
};

// The pieces of a shape that stands at `pose`, numbered by their places: depth first, in the order of the unions.
std::vector<ConvexPiece> convex_pieces(const Shape& shape, const Pose& pose);

// Bounds of the distance between what two boxes hold: negative where they overlap, for the contents may overlap no
// deeper than their boxes.
double nearest_bound(const Bounds& a, const Bounds& b);
double farthest_bound(const Bounds& a, const Bounds& b);

struct PiecePair {
  u32 a, b;
  double bound;
};

// Asks pairs of pieces in rising order of their bounds, the remembered pair before all. bound(p, q) is a number below
// the answer of a pair; ask(i, j) gives the number above which pairs are of no interest any more, −infinity for enough.
template <class Bound, class Ask>
void ask_pairs(const std::vector<ConvexPiece>& a, const std::vector<ConvexPiece>& b, const ShapeCache* memory,
               double reach, Bound bound, Ask ask) {
  const bool remembered = memory && memory->piece_a < a.size() && memory->piece_b < b.size();
  if (remembered) reach = ask(memory->piece_a, memory->piece_b);
  std::vector<PiecePair> pairs;
  for (u32 i = 0; i < a.size(); ++i)
    for (u32 j = 0; j < b.size(); ++j) {
      if (remembered && i == memory->piece_a && j == memory->piece_b) continue;
      if (const double least = bound(a[i].box, b[j].box); least <= reach) pairs.push_back({i, j, least});
    }
  // A heap, since few are asked.
  const auto later = [](const PiecePair& p, const PiecePair& q) {
    return p.bound != q.bound ? p.bound > q.bound : p.a != q.a ? p.a > q.a : p.b > q.b;
  };
  std::make_heap(pairs.begin(), pairs.end(), later);
  while (!pairs.empty()) {
    std::pop_heap(pairs.begin(), pairs.end(), later);
    const PiecePair next = pairs.back();
    pairs.pop_back();
    if (next.bound > reach || reach == -std::numeric_limits<double>::infinity()) break;
    reach = ask(next.a, next.b);
  }
}

}  // namespace apart
