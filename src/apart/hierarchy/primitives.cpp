#include <apart/hierarchy/primitives.hpp>

namespace apart {

Primitives primitives(const Mesh& mesh, bool with_moments) {
  Bounds all;
  for (Vec3d v : mesh.vertices()) all.add(v);
  const Vec3d origin = mesh.empty() ? Vec3d{} : all.centre();
  Primitives out;
  out.boxes.reserve(mesh.size());
  out.centres.reserve(mesh.size());
  if (with_moments) out.moments.reserve(mesh.size());
  for (u32 i = 0; i < mesh.size(); ++i) {
    Triangled t = mesh.triangle(i);
    Bounds box;
    for (int k = 0; k < 3; ++k) {
      t[k] -= origin;
      box.add(t[k]);
    }
    out.boxes.push_back(box);
    out.centres.push_back(box.centre());
    if (with_moments) out.moments.push_back(moments(t));
  }
  return out;
}

}  // namespace apart
