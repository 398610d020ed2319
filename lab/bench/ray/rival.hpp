// Other libraries' ray casts, for lab/bench/ray_bench.cpp.
#pragma once
#include <apart/queries/ray.hpp>
#include <functional>

namespace apart::lab {

// The parameter of the first hit of each ray, infinite if there is none; one thread.
using FirstHits = std::function<void(Rays rays, std::span<double> t)>;

FirstHits embree_first_hits(const Mesh& mesh, bool robust);
FirstHits cgal_first_hits(const Mesh& mesh);

}  // namespace apart::lab
