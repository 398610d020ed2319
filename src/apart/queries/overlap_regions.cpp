// Collects the corners of common regions.
#include <algorithm>
#include <apart/base/relative.hpp>
#include <apart/queries/containment.hpp>
#include <apart/queries/overlap_regions.hpp>
#include <apart/shapes/mesh/topology.hpp>
#include <unordered_map>
#include <unordered_set>

// If solids with flat faces overlap, the corners of the common region are corners of one inside the other, and points
// where an edge of one crosses a face of the other: ends of the segments in which triangles meet. So its surface is
// never computed: it suffices to know which corners are inside, and which belong together.

namespace apart::queries {
namespace {

// Union-find over a sparse set: what touches is a small part of a large mesh.
class Joined {
 public:
  u32 root(u32 i) {
    for (auto at = parent_.find(i); at != parent_.end(); at = parent_.find(i)) {
      if (const auto above = parent_.find(at->second); above != parent_.end()) at->second = above->second;
      i = at->second;
    }
    return i;
  }
  void join(u32 i, u32 j) {
    i = root(i), j = root(j);
    if (i != j) parent_[larger(i, j)] = lesser(i, j);
  }

 private:
  std::unordered_map<u32, u32> parent_;  // a root has none
};

// The parts of one surface that lie inside the other solid.
struct InnerSurface {
  const Model& model;
  Pose in_a;
  u32 first_face;  // offset of its face indices
  const Model& solid;
  Pose in_solid;

  // `touching` are the indices of its triangles that touch the solid's, sorted.
  void gather(std::span<const u32> touching, Joined& regions, std::vector<RegionPoint>& points) const {
    const MeshTopology& topology = model.topology();
    const Mesh& mesh = model.mesh();
    const auto corner = [&](u32 face, std::size_t k) { return topology.vertex[mesh.faces()[face][k]]; };
    const auto is_touching = [&](u32 face) { return std::binary_search(touching.begin(), touching.end(), face); };
    const auto for_neighbours = [&](u32 face, auto f) {
      for (u32 other : topology.neighbours[face])
        if (other != MeshTopology::kNone) f(other);
    };
    // The corners of a triangle that does not touch the solid are all on one side: one point per component is located.
    Joined side;
    for (u32 i : touching)
      for_neighbours(i, [&](u32 g) {
        if (!is_touching(g)) side.join(corner(g, 0), corner(g, 1)), side.join(corner(g, 0), corner(g, 2));
      });
    std::unordered_map<u32, bool> known;
    const auto is_inside = [&](u32 v) {
      const auto [at, is_new] = known.try_emplace(side.root(v), false);
      if (is_new) at->second = locate(solid, in_solid * mesh.vertices()[v]) == Where::inside;
      return at->second;
    };
    const auto add = [&](u32 face, std::size_t k) {
      points.push_back(
          {first_face + face, in_a * mesh.vertices()[mesh.faces()[face][k]], corner(face, k), first_face > 0});
    };
    std::vector<u32> open;
    std::unordered_set<u32> seen;
    for (u32 i : touching) {
      for (std::size_t k = 0; k < 3; ++k)
        if (is_inside(corner(i, k))) add(i, k);
      for_neighbours(i, [&](u32 g) {
        if (!is_touching(g) && is_inside(corner(g, 0)) && seen.insert(g).second) open.push_back(g);
      });
    }
    while (!open.empty()) {
      const u32 face = open.back();
      open.pop_back();
      for (std::size_t k = 0; k < 3; ++k) add(face, k);
      for_neighbours(face, [&](u32 g) {
        regions.join(first_face + face, first_face + g);
        if (!is_touching(g) && seen.insert(g).second) open.push_back(g);
      });
    }
  }
};

// Adds the corners of each that lie inside the other.
void gather_vertices(const PlacedPair& placed, const Model& a, const Model& b, std::span<const TouchingPair> touching,
                     Joined& regions, std::vector<RegionPoint>& points) {
  const u32 first_b = a.mesh().size();
  std::vector<u32> faces_a, faces_b;
  for (const TouchingPair& pair : touching) faces_a.push_back(pair.triangle_a), faces_b.push_back(pair.triangle_b);
  for (std::vector<u32>* faces : {&faces_a, &faces_b}) {
    std::sort(faces->begin(), faces->end());
    faces->erase(std::unique(faces->begin(), faces->end()), faces->end());
  }
  InnerSurface{a, {}, 0, b, inverse(placed.b_in_a)}.gather(faces_a, regions, points);
  InnerSurface{b, placed.b_in_a, first_b, a, placed.b_in_a}.gather(faces_b, regions, points);
}

}  // namespace

double extent_along(std::span<const RegionPoint> points, Vec3d direction) {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (const RegionPoint& p : points) {
    const double along = dot(direction, p.at);
    low = lesser(low, along), high = larger(high, along);
  }
  return high - low;
}

std::vector<RegionPoint> inner_vertices(const PlacedPair& placed, const Model& a, const Model& b,
                                        std::span<const TouchingPair> touching) {
  Joined regions;
  std::vector<RegionPoint> out;
  gather_vertices(placed, a, b, touching, regions, out);
  return out;
}

OverlapRegions overlap_regions(const PlacedPair& placed, const Model& a, const Model& b,
                               std::span<const TouchingPair> touching) {
  const u32 first_b = a.mesh().size();
  Joined regions;
  OverlapRegions out;
  std::vector<RegionPoint>& points = out.points;
  for (const TouchingPair& pair : touching) {
    regions.join(pair.triangle_a, first_b + pair.triangle_b);
    const Meeting m = meeting(placed.of_a(pair.triangle_a), placed.of_b(pair.triangle_b));
    for (const Vec3d& p : {m.p, m.q}) points.push_back({pair.triangle_a, p});
  }
  gather_vertices(placed, a, b, touching, regions, points);
  for (RegionPoint& p : points) p.region = regions.root(p.region);
  std::stable_sort(points.begin(), points.end(),
                   [](const RegionPoint& x, const RegionPoint& y) { return x.region < y.region; });
  for (u32 k = 0; k < touching.size(); ++k) out.pairs.emplace_back(regions.root(touching[k].triangle_a), k);
  std::sort(out.pairs.begin(), out.pairs.end());
  return out;
}

}  // namespace apart::queries
