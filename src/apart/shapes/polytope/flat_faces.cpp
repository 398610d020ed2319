// Region growing over coplanar triangles, with checks that the result is a convex solid.
#include <algorithm>
#include <apart/shapes/mesh/area_vector.hpp>
#include <apart/shapes/polytope/flat_faces.hpp>
#include <numeric>

namespace apart {
namespace {

constexpr u32 kNobody = ~u32(0);

using Loop = std::vector<u32>;
using Loops = std::vector<Loop>;

// Half-edge 3·t + k runs from corner k of triangle t to the next; its twin runs the other way.
std::vector<u32> twins(std::span<const Face> triangles) {
  struct Edge {
    u32 low, high, half;
  };
  std::vector<Edge> edges;
  edges.reserve(3 * triangles.size());
  for (u32 h = 0; h < 3 * triangles.size(); ++h) {
    const u32 a = triangles[h / 3][h % 3], b = triangles[h / 3][(h + 1) % 3];
    edges.push_back({std::min(a, b), std::max(a, b), h});
  }
  std::sort(edges.begin(), edges.end(), [](const Edge& a, const Edge& b) {
    return a.low != b.low ? a.low < b.low : a.high != b.high ? a.high < b.high : a.half < b.half;
  });
  std::vector<u32> twin(edges.size());
  for (std::size_t i = 0; i + 1 < edges.size(); i += 2)
    twin[edges[i].half] = edges[i + 1].half, twin[edges[i + 1].half] = edges[i].half;
  return twin;
}

class Merge {
 public:
  Merge(std::span<const Vec3d> vertices, std::span<const Face> triangles, double tolerance, bool folds)
      : vertices_(vertices),
        triangles_(triangles),
        tolerance_(tolerance),
        folds_(folds),
        twin_(twins(triangles)),
        region_(triangles.size(), kNobody),
        mark_(vertices.size(), kNobody) {}

  Loops run() {
    std::vector<double> sizes;
    for (const Face& f : triangles_) sizes.push_back(squared_length(area(f)));
    std::vector<u32> order(triangles_.size());
    std::iota(order.begin(), order.end(), 0u);
    std::sort(order.begin(), order.end(),
              [&](u32 i, u32 j) { return sizes[i] != sizes[j] ? sizes[i] > sizes[j] : i < j; });
    for (u32 t : order)
      if (region_[t] == kNobody) grow(t);
    return loops_.size() >= 4 && straighten() && edge_to_edge() && (tolerance_ == 0 || convex()) ? std::move(loops_)
                                                                                                 : Loops{};
  }

 private:
  template <class Corners>
  Vec3d area(const Corners& f) const {
    Vec3d sum{};
    for (std::size_t i = 2; i < f.size(); ++i)
      sum += area_vector(vertices_[f[0]], vertices_[f[i - 1]], vertices_[f[i]]);
    return sum;
  }

  // Region growing from a triangle to its neighbours. The plane of one triangle is not that of a much larger face, so a
  // grown region continues with its own plane.
  void grow(u32 seed) {
    const u32 name = static_cast<u32>(loops_.size());
    std::vector<u32> found{seed};
    region_[seed] = name;
    for (u32 v : triangles_[seed]) mark_[v] = name;
    Loop loop(triangles_[seed].begin(), triangles_[seed].end());
    for (std::size_t before = 0; tolerance_ > 0 && before < found.size();) {
      before = found.size();
      Vec3d up = area(loop), on{};
      for (u32 v : loop) on += vertices_[v] / double(loop.size());
      if (up == Vec3d{}) break;
      up = up / length(up);
      for (std::size_t i = 0; i < found.size(); ++i)
        for (u32 k = 0; k < 3; ++k) {
          const u32 next = twin_[3 * found[i] + k] / 3;
          if (region_[next] != kNobody || !fits(next, name) || !level(triangles_[next], on, up)) continue;
          region_[next] = name;
          for (u32 v : triangles_[next]) mark_[v] = name;
          found.push_back(next);
        }
      loop = border(found, name);
    }
    // The vertices inside, not on the border.
    Loop inner;
    for (u32 v : loop) mark_[v] = kNobody;
    for (u32 t : found)
      for (u32 v : triangles_[t])
        if (mark_[v] == name) inner.push_back(v), mark_[v] = kNobody;
    inner_.push_back(std::move(inner));
    loops_.push_back(std::move(loop));
  }

  // A region stays a disc: a triangle that would touch its border once more waits until it fills a notch.
  bool fits(u32 triangle, u32 name) const {
    int shared = 0;
    u32 across = 0;
    for (u32 k = 0; k < 3; ++k)
      if (region_[twin_[3 * triangle + k] / 3] == name) ++shared, across = triangles_[triangle][(k + 2) % 3];
    return shared == 2 || (shared == 1 && mark_[across] != name);
  }

  // In the plane; and, unless folds are allowed, not on the opposite side of something thin.
  bool level(const Face& f, Vec3d on, Vec3d normal) const {
    for (u32 v : f)
      if (!(std::abs(dot(normal, vertices_[v] - on)) <= tolerance_)) return false;
    if (folds_) return true;
    const Vec3d a = vertices_[f[0]], b = vertices_[f[1]], c = vertices_[f[2]];
    const double longest =
        std::sqrt(largest(Vec3d{squared_length(b - a), squared_length(c - b), squared_length(a - c)}));
    return dot(area(f), normal) >= -2 * tolerance_ * longest;
  }

