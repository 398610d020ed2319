// GJK: fast steps by signs, careful ones, then 113 bits; bounds, momentum and witness points.
#include <apart/convex/gjk/gjk.hpp>
#include <apart/convex/gjk/simplex.hpp>
#include <apart/convex/gjk/simplex_by_signs.hpp>
#include <array>
#include <utility>

namespace apart::convex {
namespace {

constexpr double kGjkRounding = std::numeric_limits<double>::epsilon() / 2;
constexpr double kGjkNoise = 64 * kGjkRounding;  // relative to the largest coordinate: the accuracy of corners
// Sizes between which sixth powers, also of much smaller numbers, neither overflow nor underflow.
constexpr double kGjkSmall = 1e-30, kGjkBig = 1e30;

// Of four indices those whose bits are set, then the others.
struct GjkOrder {
  int at[4] = {}, used = 0;
};
constexpr std::array<GjkOrder, 16> kGjkOrders = [] {
  std::array<GjkOrder, 16> out{};
  for (unsigned bits = 0; bits < 16; ++bits) {
    int n = 0;
    for (int i = 0; i < 4; ++i)
      if (bits >> i & 1) out[bits].at[n++] = i;
    out[bits].used = n;
    for (int i = 0; i < 4; ++i)
      if (!(bits >> i & 1)) out[bits].at[n++] = i;
  }
  return out;
}();

Vec3d times_power(Vec3d v, int exponent) {
  return {std::ldexp(v.x, exponent), std::ldexp(v.y, exponent), std::ldexp(v.z, exponent)};
}

}  // namespace

GjkSimplex placed(const GjkSimplex& kept, const Pose& b_in_a) {
  GjkSimplex out = kept;
  for (int i = 0; i < out.count; ++i) out.of_b[i] = b_in_a * kept.of_b[i];
  return out;
}

GjkSimplex kept(const GjkSimplex& before, const GjkSimplex& now, const Pose& b_in_a) {
  GjkSimplex out = now;
  for (int i = 0; i < out.count; ++i) {
    const int from = now.from[i];
    out.of_b[i] = from >= 0 && from < before.count
                      ? before.of_b[from]
                      : transposed_times(b_in_a.rotation, now.of_b[i] - b_in_a.translation);
  }
  return out;
}

GjkSearch::GjkSearch(Vec3d towards_b, const GjkOptions& options)
    : options_(options), care_(options.careful ? Care::careful : Care::fast) {
  if (!turn_to(towards_b)) direction_ = {1, 0, 0};
}

GjkSearch::GjkSearch(const GjkSimplex& start, Vec3d towards_b, const GjkOptions& options)
    : GjkSearch(towards_b, options) {
  Vec3d corners[4];
  for (int i = 0; i < start.count; ++i) {
    corners[i] = start.of_a[i] - start.of_b[i];
    if (!is_finite(corners[i])) return;
    largest_ = larger(largest_, largest(abs(corners[i])));
  }
  if (start.count == 0) return;
  if (!(largest_ > kGjkSmall && largest_ < kGjkBig)) care_ = Care::careful;
  // At once if all of them are needed; otherwise one by one, as if they were found so.
  for (int i = 0; i < start.count; ++i) put(i, corners[i], start.of_a[i], start.of_b[i], i);
  if (care_ != Care::fast || !improve_by_signs(start.count) || count_ < start.count) {
    count_ = 0, result_.distance = std::numeric_limits<double>::infinity();
    for (int i = 0; i < start.count; ++i) {
      if (care_ == Care::fast && count_ > 0 && !(dot(nearest_, corners[i]) < squared_length(nearest_))) continue;
      if (count_ == 4) break;
      put(count_, corners[i], start.of_a[i], start.of_b[i], i);
      improve(count_ + 1);
    }
  }
  if (count_ > 0) go_on();
}

bool GjkSearch::take(Vec3d of_a, Vec3d of_b) {
  if (done_) return false;
  ++result_.steps;
  const Vec3d w = of_a - of_b;
  if (!is_finite(w)) return finish(Status::unfinished);
  const double size = largest(abs(w));
  largest_ = larger(largest_, size);
  if (care_ == Care::fast && !(largest_ > kGjkSmall && largest_ < kGjkBig)) care_ = Care::careful;
  // Error of a sum of three products, with a unit direction to rounding.
  const double along = -dot(direction_, w), bound = along - 16 * kGjkRounding * size;
  if (bound > result_.at_least) result_.at_least = bound, result_.normal = direction_;
  if (result_.at_least > options_.reach) return finish(Status::at_least);
  if (count_ > 0) {
    if (close(larger(options_.tolerance * result_.distance, options_.abs_tolerance))) return conclude(Status::exact);
    if (care_ == Care::fast) {
      // All that is left between the bounds is rounding error.
      if (result_.distance - along <= 8 * kGjkRounding * largest_ && along > 0) return conclude(Status::exact);
      if (options_.momentum != GjkMomentum::none && !(dot(nearest_, w) < squared_length(nearest_) * (1 - 1e-9))) {
        options_.momentum = GjkMomentum::none;
        return go_on();
      }
    }
  }
  // A duplicate corner is not nearer.
  bool known = false;
  if (!(result_.distance - along > 1e-9 * largest_))
    for (int i = 0; i < count_; ++i) known = known || corner(i) == w;
  if (!known) {
    newest_ = w;
    put(count_, w, of_a, of_b, -1);
    if (improve(count_ + 1)) return go_on();
  }
  // No corner is nearer, so this is the result, if the bounds agree up to rounding. If not, the direction is too
  // inaccurate for so small a distance, or the simplex too thin: repeat with more care, then more digits.
  if (close(kGjkNoise * largest_)) return conclude(Status::exact);
  if (care_ == Care::precise) return finish(Status::unfinished);
  if (!known) ++count_;
  return refine();
}

GjkResult GjkSearch::result() const {
  GjkResult out = result_;
  out.at_most = out.distance;
  if (count_ == 0) return out;
  // From one corner by differences: accurate witness points far from the origin.
  const int first = slot_[0];
  out.on_a = pa_[first], out.on_b = pb_[first];
  for (int i = 1; i < count_; ++i) {
    out.on_a += weights_[i] * (pa_[slot_[i]] - pa_[first]);
    out.on_b += weights_[i] * (pb_[slot_[i]] - pb_[first]);
  }
  return out;
}

GjkSimplex GjkSearch::simplex() const {
  GjkSimplex out;
  out.count = count_;
  for (int i = 0; i < count_; ++i)
    out.of_a[i] = pa_[slot_[i]], out.of_b[i] = pb_[slot_[i]], out.from[i] = from_[slot_[i]];
  return out;
}

GjkProof GjkSearch::proof_of_a() const {
  GjkProof out;
  for (; out.count < count_; ++out.count)
    out.corners[out.count] = pa_[slot_[out.count]], out.weights[out.count] = weights_[out.count];
  return out;
}

void GjkSearch::put(int at, Vec3d w, Vec3d of_a, Vec3d of_b, int from) {
  const int slot = slot_[at];
  w_[slot] = w, pa_[slot] = of_a, pb_[slot] = of_b, from_[slot] = from;
}

bool GjkSearch::turn_to(Vec3d v) {
  double squared = squared_length(v);
  if (!(squared > kGjkSmall && squared < kGjkBig)) {
    const double size = largest(abs(v));
    if (!(size > 0) || !is_finite(v)) return false;
    v = times_power(v, -std::ilogb(size));
    squared = squared_length(v);
  }
  direction_ = v / std::sqrt(squared);
  return true;
}

bool GjkSearch::finish(Status status) {
  done_ = true;
  result_.status = status;
  return false;
}

// The result of a fast step is measured along a normal; its weights must give a point as near as that.
bool GjkSearch::conclude(Status status) {
  if (care_ == Care::fast && count_ > 1)
    for (int round = 0;; ++round) {
      const Vec3d p = made_by_weights();
      if (length(p) <= result_.distance + 8 * kGjkRounding * largest_) break;
      if (round == 2 || count_ != 3 || !refine_weights(p)) return refine();
    }
  return finish(status);
}

Vec3d GjkSearch::made_by_weights() const {
  Vec3d p = corner(0);
  for (int i = 1; i < count_; ++i) p += weights_[i] * (corner(i) - corner(0));
  return p;
}

// The same corners again, with more care and then with more digits.
bool GjkSearch::refine() {
  care_ = care_ == Care::fast ? Care::careful : Care::precise;
  result_.distance = std::numeric_limits<double>::infinity();
  improve(count_);
  return go_on();
}

bool GjkSearch::improve(int count) {
  switch (care_) {
    case Care::fast:
      return improve_by_signs(count);
    case Care::careful:
      return improve_with_care<double>(count);
    default:
      return improve_with_care<Quad>(count);
  }
}

// Takes the nearest part of the first `count` corners, if it is nearer than the current one.
bool GjkSearch::improve_by_signs(int count) {
  QuickSimplex simplex(corner(count - 1));
  switch (count) {
    case 1:
      simplex.solve();
      break;
    case 2:
      simplex.solve(corner(0));
      break;
    case 3:
      simplex.solve(corner(0), corner(1));
      break;
    default:
      simplex.solve(corner(0), corner(1), corner(2));
  }
  const QuickNearest& nearest = simplex.nearest;
  const double distance = std::sqrt(nearest.squared);
  if (!(distance < result_.distance)) return false;
  const GjkOrder& order = kGjkOrders[nearest.used];
  const int slots[4] = {slot_[0], slot_[1], slot_[2], slot_[3]};
  for (int i = 0; i < 4; ++i) slot_[i] = slots[order.at[i]], weights_[i] = nearest.weight[order.at[i]];
  count_ = order.used;
  result_.distance = distance;
  nearest_ = nearest.point;
  return true;
}

template <class T>
bool GjkSearch::improve_with_care(int count) {
  double scale = 0;
  for (int i = 0; i < count; ++i) scale = larger(scale, largest(abs(corner(i))));
  // A power of two, which is exact; cubes then neither overflow nor underflow.
  const int exponent = scale > 0 ? std::ilogb(scale) : 0;
  Vec3<T> corners[4];
  for (int i = 0; i < count; ++i) corners[i] = cast<T>(times_power(corner(i), -exponent));
  // Those of the fast steps are arbitrary; and where digits matter, any part may turn out to be the one.
  const bool all = care_ == Care::precise || result_.distance == std::numeric_limits<double>::infinity();
  const NearestOnSimplex<T> nearest =
      all ? nearest_of_all_with_care(corners, count) : nearest_with_care(corners, count);
  const double distance = std::ldexp(std::sqrt(static_cast<double>(nearest.squared)), exponent);
  // A corner slightly below the plane tilts it, and reduces the distance by less than doubles show: where digits
  // matter, it suffices that the new corner is needed.
  const bool turned = care_ == Care::precise && distance == result_.distance && nearest.weights[count - 1] > 0;
  if (!(distance < result_.distance) && !turned) return false;
  count_ = 0;
  for (int i = 0; i < count; ++i)
    if (nearest.weights[i] > 0) {
      std::swap(slot_[count_], slot_[i]);
      weights_[count_++] = static_cast<double>(nearest.weights[i]);
    }
  result_.distance = distance;
  nearest_ = cast<double>(nearest.point);
  return true;
}

// Relative to the current point, which is much nearer than the corners, so that rounding errors are smaller.
bool GjkSearch::refine_weights(Vec3d p) {
  const Vec3d e1 = corner(1) - corner(0), e2 = corner(2) - corner(0), n = cross(e1, e2);
  const double inverse = 1 / squared_length(n);
  const double s = weights_[1] - dot(cross(p, e2), n) * inverse, t = weights_[2] - dot(cross(e1, p), n) * inverse;
  if (!(s > 0 && t > 0 && s + t < 1)) return false;
  weights_[0] = 1 - s - t, weights_[1] = s, weights_[2] = t;
  return true;
}

bool GjkSearch::go_on() {
  if (result_.distance == 0) return conclude(Status::exact);
  if (result_.distance <= options_.enough) return conclude(Status::within_error);
  if (result_.steps >= options_.limit) return finish(Status::unfinished);
  if (care_ != Care::fast) return turn_to(-nearest_) || finish(Status::unfinished);
  const Vec3d straight = (-1 / result_.distance) * nearest_;
  direction_ = options_.momentum == GjkMomentum::none ? straight : with_momentum(straight);
  return true;
}

Vec3d GjkSearch::with_momentum(Vec3d straight) {
  const int k = result_.steps;
  if (k < 2) return straight;
  Vec3d mixed{};
  if (options_.momentum == GjkMomentum::nesterov) {
    const double before = double(k + 1) / double(k + 3);
    const Vec3d ahead = before * nearest_ + (1 - before) * newest_;
    mixed = before * direction_ - ((1 - before) / length(ahead)) * ahead;
  } else {
    const double before = 1 / double(k + 1);
    mixed = before * direction_ + (1 - before) * straight;
  }
  const double size = length(mixed);
  return size > 1e-3 ? mixed / size : straight;
}

}  // namespace apart::convex
