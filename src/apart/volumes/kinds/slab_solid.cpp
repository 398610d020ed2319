// Corners of a polytope between parallel planes, by clipping its faces.
#include <apart/base/mat3.hpp>
#include <apart/volumes/kinds/slab_solid.hpp>
#include <cmath>

namespace apart::volumes {
namespace {

using Polygon = std::vector<Vec3d>;

// The half-space below the plane normal · p = offset.
void clip(Polygon& polygon, Vec3d normal, double offset, Polygon& out) {
  bool cuts = false;
  for (Vec3d p : polygon) cuts = cuts || dot(normal, p) > offset;
  if (!cuts) return;
  out.clear();
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Vec3d p = polygon[i], q = polygon[i + 1 < polygon.size() ? i + 1 : 0];
    const double hp = dot(normal, p) - offset, hq = dot(normal, q) - offset;
    if (hp <= 0) out.push_back(p);
    if ((hp < 0 && hq > 0) || (hp > 0 && hq < 0)) out.push_back(p + (hp / (hp - hq)) * (q - p));
  }
  std::swap(polygon, out);
}

// The least-squares point of the central planes of all slabs.
Vec3d middle_of(std::span<const Vec3d> normals, std::span<const double> centre) {
  Mat3d m{{{}, {}, {}}};
  Vec3d b{};
  for (std::size_t i = 0; i < normals.size(); ++i) {
    const Vec3d n = normals[i];
    for (int k = 0; k < 3; ++k) m.rows[k] += n[k] * n;
    b += centre[i] * n;
  }
  const double det = determinant(m);  // by Cramer's rule; m is well conditioned if the normals span all directions
  return {determinant(Mat3d::from_columns(b, m.column(1), m.column(2))) / det,
          determinant(Mat3d::from_columns(m.column(0), b, m.column(2))) / det,
          determinant(Mat3d::from_columns(m.column(0), m.column(1), b)) / det};
}

}  // namespace

// Each face is a large square in its plane, clipped by all other planes (Ericson, section 8.3). The slabs are made a
// little thicker first: no face of the polytope is then lost to rounding, and a flat one has an interior.
SlabSolid slab_solid(std::span<const Vec3d> normals, std::span<const double> centre, std::span<const double> half) {
  SlabSolid solid;
  const Vec3d origin = middle_of(normals, centre);
  std::vector<double> shift(normals.size());
  double size = 0, far = largest(abs(origin));
  for (std::size_t i = 0; i < normals.size(); ++i) {
    shift[i] = centre[i] - dot(normals[i], origin);
    size = larger(size, std::abs(shift[i]) + half[i]);
    far = larger(far, std::abs(centre[i]));
  }
  const double more = 1e-13 * size + 1e-14 * far;
  solid.slack = 100 * more;
  if (!(size + far > 0)) {
    solid.corners.push_back(origin);
    return solid;
  }
  size += more;
  Polygon polygon, other;
  for (std::size_t face = 0; face < 2 * normals.size(); ++face) {
    const double side = face % 2 ? -1 : 1;
    const Vec3d normal = side * normals[face / 2];
    const double offset = side * shift[face / 2] + half[face / 2] + more, squared = squared_length(normal);
    const Vec3d a = abs(normal), foot = (offset / squared) * normal;
    const Vec3d off = a.x <= a.y && a.x <= a.z ? Vec3d{1, 0, 0} : a.y <= a.z ? Vec3d{0, 1, 0} : Vec3d{0, 0, 1};
    const Vec3d u = cross(off, normal), v = cross(normal, u) / std::sqrt(squared);
    const double reach = 8 * size / length(u);
    polygon = {foot - reach * u - reach * v, foot + reach * u - reach * v, foot + reach * u + reach * v,
               foot - reach * u + reach * v};
    for (std::size_t cut = 0; cut < 2 * normals.size() && !polygon.empty(); ++cut)
      if (cut / 2 != face / 2) {
        const double way = cut % 2 ? -1 : 1;
        clip(polygon, way * normals[cut / 2], way * shift[cut / 2] + half[cut / 2] + more, other);
      }
    if (polygon.size() < 3) continue;
    Vec3d twice{};
    for (std::size_t i = 2; i < polygon.size(); ++i)
      twice += cross(polygon[i - 1] - polygon[0], polygon[i] - polygon[0]);
    solid.area += 0.5 * length(twice);
    solid.volume += 0.5 * length(twice) * offset / (3 * std::sqrt(squared));
    for (Vec3d p : polygon) {
      bool known = false;
      for (Vec3d q : solid.corners) known = known || largest(abs(p + origin - q)) <= 10 * more;
      if (!known) solid.corners.push_back(p + origin);
    }
  }
  return solid;
}

}  // namespace apart::volumes
