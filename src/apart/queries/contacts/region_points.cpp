#include <algorithm>
#include <apart/queries/contacts/region_points.hpp>
#include <apart/queries/measured_regions.hpp>
#include <apart/queries/ray.hpp>
#include <apart/triangles/point.hpp>
#include <optional>

namespace apart::queries {
namespace {

// A line through one solid: where it is inside, and the triangles through which it enters and leaves.
struct Stay {
  double enter, leave;
  u32 entered, left;
};
std::vector<Stay> stays(const Model& model, const Ray& line) {
  std::vector<Stay> out;
  int depth = 0;
  Stay now{};
  for (const RayHit& hit : cast_all(model, line).hits) {
    const bool enters = hit.front != model.inside_out();
    if (enters && depth++ == 0) now = {hit.t, 0, hit.element.triangle, 0};
    if (!enters && --depth == 0) now.leave = hit.t, now.left = hit.element.triangle, out.push_back(now);
  }
  return out;
}

class RegionColumns {
 public:
  RegionColumns(const Model& a, const Pose& b_in_a, const Model& b, const Bounds& box, Vec3d normal)
      : a_(a),
        b_(b),
        b_in_a_(b_in_a),
        a_in_b_(inverse(b_in_a)),
        normal_(normal),
        centre_(box.centre()),
        size_(length(box.size())),
        rounding_(1e-10 * size_ + 1e-15 * length(centre_)) {}

  // What both share of the line along the normal through a corner, if it enters B and leaves A. The line is cast a
  // little towards the middle, for at corners and along walls any would do; the triangles that bound it are then known.
  std::optional<ContactPoint> through(Vec3d corner) const {
    const Vec3d inward = centre_ - corner, start = corner + 1e-6 * (inward - dot(normal_, inward) * normal_);
    const Ray line = Ray::line(start, normal_);
    const std::vector<Stay> in_b = stays(b_, Ray::line(a_in_b_ * line.origin, a_in_b_.rotate(line.direction)));
    std::optional<ContactPoint> best;
    double nearest = 1e-3 * size_;
    for (const Stay& s : stays(a_, line))
      for (const Stay& t : in_b) {
        const double low = larger(s.enter, t.enter), high = lesser(s.leave, t.leave);
        const double away = larger(0.0, larger(low, -high));
        if (high <= low || away >= nearest) continue;
        nearest = away;
        best = s.leave <= t.leave && t.enter >= s.enter ? std::optional(between(corner, start, t, s)) : std::nullopt;
      }
    return best;
  }

 private:
  // On the line through the corner itself, if the same triangles bound it; else on the line that was cast.
  ContactPoint between(Vec3d corner, Vec3d start, const Stay& of_b, const Stay& of_a) const {
    const auto top = along(a_.mesh().triangle(of_a.left), corner),
               bottom = along(b_in_a_ * b_.mesh().triangle(of_b.entered), corner);
    if (top && bottom && *bottom <= *top + rounding_) return column(corner, *bottom, *top);
    return column(start, of_b.enter, of_a.leave);
  }
  ContactPoint column(Vec3d from, double bottom, double top) const {
    const double depth = larger(0.0, top - bottom);
    return {from + top * normal_, from + (top - depth) * normal_, depth};
  }
  // Where the line along the normal meets a triangle, to rounding.
  std::optional<double> along(const Triangle& t, Vec3d from) const {
    const Vec3d across = area_vector(t);
    const double at = dot(across, t.a - from) / dot(across, normal_);
    if (!(std::abs(at) <= size_)) return {};
    if (closest_on_triangle(from + at * normal_, t).squared > rounding_ * rounding_) return {};
    return at;
  }

