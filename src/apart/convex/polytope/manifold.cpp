// Reference and incident features, clipping, and reduction to four points.
#include <apart/base/growing_array.hpp>
#include <apart/base/usable_pose.hpp>
#include <apart/convex/core_gap.hpp>
#include <apart/convex/features/voronoi_marching.hpp>
#include <apart/convex/polytope/last_axis.hpp>
#include <apart/convex/polytope/polytopes_gap.hpp>
#include <apart/convex/polytope/resting_manifold.hpp>
#include <optional>

namespace apart::convex {
namespace {

// The normal equals a face's, to rounding, if it comes from one. Edges along each other must be as parallel: their ends
// have no common normal otherwise.
constexpr double kFlush = 1e-8, kParallelEdges = 1e-7;
constexpr double kTilted = 1e-5;  // more than this no normal of EPA is

struct Facing {
  u32 face = Polytope::kNone;
  u32 vertex = 0;  // the support vertex
  double off = 4;  // squared distance of unit normals
};

// Of the faces at the support vertex, if it is known, the one most aligned with the normal, in the polytope's own
// frame; or one that was the last time, if it has that normal.
APART_INLINE Facing facing(const PlacedPolytope& p, const Vec3d& own, u32 vertex = Polytope::kNone,
                           u32 last = Polytope::kNone) {
  Facing best{.vertex = vertex != Polytope::kNone ? vertex : p.shape().farthest_vertex(own)};
  if (p.shape().dimension() < 2) return best;
  if (last < p.faces().size()) {
    const double off = squared_length(p.faces()[last].plane.normal - own);
    if (off <= kFlush * kFlush) return {.face = last, .vertex = best.vertex, .off = off};
  }
  for_each_edge_from(p.shape(), best.vertex, [&](u32 half) {
    const u32 face = p.face_of(half);
    const double off = squared_length(p.faces()[face].plane.normal - own);
    if (off < best.off) best.face = face, best.off = off;
    return true;
  });
  return best;
}

// Everyday faces have room in place.
using ContactPoints = GrowingArray<ContactPoint, 16>;

struct Contacts {
  const PlacedPolytope (&polytopes)[2];  // A in its own frame
  double radii[2];
  double margin;
  Vec3d normal;
  ContactPoints& out;
  Facing on[2] = {};  // of both, along the normal

  // As found: along the normal.
  APART_INLINE void face_each_other(u32 of_a, u32 of_b, const u32 (&last)[2]) {
    on[0] = facing(polytopes[0], normal, of_a, last[0]);
    on[1] = facing(polytopes[1], polytopes[1].own_direction(-normal), of_b, last[1]);
  }
  // Along the normal of a side's face.
  void turn_to_face(int side) {
    const Vec3d outward = polytopes[side].normal(on[side].face);
    normal = side == 0 ? outward : -outward;
    on[1 - side] = facing(polytopes[1 - side], polytopes[1 - side].own_direction(-outward));
  }

  // Two points of the cores, opposite to each other along the normal.
  void add(Vec3d on_a, Vec3d on_b) {
    const double depth = radii[0] + radii[1] - dot(normal, on_b - on_a);
    if (depth < -margin) return;
    const Vec3d from = on_a + radii[0] * normal, to = from - depth * normal;
    put(out, from, to, depth);
  }
  // Number by number: what is copied in pairs waits for memory.
  APART_INLINE static void put(ContactPoints& to, const Vec3d& on_a, const Vec3d& on_b, double depth) {
    to.resize(to.size() + 1);
    ContactPoint& point = to[to.size() - 1];
    point.on_a = {on_a.x, on_a.y, on_a.z}, point.on_b = {on_b.x, on_b.y, on_b.z}, point.depth = depth;
  }

