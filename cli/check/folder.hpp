// Lists the files in a folder, recursively, that can be read as bodies.
#pragma once
#include <filesystem>

#include "cli/check/complaints.hpp"

namespace apart::cli {

struct FolderFiles {
  std::vector<std::filesystem::path> files;  // sorted
  std::string others;                        // a summary of the other files for a note: "3 .ifc, 1 .docx"; may be empty
};

// Skips hidden files and folders, and files that belong to a model without being one (materials, buffers, images).
// Links are followed, each folder once. A subfolder that cannot be listed is reported.
FolderFiles files_in(const std::filesystem::path& folder, Complaints& complaints);

}  // namespace apart::cli
