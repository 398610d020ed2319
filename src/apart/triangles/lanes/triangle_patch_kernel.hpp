// The tests of triangle_patch.hpp: W triangles at once are rounded to floats, and eight pairs at once are tested.
// Included only by the sources that compile it for an instruction set.
#pragma once
#include <apart/base/set_bits.hpp>
#include <apart/base/transpose.hpp>
#include <apart/triangles/lanes/meet_kernel.hpp>
#include <apart/triangles/lanes/triangle_patch.hpp>
#include <bit>
#include <limits>

namespace apart::triangles {
inline namespace APART_LANES_OF_MACHINE {

template <class P>
APART_INLINE void store_row(const P& x, float* row) {
  if constexpr (LanesOf<P>::count == 1) {
    *row = rounded<float>(x);
  } else {
    using Rounded = typename lanes::Register<float, 4 * LanesOf<P>::count>::Numbers;
    const Rounded out = __builtin_convertvector(x.r[0], Rounded);
    __builtin_memcpy(row, &out, sizeof(out));
  }
}
// What was stored there.
template <class P>
APART_INLINE P stored_row(const float* row) {
  if constexpr (LanesOf<P>::count == 1) {
    return double(*row);
  } else {
    typename lanes::Register<float, 4 * LanesOf<P>::count>::Numbers in;
    __builtin_memcpy(&in, row, sizeof(in));
    force_rounding(in);
    return lanes::each<P>([&](int) { return __builtin_convertvector(in, typename P::Layout::Numbers); });
  }
}

// Is the normal known to a unit of floats? Each of its components has an error below 2⁻⁵⁰ of the longest side's square.
// If it is not, the sides of the plane are not numbers, and nothing is told apart by it.
template <class P>
APART_INLINE P normal_scale(const Vec3<P>& u, const Vec3<P>& v, const Vec3<P>& normal) {
  const Vec3<P> sizes = larger(abs(u), abs(v)), parts = abs(normal);
  const P size = larger(larger(sizes.x, sizes.y), sizes.z), most = larger(larger(parts.x, parts.y), parts.z);
  return select(most >= P(0x1p-26) * size * size, P(1) / most, P(std::numeric_limits<double>::quiet_NaN()));
}

using Eight = Pack<float, 8>;

// Four numbers in both halves, by one instruction, which GCC does not make of a shuffle.
APART_INLINE Eight twice(const float* row) {
#if defined(__AVX2__)
  return lanes::each<Eight>([&](int) { return _mm256_broadcast_ps(reinterpret_cast<const __m128*>(row)); });
#else
  return lanes::each<Eight>([&](int) { return four_floats(row); });
#endif
}
// From the third on, in both halves.
template <class P>
APART_INLINE P from_third(const P& x) {
  if constexpr (P::kRegisters == 1)
    return lanes::each<P>([&](int i) { return __builtin_shufflevector(x.r[i], x.r[i], 2, 3, 0, 1, 6, 7, 4, 5); });
  else
    return lanes::each<P>([&](int i) { return __builtin_shufflevector(x.r[i], x.r[i], 2, 3, 0, 1); });
}
// In order, and from the second on.
template <class P>
APART_INLINE P and_from_second(const P& x) {
  P out = x;
  if constexpr (P::kRegisters == 1)
    out.r[0] = __builtin_shufflevector(x.r[0], x.r[0], 0, 1, 2, 3, 5, 6, 7, 4);
  else
    out.r[1] = __builtin_shufflevector(x.r[1], x.r[1], 1, 2, 3, 0);
  return out;
}

// Where the numbers of four triangles are put first: A's are what is wanted, and with sixteen lanes so are B's.
struct InOrder {
  alignas(16) float rows[kPatchRows][4];
};
APART_INLINE auto& rows_of(PatchOfA& patch, InOrder&) { return patch.rows; }
APART_INLINE void put_in_lanes(const InOrder&, PatchOfA&) {}
#if defined(__AVX512F__)
APART_INLINE auto& rows_of(PatchOfB& patch, InOrder&) { return patch.fours; }
APART_INLINE void put_in_lanes(const InOrder&, PatchOfB&) {}
#else
APART_INLINE auto& rows_of(PatchOfB&, InOrder& memory) { return memory.rows; }
APART_INLINE void put_in_lanes(const InOrder& from, PatchOfB& patch) {
  for (u32 row = 0; row < kPatchRows; ++row) and_from_second(twice(from.rows[row])).store(patch.rows[row]);
}
#endif

APART_INLINE void copy_corner(const Vec3d& from, Vec3d& to) {
  put_numbers<2>(numbers_at<2>(&from.x), &to.x), to.z = from.z;  // which GCC does not make of an assignment
}

// All else of a patch whose triangles are as in the mesh.
template <int W, class Patch>
APART_INLINE void fill_patch(const PatchSource& source, Patch& patch) {
  using P = std::conditional_t<W == 1, double, Pack<double, W>>;
  const Vec3<P> centre = in_all_lanes<P>(source.centre);
  InOrder in_order;
  auto& rows = rows_of(patch, in_order);
  P reach = P(0);
  for (u32 from = 0; from < 4; from += W) {
    const auto store = [&](u32 row, const Vec3<P>& v) {
      store_row(v.x, rows[row] + from), store_row(v.y, rows[row + 1] + from), store_row(v.z, rows[row + 2] + from);
    };
    LaneTriangles<P> placed = load_triangles<W, P>(patch.triangles + from, W);
    if constexpr (std::is_same_v<Patch, PatchOfB>) {
      const LanePose<P> pose(source.pose);
      for (Vec3<P>& corner : placed.corners) corner = pose * corner;
      store_triangles<W>(placed, patch.triangles + from);
    }
    const auto& at = placed.corners;
    const Vec3<P> relative[3] = {at[0] - centre, at[1] - centre, at[2] - centre};
    for (u32 k = 0; k < 3; ++k) store(of_corners + 3 * k, relative[k]);
    const Vec3<P> low = lesser(lesser(relative[0], relative[1]), relative[2]),
                  high = larger(larger(relative[0], relative[1]), relative[2]);
    store(of_low, low), store(of_high, high);
    const Vec3<P> sizes = larger(abs(low), abs(high));
    reach = larger(reach, larger(larger(sizes.x, sizes.y), sizes.z));
    const Vec3<P> u = at[1] - at[0], v = at[2] - at[0], area = cross(u, v);
    store(of_normal, normal_scale(u, v, area) * area);
    const auto stored = [&](u32 row) { return stored_row<P>(rows[row] + from); };
    const Vec3<P> normal{stored(of_normal), stored(of_normal + 1), stored(of_normal + 2)};
    store_row(dot(normal, relative[0]), rows[of_offset] + from);
  }
  put_in_lanes(in_order, patch);
  double most = 0;
  for (int k = 0; k < W; ++k)
    if constexpr (W == 1)
      most = reach;
    else
      most = larger(most, reach[k]);
  patch.reach = rounded<float>(most);
}

// Triangles of all patches are fetched and copied first: they are all over the memory, and none then waits for
// another's.
template <int W, class Patch>
APART_INLINE void fill_patches(const PatchSource& source, Patch* const* patches, u32 count) {
  const auto face = [&](const Patch& patch, u32 k) -> const Face& {
    return source.faces[patch.numbers[k < patch.count ? k : 0]];
  };
  for (u32 n = 0; n < count; ++n)
    for (u32 k = 0; k < 4; ++k)
      for (const u32 vertex : face(*patches[n], k)) __builtin_prefetch(source.vertices + vertex);
  for (u32 n = 0; n < count; ++n)
    for (u32 k = 0; k < 4; ++k) {
      const Face& corners = face(*patches[n], k);
      Triangle& to = patches[n]->triangles[k];
      copy_corner(source.vertices[corners[0]], to.a), copy_corner(source.vertices[corners[1]], to.b);
      copy_corner(source.vertices[corners[2]], to.c);
    }
  for (u32 n = 0; n < count; ++n) fill_patch<W>(source, *patches[n]);
}

// Bits 4·i + j of pairs of A's triangle i and B's j, of a mask of four lanes: where A's are turned and B's are turned.
struct PairsOfLanes {
  std::uint16_t of[2][2][16];
};
constexpr PairsOfLanes kPairsOfLanes = [] {
  PairsOfLanes out{};
  for (u32 turned_a = 0; turned_a < 2; ++turned_a)
    for (u32 turned_b = 0; turned_b < 2; ++turned_b)
      for (u32 mask = 0; mask < 16; ++mask)
        for (u32 lane = 0; lane < 4; ++lane) {
          const u32 i = (lane + 2 * turned_a) % 4, j = (lane + turned_b) % 4;
          if (mask >> lane & 1) out.of[turned_a][turned_b][mask] |= static_cast<std::uint16_t>(1u << (4 * i + j));
        }
  return out;
}();

// Sides of a plane, of three corners.
struct CornerSides {
  Eight of[3];
  APART_INLINE auto one_side(const Eight& error) const {
    return (lesser(lesser(of[0], of[1]), of[2]) > error) | (larger(larger(of[0], of[1]), of[2]) < -error);
  }
};

// The sides of a plane: of its normal's products with coordinates R, in floats of unit u, rounding takes 3uR from the
// coordinates, 3uR from the products, 14uR from the sums, 3uR from the offset, and 12uR from the normal. We take 48.
APART_INLINE float side_error(const PatchOfA& a, const PatchOfB& b) {
  const float reach = larger(a.reach, b.reach);
  const bool valid = reach >= 0x1p-100f && reach <= 0x1p100f;  // nothing underflows or overflows
  return valid ? 48 * 0x1p-24f * reach : std::numeric_limits<float>::infinity();
}

#if defined(__AVX512F__)
// All sixteen pairs in one register, bit 4·i + j of a mask in lane 4·i + j: A's triangles four times each, B's four
// times all.
APART_INLINE u32 patches_may_meet(const PatchOfA& a, const PatchOfB& b) {
  using Sixteen = Pack<float, 16>;
  const Sixteen error(side_error(a, b));
  const __m512i each_four_times = _mm512_set_epi32(3, 3, 3, 3, 2, 2, 2, 2, 1, 1, 1, 1, 0, 0, 0, 0);
  const auto of_a = [&](u32 row) {
    const __m512 four = _mm512_castps128_ps512(_mm_load_ps(a.rows[row]));
    return lanes::each<Sixteen>([&](int) { return _mm512_permutexvar_ps(each_four_times, four); });
  };
  const auto of_b = [&](u32 row) {
    return lanes::each<Sixteen>([&](int) { return _mm512_broadcast_f32x4(_mm_load_ps(b.fours[row])); });
  };
  using M = decltype(error < error);
  M apart{};
  for (u32 k = 0; k < 3; ++k)
    apart = apart | (of_a(of_low + k) > of_b(of_high + k)) | (of_b(of_low + k) > of_a(of_high + k));
  const auto one_side = [&](const auto& plane, const auto& points) {
    const Sixteen x = plane(of_normal), y = plane(of_normal + 1), z = plane(of_normal + 2), offset = plane(of_offset);
    Sixteen sides[3];
    for (u32 k = 0; k < 3; ++k) sides[k] = x * points(3 * k) + y * points(3 * k + 1) + z * points(3 * k + 2) - offset;
    return (lesser(lesser(sides[0], sides[1]), sides[2]) > error) |
           (larger(larger(sides[0], sides[1]), sides[2]) < -error);
  };
  apart = apart | one_side(of_a, of_b) | one_side(of_b, of_a);
  const u32 of_row = (u32(1) << b.count) - 1;
  return ~bits(apart) & 0x1111 * of_row & ((u32(1) << (4 * a.count)) - 1);
}
#else
APART_INLINE u32 patches_may_meet(const PatchOfA& a, const PatchOfB& b) {
  const Eight error(side_error(a, b));
  const auto of_a = [&](u32 row) { return twice(a.rows[row]); };
  const auto of_b = [&](u32 row) { return Eight::load(b.rows[row]); };
  // All sixteen pairs side by side: what is read is used at once, and need not be kept.
  using M = decltype(error < error);
  M apart[2];
  for (u32 k = 0; k < 3; ++k) {
    const Eight low = of_a(of_low + k), high = of_a(of_high + k), low_b = of_b(of_low + k), high_b = of_b(of_high + k);
    const M beyond = (low > high_b) | (low_b > high);
    const M turned = (from_third(low) > high_b) | (low_b > from_third(high));
    apart[0] = k == 0 ? beyond : apart[0] | beyond, apart[1] = k == 0 ? turned : apart[1] | turned;
  }
  {
    const Eight x = of_a(of_normal), y = of_a(of_normal + 1), z = of_a(of_normal + 2), offset = of_a(of_offset);
    const Eight x2 = from_third(x), y2 = from_third(y), z2 = from_third(z), offset2 = from_third(offset);
    CornerSides first, second;
    for (u32 k = 0; k < 3; ++k) {
      const Eight px = of_b(3 * k), py = of_b(3 * k + 1), pz = of_b(3 * k + 2);
      first.of[k] = x * px + y * py + z * pz - offset;
      second.of[k] = x2 * px + y2 * py + z2 * pz - offset2;
    }
    apart[0] = apart[0] | first.one_side(error), apart[1] = apart[1] | second.one_side(error);
  }
  {
    const Eight x = of_b(of_normal), y = of_b(of_normal + 1), z = of_b(of_normal + 2), offset = of_b(of_offset);
    CornerSides first, second;
    for (u32 k = 0; k < 3; ++k) {
      const Eight px = of_a(3 * k), py = of_a(3 * k + 1), pz = of_a(3 * k + 2);
      first.of[k] = x * px + y * py + z * pz - offset;
      second.of[k] = x * from_third(px) + y * from_third(py) + z * from_third(pz) - offset;
    }
    apart[0] = apart[0] | first.one_side(error), apart[1] = apart[1] | second.one_side(error);
  }
  const u32 open = bits(!apart[0]), open2 = bits(!apart[1]);
  const auto& pairs = kPairsOfLanes.of;
  const u32 out = u32(pairs[0][0][open & 15]) | u32(pairs[0][1][open >> 4]) | u32(pairs[1][0][open2 & 15]) |
                  u32(pairs[1][1][open2 >> 4]);
  const u32 of_row = (u32(1) << b.count) - 1;
  return out & 0x1111 * of_row & ((u32(1) << (4 * a.count)) - 1);
}
#endif

// What leads from the first pair of two patches to the others, i·kOfA + j·kOfB at 4·i + j.
struct PairsInOrder {
  alignas(64) u32 of[16];
};
constexpr PairsInOrder kPairsInOrder = [] {
  PairsInOrder out{};
  for (u32 pair = 0; pair < 16; ++pair) out.of[pair] = pair / 4 * WaitingPairs::kOfA + pair % 4 * WaitingPairs::kOfB;
  return out;
}();

// Adds pairs of two patches' triangles, those whose bits 4·i + j are set. Without a branch on how many there are.
APART_INLINE void add_pairs(u32 first, u32 open, WaitingPairs& to) {
#if defined(__AVX512F__)
  const __m512i all = _mm512_add_epi32(_mm512_set1_epi32(static_cast<int>(first)), _mm512_load_si512(&kPairsInOrder));
  _mm512_storeu_si512(to.pairs + to.count, _mm512_maskz_compress_epi32(static_cast<__mmask16>(open), all));
  to.count += static_cast<u32>(std::popcount(open));
#elif defined(__AVX2__)
  const __m256i from = _mm256_set1_epi32(static_cast<int>(first));
  for (u32 half = 0; half < 2; ++half) {  // all eight places are written
    const u32 which = open >> 8 * half & 0xff;
    const __m256i pairs = _mm256_load_si256(reinterpret_cast<const __m256i*>(kPairsInOrder.of + std::size_t{8} * half));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(to.pairs + to.count),
                        _mm256_add_epi32(from, those_set(pairs, which)));
    to.count += static_cast<u32>(std::popcount(which));
  }
#else
  for (; open != 0; open &= open - 1)
    to.pairs[to.count++] = first + kPairsInOrder.of[static_cast<u32>(std::countr_zero(open))];
#endif
}

APART_INLINE u32 collect_pairs(const PatchOfA* a, const PatchOfB* b, const PatchPair* pairs, u32 count,
                               WaitingPairs& to) {
  u32 n = 0;
  for (; n < count && to.count <= WaitingPairs::kRoom - 16; ++n) {
    const u32 place_a = WaitingPairs::in_a(pairs[n]).place, place_b = WaitingPairs::in_b(pairs[n]).place;
    add_pairs(pairs[n], patches_may_meet(a[place_a], b[place_b]), to);
  }
  return n;
}

}  // namespace APART_LANES_OF_MACHINE
}  // namespace apart::triangles
