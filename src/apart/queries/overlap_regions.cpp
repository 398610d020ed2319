// Collects the corners of common regions.
#include <algorithm>
#include <apart/base/number_map.hpp>
#include <apart/base/relative.hpp>
#include <apart/queries/containment.hpp>
#include <apart/queries/overlap_regions.hpp>
#include <apart/shapes/mesh/topology.hpp>
#include <utility>

// If solids with flat faces overlap, the corners of the common region are corners of one inside the other, and points
// where an edge of one crosses a face of the other: ends of the segments in which triangles meet. So its surface is
// never computed: it suffices to know which corners are inside, and which belong together.

namespace apart::queries {
namespace {

// Union-find over a sparse set: what touches is a small part of a large mesh.
class Joined {
 public:
  explicit Joined(std::size_t expected) : parent_(expected) {}
  u32 root(u32 i) {
    for (u32* at = parent_.find(i); at; at = parent_.find(i)) {
      if (const u32* const above = parent_.find(*at)) *at = *above;
      i = *at;
    }
    return i;
  }
  void join(u32 i, u32 j) {
    i = root(i), j = root(j);
    if (i != j) parent_.add(larger(i, j), lesser(i, j));
  }

 private:
  NumberMap parent_;  // a root has none
};

// The parts of one surface that lie inside the other solid.
struct InnerSurface {
  const Model& model;
  Pose in_a;
  u32 first_face;  // offset of its face indices
  const Model& solid;
  Pose in_solid;

