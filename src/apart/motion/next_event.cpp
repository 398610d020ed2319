#include <apart/base/assert.hpp>
#include <apart/motion/moving_pair.hpp>
#include <apart/motion/next_event.hpp>
#include <apart/motion/sides.hpp>
#include <apart/queries/span.hpp>
#include <apart/traversal/budget.hpp>

namespace apart {
namespace motion {
namespace {

// How far the pair is from the other answer: above 0 while the answer is yes, below while it is no. It changes no
// faster than points of one move against points of the other.
class Margin {
 public:
  Margin(EventQuery query, const Geometry& a, const Geometry& b, double distance)
      : query_(query), a_(a), b_(b), distance_(distance) {}

  double operator()(const Pose& b_in_a) const {
    return visit_pair(a_, b_, [&]<class X, class Y>(const X& x, const Y& y) {
      if (query_ == EventQuery::beyond) return span(x, b_in_a, y).distance - distance_;
      if constexpr (std::is_same_v<X, Shape> && std::is_same_v<Y, Shape>)
        return distance_ - signed_distance(x, b_in_a, y).distance;
      else
        return distance_ - distance(x, b_in_a, y).distance;
    });
  }

 private:
  EventQuery query_;
  const Geometry &a_, &b_;
  double distance_;
};

}  // namespace
}  // namespace motion

NextEvent next_event(EventQuery query, const Geometry& a, const RigidMotion& motion_a, const Geometry& b,
                     const RigidMotion& motion_b, const EventOptions& options) {
  using namespace motion;
  const bool shapes = std::holds_alternative<Shape>(a) && std::holds_alternative<Shape>(b);
  APART_ASSERT(options.distance >= 0 && options.tolerance >= 0 && options.from >= 0 && options.from <= 1,
               "a distance, a tolerance or a time of an event is out of range");
  APART_ASSERT(shapes || (query != EventQuery::collide && (query != EventQuery::within || options.distance > 0)),
               "surfaces have no depth: of models, ask for the event of a distance above 0, or for impact()");
  NextEvent out;
  if (!motion_a.valid() || !motion_b.valid() || is_unbounded(a) || is_unbounded(b)) {
    out.now = true;
    out.change.unchanged_until = options.from;
    out.status = Status::invalid;
    return out;
  }
  const Frame of_a = frame_around(a), of_b = frame_around(b);
  const Margin margin(query, a, b, query == EventQuery::collide ? 0 : options.distance);
  BudgetWatch watch(options.budget, 0);
  u64 tests = 0;
  Change* change = nullptr;  // the one that is searched; none before the first answer
  bool now = false, doubtful = false;
  double doubt_step = 0;
  for (const MotionSegment& part : segments(motion_a, motion_b)) {
    if (part.end() < options.from) continue;
    const double ra = length(of_a.centre - part.a().pivot) + of_a.radius;
    const double rb = length(of_b.centre - part.b().pivot) + of_b.radius;
    const double rounding =
        part.rounding(ra, rb) + 0x1p-44 * (part.a().far + part.b().far + ra + rb + options.distance);
    const double size =
        of_a.radius > 0 && of_b.radius > 0 ? lesser(of_a.radius, of_b.radius) : of_a.radius + of_b.radius;
    const double tolerance = larger(options.tolerance > 0 ? options.tolerance : 1e-8 * size, 8 * rounding);
    double time = larger(part.begin(), options.from);
    for (;;) {
      if (watch.spent(tests++)) {
        if (change && !change->found && !doubtful) change->unchanged_until = time;
        out.status = Status::unfinished;
        return out;
      }
      const MovingPair at = part.at(time);
      const double left = part.end() - time, value = margin(at.b_in_a);
      if (!change) out.now = now = value >= 0, change = &out.change;
      const double kept = now ? value : -value;  // until the answer changes
      const double speed = (length(at.b.velocity - at.a.velocity) + (at.a.acceleration + at.b.acceleration) * left +
                            part.a().spin * ra + part.b().spin * rb) *
                           (1 + 0x1p-40);
      double step = std::numeric_limits<double>::infinity();
      if (kept > tolerance) {
        doubtful = false;
        if (speed > 0) step = (kept - 0.5 * tolerance) / speed;
      } else if (kept >= -tolerance) {
        // Too near to a change to tell: longer and longer steps, until the answer is certain again.
        if (!doubtful) doubtful = true, doubt_step = tolerance / speed, change->unchanged_until = time;
        step = doubt_step, doubt_step *= 2;
      } else {
        if (!doubtful) change->unchanged_until = time;  // at the very first moment of a piece
        change->found = true, change->changed_by = time;
        if (change == &out.back) return out;
        change = &out.back, now = !now, doubtful = false;
        continue;
      }
      const double next = time + step;
      if (!(next < part.end())) {
        if (time == part.end()) break;
        time = part.end();
        continue;
      }
      time = next > time ? next : std::nextafter(time, 2.0);
    }
  }
  // In doubt at the end: what is proven ends where the doubt begins.
  if (change && !change->found && !doubtful) change->unchanged_until = 1;
  if (doubtful) out.status = Status::within_error;
  return out;
}

}  // namespace apart
