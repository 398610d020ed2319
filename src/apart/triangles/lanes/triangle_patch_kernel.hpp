// The tests of triangle_patch.hpp: W triangles at once are rounded to floats, and eight pairs at once are tested.
// Included only by the sources that compile it for an instruction set.
#pragma once
#include <apart/triangles/lanes/meet_kernel.hpp>
#include <apart/triangles/lanes/triangle_patch.hpp>
#include <bit>
#include <limits>

namespace apart::triangles {
inline namespace APART_LANES_OF_MACHINE {

typedef float FourFloats __attribute__((vector_size(16), may_alias));

template <class P>
APART_INLINE void store_row(const P& x, float* row) {
  if constexpr (LanesOf<P>::count == 1) {
    *row = rounded<float>(x);
  } else {
    typedef float Rounded __attribute__((vector_size(4 * LanesOf<P>::count)));
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
    typedef float Rounded __attribute__((vector_size(4 * LanesOf<P>::count)));
    Rounded in;
    __builtin_memcpy(&in, row, sizeof(in));
    __asm__("" : "+x"(in));  // the float value, as rounded() forces it
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

APART_INLINE void spread(const float (&rows)[kPatchRows][4], PatchOfA& patch) {
  for (u32 row = 0; row < kPatchRows; ++row)
    for (u32 k = 0; k < patch.count; ++k) {
      const float x = rows[row][k];
      *reinterpret_cast<FourFloats*>(patch.rows[k / 2][row] + k % 2 * 4) = FourFloats{x, x, x, x};
    }
}
APART_INLINE void spread(const float (&rows)[kPatchRows][4], PatchOfB& patch) {
  for (u32 row = 0; row < kPatchRows; ++row)
    for (u32 half = 0; half < 2; ++half)
      *reinterpret_cast<FourFloats*>(patch.rows[row] + 4 * half) = *reinterpret_cast<const FourFloats*>(rows[row]);
}

template <int W, class Patch>
APART_INLINE void fill_patch(const PatchSource& source, Patch& patch) {
  using P = std::conditional_t<W == 1, double, Pack<double, W>>;
  const u32 count = patch.count;
  const Vec3<P> centre = in_all_lanes<P>(source.centre);
  alignas(16) float rows[kPatchRows][4];
  P reach = P(0);
  for (u32 k = 0; k < count; ++k) {
    const Face& face = source.faces[patch.numbers[k]];
    patch.triangles[k] = {source.vertices[face[0]], source.vertices[face[1]], source.vertices[face[2]]};
  }
  for (u32 from = 0; from < 4; from += W) {
    const auto store = [&](u32 row, const Vec3<P>& v) {
      store_row(v.x, rows[row] + from), store_row(v.y, rows[row + 1] + from), store_row(v.z, rows[row + 2] + from);
    };
    const int rest = static_cast<int>(count) - static_cast<int>(from);
    if (rest <= 0 && from > 0) {  // lanes without a triangle repeat others
      for (u32 row = 0; row < kPatchRows; ++row)
        for (u32 k = from; k < 4; ++k) rows[row][k] = rows[row][0];
      break;
    }
    LaneTriangles<P> placed = load_triangles<W, P>(patch.triangles + from, rest);
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
  spread(rows, patch);
  double most = 0;
  for (int k = 0; k < W; ++k)
    if constexpr (W == 1)
      most = reach;
    else
      most = larger(most, reach[k]);
  patch.reach = rounded<float>(most);
}

using Eight = Pack<float, 8>;

// The sides of a plane: of its normal's products with coordinates R, in floats of unit u, rounding takes 3uR from the
// coordinates, 3uR from the products, 14uR from the sums, 3uR from the offset, and 12uR from the normal. We take 48.
APART_INLINE u32 patches_may_meet(const PatchOfA& a, const PatchOfB& b) {
  const float reach = larger(a.reach, b.reach);
  const u32 of_row = (u32(1) << b.count) - 1, of_rows = of_row << 4 | of_row;
  const bool valid = reach >= 0x1p-100f && reach <= 0x1p100f;  // nothing underflows or overflows
  const float most = valid ? 48 * 0x1p-24f * reach : std::numeric_limits<float>::infinity();
  const Eight error(most);
  u32 out = 0;
  for (u32 i = 0; i < a.count; i += 2) {
    const auto of_a = [&](u32 row) { return Eight::load(a.rows[i / 2][row]); };
    const auto of_b = [&](u32 row) { return Eight::load(b.rows[row]); };
    const auto beyond = [&](u32 k) {
      return (of_a(of_low + k) > of_b(of_high + k)) | (of_b(of_low + k) > of_a(of_high + k));
    };
    const auto one_side = [&](auto plane, auto points) {
      const Eight x = plane(of_normal), y = plane(of_normal + 1), z = plane(of_normal + 2), offset = plane(of_offset);
      const auto side = [&](u32 row) { return x * points(row) + y * points(row + 1) + z * points(row + 2) - offset; };
      const Eight p = side(of_corners), q = side(of_corners + 3), r = side(of_corners + 6);
      return (lesser(lesser(p, q), r) > error) | (larger(larger(p, q), r) < -error);
    };
    const u32 open = bits(!(beyond(0) | beyond(1) | beyond(2) | one_side(of_a, of_b) | one_side(of_b, of_a)));
    out |= (open & of_rows) << (4 * i);
  }
  return out & ((u32(1) << (4 * a.count)) - 1);
}

APART_INLINE void copy_triangle(const Triangle& from, Triangle& to) {
  if constexpr (kRegisterBytes == 32) {  // by few instructions, which GCC does not make of an assignment
    put_numbers<4>(numbers_at<4>(&from.a.x), &to.a.x), put_numbers<4>(numbers_at<4>(&from.b.y), &to.b.y);
    to.c.z = from.c.z;
  } else {
    to = from;
  }
}

APART_INLINE void collect_pairs(const PatchOfA& a, const PatchOfB& b, WaitingPairs& to) {
  u32 count = to.count;
  for (u32 open = patches_may_meet(a, b); open != 0; open &= open - 1, ++count) {
    const u32 pair = static_cast<u32>(std::countr_zero(open)), i = pair / 4, j = pair % 4;
    to.numbers[count] = {a.numbers[i], b.numbers[j]};
    copy_triangle(a.triangles[i], to.of_a[count]), copy_triangle(b.triangles[j], to.of_b[count]);
  }
  to.count = count;
}

}  // namespace APART_LANES_OF_MACHINE
}  // namespace apart::triangles
