// The box of least volume around a convex hull. (O'Rourke, Finding minimal enclosing boxes, 1985.)
//
// Two adjacent sides of the minimal box each lie on an edge of the hull. Given the two edges, the normal m1 of one side
// may vary between the normals of the two facets at the first edge, m1 = f + t·(g − f); the normal of the other
// follows, m2 = ±e2 × m1, as long as it stays between the facets at the second edge; and m3 = m1 × m2. While the same
// corners touch the box, its volume is a smooth function of t, minimal at an end or where the derivative passes zero.
#include <algorithm>
#include <apart/base/rigidity.hpp>
#include <apart/shapes/mesh/topology.hpp>
#include <apart/volumes/fits/box_measure.hpp>
#include <apart/volumes/fits/fit_obb.hpp>

namespace apart::volumes {

namespace {

constexpr double kLevel = 1e-13;  // of numbers near 1

struct HullEdge {
  Vec3d direction;
  Vec3d from, to;  // unit normals of the facets at it
};

// A box of a family: which corners touch it, its size, and the derivative by t.
struct Touch {
  std::array<u32, 6> corner{};
  double volume = std::numeric_limits<double>::infinity();
  double growth = 0;  // of the logarithm
  Mat3d axes{};
};

struct Family {
  std::span<const Vec3d> corners;
  const BoxMeasure& measure;
  Vec3d from, along;  // m1 = from + t · along
  Vec3d edge;         // m2 = edge × m1

  Touch at(double t) const {
    const Vec3d m1 = from + t * along, m2 = cross(edge, m1), m3 = cross(m1, m2);
    const double l1 = length(m1), l2 = length(m2);
    Touch out;
    if (!(l1 > 1e-9) || !(l2 > 1e-9)) return out;
    out.axes = {{m1 / l1, m2 / l2, m3 / (l1 * l2)}};
    // Relative to the first corner, which is 0. Corners that are level to rounding, as the ends of both edges are,
    // always count as the first of them. Where m1 is nearly parallel to the edge, rounding dominates m2.
    const double level = kLevel + 1e-15 / l2;
    Vec3d low{}, high{}, touched_low{}, touched_high{};
    for (u32 i = 1; i < corners.size(); ++i) {
      const Vec3d p = out.axes * corners[i];
      low = lesser(low, p), high = larger(high, p);
      for (int k = 0; k < 3; ++k) {
        const auto side = 2 * static_cast<std::size_t>(k);
        if (p[k] < touched_low[k] - level) touched_low[k] = p[k], out.corner[side] = i;
        if (p[k] > touched_high[k] + level) touched_high[k] = p[k], out.corner[side + 1] = i;
      }
    }
    out.volume = measure(high - low);
    // d log((a·m1)(b·m2)(c·m3) / (m1² m2²))
    const Vec3d d2 = cross(edge, along), d3 = cross(along, m2) + cross(m1, d2);
    const auto width = [&](std::size_t k) { return corners[out.corner[2 * k + 1]] - corners[out.corner[2 * k]]; };
    out.growth = dot(width(0), along) / dot(width(0), m1) + dot(width(1), d2) / dot(width(1), m2) +
                 dot(width(2), d3) / dot(width(2), m3) - 2 * dot(m1, along) / (l1 * l1) - 2 * dot(m2, d2) / (l2 * l2);
    return out;
  }

  void keep(const Touch& t, Touch& best) const {
    if (t.volume < best.volume) best = t;
  }

