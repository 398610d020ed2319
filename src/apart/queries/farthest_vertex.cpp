// Support points: of a model by the traversal of its tree, of a shape by the support functions of its pieces.
#include <apart/base/normalized.hpp>
#include <apart/queries/farthest_vertex.hpp>
#include <apart/shapes/each_piece.hpp>
#include <apart/shapes/support.hpp>
#include <apart/traversal/along.hpp>
#include <optional>

namespace apart {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Of length 1, or nothing if the direction is zero or not finite.
std::optional<Vec3d> unit_of(Vec3d direction) {
  if (!is_finite(direction) || direction == Vec3d{}) return std::nullopt;
  return normalized(direction).unit;
}

FarthestVertex invalid() { return {.along = kInfinity, .status = Status::invalid}; }

// The support point of a core, or nothing where a half-space extends without end. Both unit vectors have errors of a
// few roundings, so a direction that was computed from the normal may be this far off.
std::optional<Vec3d> support_point(const Core& core, Vec3d unit) {
  const HalfSpace* const half_space = std::get_if<HalfSpace>(&core);
  if (!half_space) return farthest(core, unit);
  const auto [normal, size] = normalized(half_space->normal);
  if (largest(abs(unit - normal)) > rounding_error(1)) return std::nullopt;
  return half_space->offset / size * normal;
}

}  // namespace

FarthestVertex farthest_vertex(const Model& model, Vec3d direction) {
  const std::optional<Vec3d> unit = unit_of(direction);
  if (!unit) return invalid();
  const Mesh& mesh = model.mesh();
  if (mesh.empty()) return {.status = Status::nothing};
  const AlongTree::Farthest found = AlongTree(model.tree(), mesh, *unit).farthest();
  const Triangle t = mesh.triangle(found.triangle);
  const TriangleFeature corner = found.point == t.a   ? TriangleFeature::a
                                 : found.point == t.b ? TriangleFeature::b
                                                      : TriangleFeature::c;
  return {found.along, found.point, {.part = mesh.part(found.triangle), .triangle = found.triangle, .feature = corner}};
}

FarthestVertex farthest_vertex(const Shape& shape, Vec3d direction) {
  const std::optional<Vec3d> unit = unit_of(direction);
  if (!unit) return invalid();
  FarthestVertex best;
  u32 count = 0;
  for_each_piece(shape, {}, [&](const Shape& piece, const Pose& pose, double around) {
    const u32 number = count++;
    const std::optional<Vec3d> of_core = support_point(piece.core(), transposed_times(pose.rotation, *unit));
    const Vec3d point = of_core ? pose * *of_core + (around + piece.radius()) * *unit : Vec3d{};
    const double along = of_core ? dot(*unit, point) : kInfinity;
    if (along > best.along) best = {along, point, {.piece = number}};
  });
  return best;
}

}  // namespace apart
