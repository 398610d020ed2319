#include <algorithm>
#include <apart/queries/hausdorff/flat_polygon.hpp>
#include <apart/queries/hausdorff/surface_walk.hpp>
#include <apart/shapes/mesh/topology.hpp>
#include <apart/triangles/lanes/prism_walk.hpp>
#include <bit>

namespace apart::queries {

const Across& Across::of(const Model& model) {
  return *static_cast<const Across*>(model.derived([](const Model& self) -> std::shared_ptr<const void> {
    return std::shared_ptr<const Across>(new Across(self));
  }));
}

Across::Across(const Model& model) {
  const MeshTopology& topology = model.topology();
  const std::span<const Face> faces = model.mesh().faces();
  const std::span<const hierarchy::Item> items = model.boxes().items();
  std::vector<u32> lane_of(faces.size());
  for (std::size_t k = items.size(); k-- > 0;) lane_of[items[k].primitive()] = static_cast<u32>(k);
  triangles_.resize(items.size());
  for (std::size_t lane = 0; lane < items.size(); ++lane) {
    const u32 i = items[lane].primitive();
    OneTriangle& out = triangles_[lane] = {faces[i], {kNone, kNone, kNone}};
    const auto vertex = [&](u32 of, u32 k) { return topology.vertex[faces[of][k % 3]]; };
    for (u32 k = 0; k < 3; ++k) {
      const u32 beside = topology.neighbours[i][k];
      if (beside == MeshTopology::kNone) continue;
      for (u32 j = 0; j < 3; ++j)
        if (vertex(beside, j) == vertex(i, k + 1) && vertex(beside, j + 1) == vertex(i, k))
          out.edges[k] = 4 * lane_of[beside] + j;
    }
  }
}

namespace {

constexpr u32 kMostSteps = 32, kMostWalked = 64;
static_assert(SeenCorners::kMost >= kMostWalked + 6);
constexpr double kNotBounded = std::numeric_limits<double>::infinity();

// The triangles of a surface that were walked over, seen along the prism over a triangle.
class WalkedOver {
 public:
  WalkedOver(const Prism& prism, const SeenCorners& corners) : prism_(prism), corners_(corners) {}

  // Of the triangles that count. False if one is too far, or perhaps covers the origin and perhaps not.
  bool add(const FourReached& reached, u32 first_third, const SeenTriangles& seen, u32 counting) {
    if ((seen.unsure & counting) != 0) return false;
    degree_ += bits_of_four(seen.over & counting) - bits_of_four(seen.under & counting);
    farthest_ = larger(farthest_, seen.largest);
    for (u32 left = seen.far & counting; left != 0; left &= left - 1) {
      const u32 k = static_cast<u32>(std::countr_zero(left));
      const Flat corners[3] = {at(reached.from[k]), at(reached.to[k]), at(first_third + k)};
      const Polygon part = part_in_prism(corners, prism_);
      for (int i = 0; i < part.size; ++i) farthest_ = larger(farthest_, std::abs(part.corners[i].height));
      if (!(farthest_ <= prism_.high)) return false;
    }
    return true;
  }
  double bound() const { return degree_ != 0 ? farthest_ : kNotBounded; }

 private:
  Flat at(u32 corner) const { return {corners_.u[corner], corners_.v[corner], corners_.height[corner]}; }

  const Prism& prism_;
  const SeenCorners& corners_;
  int degree_ = 0;
  double farthest_ = 0;
};

// Up to kMostWalked triangles, by their lanes.
class WalkedLanes {
 public:
  u32 size() const { return size_; }
  // False if it was there before.
  bool add(u32 lane) {
    u64& bits = filter_[lane / 64 % 4];
    const u64 bit = u64(1) << lane % 64;
    if ((bits & bit) != 0 && std::find(lanes_, lanes_ + size_, lane) != lanes_ + size_) return false;
    bits |= bit;
    lanes_[size_++] = lane;
    return true;
  }

