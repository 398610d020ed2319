#include <apart/base/assert.hpp>
#include <apart/base/rigidity.hpp>
#include <apart/queries/at_pose.hpp>
#include <apart/queries/hausdorff.hpp>
#include <apart/queries/hausdorff/directed.hpp>
#include <optional>

namespace apart {
namespace queries {
namespace {

void check_options(const HausdorffOptions& options) {
  APART_ASSERT(options.abs_error >= 0 && options.rel_error >= 0,
               "an error of a Hausdorff query is negative or not a number");
}

// Differences of coordinates are computed relative to a point that is near, so that nothing is lost far from the
// origin; near the origin they stay as they are.
Vec3d origin_of(const Frame& frame, const Mat3d& axes) {
  return largest(abs(frame.centre)) <= 2 * frame.radius ? Vec3d{} : axes * frame.centre;
}

// Everything is computed in a frame with A's origin, along the axes of the norm.
struct Measured {
  Hausdorff answer;
  bool decided = false;  // above the limit
};
Measured measure(const Model& a, const Mat3d& axes, const Pose& b_in_a, const Model& b, const HausdorffOptions& options,
                 double limit) {
  const Vec3d origin = origin_of(a.boxes().frame, axes);
  const Surface on_a(a, {axes, {}}, origin, options.norm);
  const Surface on_b(b, Pose{axes, {}} * b_in_a, origin, options.norm);
  Bounds both = on_a.bounds();
  both.add(on_b.bounds());
  // Distances are exact to a few roundings of the offsets between point and triangle, cuts of triangles to one of a
  // coordinate each.
  const double extent = larger(length(both.size()), larger(largest(abs(both.low)), largest(abs(both.high))));
  const HausdorffGoal goal{options.abs_error, options.rel_error, limit, 0x1p-44 * extent};

  std::optional<Twins> twins;
  if (options.norm == Norm::euclidean && a.mesh().size() == b.mesh().size()) twins.emplace(on_a, on_b);
  Twins* const alike = twins ? &*twins : nullptr;
  DirectedHausdorff ab(on_a, on_b, options.norm, goal, alike), ba(on_b, on_a, options.norm, goal, alike);
  const Workers workers(options.threads);
  SpentBudget budget(options.budget);
  FarPoint best = ab.sample();
  bool from_b = false;
  const auto take = [&](const FarPoint& found, bool of_b) {
    if (found.distance > best.distance) best = found, from_b = of_b;
  };
  if (!options.directed) take(ba.sample(), true);
  ab.run(best, workers, budget);
  take(ab.found(), false);
  double at_most = ab.at_most();
  bool done = ab.done();
  if (!options.directed) {
    if (!goal.decided(best.distance)) ba.run(best, workers, budget);
    take(ba.found(), true);
    at_most = larger(at_most, ba.at_most()), done = done && ba.done();
  }

  const Surface &from = from_b ? on_b : on_a, &to = from_b ? on_a : on_b;
  // The distance once more, with more care: exactly 0 where a vertex of the other surface was.
  const auto [distance, nearest] = to.closest(best.point, best.to);
  const ElementId at_from = from.element(best.from, best.point), at_to = to.element(best.to, nearest);
  const auto in_a = [&](Vec3d p) { return transposed_times(axes, p + origin); };
  Hausdorff out{.distance = distance,
                .at_least = larger(0.0, best.distance - goal.rounding),
                .at_most = larger(at_most, distance > 0 ? best.distance + goal.rounding : 0),
                .on_a = in_a(from_b ? nearest : best.point),
                .on_b = in_a(from_b ? best.point : nearest),
                .a = from_b ? at_to : at_from,
                .b = from_b ? at_from : at_to,
                .from_b = from_b};
  const bool decided = goal.decided(best.distance);
  if (!done && !decided)
    out.status = Status::unfinished;
  else if (out.at_most - out.at_least > 4 * goal.rounding)
    out.status = Status::within_error;
  return {out, decided};
}

Hausdorff hausdorff_along(const Model& a, const Mat3d& axes, const Pose& b_in_a, const Model& b,
                          const HausdorffOptions& options) {
  check_options(options);
  if (a.mesh().empty() || b.mesh().empty()) return {.status = Status::nothing};
  return measure(a, axes, b_in_a, b, options, std::numeric_limits<double>::infinity()).answer;
}

}  // namespace
}  // namespace queries

Hausdorff hausdorff(const Model& a, const Pose& b_in_a, const Model& b, const HausdorffOptions& options) {
  return queries::at_pose(b_in_a, [&](const Pose& at) { return queries::hausdorff_along(a, {}, at, b, options); });
}

Hausdorff hausdorff(const Model& a, const Pose& a_in_world, const Model& b, const Pose& b_in_world,
                    const HausdorffOptions& options) {
  return query_in_world(a_in_world, b_in_world, [&](const Pose& b_in_a) {
    return queries::at_pose(b_in_a, [&](const Pose& at) {
      const Mat3d axes = options.norm == Norm::euclidean ? Mat3d{} : nearest_rotation(a_in_world.rotation);
      return queries::hausdorff_along(a, axes, at, b, options);
    });
  });
}

HausdorffAbove hausdorff_above(const Model& a, const Pose& b_in_a, const Model& b, double limit,
                               const HausdorffOptions& options) {
  APART_ASSERT(limit >= 0 && std::isfinite(limit), "a limit is negative or not a finite number");
  HausdorffAbove out = queries::at_pose(b_in_a, [&](const Pose& at) {
    if (a.mesh().empty() || b.mesh().empty()) return HausdorffAbove{.status = Status::nothing};
    const auto [x, above] = queries::measure(a, {}, at, b, options, limit);
    const Status undecided = x.status == Status::unfinished ? x.status : Status::within_error;
    return HausdorffAbove{.above = above,
                          .at_least = x.at_least,
                          .at_most = x.at_most,
                          .on_a = x.on_a,
                          .on_b = x.on_b,
                          .a = x.a,
                          .b = x.b,
                          .status = above || x.at_most <= limit ? Status::exact : undecided};
  });
  if (out.status == Status::invalid) out.above = true;  // the safe side
  return out;
}

}  // namespace apart
