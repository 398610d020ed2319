// Pairs of polytopes for tests: round ones, boxes, prisms, needles, flakes, flat ones, segments, points and those on a
// grid; apart, near, touching and overlapping; and slow answers to hold the fast ones to.
#pragma once
#include <apart/base/lane_width.hpp>
#include <apart/base/random.hpp>
#include <apart/convex/gjk/gjk.hpp>
#include <apart/shapes/polytope.hpp>
#include <tests/support.hpp>
#include <vector>

namespace apart::testing {

// Asks with one lane, then with four and eight, and has each of these compared with the first.
template <class Ask, class Compare>
void in_all_lanes(Ask ask, Compare compare) {
  use_lanes(LaneWidth::one);
  const auto slow = ask();
  for (LaneWidth width : kLaneWidths) {
    use_lanes(width);
    compare(slow, ask());
  }
  use_lanes({});
}

inline Polytope polytope_of(const std::vector<Vec3d>& points) { return Polytope::make(points).value(); }

inline std::vector<Vec3d> box_corners(Vec3d size) {
  std::vector<Vec3d> out;
  for (int i = 0; i < 8; ++i)
    out.push_back({(i & 1 ? 0.5 : -0.5) * size.x, (i & 2 ? 0.5 : -0.5) * size.y, (i & 4 ? 0.5 : -0.5) * size.z});
  return out;
}
inline Polytope box_polytope(Vec3d size) { return polytope_of(box_corners(size)); }

enum class Family { round, box, prism, needle, flake, polygon, segment, point, grid };
constexpr int kFamilies = 9;

inline Polytope random_polytope(Random& random, Family family, double scale) {
  std::vector<Vec3d> points;
  const auto several = [&](int least, int most) {
    return least + static_cast<int>(random.below(static_cast<u32>(most - least + 1)));
  };
  switch (family) {
    case Family::round:
      for (int i = several(4, 60); i > 0; --i)
        points.push_back(random.chance(0.5) ? random.direction() : random.in_ball());
      break;
    case Family::box:
      points = box_corners({random.uniform(0.1, 2), random.uniform(0.1, 2), random.uniform(0.1, 2)});
      break;
    case Family::prism: {
      const int sides = several(3, 12);
      const double height = random.uniform(0.1, 2);
      for (int i = 0; i < sides; ++i)
        for (double z : {-0.5, 0.5})
          points.push_back(
              {std::cos(6.283185307179586 * i / sides), std::sin(6.283185307179586 * i / sides), z * height});
      break;
    }
    case Family::needle:
      for (int i = several(4, 20); i > 0; --i) {
        const Vec3d p = random.in_ball();
        points.push_back({2 * p.x, 1e-3 * p.y, 1e-3 * p.z});
      }
      break;
    case Family::flake:
      for (int i = several(4, 30); i > 0; --i) {
        const Vec3d p = random.in_ball();
        points.push_back({p.x, p.y, 1e-4 * p.z});
      }
      break;
    case Family::polygon:
      for (int i = several(3, 12); i > 0; --i) points.push_back({random.uniform(-1, 1), random.uniform(-1, 1), 0.25});
      break;
    case Family::segment:
      points = {random.in_ball(), random.in_ball()};
      break;
    case Family::point:
      points = {random.in_ball()};
      break;
    case Family::grid:  // many parallel and coplanar things, in identical orientations
      for (int i = several(4, 16); i > 0; --i)
        points.push_back({0.5 * random.below(4), 0.5 * random.below(4), 0.5 * random.below(3)});
      break;
  }
  for (Vec3d& p : points) p *= scale;
  return polytope_of(points);
}

struct PolytopePair {
  Polytope a, b;
  Pose at;
  double size;  // of the two and their offset: what rounding is relative to
};

struct PlacedVertices {
  const Polytope& polytope;
  Pose at;
  Vec3d operator()(Vec3d direction) const {
    const auto v = polytope.vertices();
    std::size_t best = 0;
    const Vec3d own = transposed_times(at.rotation, direction);
    for (std::size_t i = 1; i < v.size(); ++i)
      if (dot(own, v[i] - v[best]) > 0) best = i;
    return at * v[best];
  }
};

inline GjkResult by_gjk(const Polytope& a, const Pose& at, const Polytope& b) {
  const PlacedVertices of_a{a, {}}, of_b{b, at};
  return gjk(of_a, of_b, at * b.centre() - a.centre());
}

// Hulls take longer to make than to ask about, so a few are made and met in many ways.
class RandomPairs {
 public:
  explicit RandomPairs(u64 seed) : random_(seed) {
    for (int i = 0; i < kScales; ++i) {
      scale_[i] = i % 2 ? 1 : std::pow(10, random_.uniform(-6, 6));
      for (int j = 0; j < kEach; ++j)
        shapes_[i][j] = random_polytope(random_, static_cast<Family>(j < kFamilies ? j : 0), scale_[i]);
    }
  }
  Random& random() { return random_; }

