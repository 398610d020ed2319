// Where two bodies would touch if they were turned a little: the points on which one rests.
#pragma once
#include <apart/world/world.hpp>

namespace apart::world {

// A surface of triangles with a radius around it: a model, or a piece of a shape that has corners alone.
struct CorneredSurface {
  Model model;
  Pose pose{};  // in the body's frame
  double radius = 0;
  u32 piece = 0;  // of a union
};
// Round pieces have none.
std::vector<CorneredSurface> cornered_surfaces(const Geometry& geometry);

struct RestingBody {
  const Geometry& geometry;
  const Pose& pose;
  std::span<const CorneredSurface> surfaces;  // cornered_surfaces(geometry), which take long to make
};

struct RestingOptions {
  double margin = 0;  // points no farther apart
  double depth = 0;   // and no deeper
  double tilt = 0;    // by this angle at most
};

// Adds to the contacts of a pair, which are local minima of the distance: corners above faces and edges that cross,
// that would be local minima after a turn by the tilt. Bodies that lie on each other are never exactly flush, so that
// one corner is the nearest; with that alone the others sink in, are pushed out, and the body rocks for ever.
void add_resting_points(const RestingBody& a, const RestingBody& b, const RestingOptions& options, PairContacts& out);

}  // namespace apart::world