  // Follows the derivative to where it passes zero from below. Where the touching corner changes it jumps, but only
  // upward, so a narrow interval has at most one such zero. A wide interval with a change of corners is split. `left`
  // is far more than needed, and only guarantees termination whatever rounding does.
  void search(double t0, const Touch& a, double t1, const Touch& b, double narrow, Touch& best, int& left) const {
    if (t1 - t0 < 1e-15 || left-- <= 0) return;
    const bool plain = a.corner == b.corner || t1 - t0 <= narrow;
    if (plain && !(a.growth < 0 && b.growth > 0)) return;
    const double t = 0.5 * (t0 + t1);
    const Touch middle = at(t);
    keep(middle, best);
    if (!plain || middle.growth > 0) search(t0, a, t, middle, narrow, best, left);
    if (!plain || !(middle.growth > 0)) search(t, middle, t1, b, narrow, best, left);
  }
};

// Edges where two facets meet at an angle.
std::vector<HullEdge> bent_edges(const Mesh& hull, const MeshTopology& topology) {
  struct Sides {
    u32 face[2], count = 0;
  };
  std::vector<Sides> sides(topology.edges.size());
  for (u32 f = 0; f < hull.size(); ++f)
    for (u32 e : topology.face_edges[f])
      if (e != MeshTopology::kNone && sides[e].count < 2) sides[e].face[sides[e].count++] = f;
  std::vector<HullEdge> out;
  for (u32 e = 0; e < sides.size(); ++e) {
    if (sides[e].count != 2) continue;
    Vec3d normal[2];
    for (int k = 0; k < 2; ++k) {
      normal[k] = area_vector(hull.triangle(sides[e].face[k]));
      normal[k] = normal[k] / length(normal[k]);
    }
    const Vec3d d = hull.vertices()[topology.edges[e].b] - hull.vertices()[topology.edges[e].a];
    if (!is_finite(normal[0]) || !is_finite(normal[1]) || !(length(cross(normal[0], normal[1])) > 1e-9)) continue;
    out.push_back({d / length(d), normal[0], normal[1]});
  }
  return out;
}

}  // namespace

Mat3d minimum_axes(const Mesh& hull) {
  if (hull.vertices().empty()) return {};
  // Relative to a corner, in units near the hull's size.
  const MeshTopology topology = MeshTopology::of(hull);
  std::vector<Vec3d> points;
  for (u32 v = 0; v < hull.vertices().size(); ++v)
    if (topology.vertex[v] == v) points.push_back(hull.vertices()[v] - hull.vertices()[0]);
  double far = 0;
  for (Vec3d p : points) far = larger(far, largest(abs(p)));
  if (!(far > 0)) return {};
  const int power = std::ilogb(far);
  for (Vec3d& p : points)
    for (int i = 0; i < 3; ++i) p[i] = std::scalbn(p[i], -power);
  const BoxMeasure measure(points);

  Touch best;
  const auto offer = [&](const Mat3d& axes) {
    const double volume = measure(axes);
    if (volume < best.volume) best.volume = volume, best.axes = axes;
  };
  // Flat hulls and lines have no such family; the box along their plane is minimal.
  offer(iterated_axes(points));
  offer(shortest_axes(points));
  // A side on a whole facet.
  for (u32 f = 0; f < hull.size(); ++f) {
    const Vec3d normal = area_vector(hull.triangle(f));
    if (length(normal) > 0) offer(axes_about(normal, points));
  }

  const std::vector<HullEdge> edges = bent_edges(hull, topology);
  for (std::size_t i = 0; i < edges.size(); ++i)
    for (std::size_t j = i; j < edges.size(); ++j)
      for (const double sign : {1.0, -1.0}) {
        const HullEdge &a = edges[i], &b = edges[j];
        const Family family{points, measure, a.from, a.to - a.from, sign * b.direction};
        // m2 lies between the second edge's normals: both of these, which are linear in t, are non-negative.
        const Vec3d axis = cross(b.from, b.to), low = cross(axis, b.from), high = cross(b.to, axis);
        double t0 = 0, t1 = 1;
        for (const Vec3d limit : {low, high}) {
          const double at0 = dot(limit, cross(family.edge, a.from)), at1 = dot(limit, cross(family.edge, a.to));
          if (at0 < 0 && at1 < 0) t1 = -1;
          if ((at0 < 0) == (at1 < 0)) continue;
          const double root = at0 / (at0 - at1);
          if (at0 < 0)
            t0 = larger(t0, root);
          else
            t1 = lesser(t1, root);
        }
        if (!(t0 <= t1)) continue;
        constexpr int kParts = 4;  // so that two local minima seldom fall into one
        int left = 10000;
        Touch before = family.at(t0);
        family.keep(before, best);
        for (int k = 1; k <= kParts; ++k) {
          const double from = t0 + (t1 - t0) * (k - 1) / kParts, to = t0 + (t1 - t0) * k / kParts;
          const Touch after = family.at(to);
          family.keep(after, best);
          family.search(from, before, to, after, (t1 - t0) / 64, best, left);
          before = after;
        }
      }
  return nearest_rotation(best.axes);
}

}  // namespace apart::volumes