  // No corner of a loop lies inside it, and nothing that was left out lies outside.
  bool convex() const {
    for (std::size_t l = 0; l < loops_.size(); ++l) {
      const Loop& loop = loops_[l];
      const Vec3d normal = area(loop), unit = normal / length(normal);
      for (std::size_t i = 0; i < loop.size(); ++i) {
        const u32 from = loop[i], to = loop[(i + 1) % loop.size()];
        const double slack = 2 * tolerance_ * length(vertices_[to] - vertices_[from]);
        const auto behind = [&](u32 v) {
          return !(dot(unit, area_vector(vertices_[from], vertices_[to], vertices_[v])) >= -slack);
        };
        if (behind(loop[(i + 2) % loop.size()]) || std::any_of(inner_[l].begin(), inner_[l].end(), behind))
          return false;
      }
    }
    return true;
  }

  // The border loop of a region.
  Loop border(const std::vector<u32>& found, u32 name) const {
    u32 start = kNobody;
    for (u32 t : found)
      for (u32 k = 0; k < 3 && start == kNobody; ++k)
        if (region_[twin_[3 * t + k] / 3] != name) start = 3 * t + k;
    Loop out;
    u32 at = start;
    do {
      out.push_back(triangles_[at / 3][at % 3]);
      at = next_of(at);
      while (region_[twin_[at] / 3] == name) at = next_of(twin_[at]);
    } while (at != start);
    return out;
  }
  static u32 next_of(u32 half) { return half % 3 == 2 ? half - 2 : half + 1; }

  // Between two vertices where three faces meet, the border of two faces is a straight edge: only vertices that deviate
  // from it are kept. False if a face would vanish.
  bool straighten() {
    std::vector<u32> degree(vertices_.size(), 0);
    for (const Loop& loop : loops_)
      for (u32 v : loop) ++degree[v];
    for (Loop& loop : loops_) {
      const auto corner = std::find_if(loop.begin(), loop.end(), [&](u32 v) { return degree[v] > 2; });
      if (corner == loop.end()) return false;
      std::rotate(loop.begin(), corner, loop.end());
      Loop kept, chain;
      for (std::size_t i = 0; i < loop.size();) {
        chain.assign(1, loop[i]);
        do chain.push_back(loop[++i % loop.size()]);
        while (degree[chain.back()] <= 2);
        // Both faces must choose alike, though they traverse the chain in opposite directions.
        const bool turned = chain.front() > chain.back();
        if (turned) std::reverse(chain.begin(), chain.end());
        Loop rest = standing_out(chain);
        if (turned) std::reverse(rest.begin(), rest.end());
        kept.insert(kept.end(), rest.begin(), rest.end() - 1);
      }
      if (kept.size() < 3) return false;
      loop = std::move(kept);
    }
    return true;
  }

  Loop standing_out(const Loop& chain) const {
    Loop out{chain.front()};
    std::vector<std::pair<std::size_t, std::size_t>> open{{0, chain.size() - 1}};
    while (!open.empty()) {
      const auto [from, to] = open.back();
      open.pop_back();
      const Vec3d a = vertices_[chain[from]], along = vertices_[chain[to]] - a;
      const double size = squared_length(along);
      std::size_t farthest = from;
      double most = tolerance_;
      for (std::size_t i = from + 1; i < to; ++i) {
        const Vec3d p = vertices_[chain[i]] - a;
        const double part = size > 0 ? larger(0.0, lesser(1.0, dot(p, along) / size)) : 0;
        if (const double off = length(p - part * along); off > most) most = off, farthest = i;
      }
      if (farthest == from) {
        out.push_back(chain[to]);
      } else {
        open.push_back({farthest, to});
        open.push_back({from, farthest});
      }
    }
    return out;
  }

  // Every edge of a face is the edge of one other, in the opposite direction.
  bool edge_to_edge() const {
    std::vector<std::pair<u32, u32>> edges, back;
    for (const Loop& loop : loops_)
      for (std::size_t i = 0; i < loop.size(); ++i) {
        const u32 a = loop[i], b = loop[(i + 1) % loop.size()];
        edges.emplace_back(a, b);
        back.emplace_back(b, a);
      }
    std::sort(edges.begin(), edges.end());
    std::sort(back.begin(), back.end());
    return edges == back && std::adjacent_find(edges.begin(), edges.end()) == edges.end();
  }

  std::span<const Vec3d> vertices_;
  std::span<const Face> triangles_;
  double tolerance_;
  bool folds_;
  std::vector<u32> twin_, region_;  // of triangles: the loop that they are in
  std::vector<u32> mark_;           // of vertices: the loop that reached them last
  Loops loops_, inner_;             // borders, and the vertices within
};

}  // namespace

std::vector<std::vector<u32>> flat_faces(std::span<const Vec3d> vertices, std::span<const Face> triangles,
                                         double tolerance) {
  // A hull's triangles may be folded over within a flat side. To merge such is correct only if the result is convex.
  Loops loops = Merge(vertices, triangles, tolerance, true).run();
  return loops.empty() ? Merge(vertices, triangles, tolerance, false).run() : loops;
}

}  // namespace apart
