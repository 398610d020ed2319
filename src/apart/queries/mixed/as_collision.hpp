// Pairs that are within a tolerance of 0 collide.
#pragma once
#include <apart/queries/within.hpp>

namespace apart::queries {

inline Collision as_collision(const Within& found) {
  return {found.within, found.contained, found.a, found.b, found.status};
}

}  // namespace apart::queries