  // `touching` are the indices of its triangles that touch the solid's, without repetitions. Calls add(face, corner).
  template <class Add>
  void gather(std::span<const u32> touching, Joined& regions, Add add) const {
    const MeshTopology& topology = model.topology();
    const Mesh& mesh = model.mesh();
    const auto corner = [&](u32 face, std::size_t k) { return topology.vertex[mesh.faces()[face][k]]; };
    const auto for_neighbours = [&](u32 face, auto f) {
      for (u32 other : topology.neighbours[face])
        if (other != MeshTopology::kNone) f(other);
    };
    enum State : u32 { kTouching, kBeside, kWaiting, kInside };
    NumberMap states(4 * touching.size());  // of faces
    for (u32 i : touching) states.add(i, kTouching);
    // The corners of a triangle that does not touch the solid are all on one side: one point per component is located.
    Joined side(touching.size());
    for (u32 i : touching)
      for_neighbours(i, [&](u32 g) {
        if (states.add(g, kBeside).second) side.join(corner(g, 0), corner(g, 1)), side.join(corner(g, 0), corner(g, 2));
      });
    NumberMap known;
    const auto is_inside = [&](u32 v) {
      const auto [inside, is_new] = known.add(side.root(v), 0);
      if (is_new) *inside = locate(solid, in_solid * mesh.vertices()[v]) == Where::inside;
      return *inside != 0;
    };
    std::vector<u32> open;
    for (u32 i : touching) {
      for (std::size_t k = 0; k < 3; ++k)
        if (is_inside(corner(i, k))) add(i, k);
      for_neighbours(i, [&](u32 g) {
        u32& state = *states.find(g);
        if (state == kBeside && is_inside(corner(g, 0))) state = kWaiting, open.push_back(g);
      });
    }
    // What is inside is connected with what was entered before it: all that one of those that wait leads to is entered
    // before the next.
    while (!open.empty()) {
      const u32 face = open.back();
      open.pop_back();
      *states.find(face) = kInside;
      for (std::size_t k = 0; k < 3; ++k) add(face, k);
      for_neighbours(face, [&](u32 g) {
        const auto [state, is_new] = states.add(g, kInside);
        const u32 before = is_new ? u32{kBeside} : *state;
        if (before != kInside) regions.join(first_face + face, first_face + g);
        if (before == kBeside) *state = kInside, open.push_back(g);
      });
    }
  }
  RegionPoint point(u32 face, std::size_t k) const {
    const u32 v = model.mesh().faces()[face][k];
    return {first_face + face, in_a * model.mesh().vertices()[v], model.topology().vertex[v], first_face > 0};
  }
};

// Calls add(surface, face, corner) for the corners of each that lie inside the other.
template <class Add>
void gather_vertices(const PlacedPair& placed, const Model& a, const Model& b, std::span<const TouchingPair> touching,
                     Joined& regions, Add add) {
  const u32 first_b = a.mesh().size();
  std::vector<u32> faces_a, faces_b;
  for (const TouchingPair& pair : touching) faces_a.push_back(pair.triangle_a), faces_b.push_back(pair.triangle_b);
  for (std::vector<u32>* faces : {&faces_a, &faces_b}) {
    std::sort(faces->begin(), faces->end());
    faces->erase(std::unique(faces->begin(), faces->end()), faces->end());
  }
  const InnerSurface of_a{a, {}, 0, b, inverse(placed.b_in_a)}, of_b{b, placed.b_in_a, first_b, a, placed.b_in_a};
  of_a.gather(faces_a, regions, [&](u32 face, std::size_t k) { add(of_a, face, k); });
  of_b.gather(faces_b, regions, [&](u32 face, std::size_t k) { add(of_b, face, k); });
}

// Those of a region stay in order.
void sort_by_region(std::vector<RegionPoint>& points) {
  std::vector<std::pair<u32, u32>> regions;  // each with the number of its points, then with the place of the next
  NumberMap places;
  for (const RegionPoint& p : points) {
    const auto [place, is_new] = places.add(p.region, static_cast<u32>(regions.size()));
    if (is_new) regions.emplace_back(p.region, 0);
    ++regions[*place].second;
  }
  std::sort(regions.begin(), regions.end());
  u32 first = 0;
  for (u32 k = 0; k < regions.size(); ++k) {
    *places.find(regions[k].first) = k;
    first += std::exchange(regions[k].second, first);
  }
  std::vector<RegionPoint> sorted(points.size());
  for (const RegionPoint& p : points) sorted[regions[*places.find(p.region)].second++] = p;
  points.swap(sorted);
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
  Joined regions(4 * touching.size());
  std::vector<RegionPoint> out;
  NumberMap seen(4 * touching.size());  // vertices of A, and of B after these
  const u32 first_b = static_cast<u32>(a.mesh().vertices().size());
  gather_vertices(placed, a, b, touching, regions, [&](const InnerSurface& surface, u32 face, std::size_t k) {
    const u32 v = surface.model.topology().vertex[surface.model.mesh().faces()[face][k]];
    if (seen.add(surface.first_face > 0 ? first_b + v : v, 0).second) out.push_back(surface.point(face, k));
  });
  return out;
}

OverlapRegions overlap_regions(const PlacedPair& placed, const Model& a, const Model& b,
                               std::span<const TouchingPair> touching) {
  const u32 first_b = a.mesh().size();
  Joined regions(4 * touching.size());
  OverlapRegions out;
  std::vector<RegionPoint>& points = out.points;
  for (const TouchingPair& pair : touching) {
    regions.join(pair.triangle_a, first_b + pair.triangle_b);
    const Meeting& m = out.meetings.emplace_back(meeting(placed.of_a(pair.triangle_a), placed.of_b(pair.triangle_b)));
    for (const Vec3d& p : {m.p, m.q}) points.push_back({pair.triangle_a, p});
  }
  gather_vertices(placed, a, b, touching, regions, [&](const InnerSurface& surface, u32 face, std::size_t k) {
    points.push_back(surface.point(face, k));
  });
  u32 last = ~u32{0}, root = 0;  // corners of a face come together
  for (RegionPoint& p : points) {
    if (p.region != last) last = p.region, root = regions.root(last);
    p.region = root;
  }
  sort_by_region(points);
  for (u32 k = 0; k < touching.size(); ++k) out.pairs.emplace_back(regions.root(touching[k].triangle_a), k);
  std::sort(out.pairs.begin(), out.pairs.end());
  return out;
}

}  // namespace apart::queries
