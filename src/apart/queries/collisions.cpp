#include <algorithm>
#include <apart/queries/collisions.hpp>

namespace apart {

Collisions collisions(const Model& a, const Posed& b_in_a, const Model& b, std::size_t limit) {
  Collisions out;
  // One more than the limit tells whether there was more.
  out.status = collisions(a, b_in_a, b, [&](const TouchingPair& pair) {
    if (out.pairs.size() == limit) return false;
    out.pairs.push_back(pair);
    return true;
  });
  std::sort(out.pairs.begin(), out.pairs.end(), [](const TouchingPair& x, const TouchingPair& y) {
    return x.triangle_a != y.triangle_a ? x.triangle_a < y.triangle_a : x.triangle_b < y.triangle_b;
  });
  return out;
}

}  // namespace apart
