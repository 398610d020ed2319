// The threads that long work may use. What is done never depends on how many there are.
#pragma once
#include <apart/base/vec3.hpp>
#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

namespace apart {

class Workers {
 public:
  explicit Workers(u32 threads = 1);  // 0: as many as the machine has
  ~Workers();
  Workers(Workers&&) noexcept;
  Workers& operator=(Workers&&) noexcept;

  static const Workers& alone();  // one thread: the caller's

  u32 threads() const;
  // f(begin, end) over pieces of 0 … count of at most `grain`, in any order; the pieces are the same for any number of
  // threads. An exception of f comes out here.
  void for_ranges(std::size_t count, std::size_t grain, const std::function<void(std::size_t, std::size_t)>& f) const;
  // What f(begin, end) says of each such piece, added up in their order.
  template <class T, class F>
  T sum(std::size_t count, std::size_t grain, F f) const {
    if (count <= grain) return f(std::size_t(0), count);
    std::vector<T> parts((count + grain - 1) / grain);
    for_ranges(count, grain, [&](std::size_t begin, std::size_t end) { parts[begin / grain] = f(begin, end); });
    for (std::size_t i = 1; i < parts.size(); ++i) parts[0].add(parts[i]);
    return parts[0];
  }
  // Both, perhaps at once. May be used inside either.
  void both(const std::function<void()>& f, const std::function<void()>& g) const;

 private:
  struct Arena;
  std::unique_ptr<Arena> arena_;  // none: the caller's own thread does it all
};

}  // namespace apart
