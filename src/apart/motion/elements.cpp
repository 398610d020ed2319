#include <apart/base/normalized.hpp>
#include <apart/motion/elements.hpp>
#include <apart/triangles/distance.hpp>

namespace apart::motion {
namespace {

struct MovingCorners {
  Triangle triangle;
  Vec3d velocities[3];
  double acceleration;  // along the normal
};

MovingCorners moving_corners(const Triangle& t, const Movement& movement, Vec3d normal) {
  MovingCorners out{t, {}, movement.acceleration};
  for (int k = 0; k < 3; ++k) out.velocities[k] = movement.velocity_at(t[k]);
  if (movement.bend > 0) {
    double far = 0;
    for (int k = 0; k < 3; ++k) far = larger(far, squared_length(t[k] - movement.pivot));
    out.acceleration += movement.across_axis(normal) * movement.bend * std::sqrt(far) * (1 + 0x1p-48);
  }
  return out;
}

double acceleration_along(Vec3d normal, const Movement& movement, Vec3d centre, double radius) {
  if (movement.bend == 0) return movement.acceleration;
  return movement.acceleration +
         movement.across_axis(normal) * movement.bend * (length(centre - movement.pivot) + radius);
}

Extent extent(const MovingCorners& of, Vec3d direction) {
  Extent out{-Bounds::kInfinity, -Bounds::kInfinity};
  for (int k = 0; k < 3; ++k) {
    out.along = larger(out.along, dot(direction, of.triangle[k]));
    out.speed = larger(out.speed, dot(direction, of.velocities[k]));
  }
  return out;
}

// n · (w × r) is r · (n × w), so that the fastest point is the support point along n × w.
Extent extent(const ConvexPiece& piece, const Pose& pose, const Movement& movement, Vec3d direction) {
  const PlacedCore support{pose, {piece.core}};
  const Vec3d along = cross(direction, movement.spin);
  Extent out{dot(direction, support(direction)) + piece.radius * length(direction), dot(direction, movement.velocity)};
  if (along != Vec3d{}) out.speed += dot(along, support(along) - movement.pivot) + piece.radius * length(along);
  return out;
}

// From the extents of A along the normal and of B against it.
double time_kept(const Extent& a, const Extent& b, double keep, double acceleration, const ElementErrors& errors) {
  return closing_time(-b.along - a.along - (keep + errors.length), a.speed + b.speed + errors.speed, acceleration);
}

// The corners one by one: two of them that are far from each other do not close the gap because of one that is near and
// another that is fast.
double time_kept(const MovingCorners& a, const MovingCorners& b, Vec3d normal, double keep,
                 const ElementErrors& errors) {
  double least = Bounds::kInfinity;
  const double bend = a.acceleration + b.acceleration;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      const double gap = dot(normal, b.triangle[j] - a.triangle[i]) - (keep + errors.length);
      const double speed = dot(normal, a.velocities[i] - b.velocities[j]) + errors.speed;
      least = lesser(least, closing_time(gap, speed, bend));
    }
  return least;
}

// The points of a narrow gap are too coarse to give its direction. Those that may separate two triangles are their
// normals and the products of their edges.
double time_by_features(const Triangle& s, const Triangle& t, const MovingPair& at, Vec3d about, double keep,
                        const ElementErrors& errors) {
  double best = 0;
  const auto try_along = [&](Vec3d direction) {
    Vec3d n = normalized(direction).unit;
    if (dot(n, about) < 0) n = -n;
    if (n != Vec3d{})
      best = larger(best, time_kept(moving_corners(s, at.a, n), moving_corners(t, at.b, n), n, keep, errors));
  };
  try_along(area_vector(s)), try_along(area_vector(t));
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) try_along(cross(s[(i + 1) % 3] - s[i], t[(j + 1) % 3] - t[j]));
  return best;
}

ElementGap as_element_gap(const Distance& gap) {
  return {gap.distance, gap.on_a, gap.on_b, gap.distance > 0 ? gap.normal : Vec3d{}, 0};
}

}  // namespace

