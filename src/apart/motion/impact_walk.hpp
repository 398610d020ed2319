// The walk over two moving trees. Every pair of nodes has a time of its own until which it is proven apart; the
// earliest is taken first, at its own time: it is tested again, or replaced by pairs of children, each with a later
// time. So no pair is opened whose time is after the first contact, and the first pair of elements that is taken in
// contact is the first of all.
#pragma once
#include <algorithm>
#include <apart/motion/box_times.hpp>
#include <apart/motion/elements.hpp>
#include <apart/motion/impact_search.hpp>

namespace apart::motion {

template <class SideA, class SideB>
class ImpactWalk {
 public:
  // Over one segment of the motions. Everything must outlive the walk.
  ImpactWalk(const SideA& a, const MotionSegment& segment, const SideB& b, ImpactSearch& search);

  // False when it ended before the segment's end: a contact was found, or the budget was spent.
  bool run();

 private:
  struct Open {
    double time;
    u64 number;  // of equals the latest first, as depth first
    u32 a, b;
    float step;  // from when it was last tested to the time; 0: its boxes overlap then
    bool elements;
  };
  static bool later(const Open& x, const Open& y) { return x.time != y.time ? x.time > y.time : x.number < y.number; }

  // After a time from now.
  void put(double step, u32 a, u32 b, bool elements) {
    const double time = now_.time + step;
    if (time > segment_.end()) return;
    open_.push_back({time, count_++, a, b, static_cast<float>(step), elements});
    std::push_heap(open_.begin(), open_.end(), later);
  }
  void move_to(double time);
  double clear_of_balls();
  void start();
  BoxMotion box_motion(Vec3d velocity, Vec3d spin, double turning, double bend, double radius) const;
  void put_children_of_a(u32 a_first, std::span<const Obb<float>> siblings, u32 b, Vec3d a_centre, double a_radius);
  void put_children_of_b(u32 a, u32 b_first, std::span<const Obb<float>> siblings, Vec3d b_centre, double b_radius);
  void test_again(const Open& pair);
  void expand(const Open& pair);
  void put_elements(const Open& leaves);
  bool advance(Open pair);
  void contact(const Open& pair, const ElementGap& gap);
  double radius_of_a(u32 node) const { return length(cast<double>(a_.volume(node).half)) * (1 + 0x1p-20); }
  double radius_of_b(u32 node) const { return length(cast<double>(b_.volume(node).half)) * (1 + 0x1p-20); }
  Vec3d centre_of_a(u32 node) const { return a_.frame().centre + cast<double>(a_.volume(node).centre); }
  Vec3d centre_of_b(u32 node) const { return now_.b_in_a * (b_.frame().centre + cast<double>(b_.volume(node).centre)); }

  const SideA& a_;
  const SideB& b_;
  const MotionSegment& segment_;
  ImpactSearch& search_;
  const BoxTimes& tests_ = box_times();
  double rounding_;  // of the poses
  MovingPair now_;
  Placement<float> placement_;
  ElementErrors errors_;
  Vec3d likely_{};  // the normal of the last pair of elements that was computed
  ShapeCache cache_{};
  std::vector<Open> open_;
  u64 count_ = 0;
};

}  // namespace apart::motion
