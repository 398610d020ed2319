// A model with its tree as bytes: a header, then its flat arrays as they lie in memory. Bytes that are in memory, or
// mapped into it, become a model again without being copied. docs/tree-file.md tells what every byte means.
#pragma once
#include <apart/hierarchy/model.hpp>
#include <cstddef>
#include <functional>

namespace apart::hierarchy {

// Who wrote the bytes?
enum class Trust {
  none,  // Anybody. All is checked, in time linear in the size: damage is found by checksums, and no walk over what
         // passed leaves the arrays or fails to end, however the bytes were made. What cannot be told so fast is
         // whether the volumes hold their content: that is the word of whoever computed the checksums.
  own,   // We did, and nobody else could have changed them since. Only the header is checked, in constant time.
};

// Arrays begin at multiples of this: a line of the cache.
inline constexpr std::size_t kModelAlignment = 64;

// Do these bytes begin as those of a model?
bool starts_as_model(std::span<const std::byte> bytes);

// Hands over the bytes of a model, piece after piece, until put says false; tells whether all were taken. The same
// model gives the same bytes every time.
bool put_model(const Model& model, const std::function<bool(std::span<const std::byte>)>& put);

// The model that these bytes are; or what is wrong with them. They begin at a multiple of kModelAlignment and do not
// change; `keep` owns them.
Result<Model> model_in(std::span<const std::byte> bytes, std::shared_ptr<const void> keep, Trust trust = Trust::none);

}  // namespace apart::hierarchy
