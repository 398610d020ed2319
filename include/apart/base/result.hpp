// A value, or a one-line error message.
#pragma once
#include <apart/base/assert.hpp>
#include <limits>
#include <string>
#include <utility>
#include <variant>

namespace apart {

struct Error {
  std::string message;
};

// Thrown by value() of a result without one. what() is the error's message.
class BadResult : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::move(value)) {}
  Result(Error error) : state_(std::move(error)) {}

  bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }

  // Throws BadResult if there is none.
  const T& value() const& { return check(), *std::get_if<0>(&state_); }
  T& value() & { return check(), *std::get_if<0>(&state_); }
  T&& value() && { return check(), std::move(*std::get_if<0>(&state_)); }
  const T& operator*() const& { return value(); }
  T& operator*() & { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  const T* operator->() const { return &value(); }
  T* operator->() { return &value(); }

  const std::string& error() const {
    APART_ASSERT(!ok(), "error() of a result that holds a value");
    return std::get_if<1>(&state_)->message;
  }

 private:
  void check() const {
    if (!ok()) throw BadResult(std::get_if<1>(&state_)->message);
  }
  std::variant<T, Error> state_;
};

}  // namespace apart
