#include <apart/base/lane_width.hpp>
#include <atomic>

namespace apart {
namespace {

LaneWidth widest() { return has_lanes(LaneWidth::eight) ? LaneWidth::eight : LaneWidth::four; }

std::atomic<int> chosen_width = 0;  // 0: not yet

}  // namespace

bool has_lanes(LaneWidth width) {
#if APART_WITH_AVX2
  if (width == LaneWidth::eight) return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#endif
  return width != LaneWidth::eight;
}

void use_lanes(std::optional<LaneWidth> width) {
  const LaneWidth wanted = width.value_or(widest());
  chosen_width = static_cast<int>(has_lanes(wanted) ? wanted : widest());
}

LaneWidth lane_width() {
  int width = chosen_width.load(std::memory_order_relaxed);
  if (width == 0) chosen_width = width = static_cast<int>(widest());
  return static_cast<LaneWidth>(width);
}

}  // namespace apart
