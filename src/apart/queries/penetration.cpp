#include <apart/base/relative.hpp>
#include <apart/queries/distance.hpp>
#include <apart/queries/penetration.hpp>

namespace apart {

Penetration penetration(const Shape& a, const Pose& b_in_a, const Shape& b, const PenetrationOptions& options) {
  if (!is_usable(b_in_a)) return at_usable_pose(b_in_a, [&](const Pose& p) { return penetration(a, p, b, options); });
  const Distance gap = signed_distance(a, b_in_a, b, {.max = 0, .cache = options.cache});
  Penetration out{
      .on_a = gap.on_a, .on_b = gap.on_b, .normal = gap.normal, .a = gap.a, .b = gap.b, .status = gap.status};
  if (gap.status == Status::at_least) out.status = Status::exact;  // apart
  if (gap.distance < 0) out.depth = -gap.distance, out.at_least = larger(0.0, -gap.at_most);
  return out;
}

}  // namespace apart
