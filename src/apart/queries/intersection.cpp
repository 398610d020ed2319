// Joins the segments of intersecting triangles into curves.
#include <algorithm>
#include <apart/base/relative.hpp>
#include <apart/queries/meetings.hpp>
#include <apart/queries/shared_points.hpp>
#include <apart/shapes/solids.hpp>
#include <apart/triangles/exact/orient.hpp>
#include <apart/volumes/placement.hpp>
#include <numeric>

namespace apart {
namespace {

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
    next_.assign(at_.size(), kNone);
    for (u32 p = 0; p < points.size(); ++p) pair_up(p);
  }

  std::vector<Curve> all() {
    std::vector<Curve> curves;
    for (u32 p = 0; p < points_.size(); ++p)
      for (u32 k = begin_[p]; k < begin_[p + 1]; ++k)
        if (next_[k] == kNone && !used_[at_[k]]) curves.push_back(follow(p, k));
    for (u32 p = 0; p < points_.size(); ++p)  // the remaining ones are loops
      for (u32 k = begin_[p]; k < begin_[p + 1]; ++k)
        if (!used_[at_[k]]) curves.push_back(follow(p, k));
    return curves;
  }

 private:
  static constexpr u32 kNone = ~u32{0};

  u32 degree(u32 point) const { return begin_[point + 1] - begin_[point]; }
  u32 other_end(u32 link, u32 point) const {
    return links_[link].first == point ? links_[link].second : links_[link].first;
  }

  // Decides how curves continue at a point: straightest first, one link is left over where their number is odd.
  void pair_up(u32 point) {
    const u32 first = begin_[point], count = degree(point);
    if (count < 2) return;
    if (count == 2) {
      next_[first] = first + 1, next_[first + 1] = first;
      return;
    }
    const auto direction = [&](u32 k) {
      const Vec3d along = points_[other_end(at_[k], point)] - points_[point];
      return along / length(along);
    };
    struct Turn {
      double cosine;  // −1 is straight on
      u32 from, to;
    };
    std::vector<Turn> turns;
    for (u32 k = first; k < first + count; ++k)
      for (u32 l = k + 1; l < first + count; ++l) turns.push_back({dot(direction(k), direction(l)), k, l});
    std::stable_sort(turns.begin(), turns.end(), [](const Turn& x, const Turn& y) { return x.cosine < y.cosine; });
    for (const Turn& turn : turns)
      if (next_[turn.from] == kNone && next_[turn.to] == kNone) next_[turn.from] = turn.to, next_[turn.to] = turn.from;
  }

  // From a point along the k-th entry of `at_`, to an end or back to where it began.
  Curve follow(u32 start, u32 first) {
    Curve curve;
    curve.points.push_back(points_[start]);
    for (u32 at = start, k = first;;) {
      const u32 link = at_[k];
      used_[link] = true;
      at = other_end(link, at);
      curve.length += length(points_[at] - curve.points.back());
      k = begin_[at];
      while (at_[k] != link) ++k;
      k = next_[k];
      if (k == first) {
        curve.closed = true;
        return curve;
      }
      curve.points.push_back(points_[at]);
      if (k == kNone) return curve;
    }
  }

  std::span<const Vec3d> points_;
  std::vector<u32> number_;
  std::vector<std::pair<u32, u32>> links_;
  std::vector<u32> begin_, at_;  // the links at each point
  std::vector<u32> next_;        // for each entry of at_, the one by which a curve that arrives there goes on
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
