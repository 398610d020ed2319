// Boolean operations by exact combinatorics. Which edges cross which faces is decided once, by exact signs of
// infinitesimally displaced vertices, and shared by both surfaces; each crossed face then keeps the region that is
// bounded by pieces of its edges and by segments between crossings. Every piece and segment is used once in each
// direction, so the result is closed, however its points are rounded.
#include <algorithm>
#include <apart/base/bounds.hpp>
#include <apart/queries/shared_points.hpp>
#include <apart/queries/solid/boolean.hpp>
#include <apart/queries/solid/crossings.hpp>
#include <apart/shapes/mesh/area_vector.hpp>
#include <apart/triangles/triangulate.hpp>
#include <apart/volumes/placement.hpp>

namespace apart::queries {
namespace {

// A piece of an edge between vertices and crossings, in the direction of the edge, with how often it is used.
struct EdgePiece {
  u32 from, to;
  int times;
};

// Segments on faces, sorted by face.
struct FaceSegment {
  u32 face;
  DirectedEdge edge;
};

struct Side {
  const SolidSurface& surface;
  const Crossings& crossings;        // of its edges
  const std::vector<int>& winding;   // of the other around its vertices
  u32 first_vertex, first_crossing;  // their nodes
};

class Assembly {
 public:
  Assembly(const Side& a, const Side& b, std::span<const TouchingPair> pairs, Boolean kind)
      : sides_{a, b}, kind_(kind) {
    for (const TouchingPair& pair : pairs) add_segment(pair.triangle_a, pair.triangle_b);
    place_points();
    for (int k = 0; k < 2; ++k) add_faces(k);
    cancel_opposite();
    for (const TouchingPair& pair : pairs) find_sheet(pair.triangle_a, pair.triangle_b);
    finish();
  }
  BooleanSolid take() { return std::move(out_); }

 private:
  int kept(int winding) {
    out_.single = out_.single && (winding == 0 || winding == 1);
    return kind_ == Boolean::intersection ? winding : 1 - winding;
  }

  // The segment in which a face of A and one of B cross. In A's face the inside of B lies to its left; seen in B's it
  // runs the other way.
  void add_segment(u32 f, u32 g) {
    const Side &a = sides_[0], &b = sides_[1];
    if (a.surface.faces[f][0] == kNone || b.surface.faces[g][0] == kNone) return;
    u32 start = kNone, end = kNone;
    int ends = 0;
    const auto visit = [&](const Side& side, u32 face, u32 other, int sign) {
      for (u32 i = 0; i < 3; ++i) {
        const u32 found = side.crossings.find(side.surface.face_edges[face][i], other);
        if (found == kNone) continue;
        const int inward = sign * side.crossings.all[found].change * side.surface.direction(face, i);
        (inward > 0 ? end : start) = side.first_crossing + found;
        ++ends;
      }
    };
    visit(a, f, g, 1), visit(b, g, f, -1);
    if (ends == 0) return;
    if (ends != 2 || start == kNone || end == kNone) {
      out_.sound = false;
      return;
    }
    if (kind_ == Boolean::unite) std::swap(start, end);
    segments_[0].push_back({f, {start, end}});
    segments_[1].push_back({g, {end, start}});
  }

  // Positions of all nodes, relative to the middle of what the two may share: nearby, they keep their digits.
  void place_points() {
    Bounds box[2];
    for (int k = 0; k < 2; ++k)
      for (Vec3d p : sides_[k].surface.at) box[k].add(p);
    origin_ = (Bounds{larger(box[0].low, box[1].low), lesser(box[0].high, box[1].high)}).centre();
    for (const Side& side : sides_)
      for (Vec3d p : side.surface.at) absolute_.push_back(p), relative_.push_back(p - origin_);
    for (const Side& side : sides_)
      for (const Crossing& c : side.crossings.all) {
        const MeshTopology::Edge& e = side.surface.topology.edges[c.edge];
        const Vec3d p = side.surface.at[e.a], q = side.surface.at[e.b];
        Vec3d here, there;
        for (int i = 0; i < 3; ++i) {
          const Quad x = c.along <= 0   ? Quad(p[i])
                         : c.along >= 1 ? Quad(q[i])
                                        : Quad(p[i]) + c.along * (Quad(q[i]) - Quad(p[i]));
          here[i] = static_cast<double>(x), there[i] = static_cast<double>(x - Quad(origin_[i]));
        }
        absolute_.push_back(here), relative_.push_back(there);
      }
    same_.resize(absolute_.size());
    std::iota(same_.begin(), same_.end(), u32(0));
    merge_points();
  }

