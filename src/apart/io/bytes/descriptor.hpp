// An open file that closes itself, and writing to it.
#pragma once
#include <unistd.h>
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <system_error>
#include <utility>

namespace apart::io {

// Of the last system call.
inline std::string reason() { return std::generic_category().message(errno); }

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() { close(); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  explicit operator bool() const { return number_ >= 0; }
  int number() const { return number_; }
  bool close() {  // a full disk may be reported only here
    const int number = std::exchange(number_, -1);
    return number < 0 || ::close(number) == 0;
  }

 private:
  int number_;
};

inline bool write_all(int file, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(file, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  return true;
}

// A name for a new file beside `path`.
inline std::filesystem::path name_beside(const std::filesystem::path& path) {
  static std::atomic<unsigned> count = 0;
  std::filesystem::path out = path;
  out += ".part-" + std::to_string(::getpid()) + "-" + std::to_string(count++);
  return out;
}

}  // namespace apart::io
