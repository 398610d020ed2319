// A file in, a model out.
#pragma once
#include <apart/hierarchy/model.hpp>
#include <apart/io/read.hpp>

namespace apart {

// Everything in the file as one model. Errors name the file and the place.
Result<Model> load(const std::filesystem::path& file, const ReadOptions& options = {});

}  // namespace apart
