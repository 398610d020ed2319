// Which triangles of two leaves may meet? A SIMD filter before exact signs are computed.
#pragma once
#include <apart/shapes/triangle.hpp>
#include <span>

namespace apart::triangles {

// Up to eight of each. Bit 8·i + j is clear if triangle i of A and j of B are proven disjoint, by their boxes or by the
// plane of one of them; set if undecided.
u64 may_meet(std::span<const Triangle> a, std::span<const Triangle> b);

}  // namespace apart::triangles
