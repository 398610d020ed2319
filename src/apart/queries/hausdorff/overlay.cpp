#include <apart/queries/hausdorff/overlay.hpp>
#include <apart/triangles/lanes/prism.hpp>
#include <bit>
#include <limits>

namespace apart::queries {
namespace {

constexpr double kUnbounded = std::numeric_limits<double>::infinity();
constexpr u32 kMostOver = 48;  // triangles over one

// A point of the projection, and how far it is from the triangle along the direction of projection.
struct Flat {
  double x, y, height;
};
Flat operator-(Flat a, Flat b) { return {a.x - b.x, a.y - b.y, a.height - b.height}; }
double cross(Flat a, Flat b) { return a.x * b.y - a.y * b.x; }

// A convex polygon: a triangle cut by up to three lines.
struct Polygon {
  Flat corners[8];
  int size;

  // What of a polygon lies to the left of a line.
  void clip(const Polygon& from, Flat start, Flat along) {
    size = 0;
    Flat p = from.corners[from.size - 1];
    double left_p = cross(along, p - start);
    for (int i = 0; i < from.size; ++i) {
      const Flat q = from.corners[i];
      const double left_q = cross(along, q - start);
      if ((left_p >= 0) != (left_q >= 0)) {
        const double at = left_p / (left_p - left_q);
        corners[size++] = {p.x + at * (q.x - p.x), p.y + at * (q.y - p.y), p.height + at * (q.height - p.height)};
      }
      if (left_q >= 0) corners[size++] = q;
      p = q, left_p = left_q;
    }
  }
  // A triangle cut by the edges of another, which is counterclockwise.
  static Polygon clipped(const Flat (&triangle)[3], const Flat (&corners)[3], const Flat (&edges)[3]) {
    Polygon buffers[2];
    buffers[0].size = 3;
    for (int k = 0; k < 3; ++k) buffers[0].corners[k] = triangle[k];
    int now = 0;
    for (int k = 0; k < 3 && buffers[now].size > 0; ++k) {
      const auto inside = [&](const Flat& p) { return cross(edges[k], p - corners[k]) >= 0; };
      if (inside(triangle[0]) && inside(triangle[1]) && inside(triangle[2])) continue;
      buffers[1 - now].clip(buffers[now], corners[k], edges[k]);
      now = 1 - now;
    }
    return buffers[now];
  }
  double twice_area() const {
    double sum = 0;
    for (int i = 2; i < size; ++i) sum += cross(corners[i - 1] - corners[0], corners[i] - corners[0]);
    return sum;
  }
};

class Projection {
 public:
  // Of `t`, which becomes height 0 and counterclockwise. Not valid if it is seen nearly from the side.
  Projection(const Triangle& t, Vec3d direction) : direction_(direction), origin_(t.a) {
    const Vec3d least = abs(direction).x < 0.6 ? Vec3d{1, 0, 0} : Vec3d{0, 1, 0};
    x_ = apart::cross(direction, least);
    x_ = x_ / length(x_);
    y_ = apart::cross(direction, x_);
    Flat b = of(t.b), c = of(t.c);
    twice_area = cross(b, c);
    const double full = length(area_vector(t));
    valid = std::abs(twice_area) > 0.2 * full && full > 1e-6 * (squared_length(t.b - t.a) + squared_length(t.c - t.a));
    if (!valid) return;
    slope_x_ = (b.height * c.y - c.height * b.y) / twice_area;
    slope_y_ = (b.x * c.height - c.x * b.height) / twice_area;
    if (twice_area < 0) std::swap(b, c), twice_area = -twice_area;
    b.height = c.height = 0;
    corners[0] = {}, corners[1] = b, corners[2] = c;
    for (int i = 0; i < 3; ++i) edges[i] = corners[i == 2 ? 0 : i + 1] - corners[i];
    for (const Flat& p : corners) {
      low_x = lesser(low_x, p.x), high_x = larger(high_x, p.x);
      low_y = lesser(low_y, p.y), high_y = larger(high_y, p.y);
    }
    margin = 1e-12 * larger(high_x - low_x, high_y - low_y);
    side_error = margin * (high_x - low_x + high_y - low_y);
  }
  // A triangle over the box around `t`, not farther than `enough`; or none.
  bool project(const Triangle& other, double enough, Flat (&out)[3]) const {
    const Vec3d a = other.a - origin_, b = other.b - origin_, c = other.c - origin_;
    const double xa = dot(x_, a), xb = dot(x_, b), xc = dot(x_, c);
    if (larger(larger(xa, xb), xc) < low_x || lesser(lesser(xa, xb), xc) > high_x) return false;
    const double ya = dot(y_, a), yb = dot(y_, b), yc = dot(y_, c);
    if (larger(larger(ya, yb), yc) < low_y || lesser(lesser(ya, yb), yc) > high_y) return false;
    const double ha = dot(direction_, a) - slope_x_ * xa - slope_y_ * ya,
                 hb = dot(direction_, b) - slope_x_ * xb - slope_y_ * yb,
                 hc = dot(direction_, c) - slope_x_ * xc - slope_y_ * yc;
    if (lesser(lesser(ha, hb), hc) > enough || larger(larger(ha, hb), hc) < -enough) return false;
    out[0] = {xa, ya, ha}, out[1] = {xb, yb, hb}, out[2] = {xc, yc, hc};
    return true;
  }
  // Is the segment certainly outside of the triangle?
  bool is_outside_box(Flat p, Flat q) const {
    return larger(p.x, q.x) < low_x - margin || lesser(p.x, q.x) > high_x + margin ||
           larger(p.y, q.y) < low_y - margin || lesser(p.y, q.y) > high_y + margin;
  }
  bool misses(Flat p, Flat q) const {
    for (int i = 0; i < 3; ++i)
      if (cross(edges[i], p - corners[i]) < -side_error && cross(edges[i], q - corners[i]) < -side_error) return true;
    const Flat along = q - p;
    const double a = cross(along, corners[0] - p), b = cross(along, corners[1] - p), c = cross(along, corners[2] - p);
    const double error = margin * (std::abs(along.x) + std::abs(along.y));
    return (a > error && b > error && c > error) || (a < -error && b < -error && c < -error);
  }

