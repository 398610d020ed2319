// Serializes a tree of hulls: a header, then its flat arrays as they lie in memory. Bytes in memory, or mapped, become
// a tree again without a copy, together with the model that it was built of, which is saved by itself.
#pragma once
#include <apart/decompose/hull_tree.hpp>
#include <apart/hierarchy/saved.hpp>
#include <cstddef>

namespace apart::decomposition {

// Passes the bytes to put, piece by piece, until it returns false; returns whether all were taken. Deterministic.
bool put_hull_tree(const HullTree& tree, const std::function<bool(std::span<const std::byte>)>& put);

// The tree of these bytes, or an error: also if they are of another model. They must be aligned to 64 bytes and must
// not change; `keep` owns them. Trust::none: everything is checked that a traversal relies on, but not that hulls are
// hulls.
Result<HullTree> hull_tree_in(std::span<const std::byte> bytes, const Model& model, std::shared_ptr<const void> keep,
                              Trust trust = Trust::none);

}  // namespace apart::decomposition
