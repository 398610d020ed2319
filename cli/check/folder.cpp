// Recursive listing of a folder, with a summary of files that are not read.
#include "cli/check/folder.hpp"

#include <algorithm>
#include <apart/io/bytes/source.hpp>
#include <apart/io/formats/formats.hpp>
#include <apart/io/tree_file.hpp>
#include <map>
#include <set>

namespace apart::cli {
namespace {

namespace fs = std::filesystem;

bool is_one_of(const std::string& extension, const std::string& list) {
  return !extension.empty() && (", " + list + ",").find(", " + extension + ",") != std::string::npos;
}

class FolderReader {
 public:
  explicit FolderReader(Complaints& complaints) : complaints_(complaints) {}

  void visit(const fs::path& folder) {
    std::error_code why;
    const fs::path real = fs::canonical(folder, why);
    if (!why && !seen_.insert(real.string()).second) return;  // a link back, or to a folder that was visited
    std::vector<fs::path> folders, odd;
    for (auto at = fs::directory_iterator(folder, why); !why && at != fs::directory_iterator(); at.increment(why)) {
      if (at->path().filename().string().starts_with('.')) continue;
      std::error_code gone;
      if (at->is_directory(gone))
        folders.push_back(at->path());
      else if (at->is_regular_file(gone))
        add(at->path());
      else if (is_one_of(io::extension(at->path().string()), readable_extensions()))
        odd.push_back(at->path());
    }
    if (why) throw BadInput(io::printable_name(folder.string()) + ": " + why.message());
    std::sort(odd.begin(), odd.end());
    for (const fs::path& file : odd)
      complaints_.attempt([&] {
        throw BadInput(io::printable_name(file.string()) +
                       (fs::is_symlink(file, why) ? ": a link to what cannot be read" : ": not a regular file"));
      });
    std::sort(folders.begin(), folders.end());
    for (const fs::path& inside : folders) complaints_.attempt([&] { visit(inside); });
  }

  FolderFiles take() {
    std::sort(out_.files.begin(), out_.files.end());
    for (const auto& [kind, times] : others_)
      out_.others += (out_.others.empty() ? "" : ", ") + std::to_string(times) + " " + kind;
    return std::move(out_);
  }

 private:
  void add(const fs::path& file) {
    const std::string extension = io::extension(file.string());
    if (is_one_of(extension, readable_extensions()) || is_tree_file(file))
      out_.files.push_back(file);
    else if (!is_one_of(extension, "mtl, bin, png, jpg, jpeg, bmp, tga, tif, tiff, webp, dds, ktx2"))
      ++others_[extension.empty() ? "without extension" : "." + io::printable_name(extension)];
  }

  Complaints& complaints_;
  FolderFiles out_;
  std::map<std::string, int> others_;
  std::set<std::string> seen_;
};

}  // namespace

FolderFiles files_in(const fs::path& folder, Complaints& complaints) {
  FolderReader reader(complaints);
  reader.visit(folder);
  return reader.take();
}

}  // namespace apart::cli