  bool valid = false;
  double twice_area = 0, margin = 0, side_error = 0;
  double low_x = kUnbounded, high_x = -kUnbounded, low_y = kUnbounded, high_y = -kUnbounded;
  Flat corners[3], edges[3];

 private:
  Flat of(Vec3d p) const {
    const Vec3d w = p - origin_;
    return {dot(x_, w), dot(y_, w), dot(direction_, w)};
  }
  Vec3d x_{}, y_{}, direction_, origin_;
  double slope_x_ = 0, slope_y_ = 0;
};

// The boundary of a set of triangles, as far as it may cross the projection: the edges that are not passed as often one
// way as the other.
class Boundary {
 public:
  void add(const Projection& projection, const Face& face, const Flat (&corners)[3]) {
    for (std::size_t i = 0; i < 3; ++i) {
      const std::size_t j = i == 2 ? 0 : i + 1;
      if (!projection.is_outside_box(corners[i], corners[j])) toggle(face[i], face[j], corners[i], corners[j]);
    }
  }
  bool misses(const Projection& projection) const {
    for (u32 k = 0; k < count_; ++k)
      if (!projection.misses(edges_[k].p, edges_[k].q)) return false;
    return true;
  }

 private:
  struct Edge {
    u32 from, to;
    Flat p, q;
  };
  void toggle(u32 from, u32 to, Flat p, Flat q) {
    for (u32 k = count_; k-- > 0;)  // neighbours come soon after each other
      if (edges_[k].from == to && edges_[k].to == from) {
        edges_[k] = edges_[--count_];
        return;
      }
    edges_[count_++] = {from, to, p, q};
  }
  Edge edges_[3 * kMostOver];
  u32 count_ = 0;
};

struct Base {
  Vec3d direction;    // of projection
  double radius;      // of `t` about its middle
  Vec3d over_middle;  // on the plane of the triangle that is near
  double height;      // of that over the middle
};

double boundary_bound(const Surface& surface, const Triangle& t, const Base& base, double enough) {
  const Projection projection(t, base.direction);
  if (!projection.valid) return kUnbounded;
  Boundary boundary;
  double covered = 0, farthest = 0;
  u32 count = 0;
  // A surface that is not steep is found within a little more than the radius.
  const bool all = surface.for_each_near(base.over_middle, 1.2 * base.radius, [&](u32 i) {
    Flat over[3];
    if (!projection.project(surface.triangle(i), enough, over)) return true;
    const Flat &a = over[0], &b = over[1], &c = over[2];
    if (!(cross(b - a, c - a) > 0)) return true;  // faces the other way
    for (int k = 0; k < 3; ++k) {
      const Flat from = projection.corners[k], along = projection.edges[k];
      if (larger(larger(cross(along, a - from), cross(along, b - from)), cross(along, c - from)) <
          -projection.side_error)
        return true;  // beside it
    }
    const Polygon polygon = Polygon::clipped(over, projection.corners, projection.edges);
    if (++count > kMostOver) return false;
    boundary.add(projection, surface.face(i), over);
    for (int k = 0; k < polygon.size; ++k) farthest = larger(farthest, std::abs(polygon.corners[k].height));
    covered += polygon.twice_area();
    return farthest <= enough;
  });
  if (!all || covered < 0.5 * projection.twice_area || !boundary.misses(projection)) return kUnbounded;
  return farthest;
}

// What of a triangle lies in the prism, at weights and heights.
struct InPrismPolygon {
  Polygon polygon;
  double error;  // of heights
};
InPrismPolygon clipped(const Prism& prism, const Triangle& t) {
  const double u = -prism.at[0], v = -prism.at[1];
  const Flat corners[3] = {{u, v, 0}, {1 + u, v, 0}, {u, 1 + v, 0}}, edges[3] = {{1, 0, 0}, {-1, 1, 0}, {0, -1, 0}};
  Flat over[3];
  double most_weight = 1, most_height = 0;
  for (int k = 0; k < 3; ++k) {
    const Vec3d from = t[k] - prism.origin;
    over[k] = {dot(prism.weights[0], from), dot(prism.weights[1], from), dot(prism.height, from)};
    most_weight = larger(most_weight, larger(std::abs(over[k].x), std::abs(over[k].y)));
    most_height = larger(most_height, std::abs(over[k].height));
  }
  return {Polygon::clipped(over, corners, edges), 4 * kPrismError * (prism.edges * most_weight + most_height)};
}

double degree_bound(const Surface& surface, const Triangle& t, const Base& base, double enough, u32& near) {
  Prism prism;
  if (!prism.set(t, base.direction)) return kUnbounded;
  // Heights about that of the triangle that is near: not more of the surface than is necessary.
  const double reach = 0.5 * base.radius;
  const double low = larger(-enough, base.height - reach), high = lesser(enough, base.height + reach);
  if (!(low < high)) return kUnbounded;
  prism.low = low, prism.high = high;
  const InPrismTest test = in_prism();
  int degree = 0;
  u32 covering = Surface::kNone;
  double farthest = 0;
  // All of the prism between the two heights.
  const bool all =
      surface.for_each_four_in({t, base.direction, low, high}, [&](u32 first, u32 lanes, const FourCorners& four) {
        InPrism found;
        test(prism, four, lanes, found);
        const u32 over = ~found.beside & 15;
        if (over == 0) return true;
        if ((over & found.within & found.unsure) != 0) return false;
        const auto count = [&](u32 which) {
          constexpr signed char kBits[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};
          degree += kBits[which & found.over] - kBits[which & found.under];
          if ((which & found.over) != 0) covering = first + static_cast<u32>(std::countr_zero(which & found.over));
        };
        count(over & found.within);
        for (const double height : found.largest) farthest = larger(farthest, height);
        for (u32 left = over & found.crossing; left != 0; left &= left - 1) {
          const u32 lane = static_cast<u32>(std::countr_zero(left));
          const auto [polygon, gap] = clipped(prism, surface.triangle_in(first + lane));
          if (polygon.size == 0) continue;
          double lowest = kUnbounded, highest = -kUnbounded;
          for (int k = 0; k < polygon.size; ++k) {
            lowest = lesser(lowest, polygon.corners[k].height);
            highest = larger(highest, polygon.corners[k].height);
          }
          if (lowest > high + gap || highest < low - gap) continue;
          if (!(lowest >= low && highest <= high) || (found.unsure >> lane & 1) != 0) return false;
          count(u32(1) << lane);
          farthest = larger(farthest, larger(-lowest, highest));
        }
        return true;
      });
  if (!all || degree == 0) return kUnbounded;
  if (covering != Surface::kNone) near = surface.tree().items()[covering].primitive();
  return farthest;
}

}  // namespace

double overlay_bound(const Surface& surface, const Triangle& t, u32& near, double enough, bool closed) {
  const Triangle beside = surface.triangle(near);
  const Vec3d area = area_vector(beside);
  const double size = length(area);
  if (!(size > 0)) return kUnbounded;
  const Vec3d normal = area / size;
  const Vec3d middle = (t.a + t.b + t.c) / 3;
  const double radius = std::sqrt(
      larger(larger(squared_length(t.a - middle), squared_length(t.b - middle)), squared_length(t.c - middle)));
  const double height = dot(normal, beside.a - middle);
  const Base base{normal, radius, middle + height * normal, height};
  return closed ? degree_bound(surface, t, base, enough, near) : boundary_bound(surface, t, base, enough);
}

}  // namespace apart::queries
