// A number of 113 bits, for the few places where a double's 53 are not enough and signs alone do not answer.
#pragma once

namespace apart {

#if defined(__SIZEOF_FLOAT128__)
__extension__ typedef __float128 Quad;
#else
using Quad = long double;  // 113 bits on ARM and in the browser
#endif

}  // namespace apart
