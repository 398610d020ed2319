#include <apart/shapes/weld.hpp>
#include <bit>

namespace apart {
namespace {

u64 hash(Vec3d p) {
  u64 h = 0;
  for (int i = 0; i < 3; ++i) {
    h ^= std::bit_cast<u64>(p[i] + 0.0);  // −0 + 0 is 0
    h *= 0x9e3779b97f4a7c15u;
    h ^= h >> 32;
  }
  return h;
}

}  // namespace

std::vector<u32> first_at_same_place(const Mesh& mesh) {
  constexpr u32 free = ~u32{0};
  const std::span<const Vec3d> vertices = mesh.vertices();
  const u64 mask = std::bit_ceil(2 * vertices.size() + 1) - 1;
  std::vector<u32> table(mask + 1, free), first(vertices.size());
  for (u32 i = 0; i < vertices.size(); ++i) {
    u64 slot = hash(vertices[i]) & mask;
    while (table[slot] != free && vertices[table[slot]] != vertices[i]) slot = (slot + 1) & mask;
    if (table[slot] == free) table[slot] = i;
    first[i] = table[slot];
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
