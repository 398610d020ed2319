// Builds polytopes from hulls, and answers support queries by scanning or hill climbing.
#include <algorithm>
#include <apart/base/bounds.hpp>
#include <apart/shapes/hull.hpp>
#include <apart/shapes/mesh/area_vector.hpp>
#include <apart/shapes/polytope.hpp>
#include <apart/shapes/polytope/eight_points.hpp>
#include <apart/shapes/polytope/flat_faces.hpp>

namespace apart {
namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
constexpr double kEndless = std::numeric_limits<double>::infinity();
constexpr std::size_t kScanned = 128;       // vertices: above this, hill climbing is faster (lab/bench/farthest_bench)
constexpr std::size_t kAllLookedAt = 2000;  // scanned up to this size where time matters less

using Loop = std::vector<u32>;

// The cell of the cube map that a direction hits; 0 for the zero vector.
u32 cell_of(Vec3d direction, u32 row) {
  const Vec3d size = abs(direction);
  const int axis = longest_axis(size);
  if (!(size[axis] > 0) || !(size[axis] <= std::numeric_limits<double>::max())) return 0;
  const double half = 0.5 * row;
  const auto place = [&](double part) { return lesser(static_cast<u32>(half * (part / size[axis]) + half), row - 1); };
  const u32 u = place(direction[(axis + 1) % 3]), v = place(direction[(axis + 2) % 3]);
  return ((static_cast<u32>(axis) * 2 + (direction[axis] < 0)) * row + v) * row + u;
}

Vec3d middle_of_cell(u32 cell, u32 row) {
  const u32 side = cell / (row * row), v = cell / row % row, u = cell % row;
  const int axis = static_cast<int>(side / 2);
  Vec3d out{};
  out[axis] = side % 2 ? -1 : 1;
  out[(axis + 1) % 3] = (2 * u + 1.0) / row - 1;
  out[(axis + 2) % 3] = (2 * v + 1.0) / row - 1;
  return out;
}

// A power of two that keeps squares of this size from overflow and underflow.
double power_for(double size) { return size > 0 ? std::ldexp(1.0, lesser(-std::ilogb(size), 1023)) : 1; }

// The extent of a set beyond its longest line and widest triangle: about its thickness.
double across(std::span<const Vec3d> points) {
  Vec3d axes[2];
  for (int k = 0;; ++k) {
    Vec3d farthest{};
    for (Vec3d p : points) {
      Vec3d r = p - points[0];
      for (int i = 0; i < k; ++i) r -= dot(r, axes[i]) * axes[i];
      if (squared_length(r) > squared_length(farthest)) farthest = r;
    }
    const double l = length(farthest);
    if (k == 2 || !(l > 0)) return l;
    axes[k] = farthest / l;
  }
}

// Corners of a polygon that are not collinear with their neighbours.
Loop without_straight(Loop loop, std::span<const Vec3d> vertices, double tolerance) {
  for (std::size_t i = 0; i < loop.size() && loop.size() > 3;) {
    const Vec3d a = vertices[loop[(i + loop.size() - 1) % loop.size()]], b = vertices[loop[(i + 1) % loop.size()]];
    const Vec3d along = b - a, p = vertices[loop[i]] - a;
    const double size = squared_length(along), part = dot(p, along);
    if (part >= 0 && part <= size && length(size > 0 ? p - (part / size) * along : p) <= tolerance)
      loop.erase(loop.begin() + static_cast<std::ptrdiff_t>(i));
    else
      ++i;
  }
  return loop;
}

}  // namespace

// Builds the arrays step by step.
struct Polytope::Maker {
  Arrays out;
  double size = 0, far = 0, up = 1;  // of the bounding box; the largest coordinate; the scale for squares

  explicit Maker(std::span<const Vec3d> points) {
    Bounds bounds;
    for (Vec3d p : points) bounds.add(p);
    out.middle = bounds.centre();
    size = largest(bounds.size());
    far = larger(largest(abs(bounds.low)), largest(abs(bounds.high)));
    up = power_for(size);
  }

  std::vector<Vec3d> scaled(std::span<const Vec3d> points) const {
    std::vector<Vec3d> out_points;
    for (Vec3d p : points) out_points.push_back(up * (p - out.middle));
    return out_points;
  }

  // Keeps only vertices in the loops, in their order.
  void keep(std::span<const Vec3d> points, std::vector<Loop>& loops) {
    std::vector<u32> name(points.size(), kNone);
    for (const Loop& loop : loops)
      for (u32 v : loop) name[v] = 0;
    for (u32 v = 0; v < points.size(); ++v)
      if (name[v] == 0) {
        name[v] = static_cast<u32>(out.vertices.size());
        out.vertices.push_back(points[v]);
      }
    for (Loop& loop : loops)
      for (u32& v : loop) v = name[v];
  }

