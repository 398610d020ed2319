#include <apart/base/normalized.hpp>
#include <apart/base/relative.hpp>
#include <apart/queries/contacts/corner_mesh.hpp>
#include <apart/queries/contacts/shape_pieces.hpp>
#include <apart/queries/contacts/surface_features.hpp>
#include <apart/queries/models/run_walk.hpp>
#include <apart/queries/placed_pair.hpp>
#include <apart/world/resting_points.hpp>
#include <map>

namespace apart::world {
namespace {

using Kind = SurfaceFeature::Kind;

constexpr double kCrossing = 1e-4;  // the least sine of edges that cross
constexpr double kOwnNormal = 0.1;  // the least sine of edges whose common normal is taken: less turns it too much

// One surface in A's frame.
struct RestingSide {
  const queries::SurfaceFeatures& features;
  Pose pose;

  Vec3d normal(u32 triangle) const { return pose.rotate(features.normal(triangle)); }
  SurfaceFeature corner(u32 triangle, int k) const { return features.of(triangle, static_cast<TriangleFeature>(k)); }
  SurfaceFeature edge(u32 triangle, int k) const { return features.of(triangle, static_cast<TriangleFeature>(3 + k)); }
  bool rests(const SurfaceFeature& feature, Vec3d outward, double tilt) const {
    const Vec3d own = transposed_times(pose.rotation, outward);
    return features.whole(feature).kind == feature.kind && features.supports(feature, own, tilt, 0) &&
           features.leads_out(feature, own);
  }
};

// Does the line along the normal through a point pass through a triangle?
bool is_over(Vec3d point, const Triangle& t) {
  const Vec3d across = area_vector(t);
  for (int k = 0; k < 3; ++k)
    if (dot(across, cross(t[(k + 1) % 3] - t[k], point - t[k])) < 0) return false;
  return true;
}

struct RestingQuery {
  using Measure = Nearness;
  queries::PlacedPair pair;
  RestingSide a, b;
  RestingOptions options;
  struct FoundPoint {
    u32 i, j;  // triangles
    BodyContact contact;
  };
  // By features, and of several triangles the first, so that the order of the traversal does not matter.
  std::map<std::pair<SurfaceFeature, SurfaceFeature>, FoundPoint> found{};

  double reach() const { return larger(options.margin, options.depth); }
  Found primitives(u32 i, u32 j) { return primitives(i, pair.of_a(i), j, pair.of_b(j)); }
  Found primitives(u32 i, const Triangle& s, u32 j, const Triangle& t) {
    if (!a.features.counts(i) || !b.features.counts(j)) return Found::nothing;
    for (int k = 0; k < 3; ++k) {
      add_corner(a, i, k, s[k], b, j, t, true);
      add_corner(b, j, k, t[k], a, i, s, false);
    }
    for (int k = 0; k < 3; ++k)
      for (int l = 0; l < 3; ++l) add_crossing(i, s, k, j, t, l);
    return Found::contact;
  }

 private:
  void add(const SurfaceFeature& of_a, const SurfaceFeature& of_b, const FoundPoint& point) {
    const auto [entry, added] = found.try_emplace({of_a, of_b}, point);
    FoundPoint& known = entry->second;
    if (!added && (point.i != known.i ? point.i < known.i : point.j < known.j)) known = point;
  }
  bool is_near(double distance) const { return distance <= options.margin && distance >= -options.depth; }

  void add_corner(const RestingSide& of, u32 i, int k, Vec3d corner, const RestingSide& other, u32 j,
                  const Triangle& face, bool of_a) {
    const Vec3d out = other.normal(j);
    const double height = dot(out, corner - face.a);
    if (out == Vec3d{} || !is_near(height)) return;
    const Vec3d foot = corner - height * out;
    if (!is_over(foot, face)) return;
    const SurfaceFeature vertex = of.corner(i, k), on{Kind::face, j};
    if (vertex.kind != Kind::vertex || !of.rests(vertex, -out, options.tilt)) return;
    if (of_a)
      add(vertex, other.features.whole(on), {i, j, {corner, foot, -out, height}});
    else
      add(other.features.whole(on), vertex, {j, i, {foot, corner, out, height}});
  }

