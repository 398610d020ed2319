// The files of a folder and of the folders in it that can be read as bodies.
#pragma once
#include <filesystem>

#include "cli/check/complaints.hpp"

namespace apart::cli {

struct FolderFiles {
  std::vector<std::filesystem::path> files;  // sorted
  std::string others;                        // what else there is, for a note: "3 .ifc, 1 .docx"; empty: nothing
};

// Hidden files and folders, and what belongs to a model without being one (materials, buffers, images), are passed
// over. Links are followed, each folder once. A folder inside that cannot be listed is a complaint.
FolderFiles files_in(const std::filesystem::path& folder, Complaints& complaints);

}  // namespace apart::cli
