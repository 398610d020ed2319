#include <apart/base/assert.hpp>
#include <apart/motion/contact_margin.hpp>
#include <apart/motion/moving_pair.hpp>
#include <apart/motion/next_event.hpp>
#include <apart/motion/sides.hpp>
#include <apart/queries/span.hpp>
#include <apart/traversal/budget.hpp>

namespace apart {
namespace motion {
namespace {

// How far the pair is from the other answer: at least 0 while the answer is yes, below while it is no. No answer
// changes before points of one have moved as far against points of the other.
class Margin {
 public:
  Margin(EventQuery query, const Geometry& a, const Geometry& b, double distance)
      : query_(query), a_(a), b_(b), distance_(distance), contact_(a, b) {}

  double operator()(const Pose& b_in_a) {
    const bool shapes = std::holds_alternative<Shape>(a_) && std::holds_alternative<Shape>(b_);
    if (!shapes && distance_ == 0 && query_ != EventQuery::beyond) return contact_(b_in_a);
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
  ContactMargin contact_;
};

constexpr int kDoubts = 64;

}  // namespace
}  // namespace motion

NextEvent next_event(EventQuery query, const Geometry& a, const RigidMotion& motion_a, const Geometry& b,
                     const RigidMotion& motion_b, const EventOptions& options) {
  using namespace motion;
  APART_ASSERT(options.distance >= 0 && options.tolerance >= 0 && options.from >= 0 && options.from <= 1,
               "a distance, a tolerance or a time of an event is out of range");
  NextEvent out;
  if (!motion_a.valid() || !motion_b.valid() || is_unbounded(a) || is_unbounded(b)) {
    out.now = true;
    out.change.unchanged_until = options.from;
    out.status = Status::invalid;
    return out;
  }
  const Frame of_a = frame_around(a), of_b = frame_around(b);
  Margin margin(query, a, b, query == EventQuery::collide ? 0 : options.distance);
  BudgetWatch watch(options.budget, 0);
  u64 tests = 0;
  Change* change = nullptr;  // the one that is searched; none before the first answer
  bool now = false, doubtful = false;
  // A doubt was stepped over farther than the tolerance: what is proven ends where it began.
  bool jumped = false;
  double doubt_step = 0;
  int doubts = 0;
  const auto unchanged_until = [&](double time) {
    if (!jumped) change->unchanged_until = time;
  };
  const MotionPieces pieces_a(motion_a), pieces_b(motion_b);
  for (const MotionSegment& part : segments(pieces_a, pieces_b)) {
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
        if (change && !doubtful) unchanged_until(time);
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
        // Too near to a change to tell: steps in which nothing moves by more than the tolerance, as where an edge
        // slides from one triangle to the next; then longer and longer ones, until the answer is certain again.
        if (!doubtful) doubtful = true, doubts = 0, doubt_step = tolerance / speed, unchanged_until(time);
        if (++doubts > kDoubts) jumped = true, doubt_step *= 2;
        step = doubt_step;
      } else {
        if (!doubtful) unchanged_until(time);  // at the very first moment of a piece
        change->found = true, change->changed_by = time;
        if (jumped) out.status = Status::within_error;
        if (change == &out.back) return out;
        change = &out.back, now = !now, doubtful = jumped = false;
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
  if (change && !doubtful) unchanged_until(1);
  if (doubtful || jumped) out.status = Status::within_error;
  return out;
}

}  // namespace apart
