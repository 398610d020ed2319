#include <apart/base/pack.hpp>
#include <apart/hierarchy/tree.hpp>

namespace apart::hierarchy {

Frame frame_of(const Mesh& mesh, const Workers& workers) { return frame_of(bounds_of(mesh, workers)); }

Bounds bounds_of(const Mesh& mesh, const Workers& workers) {
  return workers.sum<Bounds>(mesh.size(), 1 << 13, [&](std::size_t begin, std::size_t end) {
    using Two = Pack<double, 2>;
    Two low(Bounds::kInfinity), high(-Bounds::kInfinity);
    double low_z = Bounds::kInfinity, high_z = -Bounds::kInfinity;
    for (std::size_t i = begin; i < end; ++i) {  // of each triangle first: it does not wait for the one before
      const Face& face = mesh.faces()[i];
      const Vec3d &a = mesh.vertices()[face[0]], &b = mesh.vertices()[face[1]], &c = mesh.vertices()[face[2]];
      const Two at_a = Two::load(&a.x), at_b = Two::load(&b.x), at_c = Two::load(&c.x);
      low = lesser(low, lesser(lesser(at_a, at_b), at_c)), high = larger(high, larger(larger(at_a, at_b), at_c));
      low_z = lesser(low_z, lesser(lesser(a.z, b.z), c.z)), high_z = larger(high_z, larger(larger(a.z, b.z), c.z));
    }
    return Bounds{{low[0], low[1], low_z}, {high[0], high[1], high_z}};
  });
}

Frame frame_of(const Bounds& box) {
  if (box.empty()) return {};
  return {box.centre(), length(box.size() * 0.5) * (1 + 8 * kUnit<double>)};
}

std::vector<ItemRange> item_ranges(std::span<const Ref> nodes, std::span<const Item> order) {
  std::vector<ItemRange> out(nodes.size());
  for (std::size_t n = nodes.size(); n-- > 0;) {  // children come after their parents
    const Ref ref = nodes[n];
    if (ref.is_leaf()) {
      u32 last = ref.first();
      while (!order[last].last()) ++last;
      out[n] = {ref.first(), last + 1};
    } else {
      out[n].begin = out[ref.first()].begin;
      for_each_child(nodes, ref, [&](u32 child) { out[n].end = out[child].end; });
    }
  }
  return out;
}

}  // namespace apart::hierarchy
