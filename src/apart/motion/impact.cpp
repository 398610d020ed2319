#include <apart/base/stretch.hpp>
#include <apart/motion/by_distance.hpp>
#include <apart/motion/convex_impact.hpp>
#include <apart/motion/impact_walk.hpp>
#include <apart/queries/collide.hpp>
#include <apart/shapes/each_piece.hpp>

namespace apart {
namespace motion {

Tolerance tolerance_of(const ImpactOptions& options, double speed, double size_a, double size_b, double rounding) {
  const double size = size_a > 0 && size_b > 0 ? lesser(size_a, size_b) : larger(size_a, size_b);
  const double wanted = options.tolerance > 0 ? options.tolerance : 1e-8 * size;
  // What moves in the least step of time, and what is lost in all computations.
  const double least = 8 * rounding + 0x1p-48 * (speed + options.within);
  return {larger(wanted, least), least > wanted};
}

namespace {

// In contact from the first.
Impact at_time_zero(const ElementId& a, const ElementId& b) {
  Impact out;
  out.hit = out.touching = true;
  out.free_until = out.contact_by = 0;
  out.a = a, out.b = b;
  out.least_clearance = 0;
  return out;
}

struct Radii {
  double size, far;  // of the body, and from its pivot to its farthest point
};
Radii radii_about(const Frame& frame, Vec3d pivot) {
  return {frame.radius, length(frame.centre - pivot) + frame.radius};
}

// The distance at a few times, and about the least of them: an upper bound of the least clearance that is close.
void sample_clearance(const std::vector<MotionSegment>& parts, const Frame& b, ImpactSearch& search) {
  std::optional<Pose> nearest;
  const auto at = [&](const MotionSegment& part, double time) {
    const Pose b_in_a = part.at(time).b_in_a;
    // Not nearer than the nearest so far by more than B is away from it.
    const double matters = search.options.clearance_error / 64 * search.impact.least_clearance;
    if (nearest && displacement(*nearest, b_in_a, b.centre, b.radius).farthest <= matters) return false;
    search.sample(b_in_a, time);
    if (search.impact.nearest_at == time) nearest = b_in_a;
    return true;
  };
  const int each = parts.size() >= 8 ? 1 : 8 / static_cast<int>(parts.size());
  for (const MotionSegment& part : parts)
    for (int k = 0; k <= each && !search.watch.spent(search.tests); ++k)
      at(part, part.begin() + (part.end() - part.begin()) * k / each);
  for (const MotionSegment& part : parts) {
    double step = (part.end() - part.begin()) / (2 * each);
    if (!(part.begin() <= search.impact.nearest_at && search.impact.nearest_at <= part.end())) continue;
    for (int k = 0; k < 12 && !search.watch.spent(search.tests); ++k, step /= 2) {
      const double middle = search.impact.nearest_at;
      bool any = false;
      for (const double time : {middle - step, middle + step})
        if (time >= part.begin() && time <= part.end()) any |= at(part, time);
      if (!any) break;
    }
  }
}

// Runs search(segment) over all segments, first for contact, then for the least clearance.
template <class OverSegment>
Impact search_all(const Geometry& of_a, const Geometry& of_b, const std::vector<MotionSegment>& parts, const Frame& a,
                  const Frame& b, const ImpactOptions& options, OverSegment over) {
  ImpactSearch search(options);
  Impact& out = search.impact;
  bool raised = false;
  const auto set_tolerance = [&](const MotionSegment& part) {
    const Radii ra = radii_about(a, part.a().pivot), rb = radii_about(b, part.b().pivot);
    const double far = part.a().far + part.b().far + ra.far + rb.far + length(a.centre) + length(b.centre);
    const Tolerance tolerance = tolerance_of(options, part.fastest(ra.far, rb.far), ra.size, rb.size,
                                             part.rounding(ra.far, rb.far) + 0x1p-44 * far);
    search.tolerance = tolerance.value, raised = tolerance.raised;
  };
  for (const MotionSegment& part : parts) {
    set_tolerance(part);
    if (over(part, search)) continue;
    if (!out.hit) {
      out.status = Status::unfinished;
      out.free_until = search.time;
      out.clearance_at_least = options.within;
      return out;
    }
    if (raised) out.status = Status::within_error;
    out.clearance_at_least = lesser(options.within, out.least_clearance);
    return out;
  }
  out.clearance_at_least = options.within;
  if (!options.clearance) return out;
  search.distance_at = [&](const Pose& b_in_a, double max) {
    return visit_pair(of_a, of_b, [&](const auto& x, const auto& y) { return distance(x, b_in_a, y, {.max = max}); });
  };
  sample_clearance(parts, b, search);
  search.searching_clearance = true;
  for (const MotionSegment& part : parts)
    if (!over(part, search)) {
      out.status = Status::unfinished;  // of the clearance: the motion is free all the same
      return out;
    }
  if (search.clearance_proven && out.least_clearance < std::numeric_limits<double>::infinity())
    out.clearance_at_least = larger(options.within, search.keep());
  return out;
}

template <class SideA, class SideB>
Impact walk_all(const Geometry& of_a, const SideA& a, const Geometry& of_b, const SideB& b,
                const std::vector<MotionSegment>& parts, const ImpactOptions& options) {
  return search_all(of_a, of_b, parts, a.frame(), b.frame(), options,
                    [&](const MotionSegment& part, ImpactSearch& search) {
                      return ImpactWalk<SideA, SideB>(a, part, b, search).run();
                    });
}

bool is_empty(const Geometry& g) {
  if (const Model* model = std::get_if<Model>(&g)) return model->mesh().empty();
  bool any = false;
  for_each_piece(std::get<Shape>(g), {}, [&](const Shape&, const Pose&, double) { any = true; });
  return !any;
}

// The answer for A and B exchanged, in A's frame at contact_by.
Impact exchanged(Impact out, const RigidMotion& motion_a, const RigidMotion& motion_b) {
  if (out.hit && !out.contained) {
    const Pose b_in_a = relative(motion_a.at(out.contact_by), motion_b.at(out.contact_by));
    out = in_world(out, b_in_a);
  }
  return swapped(out);
}

// Of two convex shapes, which are solid, without the walk. False: that is to be done. The least clearance of a free
// motion is left to it.
bool is_convex_impact(const Geometry& a, const RigidMotion& motion_a, const Geometry& b, const RigidMotion& motion_b,
                      const ImpactOptions& options, Impact& out) {
  const Shape *const shape_a = std::get_if<Shape>(&a), *const shape_b = std::get_if<Shape>(&b);
  const auto is_one = [](const Shape* shape) {
    return shape && shape->kind() != CoreKind::compound && shape->kind() != CoreKind::half_space;
  };
  return is_one(shape_a) && is_one(shape_b) && !options.budget.limited() &&
         convex_impact(*shape_a, motion_a, *shape_b, motion_b, options, out) && (out.hit || !options.clearance);
}

Impact impact_in_order(const Geometry& a, const RigidMotion& motion_a, const Geometry& b, const RigidMotion& motion_b,
                       const ImpactOptions& options) {
  const MotionPieces pieces_a(motion_a), pieces_b(motion_b);
  const std::vector<MotionSegment> parts = segments(pieces_a, pieces_b);
  if (is_unbounded(a))
    return search_all(
        a, b, parts, frame_around(a), frame_around(b), options,
        [&](const MotionSegment& part, ImpactSearch& search) { return advance_by_distance(a, part, b, search); });
  const Model *const model_a = std::get_if<Model>(&a), *const model_b = std::get_if<Model>(&b);
  if (model_a && model_b) return walk_all(a, ModelSide{*model_a}, b, ModelSide{*model_b}, parts, options);
  const ShapeSide shape_b(std::get<Shape>(b));
  if (model_a) return walk_all(a, ModelSide{*model_a}, b, shape_b, parts, options);
  return walk_all(a, ShapeSide(std::get<Shape>(a)), b, shape_b, parts, options);
}

}  // namespace
}  // namespace motion

Impact impact(const Geometry& a, const RigidMotion& motion_a, const Geometry& b, const RigidMotion& motion_b,
              const ImpactOptions& options) {
  APART_ASSERT((options.within >= 0) & (options.tolerance >= 0) & (options.clearance_error > 0) &
                   (options.clearance_error < 1) & std::isfinite(options.within),
               "a clearance, a tolerance or an error of an impact query is negative or not a number");
  Impact out;
  if (!motion_a.valid() || !motion_b.valid()) {
    out = motion::at_time_zero({}, {});
    out.touching = false;
    out.status = Status::invalid;
    return out;
  }
  if (motion::is_convex_impact(a, motion_a, b, motion_b, options, out)) return out;
  out = {};
  if (motion::is_empty(a) || motion::is_empty(b)) {
    out.status = Status::nothing;
    return out;
  }
  if (options.solid) {
    const Collision first = visit_pair(a, b, [&](const auto& x, const auto& y) {
      return collide(x, relative(motion_a.at(0), motion_b.at(0)), y, {.solid = true});
    });
    if (first.contained) {
      out = motion::at_time_zero(first.a, first.b);
      out.contained = true;
      return out;
    }
  }
  const bool exchange = motion::is_unbounded(b) ? !motion::is_unbounded(a)
                                                : !motion::is_unbounded(a) && std::holds_alternative<Shape>(a) &&
                                                      std::holds_alternative<Model>(b);
  if (exchange)
    out = motion::exchanged(motion::impact_in_order(b, motion_b, a, motion_a, options), motion_a, motion_b);
  else
    out = motion::impact_in_order(a, motion_a, b, motion_b, options);
  return out;
}

Impact impact(const Geometry& a, const Geometry& b, const RigidMotion& b_in_a, const ImpactOptions& options) {
  static const RigidMotion still{};
  return impact(a, still, b, b_in_a, options);
}

bool is_free(const Geometry& a, const RigidMotion& motion_a, const Geometry& b, const RigidMotion& motion_b,
             ImpactOptions options) {
  options.clearance = false;
  const Impact out = impact(a, motion_a, b, motion_b, options);
  return !out.hit && out.status != Status::unfinished;
}

namespace {

Batch<Impact> impact_each(std::size_t count, const BatchOptions& how, const std::function<Impact(std::size_t)>& query) {
  Batch<Impact> out;
  Impact cancelled;
  cancelled.status = Status::cancelled;
  cancelled.free_until = 0;
  out.answers.assign(count, cancelled);
  out.status = run_batch(
      count, how, [&](std::size_t i) { out.answers[i] = query(i); }, 1);
  return out;
}

}  // namespace

Batch<Impact> impact(const Geometry& a, const Geometry& b, std::span<const RigidMotion> b_in_a,
                     const ImpactOptions& options, const BatchOptions& how) {
  const RigidMotion still;
  return impact_each(b_in_a.size(), how, [&](std::size_t i) { return impact(a, still, b, b_in_a[i], options); });
}

Batch<Impact> impact(const Geometry& a, std::span<const RigidMotion> motions_a, const Geometry& b,
                     std::span<const RigidMotion> motions_b, const ImpactOptions& options, const BatchOptions& how) {
  APART_ASSERT(motions_a.size() == motions_b.size(), "as many motions of A as of B");
  return impact_each(motions_b.size(), how,
                     [&](std::size_t i) { return impact(a, motions_a[i], b, motions_b[i], options); });
}

}  // namespace apart
