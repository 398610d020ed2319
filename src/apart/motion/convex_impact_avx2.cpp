// Compiled for AVX2, and called only where the CPU supports it.
#define APART_LANES_OF_MACHINE avx2_machine
#include <apart/motion/convex_advance.hpp>

namespace apart::motion {

extern const ConvexSearches kPolytopeSearchesAvx2;
const ConvexSearches kPolytopeSearchesAvx2 = kPolytopeSearches<4>;

}  // namespace apart::motion
