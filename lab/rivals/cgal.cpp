#include "lab/rivals/rival.hpp"

namespace apart::lab {

Rival cgal_rival() { return {"CGAL", {}, {}}; }

}  // namespace apart::lab
