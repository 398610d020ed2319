#include "lab/rivals/rival.hpp"

namespace apart::lab {

Rival embree_rival() { return {"Embree", {}, {}}; }

}  // namespace apart::lab
