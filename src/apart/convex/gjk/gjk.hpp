// The distance of two convex sets by the Gilbert-Johnson-Keerthi algorithm: a descent through simplices of A − B
// towards the origin. Each step proves a lower bound (a plane between the sets) and has an upper one (two points), so
// the result never exceeds what is proven.
#pragma once
#include <apart/convex/convex_gap.hpp>
#include <apart/convex/support.hpp>

namespace apart::convex {

// The next direction: to the origin, or with Nesterov momentum (Montaut and others, 2022). Once momentum makes no
// progress, plain.
enum class GjkMomentum { none, nesterov, polyak };

struct GjkOptions {
  // Early-outs: stop when the distance is known to be above `reach`, or not above `enough`. A reach of 0 tests only
  // whether they meet.
  double reach = std::numeric_limits<double>::infinity();
  double enough = 0;
  double tolerance = 1e-14;  // of the distance; polytopes reach it in finitely many steps
  double abs_tolerance = 0;  // … or this much
  int limit = 256;           // of steps
  GjkMomentum momentum = GjkMomentum::none;
  bool careful = false;  // from the start, and not only where fast steps cannot prove their result
};

// The distance is that of the witness points, never negative; `at_least` is proven by the plane perpendicular to the
// normal, which is zero if no separating plane was found.
struct GjkResult : ConvexGap {
  int steps = 0;
  // Of polytopes that overlap: support vertices along the normal, if EPA has found them.
  u32 of_a = ~u32(0), of_b = ~u32(0);

  GjkResult() { at_least = 0; }
};

// The gap of sets that GJK found apart, which are this large; `out` may be what was found. For points that are far
// apart the vector between them is better than the proving plane's normal, which is only as good as the tolerance; for
// near ones the plane's, since they differ by rounding; in between the plane's if it joins the points. Written member
// by member: a copy would wait for what was just stored.
APART_INLINE void conclude_apart(const GjkResult& found, double size, bool curved, ConvexGap& out) {
  const bool bound = found.status == Status::at_least;
  const Vec3d between = found.on_b - found.on_a;
  const bool far = found.distance > 0.1 * size, near = !(found.distance > (curved ? 1e-5 : 1e-3) * size);
  const auto joined = [&] { return largest(abs(between - found.distance * found.normal)) <= rounding_error(size); };
  const bool by_points = !bound && (far || (!near && !joined()));
  const Vec3d normal = by_points ? normalized(between).unit : found.normal;
  // As straighten() does.
  const Vec3d half = bound ? Vec3d{} : 0.5 * (between - found.distance * normal);
  const bool proven = found.status == Status::unfinished && found.distance - found.at_least <= 1e-9 * found.distance;
  out.distance = found.distance, out.at_least = found.at_least, out.at_most = found.at_most;
  out.on_a = found.on_a + half, out.on_b = found.on_b - half, out.normal = normal;
  out.status = proven ? Status::exact : found.status;
}

// Corners of A − B: pairs of a point of A and one of B. For a warm start when the sets have moved a little, and for
// EPA.
struct GjkSimplex {
  Vec3d of_a[4]{}, of_b[4]{};
  int from[4] = {-1, -1, -1, -1};  // the index of this corner in the simplex that it was started from, if any
  int count = 0;
};

// Between queries the points of B are stored in B's own frame. Corners that were stored before are not changed, so that
// rounding errors do not accumulate.
GjkSimplex placed(const GjkSimplex& kept, const Pose& b_in_a);
GjkSimplex kept(const GjkSimplex& before, const GjkSimplex& now, const Pose& b_in_a);

// Points of A whose weighted mean is the witness point on A: proof that it lies in A.
struct GjkProof {
  Vec3d corners[4]{};
  double weights[4]{};
  int count = 0;
};

// The search without the sets: it gives a direction, and takes the support points in it.
class GjkSearch {
 public:
  // A first direction from A to B, of any length, saves steps.
  explicit GjkSearch(Vec3d towards_b = {}, const GjkOptions& options = {});
  // Warm start from known corners, as far as they help.
  GjkSearch(const GjkSimplex& start, Vec3d towards_b, const GjkOptions& options = {});

  bool done() const { return done_; }
  Vec3d direction() const { return direction_; }  // unit vector, from A to B
  // One more corner: the support point of A in the direction, that of B in the opposite one. False if there is nothing
  // left to do.
  bool take(Vec3d of_a, Vec3d of_b);

  // The result so far.
  GjkResult result() const;
  GjkSimplex simplex() const;
  GjkProof proof_of_a() const;

 private:
  enum class Care { fast, careful, precise };

  bool turn_to(Vec3d v);
  bool close(double by) const { return result_.distance - result_.at_least <= by; }
  bool finish(Status status);
  bool conclude(Status status);
  bool refine();
  bool improve(int count);
  bool improve_by_signs(int count);
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
  // The simplex: corners of A − B, and the points of A and B of which they are the differences.
  Vec3d w_[4]{}, pa_[4]{}, pb_[4]{};
  int from_[4]{};
  // Which of these are its corners, `count_` of them, and their weights for its nearest point; then the unused ones.
  int slot_[4] = {0, 1, 2, 3};
  double weights_[4]{};
  int count_ = 0;
  double largest_ = 0;  // coordinate of any corner: rounding is relative to it
  Vec3d nearest_{};     // the simplex's point nearest to the origin; scaled by a power of two unless fast
  Vec3d newest_{};      // corner
  Care care_ = Care::fast;
  bool done_ = false;
  GjkResult result_;
};

// Both support functions are in the same frame.
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
