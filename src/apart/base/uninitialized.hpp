// Large arrays that are about to be filled. A plain vector would first write zeros, from one thread, and take every
// page of memory while it does so; these leave that to whoever fills them.
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

// Its elements, when made by a size alone, hold anything.
template <class T>
using UnsetVector = std::vector<T, UnsetAllocator<T>>;

}  // namespace apart
