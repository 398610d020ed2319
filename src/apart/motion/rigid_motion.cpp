#include <apart/base/normalized.hpp>
#include <apart/base/quaternion.hpp>
#include <apart/base/rigidity.hpp>
#include <apart/base/sin_cos.hpp>
#include <apart/base/usable_pose.hpp>
#include <apart/motion/motion_piece.hpp>
#include <apart/queries/in_range.hpp>

namespace apart {
namespace {

using motion::Coefficients, motion::MotionPiece;

constexpr double kFullTurn = 6.283185307179586476925;

// A rotation to rounding, and not too far away.
bool is_rigid(const Pose& pose) {
  return orthogonality_error(pose.rotation) <= 0x1p-46 && determinant(pose.rotation) > 0 && in_range(pose.translation);
}
// Makes a pose such a one; false if that cannot be.
bool make_rigid(Pose& pose) {
  if (is_rigid(pose)) return true;
  const std::optional<Pose> usable = usable_pose(pose);
  if (usable) pose = {nearest_rotation(usable->rotation), usable->translation};
  return usable.has_value();
}

// From the first pose to the last, the shorter way.
void set_turn(motion::Stretch& stretch) {
  Quaternion turn = quaternion_of(stretch.last.rotation * transposed(stretch.first.rotation));
  if (turn.w < 0) turn = {-turn.w, -turn.x, -turn.y, -turn.z};
  const Normalized half = normalized(Vec3d{turn.x, turn.y, turn.z});
  if (half.length > 0) {
    stretch.axis = half.unit;
    stretch.turns = 2 * angle_of(half.length, turn.w) / kFullTurn;
  }
}

}  // namespace

RigidMotion::RigidMotion(std::shared_ptr<const MotionPiece[]> pieces, std::size_t count)
    : count_(count), pieces_(std::move(pieces)) {
  for (std::size_t i = 0; i < count; ++i) {
    const MotionPiece& piece = pieces_[static_cast<std::ptrdiff_t>(i)];
    if (!in_range(piece.first.translation) || !in_range(piece.last.translation) || !std::isfinite(piece.speed) ||
        !std::isfinite(piece.acceleration) || !std::isfinite(piece.bend) || !(piece.most_turns < 0x1p50))
      count_ = 0;
  }
}

RigidMotion RigidMotion::nowhere() {
  RigidMotion out;
  out.count_ = 0;
  return out;
}

RigidMotion RigidMotion::still(const Pose& at) { return line(at, {}); }

RigidMotion RigidMotion::line(const Pose& from, Vec3d by) {
  Pose start = from;
  if (!make_rigid(start) || !in_range(by) || !in_range(start.translation + by)) return nowhere();
  return RigidMotion(start, {start.rotation, start.translation + by}, by);
}

RigidMotion RigidMotion::between(const Pose& from, const Pose& to) {
  const bool turning = from.rotation != to.rotation;
  RigidMotion out(from, to, to.translation - from.translation);
  motion::Stretch& stretch = out.stretch_;
  if (!(is_rigid(from) && (turning ? is_rigid(to) : in_range(to.translation)))) {
    if (!make_rigid(stretch.first) || !make_rigid(stretch.last)) return nowhere();
    stretch.by = stretch.last.translation - stretch.first.translation;
  }
  if (turning) set_turn(stretch);
  return out;
}

RigidMotion RigidMotion::screw(const Pose& from, Vec3d point, Vec3d direction, double angle, double along) {
  Pose start = from;
  const Normalized axis = normalized(direction);
  if (!make_rigid(start) || !in_range(point) || !is_finite(direction) || !(axis.length > 0) || !std::isfinite(angle) ||
      !(std::abs(along) <= Pose::kFarthest))
    return nowhere();
  // The point of the axis nearest to the body's origin is its pivot.
  const Vec3d place = point + dot(axis.unit, start.translation - point) * axis.unit;
  const auto all = std::make_shared<MotionPiece[]>(1);
  MotionPiece& piece = all[0];
  piece = MotionPiece({.first = {start.rotation, place}, .by = along * axis.unit});
  piece.pivot = transposed_times(start.rotation, place - start.translation);
  piece.axis = axis.unit;
  if (angle != 0) piece.turns = {angle / kFullTurn};
  piece.set_bounds(), piece.set_ends();
  return RigidMotion(all, 1);
}

RigidMotion RigidMotion::through(std::span<const Pose> poses) {
  std::vector<double> times(poses.size());
  for (std::size_t i = 0; i < poses.size(); ++i)
    times[i] = i == 0 ? 0.0 : static_cast<double>(i) / static_cast<double>(poses.size() - 1);
  return through(poses, times);
}

RigidMotion RigidMotion::through(std::span<const Pose> poses, std::span<const double> times) {
  if (poses.size() != times.size() || poses.empty()) return nowhere();
  if (poses.size() == 1) return still(poses[0]);
  std::vector<Pose> rigid(poses.begin(), poses.end());
  for (Pose& pose : rigid)
    if (!make_rigid(pose)) return nowhere();
  bool ascending = times.front() == 0 && times.back() == 1;
  for (std::size_t i = 1; i < times.size(); ++i) ascending = ascending && times[i - 1] < times[i];
  if (!ascending) return nowhere();
  const auto pieces = std::make_shared<MotionPiece[]>(poses.size() - 1);
  for (std::size_t i = 1; i < poses.size(); ++i) {
    motion::Stretch stretch{
        .first = rigid[i - 1], .last = rigid[i], .by = rigid[i].translation - rigid[i - 1].translation};
    if (stretch.first.rotation != stretch.last.rotation) set_turn(stretch);
    pieces[static_cast<std::ptrdiff_t>(i - 1)] = MotionPiece(stretch, times[i - 1], times[i]);
  }
  return RigidMotion(pieces, poses.size() - 1);
}

RigidMotion RigidMotion::polynomial(const Pose& from, std::span<const Vec3d> shift, Vec3d direction,
                                    std::span<const double> angle) {
  Pose start = from;
  const Normalized axis = normalized(direction);
  bool usable = make_rigid(start) && is_finite(direction) && axis.length > 0 && shift.size() <= kMostCoefficients &&
                angle.size() <= kMostCoefficients;
  for (const Vec3d& c : shift) usable = usable && in_range(c);
  for (const double c : angle) usable = usable && std::isfinite(c);
  if (!usable) return nowhere();
  // In parts, each about its own beginning, so that bounds of its derivatives are close.
  const std::size_t degree = larger(shift.size(), angle.size()), parts = degree <= 1 ? 1 : 2 * degree;
  const auto pieces = std::make_shared<MotionPiece[]>(parts);
  for (std::size_t part = 0; part < parts; ++part) {
    const double n = static_cast<double>(parts), begin = static_cast<double>(part) / n;
    // p(begin + s/n) as a polynomial in s, by Taylor's shift.
    const auto shifted = [&](auto coefficients) {
      const std::size_t size = coefficients.size();
      for (std::size_t i = 0; i + 1 < size; ++i)
        for (std::size_t k = size - 1; k-- > i;) coefficients[k] += begin * coefficients[k + 1];
      double power = 1;
      for (auto& c : coefficients) c *= power, power /= n;
      return coefficients;
    };
    std::vector<Vec3d> path{start.translation};
    path.insert(path.end(), shift.begin(), shift.end());
    std::vector<double> turns{0};
    for (const double c : angle) turns.push_back(c / kFullTurn);
    MotionPiece& piece = pieces[static_cast<std::ptrdiff_t>(part)];
    piece.begin = begin, piece.end = part + 1 == parts ? 1.0 : static_cast<double>(part + 1) / n;
    piece.axis = axis.unit;
    piece.path = Coefficients<Vec3d, 2>(shifted(std::move(path)));
    turns = shifted(std::move(turns));
    MotionPiece so_far;  // the orientation at the beginning of this part
    so_far.start = start.rotation, so_far.axis = axis.unit, so_far.path = {Vec3d{}}, so_far.turns = {turns[0]};
    piece.start = so_far.at(1).rotation;
    piece.turns_before = std::abs(turns[0]);
    turns.erase(turns.begin());
    bool turning = false;
    for (const double c : turns) turning = turning || c != 0;
    if (turning) piece.turns = Coefficients<double, 1>(std::move(turns));
    piece.set_bounds(), piece.set_ends();
  }
  return RigidMotion(pieces, parts);
}

std::span<const MotionPiece> RigidMotion::pieces() const { return {pieces_.get(), pieces_ ? count_ : 0}; }

Pose RigidMotion::at(double time) const {
  if (!valid()) return {};
  if (!pieces_) return motion::pose_at(stretch_, time);
  const std::span<const MotionPiece> all = pieces();
  if (!(time > 0)) return all.front().first;
  if (time >= 1) return all.back().last;
  std::size_t low = 0, high = all.size() - 1;
  while (low < high) {
    const std::size_t middle = (low + high) / 2;
    if (all[middle].end < time)
      low = middle + 1;
    else
      high = middle;
  }
  return time == all[low].end ? all[low].last : all[low].at(time);
}

double RigidMotion::farthest_move(Vec3d centre, double radius, double from, double to) const {
  if (!valid()) return Bounds::kInfinity;
  double sum = 0;
  const motion::MotionPieces pieces(*this);
  for (const MotionPiece& piece : pieces.all()) {
    const double duration = lesser(to, piece.end) - larger(from, piece.begin);
    if (duration > 0) sum += piece.farthest_move(length(centre - piece.pivot) + radius, duration);
  }
  return sum * (1 + 0x1p-50) + 2 * rounding(centre, radius);
}

double RigidMotion::rounding(Vec3d centre, double radius) const {
  double most = 0;
  const motion::MotionPieces pieces(*this);
  for (const MotionPiece& piece : pieces.all())
    most = larger(most, piece.rounding(length(centre - piece.pivot) + radius));
  return most;
}

}  // namespace apart
