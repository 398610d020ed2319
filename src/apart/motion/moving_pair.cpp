#include <apart/motion/moving_pair.hpp>

namespace apart::motion {
namespace {

Movement seen_from(const Mat3d& frame, const Moving& moving, Vec3d pivot) {
  Movement out{pivot, transposed_times(frame, moving.velocity), {}, 0, moving.acceleration, moving.bend};
  if (moving.spin != Vec3d{}) out.spin = transposed_times(frame, moving.spin), out.spin_size = length(out.spin);
  return out;
}

}  // namespace

MovingPair MotionSegment::at(double time) const {
  const Moving a = a_.moving(time), b = b_.moving(time);
  MovingPair out;
  out.time = time;
  out.b_in_a = relative(a.pose, b.pose);
  out.a = seen_from(a.pose.rotation, a, a_.pivot);
  out.b = seen_from(a.pose.rotation, b, out.b_in_a * b_.pivot);
  return out;
}

double MotionSegment::rounding(double radius_a, double radius_b) const {
  const double far = a_.far + b_.far + length(a_.pivot) + length(b_.pivot) + radius_a + radius_b;
  return a_.rounding(radius_a) + b_.rounding(radius_b) + 0x1p-48 * far;
}

std::vector<MotionSegment> segments(const MotionPieces& a, const MotionPieces& b) {
  std::vector<MotionSegment> out;
  const std::span<const MotionPiece> of_a = a.all(), of_b = b.all();
  double from = 0;
  for (std::size_t i = 0, j = 0; i < of_a.size() && j < of_b.size();) {
    const double to = lesser(of_a[i].end, of_b[j].end);
    if (to > from) out.emplace_back(of_a[i], of_b[j], from, to);
    from = larger(from, to);
    if (of_a[i].end <= to)
      ++i, j += of_b[j].end <= to;
    else
      ++j;
  }
  return out;
}

}  // namespace apart::motion
