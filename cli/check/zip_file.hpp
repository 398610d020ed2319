// Writes a zip file. The same members give the same bytes.
#pragma once
#include <minizip/zip.h>
#include <apart/io/formats/formats.hpp>
#include <string>
#include <utility>

#include "cli/input.hpp"

namespace apart::cli {

class ZipFile {
 public:
  explicit ZipFile(const std::string& file) : file_(file), zip_(zipOpen64(file.c_str(), APPEND_STATUS_CREATE)) {
    if (!zip_) fail();
  }
  ~ZipFile() {
    if (zip_) zipClose(zip_, nullptr);
  }
  ZipFile(const ZipFile&) = delete;
  ZipFile& operator=(const ZipFile&) = delete;

  void add_folder(const std::string& name) { add(name + "/", "", 0); }
  void add(const std::string& name, const std::string& content) { add(name, content, Z_DEFLATED); }
  // already compressed
  void add_compressed(const std::string& name, const std::string& content) { add(name, content, 0); }
  void close() {
    if (zipClose(std::exchange(zip_, nullptr), nullptr) != ZIP_OK) fail();
  }

 private:
  void add(const std::string& name, const std::string& content, int method) {
    zip_fileinfo info{};
    info.tmz_date = {0, 0, 0, 1, 0, 1980};
    const bool good =
        zipOpenNewFileInZip64(zip_, name.c_str(), &info, nullptr, 0, nullptr, 0, nullptr, method, 6, 0) == ZIP_OK &&
        zipWriteInFileInZip(zip_, content.data(), static_cast<unsigned>(content.size())) == ZIP_OK &&
        zipCloseFileInZip(zip_) == ZIP_OK;
    if (!good) fail();
  }
  // minizip gives no reason.
  [[noreturn]] void fail() const { throw BadInput(io::printable_name(file_) + ": cannot be written"); }

  std::string file_;
  zipFile zip_;
};

}  // namespace apart::cli
