// Several volumes of one type as one volume over packs (structure of arrays): lane k of every number is volume k's.
#pragma once
#include <apart/volumes/volume.hpp>
#include <cstring>

namespace apart::volumes {

template <class V, int W>
struct InLanesOf;  // only for volumes made of a fixed number of T
template <template <class> class V, class T, int W>
struct InLanesOf<V<T>, W> {
  using Type = V<Pack<T, W>>;
};
template <template <class, int> class V, class T, int K, int W>
struct InLanesOf<V<T, K>, W> {
  using Type = V<Pack<T, W>, K>;
};
template <class V, int W>
using InLanes = typename InLanesOf<V, W>::Type;

// Does V have lanes? Volumes with arrays of variable length, or tested one at a time, have not.
template <class V, int W>
concept HasLanes = requires(const InLanes<V, W> wide) {
  requires std::is_trivially_copyable_v<V>;
  requires sizeof(wide) == W * sizeof(V);
  {gap(wide, in_lanes<Pack<typename V::Scalar, W>>(PlacementFor<V>{}), wide)};
};

template <class Wide, class V>
void set_lane(Wide& wide, int lane, const V& v) {
  using T = typename V::Scalar;
  constexpr std::size_t width = sizeof(Wide) / sizeof(V);
  auto* to = reinterpret_cast<unsigned char*>(&wide) + sizeof(T) * static_cast<std::size_t>(lane);
  const auto* from = reinterpret_cast<const unsigned char*>(&v);
  for (std::size_t i = 0; i < sizeof(V); i += sizeof(T)) std::memcpy(to + i * width, from + i, sizeof(T));
}

template <class V, class Wide>
V lane_of(const Wide& wide, int lane) {
  using T = typename V::Scalar;
  constexpr std::size_t width = sizeof(Wide) / sizeof(V);
  V v;
  const auto* from = reinterpret_cast<const unsigned char*>(&wide) + sizeof(T) * static_cast<std::size_t>(lane);
  auto* to = reinterpret_cast<unsigned char*>(&v);
  for (std::size_t i = 0; i < sizeof(V); i += sizeof(T)) std::memcpy(to + i, from + i * width, sizeof(T));
  return v;
}

template <int W, class V>
InLanes<V, W> in_every_lane(const V& v) {
  using T = typename V::Scalar;
  InLanes<V, W> wide;
  const auto* from = reinterpret_cast<const unsigned char*>(&v);
  auto* to = reinterpret_cast<unsigned char*>(&wide);
  for (std::size_t i = 0; i < sizeof(V); i += sizeof(T)) {
    T number;
    std::memcpy(&number, from + i, sizeof(T));
    const Pack<T, W> same(number);
    std::memcpy(to + i * W, &same, sizeof same);
  }
  return wide;
}

}  // namespace apart::volumes
