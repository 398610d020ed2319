#include <apart/convex/escalation/quick_gap.hpp>
#include <apart/convex/polytope/polytopes_gap.hpp>

namespace apart::convex {
bool quick_gap(const Core& a, const Pose& b_in_a, const Core& b, double reach, bool depth, ShapeCache* memory,
               GjkResult& out) {
  const Polytope *const of_a = std::get_if<Polytope>(&a), *const of_b = std::get_if<Polytope>(&b);
  if (!of_a || !of_b) return false;
  const PolytopePair pair(*of_a, b_in_a, *of_b);
  if (!is_quick(pair)) return false;
  if (spheres_beyond(pair, reach, out)) return true;
  const double apart = squared_length(pair.inside);
  const double inner = of_a->inscribed() + of_b->inscribed(), near = inner - pair.noise;
  if (!depth && near > 0 && apart < near * near * (1 - 1e-15)) {  // the inscribed spheres overlap
    out.meet_at(of_a->centre() - (of_a->inscribed() / inner) * pair.inside, -pair.inside);
    return true;
  }

  PolytopeSimplex own;
  PolytopeSimplex& vertices = memory ? memory->vertices : own;
  EpaSurface* const surface = memory ? &memory->surface : nullptr;
  if (memory && (memory->core_a != &a || memory->core_b != &b)) {
    vertices.count = 0, surface->faces = 0;
    memory->core_a = &a, memory->core_b = &b, memory->corners.count = 0;
  }
  if (memory && vertices.count == 0 && memory->corners.count > 0) return false;  // by supports, the last time
  if (!polytopes_gap(pair, reach, depth, vertices, surface, out)) return false;
  if (memory && !out.meet()) memory->axis = {out.normal.x, out.normal.y, out.normal.z};
  return true;
}

}  // namespace apart::convex
