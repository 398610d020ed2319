// Large arrays that are about to be filled. A plain vector would first write zeros, single-threaded, and touch every
// page of memory; these leave that to the code that fills them.
#pragma once
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace apart {

template <class T>
struct UnsetAllocator : std::allocator<T> {
  template <class U>
  struct rebind {
    using other = UnsetAllocator<U>;
  };

  template <class U>
  void construct(U* p) {
    if constexpr (!std::is_trivially_copyable_v<U>) std::construct_at(p);
  }
  template <class U, class... Args>
  void construct(U* p, Args&&... args) {
    std::construct_at(p, std::forward<Args>(args)...);
  }
};

// Constructed by size, its elements are uninitialized.
template <class T>
using UnsetVector = std::vector<T, UnsetAllocator<T>>;

}  // namespace apart
