#include <apart/base/rigidity.hpp>
#include <apart/convex/core_support.hpp>
#include <apart/convex/gjk/simplex_by_signs.hpp>
#include <apart/motion/dynamic/sphere_sphere.hpp>
#include <apart/motion/impact_search.hpp>
#include <apart/motion/straight_impact.hpp>
#include <apart/queries/shapes/rounded_gap.hpp>

namespace apart::motion {
namespace {

// B − A at time 0 is a convex set. At the time t it has moved by t · by, and contains the origin if the set at time 0
// contains −t · by: so a ray from the origin hits it first at the first contact. GJK finds the nearest point of the set
// to a point of the ray; each plane that it meets on the way, perpendicular to v, is one that the ray must cross first,
// and moves the point on to it (van den Bergen 2004). Every such plane is a proof for all times before.
class StraightCast {
 public:
  StraightCast(const Shape& a, const Pose& b_in_a, const Shape& b, Vec3d by)
      : a_(a.core()), b_(b.core()), b_in_a_(b_in_a), by_(by), radius_a_(a.radius()), radius_b_(b.radius()) {}

  struct Corner {
    Vec3d on_a, on_b;  // at time 0
    Vec3d at;          // their difference
  };
  enum class Found { free, contact, nothing };

  // `keep` is the distance to keep, of the cores, errors included; `contact` the one that counts as contact.
  Found run(Vec3d middle, double from, double keep, double contact, double speed_error) {
    constexpr int kSteps = 64;
    free_until = from;
    Vec3d x = -free_until * by_;
    v = x - middle;
    for (int step = 0; step < kSteps; ++step) {
      const Corner corner = farthest_along(v);
      const double size = length(v), beyond = -dot(v, corner.at) - keep * size;  // at time 0; times |v|
      const double closing = dot(v, by_) + speed_error * size, now = beyond - free_until * closing;
      if (now > 0) {
        if (!(closing > 0) || beyond > closing) return Found::free;
        const double until = beyond / closing * (1 - 0x1p-48);
        if (until > free_until) free_until = until, x = -until * by_, normal = -1 / size * v;
      }
      if (!improve(corner, x)) return Found::nothing;
      if (squared_ <= contact * contact) return Found::contact;
    }
    return Found::nothing;
  }

  // An upper bound of the distance of the cores at a time, by the corners that are known; with a point of B − A.
  double distance_at_most(double time, const Vec3d* middle) const {
    const Vec3d x = -time * by_;
    double out = Bounds::kInfinity;
    if (middle && count_ == 3) {
      QuickSimplex simplex(x - *middle);
      simplex.solve(x - corners_[0].at, x - corners_[1].at, x - corners_[2].at);
      out = std::sqrt(simplex.nearest.squared);
    }
    Vec3d point{};
    for (int i = 0; i < count_; ++i) point += weights_[i] * (x - corners_[i].at);
    return lesser(out, length(point));
  }

  Vec3d point_of_a() const {
    Vec3d out = corners_[0].on_a;
    for (int i = 1; i < count_; ++i) out += weights_[i] * (corners_[i].on_a - corners_[0].on_a);
    return out + radius_a_ * normal;
  }
  Vec3d point_of_b(double time) const {
    Vec3d out = corners_[0].on_b;
    for (int i = 1; i < count_; ++i) out += weights_[i] * (corners_[i].on_b - corners_[0].on_b);
    return out - radius_b_ * normal + time * by_;
  }
  double distance() const { return std::sqrt(squared_); }

  double free_until = 0;
  Vec3d normal{};  // from A to B, of the plane that proves it; zero if there was none
  Vec3d v{};       // from the nearest point of B − A

 private:
  Corner farthest_along(Vec3d direction) const {
    const Vec3d on_a = polytope_a_ ? farthest(*polytope_a_, -direction) : farthest(a_, -direction);
    const Vec3d local = transposed_times(b_in_a_.rotation, direction);
    const Vec3d on_b = b_in_a_ * (polytope_b_ ? farthest(*polytope_b_, local) : farthest(b_, local));
    return {on_a, on_b, on_b - on_a};
  }

  // The nearest point of the corners and a new one to x.
  bool improve(const Corner& corner, Vec3d x) {
    QuickSimplex simplex(x - corner.at);
    switch (count_) {
      case 0:
        simplex.solve();
        break;
      case 1:
        simplex.solve(x - corners_[0].at);
        break;
      case 2:
        simplex.solve(x - corners_[0].at, x - corners_[1].at);
        break;
      default:
        simplex.solve(x - corners_[0].at, x - corners_[1].at, x - corners_[2].at);
    }
    // The point moves on between steps, so that a nearest one may not need the new corner: again from that alone.
    if (!(simplex.nearest.squared < Bounds::kInfinity)) {
      count_ = 0;
      simplex.solve();
    }
    const QuickNearest& nearest = simplex.nearest;
    int kept = 0;
    for (int i = 0; i <= count_; ++i)
      if (nearest.used >> i & 1) {
        weights_[kept] = nearest.weight[i];
        corners_[kept++] = i == count_ ? corner : corners_[i];
      }
    count_ = kept, squared_ = nearest.squared;
    if (squared_ > 0) v = nearest.point;
    return squared_ == 0 || (count_ > 0 && count_ < 4);
  }

