// The pages that programs write: the viewer's bundle, built beforehand and kept in web/dist, with data put in.
#pragma once
#include <array>
#include <bit>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

namespace apart::web {

std::string_view check_template();      // web/dist/check.html
std::string_view step_template();       // web/dist/step.html
std::string_view decompose_template();  // web/dist/decompose.html
std::string_view simulate_template();   // web/dist/simulate.html

// The page with its data. Text that is not UTF-8 (names of files) is replaced where it is not.
std::string page(std::string_view page_template, const nlohmann::ordered_json& data);

std::string base64(std::span<const std::byte> bytes);

// Numbers as the bytes of a typed array.
template <class T>
std::string packed(std::span<const T> numbers) {
  static_assert(std::is_arithmetic_v<T> && std::endian::native == std::endian::little);
  return base64(std::as_bytes(numbers));
}

}  // namespace apart::web
