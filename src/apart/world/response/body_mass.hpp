// Mass, centre and inertia of a geometry at a density.
#pragma once
#include <apart/queries/geometry.hpp>

namespace apart::world {

struct BodyMass {
  double mass = 0;  // 0: it has no volume
  Vec3d centre{};
  Mat3d inertia{{{}, {}, {}}};  // about the centre, along the axes of the geometry's frame
};

// A model is integrated exactly over its faces; one that is not closed has no volume. Balls, boxes and capsules by
// closed forms; of other round shapes the polyhedron that is drawn, which is a few per cent smaller. Pieces of a union
// that overlap count twice there.
BodyMass body_mass(const Geometry& geometry, double density);

// The side of a cube of the same volume.
double size_of(const Geometry& geometry);

// The inverse of a symmetric positive matrix.
Mat3d inverse_of(const Mat3d& m);

}  // namespace apart::world
