// A file in, a model out.
#pragma once
#include <apart/hierarchy/model.hpp>
#include <apart/io/read.hpp>

namespace apart {

// Everything in the file as one model. Errors name the file and the place. A saved model (io/tree_file.hpp) is mapped,
// not built; scaled, it is built anew.
Result<Model> load(const std::filesystem::path& file, const ReadOptions& options = {});

}  // namespace apart
