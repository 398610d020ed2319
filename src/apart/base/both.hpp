// APART_BOTH marks functions that run on a GPU too: nvcc compiles them, and all that is APART_INLINE, for both.
#pragma once

#if defined(__CUDACC__)
#define APART_BOTH __host__ __device__
#else
#define APART_BOTH
#endif
