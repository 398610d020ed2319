// Which triangles of two leaves may meet, and which do? In lanes, before exact signs are computed.
#pragma once
#include <apart/shapes/triangle.hpp>
#include <span>

namespace apart::triangles {

// Of triangle i of A and j of B, up to eight of each, in bit 8·i + j.
struct MayMeet {
  u64 open;     // clear if they are proven disjoint
  u64 meeting;  // set if they are proven to overlap, of those that are open
};
MayMeet may_meet(std::span<const Triangle> a, std::span<const Triangle> b);

}  // namespace apart::triangles
