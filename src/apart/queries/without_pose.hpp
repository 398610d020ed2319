// All questions of two things that stand where they were made: collide(a, b) is collide(a, Pose{}, b).
#pragma once
#include <apart/convex/cast_shapes.hpp>
#include <apart/convex/collide_shapes.hpp>
#include <apart/convex/distance_shapes.hpp>
#include <apart/convex/penetration_shapes.hpp>
#include <apart/convex/span_shapes.hpp>
#include <apart/convex/within_shapes.hpp>
#include <apart/queries/clash.hpp>
#include <apart/queries/geometry.hpp>
#include <apart/queries/intersection.hpp>
#include <apart/queries/shape_model.hpp>

namespace apart {

template <Geometry A, Geometry B>
auto collide(const A& a, const B& b, const CollideOptionsFor<A, B>& options = {}) {
  return collide(as_geometry(a), Pose{}, as_geometry(b), options);
}
template <Geometry A, Geometry B>
auto within(const A& a, const B& b, double tolerance, const CollideOptionsFor<A, B>& options = {}) {
  return within(as_geometry(a), Pose{}, as_geometry(b), tolerance, options);
}
template <Geometry A, Geometry B>
auto distance(const A& a, const B& b, const DistanceOptionsFor<A, B>& options = {}) {
  return distance(as_geometry(a), Pose{}, as_geometry(b), options);
}
template <Geometry A, Geometry B>
auto span(const A& a, const B& b, const SpanOptionsFor<A, B>& options = {}) {
  return span(as_geometry(a), Pose{}, as_geometry(b), options);
}

inline Penetration penetration(const Shape& a, const Shape& b, const ShapeOptions& options = {}) {
  return penetration(a, Pose{}, b, options);
}
inline ShapeCast cast(const Shape& a, const Shape& b, Vec3d motion, const ShapeOptions& options = {}) {
  return cast(a, Pose{}, b, motion, options);
}
inline Collisions collisions(const Model& a, const Model& b,
                             std::size_t limit = std::numeric_limits<std::size_t>::max()) {
  return collisions(a, Pose{}, b, limit);
}
inline Clash clash(const Model& a, const Model& b, const ClashOptions& options = {}) {
  return clash(a, Pose{}, b, options);
}
inline Intersection intersection(const Model& a, const Model& b) { return intersection(a, Pose{}, b); }
inline Beyond beyond(const Model& a, const Model& b, double limit) { return beyond(a, Pose{}, b, limit); }
inline bool contained(const Model& a, const Model& b) { return contained(a, Pose{}, b); }

}  // namespace apart
