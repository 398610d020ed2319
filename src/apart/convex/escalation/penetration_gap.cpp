// Penetration by EPA or all axes, and the contact points of curved cores.
#include <apart/convex/core_corners.hpp>
#include <apart/convex/escalation/penetration_gap.hpp>
#include <apart/convex/polytope/separating_axes.hpp>
#include <apart/shapes/box_polytope.hpp>

namespace apart::convex {
namespace {

// EPA's faces are flat, and long and thin on curved surfaces: its depth is accurate, but the contact points after
// separation are found better by GJK. At the shortest translation the vector between them is the translation's own
// direction; any other converges to it, faster the less they are separated.
void touch(ConvexGap& gap, const PlacedCores& pair) {
  constexpr double kAside = 1.01, kTouchTolerance = 1e-11, kTurned = 1e-8;
  constexpr int kTouches = 12;
  const auto overlap = [&](Vec3d n) { return dot(n, pair.a(n) - pair.b(-n)); };
  double before = 1;
  for (int round = 0; round < kTouches; ++round) {
    const double depth = -gap.distance;
    const Vec3d motion = (kAside * depth + 1e-7 * pair.size) * gap.normal;
    PlacedCore moved = pair.b;
    moved.pose.translation += motion;
    const GjkResult apart = gjk(pair.a, moved, gap.normal, {.tolerance = kTouchTolerance});
    const Vec3d normal = normalized(apart.on_b - apart.on_a).unit;
    if (apart.meet() || normal == Vec3d{}) break;
    const double turned = length(normal - gap.normal), next = larger(overlap(normal), 0.0);
    gap.on_a = apart.on_a, gap.on_b = apart.on_b - motion;
    if (!(next <= depth + rounding_error(pair.size)) || !(turned < before)) break;
    gap.normal = normal, gap.distance = gap.at_least = -next;
    if (turned < kTurned) break;
    before = turned;
  }
  gap.at_most = larger(gap.at_most, gap.distance);
}

Polytope as_polytope(const Core& core) {
  if (const Polytope* polytope = std::get_if<Polytope>(&core)) return *polytope;
  if (const Box* box = std::get_if<Box>(&core)) return box_polytope(*box);
  return Polytope::make(CoreCorners(core).all).value();
}

EpaResult epa_by_supports(const PlacedCores& pair, const GjkSimplex& start) {
  return epa(pair.a, pair.b, start, pair.towards, {.tolerance = tolerance_of(pair), .limit = 1024});
}

ConvexGap concluded(const PlacedCores& pair, const EpaResult& found) {
  ConvexGap out = found;
  if (found.status != Status::exact)
    if (const auto axes = gap_by_all_axes(pair); axes && axes->distance >= out.distance && axes->meet()) out = *axes;
  if (pair.curved) touch(out, pair);
  out.straighten();
  if (out.at_most - out.distance <= 1e-9 * larger(-out.distance, pair.size * 1e-6)) out.status = Status::exact;
  return out;
}

}  // namespace

ConvexGap penetration_gap(const PlacedCores& pair, const GjkSimplex& start) {
  return concluded(pair, epa_by_supports(pair, start));
}

// The best axis is measured by support functions once more: the plane perpendicular to it is a proof, whatever its
// origin.
std::optional<ConvexGap> gap_by_all_axes(const PlacedCores& pair) {
  if (pair.curved) return {};
  const AxesResult axes = separating_axes(as_polytope(*pair.a.core), pair.b.pose, as_polytope(*pair.b.shape.core));
  if (axes.normal == Vec3d{}) return {};
  const double gap = dot(axes.normal, pair.b(-axes.normal) - pair.a(axes.normal)), noise = rounding_error(pair.size);
  return ConvexGap{gap, gap - noise, gap + noise, axes.on_a, axes.on_b, axes.normal, axes.status};
}

}  // namespace apart::convex
