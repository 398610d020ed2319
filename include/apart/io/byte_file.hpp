// Bytes saved to a file and mapped into memory, as models are (io/tree_file.hpp): for what the engine derives of them,
// such as trees of hulls.
//
//   apart::save_bytes("cup.hulls", [&](const apart::PutBytes& put) { return put_hull_tree(tree, put); });
//   const apart::MappedBytes file = apart::map_bytes("cup.hulls").value();
//   apart::HullTree again = hull_tree_in(file.bytes, model, file.keep).value();
#pragma once
#include <apart/base/result.hpp>
#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>

namespace apart {

// Atomic: an existing file is replaced only once the new one is complete. Returns the number of bytes.
using PutBytes = std::function<bool(std::span<const std::byte>)>;
Result<std::size_t> save_bytes(const std::string& path, const std::function<bool(const PutBytes&)>& put_all);

struct MappedBytes {
  std::span<const std::byte> bytes;  // aligned to a page
  std::shared_ptr<const void> keep;  // while it lives
};
Result<MappedBytes> map_bytes(const std::string& path);

}  // namespace apart
