// Serializes bodies with their models: a table of bodies, then the models, each as in hierarchy/saved/model_bytes.hpp.
// Bodies that share a model share it there too. docs/tree-file.md documents every byte.
#pragma once
#include <apart/hierarchy/saved.hpp>
#include <apart/hierarchy/saved/model_bytes.hpp>

namespace apart::hierarchy {

// Passes the bytes to put piece by piece until it returns false; returns whether all were taken. `whole` joins all
// bodies at their poses, for queries of the file as one mesh: for a single body at the identity pose, its model. Bodies
// that share their mesh's arrays share a model.
bool put_bodies(std::span<const BodyModel> bodies, const Model& whole,
                const std::function<bool(std::span<const std::byte>)>& put);

// Are these the bytes of bodies, not of a single model? For bytes with starts_as_model().
bool holds_bodies(std::span<const std::byte> bytes);

// The bodies, or an error. As for model_in, the bytes are aligned and `keep` owns them.
Result<std::vector<BodyModel>> bodies_in(std::span<const std::byte> bytes, const std::shared_ptr<const void>& keep,
                                         Trust trust = Trust::none);
// All as one model.
Result<Model> whole_in(std::span<const std::byte> bytes, std::shared_ptr<const void> keep, Trust trust = Trust::none);

}  // namespace apart::hierarchy
