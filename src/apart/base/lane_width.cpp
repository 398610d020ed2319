#include <apart/base/lane_width.hpp>
#include <atomic>

namespace apart {
namespace {

LaneWidth widest() {
  for (const LaneWidth width : {LaneWidth::sixteen, LaneWidth::eight})
    if (has_lanes(width)) return width;
  return LaneWidth::four;
}

// Intel's machines run an eighth slower while they use registers of 512 bits, and for some time after.
bool has_one_clock() {
#if APART_WITH_AVX512
  return !__builtin_cpu_is("intel");
#else
  return true;
#endif
}

std::atomic<int> chosen_width = 0;  // 0: not yet

}  // namespace

bool has_lanes(LaneWidth width) {
  [[maybe_unused]] const auto has_eight = [] {
#if APART_WITH_AVX2
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("bmi2");
#else
    return false;
#endif
  };
  if (width == LaneWidth::eight) return has_eight();
#if APART_WITH_AVX512
  // The first machines with AVX-512, which run slower while it is used, have no VBMI2.
  if (width == LaneWidth::sixteen)
    return has_eight() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
           __builtin_cpu_supports("avx512vbmi2");
#endif
  return width != LaneWidth::sixteen;
}

void use_lanes(std::optional<LaneWidth> width) {
  const LaneWidth wanted = width.value_or(widest());
  chosen_width = static_cast<int>(has_lanes(wanted) ? wanted : widest());
  width_of_short_queries = width ? chosen_width.load() : 0;
}

LaneWidth lane_width() {
  int width = chosen_width.load(std::memory_order_relaxed);
  if (width == 0) chosen_width = width = static_cast<int>(widest());
  return static_cast<LaneWidth>(width);
}

LaneWidth choose_width_of_short_queries() {
  const bool lowers_clock = lane_width() == LaneWidth::sixteen && !has_one_clock();
  const LaneWidth width = lowers_clock ? LaneWidth::eight : lane_width();
  width_of_short_queries = static_cast<int>(width);
  return width;
}

}  // namespace apart
