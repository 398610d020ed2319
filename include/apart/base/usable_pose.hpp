// Validates the pose given to a query. Poses are plain values and may be filled by hand: one that is a rotation to 2e-6
// is used as it is, one that has drifted up to Pose::kMostDrift is replaced by the nearest rotation, and for any other
// the result has Status::invalid.
#pragma once
#include <apart/base/pose.hpp>
#include <apart/base/status.hpp>
#include <optional>

namespace apart {

// Certainly a rotation to 2e-6, and not too far away. With M·Mᵀ = 1 + E, the squares of M's entries add up to 3 + t, t
// = tr E, and its determinant is 1 + t/2 + t²/8 − |E|²/4 up to third powers: these two numbers bound all of E.
APART_INLINE bool is_plainly_usable(const Pose& pose) {
  const Mat3d& m = pose.rotation;
  const double trace = (squared_length(m.rows[0]) + squared_length(m.rows[1])) + squared_length(m.rows[2]);
  const double off = trace - 3, lost = (1 + 0.5 * off) - determinant(m);
  const Vec3d far = abs(pose.translation);
  // |E|² ≤ 4 · (0.75e-12 + (1e-6)²/8) ≤ (1.9e-6)². Comparisons with NaN are false.
  return (std::abs(off) <= 1e-6) & (lost <= 0.75e-12) & (far.x + far.y + far.z <= Pose::kFarthest);
}
bool is_usable_as_it_is(const Pose& pose);

APART_INLINE bool is_usable(const Pose& pose) { return is_plainly_usable(pose) || is_usable_as_it_is(pose); }

// Itself, the nearest rotation, or nothing. The result satisfies is_usable().
std::optional<Pose> usable_pose(const Pose& pose);
// For results without a status: throws UsageError if there is none.
Pose require_usable(const Pose& pose);

// The result on the safe side, as documented at Status::invalid.
template <class Answer>
Answer invalid_answer() {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if constexpr (std::is_same_v<Answer, Status>) {
    return Status::invalid;
  } else {
    Answer out{};
    if constexpr (requires { out.colliding; }) out.colliding = true;
    if constexpr (requires { out.within; }) out.within = true;
    if constexpr (requires { out.beyond; }) out.beyond = true;
    if constexpr (requires { out.hit; }) out.hit = true, out.time = 0;
    if constexpr (requires { out.distance; }) out.distance = 0;
    if constexpr (requires { out.at_most; }) out.at_most = infinity;
    if constexpr (requires { out.depth; }) out.depth = infinity;
    if constexpr (requires { Answer::State::clash; }) out.state = Answer::State::clash;
    out.status = Status::invalid;
    return out;
  }
}

// For a query with a pose that is not usable as it is: runs the query again at the corrected one.
//   if (!is_usable(pose)) return at_usable_pose(pose, [&](const Pose& p) { return query(a, p, b); });
template <class Query>
[[gnu::cold, gnu::noinline]] auto at_usable_pose(const Pose& pose, Query query) -> decltype(query(pose)) {
  const std::optional<Pose> usable = usable_pose(pose);
  return usable ? query(*usable) : invalid_answer<decltype(query(pose))>();
}

}  // namespace apart
