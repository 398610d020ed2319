#include <apart/base/bounds.hpp>
#include <apart/hierarchy/tree.hpp>

namespace apart {

Frame frame_of(const Mesh& mesh) {
  Bounds box;
  for (const Face& f : mesh.faces())
    for (u32 v : f) box.add(mesh.vertices()[v]);
  if (box.empty()) return {};
  return {box.centre(), length(box.size() * 0.5) * (1 + 8 * kUnit<double>)};
}

}  // namespace apart
