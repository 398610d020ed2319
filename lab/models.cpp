#include "lab/models.hpp"
#include <filesystem>

#include <algorithm>
#include <apart/io/read.hpp>

namespace apart::lab {

std::vector<NamedMesh> real_models(Run& run) {
  const std::string known = ", " + readable_extensions() + ", ";
  std::vector<std::filesystem::path> files;
  if (run.models())
    for (const auto& entry : std::filesystem::directory_iterator(*run.models())) {
      const std::string extension = entry.path().extension().string();
      if (extension.empty() || known.find(", " + extension.substr(1) + ", ") == std::string::npos) continue;
      if (entry.is_regular_file()) files.push_back(entry.path());
    }
  std::sort(files.begin(), files.end());
  std::vector<NamedMesh> out;
  for (const std::filesystem::path& file : files) {
    Result<Mesh> mesh = read_mesh(file);
    if (mesh.ok())
      out.push_back({file.filename().string(), *mesh});
    else
      run.note(mesh.error());
  }
  return out;
}

}  // namespace apart::lab
