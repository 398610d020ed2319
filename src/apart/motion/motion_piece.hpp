// A smooth piece of a rigid motion: a point of the body, the pivot, goes along a polynomial path, and the body turns
// about it by a polynomial angle round a fixed direction. Lines, screws, interpolated poses and polynomials are all of
// this form.
#pragma once
#include <apart/motion/coefficients.hpp>
#include <apart/motion/rigid_motion.hpp>
#include <optional>

namespace apart::motion {

// Sums of a few dozen products in bounds: rounded up by more than they lose.
constexpr double kUp = 1 + 0x1p-47;
// A bound of the relative rounding of a coefficient, which is made of some sums and products.
constexpr double kRounding = 0x1p-48;

// What moves at one time: all in the world. A point at x moves with velocity + cross(spin, x − pivot).
struct Moving {
  Pose pose;
  Vec3d pivot, velocity, spin;
  // Bounds until the end of the piece: of the pivot's acceleration, and of spin² + |the change of spin|, so that a
  // point at a distance r from the axis through the pivot is accelerated by no more than acceleration + bend · r.
  double acceleration, bend;
  double most_spin;  // until the end of the piece
};

// At the ends the poses that were given; a time beyond them counts as the nearer end.
Pose pose_at(const Stretch& stretch, double time);

struct MotionPiece {
  MotionPiece() = default;
  explicit MotionPiece(const Stretch& stretch, double from = 0, double to = 1);

  double begin = 0, end = 1;  // times
  Mat3d start{};              // orientation at the beginning
  Vec3d pivot{};              // in the moving frame
  Vec3d axis{0, 0, 1};        // in the world, of length 1
  // Coefficients over the share of the piece's time: the pivot's place in the world, and turns about the axis.
  Coefficients<Vec3d, 2> path{};
  Coefficients<double, 1> turns{};  // from the linear one on; none if it does not turn
  Pose first{}, last{};             // the poses at the ends, as they were given
  // Bounds over the piece, by time.
  double speed = 0, acceleration = 0, spin = 0, bend = 0;
  double far = 0;           // of the pivot from the world's origin
  double most_turns = 0;    // of |turns|
  double turns_before = 0;  // by which the orientation at the beginning was computed

  bool turning() const { return !turns.empty(); }
  Pose at(double time) const;
  Moving moving(double time) const;             // at the ends at the poses that were given
  Pose posed(Vec3d place, double share) const;  // with the pivot there, at a share of the piece's time
  // How far a point at a distance of at most r from the pivot gets in an interval of this length.
  double farthest_move(double r, double duration) const;
  // A bound of the rounding of at() for points within r of the pivot.
  double rounding(double r) const;
  void set_bounds();
  void set_ends();  // the poses at the ends, as they are computed
};

// Of a stretch that does not turn: what bounds take of the piece that it makes, to the bit.
struct StraightPiece {
  static constexpr Vec3d pivot{};
  static constexpr double spin = 0;
  double speed, far, of_place;

  explicit StraightPiece(const Stretch& stretch) {
    const double way = length(stretch.by);
    speed = way * kUp, far = (length(stretch.first.translation) + way) * kUp;
    of_place = kRounding * (stretch.by != Vec3d{} ? 2 : 1) * far;
  }
  double rounding(double r) const { return of_place + kRounding * r; }
};

// The pieces of a motion, one after the other in time; that of a stretch is made here.
class MotionPieces {
 public:
  explicit MotionPieces(const RigidMotion& motion);
  MotionPieces(const MotionPieces&) = delete;
  MotionPieces& operator=(const MotionPieces&) = delete;
  std::span<const MotionPiece> all() const { return all_; }

 private:
  std::optional<MotionPiece> one_;
  std::span<const MotionPiece> all_;
};

}  // namespace apart::motion
