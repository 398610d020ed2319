// What a saved file holds besides a model, and how far its bytes are trusted.
#pragma once
#include <apart/base/bounds.hpp>
#include <apart/hierarchy/model.hpp>
#include <apart/shapes/body.hpp>

namespace apart {

struct BodyModel {
  Body body;  // its mesh is the model's
  Model model;
};

// All that a file of bodies holds.
struct SavedBodies {
  std::vector<BodyModel> bodies;
  std::optional<u64> checksum{};     // of a plant: of all its tables and models, as its header has it
  std::vector<Bounds> boxes{};       // world_box() of each body at its pose; empty: not stored
  std::string title{};               // of the report of a check; empty: the file's name
  std::vector<std::string> notes{};  // what was noted when the original files were read
};

// How much is checked before the bytes are used.
enum class Trust {
  none,  // Untrusted. Everything is checked, in linear time: damage is found by checksums, and no traversal of accepted
         // bytes leaves the arrays or fails to end, however the bytes were made. Not checked is whether the volumes
         // contain their content: that is trusted to whoever computed the checksums.
  later,  // Untrusted, as none; of a plant (docs/tree-file.md) each model is validated by Model::problem(), which must
          // be asked before the model is used: only models that are used are read. Of other files the same as none.
  own,    // Written by this library and not modified since. Only the header is checked, in constant time.
};

}  // namespace apart
