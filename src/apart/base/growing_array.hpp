// An uninitialized array that starts in place and moves to the heap when it grows.
#pragma once
#include <cstdint>
#include <memory>
#include <type_traits>

namespace apart {

template <class T, std::uint32_t N>
class GrowingArray {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  // Uninitialized: zeroing would take longer than many searches.
  GrowingArray() {}
  GrowingArray(const GrowingArray&) = delete;
  GrowingArray& operator=(const GrowingArray&) = delete;

  std::uint32_t size() const { return size_; }
  T& operator[](std::uint32_t i) { return data_[i]; }
  const T& operator[](std::uint32_t i) const { return data_[i]; }
  void clear() { size_ = 0; }
  void push(const T& item) {
    if (size_ == room_) grow(size_ + 1);
    data_[size_++] = item;
  }
  T pop() { return data_[--size_]; }
  // New elements are uninitialized.
  void resize(std::uint32_t size) {
    if (size > room_) grow(size);
    size_ = size;
  }

 private:
  [[gnu::noinline]] void grow(std::uint32_t least) {
    room_ = least < 2 * room_ ? 2 * room_ : least;
    std::unique_ptr<T[]> more(new T[room_]);
    for (std::uint32_t i = 0; i < size_; ++i) more[i] = data_[i];
    heap_ = std::move(more), data_ = heap_.get();
  }

  union {
    T in_place_[N];
  };
  std::unique_ptr<T[]> heap_;
  T* data_ = in_place_;
  std::uint32_t size_ = 0, room_ = N;
};

}  // namespace apart
