// Few points of every awkward kind, and their convex hull by trying all planes: for tests and measurements of fits.
#pragma once
#include <apart/base/random.hpp>
#include <apart/shapes/mesh.hpp>
#include <apart/volumes/fits/calipers.hpp>

namespace apart::testing {

// Strewn, in a plane, on a line, at one place, on a sphere exactly (turned: to rounding), or on a small grid; with
// duplicates; at sizes 1e-8 to 1e8 and near or far from the origin.
inline std::vector<Vec3d> any_points(Random& random, u32 most = 12) {
  const u32 n = 1 + random.below(most), kind = random.below(8);
  const Vec3d stretch{random.uniform(0.05, 1), random.uniform(0.05, 1), 1};
  std::vector<Vec3d> points;
  for (u32 i = 0; i < n; ++i) {
    Vec3d p = random.in_box(1);
    const auto sign = [&] { return random.chance(0.5) ? 1.0 : -1.0; };
    switch (kind) {
      case 0:
        p = {p.x, p.y, 0};
        break;
      case 1:
        p = {p.x, 0, 0};
        break;
      case 2:
        p = {};
        break;
      case 3: {  // all 24 places of (±2, ±6, ±9)/11 with the coordinates turned round lie on the unit sphere
        const Vec3d q{sign() * 2, sign() * 6, sign() * 9};
        const int r = static_cast<int>(random.below(3));
        p = {q[r], q[(r + 1) % 3], q[(r + 2) % 3]};
        break;
      }
      case 4:
        p = {double(random.below(3)), double(random.below(3)), double(random.below(3))};
        break;
      default:
        p = {stretch.x * p.x, stretch.y * p.y, stretch.z * p.z};
    }
    points.push_back(p);
    if (random.chance(0.2)) points.push_back(points[random.below(static_cast<u32>(points.size()))]);
  }
  const double scale = std::pow(10, random.uniform(-8, 8));
  const Mat3d turn = random.chance(0.5) ? Mat3d{} : random.rotation();
  const Vec3d shift = random.chance(0.5) ? Vec3d{} : scale * random.in_box(random.chance(0.5) ? 3 : 1000);
  for (Vec3d& p : points) p = shift + scale * (turn * p);
  return points;
}

// The convex hull by trying the plane of every three points: n⁴, for a few dozen points. Facets with more than three
// corners are cut into fans. Flat sets have no facet to one side only, so they give a mesh without triangles.
inline Mesh small_hull(std::span<const Vec3d> points) {
  Vec3d middle{};
  for (Vec3d p : points) middle += p / double(points.size());
  double size = 0;
  for (Vec3d p : points) size = std::max(size, length(p - middle));
  std::vector<Vec3d> unique;
  for (Vec3d p : points) {
    bool there = false;
    for (Vec3d q : unique) there = there || length(p - q) <= 1e-12 * size;
    if (!there) unique.push_back(p);
  }
  // Points on the way from one to another are no corners; kept, they would be cut off on one side of an edge and not on
  // the other.
  const double level = 1e-10 * size;
  const auto between = [&](Vec3d p) {
    for (Vec3d a : unique)
      for (Vec3d b : unique) {
        const Vec3d ab = b - a, ap = p - a;
        const double t = dot(ab, ap) / dot(ab, ab);
        if (a != p && b != p && t > 0 && t < 1 && length(ap - t * ab) <= level) return true;
      }
    return false;
  };
  std::vector<Vec3d> kept;
  for (Vec3d p : unique)
    if (!between(p)) kept.push_back(p);
  unique = std::move(kept);
  const u32 n = static_cast<u32>(unique.size());
  std::vector<Face> faces;
  for (u32 i = 0; i < n; ++i)
    for (u32 j = 0; j < n; ++j)
      for (u32 k = j + 1; k < n; ++k) {
        if (i == j || i >= k) continue;  // i < k and j < k; both turns of the rest
        const Vec3d cross_product = cross(unique[j] - unique[i], unique[k] - unique[i]);
        if (!(length(cross_product) > 1e-9 * size * size)) continue;
        const Vec3d normal = cross_product / length(cross_product);
        bool outermost = true, flat = true, first = true;
        std::vector<u32> on;
        for (u32 p = 0; p < n && outermost; ++p) {
          const double height = dot(unique[p] - unique[i], normal);
          outermost = height <= level;
          flat = flat && std::abs(height) <= level;
          if (std::abs(height) <= level) {
            // Once for each plane: from its three first points that are not on a line.
            on.push_back(p);
          }
        }
        if (!outermost || flat) continue;
        for (u32 a = 0; a < on.size() && first; ++a)
          for (u32 b = 0; b < on.size() && first; ++b)
            for (u32 c = b + 1; c < on.size() && first; ++c) {
              if (on[a] == on[b] || on[a] >= on[c]) continue;
              const Vec3d other = cross(unique[on[b]] - unique[on[a]], unique[on[c]] - unique[on[a]]);
              if (!(length(other) > 1e-9 * size * size) || dot(other, normal) < 0) continue;
              first = false;
              if (on[a] != i || on[b] != j || on[c] != k) on.clear();
            }
        if (on.empty()) continue;
        const Vec3d u = (unique[j] - unique[i]) / length(unique[j] - unique[i]), v = cross(normal, u);
        std::vector<Point2> flat_points;
        for (u32 p : on) flat_points.push_back({dot(unique[p] - unique[i], u), dot(unique[p] - unique[i], v)});
        std::vector<u32> ring;
        for (Point2 q : convex_hull(flat_points))
          for (std::size_t p = 0; p < on.size(); ++p)
            if (flat_points[p].x == q.x && flat_points[p].y == q.y) {
              ring.push_back(on[p]);
              break;
            }
        for (std::size_t p = 2; p < ring.size(); ++p) faces.push_back({ring[0], ring[p - 1], ring[p]});
      }
  return Mesh::make(std::move(unique), std::move(faces)).value();
}

}  // namespace apart::testing
