#include <apart/base/bounds.hpp>
#include <apart/hierarchy/model.hpp>
#include <apart/motion/bsp/bsp_build.hpp>
#include <apart/motion/bsp/bsp_cover.hpp>
#include <apart/shapes/mesh/topology.hpp>

namespace apart {

Result<BspTree> BspTree::make(const Mesh& level, const BspOptions& options) {
  if (level.empty()) return Error{"BSP tree: the level has no triangles"};
  const MeshTopology topology = MeshTopology::of(level);
  if (!topology.closed)
    return Error{"BSP tree: the level is not closed: " + std::to_string(topology.open_edges.size()) +
                 " edges have a face on one side only; without a solid side there is nothing to hit"};
  if (!topology.oriented) return Error{"BSP tree: the faces of the level are not oriented consistently"};
  Bounds box;
  for (const Vec3d& p : level.vertices()) box.add(p);
  auto arrays = std::make_shared<motion::BspArrays>();
  arrays->level = level;
  arrays->middle = box.centre();
  std::vector<Vec3d> vertices;
  for (const Vec3d& p : level.vertices()) {
    vertices.push_back(p - arrays->middle);
    arrays->radius = larger(arrays->radius, length(vertices.back()));
  }
  Result<Mesh> centred = Mesh::make(std::move(vertices), {level.faces().begin(), level.faces().end()});
  if (!centred) return Error{"BSP tree: " + centred.error()};
  Result<Model> model = Model::make(*centred);
  if (!model) return Error{"BSP tree: " + model.error()};
  arrays->centred = *model;
  motion::build_bsp(options, *arrays);
  motion::cover_surface(*arrays);
  // Twice what the surface was verified with, and the corners of pieces that were cut as often as the tree is deep.
  arrays->slack = (2 * motion::kEitherSide + 0x1p-50 * arrays->facts.depth) * arrays->radius;
  return BspTree(std::move(arrays));
}

const BspFacts& BspTree::facts() const { return arrays_->facts; }
double BspTree::slack() const { return arrays_->slack; }

}  // namespace apart
