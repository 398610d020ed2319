#include <apart/triangles/kernels/scale.hpp>
#include <apart/triangles/kernels/segment_kernel.hpp>
#include <apart/triangles/segment.hpp>

namespace apart::triangles {
namespace {

SegmentGap plain_gap(Vec3d p0, Vec3d p1, Vec3d q0, Vec3d q1) {
  const Vec3d d = p1 - p0, e = q1 - q0;
  const auto [s, t] = kernel::nearest_places(d, e, q0 - p0);
  const kernel::Foot<double> p(p0, p1, s), q(q0, q1, t);
  return {squared_length((q.end - p.end) + (q.rest * e - p.rest * d)), p.point(d), q.point(e), s, t};
}

}  // namespace

SegmentGap segment_gap(Vec3d p0, Vec3d p1, Vec3d q0, Vec3d q1) {
  const Scale scale(larger(larger(abs(p1 - p0), abs(q1 - q0)), abs(q0 - p0)), p0);
  if (scale.plain()) return plain_gap(p0, p1, q0, q1);
  const SegmentGap gap = plain_gap(scale.in(p0), scale.in(p1), scale.in(q0), scale.in(q1));
  return {scale.out_squared(gap.squared), scale.out(gap.on_p), scale.out(gap.on_q), gap.at_p, gap.at_q};
}

SegmentPoint closest_on_segment(Vec3d p, Vec3d a, Vec3d b) {
  const SegmentGap gap = segment_gap(p, p, a, b);
  return {gap.squared, gap.on_q, gap.at_q};
}

}  // namespace apart::triangles