  // Crossings that coincide, with each other or with a vertex near a crossing, are computed in several ways: one point.
  void merge_points() {
    std::vector<u32> nodes;
    for (const Side& side : sides_)
      for (const Crossing& c : side.crossings.all) {
        const MeshTopology::Edge& e = side.surface.topology.edges[c.edge];
        nodes.push_back(side.first_vertex + e.a), nodes.push_back(side.first_vertex + e.b);
      }
    std::sort(nodes.begin(), nodes.end());
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
    for (u32 node = sides_[0].first_crossing; node < same_.size(); ++node) nodes.push_back(node);
    std::vector<Vec3d> points;
    for (u32 node : nodes) {
      points.push_back(relative_[node]);
      size_ = larger(size_, largest(abs(relative_[node])));
    }
    const std::vector<u32> numbers = SharedPoints(8 * kUnit<double> * size_).number(points);
    for (std::size_t k = 0; k < nodes.size(); ++k) same_[nodes[k]] = nodes[numbers[k]];
  }

  // The pieces of a crossed edge. Crossings inward and outward alternate where windings are 0 and 1; where rounding
  // exchanges two, the order that alternates is the true one.
  void add_pieces(const Side& side, u32 edge, u32 first, u32 last, std::vector<EdgePiece>& pieces) {
    std::vector<u32> order(last - first);
    std::iota(order.begin(), order.end(), first);
    const std::vector<Crossing>& all = side.crossings.all;
    std::stable_sort(order.begin(), order.end(), [&](u32 x, u32 y) { return all[x].along < all[y].along; });
    const MeshTopology::Edge& e = side.surface.topology.edges[edge];
    const int start = side.winding[e.a];
    int at = start;
    bool alternates = true;
    for (u32 c : order) at += all[c].change, alternates = alternates && (at == 0 || at == 1);
    if (!alternates && (start == 0 || start == 1)) {
      std::vector<u32> ways[2];
      for (u32 c : order) ways[all[c].change > 0].push_back(c);
      std::vector<u32> woven;
      std::size_t next[2] = {};
      for (int way = 1 - start; next[way] < ways[way].size(); way = 1 - way) woven.push_back(ways[way][next[way]++]);
      if (woven.size() == order.size()) order = std::move(woven);
    }
    at = start;
    u32 from = side.first_vertex + e.a;
    for (u32 c : order) {
      pieces.push_back({from, side.first_crossing + c, kept(at)});
      from = side.first_crossing + c, at += all[c].change;
    }
    pieces.push_back({from, side.first_vertex + e.b, kept(at)});
  }

