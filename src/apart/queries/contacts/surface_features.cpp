#include <algorithm>
#include <apart/base/disjoint_sets.hpp>
#include <apart/base/normalized.hpp>
#include <apart/base/sin_cos.hpp>
#include <apart/hierarchy/tree.hpp>
#include <apart/queries/contacts/surface_features.hpp>
#include <apart/shapes/mesh/topology.hpp>
#include <apart/triangles/exact/orient.hpp>
#include <numeric>

namespace apart::queries {
namespace {

using Kind = SurfaceFeature::Kind;

// Coplanar to the rounding of coordinates: what was computed as flat is seldom flat to the last bit.
constexpr double kFlat = 1e-12;

// Lists of numbers by a key: counted, then filled in the order given.
template <class Lists, class Each>
void fill(Lists& lists, u32 keys, Each each) {
  lists.first.assign(std::size_t{keys} + 1, 0);
  each([&](u32 key, u32) { ++lists.first[key + 1]; });
  std::partial_sum(lists.first.begin(), lists.first.end(), lists.first.begin());
  lists.items.resize(lists.first.back());
  std::vector<u32> next(lists.first.begin(), lists.first.end() - 1);
  each([&](u32 key, u32 item) { lists.items[next[key]++] = item; });
}

}  // namespace

SurfaceFeatures::SurfaceFeatures(const Model& model)
    : mesh_(&model.mesh()), topology_(&model.topology()), solid_(model.topology().solid()) {
  const u32 triangles = mesh_->size(), vertices = static_cast<u32>(mesh_->vertices().size());
  const double outward = solid_ && model.inside_out() ? -1 : 1;
  normals_.resize(triangles), vertex_normals_.resize(vertices);
  for (u32 i = 0; i < triangles; ++i) {
    const Triangle t = mesh_->triangle(i);
    if (collinear(t.a, t.b, t.c)) continue;
    normals_[i] = outward * normalized(exact_area_vector(t.a, t.b, t.c)).unit;
    for (int k = 0; k < 3; ++k) {
      const Vec3d x = t[(k + 1) % 3] - t[k], y = t[(k + 2) % 3] - t[k];
      vertex_normals_[vertex_of(i, static_cast<std::size_t>(k))] +=
          angle_of(length(cross(x, y)), dot(x, y)) * normals_[i];
    }
  }
  fill(neighbours_, vertices, [&](auto add) {
    for (const MeshTopology::Edge& edge : topology_->edges) add(edge.a, edge.b), add(edge.b, edge.a);
    // Those of triangles that are but a segment are not in the topology.
    for (u32 i = 0; i < triangles; ++i)
      if (topology_->component[i] == MeshTopology::kNone && counts(i))
        for (std::size_t k = 0; k < 3; ++k) {
          const u32 v = vertex_of(i, k), w = vertex_of(i, (k + 1) % 3);
          if (v != w) add(v, w), add(w, v);
        }
  });
  fill(faces_, static_cast<u32>(topology_->edges.size()), [&](auto add) {
    for (u32 i = 0; i < triangles; ++i)
      if (topology_->component[i] != MeshTopology::kNone)
        for (u32 edge : topology_->face_edges[i]) add(edge, i);
  });
  classify_edges();
  classify_vertices();
}

void SurfaceFeatures::classify_edges() {
  const double slack = kFlat * largest(bounds_of(*mesh_).size());
  flat_.resize(topology_->edges.size());
  DisjointSets flat_faces(mesh_->size());
  for (u32 e = 0; e < flat_.size(); ++e) {
    const auto faces = faces_[e];
    if (faces.size() != 2 || normals_[faces[0]] == Vec3d{} || normals_[faces[1]] == Vec3d{}) continue;
    const Vec3d start = mesh_->vertices()[topology_->edges[e].a],
                along = mesh_->vertices()[topology_->edges[e].b] - start;
    // The corners that are not on the edge: coplanar with it, and on different sides of it.
    const auto third = [&](u32 face) {
      for (std::size_t k = 0; k < 3; ++k)
        if (topology_->face_edges[face][k] == e) return mesh_->vertices()[mesh_->faces()[face][(k + 2) % 3]] - start;
      return Vec3d{};
    };
    const Vec3d p = third(faces[0]), q = third(faces[1]);
    flat_[e] = std::abs(dot(normals_[faces[0]], q)) <= slack && std::abs(dot(normals_[faces[1]], p)) <= slack &&
               dot(cross(along, p), cross(along, q)) < 0;
    if (flat_[e]) flat_faces.join(faces[0], faces[1]);
  }
  face_ = std::move(flat_faces).roots();
}

void SurfaceFeatures::classify_vertices() {
  Lists<u32> edges;
  const u32 vertices = static_cast<u32>(mesh_->vertices().size());
  fill(edges, vertices, [&](auto add) {
    for (u32 e = 0; e < flat_.size(); ++e)
      if (!flat_[e]) add(topology_->edges[e].a, e), add(topology_->edges[e].b, e);
  });
  DisjointSets straight(flat_.size());
  vertex_kinds_.assign(vertices, VertexKind::corner);
  for (u32 v = 0; v < vertices; ++v) {
    const auto creases = edges[v];
    if (creases.empty() && !neighbours_[v].empty()) vertex_kinds_[v] = VertexKind::in_face;
    if (creases.size() != 2) continue;
    const auto other_end = [&](u32 e) {
      return mesh_->vertices()[topology_->edges[e].a == v ? topology_->edges[e].b : topology_->edges[e].a];
    };
    const Vec3d at = mesh_->vertices()[v], p = other_end(creases[0]) - at, q = other_end(creases[1]) - at;
    if (!(dot(p, q) < 0) || length(cross(p, q)) > kFlat * length(p) * length(q)) continue;
    vertex_kinds_[v] = VertexKind::in_edge;
    straight.join(creases[0], creases[1]);
  }
  crease_ = std::move(straight).roots();
}

u32 SurfaceFeatures::edge_index(const SurfaceFeature& edge) const {
  const auto& edges = topology_->edges;
  const auto found = std::lower_bound(edges.begin(), edges.end(), edge, [](const auto& x, const SurfaceFeature& y) {
    return x.a != y.first ? x.a < y.first : x.b < y.second;
  });
  const bool known = found != edges.end() && found->a == edge.first && found->b == edge.second;
  return known ? static_cast<u32>(found - edges.begin()) : MeshTopology::kNone;
}

SurfaceFeature SurfaceFeatures::of(u32 triangle, TriangleFeature where) const {
  const auto k = static_cast<std::size_t>(where);
  if (where == TriangleFeature::face) return {Kind::face, triangle};
  if (k < 3) return {Kind::vertex, vertex_of(triangle, k)};
  const u32 v = vertex_of(triangle, k - 3), w = vertex_of(triangle, (k - 2) % 3);
  if (v == w) return {Kind::vertex, v};
  return {Kind::edge, std::min(v, w), std::max(v, w)};
}

SurfaceFeature SurfaceFeatures::whole(const SurfaceFeature& feature) const {
  const auto of_edge = [&](u32 e) -> SurfaceFeature {
    if (flat_[e]) return {Kind::face, face_[faces_[e][0]]};
    return {Kind::edge, crease_[e]};
  };
  if (feature.kind == Kind::face) return {Kind::face, face_[feature.first]};
  if (feature.kind == Kind::edge) {
    const u32 e = edge_index(feature);
    return e == MeshTopology::kNone ? feature : of_edge(e);
  }
  const u32 v = feature.first;
  if (vertex_kinds_[v] == VertexKind::corner) return feature;
  // Any edge that is as high as the vertex: of a vertex within a face all are flat.
  for (u32 w : neighbours_[v]) {
    const u32 e = edge_index({Kind::edge, std::min(v, w), std::max(v, w)});
    if (e != MeshTopology::kNone && (vertex_kinds_[v] == VertexKind::in_face || !flat_[e])) return of_edge(e);
  }
  return feature;
}

bool SurfaceFeatures::supports(const SurfaceFeature& feature, Vec3d normal, double angle, double slack) const {
  const auto below = [&](Vec3d way) { return dot(normal, way) <= angle * length(way) + slack; };
  const std::span<const Vec3d> vertices = mesh_->vertices();
  if (feature.kind == Kind::vertex) {
    const auto around = neighbours_[feature.first];
    return std::all_of(around.begin(), around.end(),
                       [&](u32 w) { return below(vertices[w] - vertices[feature.first]); });
  }
  const auto corners_below = [&](u32 face, Vec3d from) {
    const Triangle t = mesh_->triangle(face);
    return below(t.a - from) && below(t.b - from) && below(t.c - from);
  };
  if (feature.kind == Kind::face) {
    const Triangle t = mesh_->triangle(feature.first);
    return corners_below(feature.first, t.a) && corners_below(feature.first, t.b) && corners_below(feature.first, t.c);
  }
  const u32 edge = edge_index(feature);
  const Vec3d along = vertices[feature.second] - vertices[feature.first];
  if (edge == MeshTopology::kNone) return below(along) && below(-along);
  const auto faces = faces_[edge];
  return std::all_of(faces.begin(), faces.end(), [&](u32 face) {
    return corners_below(face, vertices[feature.first]) && corners_below(face, vertices[feature.second]);
  });
}

bool SurfaceFeatures::leads_out(const SurfaceFeature& feature, Vec3d normal) const {
  if (!solid_) return true;
  // The surface is below the plane, so the feature's normal, weighted by angles, tells on which side the solid is.
  if (feature.kind == Kind::face) return dot(normals_[feature.first], normal) > 0;
  // Where both sides of a flat part cancel out, every direction does.
  constexpr double flat = -1e-9;
  if (feature.kind == Kind::vertex) return dot(vertex_normals_[feature.first], normal) > flat;
  Vec3d sum{};
  for (u32 face : faces_[edge_index(feature)]) sum += normals_[face];
  return dot(sum, normal) > flat;
}

const SurfaceFeatures& surface_features(const Model& model) {
  return *static_cast<const SurfaceFeatures*>(model.derived(
      [](const Model& m) -> std::shared_ptr<const void> { return std::make_shared<const SurfaceFeatures>(m); }));
}

}  // namespace apart::queries
