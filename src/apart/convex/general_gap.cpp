#include <apart/convex/arrow.hpp>
#include <apart/convex/core_support.hpp>
#include <apart/convex/epa.hpp>
#include <apart/convex/general_gap.hpp>

namespace apart {
namespace {

// Bent surfaces are approached step by step; this is near enough to be called exact.
constexpr double kCurvedTolerance = 1e-11, kFlatTolerance = 1e-14;

// EPA's faces are flat, and long and thin on what is bent: its depth is right, but where the sets touch when they are
// moved apart, GJK tells better. At the shortest way out, the way from one to the other is the motion's own direction;
// any other turns towards it, faster the less they are apart.
void touch(CoreGap& gap, const CoreSupport& a, const PlacedCore& b) {
  const auto overlap = [&](Vec3d n) { return dot(n, a(n) - b(-n)); };
  double before = 1;
  for (int round = 0; round < 16; ++round) {
    const double depth = -gap.distance;
    const Vec3d motion = 1.001 * depth * gap.normal;
    PlacedCore moved = b;
    moved.pose.translation += motion;
    const GjkResult apart = gjk(a, moved, gap.normal);
    if (apart.meet()) return;
    const Vec3d normal = arrow(apart.on_b - apart.on_a).unit;
    const double turned = length(normal - gap.normal), next = overlap(normal);
    gap.on_a = apart.on_a, gap.on_b = apart.on_b - motion;
    if (!(next <= depth * (1 + 1e-15)) || !(turned < before)) break;
    gap.normal = normal, gap.distance = gap.at_least = -next;
    if (turned < 1e-9) break;
    before = turned;
  }
  gap.at_most = larger(gap.at_most, gap.distance);
  const Vec3d half = 0.5 * ((gap.on_b - gap.on_a) - gap.distance * gap.normal);
  gap.on_a += half, gap.on_b -= half;
}

CoreGap overlapping(const CoreSupport& a, const PlacedCore& b, const GjkSimplex& simplex, Vec3d towards, bool curved) {
  const EpaResult found = epa(a, b, simplex, towards, {.tolerance = curved ? kCurvedTolerance : kFlatTolerance});
  CoreGap out{-found.depth, -found.depth, -found.at_least, found.on_a, found.on_b, found.normal, found.status};
  if (curved && found.depth > 1e-9 * larger(largest(abs(found.on_a)), largest(abs(found.on_b)))) touch(out, a, b);
  if (out.at_most - out.distance <= -1e-9 * out.distance) out.status = Status::exact;
  return out;
}

}  // namespace

CoreGap general_gap(const Core& a, const Posed& b_in_a, const Core& b, const CoreWish& wish) {
  const CoreSupport in_a{&a};
  const PlacedCore in_b{b_in_a, {&b}};
  const CoreBall around_a = ball_around(a), around_b = ball_around(b);
  const Vec3d towards = b_in_a * around_b.centre - around_a.centre;
  const bool curved = is_curved(static_cast<CoreKind>(a.index())) || is_curved(static_cast<CoreKind>(b.index()));
  const bool known = wish.memory && wish.memory->axis != Vec3d{};
  Gjk<CoreSupport, PlacedCore> search(
      in_a, in_b, known ? wish.memory->axis : towards,
      {.reach = wish.reach,
       .enough = wish.enough,
       .tolerance = larger(wish.tolerance, curved ? kCurvedTolerance : kFlatTolerance)});
  const GjkResult found = search.run();
  if (wish.memory && found.direction != Vec3d{}) wish.memory->axis = found.direction;
  if (found.meet()) {
    if (wish.depth) return overlapping(in_a, in_b, search.simplex(), towards, curved);
    const Vec3d normal = arrow(towards).unit;
    return {.distance = 0,
            .at_least = 0,
            .at_most = 0,
            .on_a = found.on_a,
            .on_b = found.on_a,
            .normal = normal == Vec3d{} ? Vec3d{1, 0, 0} : normal};
  }
  CoreGap out{found.distance, found.at_least, found.distance, found.on_a, found.on_b, found.direction, found.status};
  // Of points that are far apart the way from one to the other is better than the proving plane's, which is only as
  // good as the tolerance; of near ones the plane's, since they differ by rounding.
  const double size = larger(largest(abs(found.on_a)), largest(abs(found.on_b)));
  if (found.status != Status::at_least && found.distance > (curved ? 1e-5 : 1e-3) * size)
    out.normal = arrow(found.on_b - found.on_a).unit;
  if (out.status == Status::unfinished && out.distance - out.at_least <= 1e-9 * out.distance)
    out.status = Status::exact;
  return out;
}

}  // namespace apart
