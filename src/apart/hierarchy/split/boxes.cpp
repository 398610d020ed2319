#include <apart/hierarchy/split/boxes.hpp>

namespace apart::hierarchy {

std::vector<Bounds> boxes_of(const Mesh& mesh) {
  std::vector<Bounds> out(mesh.size());
  for (u32 i = 0; i < mesh.size(); ++i) {
    const Triangle t = mesh.triangle(i);
    for (int k = 0; k < 3; ++k) out[i].add(t[k]);
  }
  return out;
}

std::vector<Bounds> unit_boxes(std::span<const Bounds> boxes) {
  Bounds all;
  for (const Bounds& box : boxes) all.add(box);
  std::vector<Bounds> out(boxes.begin(), boxes.end());
  if (out.empty()) return out;
  const Vec3d centre = all.centre();
  const double half = largest(0.5 * all.high - 0.5 * all.low);
  // In two steps, since one factor for the smallest numbers would overflow.
  const int exponent = half > 0 ? -std::ilogb(half) : 0;
  const double some = std::ldexp(1.0, exponent / 2), rest = std::ldexp(1.0, exponent - exponent / 2);
  for (Bounds& box : out) box = {(box.low - centre) * some * rest, (box.high - centre) * some * rest};
  return out;
}

}  // namespace apart::hierarchy
