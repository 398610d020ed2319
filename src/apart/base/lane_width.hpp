// The SIMD width, chosen at run time.
#pragma once
#include <atomic>
#include <optional>

namespace apart {

// With AVX2 a register holds eight floats or four doubles, without it four or two; eight are used only where the
// machine has fused products and bit manipulation (BMI) too, sixteen with AVX-512. All widths give the same results.
enum class LaneWidth { one = 1, four = 4, eight = 8, sixteen = 16 };
inline constexpr LaneWidth kLaneWidths[] = {LaneWidth::one, LaneWidth::four, LaneWidth::eight, LaneWidth::sixteen};

// The widest that the CPU supports, or the one that was set.
LaneWidth lane_width();
bool has_lanes(LaneWidth width);
// For tests, before any query runs: all later ones use this width. Nothing: the CPU's widest again.
void use_lanes(std::optional<LaneWidth> width);

inline std::atomic<int> width_of_short_queries = 0;  // 0: not yet chosen
LaneWidth choose_width_of_short_queries();
// The same for queries of less than a microsecond, in line. Where registers of 512 bits lower the clock, all that
// follows is slower for as long as some thousand of these take, and they gain less than that: eight lanes.
inline LaneWidth lane_width_of_short_queries() {
  const int width = width_of_short_queries.load(std::memory_order_relaxed);
  return width == 0 ? choose_width_of_short_queries() : static_cast<LaneWidth>(width);
}

// The same code compiled for each width: functions, or tables of them. A wider machine is one more entry here.
template <class Code>
struct PerLaneWidth {
  Code one, four, eight;   // `eight` is null where the library was built without AVX2, and never chosen there
  Code sixteen = nullptr;  // null where eight do as well, or where it was built without AVX-512

  Code of_machine() const { return of(lane_width()); }
  Code of(LaneWidth width) const {
    switch (width) {
      case LaneWidth::one:
        return one;
      case LaneWidth::four:
        break;
      case LaneWidth::sixteen:
        if (sixteen) return sixteen;
        [[fallthrough]];
      case LaneWidth::eight:
        return eight;
    }
    return four;
  }
};

}  // namespace apart

#if APART_WITH_AVX2
#define APART_AVX2(code) code
#else
#define APART_AVX2(code) nullptr
#endif
#if APART_WITH_AVX512
#define APART_AVX512(code) code
#else
#define APART_AVX512(code) nullptr
#endif
