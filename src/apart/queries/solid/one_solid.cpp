#include <algorithm>
#include <apart/queries/self_facts.hpp>
#include <apart/queries/solid/boolean.hpp>
#include <apart/queries/solid/crossings.hpp>
#include <apart/queries/solid/one_solid.hpp>
#include <apart/shapes/mesh/mass.hpp>
#include <apart/triangles/beyond_corners.hpp>

namespace apart::queries {
namespace {

// The connected parts as meshes of their own.
std::vector<Mesh> parts_of(const Model& model) {
  const Mesh& mesh = model.mesh();
  const MeshTopology& topology = model.topology();
  std::vector<std::vector<Face>> faces(topology.components);
  for (u32 f = 0; f < mesh.size(); ++f)
    if (topology.component[f] != kNone) faces[topology.component[f]].push_back(mesh.faces()[f]);
  std::vector<Mesh> out;
  std::vector<u32> number(mesh.vertices().size(), kNone);
  for (std::vector<Face>& part : faces) {
    std::vector<Vec3d> vertices;
    std::vector<u32> used;
    for (Face& f : part)
      for (u32& v : f) {
        if (number[v] == kNone) {
          used.push_back(v), number[v] = static_cast<u32>(vertices.size());
          vertices.push_back(mesh.vertices()[v]);
        }
        v = number[v];
      }
    for (u32 v : used) number[v] = kNone;
    out.push_back(Mesh::make(std::move(vertices), std::move(part)).value());
  }
  return out;
}

enum class Parts { separate, overlapping, self_intersecting };

// Does s have corners on both sides of the plane of t?
bool straddles(const Triangle& s, const Triangle& t) {
  bool above = false, below = false;
  for (int i = 0; i < 3; ++i) {
    const int side = orient3d(t.a, t.b, t.c, s[i]);
    above = above || side > 0, below = below || side < 0;
  }
  return above && below;
}

// Could two triangles be where a surface crosses another or itself? Triangles without area and single points bound
// nothing, and neighbours along one line are as an edge and the vertex on it that splits another. Other lines that only
// touch are not distinguished from crossings.
bool may_cross(const Triangle& s, const Triangle& t) {
  if (collinear(s.a, s.b, s.c) || collinear(t.a, t.b, t.c)) return false;
  const Meeting::Kind kind = meeting(s, t).kind;
  if (kind == Meeting::Kind::point) return false;
  return kind == Meeting::Kind::area || shared_corners(s, t) == 0 || (straddles(s, t) && straddles(t, s));
}

bool are_back_to_back(const Triangle& s, const Triangle& t) {
  return meeting(s, t).kind == Meeting::Kind::area && dot(area_vector(s), area_vector(t)) < 0;
}

Parts how_parts_meet(const Model& model) {
  Parts out = Parts::separate;
  const std::vector<u32>& component = model.topology().component;
  for (const TouchingPair& pair : known_self_collisions(model)) {
    const u32 f = pair.triangle_a, g = pair.triangle_b;
    const Triangle s = model.mesh().triangle(f), t = model.mesh().triangle(g);
    if (component[f] == kNone || component[g] == kNone || !may_cross(s, t)) continue;
    if (component[f] != component[g])
      out = Parts::overlapping;
    else if (!are_back_to_back(s, t))
      return Parts::self_intersecting;
  }
  return out;
}

// Is each part that faces outward outside of all others, and each that faces inward a hole of one?
bool is_nested_well(const Model& model, std::span<const Mesh> parts) {
  const SolidSurface surface(model, {}, 0);
  std::vector<bool> known(parts.size());
  for (u32 f = 0; f < surface.faces.size(); ++f) {
    const u32 part = model.topology().component[f];
    if (part == kNone || known[part]) continue;
    const std::optional<int> around = winding(surface, surface.point(surface.faces[f][0]), part);
    if (!around) continue;  // a vertex that parts share
    const bool inward = (mass(parts[part]).volume < 0) != model.inside_out();
    if (*around != (inward ? 1 : 0)) return false;
    known[part] = true;
  }
  return std::find(known.begin(), known.end(), false) == known.end();
}

// What is kept with the model; not the model itself, which would then own itself.
struct United {
  std::optional<Model> model{};  // if its parts were united
  double error = 0;
  bool single = false;
};

United united(const Model& model) {
  Parts meet = how_parts_meet(model);
  if (meet == Parts::self_intersecting) return {};
  if (model.topology().components == 1) return {{}, 0, true};
  std::vector<Mesh> parts = parts_of(model);
  if (meet == Parts::separate && is_nested_well(model, parts)) return {{}, 0, true};
  United out{{}, 0, true};
  std::vector<Model> left;
  for (const Mesh& part : parts) {
    if ((mass(part).volume < 0) != model.inside_out()) return {};  // a hole that others overlap
    left.push_back(Model::make(part).value());
  }
  while (left.size() > 1) {  // in pairs, so that each is copied a few times only
    std::vector<Model> next;
    for (std::size_t k = 0; k + 1 < left.size(); k += 2) {
      const BooleanSolid both = combine(left[k], {}, left[k + 1], Boolean::unite);
      if (!both.sound || !both.single) return {};
      out.error += both.error;
      next.push_back(Model::make(both.mesh).value());
    }
    if (left.size() % 2) next.push_back(left.back());
    left = std::move(next);
  }
  out.model = left[0];
  return out;
}

}  // namespace

OneSolid one_solid(const Model& model) {
  const United& known = *static_cast<const United*>(model.derived(
      [](const Model& m) -> std::shared_ptr<const void> { return std::make_shared<const United>(united(m)); }));
  return {known.model ? *known.model : model, known.error, known.single};
}

}  // namespace apart::queries
