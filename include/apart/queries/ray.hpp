// Ray casts: where does a ray, a segment or a line meet a model or a shape?
#pragma once
#include <apart/queries/batch.hpp>
#include <apart/queries/element_id.hpp>

namespace apart {

constexpr double kRayInfinity = std::numeric_limits<double>::infinity();

// The points origin + t · direction, t_min ≤ t ≤ t_max: t counts in lengths of the direction, which is not normalized.
struct Ray {
  Vec3d origin{}, direction{};
  double t_min = 0, t_max = kRayInfinity;

  static Ray segment(Vec3d from, Vec3d to) { return {from, to - from, 0, 1}; }
  static Ray line(Vec3d point, Vec3d direction) { return {point, direction, -kRayInfinity, kRayInfinity}; }
};

enum class RaySides { both, front, back };  // which sides of triangles are hit; the normal points out of the front

struct RayOptions {
  RaySides sides = RaySides::both;
};

struct RayHit {
  bool hit = false;
  bool front = false;  // is the front hit: a solid is entered there, and left where it is not
  double t = kRayInfinity;
  Vec3d point{};
  Vec3d normal{1, 0, 0};  // unit vector, of the triangle as its vertices are ordered; of a shape outward
  double u = 0, v = 0;    // barycentric: the point is a + u (b − a) + v (c − a)
  ElementId element{};    // part, triangle and feature of a model, piece of a union
  // Exact to rounding; nothing if the model is empty; invalid, and a hit at 0, if the ray is not usable: its direction
  // is zero, or it is not finite.
  Status status = Status::exact;

  explicit operator bool() const { return hit; }
};

struct AnyHit {
  bool hit = false;
  Status status = Status::exact;

  explicit operator bool() const { return hit; }
};

struct RayHits {
  std::vector<RayHit> hits;  // by ascending t, then by triangle
  Status status = Status::exact;
};

struct BothWays {
  RayHit ahead, behind;

  const RayHit& nearest() const { return behind.hit && (!ahead.hit || -behind.t < ahead.t) ? behind : ahead; }
};

// In the geometry's frame. Watertight: signs are exact, so that no ray passes between triangles that share an edge or a
// vertex. Touching an edge or a vertex is a hit; a triangle that is seen exactly edge-on is not hit, its neighbours
// are.
RayHit cast(const Model& model, const Ray& ray, const RayOptions& options = {});       // the smallest t; of equals the
                                                                                       // first triangle
RayHit cast_last(const Model& model, const Ray& ray, const RayOptions& options = {});  // the largest t: with t from
                                                                                       // −infinity to 0, the nearest
                                                                                       // hit behind the origin
AnyHit cast_any(const Model& model, const Ray& ray, const RayOptions& options = {});   // stops at the first one found
// The nearest hit ahead, t_min ≤ t ≤ t_max, and the nearest one behind, t_min ≤ −t ≤ t_max.
BothWays cast_both(const Model& model, const Ray& ray, const RayOptions& options = {});

// Where the ray crosses the surface. A crossing through an edge or a vertex counts once, as one of the triangles there;
// a touch that does not cross counts as none. So the hits of a closed mesh alternate between entering and leaving, and
// are of even number if both ends are outside. Decided as if the ray were shifted by an infinitesimal, always the same
// one: so too at the border of an open mesh, and where the ray runs along a face.
RayHits cast_all(const Model& model, const Ray& ray, const RayOptions& options = {});

// Streams: one result per ray, in order, on all cores; the same bits for any number of threads.
using Rays = std::span<const Ray>;
Batch<RayHit> cast(const Model& model, Rays rays, const RayOptions& options = {}, const BatchOptions& how = {});
Batch<RayHit> cast_last(const Model& model, Rays rays, const RayOptions& options = {}, const BatchOptions& how = {});
Batch<AnyHit> cast_any(const Model& model, Rays rays, const RayOptions& options = {}, const BatchOptions& how = {});
Batch<RayHits> cast_all(const Model& model, Rays rays, const RayOptions& options = {}, const BatchOptions& how = {});
// The same into an array of the caller's, of as many hits as rays.
Status cast(const Model& model, Rays rays, std::span<RayHit> hits, const RayOptions& options = {},
            const BatchOptions& how = {});

// A shape is solid: a ray that starts inside hits it at t_min, which must be finite; the point is where it starts, the
// normal that of the surface nearby. As the cast of a point: to rounding, and never later than the touch.
RayHit cast(const Shape& shape, const Ray& ray);
template <std::same_as<Geometry> T>
RayHit cast(const T& geometry, const Ray& ray) {
  return std::visit([&](const auto& x) { return cast(x, ray); }, geometry);
}

}  // namespace apart
