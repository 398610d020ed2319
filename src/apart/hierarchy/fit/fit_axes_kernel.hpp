// The eigenvectors of eight matrices, in as many lanes as P has. Included only by the sources that compile it for an
// instruction set.
#pragma once
#include <apart/base/eigenvectors.hpp>

namespace apart::hierarchy {
inline namespace APART_LANES_OF_MACHINE {

// Symmetric matrices as xx, yy, zz, xy, xz, yz, and their axes as rows, that of the least eigenvalue first.
template <class P>
APART_INLINE void axes_in_lanes(const double (&in)[6][8], double (&out)[9][8]) {
  constexpr int W = LanesOf<P>::count;
  for (int from = 0; from < 8; from += W) {
    const auto at = [&](int i) {
      if constexpr (W == 1)
        return in[i][from];
      else
        return P::load(in[i] + from);
    };
    const Eigenvectors<P> found({at(0), at(1), at(2), at(3), at(4), at(5)});
    for (int i = 0; i < 9; ++i) {
      if constexpr (W == 1)
        out[i][from] = found.axis(i / 3)[i % 3];
      else
        found.axis(i / 3)[i % 3].store(out[i] + from);
    }
  }
}

}  // namespace APART_LANES_OF_MACHINE
}  // namespace apart::hierarchy