  void add_crossing(u32 i, const Triangle& s, int k, u32 j, const Triangle& t, int l) {
    const Vec3d e = s[(k + 1) % 3] - s[k], f = t[(l + 1) % 3] - t[l], both = cross(e, f);
    const double size = length(e) * length(f), sine = size > 0 ? length(both) / size : 0;
    if (sine < kCrossing) return;
    const Vec3d own = both / length(both);
    const Vec3d normals[] = {own, -own, a.normal(i), -b.normal(j)};
    for (int n = sine < kOwnNormal ? 2 : 0; n < 4; ++n)
      if (normals[n] != Vec3d{} && add_crossing_along(normals[n], i, s, k, e, j, t, l, f)) return;
  }
  bool add_crossing_along(Vec3d normal, u32 i, const Triangle& s, int k, Vec3d e, u32 j, const Triangle& t, int l,
                          Vec3d f) {
    const Vec3d between = t[l] - s[k];
    const double turn = dot(cross(e, f), normal);
    if (!(std::abs(turn) > 0.5 * kCrossing * length(e) * length(f))) return false;
    const double u = dot(cross(between, f), normal) / turn, v = dot(cross(between, e), normal) / turn;
    if (!(u >= 0 && u <= 1 && v >= 0 && v <= 1)) return false;
    const Vec3d on_a = s[k] + u * e, on_b = t[l] + v * f;
    const double height = dot(normal, on_b - on_a);
    if (!is_near(height)) return false;
    const SurfaceFeature first = a.edge(i, k), second = b.edge(j, l);
    if (first.kind != Kind::edge || second.kind != Kind::edge) return false;
    if (!a.rests(first, normal, options.tilt) || !b.rests(second, -normal, options.tilt)) return false;
    add(first, second, {i, j, {on_a, on_b, normal, height}});
    return true;
  }
};

// Is there a contact at the same place, along about the same normal?
bool is_known(const PairContacts& known, std::size_t count, const BodyContact& c, double near) {
  for (std::size_t k = 0; k < count; ++k)
    if (length(known.contacts[k].on_a - c.on_a) <= near && dot(known.contacts[k].normal, c.normal) > 0.99) return true;
  return false;
}

// The pieces of a union, in the world. What lies inside another one is no surface.
std::vector<queries::ConvexPiece> pieces_of(const RestingBody& body) {
  const Shape* const shape = std::get_if<Shape>(&body.geometry);
  if (!shape || shape->kind() != CoreKind::compound) return {};
  return queries::convex_pieces(*shape, body.pose);
}

}  // namespace

std::vector<CorneredSurface> cornered_surfaces(const Geometry& geometry) {
  if (const Model* const model = std::get_if<Model>(&geometry)) return {{*model}};
  std::vector<CorneredSurface> out;
  const std::vector<queries::ConvexPiece> pieces = queries::convex_pieces(std::get<Shape>(geometry), Pose{});
  for (u32 k = 0; k < pieces.size(); ++k)
    if (queries::has_corners_alone(*pieces[k].core))
      if (const Result<Model> model = Model::make(queries::mesh_of_corners(*pieces[k].core)))
        out.push_back({*model, pieces[k].pose, pieces[k].radius, k});
  return out;
}

void add_resting_points(const RestingBody& a, const RestingBody& b, const RestingOptions& options, PairContacts& out) {
  const std::size_t known = out.contacts.size();
  const std::vector<queries::ConvexPiece> pieces_a = pieces_of(a), pieces_b = pieces_of(b);
  for (const CorneredSurface& p : a.surfaces)
    for (const CorneredSurface& q : b.surfaces) {
      const Pose frame = a.pose * p.pose, b_in_a = relative(frame, b.pose * q.pose);
      const double more = p.radius + q.radius;
      RestingQuery query{{p.model.mesh(), b_in_a, q.model.mesh()},
                         {queries::surface_features(p.model), {}},
                         {queries::surface_features(q.model), b_in_a},
                         {options.margin + more, options.depth - more, options.tilt}};
      queries::run_walk(p.model, b_in_a, q.model, query, {});
      for (const auto& [features, point] : query.found) {
        const BodyContact& c = point.contact;
        const Vec3d normal = frame.rotate(c.normal);
        const BodyContact placed{frame * c.on_a + p.radius * normal, frame * c.on_b - q.radius * normal, normal,
                                 c.distance - more};
        if (is_known(out, known, placed, 1e-3 * options.margin)) continue;
        if (!pieces_a.empty() && queries::is_hidden(pieces_a, p.piece, placed.on_a)) continue;
        if (!pieces_b.empty() && queries::is_hidden(pieces_b, q.piece, placed.on_b)) continue;
        out.contacts.push_back(placed);
      }
    }
}

}  // namespace apart::world
