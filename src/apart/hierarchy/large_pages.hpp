// Large arrays in pages of 2 MiB, where the system has them on request: new memory costs a page fault for each page,
// and with small ones these take as long as what is computed in them.
#pragma once
#include <apart/base/uninitialized.hpp>
#include <cstddef>
#include <new>
#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace apart::hierarchy {

template <class T>
struct LargePages : UnsetAllocator<T> {
  template <class U>
  struct rebind {
    using other = LargePages<U>;
  };
  static constexpr std::size_t kPage = std::size_t(1) << 21;

  T* allocate(std::size_t count) {
    const std::size_t bytes = count * sizeof(T);
    if (bytes < kPage) return UnsetAllocator<T>::allocate(count);
    const std::size_t whole = (bytes + kPage - 1) / kPage * kPage;
    void* const block = ::operator new(whole, std::align_val_t(kPage));
#if defined(__linux__)
    madvise(block, whole, MADV_HUGEPAGE);
#endif
    return static_cast<T*>(block);
  }
  void deallocate(T* block, std::size_t count) {
    if (count * sizeof(T) < kPage) return UnsetAllocator<T>::deallocate(block, count);
    ::operator delete(block, std::align_val_t(kPage));
  }
};

// Constructed by size, its elements are uninitialized.
template <class T>
using LargeVector = std::vector<T, LargePages<T>>;

}  // namespace apart::hierarchy
