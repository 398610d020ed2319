// The signs of decide_pairs.hpp for W pairs at once. Included only by the sources that compile it for an instruction
// set.
#pragma once
#include <apart/triangles/lanes/decide_pairs.hpp>
#include <apart/triangles/lanes/meet_kernel.hpp>
#include <bit>

namespace apart::triangles {
inline namespace APART_LANES_OF_MACHINE {

// Of the pairs from one on, W at once; unused lanes repeat others.
template <int W, class Tell>
APART_INLINE void decide_in_lanes(const Triangle* const* s, const Triangle* const* t, u32 from, u32 count,
                                  DecidedPairs& out, Tell tell_lanes) {
  using P = std::conditional_t<W == 1, double, Pack<double, W>>;
  const auto load = [&](const Triangle* const* which) {
    return load_each<W, P>(static_cast<int>(count - from), [&](int k) { return which[from + static_cast<u32>(k)]; });
  };
  const LaneTriangles<P> of_s = load(s), of_t = load(t);
  const auto told = tell_lanes(of_s.corners, of_t.corners);
  out.apart |= u64(bits(told.apart)) << from;
  out.meeting |= u64(bits(told.meeting)) << from;
}

// Apart from the other, so that that has the registers to itself.
template <int W>
__attribute__((noinline)) DecidedPairs decide_precisely(const Triangle* const* s, const Triangle* const* t, u32 count) {
  DecidedPairs out{0, 0};
  for (u32 from = 0; from < count; from += W)
    decide_in_lanes<W>(s, t, from, count, out, [](const auto& x, const auto& y) { return tell_precisely(x, y); });
  return out;
}

template <int W>
APART_INLINE DecidedPairs decide_pairs_in_lanes(const Triangle* const* s, const Triangle* const* t, u32 count) {
  if (count == 0) __builtin_unreachable();  // see decide_pairs.hpp
  DecidedPairs out{0, 0};
  const u64 all = ~u64(0) >> (64 - count);
  const auto in_doubt = [&] { return ~(out.apart | out.meeting) & all; };
  for (u32 from = 0; from < count; from += W) {
    decide_in_lanes<W>(s, t, from, count, out, [](const auto& x, const auto& y) { return tell(x, y); });
    // Where surfaces coincide most are in doubt: the others are not tried in doubles.
    if (W > 1 && std::popcount(in_doubt() >> from & ((u64(1) << W) - 1)) >= W - W / 4) break;
  }
  u64 doubtful = in_doubt();
  while (doubtful != 0) {  // moved together
    constexpr u32 kTogether = 8;
    const Triangle *of_s[kTogether], *of_t[kTogether];
    int place[kTogether];
    u32 some = 0;
    for (; some < kTogether && doubtful != 0; ++some, doubtful &= doubtful - 1) {
      place[some] = std::countr_zero(doubtful);
      of_s[some] = s[place[some]], of_t[some] = t[place[some]];
    }
    const DecidedPairs said = decide_precisely<W>(of_s, of_t, some);
    for (u32 k = 0; k < some; ++k) {
      out.apart |= (said.apart >> k & 1) << place[k];
      out.meeting |= (said.meeting >> k & 1) << place[k];
    }
  }
  return out;
}

}  // namespace APART_LANES_OF_MACHINE
}  // namespace apart::triangles
