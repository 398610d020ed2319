// What a saved file holds besides a model, and how far its bytes are trusted.
#pragma once
#include <apart/hierarchy/model.hpp>
#include <apart/shapes/body.hpp>

namespace apart {

struct BodyModel {
  Body body;  // its mesh is the model's
  Model model;
};

// How much is checked before the bytes are used.
enum class Trust {
  none,  // Untrusted. Everything is checked, in linear time: damage is found by checksums, and no traversal of accepted
         // bytes leaves the arrays or fails to end, however the bytes were made. Not checked is whether the volumes
         // contain their content: that is trusted to whoever computed the checksums.
  own,   // Written by this library and not modified since. Only the header is checked, in constant time.
};

}  // namespace apart
