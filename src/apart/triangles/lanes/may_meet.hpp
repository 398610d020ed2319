// Which triangles of two leaves may meet? A glance at many pairs at once, before exact signs are asked for.
#pragma once
#include <apart/shapes/triangle.hpp>
#include <span>

namespace apart::triangles {

// Up to eight of each. Bit 8·i + j is clear where triangle i of A and j of B are told apart for certain, by their boxes
// or by the plane of one of them; set where that is in doubt.
u64 may_meet(std::span<const Triangle> a, std::span<const Triangle> b);

}  // namespace apart::triangles
