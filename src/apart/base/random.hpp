// Random numbers that are the same on every machine: xoshiro256++ seeded by splitmix64, and own distributions, since
// those of the standard library are implementation-defined.
#pragma once
#include <apart/base/pose.hpp>
#include <bit>

namespace apart {

class Random {
 public:
  explicit Random(u64 seed = 1) {
    for (u64& s : state_) {
      seed += 0x9e3779b97f4a7c15u;
      u64 z = (seed ^ (seed >> 30)) * 0xbf58476d1ce4e5b9u;
      z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
      s = z ^ (z >> 31);
    }
  }

  u64 bits() {
    const u64 result = std::rotl(state_[0] + state_[3], 23) + state_[0];
    const u64 t = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= t;
    state_[3] = std::rotl(state_[3], 45);
    return result;
  }

  double uniform() { return static_cast<double>(bits() >> 11) * 0x1p-53; }  // in [0, 1)
  double uniform(double low, double high) { return low + (high - low) * uniform(); }
  u32 below(u32 n) { return static_cast<u32>((static_cast<u64>(static_cast<u32>(bits() >> 32)) * n) >> 32); }
  bool chance(double p) { return uniform() < p; }

  Vec3d in_box(double half) { return {uniform(-half, half), uniform(-half, half), uniform(-half, half)}; }

  Vec3d in_ball() {
    for (;;) {
      const Vec3d p = in_box(1);
      if (squared_length(p) <= 1) return p;
    }
  }

  Vec3d direction() {
    for (;;) {
      const Vec3d p = in_ball();
      const double l = length(p);
      if (l > 1e-3) return p / l;
    }
  }

  // Uniform over all rotations.
  Mat3d rotation() {
    for (;;) {
      const double w = uniform(-1, 1), x = uniform(-1, 1), y = uniform(-1, 1), z = uniform(-1, 1);
      const double n = w * w + x * x + y * y + z * z;
      if (n <= 1 && n > 1e-3) return Pose::from_quaternion(w, x, y, z, {}).value().rotation;
    }
  }

  Pose pose(double half) { return {rotation(), in_box(half)}; }

 private:
  u64 state_[4];
};

}  // namespace apart
