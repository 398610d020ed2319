#include <apart/queries/grid_cells.hpp>
#include <cmath>

namespace apart::queries {

GridCells::GridCells(const Mesh& mesh) {
  Bounds box;
  for (u32 i = 0; i < mesh.size(); ++i) {
    const Triangle t = mesh.triangle(i);
    box.add(t.a), box.add(t.b), box.add(t.c);
  }
  low = box.low, high = box.high;
  const Vec3d size = box.size();
  const double wanted = lesser(larger(4.0 * mesh.size(), 4096.0), 0x1p23);
  double edge = larger(std::cbrt(size.x * size.y * size.z / wanted), largest(size) / 512);
  for (;; edge *= 2) {
    double all = 1, visited = 0;
    for (int k = 0; k < 3; ++k) {
      count[k] = size[k] > edge ? static_cast<int>(size[k] / edge) : 1;
      scale[k] = size[k] > 0 ? count[k] / size[k] : 0;
      width[k] = size[k] / count[k];
      all *= count[k];
    }
    for (u32 i = 0; i < mesh.size() && all > 1; ++i) {
      const Triangle t = mesh.triangle(i);
      double touched = 1;
      for (int k = 0; k < 3; ++k)
        touched *=
            cell(k, larger(larger(t.a[k], t.b[k]), t.c[k])) - cell(k, lesser(lesser(t.a[k], t.b[k]), t.c[k])) + 1;
      visited += touched;
    }
    if (visited <= 32 * (all + mesh.size())) return;
  }
}

}  // namespace apart::queries
