// A box that holds a body on its whole way.
#pragma once
#include <apart/motion/rigid_motion.hpp>
#include <apart/world/world_state.hpp>

namespace apart::world {

Bounds swept_box(const Geometry& geometry, const RigidMotion& motion);

}  // namespace apart::world
