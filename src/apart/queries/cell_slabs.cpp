#include <apart/base/rounding.hpp>
#include <apart/queries/cell_slabs.hpp>

namespace apart::queries {

void CellSlabs::fit(const Mesh& mesh, const GridCells& grid) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  struct Fit {
    Vec3d normal;  // first the sum of the areas
    double low = kInfinity, high = -kInfinity;
  };
  std::vector<Fit> fits(slabs_.size());
  const auto for_each = [&](auto f) {
    for (u32 i = 0; i < mesh.size(); ++i) {
      const Triangle t = mesh.triangle(i);
      grid.for_each_touched(t, [&](int x, int y, int z) {
        f(t, fits[static_cast<std::size_t>(of(grid.index(x, y, z)) - slabs_.data())], grid.middle({x, y, z}));
      });
    }
  };
  for_each([&](const Triangle& t, Fit& fit, Vec3d) { fit.normal += cross(t.b - t.a, t.c - t.a); });
  for (std::size_t i = 0; i < slabs_.size(); ++i) {
    const double size = length(fits[i].normal);
    slabs_[i].normal = size > 0 ? cast<float>(fits[i].normal / size) : Vec3f{1, 0, 0};
    fits[i].normal = cast<double>(slabs_[i].normal);
  }
  const Vec3d half = 0.5 * grid.width;
  for_each([&](const Triangle& t, Fit& fit, Vec3d middle) {
    const double a = dot(fit.normal, t.a - middle), b = dot(fit.normal, t.b - middle),
                 c = dot(fit.normal, t.c - middle);
    double low = lesser(lesser(a, b), c), high = larger(larger(a, b), c);
    // Of a triangle that is larger than the cell, what of its plane is in the cell.
    if (high - low > dot(abs(fit.normal), half)) {
      if (const GridCells::Plane plane = GridCells::plane(t); plane.known) {
        const double along = dot(fit.normal, plane.normal);
        const Vec3d across = abs(fit.normal - along * plane.normal);
        const double at = along * dot(plane.normal, t.a - middle), reach = dot(across, half);
        low = larger(low, at - reach), high = lesser(high, at + reach);
      }
    }
    fit.low = lesser(fit.low, low), fit.high = larger(fit.high, high);
  });
  const double margin = 2 * grid.margin();
  for (std::size_t i = 0; i < slabs_.size(); ++i)
    slabs_[i].low = float_below(fits[i].low - margin), slabs_[i].high = float_above(fits[i].high + margin);
}

}  // namespace apart::queries
