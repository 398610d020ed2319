// The corners of a polytope between pairs of parallel planes, as the literature finds them (Ericson 2005,
// section 4.6.4): for comparison, since slab_solid() is faster, and for tests of it. The polytope must have a volume.
#pragma once
#include <apart/base/random.hpp>
#include <apart/shapes/hull.hpp>
#include <optional>

namespace apart::volumes {

// All p with normal · p ≤ offset for each.
struct SlabPlane {
  Vec3d normal;
  double offset;
};
inline std::vector<SlabPlane> slab_planes(std::span<const Vec3d> normals, std::span<const double> centre,
                                          std::span<const double> half) {
  std::vector<SlabPlane> out;
  for (std::size_t i = 0; i < normals.size(); ++i) {
    out.push_back({normals[i], centre[i] + half[i]});
    out.push_back({-normals[i], half[i] - centre[i]});
  }
  return out;
}

// Where three planes meet, for all triples: those that lie beyond no other plane, by more than `error`.
inline std::vector<Vec3d> corners_by_triples(std::span<const SlabPlane> planes, double error) {
  std::vector<Vec3d> out;
  for (std::size_t i = 0; i < planes.size(); ++i)
    for (std::size_t j = i + 1; j < planes.size(); ++j)
      for (std::size_t k = j + 1; k < planes.size(); ++k) {
        const Vec3d jk = cross(planes[j].normal, planes[k].normal);
        const double volume = dot(planes[i].normal, jk);
        if (!(std::abs(volume) > 1e-9)) continue;
        const Vec3d p =
            (1 / volume) * (planes[i].offset * jk + planes[j].offset * cross(planes[k].normal, planes[i].normal) +
                            planes[k].offset * cross(planes[i].normal, planes[j].normal));
        bool inside = true;
        for (const SlabPlane& plane : planes) inside = inside && dot(plane.normal, p) <= plane.offset + error;
        if (inside) out.push_back(p);
      }
  return out;
}

// A point inside, by the method of alternating projections: two points of the surface, each from a start of its own,
// and the middle between them.
inline std::optional<Vec3d> inside_by_projections(std::span<const SlabPlane> planes, double size) {
  Random random(1);
  const auto on_surface = [&](Vec3d p) {
    for (int round = 0; round < 1000; ++round) {
      bool moved = false;
      for (const SlabPlane& plane : planes)
        if (const double beyond = dot(plane.normal, p) - plane.offset; beyond > 1e-13 * size)
          p -= (beyond / squared_length(plane.normal)) * plane.normal, moved = true;
      if (!moved) break;
    }
    return p;
  };
  Vec3d sum{};
  constexpr int starts = 16;
  for (int k = 0; k < starts; ++k) sum += on_surface(4 * size * random.direction());
  const Vec3d middle = (1.0 / starts) * sum;
  for (const SlabPlane& plane : planes)
    if (!(dot(plane.normal, middle) < plane.offset)) return std::nullopt;
  return middle;
}

// The planes about a point inside as points, whose hull has a face for each corner.
inline std::vector<Vec3d> corners_by_duality(std::span<const SlabPlane> planes, Vec3d inside) {
  std::vector<Vec3d> points;
  for (const SlabPlane& plane : planes)
    points.push_back((1 / (plane.offset - dot(plane.normal, inside))) * plane.normal);
  const Hull hull = convex_hull(points);
  std::vector<Vec3d> out;
  for (const Face& f : hull.faces) {
    const Vec3d a = hull.vertices[f[0]], b = hull.vertices[f[1]], c = hull.vertices[f[2]];
    const Vec3d n = cross(b - a, c - a);
    out.push_back(inside + (1 / dot(n, a)) * n);
  }
  return out;
}

}  // namespace apart::volumes
