// Trees of any volume as bytes, and such bytes as trees again: with their mesh, or without it where the caller has it.
//   const auto bytes = kit::bytes_of(tree).value();
//   apart::save_bytes("gear.kit", [&](const apart::PutBytes& put) { return put(bytes); });      // io/byte_file.hpp
//   kit::AnyTree again = kit::tree_in(apart::map_bytes("gear.kit").value().bytes).value();      // the same answers
// docs/kit.md documents the layout.
#pragma once
#include <apart/kit/kit.hpp>
#include <cstddef>

namespace apart::kit {

enum class Vertices { kept, left_out };

// Deterministic. An error of a lazy tree, which has only some of its nodes.
Result<std::vector<std::byte>> bytes_of(const AnyTree& tree, Vertices vertices = Vertices::kept);

// An error says what is wrong with the bytes. Everything is checked that a traversal relies on, damage is found by
// checksums; whether volumes contain their content is trusted to whoever computed these.
Result<AnyTree> tree_in(std::span<const std::byte> bytes);
// The mesh must be that of the tree; needed where vertices were left out.
Result<AnyTree> tree_in(std::span<const std::byte> bytes, Mesh mesh);

}  // namespace apart::kit
