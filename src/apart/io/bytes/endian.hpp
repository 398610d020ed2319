// Reads numbers of either byte order on a machine of either byte order.
#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <string>

namespace apart::io {

// Precondition: sizeof(T) bytes are available.
template <class T>
T from_bytes(const char* bytes, std::endian order) {
  std::array<char, sizeof(T)> raw;
  std::memcpy(raw.data(), bytes, sizeof(T));
  if (order != std::endian::native) std::reverse(raw.begin(), raw.end());
  return std::bit_cast<T>(raw);
}

template <class T>
void append_bytes(std::string& out, T value, std::endian order = std::endian::little) {
  auto raw = std::bit_cast<std::array<char, sizeof(T)>>(value);
  if (order != std::endian::native) std::reverse(raw.begin(), raw.end());
  out.append(raw.data(), raw.size());
}

}  // namespace apart::io
