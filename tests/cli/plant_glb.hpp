// A generated plant as a file, for tests that run the program.
#pragma once
#include <map>
#include <samples/glb.hpp>
#include <samples/plant.hpp>

namespace apart::testing {

// The bodies from `begin` to `end`, each in its group; `own`: no two of one kind share a mesh, or its bytes.
inline std::string plant_glb(const generate::PlantBodies& plant, std::size_t begin, std::size_t end, bool own) {
  std::vector<Mesh> meshes;
  generate::GlbNode site{"site"};
  std::map<const Face*, int> known;
  for (std::size_t i = begin; i < end; ++i) {
    const Body& body = plant.bodies[i];
    int mesh = static_cast<int>(meshes.size());
    if (!own) mesh = known.emplace(body.mesh.faces().data(), mesh).first->second;
    if (mesh == static_cast<int>(meshes.size()))
      meshes.push_back(own ? generate::begun_at(body.mesh, static_cast<u32>(i)) : body.mesh);
    site.children.push_back({plant.groups[i], {}, -1, {{body.name, body.pose, mesh}}});
  }
  return generate::GlbWriter::write(meshes, std::span(&site, 1));
}

}  // namespace apart::testing
