#include <apart/base/lane_width.hpp>
#include <apart/shapes/polytope/eight_points.hpp>

#define APART_LANES_OF_MACHINE any_machine
#include <apart/shapes/polytope/eight_points_kernel.hpp>
#undef APART_LANES_OF_MACHINE

namespace apart {

extern const PointSearch<float> kFloatSearchAvx2;
extern const PointSearch<double> kDoubleSearchAvx2;

template <class T>
static const PointSearch<T>& of_machine(const PointSearch<T>* avx2) {
  static constexpr PointSearch<T> one = kPointSearch<T, 1>, some = kPointSearch<T, 16 / int(sizeof(T))>;
  return *PerLaneWidth<const PointSearch<T>*>{&one, &some, avx2}.of_machine();
}
template <>
const PointSearch<float>& point_search() {
  return of_machine<float>(APART_AVX2(&kFloatSearchAvx2));
}
template <>
const PointSearch<double>& point_search() {
  return of_machine<double>(APART_AVX2(&kDoubleSearchAvx2));
}

}  // namespace apart
