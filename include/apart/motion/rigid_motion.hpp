// A rigid motion over the time [0, 1], as a value: a pose at every time, and a proven bound of how far it carries any
// point of a ball.
#pragma once
#include <apart/base/pose.hpp>
#include <memory>
#include <span>

namespace apart {

namespace motion {
struct MotionPiece;

// From one pose to another: the origin goes straight at constant speed, and the frame turns about it at a constant
// rate.
struct Stretch {
  Pose first{}, last{};
  Vec3d by{};           // from the first origin to the last, as exactly as it was given
  Vec3d axis{0, 0, 1};  // in the world, of length 1 …
  double turns = 0;     // … about which it turns: 1 is a full turn
};
}  // namespace motion

// Immutable, cheap to copy, thread-safe. One made of poses that are not usable, or of numbers that are not finite, is
// not valid(): queries then answer with Status::invalid.
class RigidMotion {
 public:
  RigidMotion() = default;  // stands still at the origin

  static RigidMotion still(const Pose& at);
  // Moves straight by `by`, without turning.
  static RigidMotion line(const Pose& from, Vec3d by);
  // The origin of the moving frame goes straight at constant speed, and the frame turns the shorter way about it at
  // constant angular velocity. Of two opposite orientations, which have no shorter way, it is one of the two.
  static RigidMotion between(const Pose& from, const Pose& to);
  // Turns by an angle in radians, any number of turns, about an axis in the world (a point of it and its direction, of
  // any length but zero), and moves along it.
  static RigidMotion screw(const Pose& from, Vec3d point, Vec3d direction, double angle, double along = 0);
  // From each pose to the next as between() does, in equal times or at the given ones, which ascend from 0 to 1.
  static RigidMotion through(std::span<const Pose> poses);
  static RigidMotion through(std::span<const Pose> poses, std::span<const double> times);
  // At the time t the origin of the moving frame is at from + shift[0]·t + shift[1]·t² + …, and the frame is turned
  // about the direction, of any length but zero, by angle[0]·t + angle[1]·t² + … radians. At most kMostCoefficients of
  // each.
  static RigidMotion polynomial(const Pose& from, std::span<const Vec3d> shift, Vec3d direction = {0, 0, 1},
                                std::span<const double> angle = {});
  static constexpr std::size_t kMostCoefficients = 16;

  bool valid() const { return count_ > 0; }
  // A time outside of [0, 1] counts as the nearer end. Deterministic: the same bits on every machine.
  Pose at(double time) const;
  // A bound, rounding included, of how far any point of a ball, in the moving frame, gets from where it is at the time
  // `from` until the time `to`. Infinite if the motion is not valid.
  double farthest_move(Vec3d centre, double radius, double from, double to) const;
  // A bound of the rounding of at(): how far any point of a ball may be from where exact arithmetic would have it.
  double rounding(Vec3d centre, double radius) const;

  // How many smooth pieces it has, one after the other in time; 0 if it is not valid.
  std::size_t piece_count() const { return count_; }
  // A motion that is a stretch, as most are, consists of that alone, and allocates nothing: or null, and it has pieces.
  const motion::Stretch* stretch() const { return pieces_ ? nullptr : &stretch_; }
  std::span<const motion::MotionPiece> pieces() const;

 private:
  RigidMotion(const Pose& from, const Pose& to, Vec3d by) : stretch_{.first = from, .last = to, .by = by} {}
  RigidMotion(std::shared_ptr<const motion::MotionPiece[]> pieces, std::size_t count);
  static RigidMotion nowhere();  // not valid

  motion::Stretch stretch_{};
  std::size_t count_ = 1;
  std::shared_ptr<const motion::MotionPiece[]> pieces_;
};

}  // namespace apart
