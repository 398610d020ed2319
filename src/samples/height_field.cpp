#include <samples/generate.hpp>
#include <samples/sketch.hpp>

namespace apart::generate {

Mesh height_field(Vec3d size, u32 nx, u32 ny, u64 seed) {
  APART_ASSERT(nx >= 1 && ny >= 1, "a height field needs a cell");
  // Random numbers on three lattices, each twice as fine and half as high as the last, smoothly joined.
  struct Lattice {
    u32 cells;
    double weight;
    std::vector<double> values;
  };
  Random random(seed);
  std::vector<Lattice> lattices;
  for (auto [cells, weight] : {std::pair{4u, 4 / 7.0}, {8u, 2 / 7.0}, {16u, 1 / 7.0}}) {
    lattices.push_back({cells, weight, {}});
    for (u32 i = 0; i < (cells + 1) * (cells + 1); ++i) lattices.back().values.push_back(random.uniform());
  }
  auto smooth = [](double t) { return t * t * (3 - 2 * t); };
  auto height = [&](double x, double y) {
    double sum = 0;
    for (const auto& [cells, weight, values] : lattices) {
      const u32 i = std::min(cells - 1, static_cast<u32>(x * cells)),
                j = std::min(cells - 1, static_cast<u32>(y * cells));
      const double u = smooth(x * cells - i), v = smooth(y * cells - j);
      const double* at = &values[j * (cells + 1) + i];
      sum += weight * ((1 - v) * ((1 - u) * at[0] + u * at[1]) + v * ((1 - u) * at[cells + 1] + u * at[cells + 2]));
    }
    return sum;
  };
  Sketch sketch;
  for (u32 j = 0; j <= ny; ++j)
    for (u32 i = 0; i <= nx; ++i) {
      const double x = static_cast<double>(i) / nx, y = static_cast<double>(j) / ny;
      sketch.add({size.x * x, size.y * y, size.z * height(x, y)});
    }
  for (u32 j = 0; j < ny; ++j)
    for (u32 i = 0; i < nx; ++i) {
      const u32 a = j * (nx + 1) + i;
      sketch.quad(a, a + 1, a + nx + 2, a + nx + 1);
    }
  return sketch.finish();
}

}  // namespace apart::generate
