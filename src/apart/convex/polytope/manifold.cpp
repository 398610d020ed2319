// Reference and incident features, clipping, and reduction to four points.
#include <apart/base/usable_pose.hpp>
#include <apart/convex/features/voronoi_marching.hpp>
#include <apart/convex/polytope/resting_manifold.hpp>

namespace apart::convex {
namespace {

// The normal equals a face's, to rounding, if it comes from one. Edges along each other must be as parallel: their ends
// have no common normal otherwise.
constexpr double kFlush = 1e-8, kParallelEdges = 1e-7;

struct Facing {
  u32 face = Polytope::kNone;
  double off = 4;  // squared distance of unit normals
};

// Of the faces at the support vertex, the one most aligned with the normal.
Facing facing(const PlacedPolytope& p, Vec3d outward) {
  Facing best;
  if (p.shape().dimension() < 2) return best;
  const Vec3d own = p.own_direction(outward);
  for_each_edge_from(p.shape(), p.shape().farthest_vertex(own), [&](u32 half) {
    const u32 face = p.face_of(half);
    const double off = squared_length(p.faces()[face].plane.normal - own);
    if (off < best.off) best = {face, off};
    return true;
  });
  return best;
}

struct Contacts {
  PlacedPolytope polytopes[2];
  double radii[2];
  double margin;
  Vec3d normal;
  std::vector<ContactPoint>& out;

  // Two points of the cores, opposite to each other along the normal.
  void add(Vec3d on_a, Vec3d on_b) {
    const double depth = radii[0] + radii[1] - dot(normal, on_b - on_a);
    if (depth < -margin) return;
    const Vec3d from = on_a + radii[0] * normal;
    out.push_back({from, from - depth * normal, depth});
  }

  // The incident feature of the other, clipped by the sides of the reference face.
  void on_face(int side, u32 face) {
    const PlacedPolytope &p = polytopes[side], &o = polytopes[1 - side];
    const Polytope::Face& reference = p.faces()[face];
    std::vector<Vec3d> corners, kept;
    if (o.shape().dimension() < 2) {
      for (u32 i = 0; i < o.shape().vertices().size(); ++i) corners.push_back(p.own(o.vertex(i)));
    } else {
      const Polytope::Face& other = o.faces()[facing(o, side == 0 ? -normal : normal).face];
      for (u32 h = other.first_edge; h < other.first_edge + other.edge_count; ++h)
        corners.push_back(p.own(o.vertex(o.start_of(h))));
    }
    for (u32 h = reference.first_edge; h < reference.first_edge + reference.edge_count; ++h) {
      const Vec3d inward = p.own_inward(h), from = p.own_vertex(p.start_of(h));
      kept.clear();
      // A segment is traversed once, a polygon cyclically.
      const std::size_t count = corners.size(), sides = count == 2 ? 1 : count;
      if (count == 2 || count == 1) {
        for (std::size_t i = 0; i < count; ++i)
          if (dot(inward, corners[i] - from) >= 0) kept.push_back(corners[i]);
      }
      for (std::size_t i = 0; i < sides && count > 1; ++i) {
        const Vec3d q = corners[i], r = corners[(i + 1) % count];
        const double at_q = dot(inward, q - from), at_r = dot(inward, r - from);
        if (count > 2 && at_q >= 0) kept.push_back(q);
        if ((at_q >= 0) == (at_r >= 0)) continue;
        const Vec3d cut = q + at_q / (at_q - at_r) * (r - q);
        if (cut != q && cut != r) kept.push_back(cut);
      }
      corners.swap(kept);
    }
    for (Vec3d corner : corners) {
      const double height = p.own_height(face, corner);
      const Vec3d across = p.at() * (corner - height * reference.plane.normal), at = p.at() * corner;
      side == 0 ? add(across, at) : add(at, across);
    }
  }

  // An edge of a side that the contact lies on, if there is one.
  u32 edge_at(int side, Feature feature) const {
    if (polytopes[side].shape().dimension() == 1) return 0;
    return feature.kind == FeatureKind::edge ? feature.index : Polytope::kNone;
  }

