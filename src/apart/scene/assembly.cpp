// World boxes of parts, and their canonical order.
#include <algorithm>
#include <apart/base/relative.hpp>
#include <apart/scene/assembly.hpp>
#include <apart/traversal/along.hpp>
#include <numeric>
#include <tuple>

namespace apart {
namespace {

auto place_of(const AssemblyPart& part) {
  const auto numbers = [](Vec3d v) { return std::tuple(v.x, v.y, v.z); };
  const Pose& p = part.pose;
  const Frame& frame = part.model.tree().frame;
  return std::tuple(numbers(p.translation), numbers(p.rotation.rows[0]), numbers(p.rotation.rows[1]),
                    numbers(p.rotation.rows[2]), part.model.mesh().size(), frame.radius, numbers(frame.centre));
}

}  // namespace

Bounds world_box(const Model& model, const Pose& given) {
  const Pose pose = require_usable(given);
  const Mesh& mesh = model.mesh();
  Bounds box;
  if (mesh.empty()) return box;
  constexpr u32 few = 256;
  if (mesh.size() <= few) {
    for (const Face& f : mesh.faces())
      for (u32 v : f) box.add(pose * mesh.vertices()[v]);
  } else {
    for (int k = 0; k < 3; ++k) {
      const Vec3d axis = pose.rotation.rows[k];  // a world axis in the model's frame
      for (const Vec3d& way : {axis, -axis}) box.add(pose * AlongTree(model.tree(), mesh, way).farthest().point);
    }
  }
  const Frame& frame = model.tree().frame;
  const double error =
      32 * kUnit<double> * (largest(abs(frame.centre)) + frame.radius + largest(abs(pose.translation)));
  const Vec3d errors{error, error, error};
  return {box.low - errors, box.high + errors};
}

std::vector<Bounds> world_boxes(std::span<const AssemblyPart> parts, u32 threads) {
  std::vector<Bounds> out(parts.size());
  Workers(threads).for_ranges(parts.size(), 16, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) out[i] = world_box(parts[i].model, parts[i].pose);
  });
  return out;
}

namespace {
Bounds reach_box(const Model& model, const Pose& pose) { return world_box(model, pose); }
Bounds reach_box(const Shape& shape, const Pose& pose) {
  const Bounds box = bounds(shape, require_usable(pose));
  const Vec3d end{kUnbounded, kUnbounded, kUnbounded};
  return {larger(box.low, -end), lesser(box.high, end)};
}
}  // namespace

Bounds reach_box(const Geometry& geometry, const Pose& pose) {
  return std::visit([&](const auto& x) { return reach_box(x, pose); }, geometry);
}
Bounds reach_box(const AssemblyPart& part, const Pose& pose) {
  if (part.box && pose == part.pose) return *part.box;
  return part.shape ? reach_box(*part.shape, pose) : reach_box(part.model, pose);
}

std::vector<u32> canonical_order(std::span<const AssemblyPart> parts) {
  std::vector<u32> order(parts.size());
  std::iota(order.begin(), order.end(), u32(0));
  std::stable_sort(order.begin(), order.end(), [&](u32 i, u32 j) {
    const AssemblyPart &a = parts[i], &b = parts[j];
    if (const int names = a.name.compare(b.name); names != 0) return names < 0;
    if (const int groups = a.group.compare(b.group); groups != 0) return groups < 0;
    return place_of(a) < place_of(b);
  });
  return order;
}

}  // namespace apart
