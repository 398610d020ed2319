#include <apart/queries/distance.hpp>
#include <apart/queries/manifold.hpp>
#include <apart/shapes/box_polytope.hpp>

namespace apart {
namespace {

struct AsPolytope {
  static std::optional<Polytope> of(std::span<const Vec3d> points) {
    Result<Polytope> made = Polytope::make(points);
    return made ? std::optional(*std::move(made)) : std::nullopt;
  }
  std::optional<Polytope> operator()(const Point& p) const { return of({&p.at, 1}); }
  std::optional<Polytope> operator()(const Segment& s) const {
    const Vec3d points[] = {s.a, s.b};
    return of(points);
  }
  std::optional<Polytope> operator()(const Triangle& t) const {
    const Vec3d points[] = {t.a, t.b, t.c};
    return of(points);
  }
  std::optional<Polytope> operator()(const Box& box) const { return box_polytope(box); }
  std::optional<Polytope> operator()(const Polytope& p) const { return p; }
  template <class Other>
  std::optional<Polytope> operator()(const Other&) const {
    return std::nullopt;
  }
};

}  // namespace

std::optional<Polytope> as_polytope(const Core& core) { return std::visit(AsPolytope{}, core); }

Manifold shape_manifold(const Shape& a, const Pose& b_in_a, const Shape& b, const ManifoldOptions& options) {
  const std::optional<Polytope> of_a = as_polytope(a.core()), of_b = as_polytope(b.core());
  if (of_a && of_b)
    return manifold(RoundedPolytope{*of_a, a.radius()}, b_in_a, RoundedPolytope{*of_b, b.radius()},
                    ManifoldOptions{.margin = options.margin, .max = options.max});
  const Distance gap = signed_distance(a, b_in_a, b, {.max = larger(options.max, options.margin)});
  Manifold out;
  out.status = gap.status, out.distance = gap.distance, out.normal = gap.normal;
  if (gap.has_points() && gap.distance <= options.margin) out.points[out.count++] = {gap.on_a, gap.on_b, -gap.distance};
  return out;
}

}  // namespace apart