  void add_faces(int which) {
    const Side& side = sides_[which];
    std::vector<FaceSegment>& segments = segments_[which];
    const SolidSurface& surface = side.surface;
    std::vector<EdgePiece> pieces;
    std::vector<std::array<u32, 3>> crossed;  // edge, and its pieces
    const std::vector<Crossing>& all = side.crossings.all;
    for (u32 first = 0, last; first < all.size(); first = last) {
      for (last = first; last < all.size() && all[last].edge == all[first].edge; ++last) {
      }
      const u32 begin = static_cast<u32>(pieces.size());
      add_pieces(side, all[first].edge, first, last, pieces);
      crossed.push_back({all[first].edge, begin, static_cast<u32>(pieces.size())});
    }
    std::stable_sort(segments.begin(), segments.end(),
                     [](const FaceSegment& x, const FaceSegment& y) { return x.face < y.face; });
    auto segment = segments.begin();
    std::vector<DirectedEdge> edges;
    first_triangle_[which].assign(surface.faces.size() + 1, 0);
    for (u32 f = 0; f < surface.faces.size(); ++f) {
      first_triangle_[which][f] = static_cast<u32>(faces_.size());
      const Face& face = surface.faces[f];
      if (face[0] == kNone) continue;
      if (segment == segments.end() || segment->face != f) {  // not crossed: the whole of it or nothing
        const int times = kept(side.winding[face[0]]);
        Face whole;
        for (std::size_t i = 0; i < 3; ++i) whole[i] = same_[side.first_vertex + face[i]];
        if (times < 0) std::swap(whole[1], whole[2]);
        for (int k = 0; k < std::abs(times); ++k) faces_.push_back(whole);
        edges = {{whole[0], whole[1]}, {whole[1], whole[2]}, {whole[2], whole[0]}};
        for (int k = 0; k < std::abs(times); ++k) measure(side, f, edges);
        continue;
      }
      edges.clear();
      const auto use = [&](u32 from, u32 to, int times) {
        if (times < 0) std::swap(from, to);
        for (int k = 0; k < std::abs(times); ++k) edges.push_back({same_[from], same_[to]});
      };
      for (; segment != segments.end() && segment->face == f; ++segment) use(segment->edge[0], segment->edge[1], 1);
      for (u32 i = 0; i < 3; ++i) {
        const u32 edge = surface.face_edges[f][i];
        const int way = surface.direction(f, i);
        const auto there =
            std::lower_bound(crossed.begin(), crossed.end(), edge, [](const auto& c, u32 e) { return c[0] < e; });
        if (there != crossed.end() && (*there)[0] == edge) {
          for (u32 k = (*there)[1]; k < (*there)[2]; ++k) use(pieces[k].from, pieces[k].to, way * pieces[k].times);
        } else {
          const MeshTopology::Edge& e = surface.topology.edges[edge];
          use(side.first_vertex + e.a, side.first_vertex + e.b, way * kept(side.winding[e.a]));
        }
      }
      measure(side, f, edges);
      triangulate(relative_, edges, normal(side, f), 16 * kUnit<double> * size_, faces_);
    }
    first_triangle_[which].back() = static_cast<u32>(faces_.size());
  }

  // Where a vertex has no direction inward of all its faces, faces back to back may keep common parts, which bound
  // nothing.
  void find_sheet(u32 f, u32 g) {
    const std::span<const Face> of_f = kept_of(0, f), of_g = kept_of(1, g);
    if (of_f.empty() || of_g.empty()) return;
    const Vec3d n = normal(sides_[0], f);
    if (!(dot(n, normal(sides_[1], g)) < 0)) return;
    const auto corner = [&](int k, u32 face, u32 i) { return sides_[k].surface.at[sides_[k].surface.faces[face][i]]; };
    for (u32 i = 0; i < 3; ++i)
      if (orient3d(corner(0, f, 0), corner(0, f, 1), corner(0, f, 2), corner(1, g, i)) != 0) return;
    const Vec3d unit = n / length(n);
    for (const Face& s : of_f)
      for (const Face& t : of_g)
        if (s[0] != s[1] && t[0] != t[1])  // else cancelled
          out_.sheets += common_area({relative_[s[0]], relative_[s[1]], relative_[s[2]]},
                                     {relative_[t[0]], relative_[t[2]], relative_[t[1]]}, unit);
  }

  std::span<const Face> kept_of(int which, u32 face) const {
    const std::vector<u32>& first = first_triangle_[which];
    return std::span(faces_).subspan(first[face], first[face + 1] - first[face]);
  }

  // The area of a triangle of the result; negative if it is folded back by rounding.
  double kept_area(u32 triangle) const {
    const int which = triangle >= first_triangle_[1][0];
    const std::vector<u32>& first = first_triangle_[which];
    const auto face = std::upper_bound(first.begin(), first.end(), triangle) - first.begin() - 1;
    const Vec3d n = normal(sides_[which], static_cast<u32>(face));
    const Face& t = faces_[triangle];
    const double size = length(n);
    if (!(size > 0)) return 0;
    return 0.5 * dot(n / size, cross(relative_[t[1]] - relative_[t[0]], relative_[t[2]] - relative_[t[0]]));
  }

