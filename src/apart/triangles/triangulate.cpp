// Loops, bridges to holes, ear clipping; orientations are exact for the points as given.
#include <algorithm>
#include <apart/base/bounds.hpp>
#include <apart/triangles/exact/orient.hpp>
#include <apart/triangles/triangulate.hpp>

namespace apart::triangles {
namespace {

constexpr u32 kNone = ~u32{0};

// The points projected along an axis, so that the normal is towards the viewer.
class Plane {
 public:
  Plane(std::span<const Vec3d> points, Vec3d normal)
      : points_(points), axis_(longest_axis(abs(normal))), mirrored_(normal[axis_] < 0) {
    i_ = axis_ == 2 ? 0 : axis_ + 1, j_ = axis_ == 0 ? 2 : axis_ - 1;
    if (mirrored_) std::swap(i_, j_);
  }
  double x(u32 p) const { return points_[p][i_]; }
  double y(u32 p) const { return points_[p][j_]; }
  // +1: counter-clockwise
  int turn(u32 a, u32 b, u32 c) const {
    const int sign = orient2d(points_[a], points_[b], points_[c], axis_);
    return mirrored_ ? -sign : sign;
  }
  bool same(u32 a, u32 b) const { return x(a) == x(b) && y(a) == y(b); }
  bool before(u32 a, u32 b) const { return x(a) != x(b) ? x(a) < x(b) : y(a) < y(b); }
  // Is d in the closed, counter-clockwise triangle?
  bool holds(u32 a, u32 b, u32 c, u32 d) const {
    return x(d) >= std::min({x(a), x(b), x(c)}) && x(d) <= std::max({x(a), x(b), x(c)}) &&
           y(d) >= std::min({y(a), y(b), y(c)}) && y(d) <= std::max({y(a), y(b), y(c)}) && turn(a, b, d) >= 0 &&
           turn(b, c, d) >= 0 && turn(c, a, d) >= 0;
  }
  double twice_area(u32 a, u32 b, u32 c) const { return (x(b) - x(a)) * (y(c) - y(a)) - (y(b) - y(a)) * (x(c) - x(a)); }
  double distance(u32 a, u32 b) const { return std::abs(x(b) - x(a)) + std::abs(y(b) - y(a)); }
  // Seen from v, and turning clockwise from `back`: is b met before c?
  bool clockwise_before(u32 v, u32 back, u32 b, u32 c) const {
    const int rank_b = rank(v, back, b), rank_c = rank(v, back, c);
    return rank_b != rank_c ? rank_b < rank_c : turn(v, b, c) < 0;
  }

 private:
  int rank(u32 v, u32 back, u32 p) const {
    const int side = turn(v, back, p);
    if (side != 0) return side < 0 ? 0 : 2;
    const double along = (x(back) - x(v)) * (x(p) - x(v)) + (y(back) - y(v)) * (y(p) - y(v));
    return along < 0 ? 1 : 3;
  }

