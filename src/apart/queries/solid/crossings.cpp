#include <algorithm>
#include <apart/base/random.hpp>
#include <apart/hierarchy/builders/build.hpp>
#include <apart/hierarchy/fit/fit_tree.hpp>
#include <apart/hierarchy/model_tree.hpp>
#include <apart/queries/solid/crossings.hpp>
#include <apart/shapes/mesh/area_vector.hpp>
#include <apart/traversal/pair_walk.hpp>

namespace apart::queries {
namespace {

// How the winding number changes from p to q where they cross a face: +1, −1, or 0 if they do not; nothing if
// undecided.
std::optional<int> change(const PerturbedPoint& p, const PerturbedPoint& q, const PerturbedPoint& a,
                          const PerturbedPoint& b, const PerturbedPoint& c) {
  const int at_p = orient3d(a, b, c, p), at_q = orient3d(a, b, c, q);
  if (at_p == 0 || at_q == 0) return {};
  if (at_p == at_q) return 0;
  const int ab = orient3d(p, q, a, b), bc = orient3d(p, q, b, c);
  if (ab == 0 || bc == 0) return {};
  if (ab != bc) return 0;
  const int ca = orient3d(p, q, c, a);
  if (ca == 0) return {};
  return ca == ab ? at_p : 0;
}

struct FacePoints {
  PerturbedPoint a, b, c;
  FacePoints(const SolidSurface& s, u32 face)
      : a(s.point(s.faces[face][0])), b(s.point(s.faces[face][1])), c(s.point(s.faces[face][2])) {}
};

// The change of the winding number along a segment, over all faces of a surface. The segment is the tree on one side.
struct SegmentQuery {
  using Measure = Touching;
  const SolidSurface& surface;
  const PerturbedPoint &from, &to;
  bool faces_first;
  u32 except_component;
  int total = 0;
  bool decided = true;

