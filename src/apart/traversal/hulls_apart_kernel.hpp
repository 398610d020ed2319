// The search of hulls_apart.hpp. Included only by the sources that compile it for an instruction set.
#pragma once
#include <apart/base/transpose.hpp>
#include <apart/traversal/hulls_apart.hpp>
#include <bit>
#include <cstdint>
#include <cstring>

namespace apart::traversal {

// Directions from A to B, as points of a plane: the middle one from centre to centre, plus multiples of the two others,
// which are at right angles to it and of length one. Along each of them the centres are the same height apart.
struct DirectionPlane {
  Vec3f middle;
  Mat3f b_in_a;
  float height;  // of B's centre above A's
  float margin;  // what heights must be apart by
};

using ApartInPlane = bool (*)(const SupportMap& a, const SupportMap& b, const DirectionPlane& plane);
bool apart_in_plane_avx2(const SupportMap& a, const SupportMap& b, const DirectionPlane& plane);
bool apart_in_plane_avx512(const SupportMap& a, const SupportMap& b, const DirectionPlane& plane);

inline namespace APART_LANES_OF_MACHINE {

using EightDirections = Pack<float, 8>;
// Directions for A in the lower half of the lanes, the opposite ones for B in the upper half.
using DirectionsOfBoth = Pack<float, 16>;

// The same numbers for A and for B.
APART_INLINE DirectionsOfBoth for_both(const EightDirections& x) {
#if defined(__AVX512F__)
  return lanes::each<DirectionsOfBoth>([&](int) { return _mm512_broadcast_f32x8(x.r[0]); });
#else
  return lanes::each<DirectionsOfBoth>([&](int i) { return x.r[i % EightDirections::kRegisters]; });
#endif
}
APART_INLINE EightDirections sum_of_both(const DirectionsOfBoth& of) {
#if defined(__AVX512F__)
  return lanes::each<EightDirections>(
      [&](int) { return _mm256_add_ps(_mm512_castps512_ps256(of.r[0]), _mm512_extractf32x8_ps(of.r[0], 1)); });
#else
  return lanes::each<EightDirections>([&](int i) { return of.r[i] + of.r[i + EightDirections::kRegisters]; });
#endif
}

// Of each model above its centre along each direction, whose length is not zero; both added.
APART_INLINE EightDirections heights_along(const SupportMap& a, const SupportMap& b, const Vec3<DirectionsOfBoth>& d) {
  using P = DirectionsOfBoth;
  using Signs = P::Layout::Signs;
  constexpr int kCells = SupportMap::kCells, kRow = SupportMap::kRow, kSide = SupportMap::kSide;
  const P x = abs(d.x), y = abs(d.y), size = larger(larger(x, y), abs(d.z));
  const auto is_x = x == size, is_y = y == size;
  const P half(0.5f * kCells), scale = half / size;
  P along = select(is_x, d.y, select(is_y, d.z, d.x)) * scale + half;
  P across = select(is_x, d.z, select(is_y, d.x, d.y)) * scale + half;
  const P towards = select(is_x, d.x, select(is_y, d.y, d.z));
  const P sides = select(is_x, P(0), select(is_y, P(2 * kSide), P(4 * kSide)));
  alignas(P) std::int32_t cells[16];
  for (int r = 0; r < P::kRegisters; ++r) {
    // A direction at the side's edge belongs to the last cell.
    const Signs last = Signs{} + (kCells - 1);
    const auto cell = [&](auto& place) {
      const Signs whole = __builtin_convertvector(place, Signs), in = whole < last ? whole : last;
      place -= __builtin_convertvector(in, typename P::Layout::Numbers);
      return in;
    };
    const Signs column = cell(along.r[r]), row = cell(across.r[r]);
    const Signs side = __builtin_convertvector(sides.r[r], Signs) + (((Signs)towards.r[r] >> 31) & kSide);
    const Signs numbers = side + row * kRow + column;
    std::memcpy(cells + std::ptrdiff_t{r} * P::Layout::lanes, &numbers, sizeof numbers);
  }
  const float *const heights_a = &a.heights[0][0][0], *const heights_b = &b.heights[0][0][0];
  P of[4];  // at the corners of the cell
  transpose_fours<16>(
      [&](int k) {
        typedef double TwoFloats __attribute__((aligned(4), may_alias));
        typedef double Two __attribute__((vector_size(16)));
        const float* const corner = (k < 8 ? heights_a : heights_b) + cells[k];
        const Two rows = {*reinterpret_cast<const TwoFloats*>(corner),
                          *reinterpret_cast<const TwoFloats*>(corner + kRow)};
        return (FourFloats)rows;
      },
      of);
  const P near = of[0] + along * (of[1] - of[0]), far = of[2] + along * (of[3] - of[2]);
  return sum_of_both(size * (near + across * (far - near)));
}

// Where heights overlap least is looked for by rings of directions, each half as wide as the one before: as a function
// of the plane's coordinates the overlap is convex. Ends where it is so large that it hardly ever becomes a gap.
APART_INLINE bool apart_in_plane(const SupportMap& a, const SupportMap& b, const DirectionPlane& plane) {
  using P = EightDirections;
  constexpr int kRings = 6;
  constexpr float kWidest = 0.5f, kHopeless = 0.2f;  // of the width of a ring times the height
  // The middle and a heptagon, every other one turned by half an angle.
  constexpr float kAlong[2][8] = {{0, 1, 0.62349f, -0.222521f, -0.900969f, -0.900969f, -0.222521f, 0.62349f},
                                  {0, 0.900969f, 0.222521f, -0.62349f, -1, -0.62349f, 0.222521f, 0.900969f}};
  constexpr float kAcross[2][8] = {{0, 0, 0.781831f, 0.974928f, 0.433884f, -0.433884f, -0.974928f, -0.781831f},
                                   {0, 0.433884f, 0.974928f, 0.781831f, 0, -0.781831f, -0.974928f, -0.433884f}};
  // Two directions at right angles to the middle (Duff et al. 2017).
  const Vec3f d = plane.middle;
  const float sign = d.z < 0 ? -1.0f : 1.0f, down = -1 / (sign + d.z), both = d.x * d.y * down;
  const Vec3f in_a[3] = {
      d, {1 + sign * d.x * d.x * down, sign * both, -sign * d.x}, {both, sign + d.y * d.y * down, -d.y}};
  const auto direction = [&](int k) {
    return in_halves<DirectionsOfBoth>(in_a[k], -transposed_times(plane.b_in_a, in_a[k]));
  };
  const Vec3<DirectionsOfBoth> base = direction(0), along = direction(1), across = direction(2);
  float middle_x = 0, middle_y = 0, width = kWidest;
  for (int ring = 0; ring < kRings; ++ring, width /= 2) {
    const P x = P(middle_x) + P(width) * P::load(kAlong[ring % 2]),
            y = P(middle_y) + P(width) * P::load(kAcross[ring % 2]);
    const P overlaps = heights_along(a, b, base + for_both(x) * along + for_both(y) * across) - P(plane.height);
    if (any(overlaps < P(-plane.margin))) return true;
    alignas(P) float overlap[8], xs[8], ys[8];
    overlaps.store(overlap), x.store(xs), y.store(ys);
    const float least = lesser(lesser(lesser(overlap[0], overlap[1]), lesser(overlap[2], overlap[3])),
                               lesser(lesser(overlap[4], overlap[5]), lesser(overlap[6], overlap[7])));
    if (!(least <= kHopeless * width * plane.height)) return false;
    const int best = std::countr_zero(bits(overlaps <= P(least)));
    middle_x = xs[best], middle_y = ys[best];
  }
  return false;
}

}  // namespace APART_LANES_OF_MACHINE
}  // namespace apart::traversal
