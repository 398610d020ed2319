#include <apart/triangles/scale.hpp>
#include <apart/triangles/segment.hpp>
#include <apart/triangles/segment_kernel.hpp>

namespace apart {

SegmentGap segment_gap(Vec3d p0, Vec3d p1, Vec3d q0, Vec3d q1) {
  const Vec3d d = p1 - p0, e = q1 - q0, r = q0 - p0;
  const double extent = largest(larger(larger(abs(d), abs(e)), abs(r)));
  if (!comfortable(extent) && extent > 0) {
    const double up = comforting_scale(extent), down = 1 / up;
    SegmentGap gap = segment_gap(up * p0, up * p1, up * q0, up * q1);
    return {gap.squared * down * down, down * gap.on_p, down * gap.on_q, gap.at_p, gap.at_q};
  }
  const auto [s, t] = kernel::nearest_places(d, e, r);
  const kernel::Foot p(p0, p1, s), q(q0, q1, t);
  return {squared_length((q.end - p.end) + (q.rest * e - p.rest * d)), p.point(d), q.point(e), s, t};
}

SegmentPoint closest_on_segment(Vec3d p, Vec3d a, Vec3d b) {
  const SegmentGap gap = segment_gap(p, p, a, b);
  return {gap.squared, gap.on_q, gap.at_q};
}

}  // namespace apart
