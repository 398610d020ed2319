// The coefficients of a polynomial, the constant one first: N of them in place, more on the heap.
#pragma once
#include <algorithm>
#include <initializer_list>
#include <vector>

namespace apart::motion {

template <class T, std::size_t N>
class Coefficients {
 public:
  Coefficients() = default;
  Coefficients(std::initializer_list<T> few) : size_(few.size()) { std::copy(few.begin(), few.end(), few_); }
  explicit Coefficients(std::vector<T> many) : size_(many.size()) {
    if (size_ > N)
      many_ = std::move(many);
    else
      std::copy(many.begin(), many.end(), few_);
  }

  // In place.
  void set(std::initializer_list<T> few) {
    size_ = few.size();
    std::copy(few.begin(), few.end(), few_);
  }

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  const T* begin() const { return size_ > N ? many_.data() : few_; }
  const T* end() const { return begin() + size_; }
  const T& operator[](std::size_t i) const { return begin()[i]; }

 private:
  std::size_t size_ = 0;
  T few_[N] = {};
  std::vector<T> many_;
};

}  // namespace apart::motion