  const Core &a_, &b_;
  const Polytope *polytope_a_ = std::get_if<Polytope>(&a_), *polytope_b_ = std::get_if<Polytope>(&b_);
  const Pose& b_in_a_;
  Vec3d by_;
  double radius_a_, radius_b_;
  Corner corners_[4];
  double weights_[4] = {};
  int count_ = 0;
  double squared_ = Bounds::kInfinity;
};

}  // namespace

bool is_straight(const MotionSegment& segment) {
  return !segment.a().turning() && !segment.b().turning() && segment.a().path.size() <= 2 &&
         segment.b().path.size() <= 2 && segment.begin() == 0 && segment.end() == 1;
}

std::optional<Impact> straight_impact(const Shape& a, const MotionSegment& segment, const Shape& b,
                                      const ImpactOptions& options) {
  const CoreBall ball_a = ball_around(a.core()), ball_b = ball_around(b.core());
  const double size_a = ball_a.radius + a.radius(), size_b = ball_b.radius + b.radius(), sizes = size_a + size_b;
  if (!(sizes > 1e-40 && sizes < 1e40)) return {};
  const Pose b_in_a = relative(segment.a().first, segment.b().first);
  const auto in_a = [&](const MotionPiece& piece) {
    return piece.path.size() > 1 ? transposed_times(segment.a().first.rotation, piece.path[1]) : Vec3d{};
  };
  const Vec3d by = in_a(segment.b()) - in_a(segment.a()), middle = b_in_a * ball_b.centre - ball_a.centre;
  if (!(length(by) + length(middle) < 1e40)) return {};
  const double far_a = length(ball_a.centre - segment.a().pivot) + size_a,
               far_b = length(ball_b.centre - segment.b().pivot) + size_b;
  // As of the walk (impact_walk.cpp).
  const double far = segment.a().far + segment.b().far + far_a + far_b + length(ball_a.centre) + length(ball_b.centre);
  const double rounding = segment.rounding(far_a, far_b);
  const double error = rounding + 0x1p-45 * far + 2 * rigidity_error(b_in_a.rotation) * size_b;
  const double speed_error = 0x1p-46 * (segment.a().speed + segment.b().speed);
  const double tolerance = tolerance_of(options, segment, size_a, size_b, far_a, far_b, rounding + 0x1p-44 * far);
  const double radii = a.radius() + b.radius(), keep = radii + options.within;

  Impact out;
  if (options.tolerance > 0 && tolerance > options.tolerance) out.status = Status::within_error;
  out.clearance_at_least = options.within;
  const MaybeTimes near = sphere_sphere(
      middle, by, (ball_a.radius + ball_b.radius + keep) * (1 + 0x1p-30) + 0x1p-30 * length(middle) + error);
  if (!near) return out;
  StraightCast cast(a, b_in_a, b, by);
  switch (cast.run(middle, near->enter * (1 - 0x1p-30), keep + error, keep + tolerance, speed_error)) {
    case StraightCast::Found::nothing:
      return {};
    case StraightCast::Found::free:
      return out;
    case StraightCast::Found::contact:
      break;
  }
  if (cast.normal == Vec3d{}) return {};  // in contact at first
  // Of rounded cores the nearest points tell the direction more closely than the last plane.
  const double closing = -dot(cast.normal, by);
  if (keep > 0x1p-20 * sizes && cast.distance() > 0) cast.normal = (-1 / cast.distance()) * cast.v;
  const double time = cast.free_until, gap = larger(cast.distance() - radii, 0.0);
  out.hit = true;
  out.free_until = out.contact_by = time;
  out.normal = cast.normal;
  out.touching = gap + error <= options.within;
  if (!out.touching) {
    // A little later they are in contact for certain.
    const double rest = (gap - options.within + 4 * error) / closing;
    for (const double more : {1.0 + 0x1p-20, 4.0}) {
      const double later = time + larger(more * rest, 0x1p-50 * time);
      if (!(closing > 0) || !(later <= 1)) break;
      const bool near_enough = keep > 0 && cast.distance_at_most(later, nullptr) + error <= keep;
      if (!near_enough && !(cast.distance_at_most(later, &middle) + (keep > 0 ? error : 0.0) <= keep)) continue;
      out.touching = true, out.contact_by = later;
      break;
    }
  }
  out.on_a = cast.point_of_a(), out.on_b = cast.point_of_b(out.contact_by);
  out.a.piece = out.b.piece = 0;
  out.least_clearance = gap, out.nearest_at = time;
  out.clearance_at_least = lesser(options.within, gap);
  return out;
}

}  // namespace apart::motion
