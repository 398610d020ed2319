// The convex hull of points, by Qhull.
#pragma once
#include <apart/shapes/mesh.hpp>

namespace apart {

struct Hull {
  int dimension = -1;           // 3: a solid; 2: a flat polygon; 1: a segment; 0: a point; −1: empty
  std::vector<u32> corners;     // indices of the points; of a polygon in order, of a segment its ends
  std::vector<Vec3d> vertices;  // the same, as points
  std::vector<Face> faces;      // of the vertices, outward; of a polygon both of its sides; none of a segment
  double slack = 0;             // no point lies farther than this outside of the hull of the vertices

  // Without faces, it is a mesh of no triangles.
  Mesh surface() const;
};

// Points must be finite. Sets that are coplanar, collinear or coincident to rounding give hulls of fewer dimensions.
Hull convex_hull(std::span<const Vec3d> points);

}  // namespace apart