  // Two half-edges without a face, or none.
  Polytope straight(std::vector<Vec3d> ends) {
    out.dimension = static_cast<int>(ends.size()) - 1;
    out.vertices = std::move(ends);
    if (out.dimension == 1) out.half_edges = {{0, 1, 1, kNone}, {1, 0, 0, kNone}};
    return finish();
  }

  // Face loops over the vertices: of a solid all, of a polygon one, whose back is added here.
  Polytope of_loops(std::span<const Vec3d> points, std::vector<Loop> loops, int dimension) {
    out.dimension = dimension;
    if (dimension == 2) loops.emplace_back(loops[0].rbegin(), loops[0].rend());
    keep(points, loops);
    for (const Loop& loop : loops) {
      const u32 first = static_cast<u32>(out.half_edges.size()), count = static_cast<u32>(loop.size());
      for (u32 i = 0; i < count; ++i)
        out.half_edges.push_back({loop[i], kNone, first + (i + 1) % count, static_cast<u32>(out.faces.size())});
      out.faces.push_back({first, count, {}});
    }
    struct End {
      u32 from, to, half;
    };
    std::vector<End> ends, twins;
    for (u32 h = 0; h < out.half_edges.size(); ++h) {
      const HalfEdge& e = out.half_edges[h];
      ends.push_back({e.vertex, out.half_edges[e.next].vertex, h});
      twins.push_back({ends.back().to, ends.back().from, h});
    }
    const auto by_place = [](const End& a, const End& b) { return a.from != b.from ? a.from < b.from : a.to < b.to; };
    std::sort(ends.begin(), ends.end(), by_place);
    std::sort(twins.begin(), twins.end(), by_place);
    for (std::size_t i = 0; i < ends.size(); ++i) out.half_edges[ends[i].half].twin = twins[i].half;
    return finish();
  }

  Polytope finish() {
    for (Vec3d v : out.vertices) out.relative.push_back(v - out.middle);
    append_eights<double>(out.relative, out.lanes);
    list_neighbours();
    out.dip = 64 * kEpsilon * size;
    const double rough = lay_planes();
    out.slack = rough + 4 * kEpsilon * far;
    out.dip += 2 * rough;
    find_centre();
    if (out.vertices.size() > kScanned) fill_table();
    return Polytope(std::make_shared<const Arrays>(std::move(out)));
  }

  void list_neighbours() {
    const u32 count = static_cast<u32>(out.vertices.size());
    out.edge_from.assign(count, kNone);
    for (u32 h = 0; h < out.half_edges.size(); ++h)
      if (out.edge_from[out.half_edges[h].vertex] == kNone) out.edge_from[out.half_edges[h].vertex] = h;
    out.first_neighbour.assign(1, 0);
    for (u32 v = 0; v < count; ++v) {
      const u32 first = out.edge_from[v];
      for (u32 h = first; h != kNone;) {
        const u32 twin = out.half_edges[h].twin;
        out.neighbours.push_back(out.half_edges[twin].vertex);
        h = out.half_edges[twin].next;
        if (h == first) break;
      }
      out.first_neighbour.push_back(static_cast<u32>(out.neighbours.size()));
    }
  }

  Vec3d corner(const Face& side, u32 i) const {
    return out.relative[out.half_edges[side.first_edge + i % side.edge_count].vertex];
  }
  Vec3d& normal_of(u32 half) { return out.faces[out.half_edges[half].face].plane.normal; }

  // The planes of all faces, through the highest of their own corners, and the largest distance of a vertex above a
  // plane, or of a corner below its own.
  double lay_planes() {
    for (Face& side : out.faces) {
      Vec3d sum{};
      for (u32 i = 2; i < side.edge_count; ++i)
        sum += area_vector(up * corner(side, 0), up * corner(side, i - 1), up * corner(side, i));
      const double l = length(sum);
      side.plane.normal = l > 0 ? sum / l : Vec3d{};
    }
    double rough = 2 * kEpsilon * size;
    for (Face& side : out.faces) {
      double of_side = out_of(side, side.plane.normal);
      if (!(of_side <= 64 * kEpsilon * size)) {
        // A face as narrow as rounding has no accurate normal; it gets one between those of its neighbours.
        Vec3d between{};
        for (u32 i = 0; i < side.edge_count; ++i)
          between += length(up * (corner(side, i + 1) - corner(side, i))) *
                     normal_of(out.half_edges[side.first_edge + i].twin);
        const double l = length(between);
        if (const double other = l > 0 ? out_of(side, between / l) : kEndless; other < of_side)
          side.plane.normal = between / l, of_side = other;
        if (side.plane.normal == Vec3d{}) side.plane.normal = {0, 0, 1}, of_side = size;
      }
      side.plane.offset = dot(side.plane.normal, out.middle) + reach_of(side, side.plane.normal).high;
      rough = larger(rough, of_side);
    }
    return rough;
  }