  std::span<const Vec3d> points_;
  int axis_, i_, j_;
  bool mirrored_;
};

// Drops edges of no length and cancels opposite ones; the rest is sorted.
void simplify(std::vector<DirectedEdge>& edges) {
  std::erase_if(edges, [](const DirectedEdge& e) { return e[0] == e[1]; });
  const auto key = [](const DirectedEdge& e) { return DirectedEdge{lesser(e[0], e[1]), larger(e[0], e[1])}; };
  std::sort(edges.begin(), edges.end(),
            [&](const DirectedEdge& e, const DirectedEdge& f) { return key(e) != key(f) ? key(e) < key(f) : e < f; });
  std::vector<DirectedEdge> kept;
  for (std::size_t from = 0, to; from < edges.size(); from = to) {
    long balance = 0;
    for (to = from; to < edges.size() && key(edges[to]) == key(edges[from]); ++to)
      balance += edges[to][0] < edges[to][1] ? 1 : -1;
    const DirectedEdge up = key(edges[from]), down{up[1], up[0]};
    kept.insert(kept.end(), static_cast<std::size_t>(std::abs(balance)), balance > 0 ? up : down);
  }
  std::sort(kept.begin(), kept.end());
  edges = std::move(kept);
}

// Edges that run over the ends of others, to the tolerance, are split there, so that they cancel instead of crossing. A
// triangle without area makes up for each split.
void split_overlaps(std::vector<DirectedEdge>& edges, const Plane& plane, double tolerance, std::vector<Face>& out) {
  std::vector<u32> ends;
  ends.reserve(edges.size());
  for (const DirectedEdge& e : edges) ends.push_back(e[0]);
  const auto before = [&](u32 p, u32 q) { return plane.before(p, q); };
  std::sort(ends.begin(), ends.end(), before);
  ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
  const auto is_on = [&](u32 from, u32 to, u32 p) {
    const double x = plane.x(to) - plane.x(from), y = plane.y(to) - plane.y(from);
    const double along = x * (plane.x(p) - plane.x(from)) + y * (plane.y(p) - plane.y(from));
    return along > 0 && along < x * x + y * y &&
           std::abs(plane.twice_area(from, to, p)) <= tolerance * (std::abs(x) + std::abs(y));
  };
  const std::size_t given = edges.size();
  for (std::size_t k = 0; k < edges.size();) {
    const auto [from, to] = edges[k];
    const u32 low = before(from, to) ? from : to, high = from ^ to ^ low;
    auto p = std::upper_bound(ends.begin(), ends.end(), low, before);
    while (p != ends.end() && before(*p, high) && !is_on(from, to, *p)) ++p;
    if (p == ends.end() || !before(*p, high)) {
      ++k;
      continue;
    }
    out.push_back({from, to, *p});
    edges[k] = {from, *p}, edges.push_back({*p, to});
  }
  if (edges.size() > given) simplify(edges);
}

// The edges as loops. Where several begin at one point, the leftmost turn separates regions that touch there.
std::vector<std::vector<u32>> loops_of(const std::vector<DirectedEdge>& edges, const Plane& plane) {
  std::vector<bool> used(edges.size());
  std::vector<std::vector<u32>> loops;
  for (std::size_t first = 0; first < edges.size(); ++first) {
    if (used[first]) continue;
    std::vector<u32> loop;
    for (std::size_t at = first;;) {
      used[at] = true;
      const auto [from, to] = edges[at];
      loop.push_back(from);
      std::size_t best = edges.size();
      auto next = std::lower_bound(edges.begin(), edges.end(), DirectedEdge{to, 0}) - edges.begin();
      for (auto k = static_cast<std::size_t>(next); k < edges.size() && edges[k][0] == to; ++k) {
        if (used[k] && k != first) continue;
        if (best == edges.size() || plane.clockwise_before(to, from, edges[k][1], edges[best][1])) best = k;
      }
      if (best == first || best == edges.size()) break;
      at = best;
    }
    loops.push_back(std::move(loop));
  }
  return loops;
}

class Rings {
 public:
  Rings(const Plane& plane, double tolerance, std::vector<Face>& out)
      : plane_(plane), tolerance_(tolerance), out_(out) {}

  void add(const std::vector<std::vector<u32>>& loops) {
    struct Hole {
      u32 leftmost;
      double x;
    };
    std::vector<Hole> holes;
    std::vector<u32> starts;
    for (const std::vector<u32>& loop : loops) {
      const u32 first = static_cast<u32>(nodes_.size()), count = static_cast<u32>(loop.size());
      double area = 0, around = 0;
      u32 left = first;
      for (u32 k = 0; k < count; ++k) {
        nodes_.push_back({loop[k], first + (k + count - 1) % count, first + (k + 1) % count, false});
        area += plane_.twice_area(loop[0], loop[k], loop[(k + 1) % count]);
        around += plane_.distance(loop[k], loop[(k + 1) % count]);
        if (plane_.before(loop[k], nodes_[left].point)) left = first + k;
      }
      if (area < -tolerance_ * around)  // thinner ones are no holes, whichever way they run by rounding
        holes.push_back({left, plane_.x(nodes_[left].point)});
      else
        starts.push_back(first);
    }
    std::sort(holes.begin(), holes.end(),
              [](const Hole& a, const Hole& b) { return a.x != b.x ? a.x < b.x : a.leftmost < b.leftmost; });
    std::vector<u32> merged = starts;  // rings whose edges may hide a hole from others
    for (const Hole& hole : holes) {
      const u32 bridge = visible_from(hole.leftmost, merged);
      if (bridge == kNone)
        starts.push_back(hole.leftmost);  // inside out by rounding: bounded all the same
      else
        connect(bridge, hole.leftmost);
    }
    for (u32 start : starts) clip(start);
  }

 private:
  struct Node {
    u32 point, prev, next;
    bool reflex;
  };
  u32 point(u32 node) const { return nodes_[node].point; }
  int turn_at(u32 node) const { return plane_.turn(point(nodes_[node].prev), point(node), point(nodes_[node].next)); }
  template <class F>
  void each(u32 start, F f) const {
    u32 at = start;
    do f(at), at = nodes_[at].next;
    while (at != start);
  }

