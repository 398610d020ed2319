// How far apart are two convex sets, and do they meet? By the method of Gilbert, Johnson and Keerthi: walk through
// simplices of A − B towards the origin. Each step proves a lower bound (a plane between the sets) and has an upper
// one (two points), so the answer is never more than what is known.
#pragma once
#include <apart/base/status.hpp>
#include <apart/convex/simplex.hpp>
#include <apart/convex/support.hpp>

namespace apart {

struct GjkOptions {
  // Work may be saved by not caring: stop when the distance is known to be above `reach`, or not above `enough`.
  // A reach of 0 asks only whether they meet.
  double reach = std::numeric_limits<double>::infinity();
  double enough = 0;
  double tolerance = 1e-14;  // of the distance; polytopes reach it in finite steps
  int limit = 256;           // of steps
};

struct GjkResult {
  Status status = Status::unfinished;
  double distance = std::numeric_limits<double>::infinity();  // of the two points below
  double at_least = 0;                                        // proven by the plane across `direction`
  Vec3d on_a{}, on_b{};
  Vec3d direction{};  // of length 1, from A to B; zero when no plane was found between them
  int steps = 0;

  // To the rounding of the supports: not proven apart.
  bool meet() const { return !(at_least > 0); }
};

// Points of A whose mean, weighted so, is the witness on A: proof that it lies in A.
struct GjkProof {
  Vec3d corners[4]{};
  double weights[4]{};
  int count = 0;
};

// Both supports answer in the same frame. A first direction from A to B, of any length, saves steps.
template <Support A, Support B>
class Gjk {
 public:
  Gjk(const A& a, const B& b, Vec3d towards_b = {}, const GjkOptions& options = {}) : a_(a), b_(b), options_(options) {
    if (!turn_to(towards_b)) direction_ = {1, 0, 0};
  }

  // One more corner; false when there is nothing left to do.
  bool step() {
    if (done_) return false;
    ++result_.steps;
    const Vec3d pa = a_(direction_), pb = b_(-direction_), w = pa - pb;
    if (!is_finite(w)) return finish(Status::unfinished);
    largest_ = larger(largest_, largest(abs(w)));
    // The sum of three products, of a direction that is of length 1 to rounding.
    const double bound = -dot(direction_, w) - 16 * kRounding * largest(abs(w));
    if (bound > result_.at_least) result_.at_least = bound, result_.direction = direction_;
    if (result_.at_least > options_.reach) return finish(Status::at_least);
    if (count_ > 0 && close(options_.tolerance * result_.distance)) return finish(Status::exact);
    bool known = false;
    for (int i = 0; i < count_; ++i) known = known || w_[i] == w;
    if (!known) {
      w_[count_] = w, pa_[count_] = pa, pb_[count_] = pb;
      if (improve(count_ + 1)) return go_on();
    }
    // No corner brings it nearer, so this is the answer, if the bounds agree as well as rounding lets them. If not, the
    // direction is too rough for a distance so small, or the simplex too thin: look again with more digits.
    if (close(kNoise * largest_)) return finish(Status::exact);
    if (precise_) return finish(Status::unfinished);
    precise_ = true;
    result_.distance = std::numeric_limits<double>::infinity();
    improve(known ? count_ : count_ + 1);
    return go_on();
  }

  GjkResult run() {
    while (step()) {
    }
    return result();
  }

  // What is known so far.
  GjkResult result() const {
    GjkResult out = result_;
    if (count_ == 0) return out;
    // From one corner by differences: witnesses keep their digits far from the origin.
    out.on_a = pa_[0], out.on_b = pb_[0];
    for (int i = 1; i < count_; ++i) {
      out.on_a += weights_[i] * (pa_[i] - pa_[0]);
      out.on_b += weights_[i] * (pb_[i] - pb_[0]);
    }
    return out;
  }

  GjkProof proof_of_a() const {
    GjkProof out;
    for (; out.count < count_; ++out.count)
      out.corners[out.count] = pa_[out.count], out.weights[out.count] = weights_[out.count];
    return out;
  }

 private:
  static constexpr double kRounding = std::numeric_limits<double>::epsilon() / 2;
  static constexpr double kNoise = 64 * kRounding;  // of the largest coordinate: what corners are worth

  static Vec3d scaled(Vec3d v, int exponent) {
    return {std::ldexp(v.x, exponent), std::ldexp(v.y, exponent), std::ldexp(v.z, exponent)};
  }
  bool turn_to(Vec3d v) {
    const double size = largest(abs(v));
    if (!(size > 0) || !is_finite(v)) return false;
    const Vec3d even = scaled(v, -std::ilogb(size));
    direction_ = even / length(even);
    return true;
  }
  bool close(double by) const { return result_.distance - result_.at_least <= by; }
  bool finish(Status status) {
    done_ = true;
    result_.status = status;
    return false;
  }
  bool improve(int count) { return precise_ ? improve<Quad>(count) : improve<double>(count); }

  // Takes the part of the first `count` corners that is nearest, if it is nearer than what there was.
  template <class T>
  bool improve(int count) {
    double scale = 0;
    for (int i = 0; i < count; ++i) scale = larger(scale, largest(abs(w_[i])));
    // A power of two, so that nothing is rounded; cubes then neither overflow nor vanish.
    const int exponent = scale > 0 ? std::ilogb(scale) : 0;
    Vec3<T> corners[4];
    for (int i = 0; i < count; ++i) corners[i] = cast<T>(scaled(w_[i], -exponent));
    NearestOnSimplex<T> nearest;
    if constexpr (sizeof(T) == sizeof(double))
      nearest = nearest_to_origin(corners, count);
    else
      nearest = nearest_of_all_to_origin(corners, count);
    const double distance = std::ldexp(std::sqrt(static_cast<double>(nearest.squared)), exponent);
    if (!(distance < result_.distance)) return false;
    count_ = 0;
    for (int i = 0; i < count; ++i)
      if (nearest.weights[i] > 0) {
        w_[count_] = w_[i], pa_[count_] = pa_[i], pb_[count_] = pb_[i];
        weights_[count_++] = static_cast<double>(nearest.weights[i]);
      }
    result_.distance = distance;
    nearest_ = cast<double>(nearest.point);
    return true;
  }

  bool go_on() {
    if (result_.distance == 0) return finish(Status::exact);
    if (result_.distance <= options_.enough) return finish(Status::within_error);
    if (result_.steps >= options_.limit || !turn_to(-nearest_)) return finish(Status::unfinished);
    return true;
  }

  const A& a_;
  const B& b_;
  GjkOptions options_;
  Vec3d direction_{};  // of length 1, from A to B
  // The simplex: corners of A − B, and the points of A and B that they are the differences of.
  Vec3d w_[4]{}, pa_[4]{}, pb_[4]{};
  double weights_[4]{};
  int count_ = 0;
  double largest_ = 0;  // coordinate of any corner: rounding is relative to it
  Vec3d nearest_{};     // the simplex's point nearest to the origin, to a power of two
  bool precise_ = false, done_ = false;
  GjkResult result_;
};

template <Support A, Support B>
GjkResult gjk(const A& a, const B& b, Vec3d towards_b = {}, const GjkOptions& options = {}) {
  return Gjk<A, B>(a, b, towards_b, options).run();
}

}  // namespace apart