  // Of two triangles in a plane, both counter-clockwise about its normal: t is clipped at the edges of s.
  static double common_area(const Triangle& s, const Triangle& t, Vec3d normal) {
    std::vector<Vec3d> polygon{t.a, t.b, t.c}, clipped;
    for (int i = 0; i < 3; ++i) {
      const Vec3d inward = cross(normal, s[(i + 1) % 3] - s[i]);
      clipped.clear();
      for (std::size_t k = 0; k < polygon.size(); ++k) {
        const Vec3d p = polygon[k], q = polygon[(k + 1) % polygon.size()];
        const double at_p = dot(inward, p - s[i]), at_q = dot(inward, q - s[i]);
        if (at_p >= 0) clipped.push_back(p);
        if ((at_p < 0) != (at_q < 0)) clipped.push_back(p + at_p / (at_p - at_q) * (q - p));
      }
      polygon.swap(clipped);
    }
    double twice = 0;
    for (std::size_t k = 2; k < polygon.size(); ++k)
      twice += dot(normal, cross(polygon[k - 1] - polygon[0], polygon[k] - polygon[0]));
    return twice / 2;
  }

  Vec3d normal(const Side& side, u32 f) const {
    const Face& face = side.surface.faces[f];
    return area_vector(side.surface.at[face[0]], side.surface.at[face[1]], side.surface.at[face[2]]);
  }

  // Adds the area and the volume (as seen from the origin) of a plane region, which its edges determine.
  void measure(const Side& side, u32 f, std::span<const DirectedEdge> edges) {
    const Vec3d base = relative_[side.first_vertex + side.surface.faces[f][0]];
    Vec3d twice;
    double magnitude = 0, reach = length(base);
    for (const auto& [p, q] : edges) {
      const Vec3d u = relative_[p] - base, v = relative_[q] - base;
      twice += cross(u, v), magnitude += length(u) * length(v);
      reach = larger(reach, length(relative_[p]));
    }
    const Vec3d n = normal(side, f);
    const double size = length(n);
    const double area = size > 0 ? 0.5 * dot(twice, n / size) : 0;
    area_ += Quad(area);
    volume_ += Quad(dot(base, twice) / 6);
    // Points are moved by up to 16 roundings of the largest coordinate along each axis where they are merged, and
    // by one each where not.
    out_.error += kUnit<double> * (magnitude * 2 * length(base) + 32 * std::abs(area) * larger(reach, size_));
  }

  // Vertices that are used, in order; degenerate triangles are left out.
  void finish() {
    out_.volume = static_cast<double>(volume_);
    if (out_.sheets < 1e-12 * static_cast<double>(area_)) out_.sheets = 0;  // rounding
    out_.area = static_cast<double>(area_) - 2 * out_.sheets;
    std::erase_if(faces_, [](const Face& f) { return f[0] == f[1] || f[1] == f[2] || f[2] == f[0]; });
    std::vector<u32> number(absolute_.size(), kNone);
    std::vector<Vec3d> vertices;
    for (Face& f : faces_)
      for (u32& v : f) {
        if (number[v] == kNone) number[v] = static_cast<u32>(vertices.size()), vertices.push_back(absolute_[v]);
        v = number[v];
      }
    out_.mesh = Mesh::make(std::move(vertices), std::move(faces_)).value();
  }

