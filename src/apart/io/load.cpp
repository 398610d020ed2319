#include <apart/io/read.hpp>
#include <apart/io/tree_file.hpp>

namespace apart {

Result<Model> load(const std::string& file, const ReadOptions& options) {
  if (options.scale == 1 && is_tree_file(file)) return map_model(file);
  Result<Mesh> mesh = read_mesh(file, options);
  if (!mesh) return Error{mesh.error()};
  Result<Model> model = Model::make(std::move(*mesh));
  if (!model) return Error{file + ": " + model.error()};
  return model;
}

}  // namespace apart
