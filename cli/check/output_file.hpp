// An output file that is checked for write access before the work begins, and replaces an existing file only once it is
// complete.
#pragma once
#include <apart/io/formats/formats.hpp>
#include <filesystem>
#include <fstream>

#include "cli/input.hpp"

namespace apart::cli {

class OutputFile {
 public:
  // A typing mistake must not overwrite a mesh: the extension must be that of the format.
  OutputFile(const std::string& option, const std::string& path, std::initializer_list<const char*> endings)
      : path_(path), unfinished_(path + ".unfinished") {
    bool known = false;
    std::string all;
    for (const char* ending : endings) {
      known = known || io::extension(path) == ending;
      all += (all.empty() ? "." : " or .") + std::string(ending);
    }
    if (!known)
      throw BadInput(option + ": the name must end in " + all + ", and " + io::in_quotes(path, 80) + " does not");
    if (!std::ofstream(unfinished_)) throw BadInput(io::printable_name(path) + ": cannot be written");
  }
  ~OutputFile() {
    std::error_code why;
    std::filesystem::remove(unfinished_, why);
  }
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  const std::string& unfinished() const { return unfinished_; }
  void write(const std::string& content) const {
    std::ofstream out(unfinished_, std::ios::binary);
    out << content << std::flush;
    if (!out) throw BadInput(io::printable_name(path_) + ": cannot be written");
  }
  void finish() const {
    std::error_code why;
    std::filesystem::rename(unfinished_, path_, why);
    if (why) throw BadInput(io::printable_name(path_) + ": " + why.message());
  }

 private:
  std::string path_, unfinished_;
};

}  // namespace apart::cli
