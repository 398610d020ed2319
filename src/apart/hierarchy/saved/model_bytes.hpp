// Serializes a model with its tree: a header, then its flat arrays as they lie in memory. Bytes in memory, or mapped,
// become a model again without a copy. docs/tree-file.md documents every byte.
#pragma once
#include <apart/hierarchy/model.hpp>
#include <cstddef>
#include <functional>

namespace apart::hierarchy {

// How far the bytes are trusted.
enum class Trust {
  none,  // Untrusted. Everything is checked, in linear time: damage is found by checksums, and no traversal of accepted
         // bytes leaves the arrays or fails to end, however the bytes were made. Not checked is whether the volumes
         // contain their content: that is trusted to whoever computed the checksums.
  own,   // Written by this library and not modified since. Only the header is checked, in constant time.
};

// Arrays are aligned to this: a cache line.
inline constexpr std::size_t kModelAlignment = 64;

// Do these bytes begin as those of a model?
bool starts_as_model(std::span<const std::byte> bytes);

// Passes the bytes of a model to put, piece by piece, until it returns false; returns whether all were taken.
// Deterministic.
bool put_model(const Model& model, const std::function<bool(std::span<const std::byte>)>& put);

// The model of these bytes, or an error. They must be aligned to kModelAlignment and must not change; `keep` owns them.
Result<Model> model_in(std::span<const std::byte> bytes, std::shared_ptr<const void> keep, Trust trust = Trust::none);

}  // namespace apart::hierarchy
