// Finds the features that can be touched, and builds their trees.
#include <algorithm>
#include <apart/base/normalized.hpp>
#include <apart/base/sin_cos.hpp>
#include <apart/hierarchy/model_tree.hpp>
#include <apart/queries/penetration/contact_features.hpp>
#include <apart/queries/self_facts.hpp>
#include <apart/shapes/mesh/topology.hpp>
#include <apart/triangles/exact/orient.hpp>
#include <apart/triangles/lanes/solid_angles.hpp>
#include <numbers>

// Which features count. Two solids that touch from outside, moved apart by the least translation, touch at a vertex of
// one on a face of the other, or at two crossing edges, and there both lie on their side of a common plane
// (docs/decisions/0047-penetration-by-contact-features.md). So an edge counts only if it is convex, and a vertex only
// if it could be the tip of a cone, which takes three convex edges. Edges within a flat face count for nothing: a
// tessellated box has the contact features of a box.

namespace apart::queries {
namespace {

constexpr u32 kNone = MeshTopology::kNone;

struct TreeItem {
  Bounds box;
  NormalCone cone;
};

double angle_between(Vec3d x, Vec3d y) { return angle_of(length(cross(x, y)), dot(x, y)); }
SinCos sin_cos_of(double radians) { return sin_cos(radians / (2 * std::numbers::pi)); }

// The least cone about two.
NormalCone joined(const NormalCone& x, const NormalCone& y) {
  if (x.angle < y.angle) return joined(y, x);
  const double apart = angle_between(x.axis, y.axis);
  if (apart + y.angle <= x.angle) return x;
  const double angle = 0.5 * (apart + x.angle + y.angle), turn = angle - x.angle;
  const Vec3d across = normalized(y.axis - dot(x.axis, y.axis) * x.axis).unit;
  if (angle >= 3 || across == Vec3d{}) return {};
  const SinCos of_turn = sin_cos_of(turn);
  return {normalized(of_turn.cos * x.axis + of_turn.sin * across).unit, angle + 1e-12};
}

class TreeBuilder {
 public:
  explicit TreeBuilder(std::vector<TreeItem> items) : items_(std::move(items)) {}

  FeatureTree build() {
    if (items_.empty()) return {};
    std::vector<u32> order(items_.size());
    for (u32 i = 0; i < order.size(); ++i) order[i] = i;
    out_.nodes.reserve(2 * items_.size());
    out_.nodes.emplace_back();
    fit(0, order);
    return std::move(out_);
  }

 private:
  TreeItem fit(u32 node, std::span<u32> order) {
    if (order.size() == 1) return put(node, items_[order[0]], order[0], true);
    const std::size_t middle = split(order);
    const u32 first = static_cast<u32>(out_.nodes.size());
    out_.nodes.resize(first + 2);
    TreeItem both = fit(first, order.first(middle));
    const TreeItem right = fit(first + 1, order.subspan(middle));
    both.box.add(right.box);
    both.cone = joined(both.cone, right.cone);
    return put(node, both, first, false);
  }

  TreeItem put(u32 node, const TreeItem& item, u32 first, bool leaf) {
    // Normals of what a pose places may be off by twice the tolerance of a rigid pose.
    constexpr double kTurned = 1e-5;
    FeatureTree::Node& out = out_.nodes[node];
    out.centre = cast<float>(item.box.centre());
    const Vec3d c = cast<double>(out.centre), half = larger(item.box.high - c, c - item.box.low);
    for (int k = 0; k < 3; ++k) out.half[k] = float_above(half[k] * (1 + 1e-15));
    const double angle = item.cone.angle + kTurned;
    out.axis = cast<float>(item.cone.axis);
    out.angle = float_above(angle);
    const SinCos of_angle = sin_cos_of(angle);
    out.cos = rounded<float>(of_angle.cos), out.sin = rounded<float>(of_angle.sin);
    out.first = first, out.leaf = leaf;
    return item;
  }

  // By direction while normals differ much, else by place; at the middle, or at the median where that is lopsided.
  std::size_t split(std::span<u32> order) {
    Bounds at, normals;
    for (u32 i : order) at.add(items_[i].box.centre()), normals.add(items_[i].cone.axis);
    const bool by_normal = largest(normals.size()) > 1;
    const Bounds& range = by_normal ? normals : at;
    const int axis = longest_axis(range.size());
    const auto place = [&](u32 i) { return by_normal ? items_[i].cone.axis[axis] : items_[i].box.centre()[axis]; };
    const double middle = range.centre()[axis];
    const auto cut = std::partition(order.begin(), order.end(), [&](u32 i) { return place(i) < middle; });
    const std::size_t left = static_cast<std::size_t>(cut - order.begin()), least = order.size() / 16;
    if (left > least && order.size() - left > least) return left;
    const std::size_t half = order.size() / 2;
    std::nth_element(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(half), order.end(),
                     [&](u32 i, u32 j) { return place(i) != place(j) ? place(i) < place(j) : i < j; });
    return half;
  }

