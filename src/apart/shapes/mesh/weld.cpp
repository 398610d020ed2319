// Exact vertex welding by a hash table.
#include <apart/shapes/mesh/weld.hpp>
#include <apart/shapes/mesh/welder.hpp>

namespace apart {
std::vector<u32> first_at_same_place(const Mesh& mesh) {
  // An open-addressing hash table of the positions, small for the cache: it grows with them, not with the vertices.
  constexpr u32 free = ~u32{0};
  const std::span<const Vec3d> vertices = mesh.vertices();
  std::vector<u32> first(vertices.size()), table(64, free);
  auto slot = [&](u32 i) -> u32& {
    const u64 mask = table.size() - 1;
    u64 at = hash_of_place(vertices[i]) & mask;
    while (table[at] != free && vertices[table[at]] != vertices[i]) at = (at + 1) & mask;
    return table[at];
  };
  std::size_t places = 0;
  for (u32 i = 0; i < vertices.size(); ++i) {
    constexpr u32 ahead = 16;  // its slot is on the way from memory while others are looked for
    if (i + ahead < vertices.size())
      __builtin_prefetch(&table[hash_of_place(vertices[i + ahead]) & (table.size() - 1)]);
    u32& found = slot(i);
    first[i] = found == free ? i : found;
    if (found != free) continue;
    found = i;
    if (2 * ++places <= table.size()) continue;
    table.assign(2 * table.size(), free);
    for (u32 k = 0; k <= i; ++k)
      if (first[k] == k) slot(k) = k;
  }
  return first;
}

Mesh welded(const Mesh& mesh) {
  std::vector<u32> to = first_at_same_place(mesh);
  std::vector<Vec3d> vertices;
  for (u32 i = 0; i < to.size(); ++i) {
    if (to[i] == i) {
      to[i] = static_cast<u32>(vertices.size());
      vertices.push_back(mesh.vertices()[i]);
    } else {
      to[i] = to[to[i]];  // earlier, so already renumbered
    }
  }
  std::vector<Face> faces(mesh.faces().begin(), mesh.faces().end());
  for (Face& face : faces)
    for (u32& v : face) v = to[v];
  return Mesh::make(std::move(vertices), std::move(faces)).value();
}

}  // namespace apart
