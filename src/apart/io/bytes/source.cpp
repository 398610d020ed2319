// Reads files and pipes, and sanitizes text for messages.
#include <unistd.h>
#include <algorithm>
#include <apart/io/bytes/source.hpp>
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

namespace {

using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

// Standard input is read by its descriptor: a socket, for example, cannot be reopened by name.
File opened(const std::filesystem::path& path) {
  return {path == kStandardInput ? ::fdopen(::dup(STDIN_FILENO), "rb") : std::fopen(path.c_str(), "rb"), &std::fclose};
}

// Pipes, sockets and terminals end; other devices may not (/dev/zero), and are not opened.
bool ends(const std::filesystem::path& path, const std::filesystem::file_status& status) {
  return std::filesystem::is_regular_file(status) || std::filesystem::is_fifo(status) ||
         std::filesystem::is_socket(status) || (path == kStandardInput && ::isatty(STDIN_FILENO));
}

}  // namespace

Result<std::string> file_bytes(const std::filesystem::path& path) {
  const std::string name = printable_name(path.string());
  const auto refused = [&](const std::string& why) { return Error{name + ": " + why}; };
  std::error_code why;
  const auto status = std::filesystem::status(path, why);
  if (why) return refused(why.message());
  if (std::filesystem::is_directory(status)) return refused("is a directory");
  if (!ends(path, status)) return refused("is neither a regular file nor a pipe");
  const File file = opened(path);
  if (!file) return refused(std::generic_category().message(errno));
  const bool regular = std::filesystem::is_regular_file(status);

  std::string bytes;
  const std::size_t size = regular ? std::filesystem::file_size(path, why) : 0;
  if (why) return refused(why.message());
  std::size_t got = 0;
  do {  // a regular file in one piece
    bytes.resize(std::max(size, 2 * got + (regular ? 0 : 65536)));
    got += std::fread(bytes.data() + got, 1, bytes.size() - got, file.get());
  } while (!regular && got == bytes.size());
  if (std::ferror(file.get())) return refused(std::generic_category().message(errno));
  bytes.resize(got);
  return bytes;
}

}  // namespace apart::io
