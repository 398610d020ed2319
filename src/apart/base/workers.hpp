// The threads for parallel work. Results never depend on their number.
#pragma once
#include <apart/base/vec3.hpp>
#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

namespace apart {

class Workers {
 public:
  explicit Workers(u32 threads = 1);  // 0: all hardware threads
  ~Workers();
  Workers(Workers&&) noexcept;
  Workers& operator=(Workers&&) noexcept;

  static const Workers& alone();  // single-threaded, on the caller's thread

  u32 threads() const;
  // Calls f(begin, end) for chunks of 0 … count of at most `grain`, in any order; the chunks are the same for any
  // number of threads. An exception of f is rethrown here.
  void for_ranges(std::size_t count, std::size_t grain, const std::function<void(std::size_t, std::size_t)>& f) const;
  // The sum of f(begin, end) over such chunks, in order.
  template <class T, class F>
  T sum(std::size_t count, std::size_t grain, F f) const {
    if (count <= grain) return f(std::size_t(0), count);
    std::vector<T> parts((count + grain - 1) / grain);
    for_ranges(count, grain, [&](std::size_t begin, std::size_t end) { parts[begin / grain] = f(begin, end); });
    for (std::size_t i = 1; i < parts.size(); ++i) parts[0].add(parts[i]);
    return parts[0];
  }
  // Runs both, possibly in parallel. May be nested.
  void both(const std::function<void()>& f, const std::function<void()>& g) const;

 private:
  struct Arena;
  std::unique_ptr<Arena> arena_;  // none: everything runs on the caller's thread
};

}  // namespace apart
