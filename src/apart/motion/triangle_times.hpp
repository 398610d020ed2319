// How long the triangles of two leaves stay apart, quickly: along a few directions that are likely to separate them. A
// time of 0 says nothing.
#pragma once
#include <apart/motion/closing_time.hpp>
#include <apart/motion/elements.hpp>

namespace apart::motion {

class TriangleTimes {
 public:
  TriangleTimes(const MovingPair& at, double keep, const ElementErrors& errors, Vec3d likely)
      : at_(at), less_(keep + errors.length), speed_error_(errors.speed), likely_(likely) {}

  void add_a(u32 i, const Triangle& t) {
    if (count_ < kMost) of_a_[count_] = moving(t, at_.a), numbers_[count_++] = i;
    // Leaves of models that are made with larger leaves: the rest has no early test.
    else
      rest_.push_back(i);
  }

  // f(i, time) for each triangle of A, with one of B.
  template <class F>
  void each(const Triangle& t, F f) const {
    const Entry b = moving(t, at_.b);
    for (u32 k = 0; k < count_; ++k) f(numbers_[k], time(of_a_[k], b));
    for (const u32 i : rest_) f(i, 0.0);
  }

 private:
  static constexpr u32 kMost = 8;
  struct Entry {
    Vec3d corners[3], velocities[3];
    Vec3d normal, sum;
    double acceleration;
  };

  static Entry moving(const Triangle& t, const Movement& movement) {
    Entry out;
    double far = 0;
    for (int k = 0; k < 3; ++k) {
      out.corners[k] = t[k];
      out.velocities[k] = movement.velocity_at(t[k]);
      far = larger(far, squared_length(t[k] - movement.pivot));
    }
    out.normal = area_vector(t);
    out.sum = t.a + t.b + t.c;
    out.acceleration = movement.acceleration + movement.bend * std::sqrt(far) * (1 + 0x1p-48);
    return out;
  }

  double time(const Entry& a, const Entry& b) const {
    const Vec3d across = b.sum - a.sum;
    const double bend = a.acceleration + b.acceleration;
    double best = along(a, b, across, across, bend, 0);
    best = along(a, b, likely_, across, bend, best);
    best = along(a, b, a.normal, across, bend, best);
    return along(a, b, b.normal, across, bend, best);
  }

  // For a direction of any length, turned from A to B.
  double along(const Entry& a, const Entry& b, Vec3d n, const Vec3d& across, double bend, double best) const {
    if (dot(n, across) < 0) n = -n;
    const auto most = [&](const Vec3d(&v)[3]) { return larger(larger(dot(n, v[0]), dot(n, v[1])), dot(n, v[2])); };
    const auto least = [&](const Vec3d(&v)[3]) { return lesser(lesser(dot(n, v[0]), dot(n, v[1])), dot(n, v[2])); };
    const double size = length(n), gap = least(b.corners) - most(a.corners) - less_ * size;
    if (!(gap > 0) || !(size > 0x1p-400)) return best;
    const double speed = most(a.velocities) - least(b.velocities) + speed_error_ * size;
    return larger(best, closing_time(gap, speed, bend * size));
  }

  const MovingPair& at_;
  double less_, speed_error_;
  Vec3d likely_;
  Entry of_a_[kMost];
  u32 numbers_[kMost], count_ = 0;
  std::vector<u32> rest_;
};

}  // namespace apart::motion
