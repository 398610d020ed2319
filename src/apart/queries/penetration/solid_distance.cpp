// The nearest triangle by a traversal of the boxes, and on which side of it the point is.
#include <apart/base/growing_stack.hpp>
#include <apart/base/normalized.hpp>
#include <apart/hierarchy/box_tree.hpp>
#include <apart/queries/penetration/solid_distance.hpp>
#include <apart/shapes/mesh/topology.hpp>
#include <apart/triangles/point.hpp>

namespace apart::queries {
namespace {

struct NearestTriangle {
  TrianglePoint at{std::numeric_limits<double>::infinity(), {}, TriangleFeature::face};
  u32 triangle = 0;
};

NearestTriangle nearest_triangle(const Model& model, Vec3d point) {
  struct Open {
    u32 slot;
    double squared;
  };
  const BoxTree& tree = model.boxes();
  const Vec3d p = point - tree.frame.centre;
  // Boxes hold what is relative to the centre to roundings of the coordinates.
  const double margin = 8 * kUnit<double> * (length(point) + length(tree.frame.centre));
  NearestTriangle best;
  GrowingStack<Open> open;
  open.push({tree.root(), 0});
  while (!open.empty()) {
    const Open now = open.pop();
    if (now.squared > best.at.squared) continue;
    const Ref ref = tree.ref(now.slot);
    if (ref.is_leaf()) {
      for_each_primitive(tree.items(), ref, [&](u32 i) {
        const TrianglePoint found = closest_on_triangle(point, model.mesh().triangle(i));
        if (found.squared < best.at.squared || (found.squared == best.at.squared && i < best.triangle))
          best = {found, i};
        return true;
      });
      continue;
    }
    Open kept[8];
    u32 size = 0;
    for (u32 slot = ref.first();; ++slot) {
      const Aabb<float> box = tree.volume(slot);
      const Vec3d out =
          larger(abs(p - cast<double>(box.centre)) - cast<double>(box.half) - Vec3d{margin, margin, margin}, Vec3d{});
      if (const double squared = squared_length(out); squared <= best.at.squared) {
        u32 at = size++;
        for (; at > 0 && kept[at - 1].squared < squared; --at) kept[at] = kept[at - 1];
        kept[at] = {slot, squared};
      }
      if (tree.is_last(slot)) break;
    }
    for (u32 k = 0; k < size; ++k) open.push(kept[k]);
  }
  return best;
}

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
  const NearestTriangle nearest = nearest_triangle(solid, point);
  const Vec3d normal = normalized(outward_normal(solid, features, nearest)).unit, out = nearest.at.point - point;
  const double error = 16 * kUnit<double> * (length(point) + length(out));
  const Normalized way = normalized(out);
  if (way.length <= error) return {-2 * error, -normal, nearest.at.point};
  const double side = dot(normal, way.unit);
  if (side > 1e-6) return {way.length - error, -way.unit, nearest.at.point};
  return {-(way.length + error), side < 0 ? way.unit : Vec3d{}, nearest.at.point};
}

}  // namespace apart::queries