  const Model &a_, &b_;
  Pose b_in_a_, a_in_b_;
  Vec3d normal_, centre_;
  double size_, rounding_;
};

// Up to four corners that span a region, seen along its normal: the farthest from its middle, the farthest from that
// one, and the farthest from the line through both on each side.
std::vector<RegionPoint> spanning(std::span<const RegionPoint> corners, Vec3d normal, Vec3d middle) {
  std::vector<RegionPoint> out;
  const auto add_most = [&](Vec3d from, auto measure) {
    const RegionPoint* best = nullptr;
    double most = 0;
    for (const RegionPoint& p : corners) {
      const Vec3d v = p.at - from, flat = v - dot(normal, v) * normal;
      if (const double m = measure(flat); m > most) most = m, best = &p;
    }
    if (best) out.push_back(*best);
    return best ? most : 0.0;
  };
  const double half = add_most(middle, [](Vec3d v) { return length(v); });
  if (out.empty()) return {corners.front()};
  const Vec3d first = out[0].at;
  add_most(first, [&](Vec3d v) { return length(v) - 1e-9 * half; });
  if (out.size() < 2) return out;
  const Vec3d across = cross(normal, out[1].at - first) / half;
  for (const double side : {1.0, -1.0}) add_most(first, [&](Vec3d v) { return side * dot(across, v) - 1e-9 * half; });
  return out;
}

void add_points(const RegionColumns& columns, const MeasuredRegion& region, Vec3d middle, ContactRegion& out) {
  const auto through = [&](Vec3d corner) {
    auto point = columns.through(corner);
    if (point && point->depth > out.depth * (1 + 1e-9)) point.reset();  // of another region beside it
    return point;
  };
  for (const RegionPoint& p : spanning(region.corners, out.normal, middle)) {
    const bool is_vertex = p.vertex != ~u32{0};
    if (const auto point = through(p.at))
      out.points.push_back(*point);
    else if (!is_vertex)
      out.points.push_back({p.at, p.at, 0});  // where the surfaces cross
  }
  std::optional<ContactPoint> deepest;
  const auto offer = [&](Vec3d corner) {
    if (const auto at = through(corner); at && (!deepest || at->depth > deepest->depth)) deepest = at;
  };
  offer(out.high), offer(out.low);
  const std::size_t some = 1 + region.corners.size() / 64;
  for (std::size_t k = 0; k < region.corners.size() && !deepest; k += some) offer(region.corners[k].at);
  const auto deeper = [](const ContactPoint& x, const ContactPoint& y) { return x.depth > y.depth; };
  std::stable_sort(out.points.begin(), out.points.end(), deeper);
  if (!deepest || (!out.points.empty() && deepest->depth <= out.points[0].depth + 1e-9 * out.depth)) return;
  // In place of the one beside it, if there are four.
  const auto from = [&](const ContactPoint& p) {
    const Vec3d v = p.on_a - deepest->on_a;
    return length(v - dot(out.normal, v) * out.normal);
  };
  if (out.points.size() == 4)
    out.points.erase(std::min_element(out.points.begin(), out.points.end(),
                                      [&](const auto& x, const auto& y) { return from(x) < from(y); }));
  out.points.insert(out.points.begin(), *deepest);
}

}  // namespace

std::vector<ContactRegion> contact_regions(const Model& a, const Pose& b_in_a, const Model& b) {
  std::vector<ContactRegion> out;
  for (const MeasuredRegion& region : measured_regions(a, b_in_a, b)) {
    ContactRegion& found = out.emplace_back(ContactRegion{region.depth});
    Bounds box;
    for (const RegionPoint& p : region.corners) box.add(p.at);
    add_points({a, b_in_a, b, box, found.normal}, region, box.centre(), found);
    // No line along the normal enters B and leaves A: it is but the direction in which the region is thinnest.
    if (found.points.empty() || (found.area == 0 && found.points[0].depth == 0))
      found.points.assign(1, {found.high, found.high - found.depth * found.normal, found.depth});
  }
  return out;
}

double hull_area(std::span<const ContactPoint> p, Vec3d normal) {
  if (p.size() < 3) return 0;
  const auto twice = [&](Vec3d diagonal, Vec3d other) { return std::abs(dot(normal, cross(diagonal, other))); };
  if (p.size() == 3) return 0.5 * twice(p[1].on_a - p[0].on_a, p[2].on_a - p[0].on_a);
  double area = 0;  // in the order around a quadrilateral its diagonals span the most
  for (const auto& [i, j, k] : {std::array{1, 2, 3}, std::array{2, 1, 3}, std::array{3, 1, 2}})
    area =
        larger(area, 0.5 * twice(p[std::size_t(i)].on_a - p[0].on_a, p[std::size_t(k)].on_a - p[std::size_t(j)].on_a));
  return area;
}

}  // namespace apart::queries
