// Serializes a model with its tree: a header, then its flat arrays as they lie in memory. Bytes in memory, or mapped,
// become a model again without a copy. docs/tree-file.md documents every byte.
#pragma once
#include <apart/hierarchy/model.hpp>
#include <apart/hierarchy/saved.hpp>
#include <cstddef>
#include <functional>

namespace apart::hierarchy {

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
