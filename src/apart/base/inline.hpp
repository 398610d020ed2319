// For the small words that kernels are made of. A pack that is passed in memory because the compiler thought a sum too
// large to inline costs several times the sum; so these are inlined always. Not under the sanitizers, where every
// access is a check: there the copies would only make the code too large to compile in good time.
#pragma once

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define APART_INLINE inline
#else
#define APART_INLINE [[gnu::always_inline]] inline
#endif
