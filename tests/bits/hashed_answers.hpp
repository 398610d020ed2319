// The bits of answers that several queries give.
#pragma once
#include <apart/motion/impact.hpp>
#include <apart/queries/farthest_vertex.hpp>
#include <apart/queries/ray.hpp>

#include "tests/bits/hashed_queries.hpp"

namespace apart::bits {

template <class Answer>
void add_points(Hash& hash, const Answer& x) {
  hash.add(x.distance, x.on_a, x.on_b, x.status);
}

inline void add_element(Hash& hash, const ElementId& x) {
  hash.add(x.part, x.triangle, x.piece, static_cast<int>(x.feature));
}

inline void add_hit(Hash& hash, const RayHit& x) {
  hash.add(x.hit, x.front, x.t, x.point, x.normal, x.u, x.v, x.element.part, x.element.triangle, x.element.piece,
           static_cast<int>(x.element.feature), x.status);
}

inline void add_impact(Hash& hash, const Impact& x) {
  hash.add(x.hit, x.touching, x.free_until, x.contact_by, x.on_a, x.on_b, x.normal, x.least_clearance,
           x.clearance_at_least, x.a.triangle, x.b.triangle, x.a.piece, x.b.piece, x.status);
}

bool ask_farthest(const auto& geometry, Random& random, Hash& hash) {
  Vec3d direction = random.direction();
  if (random.chance(0.2)) direction = {0, 0, random.chance(0.5) ? 1.0 : -1.0};
  const FarthestVertex x = farthest_vertex(geometry, direction);
  hash.add(x.along, x.point, x.element.triangle, static_cast<int>(x.element.feature), x.element.piece, x.status);
  return x.has_point();
}

}  // namespace apart::bits
