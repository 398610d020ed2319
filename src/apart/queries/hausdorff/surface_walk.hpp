// From triangle to triangle of a surface, across their edges: to the one beside a point, and over all that lie along a
// triangle of another surface.
#pragma once
#include <apart/queries/hausdorff/across.hpp>
#include <apart/queries/hausdorff/surface.hpp>

namespace apart::queries {

// Triangles of the surface are named by their lanes, as in Across.
class SurfaceWalk {
 public:
  explicit SurfaceWalk(const Surface& surface) : surface_(surface), across_(Across::of(surface.model())) {}

  // A triangle that the point is above or below, or beyond an edge of if there is none: some steps from another one if
  // these end within a distance, or else after a search. Not certainly the nearest. `from` may be kNone.
  u32 beside(const Vec3d& p, u32 from, double enough) const;

  // One triangle alone: no point of `t` is farther from it than this.
  double cover(const Triangle& t, u32 lane) const;

  // All triangles that lie along `t`: no point of `t` is farther from the surface than this; infinite if it cannot be
  // shown to be at most `enough`. `over` is one of them.
  //
  // They are projected onto `t`: from that one on all that can be reached across edges that may cross `t`. So no
  // boundary of these triangles crosses it, and they cover it with the same degree everywhere: the number of those that
  // cover one point and face upward, less those that face downward. If it is not 0, every point of `t` has a point of
  // one of them straight above or below, and none of these is farther than a corner of what the triangle has in common
  // with the prism over `t`.
  double bound(const Triangle& t, u32 over, double enough) const;

 private:
  bool steps(const Vec3d& p, u32& at, double enough) const;
  Triangle triangle(u32 lane) const {
    const Face& f = across_.face(lane);
    const std::span<const Vec3d> vertices = surface_.vertices();
    return {vertices[f[0]], vertices[f[1]], vertices[f[2]]};
  }

  const Surface& surface_;
  const Across& across_;
};

}  // namespace apart::queries
