// Which triangles of two leaves may meet, and which do? A SIMD filter before exact signs are computed.
#pragma once
#include <apart/base/pose.hpp>
#include <apart/shapes/mesh.hpp>
#include <span>

namespace apart::triangles {

// Of triangle i of A and j of B, up to eight of each, in bit 8·i + j.
struct MayMeet {
  u64 open;     // clear if they are proven disjoint
  u64 meeting;  // set if they are proven to overlap, of those that are open
};
MayMeet may_meet(std::span<const Triangle> a, std::span<const Triangle> b);

// The same of triangles of two meshes, where they lie: B's are placed in lanes, with the bits of a pose.
struct MeshTriangles {
  const Vec3d* vertices;
  const Face* faces;
  const u32* numbers;  // up to eight faces
  int count;
};
MayMeet may_meet(const MeshTriangles& a, const Pose& b_in_a, const MeshTriangles& b);

}  // namespace apart::triangles