  PolytopePair next() {
    const u32 i = random_.below(kScales);
    PolytopePair out{shapes_[i][random_.below(kEach)], shapes_[i][random_.below(kEach)], {}, 0};
    const bool turned = random_.chance(0.8);
    out.at.rotation = turned ? random_.rotation() : Mat3d{};
    const double reach = out.a.radius() + out.b.radius();
    if (!turned && random_.chance(0.5))  // stay on the grid
      out.at.translation = scale_[i] * 0.5 * Vec3d{steps(3), steps(3), steps(2)};
    else
      out.at.translation =
          out.a.centre() + random_.uniform(0, 1.3) * reach * random_.direction() - out.at.rotation * out.b.centre();
    out.size = reach + length(out.a.centre()) + length(out.at.translation) + length(out.b.centre());
    // Near each other, or touching: brought together along the shortest way, and a little apart or into each other.
    if (random_.chance(0.4)) {
      const GjkResult r = by_gjk(out.a, out.at, out.b);
      const double little = (random_.chance(0.5) ? 1 : -1) * reach * std::pow(10, random_.uniform(-15, -1));
      if (r.at_least > 0) out.at.translation -= (r.distance + (random_.chance(0.3) ? 0 : little)) * r.normal;
    }
    return out;
  }

 private:
  static constexpr int kScales = 8, kEach = 16;
  double steps(int most) { return static_cast<double>(random_.below(static_cast<u32>(2 * most + 1))) - most; }

  Random random_;
  double scale_[kScales];
  Polytope shapes_[kScales][kEach];
};

// The separation along one direction, with all vertices.
inline double separation_along(const PolytopePair& pair, Vec3d normal) {
  const PlacedVertices of_a{pair.a, {}}, of_b{pair.b, pair.at};
  return dot(normal, of_b(-normal) - of_a(normal));
}

// The most over all directions across faces and across any two edges, with no cleverness.
inline double separation_of_all(const PolytopePair& pair) {
  double most = -std::numeric_limits<double>::infinity();
  const auto offer = [&](Vec3d direction) {
    const double l = length(direction);
    if (!(l > 0)) return;
    for (double sign : {1.0, -1.0}) most = std::max(most, separation_along(pair, (sign / l) * direction));
  };
  std::vector<Vec3d> edges[2], normals;
  for (int side : {0, 1}) {
    const Polytope& p = side == 0 ? pair.a : pair.b;
    const Mat3d turn = side == 0 ? Mat3d{} : pair.at.rotation;
    for (const auto& f : p.faces()) offer(turn * f.plane.normal), normals.push_back(turn * f.plane.normal);
    for (const auto& h : p.half_edges()) {
      const Vec3d along = p.vertices()[p.half_edges()[h.twin].vertex] - p.vertices()[h.vertex];
      edges[side].push_back(turn * (along / length(along)));
    }
  }
  for (Vec3d a : edges[0])
    for (Vec3d b : edges[1]) {
      // Across both, to the last bit: the part along them that rounding leaves is taken away.
      Vec3d c = cross(a, b);
      c -= dot(c, a) * a;
      offer(c);
    }
  if (pair.a.dimension() < 3 && pair.b.dimension() < 3) {  // in a plane: across the edges in it
    for (int side : {0, 1})
      for (Vec3d e : edges[side]) {
        offer(e);
        for (Vec3d n : normals) offer(cross(e, n));
        const Vec3d middle = pair.at * pair.b.centre() - pair.a.centre();
        Vec3d beside = middle - dot(middle, e) * e;
        if (const double l = length(beside); l > 0) beside = beside / l;
        offer(beside - dot(beside, e) * e);
        const Vec3d m = abs(e);
        offer(cross(e, m.x < 0.6 ? Vec3d{1, 0, 0} : m.y < 0.6 ? Vec3d{0, 1, 0} : Vec3d{0, 0, 1}));
        for (Vec3d f : edges[1 - side]) offer(cross(e, cross(e, f)));
      }
    offer(pair.at * pair.b.centre() - pair.a.centre());
    offer({1, 0, 0});
  }
  return most;
}

// The same pair seen from B.
inline PolytopePair exchanged(const PolytopePair& p) { return {p.b, p.a, inverse(p.at), p.size}; }

inline PolytopePair moved(PolytopePair p, Vec3d by) {
  p.at.translation += by;
  return p;
}

// How far a point lies outside of a polytope of any dimension, by GJK.
inline double outside_of(const Polytope& p, const Pose& at, Vec3d point) {
  const Vec3d one[] = {point};
  const PlacedVertices placed{p, at};
  return gjk(PointsSupport{one}, placed).distance;
}

}  // namespace apart::testing
