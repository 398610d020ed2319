// Forces inlining of the small functions that kernels are made of: a pack passed in memory because a sum seemed too
// large to inline costs several times the sum. Not under the sanitizers, which would make the code too large to compile
// in reasonable time.
#pragma once

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define APART_INLINE inline
#else
#define APART_INLINE [[gnu::always_inline]] inline
#endif
