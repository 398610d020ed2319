// Contact points of two placed bodies.
#pragma once
#include <apart/queries/pair_cache.hpp>
#include <apart/shapes/polytope.hpp>
#include <apart/world/world.hpp>
#include <optional>

namespace apart::world {

struct ContactSide {
  const Geometry& geometry;
  const Pose& pose;
  const std::optional<Polytope>& polytope;  // polytope_of(geometry), which takes long to make
  std::span<const Vec3d> hull{};            // of a model, if given: the corners that can touch a half-space
};
std::optional<Polytope> polytope_of(const Geometry& geometry);  // none for models, round shapes and unions

// All contacts no farther apart than the margin, in the world. `cache` is the warm start of the pair.
void find_contacts(const ContactSide& a, const ContactSide& b, double margin, PairCache& cache, PairContacts& out);

}  // namespace apart::world
