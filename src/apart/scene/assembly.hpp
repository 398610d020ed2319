// An assembly: named parts where they stand. Instances of one thing share its Model.
#pragma once
#include <apart/base/bounds.hpp>
#include <apart/hierarchy/model.hpp>
#include <apart/shapes/shape.hpp>
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
  std::string id{};             // identifies the part whatever else is in the assembly; empty: its name does
  std::string path{};           // in its file: the names of the nodes above it and its own
  double error = 0;             // how far its triangles may be from the true surface; counted into every clearance
  std::string color{};          // "#rrggbb", to draw it in; empty when the file gives none
  std::string own_name{};       // its name in the file, where `name` had to be longer to be unique; else empty
  // A solid by its formula, as a keep-out zone is: what is computed is computed for it, and the model is how it is
  // drawn.
  std::optional<Shape> shape{};
};

// The box of a model's triangles in the world, larger by a few roundings. Tight, yet found along the tree: a pass over
// all triangles for every instance of a large mesh would cost more than most questions. Throws UsageError at a pose
// that is not usable.
Bounds world_box(const Model& model, const Pose& pose);
std::vector<Bounds> world_boxes(std::span<const AssemblyPart> parts, u32 threads = 1);

// The box in the world of what is computed with, where the part stands at the pose: of half-spaces it ends so far away
// that it is without end, and boxes can still be added up and compared.
constexpr double kUnbounded = 1e100;
Bounds reach_box(const AssemblyPart& part, const Pose& pose);

// The numbers of the parts, ordered by what they are (name, group, place, size), not by where in the list they stand.
std::vector<u32> canonical_order(std::span<const AssemblyPart> parts);

}  // namespace apart
