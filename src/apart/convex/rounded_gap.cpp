#include <apart/convex/rounded_gap.hpp>

namespace apart {

ShapeDistance rounded_gap(const RoundedCore& a, const Posed& b_in_a, const RoundedCore& b,
                          const ShapeOptions& options) {
  const double radii = a.radius + b.radius;
  const CoreGap gap = core_gap(a.core, b_in_a, b.core,
                               {.reach = options.max + radii,
                                .enough = options.depth ? 0 : radii,
                                .depth = options.depth,
                                .tolerance = radii == 0 ? options.rel_error : 0,
                                .memory = options.memory});
  ShapeDistance out{.distance = gap.distance - radii,
                    .at_least = gap.at_least - radii,
                    .at_most = gap.at_most - radii,
                    .on_a = gap.on_a + a.radius * gap.normal,
                    .on_b = gap.on_b - b.radius * gap.normal,
                    .normal = gap.normal,
                    .status = gap.status};
  if (out.at_least > options.max) {
    out.distance = out.at_least, out.status = Status::at_least;
  } else if (!options.depth && out.distance <= 0) {  // a point of both, between the cores
    const double share = radii > 0 ? larger(gap.distance, 0.0) * (a.radius / radii) : 0;
    out.on_a = out.on_b = gap.on_a + share * gap.normal;
    out.distance = out.at_least = out.at_most = 0, out.status = Status::exact;
  }
  return out;
}

bool rounded_within(const RoundedCore& a, const Posed& b_in_a, const RoundedCore& b, double tolerance,
                    ShapeMemory* memory) {
  return core_within(a.core, b_in_a, b.core, a.radius + b.radius + tolerance, memory);
}

}  // namespace apart
