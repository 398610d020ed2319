// Principal axes of many nodes at once, in SIMD lanes.
#include <apart/hierarchy/fit/fit_axes.hpp>
#include <apart/hierarchy/fit/fit_lanes.hpp>

namespace apart::hierarchy {

void principal_axes(std::span<const NodeSpread> sets, std::span<Mat3f> axes) {
  constexpr std::size_t W = kNodesAtOnce;
  const FitLanes& lanes = fit_lanes();
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
    double out[9][W];
    lanes.axes(in, out);
    for (int i = 0; i < 9; ++i)
      for (std::size_t k = 0; k < count; ++k) axes[begin + k](i / 3, i % 3) = rounded<float>(out[i][k]);
  }
}

}  // namespace apart::hierarchy
