// The corners of a core that has corners only: point, segment, triangle, box or polytope.
#pragma once
#include <apart/shapes/shape.hpp>
#include <span>

namespace apart::convex {

struct CoreCorners {
  Vec3d few[8];
  std::span<const Vec3d> all;

  explicit CoreCorners(const Core& core) {
    if (const Point* p = std::get_if<Point>(&core)) {
      few[0] = p->at, all = {few, 1};
    } else if (const Segment* s = std::get_if<Segment>(&core)) {
      few[0] = s->a, few[1] = s->b, all = {few, 2};
    } else if (const Triangle* t = std::get_if<Triangle>(&core)) {
      few[0] = t->a, few[1] = t->b, few[2] = t->c, all = {few, 3};
    } else if (const Box* box = std::get_if<Box>(&core)) {
      for (int i = 0; i < 8; ++i)
        few[i] = 0.5 * Vec3d{i & 1 ? box->size.x : -box->size.x, i & 2 ? box->size.y : -box->size.y,
                             i & 4 ? box->size.z : -box->size.z};
      all = {few, 8};
    } else {
      all = std::get_if<Polytope>(&core)->vertices();
    }
  }
  CoreCorners(const CoreCorners&) = delete;
  CoreCorners& operator=(const CoreCorners&) = delete;
};

}  // namespace apart::convex
