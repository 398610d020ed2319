#include <apart/convex/arrow.hpp>
#include <apart/convex/core_support.hpp>
#include <apart/convex/general_gap.hpp>
#include <apart/convex/gjk.hpp>

namespace apart {
namespace {

// Bent surfaces are approached step by step; this is near enough to be called exact.
constexpr double kCurvedTolerance = 1e-11, kFlatTolerance = 1e-14;

CoreGap overlapping(const CoreSupport&, const PlacedCore&, const GjkResult& found) {
  return {.distance = 0, .on_a = found.on_a, .on_b = found.on_a, .status = Status::unfinished};
}

}  // namespace

CoreGap general_gap(const Core& a, const Posed& b_in_a, const Core& b, const CoreWish& wish) {
  const CoreSupport in_a{&a};
  const PlacedCore in_b{b_in_a, {&b}};
  const CoreBall around_a = ball_around(a), around_b = ball_around(b);
  const Vec3d towards = b_in_a * around_b.centre - around_a.centre;
  const bool curved = is_curved(static_cast<CoreKind>(a.index())) || is_curved(static_cast<CoreKind>(b.index()));
  const bool known = wish.memory && wish.memory->axis != Vec3d{};
  const GjkResult found = gjk(in_a, in_b, known ? wish.memory->axis : towards,
                              {.reach = wish.reach,
                               .enough = wish.enough,
                               .tolerance = larger(wish.tolerance, curved ? kCurvedTolerance : kFlatTolerance)});
  if (wish.memory && found.direction != Vec3d{}) wish.memory->axis = found.direction;
  if (found.meet()) {
    if (wish.depth) return overlapping(in_a, in_b, found);
    const Vec3d normal = arrow(towards).unit;
    return {.distance = 0,
            .at_least = 0,
            .at_most = 0,
            .on_a = found.on_a,
            .on_b = found.on_a,
            .normal = normal == Vec3d{} ? Vec3d{1, 0, 0} : normal};
  }
  CoreGap out{found.distance, found.at_least, found.distance, found.on_a, found.on_b, found.direction, found.status};
  // The witnesses tell the way better than the plane does, unless they are so near that they differ by rounding only.
  const double size = larger(largest(abs(found.on_a)), largest(abs(found.on_b)));
  if (found.status != Status::at_least && found.distance > 1e-8 * size)
    out.normal = arrow(found.on_b - found.on_a).unit;
  if (out.status == Status::unfinished && out.distance - out.at_least <= 1e-9 * out.distance)
    out.status = Status::exact;
  return out;
}

}  // namespace apart
