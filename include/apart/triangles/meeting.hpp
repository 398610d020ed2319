// The intersection of two triangles.
#pragma once
#include <apart/shapes/triangle.hpp>

namespace apart::triangles {

struct Meeting {
  enum class Kind {
    none,     // exactly if they do not overlap
    point,    // p = q
    segment,  // from p to q
    area      // coplanar: p and q are the ends of a longest chord of the common polygon
  };
  Kind kind = Kind::none;
  Vec3d p, q;
};

// The kind is exact for every finite input. Points are accurate to a few roundings of the coordinates, and exact where
// they are vertices.
Meeting meeting(const Triangle& s, const Triangle& t);

}  // namespace apart::triangles
