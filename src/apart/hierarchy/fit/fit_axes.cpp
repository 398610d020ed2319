// Principal axes of many nodes at once, in SIMD lanes.
#include <apart/base/eigenvectors.hpp>
#include <apart/hierarchy/fit/fit_axes.hpp>

namespace apart::hierarchy {

void principal_axes(std::span<const NodeSpread> sets, std::span<Mat3f> axes) {
  constexpr int W = 8;  // several registers' worth: hides the latency of roots and quotients
  using P = Pack<double, W>;
  for (std::size_t begin = 0; begin < sets.size(); begin += W) {
    const std::size_t count = sets.size() - begin < W ? sets.size() - begin : W;
    double in[6][W] = {};  // xx, yy, zz, xy, xz, yz
    for (std::size_t k = 0; k < count; ++k) {
      const CentralMoments& m = sets[begin + k].counted();
      const double trace = m.xx + m.yy + m.zz;
      if (!(trace > 1e-290)) continue;  // its reciprocal would not be finite
      const double scale = 1 / trace;
      in[0][k] = m.xx * scale, in[1][k] = m.yy * scale, in[2][k] = m.zz * scale;
      in[3][k] = m.xy * scale, in[4][k] = m.xz * scale, in[5][k] = m.yz * scale;
    }
    const auto at = [&](int i) { return P::load(in[i]); };
    const Eigenvectors<P> found({at(0), at(1), at(2), at(3), at(4), at(5)});
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) {
        double out[W];
        found.axis(i)[j].store(out);
        for (std::size_t k = 0; k < count; ++k) axes[begin + k](i, j) = rounded<float>(out[k]);
      }
  }
}

}  // namespace apart::hierarchy
