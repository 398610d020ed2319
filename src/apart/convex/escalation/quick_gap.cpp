#include <apart/convex/escalation/quick_gap.hpp>
#include <apart/convex/polytope/polytope_gjk.hpp>

namespace apart::convex {
namespace {

APART_INLINE bool conclude_overlap(const EpaResult& found, GjkResult& out) {
  if (found.status != Status::exact) return false;
  static_cast<ConvexGap&>(out) = found;
  out.straighten();
  return true;
}

}  // namespace

bool quick_gap(const Core& a, const Pose& b_in_a, const Core& b, double reach, bool depth, ShapeCache* memory,
               GjkResult& out) {
  const Polytope *const of_a = std::get_if<Polytope>(&a), *const of_b = std::get_if<Polytope>(&b);
  if (!of_a || !of_b) return false;
  const PolytopePair pair(*of_a, b_in_a, *of_b);
  if (!is_quick(pair)) return false;
  const double apart = squared_length(pair.inside), far = reach + pair.radii;
  if (apart > far * far * (1 + 1e-15)) {  // the bounding spheres are beyond the reach
    const auto [unit, between] = normalized(-pair.inside);
    const double bound = between - pair.radii;
    static_cast<ConvexGap&>(out) = {bound, bound,           between, of_a->centre(), of_a->centre() + bound * unit,
                                    unit,  Status::at_least};
    return true;
  }
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
  if (depth && surface && surface->faces > 0 && conclude_overlap(polytope_epa(pair, *surface), out)) return true;
  if (memory && vertices.count == 0 && memory->corners.count > 0) return false;  // by supports, the last time
  polytope_gjk(pair, reach, vertices, out, vertices);
  if (out.status == Status::unfinished) return false;
  if (memory && out.normal != Vec3d{}) memory->axis = out.normal;
  if (!out.meet()) {
    conclude_apart(out, pair.size(), false, out);
    return true;
  }
  if (depth) return conclude_overlap(polytope_epa(pair, vertices, surface), out);
  out.meet_at(out.on_a, -pair.inside);
  return true;
}

}  // namespace apart::convex