  struct Reach {
    double low, high;
  };
  Reach reach_of(const Face& side, Vec3d normal) const {
    Reach r{kEndless, -kEndless};
    for (u32 i = 0; i < side.edge_count; ++i) {
      const double h = dot(normal, corner(side, i));
      r.low = lesser(r.low, h), r.high = larger(r.high, h);
    }
    return r;
  }
  double out_of(const Face& side, Vec3d normal) const {
    if (normal == Vec3d{}) return kEndless;
    const Reach own = reach_of(side, normal);
    const u32 top = out.vertices.size() <= kAllLookedAt ? farthest_of(out.lanes, normal)
                                                        : climb(out, normal, out.half_edges[side.first_edge].vertex);
    return larger(dot(normal, out.relative[top]) - own.high, own.high - own.low);
  }

  struct InscribedBall {
    double radius;
    Vec3d nearest;  // the normal of the face that bounds it
  };
  InscribedBall inscribed_about(Vec3d at) const {
    InscribedBall ball{kEndless, {}};
    for (const Face& side : out.faces)
      if (const double gap = dot(side.plane.normal, corner(side, 0) - at); gap < ball.radius)
        ball = {gap, side.plane.normal};
    return ball;
  }

  Vec3d middle_of_mass() const {
    double volume = 0;
    Vec3d sum{};
    for (const Face& side : out.faces)
      for (u32 i = 2; i < side.edge_count; ++i) {
        const Vec3d a = up * corner(side, 0), b = up * corner(side, i - 1), c = up * corner(side, i);
        const double v = dot(a, cross(b, c));
        volume += v, sum += v * (a + b + c);
      }
    return volume > 0 ? sum / (4 * volume) / up : Vec3d{};
  }

  // The mean of the vertices, or for a solid its centroid if that is deeper inside; from there away from the nearest
  // face, in ever smaller steps.
  void find_centre() {
    Vec3d at{};  // relative
    for (Vec3d r : out.relative) at += r / double(out.relative.size());
    if (out.dimension == 3) {
      InscribedBall best = inscribed_about(at);
      const auto go = [&](Vec3d to) {
        const InscribedBall ball = inscribed_about(to);
        if (ball.radius > best.radius) best = ball, at = to;
        return ball.nearest;
      };
      go(middle_of_mass());
      double step = larger(best.radius, 0.0) / 2;
      Vec3d trial = at, away = best.nearest;
      for (int k = 0; k < 40; ++k, step *= 0.9) {
        trial -= step * away;
        away = go(trial);
      }
      out.inscribed = larger(0.0, best.radius - 2 * out.slack);
    }
    out.centre = out.middle + at;
    double most = 0;
    for (Vec3d v : out.vertices) most = larger(most, length(up * (v - out.centre)));
    out.radius = (1 + 8 * kEpsilon) * (most / up);
  }

  void fill_table() {
    // Four cells per vertex: half as many cost some nanoseconds more, twice as many save none.
    out.row = lesser(128u, static_cast<u32>(std::ceil(std::sqrt(double(out.vertices.size()) * 4 / 6))));
    out.starts.resize(std::size_t{6} * out.row * out.row);
    u32 at = 0;
    for (u32 cell = 0; cell < out.starts.size(); ++cell)
      out.starts[cell] = at = climb(out, middle_of_cell(cell, out.row), at);
  }

  static u32 climb(const Arrays& arrays, Vec3d direction, u32 from);
};

