#include <algorithm>
#include <apart/base/usable_pose.hpp>
#include <apart/convex/linear/linear_program.hpp>
#include <apart/convex/linear/separating_plane.hpp>

namespace apart::convex {

PlaneBetween separated_by_plane(const Polytope& a, const Pose& b_in_a, const Polytope& b) {
  if (!is_usable(b_in_a)) {
    const std::optional<Pose> usable = usable_pose(b_in_a);
    return usable ? separated_by_plane(a, *usable, b) : PlaneBetween{};
  }
  const PlacedPolytope pa(a, {}), pb(b, b_in_a);
  const double noise = coordinate_noise(pa, pb);
  const Vec3d middle = pb.centre() - pa.centre();
  const double size = length(middle) + a.radius() + b.radius();
  PlaneBetween out;
  if (!(size > 0)) return out;
  // A direction n with n · (q − p) ≥ 1 for the pairs of vertices so far, in units of the size.
  std::vector<HalfSpace> pairs;
  std::vector<std::pair<u32, u32>> known;
  Vec3d n = middle;
  for (;;) {
    ++out.rounds;
    if (const double l = length(n); l > 0) {
      const u32 i = pa.farthest(n), j = pb.farthest(-n);
      const Vec3d apart = pb.vertex(j) - pa.vertex(i);
      out.normal = n / l, out.gap = dot(out.normal, apart);
      if (out.gap > noise) out.found = true;
      if (out.found || std::find(known.begin(), known.end(), std::pair(i, j)) != known.end()) return out;
      known.emplace_back(i, j);
      pairs.push_back({-apart / size, -1});
    } else {
      n = {1, 0, 0};  // coincident centres: any direction to begin with
      if (out.rounds > 1) return out;
      continue;
    }
    const LinearResult plane = maximise(-middle, pairs);
    if (plane.outcome == LinearOutcome::infeasible) return out;
    n = plane.at;
  }
}

}  // namespace apart::convex
