// An assembly: named parts with poses. Instances of one part share its Model.
#pragma once
#include <apart/base/bounds.hpp>
#include <apart/queries/geometry.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace apart {

struct AssemblyPart {
  std::string name, group;
  Model model;
  Pose pose{};
  std::string file{}, layer{};  // where it was read from, and the layer it is on; empty when unknown
  std::string id{};             // stable identifier, independent of the other parts; empty: the name
  std::string path{};           // in its file: the names of its ancestors and its own
  double error = 0;             // largest distance of its triangles from the true surface; added to every clearance
  std::string color{};          // "#rrggbb"; empty if the file gives none
  std::string own_name{};       // its name in the file, if `name` had to be made unique; else empty
  // An analytic solid, such as a keep-out zone: all results are computed for it, and the model is only drawn.
  std::optional<Shape> shape{};
  std::optional<Bounds> box{};  // world_box() at `pose`, if it is known without reading the model

  Geometry geometry() const { return shape ? Geometry(*shape) : Geometry(model); }  // what is computed with
};

// The world bounding box of a model's triangles, enlarged by a few roundings. Tight, yet computed by a tree traversal:
// a pass over all triangles for every instance of a large mesh would cost more than most queries. Throws UsageError for
// a pose that is not usable.
Bounds world_box(const Model& model, const Pose& pose);
std::vector<Bounds> world_boxes(std::span<const AssemblyPart> parts, u32 threads = 1);

// The world bounding box of the geometry that is computed with, for the part at this pose: for half-spaces it ends so
// far away that it counts as unbounded, and boxes can still be added and compared.
constexpr double kUnbounded = 1e100;
Bounds reach_box(const Geometry& geometry, const Pose& pose);
Bounds reach_box(const AssemblyPart& part, const Pose& pose);

// The indices of the parts, sorted by their properties (name, group, pose, size), independent of their order in the
// list.
std::vector<u32> canonical_order(std::span<const AssemblyPart> parts);

}  // namespace apart
