// The first contact of vertices, edges and triangles whose vertices move in straight lines at constant speed: vertex
// with face, edge with edge, triangle with triangle. Contacts are never missed.
#pragma once
#include <apart/base/status.hpp>
#include <apart/shapes/triangle.hpp>

namespace apart {

// Where a vertex is at time 0 and at time 1.
struct MovingPoint {
  Vec3d from, to;

  constexpr Vec3d at(double time) const { return time == 1 ? to : from + time * (to - from); }
};

struct MovingEdge {
  MovingPoint a, b;
};

struct MovingTriangle {
  MovingPoint a, b, c;

  constexpr const MovingPoint& operator[](int i) const { return i == 0 ? a : i == 1 ? b : c; }
  constexpr Triangle at(double time) const { return {a.at(time), b.at(time), c.at(time)}; }
  static constexpr MovingTriangle between(const Triangle& from, const Triangle& to) {
    return {{from.a, to.a}, {from.b, to.b}, {from.c, to.c}};
  }
};

struct FirstContactOptions {
  // The first time that they are no farther apart than this, instead of in contact.
  double clearance = 0;
  // How much farther apart they may be where a contact is reported. 0: as little as can be told, about 2⁻¹⁰⁰ of the
  // size of the pair and its motion. From 1e-13 of that size on, doubles alone decide, which takes less time.
  double tolerance = 0;
  // How far each coordinate may be from its true value. What is free is free for all such values.
  double input_error = 0;
};

struct FirstContact {
  bool hit = false;       // false: proven free at all times from 0 to 1
  double free_until = 1;  // proven free from 0 up to here; 0 where they may be in contact from the start
  double contact_by = 1;  // in contact at this time, or no farther apart than `distance`
  double distance = 0;  // at contact_by: an upper bound, at most clearance + tolerance and what cannot be told from it
  Vec3d on_a, on_b;     // the nearest points at contact_by
  Vec3d normal;         // a unit vector, from A to B, along which they were last separated; zero if they never were
  // exact: free, or a crossing of vertex and face or edge and edge that is proven right after free_until. within_error:
  // they are as near as `distance` says. unfinished: the search ended at its limit of steps, farther apart than asked.
  // invalid: a number is not finite.
  Status status = Status::exact;
};

FirstContact first_contact(const MovingPoint& a, const MovingTriangle& b, const FirstContactOptions& options = {});
FirstContact first_contact(const MovingEdge& a, const MovingEdge& b, const FirstContactOptions& options = {});
FirstContact first_contact(const MovingTriangle& a, const MovingTriangle& b, const FirstContactOptions& options = {});

}  // namespace apart
