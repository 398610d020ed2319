#include <apart/convex/closed/segment_segment.hpp>
#include <apart/triangles/kernels/segment_kernel.hpp>
#include <apart/triangles/segment.hpp>

namespace apart::convex {

SegmentPair::SegmentPair(const Segment& first, const Pose& b_in_a, const Segment& second)
    : a(first), b{b_in_a * second.a, b_in_a * second.b} {
  const Vec3d d = a.b - a.a, e = b.b - b.a, r = b.a - a.a;
  const double extents = squared_length(d) + squared_length(e) + squared_length(r);
  size = 2 * std::sqrt(squared_length(a.a) + extents);  // an upper bound of all coordinates
  if (extents > 1e-60 && extents < 1e60) {              // its squares, and those of the segments, are accurate
    const auto [s, t] = kernel::nearest_places(d, e, r);
    const kernel::Foot<double> p(a.a, a.b, s), q(b.a, b.b, t);
    on_a = p.point(d), on_b = q.point(e), apart = (q.end - p.end) + (q.rest * e - p.rest * d);
    distance = length(apart);
    inside_a = 0 < s && s < 1;
    inside_b = 0 < t && t < 1;
  } else {
    const SegmentGap gap = segment_gap(a.a, a.b, b.a, b.b);
    on_a = gap.on_p, on_b = gap.on_q, apart = on_b - on_a;
    distance = normalized(apart).length;
    size = 0;
    for (Vec3d p : {a.a, a.b, b.a, b.b}) size = larger(size, largest(abs(p)));
    inside_a = 0 < gap.at_p && gap.at_p < 1;
    inside_b = 0 < gap.at_q && gap.at_q < 1;
  }
}

Vec3d SegmentPair::normal() const {
  if (distance > 1e-3 * size) return apart / distance;
  const Vec3d d = normalized(a.b - a.a).unit, e = normalized(b.b - b.a).unit;
  const auto [across, sine] = normalized(cross(d, e));
  const bool touching = distance <= rounding_error(size);
  // The common normal of two edges that pass each other.
  const bool crossing = sine > 1e-4 && ((inside_a && inside_b) || touching);
  const Vec3d edge = inside_a ? d : inside_b ? e : Vec3d{}, straight = normalized(apart).unit;
  Vec3d out = crossing ? across : normalized(straight - dot(straight, edge) * edge).unit;
  if (touching || out == Vec3d{}) {
    // Any direction that separates them perpendicular to both; towards B's centre if there is a choice.
    if (!crossing) out = perpendicular(d == Vec3d{} ? e : d);
    return dot(out, (b.a - a.a) + (b.b - a.b)) < 0 ? -out : out;
  }
  return dot(out, apart) < 0 ? -out : out;
}

}  // namespace apart::convex
