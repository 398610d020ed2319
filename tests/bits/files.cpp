// Rows of apart_bits for what models are made of.
#include <apart/hierarchy/saved/model_bytes.hpp>

#include "tests/bits/hashed_queries.hpp"
#include "tests/bits/rows.hpp"

namespace apart::bits {

void ask_files(const Pieces& p) {
  const std::vector<Mesh> meshes = generated();
  query(
      "make", "meshes",
      [&, k = std::size_t{0}](Random&, Hash& hash) mutable {
        const Mesh& mesh = meshes[k++];
        for (const Vec3d& v : mesh.vertices()) hash.add(v);
        for (const Face& f : mesh.faces()) hash.add(f[0], f[1], f[2]);
        return p.models[k - 1].closed();
      },
      static_cast<u32>(meshes.size()));
  query(
      "make", "trees",
      [&, k = std::size_t{0}](Random&, Hash& hash) mutable {
        put_model(p.models[k++], [&](std::span<const std::byte> bytes) {
          for (std::byte b : bytes) hash.bits(static_cast<u64>(b));
          return true;
        });
        return true;
      },
      static_cast<u32>(p.models.size()));
}

}  // namespace apart::bits
