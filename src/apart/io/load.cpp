#include <apart/io/load.hpp>

namespace apart {

Result<Model> load(const std::filesystem::path& file, const ReadOptions& options) {
  Result<Mesh> mesh = read_mesh(file, options);
  if (!mesh) return Error{mesh.error()};
  Result<Model> model = Model::make(std::move(*mesh));
  if (!model) return Error{file.string() + ": " + model.error()};
  return model;
}

}  // namespace apart