  // The ends of the common part of two edges along each other.
  void on_edges(u32 a, u32 b) {
    const auto ends = [&](int side, u32 half, Vec3d(&to)[2]) {
      to[0] = polytopes[side].vertex(polytopes[side].start_of(half));
      to[1] = polytopes[side].vertex(polytopes[side].end_of(half));
    };
    Vec3d p[2], q[2];
    ends(0, a, p), ends(1, b, q);
    const Vec3d along = p[1] - p[0], other = q[1] - q[0];
    const double size = length(along) * length(other), turn = dot(along, other);
    if (!(length(cross(along, other)) <= kParallelEdges * size) || !(size > 0)) return;
    // The mean direction, so that neither is preferred.
    const Vec3d middle = along / length(along) + (turn < 0 ? -1 : 1) * other / length(other);
    double place[2][2];
    for (int i : {0, 1}) place[0][i] = dot(middle, p[i] - p[0]), place[1][i] = dot(middle, q[i] - p[0]);
    if (turn < 0) std::swap(q[0], q[1]), std::swap(place[1][0], place[1][1]);
    const double low = larger(place[0][0], place[1][0]), high = lesser(place[0][1], place[1][1]);
    if (!(low < high)) return;
    for (double at : {low, high}) {
      const double s = (at - place[0][0]) / (place[0][1] - place[0][0]),
                   t = (at - place[1][0]) / (place[1][1] - place[1][0]);
      add(p[0] + s * (p[1] - p[0]), q[0] + t * (q[1] - q[0]));
    }
  }
};

// Reduction: the deepest, the one farthest from it, and the two that span the most on either side of their line.
void reduce(const std::vector<ContactPoint>& all, Manifold& out) {
  out.reduced = all.size() > 4;
  if (!out.reduced) {
    for (const ContactPoint& p : all) out.points[out.count++] = p;
    return;
  }
  const auto most = [&](auto measure) {
    std::size_t best = 0;
    double highest = -std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < all.size(); ++i)
      if (const double m = measure(all[i]); m > highest) highest = m, best = i;
    out.points[out.count++] = all[best];
  };
  most([](const ContactPoint& p) { return p.depth; });
  const Vec3d first = out.points[0].on_a;
  most([&](const ContactPoint& p) { return squared_length(p.on_a - first); });
  const Vec3d across = cross(out.normal, out.points[1].on_a - first);
  most([&](const ContactPoint& p) { return dot(across, p.on_a - first); });
  most([&](const ContactPoint& p) { return -dot(across, p.on_a - first); });
}

}  // namespace
}  // namespace apart::convex

namespace apart {

// Of the faces whose unit normals are within `flush` of the normal of the nearest points, the most aligned one is the
// reference.
static Manifold manifold_on(const RoundedPolytope& a, const Pose& b_in_a, const RoundedPolytope& b,
                            std::vector<ContactPoint>& all, const ManifoldOptions& options, double flush) {
  all.clear();
  const FeatureDistance found = voronoi_marching(a.core, b_in_a, b.core, {.memory = options.memory});
  Manifold out;
  out.status = found.status, out.normal = found.normal;
  out.distance = found.distance - a.radius - b.radius;
  if (!(out.distance <= options.margin)) return out;
  Contacts contacts{{{a.core, {}}, {b.core, b_in_a}}, {a.radius, b.radius}, options.margin, found.normal, all};
  const Facing on_a = facing(contacts.polytopes[0], found.normal), on_b = facing(contacts.polytopes[1], -found.normal);
  if (lesser(on_a.off, on_b.off) <= flush * flush) {
    const bool of_a = on_a.off <= on_b.off;
    if (flush > kFlush) {
      const PlacedPolytope& p = contacts.polytopes[of_a ? 0 : 1];
      const Vec3d outward = p.at().rotate(p.faces()[of_a ? on_a.face : on_b.face].plane.normal);
      out.normal = contacts.normal = of_a ? outward : -outward;
    }
    contacts.on_face(of_a ? 0 : 1, of_a ? on_a.face : on_b.face);
  } else {
    const u32 edge_a = contacts.edge_at(0, found.features.a), edge_b = contacts.edge_at(1, found.features.b);
    if (edge_a != Polytope::kNone && edge_b != Polytope::kNone) contacts.on_edges(edge_a, edge_b);
  }
  // The deepest may lie on another face at the support vertex.
  double deepest = -std::numeric_limits<double>::infinity();
  for (const ContactPoint& p : all) deepest = larger(deepest, p.depth);
  if (deepest < -out.distance - 1e-8 * (a.core.radius() + b.core.radius())) {
    const double depth = -out.distance;
    const Vec3d from = found.on_a + a.radius * out.normal;
    all.push_back({from, from - depth * out.normal, depth});
  }
  reduce(all, out);
  return out;
}

Manifold manifold(const RoundedPolytope& a, const Pose& b_in_a, const RoundedPolytope& b,
                  std::vector<ContactPoint>& all, const ManifoldOptions& options) {
  if (!is_usable(b_in_a)) return at_usable_pose(b_in_a, [&](const Pose& p) { return manifold(a, p, b, all, options); });
  return manifold_on(a, b_in_a, b, all, options, kFlush);
}

Manifold manifold(const RoundedPolytope& a, const Pose& b_in_a, const RoundedPolytope& b,
                  const ManifoldOptions& options) {
  std::vector<ContactPoint> all;
  return manifold(a, b_in_a, b, all, options);
}

Manifold convex::resting_manifold(const RoundedPolytope& a, const Pose& b_in_a, const RoundedPolytope& b,
                                  double margin) {
  std::vector<ContactPoint> all;
  if (!is_usable(b_in_a))
    return at_usable_pose(b_in_a, [&](const Pose& p) { return resting_manifold(a, p, b, margin); });
  return manifold_on(a, b_in_a, b, all, {.margin = margin}, 0.05);
}

}  // namespace apart
