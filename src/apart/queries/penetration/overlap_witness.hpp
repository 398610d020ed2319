// Proofs that two solids overlap, and keep doing so when one of them is moved a little.
#pragma once
#include <apart/queries/penetration/contact_pairs.hpp>
#include <apart/queries/penetration/solid_distance.hpp>

namespace apart::queries {

// Translations of B that are proven to leave the two overlapping.
struct OverlapBall {
  Vec3d centre;
  double radius;

  // Is all of the cell, or its part nearer to the origin than `within`, in the ball? For the second: where |t| < within
  // and t is not in the ball, the mean of |t − centre|² − radius² and within² − |t|², which is linear in t, is
  // positive.
  bool covers(const Triangle& t, double within) const {
    return (covers(t.a) && covers(t.b) && covers(t.c)) ||
           lesser(dot(centre, t.a), lesser(dot(centre, t.b), dot(centre, t.c))) > level(within);
  }
  bool covers(const ContactPairs::Box& box, double within) const {
    return squared_length(abs(box.centre - centre) + box.half) < radius * radius ||
           dot(centre, box.centre) - dot(abs(centre), box.half) > level(within);
  }

 private:
  bool covers(Vec3d t) const { return squared_length(t - centre) < radius * radius; }
  double level(double within) const {
    const double sum = 0.5 * (squared_length(centre) + within * within);
    return sum * (1 + 8 * kUnit<double>)-0.5 * radius * radius;
  }
};

// A point about which a ball of one radius lies in A, and one of another radius in B, moved by a translation: as long
// as B is moved farther by less than the sum of both radii, the balls overlap. A radius may be negative, if the other
// is larger.
class OverlapWitness {
 public:
  OverlapWitness(const Model& a, const Pose& b_in_a, const Model& b, double slack);

  struct Sample {
    Vec3d point{};                                             // in A's frame
    PointDepth a{}, b{};                                       // directions in A's frame
    double margin = -std::numeric_limits<double>::infinity();  // the sum of the radii, rounded down
  };
  // With B moved by t.
  Sample at(Vec3d point, Vec3d t);
  // Moves the point uphill until the margin is enough, or as large as it gets.
  Sample climb(Sample from, Vec3d t, double enough);
  // The ball of translations that a sample proves, grown as far as the balls in both solids grow.
  OverlapBall ball(const Sample& sample, Vec3d t);

  u64 tests() const { return tests_; }  // points that were located

 private:
  PointDepth depth_in_b(Vec3d point, Vec3d t);
  struct Grown {
    double radius, moved;
  };
  template <class DepthAt>
  Grown grow(double radius, DepthAt depth_at);

  const Model &a_, &b_;
  const ContactFeatures &features_a_, &features_b_;
  Pose b_in_a_;
  double slack_, shrink_;  // distances in B's frame shrink by this where the pose is not quite rigid
  u64 tests_ = 0;
};

}  // namespace apart::queries
