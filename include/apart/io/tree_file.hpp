// Saves models with their trees to files, and maps these into memory instead of reading and building again.
//
//   apart::save(model, "plant.apart");
//   apart::Model again = apart::map_model("plant.apart").value();      // the same results, bit for bit
//
// A file may also hold bodies: their names, poses and models. The bytes are those of hierarchy/saved/model_bytes.hpp
// and hierarchy/saved/body_bytes.hpp. The pages of a mapped file are loaded on access, and shared by all processes that
// map it. A mapped file must not be modified or truncated: save never does that, it replaces the old file by a new one,
// and the old one stays valid for those who have it mapped.
#pragma once
#include <apart/hierarchy/saved.hpp>
#include <string>

namespace apart {

// Atomic: an existing file is replaced only once the new one is complete. Returns the number of bytes.
Result<std::size_t> save(const Model& model, const std::string& path);
// Bodies, and all of them at their poses as one model: see put_bodies().
Result<std::size_t> save(std::span<const BodyModel> bodies, const Model& whole, const std::string& path);

// Errors name the file and what is wrong with it. The file may be unlinked while the model lives. A file of bodies
// gives all of them as one model, whose mesh has them as parts.
Result<Model> map_model(const std::string& path, Trust trust = Trust::none);
// The bodies; a file of one model is one body, named after the file.
Result<std::vector<BodyModel>> map_bodies(const std::string& path, Trust trust = Trust::none);
// The same, with all else that the file has: the title, notes, and boxes of a plant (docs/tree-file.md).
Result<SavedBodies> map_saved(const std::string& path, Trust trust = Trust::none);

// Does the file begin as a saved model? Its content counts, not its name.
bool is_tree_file(const std::string& path);

}  // namespace apart
