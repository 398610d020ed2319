// Splits a mesh into bodies by objects, groups or connected components.
#include <algorithm>
#include <apart/io/bodies/node_path.hpp>
#include <apart/io/bodies/sections.hpp>
#include <apart/shapes/mesh/topology.hpp>
#include <unordered_map>

namespace apart::io {
namespace {

// The submesh of these faces, with only the vertices that they use, in order.
Mesh piece(const Mesh& mesh, std::vector<Face> faces) {
  std::vector<u32> used;
  used.reserve(3 * faces.size());
  for (const Face& f : faces) used.insert(used.end(), f.begin(), f.end());
  std::sort(used.begin(), used.end());
  used.erase(std::unique(used.begin(), used.end()), used.end());
  for (Face& f : faces)
    for (u32& corner : f) corner = static_cast<u32>(std::lower_bound(used.begin(), used.end(), corner) - used.begin());
  std::vector<Vec3d> vertices;
  vertices.reserve(used.size());
  for (u32 v : used) vertices.push_back(mesh.vertices()[v]);
  return Mesh::make(std::move(vertices), std::move(faces)).value();  // a subset of a valid mesh
}

// The component of each triangle. A degenerate triangle with two corners at one point has no edges: it joins a
// component with a vertex there, or forms one of its own.
std::vector<u32> component_of_each(const Mesh& mesh, u32& count) {
  const MeshTopology topology = MeshTopology::of(mesh);
  std::vector<u32> all = topology.component;
  count = topology.components;
  std::unordered_map<u32, u32> at_place;
  for (u32 i = 0; i < mesh.size(); ++i)
    if (all[i] != MeshTopology::kNone)
      for (u32 v : mesh.faces()[i]) at_place.try_emplace(topology.vertex[v], all[i]);
  for (u32 i = 0; i < mesh.size(); ++i) {
    if (all[i] != MeshTopology::kNone) continue;
    for (u32 v : mesh.faces()[i])
      if (const auto there = at_place.find(topology.vertex[v]); there != at_place.end()) all[i] = there->second;
    if (all[i] == MeshTopology::kNone) all[i] = count++;
    for (u32 v : mesh.faces()[i]) at_place.try_emplace(topology.vertex[v], all[i]);
  }
  return all;
}

}  // namespace

SectionedMesh Sections::of(Mesh mesh) {
  if (!all_.empty() && all_.back().first_triangle >= mesh.size()) all_.pop_back();
  if (!all_.empty() && all_.front().first_triangle > 0) all_.insert(all_.begin(), Section{});
  return {std::move(mesh), std::move(all_), std::move(names)};
}

Mesh whole(const SectionedMesh& file) {
  std::vector<u32> firsts;
  u32 object = 0;
  for (const Section& s : file.sections)
    if (firsts.empty() || s.object != object) firsts.push_back(s.first_triangle), object = s.object;
  return firsts.size() > 1 ? file.mesh.with_parts(std::move(firsts)) : file.mesh;
}

std::vector<Body> bodies_of(const SectionedMesh& file, const std::string& stem, BodySplit split) {
  struct Found {
    Section first;
    bool one_layer = true;
    std::vector<Face> faces{};
  };
  const Mesh& mesh = file.mesh;
  std::vector<Found> found;
  std::map<std::pair<u32, u32>, std::size_t> numbers;  // indices of the bodies, by object and group
  for (std::size_t k = 0; k < file.sections.size(); ++k) {
    const Section& s = file.sections[k];
    const u32 end = k + 1 < file.sections.size() ? file.sections[k + 1].first_triangle : mesh.size();
    const auto [place, is_new] =
        numbers.try_emplace({s.object, split == BodySplit::groups ? s.group : 0}, found.size());
    if (is_new) found.push_back({s});
    Found& body = found[place->second];
    body.one_layer = body.one_layer && body.first.layer == s.layer;
    body.faces.insert(body.faces.end(), mesh.faces().begin() + s.first_triangle, mesh.faces().begin() + end);
  }
  if (found.empty()) return {Body{stem, mesh, Pose{}}};

  std::vector<Body> bodies;
  NodePaths paths;
  std::map<u32, std::string> path_of_object;
  for (Found& f : found) {
    const std::string& object = file.names[f.first.name];
    const std::string& group = split == BodySplit::groups ? file.names[f.first.group] : file.names[0];
    std::string& path = path_of_object[f.first.object];
    if (path.empty() && !object.empty()) path = paths.add("", object);
    Body body{found.size() == 1 ? stem
              : !group.empty()  ? group
              : !object.empty() ? object
                                : stem,
              found.size() == 1 ? mesh : piece(mesh, std::move(f.faces)), Pose{}};
    body.path = group.empty() ? path : paths.add(path, group);
    if (!group.empty()) body.group = object;
    if (f.one_layer) body.layer = file.names[f.first.layer];
    bodies.push_back(std::move(body));
  }
  return bodies;
}

std::vector<Body> components_of(const std::vector<Body>& bodies) {
  std::map<const Face*, std::vector<Mesh>> done;  // bodies that share a mesh share its components
  std::vector<Body> out;
  for (const Body& body : bodies) {
    const auto [place, is_new] = done.try_emplace(body.mesh.faces().data());
    std::vector<Mesh>& pieces = place->second;
    if (is_new) {
      u32 count = 0;
      const std::vector<u32> component = component_of_each(body.mesh, count);
      std::vector<std::vector<Face>> faces(count);
      std::vector<u32> order;  // by the first triangle
      for (u32 i = 0; i < body.mesh.size(); ++i) {
        if (faces[component[i]].empty()) order.push_back(component[i]);
        faces[component[i]].push_back(body.mesh.faces()[i]);
      }
      for (u32 c : order) pieces.push_back(count == 1 ? body.mesh : piece(body.mesh, std::move(faces[c])));
    }
    for (std::size_t k = 0; k < pieces.size(); ++k) {
      Body& one = out.emplace_back(body);
      one.mesh = pieces[k];
      if (pieces.size() == 1) continue;
      const std::string number = in_brackets(k + 1);
      one.name += number;
      one.path += '/', one.path += number;  // cannot clash with a node's path: those have a name in front
      if (!one.id.empty()) one.id += '/', one.id += number;
    }
  }
  return out;
}

}  // namespace apart::io