  // A polygon, or a segment or a point, with heights above a plane.
  struct Corner {
    Vec3d at;
    double height;
  };
  using Corners = GrowingArray<Corner, 24>;
  APART_INLINE static void put(Corners& to, const Vec3d& at, double height) {
    to.resize(to.size() + 1);
    Corner& corner = to[to.size() - 1];
    corner.at = {at.x, at.y, at.z}, corner.height = height;
  }
  // The part above the plane, or false if that is all of it.
  static bool clip(Corners& corners, Vec3d inward, Vec3d from, Corners& kept) {
    const u32 count = corners.size();
    bool all = true;
    for (u32 i = 0; i < count; ++i) {
      corners[i].height = dot(inward, corners[i].at - from);
      all &= corners[i].height >= 0;
    }
    if (all) return false;
    kept.clear();
    // A segment is traversed once, a polygon cyclically.
    const u32 sides = count == 2 ? 1 : count;
    if (count == 2 || count == 1) {
      for (u32 i = 0; i < count; ++i)
        if (corners[i].height >= 0) put(kept, corners[i].at, corners[i].height);
    }
    for (u32 i = 0; i < sides && count > 1; ++i) {
      const Corner &q = corners[i], &r = corners[i + 1 < count ? i + 1 : 0];
      if (count > 2 && q.height >= 0) put(kept, q.at, q.height);
      if ((q.height >= 0) == (r.height >= 0)) continue;
      const Vec3d cut = q.at + q.height / (q.height - r.height) * (r.at - q.at);
      if (cut != q.at && cut != r.at) put(kept, cut, 0);
    }
    return true;
  }

  // In a side's own frame, and from there: nothing is turned for A. Adding 0 makes −0 a 0, as a pose does.
  Vec3d own(int side, Vec3d point) const { return side == 0 ? point : polytopes[1].own(point); }
  Vec3d placed(int side, Vec3d own) const { return side == 0 ? own + Vec3d{} : polytopes[1].at() * own; }

  // The incident feature of the other, clipped by the sides of the reference face.
  void on_face(int side, u32 face) {
    const PlacedPolytope &p = polytopes[side], &o = polytopes[1 - side];
    const Polytope::Face& reference = p.faces()[face];
    Corners arrays[2];
    Corners *corners = arrays, *kept = arrays + 1;
    const auto add_corner = [&](u32 vertex) { put(*corners, own(side, placed(1 - side, o.own_vertex(vertex))), 0); };
    if (o.shape().dimension() < 2) {
      for (u32 i = 0; i < o.shape().vertices().size(); ++i) add_corner(i);
    } else {
      const Polytope::Face& other = o.faces()[on[1 - side].face];
      for (u32 h = other.first_edge; h < other.first_edge + other.edge_count; ++h) add_corner(o.start_of(h));
    }
    for (u32 h = reference.first_edge; h < reference.first_edge + reference.edge_count; ++h)
      if (clip(*corners, p.own_inward(h), p.own_vertex(p.start_of(h)), *kept)) std::swap(corners, kept);
    for (u32 i = 0; i < corners->size(); ++i) {
      const Vec3d corner = (*corners)[i].at;
      const double height = p.own_height(face, corner);
      const Vec3d across = placed(side, corner - height * reference.plane.normal), at = placed(side, corner);
      side == 0 ? add(across, at) : add(at, across);
    }
  }

  // As of separating axes: nearly equal heights count as well.
  double as_far(double noise) const {
    const double size = polytopes[0].shape().radius() + polytopes[1].shape().radius();
    return larger(4 * noise, lesser(1e6 * noise, 1e-8 * size));
  }
  // An edge of a side that the contact lies on, if there is one: of the features, or the support in the normal.
  u32 edge_at(int side, const std::optional<FeaturePair>& features, double noise) const {
    const PlacedPolytope& p = polytopes[side];
    if (p.shape().dimension() == 1) return 0;
    Feature feature;
    if (features)
      feature = side == 0 ? features->a : features->b;
    else
      feature = p.farthest_feature(side == 0 ? normal : -normal, on[side].vertex, as_far(noise));
    return feature.kind == FeatureKind::edge ? feature.index : Polytope::kNone;
  }

