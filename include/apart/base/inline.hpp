// Forces inlining of the small functions that kernels are made of: a pack passed in memory because a sum seemed too
// large to inline costs several times the sum. Not under the sanitizers, where it takes too long to compile.
#pragma once
#if defined(__CUDACC__)  // for the host and for the device
#define APART_INLINE __host__ __device__ __forceinline__
#elif defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define APART_INLINE inline
#else
#define APART_INLINE [[gnu::always_inline]] inline
#endif
