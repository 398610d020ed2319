// The test of box_times.hpp for W at once. Included only by the sources that compile it for an instruction set.
#pragma once
#include <apart/motion/box_times.hpp>
#include <apart/motion/closing_time.hpp>
#include <apart/volumes/obb_siblings_kernel.hpp>

namespace apart::motion {
inline namespace APART_LANES_OF_MACHINE {

// Along the faces' normals of both and along the line of the centres: the latest time of those along which they are
// apart at first.
template <int W>
APART_INLINE void times_of_siblings(const SeenObb& seen, const BoxMotion& motion, const Obb<float>* siblings, u32 count,
                                    float* times) {
  using P = typename ObbLanes<W>::P;
  write_each<W>(siblings, count, 0.0f, times, [&](const ObbLanes<W>& lanes) {
    using std::sqrt;
    const ObbPair<P> p = pair_of(seen, lanes);
    const Vec3<P> relative = in_all_lanes<P>(motion.velocity) - cross(in_all_lanes<P>(motion.spin), lanes.vec(9));
    const Vec3<P> in_a = lanes.axes() * relative, in_b = transposed_times(p.rotation, in_a);
    const P turning = P(motion.turning) + P(motion.spin_size) * sqrt(dot(p.half_a, p.half_a));
    const P bend(motion.bend), less = p.error + P(motion.less), o(0);
    const Vec3<P> shift_b = transposed_times(p.rotation, p.shift);
    const Vec3<P> reach_a = p.half_a + p.sizes * p.half_b, reach_b = p.half_b + transposed_times(p.sizes, p.half_a);
    P latest = o;
    using std::abs;
    const auto along = [&](const P& shift, const P& reach, const P& speed) {
      const P away = select(shift < o, -speed, speed);
      latest = larger(latest, closing_time_in_lanes(abs(shift) - (reach + less), turning - away, bend));
    };
    along(p.shift.x, reach_a.x, in_a.x);
    along(p.shift.y, reach_a.y, in_a.y);
    along(p.shift.z, reach_a.z, in_a.z);
    along(shift_b.x, reach_b.x, in_b.x);
    along(shift_b.y, reach_b.y, in_b.y);
    along(shift_b.z, reach_b.z, in_b.z);
    const P squared = dot(p.shift, p.shift);
    const P line = sqrt(larger(squared, number<P>(std::numeric_limits<float>::min())));
    const P both = dot(abs(p.shift), p.half_a) + dot(abs(shift_b), p.half_b);
    latest = larger(latest,
                    closing_time_in_lanes((squared - both) / line - less, turning - dot(p.shift, in_a) / line, bend));
    return number<P>(1 - 32 * kUnit<P>) * latest;
  });
}

}  // namespace APART_LANES_OF_MACHINE
}  // namespace apart::motion
