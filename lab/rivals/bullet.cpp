#include "lab/rivals/rival.hpp"

namespace apart::lab {

Rival bullet_rival() { return {"Bullet", {}, {}}; }

}  // namespace apart::lab
