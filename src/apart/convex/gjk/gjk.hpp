// How far apart are two convex sets, and do they meet? By the method of Gilbert, Johnson and Keerthi: walk through
// simplices of A − B towards the origin. Each step proves a lower bound (a plane between the sets) and has an upper
// one (two points), so the answer is never more than what is known.
#pragma once
#include <apart/convex/convex_gap.hpp>
#include <apart/convex/support.hpp>

namespace apart::convex {

// Where to look next: straight at the origin, or as well where it went before (Montaut and others, 2022). Once the way
// before leads nowhere, straight on.
enum class GjkMomentum { none, nesterov, polyak };

struct GjkOptions {
  // Work may be saved by not caring: stop when the distance is known to be above `reach`, or not above `enough`.
  // A reach of 0 asks only whether they meet.
  double reach = std::numeric_limits<double>::infinity();
  double enough = 0;
  double tolerance = 1e-14;  // of the distance; polytopes reach it in finite steps
  double abs_tolerance = 0;  // … or this much
  int limit = 256;           // of steps
  GjkMomentum momentum = GjkMomentum::none;
  bool careful = false;  // from the start, and not only where quick steps cannot prove their answer
};

// The distance is that of the witness points, never negative; `at_least` is proven by the plane across the normal,
// which is zero when no plane was found between the sets.
struct GjkResult : ConvexGap {
  int steps = 0;

  GjkResult() { at_least = 0; }
};

// Corners of A − B: pairs of a point of A and one of B. What to start from when the sets have moved a little, and what
// EPA starts from.
struct GjkSimplex {
  Vec3d of_a[4]{}, of_b[4]{};
  int from[4] = {-1, -1, -1, -1};  // which corner of the simplex it was started from this is, if any
  int count = 0;
};

// Between queries the points of B are kept in B's own frame. Corners that were kept before stay as they were: however
// often they are moved to and fro, rounding does not add up.
GjkSimplex placed(const GjkSimplex& kept, const Pose& b_in_a);
GjkSimplex kept(const GjkSimplex& before, const GjkSimplex& now, const Pose& b_in_a);

// Points of A whose mean, weighted so, is the witness on A: proof that it lies in A.
struct GjkProof {
  Vec3d corners[4]{};
  double weights[4]{};
  int count = 0;
};

// The search without the sets: it names a direction, and is told the points farthest along it.
class GjkSearch {
 public:
  // A first direction from A to B, of any length, saves steps.
  explicit GjkSearch(Vec3d towards_b = {}, const GjkOptions& options = {});
  // From corners that are known, as far as they help.
  GjkSearch(const GjkSimplex& start, Vec3d towards_b, const GjkOptions& options = {});

  bool done() const { return done_; }
  Vec3d direction() const { return direction_; }  // of length 1, from A to B
  // One more corner: the point of A farthest along the direction, the point of B farthest against it. False when there
  // is nothing left to do.
  bool take(Vec3d of_a, Vec3d of_b);

  // What is known so far.
  GjkResult result() const;
  GjkSimplex simplex() const;
  GjkProof proof_of_a() const;

 private:
  enum class Care { quick, careful, precise };

  bool turn_to(Vec3d v);
  bool close(double by) const { return result_.distance - result_.at_least <= by; }
  bool finish(Status status);
  bool conclude(Status status);
  bool look_closer();
  bool improve(int count);
  bool improve_quickly(int count);
  template <class T>
  bool improve_with_care(int count);
  void put(int at, Vec3d w, Vec3d of_a, Vec3d of_b, int from);
  const Vec3d& corner(int at) const { return w_[slot_[at]]; }
  Vec3d made_by_weights() const;
  bool refine_weights(Vec3d p);
  bool go_on();
  Vec3d with_momentum(Vec3d straight);

  GjkOptions options_;
  Vec3d direction_{};
  // The simplex: corners of A − B, and the points of A and B that they are the differences of.
  Vec3d w_[4]{}, pa_[4]{}, pb_[4]{};
  int from_[4]{};
  // Which of these are its corners, `count_` of them, and with which weights they make its nearest point; then the
  // free.
  int slot_[4] = {0, 1, 2, 3};
  double weights_[4]{};
  int count_ = 0;
  double largest_ = 0;  // coordinate of any corner: rounding is relative to it
  Vec3d nearest_{};     // the simplex's point nearest to the origin; if not quick, to a power of two
  Vec3d newest_{};      // corner
  Care care_ = Care::quick;
  bool done_ = false;
  GjkResult result_;
};

// Both supports answer in the same frame.
template <Support A, Support B>
class Gjk {
 public:
  Gjk(const A& a, const B& b, Vec3d towards_b = {}, const GjkOptions& options = {})
      : a_(a), b_(b), search_(towards_b, options) {}
  Gjk(const A& a, const B& b, const GjkSimplex& start, Vec3d towards_b = {}, const GjkOptions& options = {})
      : a_(a), b_(b), search_(start, towards_b, options) {}

  bool step() {
    if (search_.done()) return false;
    const Vec3d direction = search_.direction();
    return search_.take(a_(direction), b_(-direction));
  }
  GjkResult run() {
    while (step()) {
    }
    return result();
  }
  GjkResult result() const { return search_.result(); }
  GjkSimplex simplex() const { return search_.simplex(); }
  GjkProof proof_of_a() const { return search_.proof_of_a(); }
  const GjkSearch& search() const { return search_; }

 private:
  const A& a_;
  const B& b_;
  GjkSearch search_;
};

template <Support A, Support B>
GjkResult gjk(const A& a, const B& b, Vec3d towards_b = {}, const GjkOptions& options = {}) {
  return Gjk<A, B>(a, b, towards_b, options).run();
}

}  // namespace apart::convex
