#include <apart/base/sin_cos.hpp>
#include <apart/motion/motion_piece.hpp>

namespace apart::motion {
namespace {

constexpr double kTurn = 6.283185307179586476925;

Mat3d turned(Vec3d k, SinCos by, const Mat3d& start) {
  const double c = by.cos, s = by.sin, v = 1 - c;
  const Mat3d turn{{{c + v * k.x * k.x, v * k.x * k.y - s * k.z, v * k.x * k.z + s * k.y},
                    {v * k.x * k.y + s * k.z, c + v * k.y * k.y, v * k.y * k.z - s * k.x},
                    {v * k.x * k.z - s * k.y, v * k.y * k.z + s * k.x, c + v * k.z * k.z}}};
  return turn * start;
}

template <class T, std::size_t N>
T value(const Coefficients<T, N>& c, double s) {
  T sum = c[c.size() - 1];
  for (std::size_t i = c.size() - 1; i-- > 0;) sum = c[i] + s * sum;
  return sum;
}
// Σ k·c_k·s^(k−1), where c begins with the exponent `first`.
template <class T, std::size_t N>
T slope(const Coefficients<T, N>& c, std::size_t first, double s) {
  T sum{};
  for (std::size_t i = c.size(); i-- > 0;)
    if (const double k = static_cast<double>(i + first); k > 0) sum = k * c[i] + s * sum;
  return sum;
}

}  // namespace

MotionPiece::MotionPiece(const Stretch& stretch, double from, double to)
    : begin(from),
      end(to),
      start(stretch.first.rotation),
      axis(stretch.axis),
      first(stretch.first),
      last(stretch.last) {
  if (stretch.by != Vec3d{})
    path.set({stretch.first.translation, stretch.by});
  else
    path.set({stretch.first.translation});
  if (stretch.turns != 0) turns.set({stretch.turns});
  set_bounds();
}

Pose pose_at(const Stretch& s, double time) {
  if (!(time > 0)) return s.first;
  if (time >= 1) return s.last;
  const Mat3d& start = s.first.rotation;
  return {s.turns != 0 ? turned(s.axis, sin_cos(time * s.turns), start) : start, s.first.translation + time * s.by};
}

MotionPieces::MotionPieces(const RigidMotion& motion) : all_(motion.pieces()) {
  if (const Stretch* const stretch = motion.stretch()) all_ = {&one_.emplace(*stretch), 1};
}

void MotionPiece::set_bounds() {
  const double duration = end - begin;
  speed = acceleration = spin = bend = most_turns = 0;
  far = length(path[0]);
  for (std::size_t k = 1; k < path.size(); ++k) {
    const double size = length(path[k]), n = static_cast<double>(k);
    speed += n * size, acceleration += n * (n - 1) * size, far += size;
  }
  far *= kUp;
  speed *= kUp / duration;
  if (path.size() > 2) acceleration *= kUp / (duration * duration);
  if (!turning()) return;
  double change = 0;
  for (std::size_t i = 0; i < turns.size(); ++i) {
    const double size = std::abs(turns[i]), n = static_cast<double>(i + 1);
    most_turns += size, spin += n * size, change += n * (n - 1) * size;
  }
  spin *= kUp * kTurn / duration, change *= kUp * kTurn / (duration * duration);
  bend = kUp * (spin * spin + change);
}

void MotionPiece::set_ends() { first = at(begin), last = at(end); }

Pose MotionPiece::posed(Vec3d place, double s) const {
  const Mat3d rotation = turning() ? turned(axis, sin_cos(s * value(turns, s)), start) : start;
  return {rotation, place - rotation * pivot};
}

Pose MotionPiece::at(double time) const {
  const double s = (time - begin) / (end - begin);
  return posed(value(path, s), s);
}

Moving MotionPiece::moving(double time) const {
  const double duration = end - begin, s = (time - begin) / duration;
  Moving out;
  out.pivot = value(path, s);
  out.velocity = slope(path, 0, s) / duration;
  out.spin = turning() ? (kTurn * slope(turns, 1, s) / duration) * axis : Vec3d{};
  if (time == begin)
    out.pose = first;
  else if (time == end)
    out.pose = last;
  else
    out.pose = posed(out.pivot, s);
  out.acceleration = acceleration, out.bend = bend, out.most_spin = spin;
  return out;
}

double MotionPiece::farthest_move(double r, double duration) const {
  const double turn = spin * duration;
  return kUp * (speed * duration + (turn < 2 ? turn : 2.0) * r);  // no point gets farther than across its circle
}

double MotionPiece::rounding(double r) const {
  // Coefficients are sums and products of some numbers each; an angle has the relative error of its own.
  const double pivot_size = length(pivot);
  const double of_place = kRounding * static_cast<double>(path.size()) * (far + pivot_size);
  const double all_turns = most_turns + turns_before;
  const double of_turn = kRounding * static_cast<double>(turns.size() + 1) * (1 + kTurn * all_turns);
  return of_place + of_turn * (r + pivot_size);
}

}  // namespace apart::motion
