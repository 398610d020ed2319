// A stack that starts in place and spills to the heap: nothing is ever dropped.
#pragma once
#include <cstddef>
#include <type_traits>
#include <vector>

namespace apart {

template <class T, std::size_t N = 128>
class GrowingStack {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  GrowingStack() {}
  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }

  void push(const T& item) {
    if (size_ < N)
      inline_[size_] = item;
    else
      spill(item);
    ++size_;
  }

  T pop() {
    --size_;
    if (size_ < N) return inline_[size_];
    const T item = spilled_.back();
    spilled_.pop_back();
    return item;
  }

  const T& operator[](std::size_t i) const { return i < N ? inline_[i] : spilled_[i - N]; }

  void clear() {
    size_ = 0;
    spilled_.clear();
  }

 private:
  // By value and not inlined: an item whose address nobody takes is stored from registers.
  [[gnu::noinline]] void spill(T item) { spilled_.push_back(item); }

  std::size_t size_ = 0;
  union {  // not initialized: that takes longer than many searches
    T inline_[N];
  };
  std::vector<T> spilled_;  // overflow above the inline part
};

}  // namespace apart