  // Two triangles back to back are a sheet without volume: they become degenerate.
  void cancel_opposite() {
    struct Key {
      Face sorted;
      bool even;
      u32 face;
    };
    std::vector<Key> keys;
    for (u32 k = 0; k < faces_.size(); ++k) {
      Face f = faces_[k];
      if (f[0] == f[1] || f[1] == f[2] || f[2] == f[0]) continue;
      bool even = true;
      for (const auto& [i, j] : {std::pair{0u, 1u}, {1u, 2u}, {0u, 1u}})
        if (f[i] > f[j]) std::swap(f[i], f[j]), even = !even;
      keys.push_back({f, even, k});
    }
    std::stable_sort(keys.begin(), keys.end(), [](const Key& x, const Key& y) { return x.sorted < y.sorted; });
    for (std::size_t from = 0, to; from < keys.size(); from = to) {
      std::vector<u32> ways[2];
      for (to = from; to < keys.size() && keys[to].sorted == keys[from].sorted; ++to)
        ways[keys[to].even].push_back(keys[to].face);
      for (std::size_t k = 0; k < std::min(ways[0].size(), ways[1].size()); ++k) {
        area_ -= Quad(kept_area(ways[0][k])) + Quad(kept_area(ways[1][k]));
        faces_[ways[0][k]] = faces_[ways[1][k]] = {0, 0, 0};
      }
    }
  }

  Side sides_[2];
  Boolean kind_;
  std::vector<FaceSegment> segments_[2];
  std::vector<u32> first_triangle_[2];  // for each face, where what is kept of it begins in faces_
  Vec3d origin_;
  std::vector<Vec3d> absolute_, relative_;  // of the nodes: vertices of A, of B, crossings of edges of A, of B
  std::vector<u32> same_;                   // the node that stands for each
  double size_ = 0;
  std::vector<Face> faces_;
  Quad volume_ = 0, area_ = 0;
  BooleanSolid out_;
};

// One of the two is displaced: to first order inward for an intersection, outward for a union, so that faces back to
// back leave nothing between them.
BooleanSolid combine(const Model& a, const Pose& b_in_a, const Model& b, std::span<const TouchingPair> pairs,
                     Boolean kind, bool displace_a) {
  SolidSurface of_a(a, {}, 0), of_b(b, b_in_a, u64{1} << 32);
  std::vector<u64> edges_of_a, edges_of_b;
  std::vector<u32> touched;
  for (const TouchingPair& pair : pairs) {
    const u32 f = pair.triangle_a, g = pair.triangle_b;
    if (of_a.faces[f][0] == kNone || of_b.faces[g][0] == kNone) continue;
    for (u32 e : of_a.face_edges[f]) edges_of_a.push_back(edge_and_face(e, g));
    for (u32 e : of_b.face_edges[g]) edges_of_b.push_back(edge_and_face(e, f));
    touched.push_back(displace_a ? f : g);
  }
  std::sort(touched.begin(), touched.end());
  touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
  (displace_a ? of_a : of_b).displace(touched, kind == Boolean::intersection);

  const Crossings of_edges_a = crossings(of_a, of_b, std::move(edges_of_a));
  const Crossings of_edges_b = crossings(of_b, of_a, std::move(edges_of_b));
  const std::vector<int> around_a = windings(of_a, of_b, of_edges_a), around_b = windings(of_b, of_a, of_edges_b);
  if (!of_edges_a.decided || !of_edges_b.decided || around_a.empty() || around_b.empty()) return {.sound = false};
  const u32 vertices_a = static_cast<u32>(of_a.at.size()), vertices = vertices_a + static_cast<u32>(of_b.at.size());
  const Side side_a{of_a, of_edges_a, around_a, 0, vertices};
  const Side side_b{of_b, of_edges_b, around_b, vertices_a, vertices + static_cast<u32>(of_edges_a.all.size())};
  return Assembly(side_a, side_b, pairs, kind).take();
}

}  // namespace

BooleanSolid combine(const Model& a, const Pose& b_in_a, const Model& b, Boolean kind) {
  const Collisions touching = collisions(a, b_in_a, b);
  BooleanSolid out = combine(a, b_in_a, b, touching.pairs, kind, false);
  if (out.sheets == 0) return out;
  BooleanSolid other = combine(a, b_in_a, b, touching.pairs, kind, true);
  return other.sound && other.sheets < out.sheets ? other : out;
}

}  // namespace apart::queries