  std::vector<TreeItem> items_;
  FeatureTree out_;
};

class Finder {
 public:
  explicit Finder(const Model& model)
      : mesh_(model.mesh()), topology_(model.topology()), centre_(model.tree().frame.centre) {
    out_.outward = model.inside_out() ? -1 : 1;
    flat_.resize(mesh_.size());
    out_.face_normals.resize(mesh_.size());
    for (u32 i = 0; i < mesh_.size(); ++i) {
      const Triangle t = mesh_.triangle(i);
      flat_[i] = topology_.component[i] == kNone || collinear(t.a, t.b, t.c);
      out_.face_normals[i] = double(out_.outward) * normalized(exact_area_vector(t.a, t.b, t.c)).unit;
    }
  }

  ContactFeatures found(bool sound) {
    out_.sound = sound;
    add_faces();
    add_edges();
    add_vertices();
    return std::move(out_);
  }

 private:
  Vec3d at(u32 vertex) const { return mesh_.vertices()[vertex] - centre_; }

  void add_faces() {
    std::vector<TreeItem> items(mesh_.size());
    out_.vertex_normals.assign(mesh_.vertices().size(), {});
    for (u32 i = 0; i < mesh_.size(); ++i) {
      const Face& f = mesh_.faces()[i];
      for (u32 v : f) items[i].box.add(at(v));
      if (flat_[i]) continue;
      items[i].cone = {out_.face_normals[i], 1e-12};
      for (std::size_t k = 0; k < 3; ++k) {
        const Vec3d v = at(f[k]);
        out_.vertex_normals[topology_.vertex[f[k]]] +=
            angle_between(at(f[(k + 1) % 3]) - v, at(f[(k + 2) % 3]) - v) * out_.face_normals[i];
      }
    }
    for (u32 v = 0; v < out_.vertex_normals.size(); ++v)
      out_.vertex_normals[v] = out_.vertex_normals[topology_.vertex[v]];
    out_.face_tree = TreeBuilder(std::move(items)).build();
  }

  enum class Bend { convex, not_convex, unknown };
  Bend bend(u32 face, u32 side, u32 other) const {
    if (other == kNone || flat_[face] || flat_[other]) return Bend::unknown;
    const Triangle t = mesh_.triangle(face);
    const int above = out_.outward * orient3d(t.a, t.b, t.c, third_corner(other, topology_.face_edges[face][side]));
    if (above != 0) return above < 0 ? Bend::convex : Bend::not_convex;
    return dot(out_.face_normals[face], out_.face_normals[other]) > 0 ? Bend::not_convex
                                                                      : Bend::unknown;  // flat, or folded flat
  }
  Vec3d third_corner(u32 face, u32 edge) const {
    for (std::size_t k = 0; k < 3; ++k)
      if (topology_.face_edges[face][k] == edge) return mesh_.vertices()[mesh_.faces()[face][(k + 2) % 3]];
    return mesh_.vertices()[mesh_.faces()[face][2]];
  }

  void add_edges() {
    std::vector<TreeItem> items;
    convex_at_.assign(mesh_.vertices().size(), 0);
    unknown_at_.assign(mesh_.vertices().size(), false);
    std::vector<bool> seen(topology_.edges.size());
    for (u32 i = 0; i < mesh_.size(); ++i) {
      if (topology_.component[i] == kNone) continue;
      for (u32 k = 0; k < 3; ++k) {
        const u32 edge = topology_.face_edges[i][k], other = topology_.neighbours[i][k];
        if (seen[edge]) continue;
        seen[edge] = true;
        const Bend how = bend(i, k, other);
        if (how == Bend::not_convex) continue;
        const u32 v = topology_.edges[edge].a, w = topology_.edges[edge].b;
        ++convex_at_[v], ++convex_at_[w];
        TreeItem item;
        item.box.add(at(v)), item.box.add(at(w));
        ContactFeatures::Edge out{at(v), at(w) - at(v), {}, {}, how == Bend::convex};
        if (out.known) {
          out.into = third_corner(i, edge) - centre_ - out.at;
          out.into_2 = third_corner(other, edge) - centre_ - out.at;
          item.cone = joined({out_.face_normals[i], 1e-12}, {out_.face_normals[other], 1e-12});
        } else {
          unknown_at_[v] = unknown_at_[w] = true;
        }
        out_.edges.push_back(out);
        items.push_back(item);
      }
    }
    out_.edge_tree = TreeBuilder(std::move(items)).build();
  }

