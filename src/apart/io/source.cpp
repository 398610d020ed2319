#include <apart/io/source.hpp>
#include <cerrno>
#include <cstdio>
#include <memory>
#include <system_error>

namespace apart::io {
namespace {

void append_escaped(std::string& out, char c, bool beyond_ascii) {
  constexpr char digits[] = "0123456789abcdef";
  const auto byte = static_cast<unsigned char>(c);
  if (byte < 0x20 || byte == 0x7f || (byte >= 0x80 && !beyond_ascii)) {
    out += "\\x";
    out += digits[byte >> 4];
    out += digits[byte & 15];
  } else {
    out += c;
  }
}

}  // namespace

std::string printable_name(std::string_view name) {
  std::string out;
  for (char c : name) append_escaped(out, c, true);
  return out;
}

std::string in_quotes(std::string_view text, std::size_t most) {
  std::string out = "\"";
  for (char c : text.substr(0, most)) append_escaped(out, c, false);
  return out + (text.size() > most ? "...\"" : "\"");
}

Result<std::string> file_bytes(const std::filesystem::path& path) {
  const std::string name = printable_name(path.string());
  std::error_code why;
  const auto status = std::filesystem::status(path, why);
  if (why) return Error{name + ": " + why.message()};
  if (std::filesystem::is_directory(status)) return Error{name + ": is a directory"};
  if (!std::filesystem::is_regular_file(status)) return Error{name + ": is not a regular file"};  // might never end

  const auto size = std::filesystem::file_size(path, why);
  if (why) return Error{name + ": " + why.message()};
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), &std::fclose);
  if (!file) return Error{name + ": " + std::generic_category().message(errno)};
  std::string bytes(size, '\0');
  const std::size_t got = std::fread(bytes.data(), 1, bytes.size(), file.get());
  if (std::ferror(file.get())) return Error{name + ": " + std::generic_category().message(errno)};
  bytes.resize(got);
  return bytes;
}

}  // namespace apart::io
