// Joins the segments of intersecting triangles into curves.
#include <algorithm>
#include <apart/base/relative.hpp>
#include <apart/queries/meetings.hpp>
#include <apart/shapes/solids.hpp>
#include <apart/triangles/exact/orient.hpp>
#include <apart/volumes/placement.hpp>
#include <numeric>
#include <unordered_map>

namespace apart {
namespace {

// Merges points that coincide up to the tolerance, by a hash grid of twice the tolerance: whatever else lies in a cell
// within the tolerance of a point is the same point.
class SharedPoints {
 public:
  explicit SharedPoints(double tolerance) : tolerance_(tolerance), per_cell_(tolerance > 0 ? 0.5 / tolerance : 0) {}

  std::vector<u32> number(std::span<const Vec3d> points) {
    parent_.resize(points.size());
    std::iota(parent_.begin(), parent_.end(), u32(0));
    for (u32 i = 0; i < points.size(); ++i) {
      const Vec3d reach{tolerance_, tolerance_, tolerance_};
      const Cell low = cell(points[i] - reach), high = cell(points[i] + reach);
      for (i64 x = low[0]; x <= high[0]; ++x)
        for (i64 y = low[1]; y <= high[1]; ++y)
          for (i64 z = low[2]; z <= high[2]; ++z)
            if (const auto there = first_.find({x, y, z}); there != first_.end()) join(i, there->second);
      first_.try_emplace(cell(points[i]), i);
    }
    std::vector<u32> out(points.size());
    for (u32 i = 0; i < points.size(); ++i) out[i] = root(i);
    return out;
  }

 private:
  using i64 = std::int64_t;
  using Cell = std::array<i64, 3>;
  struct Hash {
    std::size_t operator()(const Cell& c) const {
      u64 h = 0;
      for (i64 x : c) h = (h ^ static_cast<u64>(x)) * 0x9e3779b97f4a7c15u, h ^= h >> 29;
      return static_cast<std::size_t>(h);
    }
  };
  Cell cell(Vec3d p) const {
    const auto one = [&](double x) { return static_cast<i64>(std::floor(x * per_cell_)); };
    return {one(p.x), one(p.y), one(p.z)};
  }
  u32 root(u32 i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  void join(u32 i, u32 j) {
    i = root(i), j = root(j);
    parent_[larger(i, j)] = lesser(i, j);
  }

  double tolerance_, per_cell_;
  std::vector<u32> parent_;
  std::unordered_map<Cell, u32, Hash> first_;
};

class Chains {
 public:
  Chains(std::span<const Vec3d> points, std::vector<u32> number) : points_(points), number_(std::move(number)) {
    for (u32 k = 0; k < number_.size(); k += 2) {
      const u32 p = number_[k], q = number_[k + 1];
      if (p != q) links_.push_back({lesser(p, q), larger(p, q)});  // else a degenerate segment
    }
    // If an edge of one lies in a face of the other, both triangles at the edge give the same segment.
    std::sort(links_.begin(), links_.end());
    links_.erase(std::unique(links_.begin(), links_.end()), links_.end());
    begin_.assign(points.size() + 1, 0);
    for (const auto& [p, q] : links_) ++begin_[p + 1], ++begin_[q + 1];
    std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
    at_.resize(2 * links_.size());
    std::vector<u32> next(begin_.begin(), begin_.end() - 1);
    for (u32 l = 0; l < links_.size(); ++l) at_[next[links_[l].first]++] = l, at_[next[links_[l].second]++] = l;
    used_.assign(links_.size(), false);
  }

  std::vector<Curve> all() {
    std::vector<Curve> curves;
    const auto from = [&](u32 point) {
      for (u32 k = begin_[point]; k < begin_[point + 1]; ++k)
        if (!used_[at_[k]]) curves.push_back(follow(point, at_[k]));
    };
    for (u32 p = 0; p < points_.size(); ++p)
      if (degree(p) != 2) from(p);
    for (u32 p = 0; p < points_.size(); ++p) from(p);  // the remaining ones are loops
    return curves;
  }

