#include <apart/base/normalized.hpp>
#include <apart/base/rigidity.hpp>
#include <apart/motion/by_distance.hpp>
#include <apart/motion/closing_time.hpp>
#include <apart/motion/sides.hpp>

namespace apart::motion {

bool advance_by_distance(const Geometry& a, const MotionSegment& segment, const Geometry& b, ImpactSearch& search) {
  const bool bounded = !is_unbounded(b);
  const Frame ball = bounded ? frame_around(b) : Frame{};
  const Shape* const half_space = std::get_if<Shape>(&a);
  // Of one half-space the normal is fixed in its frame, whatever of B is nearest to it.
  const bool one_normal = half_space && half_space->kind() == CoreKind::half_space;
  const double from_pivot = length(ball.centre - segment.b().pivot) + ball.radius;
  const double rounding = segment.rounding(ball.radius, from_pivot);
  const double spin_a = segment.a().spin, spin_b = segment.b().spin;
  PairCache cache;
  double time = segment.begin();
  for (;;) {
    search.time = time;
    if (search.watch.spent(search.tests++)) return false;
    const MovingPair at = segment.at(time);
    const double left = segment.end() - time;
    const Distance gap =
        std::visit([&](const auto& x, const auto& y) { return distance(x, at.b_in_a, y, {.cache = &cache}); }, a, b);
    const auto contact = [&] {
      Impact& out = search.impact;
      out.hit = true, out.touching = gap.distance <= search.options.within;
      out.free_until = out.contact_by = time;
      out.on_a = gap.on_a, out.on_b = gap.on_b, out.normal = gap.normal, out.a = gap.a, out.b = gap.b;
    };
    if (search.is_contact(gap.distance)) {
      contact();
      search.saw(gap.distance, time);
      return false;
    }
    search.saw(gap.distance, time);
    // In A's frame a point x of B moves with velocity_b(x) − velocity_a(x), and is accelerated by the motions of both,
    // and by twice A's spin times its speed in the world.
    const Vec3d centre = at.b_in_a * ball.centre, moves = at.b.velocity_at(centre) - at.a.velocity_at(centre);
    const double turning = length(at.b.spin - at.a.spin) * ball.radius;
    const double fastest =
        length(at.b.velocity - at.a.velocity) + spin_b * from_pivot + (at.a.acceleration + at.b.acceleration) * left;
    const double away = length(centre - at.a.pivot) + ball.radius + fastest * left;
    const double bend =
        at.a.acceleration + at.b.acceleration + at.b.bend * from_pivot + at.a.bend * away + 2 * spin_a * fastest;
    const bool still_turned = spin_a == 0 && spin_b == 0;
    const double speed =
        (one_normal ? -dot(gap.normal, moves) : length(moves)) + turning + 0x1p-46 * (fastest + spin_a * away);
    const double error = rounding + 0x1p-45 * (length(centre) + ball.radius + largest(abs(gap.on_a))) +
                         2 * rigidity_error(at.b_in_a.rotation) * ball.radius;
    const double step = bounded || still_turned
                            ? closing_time(lesser(gap.distance, gap.at_least) - search.keep() - error, speed, bend)
                            : 0.0;
    const double next = time + step;
    if (next > segment.end()) break;
    if (!(next > time)) {
      // Half-spaces that turn against each other, or what rounding cannot tell from contact.
      if (!bounded && !still_turned) return false;
      if (search.searching_clearance) {
        if (!search.clearance_proven) break;
        search.clearance_proven = false;
        continue;
      }
      contact();
      search.impact.status = Status::within_error;
      return false;
    }
    time = next;
  }
  search.time = segment.end();
  return true;
}

}  // namespace apart::motion
