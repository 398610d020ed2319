#include <apart/base/lane_width.hpp>
#include <apart/triangles/lanes/solid_angle_series.hpp>

#define APART_LANES_OF_MACHINE any_machine
#include <apart/triangles/lanes/solid_angle_series_kernel.hpp>
#undef APART_LANES_OF_MACHINE

namespace apart::triangles {

extern const SolidAngleSeries kSolidAngleSeriesAvx2;

const SolidAngleSeries& solid_angle_series() {
  static constexpr SolidAngleSeries kPlain{add_triangles, join_series, sum_of_series};
  constexpr PerLaneWidth<const SolidAngleSeries*> all{&kPlain, &kPlain, APART_AVX2(&kSolidAngleSeriesAvx2)};
  return *all.of_machine();
}

std::array<double, kSeriesOrder + 1> series_reach(double error) {
  const auto left_out = [](int order, double ratio) {
    double power = 1;
    for (int k = 0; k < order; ++k) power *= ratio;
    return power * (order + 1 - order * ratio) / ((1 - ratio) * (1 - ratio));
  };
  std::array<double, kSeriesOrder + 1> out{};
  for (int order = 1; order <= kSeriesOrder; ++order) {
    double low = 0, high = 0.5;
    if (left_out(order, high) <= error) low = high;
    while (high - low > 1e-6 * high) {
      const double middle = 0.5 * (low + high);
      (left_out(order, middle) <= error ? low : high) = middle;
    }
    out[static_cast<std::size_t>(order)] = low * low;
  }
  return out;
}

}  // namespace apart::triangles
