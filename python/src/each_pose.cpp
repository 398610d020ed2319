#include "each_pose.hpp"

#include <cstring>

namespace apart::python {
namespace {

// By its bits, which takes fewer instructions: one with -0 is looked at again.
bool ends_plainly(const double* m) {
  constexpr double last[] = {0, 0, 0, 1};
  return std::memcmp(m + 12, last, sizeof last) == 0;
}

template <class Answer, class Query>
EachPose<Answer> each_pose(Query query) {
  return [query](const double* matrices, std::size_t begin, std::size_t end, Answer* all) {
    for (std::size_t i = begin; i < end; ++i) {
      const double* m = matrices + 16 * i;
      if (ends_plainly(m))
        all[i] = query(pose_in_rows(m));
      else
        all[i].status = Status::invalid;
    }
  };
}

}  // namespace

template <class A, class B>
EachPose<Collision> collide_each(const A& a, const B& b, const CollideOptions& o) {
  return each_pose<Collision>([&a, &b, o](const Pose& at) { return collide(a, at, b, o); });
}
template <class A, class B>
EachPose<Within> within_each(const A& a, const B& b, double tolerance, const CollideOptions& o) {
  return each_pose<Within>([&a, &b, tolerance, o](const Pose& at) { return within(a, at, b, tolerance, o); });
}
template <class A, class B>
EachPose<Distance> distance_each(const A& a, const B& b, const DistanceOptions& o) {
  return each_pose<Distance>([&a, &b, o](const Pose& at) { return distance(a, at, b, o); });
}
template <class A, class B>
EachPose<Span> span_each(const A& a, const B& b, const SpanOptions& o) {
  return each_pose<Span>([&a, &b, o](const Pose& at) { return span(a, at, b, o); });
}

#define OF(A, B)                                                                            \
  template EachPose<Collision> collide_each(const A&, const B&, const CollideOptions&);     \
  template EachPose<Within> within_each(const A&, const B&, double, const CollideOptions&); \
  template EachPose<Distance> distance_each(const A&, const B&, const DistanceOptions&);    \
  template EachPose<Span> span_each(const A&, const B&, const SpanOptions&);
OF(Model, Model)
OF(Model, Shape)
OF(Shape, Model)
OF(Shape, Shape)
#undef OF

}  // namespace apart::python
