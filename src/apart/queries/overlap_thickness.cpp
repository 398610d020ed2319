// The direction of least extent of each region that two solids share.
#include <algorithm>
#include <apart/base/relative.hpp>
#include <apart/queries/overlap_regions.hpp>
#include <apart/queries/overlap_thickness.hpp>
#include <apart/shapes/mesh/moments.hpp>

namespace apart::queries {

std::optional<double> overlap_thickness(const Model& a, const Pose& given, const Model& b,
                                        std::span<const TouchingPair> touching) {
  const Pose b_in_a = require_usable(given);
  if (touching.empty() || !a.closed() || !b.closed()) return std::nullopt;
  const PlacedPair placed{a.mesh(), b_in_a, b.mesh()};
  double thickest = 0;
  overlap_regions(placed, a, b, touching).for_each([&](auto region, auto pairs) {
    std::vector<Vec3d> directions{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, corners;
    for (int k = 0; k < 3; ++k) directions.push_back(b_in_a.rotation.column(k));
    for (const RegionPoint& p : region) corners.push_back(p.at);
    const Mat3d own = principal_axes(std::span<const Vec3d>(corners));
    directions.insert(directions.end(), own.rows, own.rows + 3);
    // Sufficiently different normals, of some triangles spread over all that touch here.
    constexpr std::size_t kMostNormals = 64;
    for (std::size_t k = 0; k < pairs.size(); k += 1 + pairs.size() / kMostNormals) {
      const TouchingPair& pair = touching[pairs[k].second];
      for (const Triangle& t : {placed.of_a(pair.triangle_a), placed.of_b(pair.triangle_b)}) {
        const Vec3d normal = area_vector(t);
        const double size = length(normal);
        const auto alike = [&](Vec3d d) { return std::abs(dot(d, normal)) > (1 - 1e-9) * size; };
        if (size > 0 && std::none_of(directions.begin(), directions.end(), alike)) directions.push_back(normal / size);
      }
    }
    double thickness = std::numeric_limits<double>::infinity();
    for (const Vec3d& d : directions) thickness = lesser(thickness, extent_along(region, d));
    thickest = larger(thickest, thickness);
  });
  return thickest;
}

}  // namespace apart::queries
