#include <apart/queries/shapes/rounded_gap.hpp>

namespace apart::queries {

Distance rounded_gap_by_kernel(const RoundedCore& a, const Pose& b_in_a, const RoundedCore& b,
                               const GapOptions& options) {
  const double radii = a.radius + b.radius;
  // Relative to what is found, which may be that much more than the distance is.
  const double tolerance = 1 - 1 / (1 + options.rel_error);
  Distance out = with_radii(core_gap(a.core, b_in_a, b.core,
                                     {.reach = options.max + radii,
                                      .enough = options.depth ? 0 : radii,
                                      .depth = options.depth,
                                      .tolerance = radii == 0 ? tolerance : 0,
                                      .abs_tolerance = options.abs_error,
                                      .memory = options.cache}),
                            a.radius, b.radius, options);
  const bool error_allowed = options.abs_error > 0 || options.rel_error > 0;
  if (error_allowed && out.status == Status::exact && out.distance - out.at_least > 1e-9 * out.distance)
    out.status = out.distance > 0 ? Status::within_error : Status::exact;
  return out;
}

bool rounded_within_by_kernel(RoundedCore a, const Pose& b_in_a, RoundedCore b, double tolerance, ShapeCache* cache) {
  return core_within(a.core, b_in_a, b.core, a.radius + b.radius + tolerance, cache);
}

}  // namespace apart::queries