  void add_vertices() {
    // The edges and the faces at each vertex that counts.
    std::vector<std::vector<u32>> neighbours(mesh_.vertices().size());
    std::vector<NormalCone> cones(mesh_.vertices().size(), {{}, -1});
    for (const MeshTopology::Edge& edge : topology_.edges)
      for (const auto& [from, to] : {std::pair(edge.a, edge.b), std::pair(edge.b, edge.a)})
        if (convex_at_[from] >= 3) neighbours[from].push_back(to);
    for (u32 i = 0; i < mesh_.size(); ++i)
      for (u32 k : mesh_.faces()[i]) {
        const u32 v = topology_.vertex[k];
        if (flat_[i] || convex_at_[v] < 3) continue;
        cones[v] = cones[v].angle < 0 ? NormalCone{out_.face_normals[i], 1e-12}
                                      : joined(cones[v], {out_.face_normals[i], 1e-12});
      }
    std::vector<TreeItem> items;
    for (u32 v = 0; v < neighbours.size(); ++v) {
      if (neighbours[v].empty()) continue;
      const u32 first = static_cast<u32>(out_.around.size());
      for (u32 w : neighbours[v]) out_.around.push_back(normalized(at(w) - at(v)).unit);
      const bool known = !unknown_at_[v] && topology_.manifold;
      out_.vertices.push_back({at(v), first, static_cast<u32>(neighbours[v].size()), known});
      TreeItem item;
      item.box.add(at(v));
      if (known) item.cone = cones[v];
      items.push_back(item);
    }
    out_.vertex_tree = TreeBuilder(std::move(items)).build();
  }

  const Mesh& mesh_;
  const MeshTopology& topology_;
  Vec3d centre_;
  std::vector<bool> flat_;
  std::vector<u32> convex_at_;
  std::vector<bool> unknown_at_;
  ContactFeatures out_;
};

// A component that is oriented against the whole is the wall of a cavity.
std::vector<bool> cavities(const Model& model) {
  const MeshTopology& topology = model.topology();
  std::vector<double> volume(topology.components);
  const Vec3d centre = model.tree().frame.centre;
  for (u32 i = 0; i < model.mesh().size(); ++i) {
    const Triangle t = model.mesh().triangle(i);
    if (const u32 part = topology.component[i]; part != kNone)
      volume[part] += dot(t.a - centre, cross(t.b - centre, t.c - centre));
  }
  std::vector<bool> out(volume.size());
  for (std::size_t k = 0; k < out.size(); ++k) out[k] = (volume[k] < 0) != model.inside_out();
  return out;
}

// Components may cross each other where both are solid; a cavity may cross nothing, and must be inside something.
bool is_sound(const Model& model) {
  const MeshTopology& topology = model.topology();
  const std::vector<bool> hollow = cavities(model);
  for (const TouchingPair& pair : known_self_collisions(model)) {
    const u32 x = topology.component[pair.triangle_a], y = topology.component[pair.triangle_b];
    if (x == kNone || y == kNone) continue;
    if (x == y || hollow[x] || hollow[y]) return false;
  }
  if (std::none_of(hollow.begin(), hollow.end(), [](bool x) { return x; })) return true;
  // The winding number beside a cavity: of the rest of the mesh, at any of its vertices.
  std::vector<bool> known(hollow.size());
  for (u32 i = 0; i < model.mesh().size(); ++i) {
    const u32 part = topology.component[i];
    if (part == kNone || !hollow[part] || known[part]) continue;
    known[part] = true;
    double half = 0;  // of the solid angle of the rest, seen from there
    const Vec3d p = model.mesh().triangle(i).a;
    for (u32 j = 0; j < model.mesh().size(); ++j) {
      if (topology.component[j] == part || topology.component[j] == kNone) continue;
      half += half_solid_angle(p, model.mesh().triangle(j)).angle;
    }
    if ((model.inside_out() ? -1 : 1) * half < std::numbers::pi) return false;  // 2π for a winding number of one
  }
  return true;
}

}  // namespace

const ContactFeatures& contact_features(const Model& model) {
  return *static_cast<const ContactFeatures*>(model.derived([](const Model& m) -> std::shared_ptr<const void> {
    return std::make_shared<const ContactFeatures>(Finder(m).found(is_sound(m)));
  }));
}

}  // namespace apart::queries
