// Planes of contact patches, each a half-space of translations, and the shortest translation beyond several of them.
#pragma once
#include <apart/queries/penetration/contact_pairs.hpp>
#include <optional>
#include <span>
#include <vector>

namespace apart::queries {

// Half-space of translations: dot(normal, t) ≥ offset.
struct ContactPlane {
  Vec3d normal;
  double offset;
};

// The shortest vector on the given side of all planes, if some one, two or three of them decide it.
std::optional<Vec3d> shortest_beyond(std::span<const ContactPlane> planes, double slack);

// Planes of the contact patches near a translation, the nearest first, without repetitions. Counts tests.
std::vector<ContactPlane> planes_near(const ContactPairs& pairs, Vec3d t, double radius, u64& tests);

}  // namespace apart::queries