  static double reach() { return 0; }
  Found primitives(u32 i, u32 j) {
    const u32 face = faces_first ? i : j;
    const u32 component = surface.topology.component[face];
    if (component == kNone || component == except_component) return Found::nothing;
    const FacePoints t(surface, face);
    const std::optional<int> found = change(from, to, t.a, t.b, t.c);
    decided = decided && found;
    total += found.value_or(0);
    return Found::nothing;
  }
};

}  // namespace

SolidSurface::SolidSurface(const Model& of, const Pose& placed, u64 id)
    : model(of), pose(placed), first_id(id), topology(of.topology()), face_edges(topology.face_edges) {
  const Mesh& mesh = model.mesh();
  at.reserve(mesh.vertices().size());
  for (Vec3d v : mesh.vertices()) at.push_back(pose * v);
  shift.resize(at.size());
  faces.assign(mesh.faces().begin(), mesh.faces().end());
  const bool reverse = model.inside_out();
  for (u32 f = 0; f < faces.size(); ++f) {
    if (face_edges[f][0] == kNone) {
      faces[f] = {kNone, kNone, kNone};
      continue;
    }
    for (u32& v : faces[f]) v = topology.vertex[v], box.add(at[v]);
    if (reverse) std::swap(faces[f][1], faces[f][2]), std::swap(face_edges[f][0], face_edges[f][2]);
  }
}

void SolidSurface::displace(std::span<const u32> faces_to_move, bool inward) {
  std::vector<std::pair<u32, Vec3d>> normals;  // of the faces at each vertex
  for (u32 f : faces_to_move) {
    const Face& face = faces[f];
    if (face[0] == kNone) continue;
    const Vec3d n = area_vector(at[face[0]], at[face[1]], at[face[2]]);
    const double size = length(n);
    if (!(size > 0)) continue;
    for (u32 v : face) normals.push_back({v, n / size});
  }
  const auto by_vertex = [](const auto& x, const auto& y) { return x.first < y.first; };
  std::stable_sort(normals.begin(), normals.end(), by_vertex);
  for (auto from = normals.begin(); from != normals.end();) {
    const auto to = std::upper_bound(from, normals.end(), *from, by_vertex);
    Vec3d sum;
    for (auto k = from; k != to; ++k) sum -= k->second;
    // A perceptron: finds a direction inward of all the faces, if there is one.
    for (int round = 0; round < 50; ++round) {
      bool all = true;
      for (auto k = from; k != to; ++k)
        if (dot(k->second, sum) > -0.05 * length(sum)) sum -= k->second, all = false;
      if (all) break;
    }
    const double size = inward ? length(sum) : -length(sum);
    if (size != 0)
      for (int k = 0; k < 3; ++k) shift[from->first][k] = std::round(1000 * sum[k] / size);
    from = to;
  }
}

std::optional<int> winding(const SolidSurface& surface, const PerturbedPoint& point, u32 except_component) {
  for (int k = 0; k < 3; ++k)
    if (point.at[k] < surface.box.low[k] || point.at[k] > surface.box.high[k]) return 0;
  const Vec3d far = surface.box.centre() + 2 * length(surface.box.size()) * Random(1).direction();
  const PerturbedPoint outside{far, {}, ~u64{0}};
  const Mesh way = Mesh::make({point.at, far}, {{0, 1, 1}}).value();
  const auto tree = fit_tree<Obb<float>>(build(way), way);
  const bool in_own_frame = surface.pose == Pose{};
  SegmentQuery query{surface, point, outside, in_own_frame, except_component};
  if (in_own_frame)
    walk(surface.model.tree(), Pose{}, tree, query);
  else
    walk(ModelTree::of(tree), surface.pose, surface.model.tree(), query);
  if (!query.decided) return {};
  return -query.total;
}

u32 Crossings::find(u32 edge, u32 face) const {
  const auto there = std::lower_bound(all.begin(), all.end(), std::array{edge, face},
                                      [](const Crossing& c, const std::array<u32, 2>& key) {
                                        return c.edge != key[0] ? c.edge < key[0] : c.face < key[1];
                                      });
  return there != all.end() && there->edge == edge && there->face == face ? static_cast<u32>(there - all.begin())
                                                                          : kNone;
}

Crossings crossings(const SolidSurface& edges, const SolidSurface& faces, std::vector<u64> pairs) {
  Crossings out;
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  for (const u64 pair : pairs) {
    const u32 edge = static_cast<u32>(pair >> 32), face = static_cast<u32>(pair);
    const PerturbedPoint p = edges.point(edges.topology.edges[edge].a), q = edges.point(edges.topology.edges[edge].b);
    const FacePoints t(faces, face);
    const std::optional<int> found = change(p, q, t.a, t.b, t.c);
    if (!found) out.decided = false;
    if (found.value_or(0) != 0) out.all.push_back({edge, face, *found, crossing(p, q, t.a, t.b, t.c)});
  }
  return out;
}

std::vector<int> windings(const SolidSurface& surface, const SolidSurface& around, const Crossings& found) {
  const std::vector<MeshTopology::Edge>& edges = surface.topology.edges;
  std::vector<int> change(edges.size());
  for (const Crossing& c : found.all) change[c.edge] += c.change;
  std::vector<u32> begin(surface.at.size() + 1);  // the edges at each vertex
  for (const auto& e : edges) ++begin[e.a + 1], ++begin[e.b + 1];
  for (std::size_t i = 1; i < begin.size(); ++i) begin[i] += begin[i - 1];
  std::vector<u32> at(begin.back()), next(begin.begin(), begin.end() - 1);
  for (u32 e = 0; e < edges.size(); ++e) at[next[edges[e].a]++] = e, at[next[edges[e].b]++] = e;

  constexpr int unknown = std::numeric_limits<int>::min();
  std::vector<int> out(surface.at.size(), unknown);
  std::vector<u32> open;
  for (u32 seed = 0; seed < out.size(); ++seed) {
    if (begin[seed] == begin[seed + 1] || out[seed] != unknown) continue;
    const std::optional<int> first = winding(around, surface.point(seed));
    if (!first) return {};
    out[seed] = *first;
    open.push_back(seed);
    while (!open.empty()) {
      const u32 v = open.back();
      open.pop_back();
      for (u32 k = begin[v]; k < begin[v + 1]; ++k) {
        const MeshTopology::Edge& e = edges[at[k]];
        const u32 w = e.a == v ? e.b : e.a;
        const int there = out[v] + (e.a == v ? change[at[k]] : -change[at[k]]);
        if (out[w] == unknown) out[w] = there, open.push_back(w);
        if (out[w] != there) return {};
      }
    }
  }
  for (int& w : out)
    if (w == unknown) w = 0;
  return out;
}

}  // namespace apart::queries
