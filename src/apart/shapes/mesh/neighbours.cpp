#include <algorithm>
#include <apart/shapes/mesh/neighbours.hpp>
#include <apart/shapes/mesh/topology.hpp>

namespace apart {

Neighbours neighbours(const Mesh& mesh) {
  const MeshTopology topology = MeshTopology::of(mesh);
  Neighbours out;
  out.first.assign(mesh.vertices().size() + 1, 0);
  for (const MeshTopology::Edge& e : topology.edges) ++out.first[e.a + 1], ++out.first[e.b + 1];
  for (std::size_t i = 1; i < out.first.size(); ++i) out.first[i] += out.first[i - 1];
  out.others.resize(out.first.back());
  std::vector<u32> next(out.first.begin(), out.first.end() - 1);
  for (const MeshTopology::Edge& e : topology.edges) out.others[next[e.a]++] = e.b, out.others[next[e.b]++] = e.a;
  for (u32 v = 0; v < out.vertices(); ++v)
    std::sort(out.others.begin() + out.first[v], out.others.begin() + out.first[v + 1]);
  return out;
}

}  // namespace apart
