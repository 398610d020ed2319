#include <apart/convex/polytope/polytopes_gap.hpp>

namespace apart::convex {
namespace {

// Number by number, as conclude_apart() does.
APART_INLINE bool conclude_overlap(const EpaResult& found, GjkResult& out) {
  if (found.status != Status::exact) return false;
  const Vec3d n = found.normal, half = 0.5 * ((found.on_b - found.on_a) - found.distance * n);
  out.distance = found.distance, out.at_least = found.at_least, out.at_most = found.at_most;
  out.on_a = found.on_a + half, out.on_b = found.on_b - half, out.normal = {n.x, n.y, n.z};
  out.status = Status::exact, out.of_a = found.of_a, out.of_b = found.of_b;
  return true;
}

}  // namespace

bool polytopes_gap(const PolytopePair& pair, double reach, bool depth, PolytopeSimplex& vertices, EpaSurface* surface,
                   GjkResult& out) {
  if (depth && surface && surface->faces > 0 && conclude_overlap(polytope_epa(pair, *surface), out)) return true;
  polytope_gjk(pair, reach, vertices, out, vertices);
  if (out.status == Status::unfinished) return false;
  if (!out.meet()) {
    conclude_apart(out, pair.size(), false, out);
    return true;
  }
  if (depth) return conclude_overlap(polytope_epa(pair, vertices, surface), out);
  out.meet_at(out.on_a, -pair.inside);
  return true;
}

}  // namespace apart::convex