 private:
  u32 degree(u32 point) const { return begin_[point + 1] - begin_[point]; }

  Curve follow(u32 start, u32 link) {
    Curve curve;
    curve.points.push_back(points_[start]);
    for (u32 at = start;;) {
      used_[link] = true;
      at = links_[link].first == at ? links_[link].second : links_[link].first;
      curve.length += length(points_[at] - curve.points.back());
      if (at == start) {
        curve.closed = true;
        return curve;
      }
      curve.points.push_back(points_[at]);
      if (degree(at) != 2) return curve;
      link = at_[begin_[at]] == link ? at_[begin_[at] + 1] : at_[begin_[at]];
    }
  }

  std::span<const Vec3d> points_;
  std::vector<u32> number_;
  std::vector<std::pair<u32, u32>> links_;
  std::vector<u32> begin_, at_;  // the links at each point
  std::vector<bool> used_;
};

// Segments joined end to end, where ends coincide up to a few roundings of the largest coordinate.
std::vector<Curve> chained(std::span<const Segment> segments) {
  std::vector<Vec3d> ends;
  ends.reserve(2 * segments.size());
  double size = 0;
  for (const Segment& s : segments) {
    ends.push_back(s.a), ends.push_back(s.b);
    size = larger(size, largest(larger(abs(s.a), abs(s.b))));
  }
  // A point that two pairs of triangles share is computed by each, and rounded.
  std::vector<Curve> curves = Chains(ends, SharedPoints(8 * kUnit<double> * size).number(ends)).all();
  std::stable_sort(curves.begin(), curves.end(), [](const Curve& x, const Curve& y) { return x.length > y.length; });
  return curves;
}

}  // namespace

namespace queries {

Intersection meetings(const PlacedPair& placed, std::vector<TouchingPair> pairs, const Pose& frame) {
  Intersection out{.pairs = std::move(pairs)};
  std::vector<Segment> segments;
  for (const TouchingPair& pair : out.pairs) {
    const Triangle s = placed.of_a(pair.triangle_a), t = placed.of_b(pair.triangle_b);
    const Meeting m = meeting(s, t);
    if (out.box.empty()) out.witness = frame * m.p;
    out.box.add(frame * m.p), out.box.add(frame * m.q);
    if (m.kind == Meeting::Kind::area) ++out.flat_pairs;
    if (m.kind != Meeting::Kind::segment) continue;
    // Side by side in one plane: the edge between them is not on the border of the common area.
    const auto in_plane = [&](Vec3d p) { return orient3d(s.a, s.b, s.c, p) == 0; };
    if (in_plane(t.a) && in_plane(t.b) && in_plane(t.c) && !collinear(s.a, s.b, s.c) && !collinear(t.a, t.b, t.c))
      continue;
    segments.push_back({m.p, m.q});
  }
  out.curves = chained(segments);
  for (Curve& curve : out.curves) {
    for (Vec3d& p : curve.points) p = frame * p;
    out.length += curve.length;
  }
  return out;
}

}  // namespace queries

Intersection intersection(const Model& a, const Pose& b_in_a, const Model& b) { return intersection(a, {}, b, b_in_a); }

Intersection intersection(const Model& a, const Pose& a_in_world, const Model& b, const Pose& b_in_world) {
  const std::optional<Pose> at_a = usable_pose(a_in_world), at_b = usable_pose(b_in_world);
  const std::optional<Pose> b_in_a = at_a && at_b ? usable_pose(relative(*at_a, *at_b)) : std::nullopt;
  if (!b_in_a) return invalid_answer<Intersection>();
  Collisions found = collisions(a, *b_in_a, b);
  Intersection out = queries::meetings({a.mesh(), *b_in_a, b.mesh()}, std::move(found.pairs), *at_a);
  out.status = found.status;
  return out;
}

}  // namespace apart
