// A power of two that brings coordinates to a size whose fourth powers neither overflow nor vanish.
#pragma once
#include <apart/base/vec3.hpp>
#include <apart/shapes/triangle.hpp>

namespace apart {

// Lengths between these are used as they are.
inline constexpr double comfortable_low = 0x1p-100, comfortable_high = 0x1p100;

inline bool comfortable(double extent) { return extent >= comfortable_low && extent <= comfortable_high; }

// Multiplying by the result brings an extent (infinite if a difference overflowed) near 1; an extent of 0 stays.
inline double comforting_scale(double extent) {
  if (extent == 0) return 1;
  if (!std::isfinite(extent)) return 0x1p-1000;
  // Two steps of 2^1000 would be needed for the least subnormals; they end near 2^-74, which is close enough.
  return std::ldexp(1.0, -lesser(larger(std::ilogb(extent), -1000), 1000));
}

inline Triangled scaled(const Triangled& t, double by) { return {by * t.a, by * t.b, by * t.c}; }

}  // namespace apart
