#include <apart/base/lane_width.hpp>
#include <apart/shapes/eight_points.hpp>

#define APART_LANES_OF_MACHINE any_machine
#include <apart/shapes/eight_points_kernel.hpp>
#undef APART_LANES_OF_MACHINE

namespace apart {

#if APART_WITH_AVX2
extern const PointSearch<float> kFloatSearchAvx2;
extern const PointSearch<double> kDoubleSearchAvx2;
#endif

template <class T>
const PointSearch<T>& point_search() {
  static constexpr PointSearch<T> one = kPointSearch<T, 1>, some = kPointSearch<T, 16 / int(sizeof(T))>;
  switch (lane_width()) {
    case LaneWidth::one:
      return one;
    case LaneWidth::four:
      break;
    case LaneWidth::eight:
#if APART_WITH_AVX2
      if constexpr (std::is_same_v<T, float>)
        return kFloatSearchAvx2;
      else
        return kDoubleSearchAvx2;
#endif
      break;
  }
  return some;
}
template const PointSearch<float>& point_search();
template const PointSearch<double>& point_search();

}  // namespace apart
