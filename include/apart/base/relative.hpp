// Two world poses as one relative pose: B in A's frame.
#pragma once
#include <apart/base/usable_pose.hpp>

namespace apart {

// Equal rotations cancel exactly, so that models at a common pose keep touching exactly.
inline Pose relative(const Pose& a, const Pose& b) {
  if (a.rotation == b.rotation) return Pose::shift(transposed_times(a.rotation, b.translation - a.translation));
  return {transposed(a.rotation) * b.rotation, transposed_times(a.rotation, b.translation - a.translation)};
}

// A result's points and normal, from A's frame to the world.
template <class Answer>
Answer in_world(Answer answer, const Pose& a_in_world) {
  if constexpr (requires { answer.on_a; })
    answer.on_a = a_in_world * answer.on_a, answer.on_b = a_in_world * answer.on_b;
  if constexpr (requires { answer.normal; }) answer.normal = a_in_world.rotate(answer.normal);
  return answer;
}

// The result of query(b_in_a), in world coordinates. The query validates b_in_a itself, which stands for B's pose.
template <class Query>
auto query_in_world(const Pose& a_in_world, const Pose& b_in_world, Query query) -> decltype(query(a_in_world)) {
  if (!is_usable(a_in_world))
    return at_usable_pose(a_in_world, [&](const Pose& a) {
      return at_usable_pose(b_in_world, [&](const Pose& b) { return in_world(query(relative(a, b)), a); });
    });
  return in_world(query(relative(a_in_world, b_in_world)), a_in_world);
}

}  // namespace apart