ElementGap element_gap(const ModelSide& a, u32 i, const MovingPair& at, const ModelSide& b, u32 j, double keep,
                       const ElementErrors& errors, ShapeCache&) {
  const Triangle s = a.model.mesh().triangle(i), t = at.b_in_a * b.model.mesh().triangle(j);
  const TriangleGap gap = distance(s, t);
  const Normalized across = normalized(gap.on_t - gap.on_s);
  ElementGap out{gap.squared < kLeastSquare ? across.length : std::sqrt(gap.squared), gap.on_s, gap.on_t, across.unit,
                 0};
  if (gap.squared == 0) out.normal = {};
  if (out.normal == Vec3d{}) return out;
  out.time =
      time_kept(moving_corners(s, at.a, out.normal), moving_corners(t, at.b, out.normal), out.normal, keep, errors);
  const double size = larger(largest(abs(s.b - s.a)),
                             larger(largest(abs(s.c - s.a)), larger(largest(abs(t.b - t.a)), largest(abs(t.c - t.a)))));
  if (out.distance < 0x1p-20 * (size + largest(abs(gap.on_s))))
    out.time = larger(out.time, time_by_features(s, t, at, out.normal, keep, errors));
  return out;
}

ElementGap element_gap(const ModelSide& a, u32 i, const MovingPair& at, const ShapeSide& b, u32 j, double keep,
                       const ElementErrors& errors, ShapeCache& cache) {
  const ConvexPiece& piece = b.pieces[j];
  const Triangle s = a.model.mesh().triangle(i);
  const Core core = s;
  const Pose pose = at.b_in_a * piece.pose;
  cache.core_a = nullptr;  // of another triangle
  ElementGap out = as_element_gap(rounded_gap({core, 0}, pose, rounded_core(piece), {.depth = false, .cache = &cache}));
  if (out.normal == Vec3d{}) return out;
  const MovingCorners corners = moving_corners(s, at.a, out.normal);
  const CoreBall& ball = b.balls[j];
  out.time = time_kept(
      extent(corners, out.normal), extent(piece, pose, at.b, -out.normal), keep,
      corners.acceleration + acceleration_along(out.normal, at.b, at.b_in_a * ball.centre, ball.radius), errors);
  return out;
}

ElementGap element_gap(const ShapeSide& a, u32 i, const MovingPair& at, const ShapeSide& b, u32 j, double keep,
                       const ElementErrors& errors, ShapeCache& cache) {
  const ConvexPiece &p = a.pieces[i], &q = b.pieces[j];
  const Pose pose = at.b_in_a * q.pose;
  ElementGap out = as_element_gap(
      rounded_gap(rounded_core(p), relative(p.pose, pose), rounded_core(q), {.depth = false, .cache = &cache}));
  out.on_a = p.pose * out.on_a, out.on_b = p.pose * out.on_b, out.normal = p.pose.rotate(out.normal);
  if (out.normal == Vec3d{}) return out;
  out.time = time_kept(extent(p, p.pose, at.a, out.normal), extent(q, pose, at.b, -out.normal), keep,
                       acceleration_along(out.normal, at.a, a.balls[i].centre, a.balls[i].radius) +
                           acceleration_along(out.normal, at.b, at.b_in_a * b.balls[j].centre, b.balls[j].radius),
                       errors);
  return out;
}

bool in_contact(const ModelSide& a, u32 i, const MovingPair& at, const ShapeSide& b, u32 j, double within,
                const ElementErrors& errors) {
  const Core core = a.model.mesh().triangle(i);
  return rounded_gap({core, 0}, at.b_in_a * b.pieces[j].pose, rounded_core(b.pieces[j]), {}).distance <=
         within - errors.length;
}

bool in_contact(const ShapeSide& a, u32 i, const MovingPair& at, const ShapeSide& b, u32 j, double within,
                const ElementErrors& errors) {
  const ConvexPiece &p = a.pieces[i], &q = b.pieces[j];
  return rounded_gap(rounded_core(p), relative(p.pose, at.b_in_a * q.pose), rounded_core(q), {}).distance <=
         within - errors.length;
}

}  // namespace apart::motion
