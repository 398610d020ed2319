// Models with their trees in files: saved once, then mapped into memory in place of being read and built.
//
//   apart::save(model, "plant.apart");
//   apart::Model again = apart::map_model("plant.apart").value();      // the same answers, bit for bit
//
// A file may also hold bodies: their names, places and models. The bytes are those of hierarchy/saved/model_bytes.hpp
// and hierarchy/saved/body_bytes.hpp. The pages of a mapped file come into memory as walks ask for them, and all who
// map it share them. A file that is mapped must not be changed or cut short: save never does that, it puts a new file
// in the place of the old one, which stays for those who have it.
#pragma once
#include <apart/hierarchy/saved/body_bytes.hpp>
#include <filesystem>

namespace apart {

// All or nothing: what was at the path stays until the new file is whole. Gives the number of bytes.
Result<std::size_t> save(const Model& model, const std::filesystem::path& path);
// Bodies, and all of them where they stand as one model, which put_bodies() explains.
Result<std::size_t> save(std::span<const BodyModel> bodies, const Model& whole, const std::filesystem::path& path);

// Errors name the file and what is wrong with it. The path may go away while the model lives. Of a file of bodies, all
// of them as one model, whose mesh has them as parts.
Result<Model> map_model(const std::filesystem::path& path, Trust trust = Trust::none);
// The bodies; a file of one model is one body, named after the file.
Result<std::vector<BodyModel>> map_bodies(const std::filesystem::path& path, Trust trust = Trust::none);

// Does the file begin as a saved model? Its content counts, not its name.
bool is_tree_file(const std::filesystem::path& path);

}  // namespace apart
