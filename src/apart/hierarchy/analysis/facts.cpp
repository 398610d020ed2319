#include <apart/hierarchy/analysis/facts.hpp>

namespace apart::hierarchy {

LevelFacts TreeFacts::all() const {
  LevelFacts out;
  for (const LevelFacts& level : levels) {
    out.nodes += level.nodes, out.leaves += level.leaves;
    out.primitives += level.primitives, out.most = larger(out.most, level.most);
    out.mean_thickness += level.nodes * level.mean_thickness;
    out.mean_diameter += level.nodes * level.mean_diameter;
    out.max_thickness = larger(out.max_thickness, level.max_thickness);
    out.max_diameter = larger(out.max_diameter, level.max_diameter);
  }
  if (out.nodes > 0) out.mean_thickness /= out.nodes, out.mean_diameter /= out.nodes;
  return out;
}

}  // namespace apart::hierarchy
