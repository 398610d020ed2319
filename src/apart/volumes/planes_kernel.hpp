// The tests of planes.hpp for W at once. Included only by the sources that compile them for an instruction set.
#pragma once
#include <apart/volumes/obb_siblings_kernel.hpp>
#include <apart/volumes/planes.hpp>

namespace apart::volumes {
inline namespace APART_LANES_OF_MACHINE {

// A pose in all lanes.
template <class P>
struct PlanesAtLanes {
  Mat3<P> rotation;
  Vec3<P> translation;
  P turned, beyond;

  APART_INLINE explicit PlanesAtLanes(const PlanesAt& at)
      : rotation{{in_all_lanes<P>(at.rotation.rows[0]), in_all_lanes<P>(at.rotation.rows[1]),
                  in_all_lanes<P>(at.rotation.rows[2])}},
        translation(in_all_lanes<P>(at.translation)),
        turned(at.turned),
        beyond(at.beyond) {}

  // By how much more than is wanted a plane separates.
  APART_INLINE P margin(const Vec3<P>& direction, const Vec3<P>& centre, P radius, P offset) const {
    return dot(direction, rotation * centre + translation) - radius * turned - offset - beyond;
  }
};

template <int W, class P = typename ObbLanes<W>::P>
APART_INLINE P loaded(const float* from) {
  if constexpr (W == 1)
    return *from;
  else
    return P::load(from);
}
template <class P>
APART_INLINE void stored(P numbers, float* to) {
  if constexpr (LanesOf<P>::count == 1)
    *to = numbers;
  else
    numbers.store(to);
}

template <int W>
APART_INLINE void check_planes(const PlanesAt& at, const EightPlanes* planes, u32 count, float* until,
                               std::uint8_t* near) {
  using P = typename ObbLanes<W>::P;
  const PlanesAtLanes<P> here(at);
  for (u32 i = 0; i < count; ++i) {
    near[i] = 0;
    if (until[i] > at.path) continue;
    const EightPlanes& of = planes[i];
    float margins[8];
    u32 within = 0;
    for (int k = 0; k < 8; k += W) {
      const auto vec = [&](const float(&v)[3][8]) {
        return Vec3<P>{loaded<W>(v[0] + k), loaded<W>(v[1] + k), loaded<W>(v[2] + k)};
      };
      const P margin =
          here.margin(vec(of.direction), vec(of.centre), loaded<W>(of.radius + k), loaded<W>(of.offset + k));
      within |= bits(!(margin > number<P>(0))) << k;
      stored(margin, margins + k);
    }
    near[i] = static_cast<std::uint8_t>(within);
    float least = margins[0];
    for (int k = 1; k < 8; ++k) least = lesser(least, margins[k]);
    until[i] = within ? -1 : (at.path + least) * (1 - 16 * kUnit<float>);
  }
}

// Along the axis of the fifteen that separates most, or along a diagonal from corner to corner; products of edges as
// they are, though shorter than one.
template <int W>
APART_INLINE u32 planes_between(const PlanesAt& at, const Obb<float>* const* boxes_a, const Obb<float>* const* boxes_b,
                                u32 count, EightPlanes& out) {
  using P = typename ObbLanes<W>::P;
  using std::sqrt;
  const PlanesAtLanes<P> here(at);
  u32 near = 0;
  for (u32 k = 0; k < count; k += W) {
    const ObbLanes<W> a(boxes_a + k, count - k), b(boxes_b + k, count - k);
    const Mat3<P> axes_a = a.axes(), axes_b = b.axes();
    const Vec3<P> centre_a = a.vec(9), half_a = a.vec(12), centre_b = b.vec(9), half_b = b.vec(12);
    const ObbPair<P> pair(half_a, axes_a * (here.rotation * centre_b + here.translation - centre_a),
                          axes_a * (here.rotation * transposed(axes_b)), half_b, number<P>(0));
    const P o = number<P>(0), one = number<P>(1);
    P most = number<P>(-std::numeric_limits<float>::infinity());
    Vec3<P> best{o, o, o};  // along A's axes
    const auto consider = [&](P by, const Vec3<P>& direction) {
      const auto better = by > most;
      most = select(better, by, most);
      best = {select(better, direction.x, best.x), select(better, direction.y, best.y),
              select(better, direction.z, best.z)};
    };
    const auto signed_as = [&](P size, P sign) { return select(sign < o, -size, size); };
    Vec3<P> out_a, out_b;
    const Vec3<P> in_b = transposed_times(pair.rotation, pair.shift);
    for (int i = 0; i < 3; ++i) {
      const auto of_a = pair.along_a(i), of_b = pair.along_b(i);
      const P by_a = of_a.shift - of_a.extent, by_b = of_b.shift - of_b.extent;
      consider(by_a, {i == 0 ? one : o, i == 1 ? one : o, i == 2 ? one : o});
      consider(by_b, pair.rotation.column(i));
      out_a[i] = signed_as(larger(by_a, o), pair.shift[i]);
      out_b[i] = signed_as(larger(by_b, o), in_b[i]);
    }
    const auto from_corner = [&](P length, const Vec3<P>& direction) {
      consider(select(length > o, length, -number<P>(std::numeric_limits<float>::infinity())), direction);
    };
    from_corner(sqrt(dot(out_a, out_a)), out_a);
    from_corner(sqrt(dot(out_b, out_b)), pair.rotation * out_b);
    for (int j = 0; j < 3; ++j) {
      const Vec3<P> of_b = pair.rotation.column(j);
      for (int i = 0; i < 3; ++i) {
        const auto along = pair.along_edges(i, j);
        consider(along.shift - along.extent, {i == 0   ? o
                                              : i == 1 ? of_b.z
                                                       : -of_b.y,  //
                                              i == 0   ? -of_b.z
                                              : i == 1 ? o
                                                       : of_b.x,  //
                                              i == 0   ? of_b.y
                                              : i == 1 ? -of_b.x
                                                       : o});
      }
    }
    const Vec3<P> along = transposed_times(axes_a, best);
    const P length = sqrt(dot(along, along)), towards = select(dot(best, pair.shift) < o, -one, one) / length;
    const Vec3<P> direction{along.x * towards, along.y * towards, along.z * towards};
    const P longer = number<P>(1 + 32 * kUnit<P>);  // axes, and the rotation, are as long as they should be to rounding
    const P ends = dot(direction, centre_a) + longer * dot(abs(axes_a * direction), half_a);
    const P before = longer * dot(abs(axes_b * transposed_times(here.rotation, direction)), half_b);
    const P radius = longer * sqrt(dot(half_b, half_b));
    const P offset = ends + before - radius * here.turned;
    near |= bits(!(here.margin(direction, centre_b, radius, offset) > o)) << k;
    for (int i = 0; i < 3; ++i) stored(direction[i], out.direction[i] + k), stored(centre_b[i], out.centre[i] + k);
    stored(radius, out.radius + k), stored(offset, out.offset + k);
  }
  return near & ((u32(1) << count) - 1);
}

}  // namespace APART_LANES_OF_MACHINE
}  // namespace apart::volumes
