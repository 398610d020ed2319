// Moves forward in time, from one proof of separation to the next, until the end, or until two sets are as near as
// wanted or as can be told. There are three kinds of proof: a direction; above a face, the sign of its plane, whose
// steps converge near a crossing as Newton's do; and a direction that turns, for what rolls or slides along a border.
#pragma once
#include <apart/motion/triangles/moving_hull.hpp>
#include <apart/motion/triangles/nearest_corner_hull.hpp>
#include <apart/motion/triangles/plane_cubic.hpp>
#include <optional>

namespace apart::motion {

enum class Arrival {
  free,       // until the end
  near,       // as near as wanted, or as can be told
  stuck,      // nothing is proven to separate, though they seem to be apart
  unfinished  // too many steps
};

template <class T>
struct Advanced {
  Arrival arrival = Arrival::free;
  T time = 0;      // free before
  T distance = 0;  // there: an upper bound
  NearestPoint<T> nearest;
  Vec3<T> direction;  // the last that separated
  int steps = 0;
};

// Doubles that take so many steps have too few digits for a grazing contact.
template <class T>
inline constexpr int kMostSteps = sizeof(T) == sizeof(double) ? 300 : 3000;

template <class T, int K>
class Advance {
 public:
  // From `time`, before which all is free.
  Advance(const MovingHull<T, K>& hull, T time, T tolerance)
      : hull_(hull), near_(larger(tolerance, hull.resolution())) {
    near_ += hull.clearance;
    out_.time = time;
  }

  Advanced<T> run() {
    const T error = hull_.point_error();
    for (;; ++out_.steps) {
      look(out_.time, here_);
      out_.nearest = here_.nearest;
      out_.distance = here_.distance * T(1 + 16 * kRoundingOf<T>) + error;
      if (out_.distance <= near_) return arrived(Arrival::near);
      if (out_.steps == kMostSteps<T>) return arrived(Arrival::unfinished);
      const T before = out_.time;
      if (out_.steps == 0) {  // with which most motions end
        by_directions(before);
      } else {
        by_plane();
        // What a crossing leaves is short; else all that is proven counts.
        if (out_.time - before < T(0.0625) * (T(1) - before)) by_turning(before), by_directions(before);
      }
      if (!(out_.time > before)) return arrived(Arrival::stuck);
      if (out_.time >= 1) return arrived(Arrival::free);
    }
  }

 private:
  struct Place {
    Vec3<T> p[K];  // the corners
    NearestPoint<T> nearest;
    T distance;
    Vec3<T> normal;     // of the face, towards the nearest point
    Vec3<T> direction;  // that separates best, as far as can be told
  };

  void look(T time, Place& place) const {
    for (int i = 0; i < K; ++i) place.p[i] = hull_.at(i, time);
    place.nearest = nearest_to_origin(place.p);
    const Vec3<T> q = place.nearest.point;
    place.distance = MovingHull<T, K>::root(dot(q, q));
    const Vec3<T> normal = cross(place.p[1] - place.p[0], place.p[K - 1] - place.p[0]);
    place.normal = dot(normal, q) < 0 ? -normal : normal;
    // The normal of a face has more correct digits than the difference to a point near it.
    place.direction = place.nearest.inside ? place.normal : q;
  }

  Advanced<T> arrived(Arrival how) {
    out_.arrival = how;
    return out_;
  }
  // Each of the following proves more than is known, or nothing.
  void move_to(T time, Vec3<T> direction) {
    if (!(time > out_.time)) return;
    out_.direction = direction;
    out_.time = time;
  }

  void by_directions(T from) {
    const auto try_one = [&](Vec3<T> n) {
      const FreeTimes<T> free = hull_.separated_by(n);
      if (!(free.begin <= from && free.end > from)) return false;
      move_to(free.end, n);
      return true;
    };
    if (try_one(here_.direction) || try_one(here_.nearest.inside ? here_.nearest.point : here_.normal)) return;
    // Near the border, a direction in the face, across an edge.
    const Vec3<T> normal = cross(here_.p[1] - here_.p[0], here_.p[K - 1] - here_.p[0]);
    for (int i = 0; i < K; ++i)
      if (try_one(cross(normal, here_.p[i + 1 == K ? 0 : i + 1] - here_.p[i]))) return;
  }

  void by_plane() {
    if (!here_.nearest.inside || hull_.clearance > 0) return;
    if (!plane_) plane_.emplace(hull_);
    move_to(plane_->free_after(out_.time), here_.normal);
  }

  // A direction that turns linearly from the one here to the one at a later time: its products with the corners are
  // quadratic polynomials, positive if their Bernstein coefficients are.
  void by_turning(T from) {
    if (out_.steps == 1) width_ = T(1) - from;
    for (int trial = 0; trial < 3; ++trial) {
      const T end = from + width_ < T(1) ? from + width_ : T(1);
      if (!(end > out_.time)) return;
      Place there;
      look(end, there);
      if (turns(here_, there)) {
        width_ = T(4) * width_;
        return move_to(end, there.direction);
      }
      width_ = T(0.5) * width_;
    }
  }

  bool turns(const Place& from, const Place& to) const {
    constexpr double unit = kRoundingOf<T>;
    const auto unit_length = [](Vec3<T> n, Vec3<T>& out) {
      const T most = larger(larger(magnitude(n.x), magnitude(n.y)), magnitude(n.z));
      if (!(most >= T(0x1p-300) && most <= T(0x1p300))) return false;
      n = n / most;
      out = n / MovingHull<T, K>::root(dot(n, n));
      return true;
    };
    Vec3<T> n, m;
    if (!unit_length(from.direction, n) || !unit_length(to.direction, m)) return false;
    // A corner at a time is off by 6 units of the size, a product with it by 3 more. The direction is never longer than
    // one, up to rounding.
    const T error = T(12 * unit) * hull_.size + hull_.input_error, most = T(1 + 16 * unit) * hull_.clearance;
    const T at_n = one_norm(n) * error + most, at_m = one_norm(m) * error + most;
    for (int i = 0; i < K; ++i)
      if (!(dot(n, from.p[i]) > at_n && dot(m, to.p[i]) > at_m &&
            dot(n, to.p[i]) + dot(m, from.p[i]) > (at_n + at_m) * T(1 + 4 * unit)))
        return false;
    return true;
  }

  const MovingHull<T, K>& hull_;
  T near_;
  Advanced<T> out_;
  Place here_;
  std::optional<PlaneCubic<T>> plane_;
  T width_ = 1;  // of time, over which a direction may turn
};

template <class T, int K>
Advanced<T> advance(const MovingHull<T, K>& hull, T time, T tolerance) {
  return Advance<T, K>(hull, time, tolerance).run();
}

}  // namespace apart::motion