 private:
  u64 filter_[4] = {};
  u32 size_ = 0, lanes_[kMostWalked];
};

}  // namespace

u32 SurfaceWalk::beside(const Vec3d& p, u32 from, double enough) const {
  u32 at = from;
  if (at != Across::kNone && steps(p, at, enough)) return at;
  at = surface_.lane_of(
      surface_.nearest(p, at == Across::kNone ? Surface::kNone : surface_.triangle_number(at), enough).triangle);
  steps(p, at, enough);
  return at;
}

bool SurfaceWalk::steps(const Vec3d& p, u32& at, double enough) const {
  const std::span<const Vec3d> vertices = surface_.vertices();
  u32 before = Across::kNone;
  for (u32 step = 0; step < kMostSteps; ++step) {
    const Face& f = across_.face(at);
    const Vec3d &origin = vertices[f[0]], b = vertices[f[1]] - origin, c = vertices[f[2]] - origin, w = p - origin;
    // The weights of the corners where p is seen along the normal, times the squared area. Rounding may lead astray.
    const double bb = dot(b, b), bc = dot(b, c), cc = dot(c, c), wb = dot(w, b), wc = dot(w, c);
    const double of_b = cc * wb - bc * wc, of_c = bb * wc - bc * wb, of_a = bb * cc - bc * bc - of_b - of_c;
    const double least = lesser(lesser(of_a, of_b), of_c);
    const u32 edge = least < 0 ? across_[4 * at + (least == of_a ? 1 : least == of_b ? 2 : 0)] : Across::kNone;
    if (edge == Across::kNone || Across::lane(edge) == before) {
      const Vec3d area = cross(b, c);
      const double height = dot(w, area);
      return height * height <= enough * enough * squared_length(area);
    }
    before = at, at = Across::lane(edge);
  }
  return false;
}

// Any point of the triangle bounds its distance from above. It is the nearest one if the corner is above the face, or
// beyond one edge only.
double SurfaceWalk::cover(const Triangle& t, u32 lane) const {
  const Triangle other = triangle(lane);
  const Vec3d b = other.b - other.a, c = other.c - other.a;
  const double bb = dot(b, b), bc = dot(b, c), cc = dot(c, c), area = bb * cc - bc * bc;
  if (!(area > 0)) return surface_.largest_distance({&t.a, 3}, surface_.triangle_number(lane));
  const double over_area = 1 / area;
  double farthest = 0;
  for (const Vec3d* p : {&t.a, &t.b, &t.c}) {
    const Vec3d w = *p - other.a;
    const double wb = dot(w, b), wc = dot(w, c);
    double of_b = (cc * wb - bc * wc) * over_area, of_c = (bb * wc - bc * wb) * over_area;
    const double of_a = 1 - of_b - of_c, least = lesser(lesser(of_a, of_b), of_c);
    const auto within = [](double x) { return lesser(larger(x, 0.0), 1.0); };
    if (least < 0) {
      if (least == of_b)
        of_b = 0, of_c = within(wc / cc);
      else if (least == of_c)
        of_c = 0, of_b = within(wb / bb);
      else
        of_c = within((wc - wb + bb - bc) / (bb + cc - 2 * bc)), of_b = 1 - of_c;
    }
    const Vec3d off = w - of_b * b - of_c * c;
    farthest = larger(farthest, dot(off, off));
  }
  return std::sqrt(farthest);
}

double SurfaceWalk::bound(const Triangle& t, u32 over, double enough) const {
  const Triangle below = triangle(over);
  const Vec3d area = area_vector(below), own = area_vector(t);
  const double size = length(area), own_size = length(own);
  if (!(size > 0 && own_size > 0)) return kNotBounded;
  // Between both normals: the angle between a height and the shortest way is then small at all corners.
  const Vec3d between = area / size + (dot(area, own) < 0 ? -1 / own_size : 1 / own_size) * own;
  Prism prism;
  if (!prism.set(t, between / length(between))) return kNotBounded;

  prism.low = -enough, prism.high = enough;

  const PrismWalk& tests = prism_walk();
  const std::span<const Vec3d> vertices = surface_.vertices();
  SeenCorners corners;
  WalkedOver found(prism, corners);
  WalkedLanes walked;
  FourReached four;
  SeenTriangles seen;
  // Edges across which the walk goes on: the edge of the next triangle, and its ends.
  struct Open {
    u32 edge, from, to;
  };
  Open open[kMostWalked + 4];
  u32 open_count = 0;
  // Written in any case, so that nothing is predicted wrongly.
  const auto leave = [&](u32 edge, u32 from, u32 to, u32 bit) {
    open[open_count] = {across_[edge], to, from};
    open_count += bit & 1;
  };

  // The first triangle three times, from each of its edges.
  const Face& face = across_.face(over);
  const Vec3d* const points[4] = {&vertices[face[0]], &vertices[face[1]], &vertices[face[2]], &vertices[face[0]]};
  tests.see(prism, points, corners, 0);
  four = {{0, 1, 2, 0}, {1, 2, 0, 1}, {points[2], points[0], points[1], points[2]}};
  tests.reach(prism, four, corners, 3, seen);
  walked.add(over);
  if (!found.add(four, 3, seen, 1)) return kNotBounded;
  leave(4 * over + 1, 1, 2, seen.second), leave(4 * over + 2, 2, 0, seen.second >> 1);
  leave(4 * over, 0, 1, seen.second >> 2);
  while (open_count > 0) {
    u32 edges[4], count = 0;
    const u32 first = walked.size() + 2;
    while (open_count > 0 && count < 4) {
      const Open now = open[--open_count];
      if (now.edge == Across::kNone) return kNotBounded;
      const u32 lane = Across::lane(now.edge);
      if (!walked.add(lane)) continue;
      const u32 apex = Across::side(Across::next(Across::next(now.edge)));
      edges[count] = now.edge, four.from[count] = now.from, four.to[count] = now.to;
      four.third[count++] = &vertices[across_.face(lane)[apex]];
      if (walked.size() == kMostWalked) return kNotBounded;
    }
    if (count == 0) break;
    for (u32 k = count; k < 4; ++k) four.from[k] = four.from[0], four.to[k] = four.to[0], four.third[k] = four.third[0];
    tests.reach(prism, four, corners, first, seen);
    if (!found.add(four, first, seen, (u32(1) << count) - 1)) return kNotBounded;
    for (u32 k = 0; k < count; ++k) {
      const u32 second = Across::next(edges[k]), third = Across::next(second);
      leave(second, four.to[k], first + k, seen.second >> k);
      leave(third, first + k, four.from[k], seen.third >> k);
    }
  }
  return found.bound();
}

}  // namespace apart::queries
