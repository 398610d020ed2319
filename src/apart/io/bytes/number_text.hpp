// Numbers as the shortest text that reads back to the same bits, independent of the locale.
#pragma once
#include <apart/base/vec3.hpp>
#include <charconv>
#include <initializer_list>
#include <string>
#include <string_view>

namespace apart::io {

template <class T>
void append_number(std::string& out, T value) {
  char digits[32];
  const auto end = std::to_chars(digits, digits + sizeof digits, value).ptr;
  out.append(digits, end);
}

// `start`, then the numbers separated by blanks, as one line.
template <class T>
void append_line(std::string& out, std::string_view start, std::initializer_list<T> values) {
  out += start;
  bool first = true;
  for (T value : values) {
    if (!first) out += ' ';
    first = false;
    append_number(out, value);
  }
  out += '\n';
}

}  // namespace apart::io
