// Newton's method on the clamped distance of two boxes, with a proof by a plane.
#include <apart/base/normalized.hpp>
#include <apart/convex/closed/box_box_axes.hpp>
#include <apart/convex/closed/box_box_distance.hpp>
#include <apart/convex/closed/point_gap.hpp>

namespace apart::convex {
namespace {

constexpr int kRounds = 4;

Vec3d corner(Vec3d half, Vec3d along) {
  return {std::copysign(half.x, along.x), std::copysign(half.y, along.y), std::copysign(half.z, along.z)};
}
// The selected components, and zero.
Vec3d only(bool x, bool y, bool z, Vec3d v) { return {x ? v.x : 0, y ? v.y : 0, z ? v.z : 0}; }

}  // namespace

BoxGap::BoxGap(const Box& a, const Pose& b_in_a, const Box& b)
    : a_(a),
      b_(b),
      pose_(b_in_a),
      half_a_(0.5 * a.size),
      half_b_(0.5 * b.size),
      noise_(boxes_noise(half_a_, b_in_a.translation, half_b_)) {}

Verdict BoxGap::search(Vec3d start) {
  if (!(noise_ > 1e-100 && noise_ < 1e100)) return Verdict::unsure;  // squares would underflow or overflow
  in_b_ = clamped(start, half_b_);
  Verdict found = descend(kRounds);
  if (found == Verdict::unsure) {
    in_b_ = from_axis();
    found = descend(kRounds);
  }
  if (found != Verdict::apart) return found;
  if (prove(apart_, length(apart_))) return Verdict::apart;
  const Vec3d square = square_normal();
  return prove(square, 1) ? Verdict::apart : Verdict::unsure;
}

Verdict BoxGap::descend(int rounds) {
  for (int round = 0; round < rounds; ++round) {
    on_b_ = pose_ * in_b_, on_a_ = clamped(on_b_, half_a_), apart_ = on_b_ - on_a_;
    if (largest(abs(apart_)) <= noise_) return Verdict::meet;
    slope_ = transposed_times(pose_.rotation, apart_), better_ = clamped(in_b_ - slope_, half_b_);
    if (largest(abs(better_ - in_b_)) <= noise_) return Verdict::apart;
    step();
  }
  return Verdict::unsure;
}

// To the minimum of the current parabola, over the free coordinates of B's point: those not clamped by a side towards
// which the gradient points. The active sides of A determine its shape: three of them (a corner is nearest), two (an
// edge), or one.
bool BoxGap::step() {
  const bool x = apart_.x != 0, y = apart_.y != 0, z = apart_.z != 0;
  if (x & y & z) {  // the parabola is isotropic
    in_b_ = better_;
    return true;
  }
  const bool free_x = better_.x != in_b_.x, free_y = better_.y != in_b_.y, free_z = better_.z != in_b_.z;
  const Vec3d down = only(free_x, free_y, free_z, -slope_);
  const int count = x + y + z;
  // Along the edge, or across the side.
  const Vec3d row = pose_.rotation.rows[count == 2 ? (!x ? 0 : !y ? 1 : 2) : (x ? 0 : y ? 1 : 2)];
  const Vec3d open = only(free_x, free_y, free_z, row);
  const double part = count == 2 ? squared_length(only(!free_x, !free_y, !free_z, row)) : squared_length(open);
  if (!(part > 1e-12)) {
    in_b_ = better_;
    return false;
  }
  const Vec3d by = count == 2 ? down + (dot(open, down) / part) * open : down / part;
  in_b_ = clamped(in_b_ + by, half_b_);
  return true;
}

// For nearby boxes the best of the fifteen axes is the normal, unless two corners are nearest.
Vec3d BoxGap::from_axis() const {
  const BoxAxis best = least_overlap(a_, pose_, b_);
  const Mat3d& r = pose_.rotation;
  const Vec3d n = best.normal, n_in_b = transposed_times(r, n);
  Vec3d of_a = corner(half_a_, n), of_b = -corner(half_b_, n_in_b);
  if (best.axis < 3) return of_b;
  if (best.axis < 6) return clamped(transposed_times(r, of_a - pose_.translation), half_b_);
  const int i = (best.axis - 6) / 3, j = (best.axis - 6) % 3;
  // The midpoints of two edges, and where B's passes A's.
  of_a[i] = 0, of_b[j] = 0;
  const Vec3d between = pose_ * of_b - of_a;
  const double cosine = r(i, j), sine = 1 - cosine * cosine;
  if (sine > 0) of_b[j] = (cosine * between[i] - dot(between, r.column(j))) / sine;
  return clamped(of_b, half_b_);
}

// The normal with all its digits, where the points are too close for their difference: of a side, or perpendicular to
// the nearest edges.
Vec3d BoxGap::square_normal() const {
  const Mat3d& r = pose_.rotation;
  int held_a = 0, free_b = 0, side_a = 0, along_a = 0, side_b = 0, along_b = 0;
  for (int i = 0; i < 3; ++i) {
    if (std::abs(apart_[i]) > noise_)
      ++held_a, side_a = i;
    else
      along_a = i;
    if (std::abs(slope_[i]) <= noise_ && half_b_[i] > 0)
      ++free_b, along_b = i;
    else
      side_b = i;
  }
  Vec3d out = apart_;
  if (held_a == 1) {
    out = {};
    out[side_a] = apart_[side_a];
  } else if (free_b == 2) {
    out = slope_[side_b] * r.column(side_b);
  } else if (free_b == 1 && held_a == 2) {
    Vec3d edge{};
    edge[along_a] = 1;
    out = cross(edge, r.column(along_b));
    if (dot(out, apart_) < 0) out = -out;
  } else if (free_b == 1) {
    out = apart_ - slope_[along_b] * r.column(along_b);
  }
  return normalized(out).unit;
}

// The plane perpendicular to this direction: are both boxes on their sides of it, as far apart as the points?
bool BoxGap::prove(Vec3d direction, double length) {
  const Vec3d in_b = transposed_times(pose_.rotation, direction);
  const double room =
      (dot(direction, pose_.translation) - dot(abs(direction), half_a_) - dot(abs(in_b), half_b_)) / length;
  normal_ = direction / length;
  distance_ = dot(normal_, apart_), at_least_ = room - noise_;
  return at_least_ > 0 && distance_ - room <= noise_ && largest(abs(apart_ - distance_ * normal_)) <= noise_;
}

}  // namespace apart::convex
