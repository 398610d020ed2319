#include <apart/convex/rounded_gap.hpp>

namespace apart {

ShapeDistance rounded_gap_by_kernel(const RoundedCore& a, const Pose& b_in_a, const RoundedCore& b,
                                    const ShapeOptions& options) {
  const double radii = a.radius + b.radius;
  return rounded(core_gap(a.core, b_in_a, b.core,
                          {.reach = options.max + radii,
                           .enough = options.depth ? 0 : radii,
                           .depth = options.depth,
                           .tolerance = radii == 0 ? options.rel_error : 0,
                           .memory = options.memory}),
                 a.radius, b.radius, options);
}

bool rounded_within(const RoundedCore& a, const Pose& b_in_a, const RoundedCore& b, double tolerance,
                    ShapeCache* memory) {
  return core_within(a.core, b_in_a, b.core, a.radius + b.radius + tolerance, memory);
}

}  // namespace apart
