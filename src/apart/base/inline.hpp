// For the small words that kernels are made of. A pack that is passed in memory because the compiler thought a sum too
// large to inline costs several times the sum; so these are inlined always.
#pragma once

#define APART_INLINE [[gnu::always_inline]] inline
