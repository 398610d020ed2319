#include <algorithm>
#include <apart/queries/hausdorff/flat_polygon.hpp>
#include <apart/queries/hausdorff/surface_walk.hpp>
#include <apart/shapes/mesh/topology.hpp>
#include <apart/triangles/lanes/prism.hpp>

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

constexpr u32 kMostSteps = 32, kMostWalked = 48;
constexpr double kNotBounded = std::numeric_limits<double>::infinity();

// A corner seen along a prism: its weights, less those at the prism's origin, and its height.
struct Seen {
  Flat at;
  double size;   // no weight is larger, and at least 1
  double error;  // of the weights
};

// The triangles of a surface that were walked over, seen along the prism over a triangle.
class WalkedOver {
 public:
  WalkedOver(const Prism& prism, double enough)
      : prism_(prism),
        enough_(enough),
        u_(-prism.at[0]),
        v_(-prism.at[1]),
        sum_(1 - prism.at[0] - prism.at[1]),
        of_size_(kPrismError * prism.steepest * prism.edges),
        of_height_(kPrismError * prism.steepest) {}

  Seen see(const Vec3d& p) const {
    const Vec3d from = p - prism_.origin;
    const Flat at{dot(prism_.weights[0], from), dot(prism_.weights[1], from), dot(prism_.height, from)};
    const double size = larger(1.0, larger(std::abs(at.x), std::abs(at.y)));
    return {at, size, of_size_ * size + of_height_ * std::abs(at.height)};
  }
  // Is the edge certainly beside the triangle?
  bool misses(const Seen& p, const Seen& q) const {
    const double error = larger(p.error, q.error);
    if ((larger(p.at.x, q.at.x) < u_ - error) | (larger(p.at.y, q.at.y) < v_ - error) |
        (lesser(p.at.x + p.at.y, q.at.x + q.at.y) > sum_ + 2 * error))
      return true;
    const double du = q.at.x - p.at.x, dv = q.at.y - p.at.y;
    const double first = du * (v_ - p.at.y) - dv * (u_ - p.at.x);  // on which side of the edge each corner is
    const double slack = 8 * error * larger(p.size, q.size);
    return (lesser(lesser(first, first - dv), first + du) > slack) |
           (larger(larger(first, first - dv), first + du) < -slack);
  }
  // False if the triangle is too far, or perhaps covers the origin and perhaps not.
  bool add(const Seen& a, const Seen& b, const Seen& c) {
    // The areas between the prism's origin and each edge.
    const double ab = cross(a.at, b.at), bc = cross(b.at, c.at), ca = cross(c.at, a.at);
    const double least = lesser(lesser(ab, bc), ca), largest = larger(larger(ab, bc), ca);
    const double size = larger(larger(a.size, b.size), c.size);
    const double slack = 8 * larger(larger(a.error, b.error), c.error) * size;
    const bool over = least > slack, under = largest < -slack;
    degree_ += int(over) - int(under);
    if (!(over | under | ((least < -slack) & (largest > slack)))) return false;
    double most = larger(larger(std::abs(a.at.height), std::abs(b.at.height)), std::abs(c.at.height));
    if (most > enough_) most = farthest_over(a, b, c, ab + bc + ca, size);
    farthest_ = larger(farthest_, most);
    return most <= enough_;
  }
  double bound() const { return degree_ != 0 ? farthest_ : kNotBounded; }

 private:
  double farthest_over(const Seen& a, const Seen& b, const Seen& c, double area, double size) const {
    const double bu = b.at.x - a.at.x, bv = b.at.y - a.at.y, cu = c.at.x - a.at.x, cv = c.at.y - a.at.y;
    if (std::abs(area) > 1e-3 * size * size) {
      // The heights of its plane at the corners of the other bound its heights over that.
      const double bh = b.at.height - a.at.height, ch = c.at.height - a.at.height, over_area = 1 / area;
      const double slope_u = (bh * cv - ch * bv) * over_area, slope_v = (ch * bu - bh * cu) * over_area;
      const double first = a.at.height + slope_u * (u_ - a.at.x) + slope_v * (v_ - a.at.y);
      const double most = larger(larger(std::abs(first), std::abs(first + slope_u)), std::abs(first + slope_v));
      if (most <= enough_) return most;
    }
    const Flat corners[3] = {a.at, b.at, c.at};
    const Polygon part = part_in_prism(corners, prism_);
    double most = 0;
    for (int k = 0; k < part.size; ++k) most = larger(most, std::abs(part.corners[k].height));
    return most;
  }

  const Prism& prism_;
  double enough_, u_, v_, sum_, of_size_, of_height_;
  int degree_ = 0;
  double farthest_ = 0;
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
  const Triangle first = triangle(over);
  const Vec3d area = area_vector(first), own = area_vector(t);
  const double size = length(area), own_size = length(own);
  if (!(size > 0 && own_size > 0)) return kNotBounded;
  // Between both normals: the angle between a height and the shortest way is then small at all corners.
  const Vec3d between = area / size + (dot(area, own) < 0 ? -1 / own_size : 1 / own_size) * own;
  Prism prism;
  if (!prism.set(t, between / length(between))) return kNotBounded;

  const std::span<const Vec3d> vertices = surface_.vertices();
  WalkedOver found(prism, enough);
  Seen corners[kMostWalked + 2];
  u32 walked[kMostWalked], count = 1;  // filled up with kNone to whole eights, which are compared at once
  const auto is_walked = [&](u32 lane) {
    bool found_it = false;
    for (u32 k = 0; k < count; k += 8)
      for (u32 j = 0; j < 8; ++j) found_it |= walked[k + j] == lane;
    return found_it;
  };
  // Edges across which the walk goes on: the edge of the next triangle, and its ends.
  struct Open {
    u32 edge, from, to;
  };
  Open open[kMostWalked + 2];
  u32 open_count = 0;
  const auto leave = [&](u32 edge, u32 from, u32 to) {
    if (!found.misses(corners[from], corners[to])) open[open_count++] = {across_[edge], to, from};
  };
  std::fill_n(walked, 8, Across::kNone);
  walked[0] = over;
  for (int k = 0; k < 3; ++k) corners[k] = found.see(first[k]);
  if (!found.add(corners[0], corners[1], corners[2])) return kNotBounded;
  leave(4 * over, 0, 1), leave(4 * over + 1, 1, 2), leave(4 * over + 2, 2, 0);
  while (open_count > 0) {
    const Open now = open[--open_count];
    if (now.edge == Across::kNone) return kNotBounded;
    const u32 lane = Across::lane(now.edge);
    if (is_walked(lane)) continue;
    if (count == kMostWalked) return kNotBounded;
    const u32 second = Across::next(now.edge), third = Across::next(second), apex = count + 2;
    if (count % 8 == 0) std::fill_n(walked + count, 8, Across::kNone);
    walked[count++] = lane;
    corners[apex] = found.see(vertices[across_.face(lane)[Across::side(third)]]);
    if (!found.add(corners[now.from], corners[now.to], corners[apex])) return kNotBounded;
    leave(second, now.to, apex), leave(third, apex, now.from);
  }
  return found.bound();
}

}  // namespace apart::queries
