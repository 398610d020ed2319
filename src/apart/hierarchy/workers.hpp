// The threads that long work may use. What is done never depends on how many there are.
#pragma once
#include <apart/base/vec3.hpp>
#include <cstddef>
#include <functional>
#include <memory>

namespace apart {

class Workers {
 public:
  explicit Workers(u32 threads = 1);  // 0: as many as the machine has
  ~Workers();
  Workers(Workers&&) noexcept;
  Workers& operator=(Workers&&) noexcept;

  u32 threads() const;
  // f(begin, end) over pieces of 0 … count of at most `grain`, in any order; the pieces are the same for any number of
  // threads. An exception of f comes out here.
  void for_ranges(std::size_t count, std::size_t grain, const std::function<void(std::size_t, std::size_t)>& f) const;
  // Both, perhaps at once. May be used inside either.
  void both(const std::function<void()>& f, const std::function<void()>& g) const;

 private:
  struct Arena;
  std::unique_ptr<Arena> arena_;  // none: the caller's own thread does it all
};

}  // namespace apart
