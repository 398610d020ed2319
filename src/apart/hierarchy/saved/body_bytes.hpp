// Bodies with their models as bytes: a table of bodies, then the models, each as hierarchy/saved/model_bytes.hpp has
// it. Bodies that show one model share it there too. docs/tree-file.md tells what every byte means.
#pragma once
#include <apart/hierarchy/saved/model_bytes.hpp>
#include <apart/shapes/body.hpp>

namespace apart::hierarchy {

struct BodyModel {
  Body body;  // its mesh is the model's
  Model model;
};

// Hands over the bytes piece after piece until put says false; tells whether all were taken. `whole` is all bodies
// where they stand, for those who ask about the file as one mesh: with one body that is not moved, its model. Bodies
// that share their mesh's arrays share a model.
bool put_bodies(std::span<const BodyModel> bodies, const Model& whole,
                const std::function<bool(std::span<const std::byte>)>& put);

// Are these the bytes of bodies, not of a model alone? Of bytes for which starts_as_model() is true.
bool holds_bodies(std::span<const std::byte> bytes);

// The bodies; or what is wrong with the bytes. As for model_in, they are aligned and `keep` owns them.
Result<std::vector<BodyModel>> bodies_in(std::span<const std::byte> bytes, const std::shared_ptr<const void>& keep,
                                         Trust trust = Trust::none);
// All as one model.
Result<Model> whole_in(std::span<const std::byte> bytes, std::shared_ptr<const void> keep, Trust trust = Trust::none);

}  // namespace apart::hierarchy
