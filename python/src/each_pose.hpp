// Queries at many poses, as they lie in an array of matrices. Its source is compiled as the library is: Python is to
// add next to nothing to a pose.
#pragma once
#include <apart/apart.hpp>
#include <functional>

namespace apart::python {

// Sixteen numbers, row by row.
inline Pose pose_in_rows(const double* m) {
  return {{{{m[0], m[1], m[2]}, {m[4], m[5], m[6]}, {m[8], m[9], m[10]}}}, {m[3], m[7], m[11]}};
}
inline bool has_last_row(const double* m) { return (m[12] == 0) & (m[13] == 0) & (m[14] == 0) & (m[15] == 1); }

// Answers at the matrices from `begin` to `end`, put into a list of all. Of a matrix that is no pose, or only nearly
// one, it is Status::invalid.
template <class Answer>
using EachPose = std::function<void(const double* matrices, std::size_t begin, std::size_t end, Answer* all)>;

// Of models and shapes, which must outlive them.
template <class A, class B>
EachPose<Collision> collide_each(const A& a, const B& b, const CollideOptions& options);
template <class A, class B>
EachPose<Within> within_each(const A& a, const B& b, double tolerance, const CollideOptions& options);
template <class A, class B>
EachPose<Distance> distance_each(const A& a, const B& b, const DistanceOptions& options);
template <class A, class B>
EachPose<Span> span_each(const A& a, const B& b, const SpanOptions& options);

}  // namespace apart::python