  // Mostly a support feature is a vertex, or they are two edges that cross: by the ends of edges alone, without the
  // edges.
  APART_INLINE bool only_cross(double noise) const {
    const double tolerance = as_far(noise);
    Vec3d along[2];
    for (int side : {0, 1}) {
      const PlacedPolytope& p = polytopes[side];
      if (p.shape().dimension() == 1) return false;
      const Vec3d outward = side == 0 ? normal : p.own_direction(-normal), from = p.own_vertex(on[side].vertex);
      u32 ends = 0;
      for (u32 v : p.shape().neighbours(on[side].vertex)) {
        const Vec3d edge = from - p.own_vertex(v);
        if (!(dot(outward, edge) <= tolerance)) continue;
        along[side] = edge, ++ends;
      }
      if (ends == 0) return true;
      if (ends > 1) return false;
    }
    const double sizes = squared_length(along[0]) * squared_length(along[1]);
    const Vec3d across = cross(along[0], polytopes[1].at().rotate(along[1]));
    return squared_length(across) > 4 * kParallelEdges * kParallelEdges * sizes;
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
void reduce(const ContactPoints& all, Manifold& out) {
  out.reduced = all.size() > 4;
  if (!out.reduced) {
    for (u32 i = 0; i < all.size(); ++i) {
      const ContactPoint& p = all[i];
      ContactPoint& to = out.points[out.count++];
      to.on_a = {p.on_a.x, p.on_a.y, p.on_a.z}, to.on_b = {p.on_b.x, p.on_b.y, p.on_b.z}, to.depth = p.depth;
    }
    return;
  }
  const auto most = [&](auto measure) {
    u32 best = 0;
    double highest = -std::numeric_limits<double>::infinity();
    for (u32 i = 0; i < all.size(); ++i)
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

// The gap of the cores, and their nearest or deepest features where the walk along features found it.
struct CoresGap {
  GjkResult gap;
  std::optional<FeaturePair> features;
  bool along_last = false;  // the axis of the last time, without a proof
};

void find_gap(const PolytopePair& pair, double reach, const ManifoldOptions& options, CoresGap& out) {
  FeatureMemory* const memory = options.memory;
  const Polytope &a = pair.a, &b = pair.b;
  const Pose& b_in_a = pair.b_in_a;
  if (is_quick(pair)) {
    PolytopeSimplex own;
    const auto same = [](std::span<const Vec3d> p, std::span<const Vec3d> q) {
      return p.data() == q.data() && p.size() == q.size();
    };
    if (memory && !(same(memory->of_a, a.vertices()) && same(memory->of_b, b.vertices()))) {
      memory->of_a = a.vertices(), memory->of_b = b.vertices();
      memory->vertices.count = 0, memory->surface.faces = 0;
    }
    if (memory && options.slop > 0 && memory->depth > 0) {
      const double change = along_last_axis(pair, memory->surface, memory->depth, options.slop, out.gap);
      out.along_last = change <= options.slop;
      if (out.along_last) return;
      constexpr double kElsewhere = 2;  // slops: what is known of the pair does not help there
      if (change > kElsewhere * options.slop) memory->vertices.count = 0, memory->surface.faces = 0;
    }
    if (polytopes_gap(pair, reach, true, memory ? memory->vertices : own, memory ? &memory->surface : nullptr,
                      out.gap)) {
      if (memory) memory->depth = -out.gap.distance;
      return;
    }
    if (memory) memory->depth = 0;
  }
  // Of many faces all axes take a hundred times as long as EPA does.
  constexpr std::size_t kManyFaces = 256;
  const bool many = a.faces().size() > kManyFaces || b.faces().size() > kManyFaces;
  const FeatureDistance found = voronoi_marching(a, b_in_a, b, {.depth = !many, .memory = memory});
  ConvexGap& gap = out.gap;
  if (many && found.meet())
    gap = core_gap(a, b_in_a, b);
  else
    gap = found, out.features = found.features;
}

// EPA ends at a plane that is as deep as the least to rounding, which may be tilted by the root of that: where a face
// that nearly has the normal is as deep, its own normal is the one.
bool is_tilted(double distance, const PlacedPolytope (&polytopes)[2], const Facing (&on)[2]) {
  const int side = on[0].off <= on[1].off ? 0 : 1;
  if (!(on[side].off > kFlush * kFlush && on[side].off <= kTilted * kTilted)) return false;
  const PlacedPolytope &p = polytopes[side], &o = polytopes[1 - side];
  const double height = p.own_height(on[side].face, p.own(o.vertex(o.farthest(-p.normal(on[side].face)))));
  return height >= distance - 4 * coordinate_noise(polytopes[0], polytopes[1]);
}

// How far apart they are. False: too far for points.
bool are_near(const RoundedPolytope& a, const RoundedPolytope& b, const PolytopePair& pair, double reach,
              const ManifoldOptions& options, CoresGap& found, Manifold& out) {
  find_gap(pair, reach, options, found);
  const Vec3d& n = found.gap.normal;
  out.status = found.gap.status, out.normal = {n.x, n.y, n.z};
  out.distance = found.gap.distance - a.radius - b.radius;
  if (found.gap.status == Status::at_least) out.distance = found.gap.at_least - (a.radius + b.radius);
  return out.distance <= options.margin;
}

// The points. Of the faces whose unit normals are within `flush` of the normal of the nearest points, the most aligned
// one is the reference.
void add_points(const RoundedPolytope& a, const Pose& b_in_a, const RoundedPolytope& b, const CoresGap& found,
                ContactPoints& all, const ManifoldOptions& options, double flush, Manifold& out) {
  const PlacedPolytope polytopes[2] = {{a.core, {}}, {b.core, b_in_a}};
  Contacts contacts{polytopes, {a.radius, b.radius}, options.margin, out.normal, all};
  constexpr u32 kUnknown[2] = {Polytope::kNone, Polytope::kNone};
  contacts.face_each_other(found.gap.of_a, found.gap.of_b, found.along_last ? options.memory->faces : kUnknown);
  const Facing(&on)[2] = contacts.on;
  if (options.memory)
    for (int side : {0, 1}) options.memory->faces[side] = on[side].face;
  const int side = on[0].off <= on[1].off ? 0 : 1;
  if (is_tilted(found.gap.distance, polytopes, on)) flush = larger(flush, kTilted);
  if (on[side].off <= flush * flush) {
    if (flush > kFlush) contacts.turn_to_face(side);
    contacts.on_face(side, on[side].face);
  } else {
    const double noise = coordinate_noise(polytopes[0], polytopes[1]);
    if (found.features || !contacts.only_cross(noise))
      if (const u32 edge_a = contacts.edge_at(0, found.features, noise); edge_a != Polytope::kNone)
        if (const u32 edge_b = contacts.edge_at(1, found.features, noise); edge_b != Polytope::kNone)
          contacts.on_edges(edge_a, edge_b);
  }
  out.normal = contacts.normal;
  // The deepest may lie on another face at the support vertex.
  double deepest = -std::numeric_limits<double>::infinity();
  for (u32 i = 0; i < all.size(); ++i) deepest = larger(deepest, all[i].depth);
  if (deepest < -out.distance - 1e-8 * (a.core.radius() + b.core.radius())) {
    const double depth = -out.distance;
    const Vec3d from = found.gap.on_a + a.radius * out.normal;
    const Vec3d to = from - depth * out.normal;
    Contacts::put(all, from, to, depth);
  }
  reduce(all, out);
}

[[gnu::noinline]] void add_near(const RoundedPolytope& a, const RoundedPolytope& b, const PolytopePair& pair,
                                double reach, const ManifoldOptions& options, double flush, Manifold& out,
                                std::vector<ContactPoint>* every) {
  CoresGap found;
  if (!are_near(a, b, pair, reach, options, found, out)) return;
  ContactPoints all;
  add_points(a, pair.b_in_a, b, found, all, options, flush, out);
  if (every)
    for (u32 i = 0; i < all.size(); ++i) every->push_back(all[i]);
}

// Nothing is made ready before the spheres around them are compared.
APART_INLINE Manifold manifold_on(const RoundedPolytope& a, const Pose& b_in_a, const RoundedPolytope& b,
                                  const ManifoldOptions& options, double flush,
                                  std::vector<ContactPoint>* every = nullptr) {
  const PolytopePair pair(a.core, b_in_a, b.core);
  const double radii = a.radius + b.radius, reach = larger(options.max, options.margin) + radii;
  Manifold out;
  if (ConvexGap far; spheres_beyond(pair, reach, far))
    out.status = far.status, out.normal = far.normal, out.distance = far.at_least - radii;
  else
    add_near(a, b, pair, reach, options, flush, out, every);
  return out;
}

}  // namespace
}  // namespace apart::convex

namespace apart {

Manifold manifold(const RoundedPolytope& a, const Pose& b_in_a, const RoundedPolytope& b,
                  std::vector<ContactPoint>& all, const ManifoldOptions& options) {
  if (!is_usable(b_in_a)) return at_usable_pose(b_in_a, [&](const Pose& p) { return manifold(a, p, b, all, options); });
  all.clear();
  return manifold_on(a, b_in_a, b, options, kFlush, &all);
}

Manifold manifold(const RoundedPolytope& a, const Pose& b_in_a, const RoundedPolytope& b,
                  const ManifoldOptions& options) {
  if (!is_usable(b_in_a)) return at_usable_pose(b_in_a, [&](const Pose& p) { return manifold(a, p, b, options); });
  return manifold_on(a, b_in_a, b, options, kFlush);
}

Manifold convex::resting_manifold(const RoundedPolytope& a, const Pose& b_in_a, const RoundedPolytope& b,
                                  double margin) {
  if (!is_usable(b_in_a))
    return at_usable_pose(b_in_a, [&](const Pose& p) { return resting_manifold(a, p, b, margin); });
  return manifold_on(a, b_in_a, b, {.margin = margin}, 0.05);
}

}  // namespace apart
