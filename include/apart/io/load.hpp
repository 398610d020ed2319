// Loads a model from a file.
#pragma once
#include <apart/hierarchy/model.hpp>
#include <apart/io/read.hpp>

namespace apart {

// The whole file as one model. Errors name the file and the place in it. A saved model (io/tree_file.hpp) is mapped,
// not built; with a scale it is rebuilt.
Result<Model> load(const std::string& file, const ReadOptions& options = {});

}  // namespace apart
