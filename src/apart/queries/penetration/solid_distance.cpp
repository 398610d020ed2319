// The nearest triangle, and on which side of it the point is.
#include <apart/base/normalized.hpp>
#include <apart/queries/penetration/solid_distance.hpp>
#include <apart/shapes/mesh/topology.hpp>
#include <apart/traversal/nearest.hpp>

namespace apart::queries {
namespace {

struct NearestTriangle {
  TrianglePoint at{std::numeric_limits<double>::infinity(), {}, TriangleFeature::face};
  u32 triangle = 0;

  double limit() const { return at.squared; }
  void add(u32, u32 i, const TrianglePoint& found) {
    if (found.squared < at.squared || (found.squared == at.squared && i < triangle)) at = found, triangle = i;
  }
};

// Which way is out at the nearest point: the normal of the face, of both faces at an edge, of all at a vertex.
Vec3d outward_normal(const Model& model, const ContactFeatures& features, const NearestTriangle& nearest) {
  const int feature = static_cast<int>(nearest.at.feature);
  if (feature < 3) return features.vertex_normals[model.mesh().faces()[nearest.triangle][static_cast<u32>(feature)]];
  const Vec3d own = features.face_normals[nearest.triangle];
  if (nearest.at.feature == TriangleFeature::face) return own;
  const u32 other = model.topology().neighbours[nearest.triangle][static_cast<std::size_t>(feature - 3)];
  return other == MeshTopology::kNone ? Vec3d{} : own + features.face_normals[other];
}

}  // namespace

PointDepth depth_of(const Model& solid, const ContactFeatures& features, Vec3d point) {
  NearestTriangle nearest;
  NearestWalk(solid.boxes(), point).run(nearest);
  const Vec3d normal = normalized(outward_normal(solid, features, nearest)).unit, out = nearest.at.point - point;
  const double error = 16 * kUnit<double> * (length(point) + length(out));
  const Normalized way = normalized(out);
  if (way.length <= error) return {-2 * error, -normal, nearest.at.point};
  const double side = dot(normal, way.unit);
  if (side > 1e-6) return {way.length - error, -way.unit, nearest.at.point};
  return {-(way.length + error), side < 0 ? way.unit : Vec3d{}, nearest.at.point};
}

}  // namespace apart::queries
