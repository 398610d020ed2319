#include <apart/broad/spread.hpp>

namespace apart::broad {

Spread spread_of(std::span<const Bounds> boxes) {
  Spread out;
  if (boxes.empty()) return out;
  for (const Bounds& box : boxes) {
    const Bounds b = within_range(box);
    out.all.add(b);
    out.largest_size = larger(out.largest_size, b.size());
  }
  const double n = double(boxes.size());
  const Vec3d middle = out.all.centre(), size = out.all.size();
  // Relative to the whole, so that squares stay in range.
  const auto share = [](double x, double of) { return of > 0 ? x / of : 0; };
  Vec3d sum{}, squares{};
  for (const Bounds& box : boxes) {
    const Bounds b = within_range(box);
    for (int k = 0; k < 3; ++k) {
      const double at = share(0.5 * (b.low[k] - middle[k]) + 0.5 * (b.high[k] - middle[k]), size[k]);
      sum[k] += at, squares[k] += at * at;
      out.mean_size[k] += (b.high[k] - b.low[k]) / n;
    }
  }
  Vec3d variance;
  for (int k = 0; k < 3; ++k) {
    const double mean = sum[k] / n;
    variance[k] = larger(0.0, squares[k] / n - mean * mean) * size[k] / larger(largest(size), 1e-300) * size[k] /
                  larger(largest(size), 1e-300);
  }
  out.axis = longest_axis(variance);
  return out;
}

}  // namespace apart::broad