  // A corner of the rings that the hole's leftmost point sees: of the first edge to its left, unless others are in
  // between.
  u32 visible_from(u32 hole, const std::vector<u32>& rings) const {
    const double hx = plane_.x(point(hole)), hy = plane_.y(point(hole));
    u32 found = kNone;
    double reached = -Bounds::kInfinity;
    for (u32 ring : rings)
      each(ring, [&](u32 a) {
        const u32 b = nodes_[a].next;
        const double ax = plane_.x(point(a)), ay = plane_.y(point(a)), bx = plane_.x(point(b)), by = plane_.y(point(b));
        if (!(ay >= hy && hy >= by && ay != by)) return;
        const double x = ax + (hy - ay) / (by - ay) * (bx - ax);
        if (!(x <= hx && x > reached)) return;
        reached = x;
        found = hy == ay ? a : hy == by ? b : ax < bx ? a : b;
      });
    if (found == kNone || reached == hx) return found;
    const double mx = plane_.x(point(found)), my = plane_.y(point(found));
    if (my == hy) return found;
    // Corners in the triangle of the hole's point, the edge's point to its left and the corner hide the corner: the one
    // of the least angle is seen.
    const double sign = my < hy ? 1 : -1;
    const auto in_triangle = [&](double px, double py) {
      return sign * ((px - hx) * (my - hy) - (py - hy) * (mx - hx)) >= 0 && sign * (hy - py) >= 0 &&
             sign * ((px - mx) * (hy - my) - (py - my) * (reached - mx)) >= 0;
    };
    double least = Bounds::kInfinity;
    u32 seen = found;
    for (u32 ring : rings)
      each(ring, [&](u32 p) {
        const double px = plane_.x(point(p)), py = plane_.y(point(p));
        if (!(px < hx) || !in_triangle(px, py) || !is_within_corner(p, point(hole))) return;
        const double slope = std::abs(hy - py) / (hx - px);
        if (slope < least || (slope == least && px > plane_.x(point(seen)))) least = slope, seen = p;
      });
    return seen;
  }

  // Does the line from a node to a point start within the region?
  bool is_within_corner(u32 node, u32 p) const {
    const u32 a = point(nodes_[node].prev), b = point(node), c = point(nodes_[node].next);
    const bool left_of_in = plane_.turn(a, b, p) >= 0, left_of_out = plane_.turn(b, c, p) >= 0;
    return plane_.turn(a, b, c) > 0 ? left_of_in && left_of_out : left_of_in || left_of_out;
  }

  // A bridge there and back makes one ring of two.
  void connect(u32 outer, u32 hole) {
    const u32 outer_again = static_cast<u32>(nodes_.size()), hole_again = outer_again + 1;
    nodes_.push_back({point(outer), hole_again, nodes_[outer].next, false});
    nodes_.push_back({point(hole), nodes_[hole].prev, outer_again, false});
    nodes_[nodes_[outer].next].prev = outer_again;
    nodes_[nodes_[hole].prev].next = hole_again;
    nodes_[outer].next = hole, nodes_[hole].prev = outer;
  }

  bool is_ear(u32 node) const {
    const u32 a = point(nodes_[node].prev), b = point(node), c = point(nodes_[node].next);
    if (plane_.turn(a, b, c) <= 0) return false;
    bool empty = true;
    for (u32 at = nodes_[nodes_[node].next].next; at != nodes_[node].prev && empty; at = nodes_[at].next) {
      const u32 p = point(at);
      if (nodes_[at].reflex && !plane_.same(p, a) && !plane_.same(p, b) && !plane_.same(p, c))
        empty = !plane_.holds(a, b, c, p);
    }
    return empty;
  }

  // Where nothing is an ear, by rounding: the corner whose triangle is the smallest.
  u32 thinnest(u32 start) const {
    u32 best = start;
    double least = Bounds::kInfinity;
    each(start, [&](u32 node) {
      const double area = std::abs(plane_.twice_area(point(nodes_[node].prev), point(node), point(nodes_[node].next)));
      if (area < least) least = area, best = node;
    });
    return best;
  }

  void clip(u32 start) {
    u32 left = 0;
    each(start, [&](u32 node) { nodes_[node].reflex = turn_at(node) <= 0, ++left; });
    for (u32 at = start, tried = 0; left > 2;) {
      if (tried < left && !is_ear(at)) {
        at = nodes_[at].next, ++tried;
        continue;
      }
      if (tried >= left) at = thinnest(at);
      const u32 prev = nodes_[at].prev, next = nodes_[at].next;
      if (point(prev) != point(next) && point(prev) != point(at) && point(at) != point(next))
        out_.push_back({point(prev), point(at), point(next)});
      nodes_[prev].next = next, nodes_[next].prev = prev;
      nodes_[prev].reflex = turn_at(prev) <= 0, nodes_[next].reflex = turn_at(next) <= 0;
      --left, tried = 0;
      at = nodes_[next].next;  // ears in turn all round, not a fan of thin ones
    }
  }

  const Plane& plane_;
  double tolerance_;
  std::vector<Face>& out_;
  std::vector<Node> nodes_;
};

}  // namespace

void triangulate(std::span<const Vec3d> points, std::vector<DirectedEdge> edges, Vec3d normal, double tolerance,
                 std::vector<Face>& out) {
  simplify(edges);
  const Plane plane(points, normal);
  split_overlaps(edges, plane, tolerance, out);
  Rings(plane, tolerance, out).add(loops_of(edges, plane));
}

}  // namespace apart::triangles
