#include <apart/shapes/mesh/mass.hpp>
#include <apart/shapes/mesh/topology.hpp>

namespace apart {

namespace {

template <class IsSolid>
Mass mass_of(const Mesh& mesh, IsSolid is_solid) {
  Mass out;
  if (mesh.empty()) return out;

  // Everything is measured from the middle of the box, in units near its half size (a power of two, so that
  // nothing is rounded): far away, tiny and huge meshes
  // keep their digits, and no square over- or underflows.
  Vec3d low = mesh.triangle(0).a, high = low;
  for (const Face& f : mesh.faces())
    for (u32 v : f) low = lesser(low, mesh.vertices()[v]), high = larger(high, mesh.vertices()[v]);
  const Vec3d middle = low + (high / 2.0 - low / 2.0);
  const double half = largest(high / 2.0 - low / 2.0);
  if (!(half > 0)) return out;
  const double unit = std::ldexp(1.0, std::ilogb(half));

  double area = 0, volume = 0, magnitude = 0;  // twice; six times; the same without signs
  Vec3d surface, first;      // area-weighted sums of corners; volume-weighted sums of tetrahedra's corners
  double second[3][3] = {};  // ∫ x xᵀ, times 120
  for (u32 i = 0; i < mesh.size(); ++i) {
    Triangle t = mesh.triangle(i);
    for (int k = 0; k < 3; ++k) t[k] = (t[k] - middle) / unit;
    const Vec3d sum = t.a + t.b + t.c;
    const double twice = length(area_vector(t)), six = dot(t.a, cross(t.b, t.c));
    area += twice, volume += six, magnitude += std::abs(six);
    surface += twice * sum, first += six * sum;
    for (int r = 0; r < 3; ++r)
      for (int c = r; c < 3; ++c)
        second[r][c] += six * (t.a[r] * t.a[c] + t.b[r] * t.b[c] + t.c[r] * t.c[c] + sum[r] * sum[c]);
  }
  if (!(area > 0)) return out;

  out.area = area / 2 * unit * unit;
  out.centroid = middle + unit * (surface / (3 * area));
  out.of = Mass::Of::surface;
  if (!is_solid()) return out;

  out.of = Mass::Of::flat;
  if (std::abs(volume) <= 1e-14 * magnitude) return out;  // no more than rounding leaves
  out.of = Mass::Of::solid;
  out.volume = volume / 6 * unit * unit * unit;
  const Vec3d centre = first / (4 * volume);
  out.centroid = middle + unit * centre;
  double moment[3][3];  // about the centroid
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c)
      moment[r][c] = second[std::min(r, c)][std::max(r, c)] / 120 - volume / 6 * centre[r] * centre[c];
  const double trace = moment[0][0] + moment[1][1] + moment[2][2];
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c)  // one factor at a time: a zero stays a zero however large the unit
      out.inertia(r, c) = ((r == c ? trace : 0) - moment[r][c]) * unit * unit * unit * unit * unit;
  return out;
}

}  // namespace

Mass mass(const Mesh& mesh) {
  return mass_of(mesh, [&] { return MeshTopology::of(mesh).solid(); });
}
Mass mass(const Mesh& mesh, bool solid) {
  return mass_of(mesh, [&] { return solid; });
}

}  // namespace apart