// Climbs to a vertex without a higher neighbour. Then all nearly level vertices are visited: rounding may have made a
// dent there, and of equals the first is returned.
u32 Polytope::Maker::climb(const Arrays& arrays, Vec3d direction, u32 from) {
  constexpr u32 kLevel = 64;
  const double dip = arrays.dip * (std::abs(direction.x) + std::abs(direction.y) + std::abs(direction.z));
  const auto height_of = [&](u32 v) { return dot(direction, arrays.relative[v]); };
  const auto neighbours = [&](u32 v) {
    return std::span(arrays.neighbours)
        .subspan(arrays.first_neighbour[v], arrays.first_neighbour[v + 1] - arrays.first_neighbour[v]);
  };
  double height = height_of(from);
  u32 level[kLevel];
  while (true) {
    double next_height = -kEndless;
    u32 next = from;
    for (u32 v : neighbours(from))
      if (const double h = height_of(v); h > next_height) next_height = h, next = v;
    if (next_height > height) {
      from = next, height = next_height;
      continue;
    }
    if (next_height < height - dip) return from;
    // The level vertices.
    u32 found = 0, best = from;
    level[found++] = from;
    bool higher = false;
    for (u32 i = 0; i < found && !higher; ++i)
      for (u32 v : neighbours(level[i])) {
        const double h = height_of(v);
        if (h < height - dip || std::find(level, level + found, v) != level + found) continue;
        if (h > height) {
          from = v, height = h, higher = true;
          break;
        }
        if (h == height && v < best) best = v;
        if (found == kLevel) return farthest_of(arrays.lanes, direction);
        level[found++] = v;
      }
    if (!higher) return best;
  }
}

Polytope::Polytope() {
  static const Polytope origin = Maker(std::vector<Vec3d>(1)).straight({Vec3d{}});
  *this = origin;
}

Result<Polytope> Polytope::make(std::span<const Vec3d> points) {
  if (points.empty()) return Error{"a polytope of no points"};
  for (std::size_t i = 0; i < points.size(); ++i)
    if (!is_finite(points[i])) return Error{"point " + std::to_string(i) + " is not finite"};
  const Hull hull = convex_hull(points);
  Maker maker(hull.vertices);
  if (hull.dimension < 2) return maker.straight(hull.vertices);
  const std::vector<Vec3d> scaled = maker.scaled(hull.vertices);
  const double rounding = 32 * kEpsilon * maker.far * maker.up;
  if (hull.dimension == 2) {
    Loop loop(hull.vertices.size());
    for (u32 i = 0; i < loop.size(); ++i) loop[i] = i;
    return maker.of_loops(hull.vertices, {without_straight(std::move(loop), scaled, rounding)}, 2);
  }
  // Thin is not treated as flat.
  const double tolerance = lesser(rounding + maker.up * hull.slack, across(scaled) / 64);
  for (double merged : {tolerance, tolerance / 8, 0.0})
    if (std::vector<Loop> loops = flat_faces(scaled, hull.faces, merged); !loops.empty())
      return maker.of_loops(hull.vertices, std::move(loops), 3);
  return Error{"the hull of the points is not a solid"};  // unreachable: without merging the hull is unchanged
}

u32 Polytope::farthest_vertex(Vec3d direction) const {
  const Arrays& a = *arrays_;
  if (a.starts.empty()) return farthest_of(a.lanes, direction);
  return Maker::climb(a, direction, a.starts[cell_of(direction, a.row)]);
}

u32 Polytope::farthest_vertex(Vec3d direction, u32 from) const {
  const Arrays& a = *arrays_;
  return a.starts.empty() ? farthest_of(a.lanes, direction) : Maker::climb(a, direction, from);
}

Polytope scaled(const Polytope& polytope, Vec3d factors) {
  std::vector<Vec3d> vertices;
  for (Vec3d v : polytope.vertices()) vertices.push_back({factors.x * v.x, factors.y * v.y, factors.z * v.z});
  const Vec3d sizes = abs(factors);
  const double least = lesser(lesser(sizes.x, sizes.y), sizes.z);
  // Faces are kept, unless all is flattened, or so nearly that they are better recomputed.
  const bool same = polytope.dimension() < 2 ? least > 0 : least > 1e-6 * largest(sizes);
  if (!same) return Polytope::make(vertices).value();
  Polytope::Maker maker(vertices);
  if (polytope.dimension() < 2) return maker.straight(std::move(vertices));
  const bool mirrored = ((factors.x < 0) != (factors.y < 0)) != (factors.z < 0);
  std::vector<Loop> loops;
  for (const Polytope::Face& side : polytope.faces()) {
    Loop loop;
    for (u32 i = 0; i < side.edge_count; ++i) loop.push_back(polytope.half_edges()[side.first_edge + i].vertex);
    if (mirrored) std::reverse(loop.begin(), loop.end());
    loops.push_back(std::move(loop));
    if (polytope.dimension() == 2) break;
  }
  return maker.of_loops(vertices, std::move(loops), polytope.dimension());
}

}  // namespace apart
