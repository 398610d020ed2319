// Input bytes, with the name used in error messages.
#pragma once
#include <apart/base/result.hpp>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace apart::io {

struct Source {
  std::string name;                              // prefix of every error message
  std::string_view bytes;                        // the whole content
  std::filesystem::path path = {};               // empty if the bytes are not from a file
  std::vector<std::string>* notes = nullptr;     // ReadOptions::notes
  double chord_error = 0;                        // ReadOptions::chord_error
  std::vector<std::string>* left_out = nullptr;  // ReadOptions::left_out

  void note(const std::string& what) const {
    if (notes) notes->push_back(name + ": " + what);
  }
};

inline constexpr const char* kStandardInput = "/dev/stdin";

// The content of a regular file or a pipe, or an error.
Result<std::string> file_bytes(const std::filesystem::path& path);

// Makes untrusted text printable on one line of an error message: control bytes are escaped, and it is cut after `most`
// bytes. File names may contain non-ASCII letters; file contents may be garbage, so there they are escaped.
std::string printable_name(std::string_view name);
std::string in_quotes(std::string_view text, std::size_t most = 24);

}  // namespace apart::io
