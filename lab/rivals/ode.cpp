#include "lab/rivals/rival.hpp"

namespace apart::lab {

Rival ode_rival() { return {"ODE", {}, {}}; }

}  // namespace apart::lab
