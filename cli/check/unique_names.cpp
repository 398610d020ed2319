// Lengthens equal names by file and path until they differ.
#include "cli/check/unique_names.hpp"

#include <filesystem>
#include <map>
#include <set>

namespace apart::cli {
namespace {

namespace fs = std::filesystem;
using Parts = std::vector<AssemblyPart*>;  // of one name

// The file's name, or its path where two files have the same name.
std::string file_shown(const AssemblyPart& part, const Parts& all) {
  std::string last = fs::path(part.file).filename().string();
  for (const AssemblyPart* other : all)
    if (other->file != part.file && fs::path(other->file).filename() == last) return part.file;
  return last;
}

std::string with_file(const std::string& file, const std::string& inside) {
  return file.empty() ? inside : inside.empty() ? file : file + ": " + inside;
}

// Candidate names from the shortest to the longest, which are the ids.
std::vector<std::vector<std::string>> candidate_names(const Parts& all) {
  bool one_file = true;
  for (const AssemblyPart* part : all) one_file = one_file && part->file == all.front()->file;
  std::vector<std::vector<std::string>> ways(3);
  for (const AssemblyPart* part : all) {
    const std::string file = file_shown(*part, all);
    const bool is_the_file = fs::path(file).stem().string() == part->name;  // it is named after the file already
    ways[0].push_back(one_file ? part->path : with_file(file, is_the_file ? "" : part->name));
    ways[1].push_back(with_file(file, part->path));
    ways[2].push_back(part->id);
  }
  return ways;
}

}  // namespace

void make_names_unique(std::span<AssemblyPart> parts) {
  std::map<std::string, Parts> by_name;
  for (AssemblyPart& part : parts) by_name[part.name].push_back(&part);
  std::set<std::string> taken;
  for (const auto& [name, all] : by_name)
    if (all.size() == 1) taken.insert(name);
  for (const auto& [name, all] : by_name) {
    if (all.size() == 1) continue;
    std::vector<std::string> chosen;
    for (std::vector<std::string>& names : candidate_names(all)) {
      chosen = std::move(names);
      const std::set<std::string> different(chosen.begin(), chosen.end());
      bool free = different.size() == all.size() && !different.contains("");
      for (const std::string& other : different) free = free && !taken.contains(other);
      if (free) break;
    }
    for (std::size_t k = 0; k < all.size(); ++k) {
      while (!taken.insert(chosen[k]).second) chosen[k] += "'";  // another body's name equals this id
      if (chosen[k] == name) continue;
      all[k]->own_name = name;
      all[k]->name = chosen[k];
    }
  }
}

}  // namespace apart::cli
