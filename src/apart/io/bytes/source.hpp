// Bytes from outside, with the name that errors call them by.
#pragma once
#include <apart/base/result.hpp>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace apart::io {

struct Source {
  std::string name;                              // as printed before every error
  std::string_view bytes;                        // the whole content
  std::filesystem::path path = {};               // empty when the bytes never were a file
  std::vector<std::string>* notes = nullptr;     // ReadOptions::notes
  double chord_error = 0;                        // ReadOptions::chord_error
  std::vector<std::string>* left_out = nullptr;  // ReadOptions::left_out

  void note(const std::string& what) const {
    if (notes) notes->push_back(name + ": " + what);
  }
};

inline constexpr const char* kStandardInput = "/dev/stdin";

// The content of a regular file, or all that comes through a pipe; or the reason why not.
Result<std::string> file_bytes(const std::filesystem::path& path);

// Text from outside made fit for one line of an error message: control bytes escaped, and cut after `most` bytes.
// The name of a file may hold letters beyond ASCII; what stands in a file may be garbage, so there they are escaped.
std::string printable_name(std::string_view name);
std::string in_quotes(std::string_view text, std::size_t most = 24);

}  // namespace apart::io
