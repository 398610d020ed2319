#include <apart/base/normalized.hpp>
#include <apart/base/rigidity.hpp>
#include <apart/motion/impact_walk.hpp>
#include <apart/motion/triangle_times.hpp>
#include <apart/triangles/feature.hpp>

namespace apart::motion {
namespace {

constexpr float kShorterStep = 0.5f;
constexpr double kSmallGap = 0.1;  // for the radii of two boxes

}  // namespace

template <class SideA, class SideB>
ImpactWalk<SideA, SideB>::ImpactWalk(const SideA& a, const MotionSegment& segment, const SideB& b, ImpactSearch& search)
    : a_(a), b_(b), segment_(segment), search_(search) {
  const double radius_a = length(a.frame().centre - segment.a().pivot) + a.frame().radius;
  const double radius_b = length(b.frame().centre - segment.b().pivot) + b.frame().radius;
  rounding_ = segment.rounding(radius_a, radius_b);
  errors_.speed =
      0x1p-46 * (segment.a().speed + segment.b().speed + segment.a().spin * radius_a + segment.b().spin * radius_b);
}

template <class SideA, class SideB>
void ImpactWalk<SideA, SideB>::move_to(double time) {
  if (time == now_.time) return;
  now_ = segment_.at(time);
  placement_ = placement<float>(a_.frame(), now_.b_in_a, b_.frame());
  placement_.slack = round_above<float>(double(placement_.slack) + rounding_);
  const double far = length(a_.frame().centre) + length(b_.frame().centre) + length(now_.b_in_a.translation) +
                     a_.frame().radius + b_.frame().radius;
  errors_.length = rounding_ + 0x1p-45 * far + 2 * rigidity_error(now_.b_in_a.rotation) * b_.frame().radius;
}

// The time from which on the balls around both may be near each other: from far away floats do not see the boxes.
template <class SideA, class SideB>
double ImpactWalk<SideA, SideB>::clear_of_balls() {
  double time = segment_.begin();
  for (int step = 0; step < 64; ++step) {
    move_to(time);
    const Vec3d ca = a_.frame().centre, cb = now_.b_in_a * b_.frame().centre;
    const double ra = a_.frame().radius, rb = b_.frame().radius;
    const Normalized across = normalized(cb - ca);
    const double gap = across.length - (ra + rb) * (1 + 0x1p-40) - errors_.length - search_.keep();
    const double speed = dot(across.unit, now_.a.velocity_at(ca) - now_.b.velocity_at(cb)) + now_.a.spin_size * ra +
                         now_.b.spin_size * rb + errors_.speed;
    const double bend = now_.a.acceleration_at(ca, ra) + now_.b.acceleration_at(cb, rb);
    const double next = time + closing_time(gap, speed * (1 + 0x1p-40), bend);
    if (next > segment_.end()) return next;
    const bool near = !(gap > 0.01 * (ra + rb));
    time = larger(time, next);
    if (near) break;
  }
  return time;
}

template <class SideA, class SideB>
void ImpactWalk<SideA, SideB>::start() {
  const double time = clear_of_balls();
  if (time > segment_.end()) return;
  move_to(time);
  const std::span<const Obb<float>> of_a = a_.start(), of_b = b_.start();
  if (of_a.size() == 1 && of_b.size() == 1) return put(0, 0, 0, false);
  for (u32 i = 0; i < of_a.size(); ++i)
    put_children_of_b(i, 0, of_b, now_.b_in_a * b_.frame().centre, b_.frame().radius);
}

template <class SideA, class SideB>
BoxMotion ImpactWalk<SideA, SideB>::box_motion(Vec3d velocity, Vec3d spin, double turning, double bend,
                                               double radius) const {
  const double size = length(spin);
  BoxMotion out;
  out.velocity = cast<float>(velocity), out.spin = cast<float>(spin);
  out.spin_size = round_above<float>(size * (1 + 0x1p-20));
  out.turning = round_above<float>(turning + errors_.speed +
                                   64 * double(kUnit<float>) * (length(velocity) + size * radius + turning) +
                                   4 * kLostInSquares<float> * (1 + size));
  out.bend = round_above<float>(bend * (1 + 0x1p-20));
  out.less = round_above<float>(search_.keep());
  return out;
}

template <class SideA, class SideB>
void ImpactWalk<SideA, SideB>::put_children_of_a(u32 first, std::span<const Obb<float>> siblings, u32 b, Vec3d a_centre,
                                                 double a_radius) {
  const Vec3d b_centre = centre_of_b(b);
  const double b_radius = radius_of_b(b);
  const BoxMotion motion = box_motion(
      now_.b.velocity_at(b_centre) - now_.a.velocity_at(a_.frame().centre), now_.a.spin, now_.b.spin_size * b_radius,
      now_.a.acceleration_at(a_centre, a_radius) + now_.b.acceleration_at(b_centre, b_radius), a_.frame().radius);
  const SeenObb seen = SeenObb::from_a(b_.volume(b), placement_);
  float times[kMostSiblings];
  for (u32 from = 0; from < siblings.size(); from += kMostSiblings) {
    const u32 count = lesser(static_cast<u32>(siblings.size()) - from, kMostSiblings);
    tests_.of(seen, motion, siblings.data() + from, count, times);
    search_.tests += count;
    for (u32 k = 0; k < count; ++k) put(double(times[k]), first + from + k, b, false);
  }
}

template <class SideA, class SideB>
void ImpactWalk<SideA, SideB>::put_children_of_b(u32 a, u32 first, std::span<const Obb<float>> siblings, Vec3d b_centre,
                                                 double b_radius) {
  const Vec3d a_centre = centre_of_a(a);
  const double a_radius = radius_of_a(a);
  const Vec3d velocity = now_.a.velocity_at(a_centre) - now_.b.velocity_at(now_.b_in_a * b_.frame().centre);
  const BoxMotion motion = box_motion(
      transposed_times(now_.b_in_a.rotation, velocity), transposed_times(now_.b_in_a.rotation, now_.b.spin),
      now_.a.spin_size * a_radius,
      now_.a.acceleration_at(a_centre, a_radius) + now_.b.acceleration_at(b_centre, b_radius), b_.frame().radius);
  const SeenObb seen = SeenObb::from_b(a_.volume(a), placement_);
  float times[kMostSiblings];
  for (u32 from = 0; from < siblings.size(); from += kMostSiblings) {
    const u32 count = lesser(static_cast<u32>(siblings.size()) - from, kMostSiblings);
    tests_.of(seen, motion, siblings.data() + from, count, times);
    search_.tests += count;
    for (u32 k = 0; k < count; ++k) put(double(times[k]), a, first + from + k, false);
  }
}

// A bound that takes in rotations is often early: two boxes that are still far from each other are given another time.
// When steps become short, or the gap small for the boxes, they come near each other.
template <class SideA, class SideB>
void ImpactWalk<SideA, SideB>::test_again(const Open& pair) {
  const Vec3d a_centre = centre_of_a(pair.a), b_centre = centre_of_b(pair.b);
  const double a_radius = radius_of_a(pair.a), b_radius = radius_of_b(pair.b);
  const BoxMotion motion = box_motion(
      now_.b.velocity_at(b_centre) - now_.a.velocity_at(a_.frame().centre), now_.a.spin, now_.b.spin_size * b_radius,
      now_.a.acceleration_at(a_centre, a_radius) + now_.b.acceleration_at(b_centre, b_radius), a_.frame().radius);
  float times[kMostSiblings];
  tests_.of(SeenObb::from_a(b_.volume(pair.b), placement_), motion, &a_.volume(pair.a), 1, times);
  ++search_.tests;
  const double time = double(times[0]), radii = a_radius + b_radius;
  const double gap = time * (length(cast<double>(motion.velocity)) + double(motion.turning) + now_.a.spin_size * radii +
                             0.5 * time * double(motion.bend));
  if (times[0] > kShorterStep * pair.step && gap > kSmallGap * radii)
    put(double(times[0]), pair.a, pair.b, false);
  else
    expand(pair);
}

// The children of the larger box.
template <class SideA, class SideB>
void ImpactWalk<SideA, SideB>::expand(const Open& pair) {
  const bool leaf_a = a_.is_leaf(pair.a), leaf_b = b_.is_leaf(pair.b);
  if (leaf_a && leaf_b) return put_elements(pair);
  const double radius_a = radius_of_a(pair.a), radius_b = radius_of_b(pair.b);
  if constexpr (std::is_same_v<SideA, ModelSide>) {
    if (leaf_b || (!leaf_a && radius_a >= radius_b)) {
      const Ref ref = a_.tree.ref(pair.a);
      return put_children_of_a(ref.first(), a_.tree.siblings(ref), pair.b, centre_of_a(pair.a), radius_a);
    }
  }
  if constexpr (std::is_same_v<SideB, ModelSide>) {
    const Ref ref = b_.tree.ref(pair.b);
    put_children_of_b(pair.a, ref.first(), b_.tree.siblings(ref), centre_of_b(pair.b), radius_b);
  }
}

template <class SideA, class SideB>
void ImpactWalk<SideA, SideB>::put_elements(const Open& leaves) {
  if constexpr (std::is_same_v<SideA, ShapeSide>) {
    put(0, leaves.a, leaves.b, true);
  } else if constexpr (std::is_same_v<SideB, ShapeSide>) {
    for_each_primitive(a_.tree.items(), a_.tree.ref(leaves.a), [&](u32 i) {
      put(0, i, leaves.b, true);
      return true;
    });
  } else {
    TriangleTimes times(now_, search_.keep(), errors_, likely_);
    for_each_primitive(a_.tree.items(), a_.tree.ref(leaves.a), [&](u32 i) {
      times.add_a(i, a_.model.mesh().triangle(i));
      return true;
    });
    for_each_primitive(b_.tree.items(), b_.tree.ref(leaves.b), [&](u32 j) {
      times.each(now_.b_in_a * b_.model.mesh().triangle(j), [&](u32 i, double time) {
        ++search_.tests;
        put(time, i, j, true);
      });
      return true;
    });
  }
}

template <class SideA, class SideB>
void ImpactWalk<SideA, SideB>::contact(const Open& pair, const ElementGap& gap) {
  Impact& out = search_.impact;
  out.hit = true;
  out.free_until = out.contact_by = now_.time;
  out.touching = gap.distance <= search_.options.within;
  out.on_a = gap.on_a, out.on_b = gap.on_b;
  out.normal = gap.normal;
  // From the other side: a little later these two may be in contact for certain.
  if (!out.touching && gap.normal != Vec3d{}) {
    const double speed = dot(gap.normal, now_.a.velocity_at(gap.on_a) - now_.b.velocity_at(gap.on_b));
    constexpr double kMore = std::is_same_v<SideB, ModelSide> ? 0 : 2;  // see in_contact
    const double rest = (gap.distance - search_.options.within + kMore * errors_.length) / speed, from = now_.time;
    for (const double more : {1 + 0x1p-20, 1.25, 4.0}) {
      const double time = from + larger(more * rest, 0x1p-50 * from);
      if (!(speed > 0) || !(time <= segment_.end())) break;
      move_to(time);
      const ElementGap later = element_gap(a_, pair.a, now_, b_, pair.b, search_.options.within, errors_, cache_);
      if (!(later.distance <= search_.options.within)) continue;
      if (!in_contact(a_, pair.a, now_, b_, pair.b, search_.options.within, errors_)) continue;
      out.touching = true, out.contact_by = time;
      out.on_a = later.on_a, out.on_b = later.on_b;
      if (later.normal != Vec3d{}) out.normal = later.normal;
      break;
    }
    if (!out.touching) move_to(from);
  }
  if (out.normal == Vec3d{}) {  // in contact from the first: from A's middle to B's
    const Normalized across = normalized(now_.b_in_a * b_.frame().centre - a_.frame().centre);
    out.normal = across.length > 0 ? across.unit : Vec3d{1, 0, 0};
  }
  out.a = a_.id(pair.a), out.b = b_.id(pair.b);
  if constexpr (std::is_same_v<SideA, ModelSide>)
    out.a.feature = feature_at(a_.model.mesh().triangle(pair.a), out.on_a);
  if constexpr (std::is_same_v<SideB, ModelSide>)
    out.b.feature = feature_at(now_.b_in_a * b_.model.mesh().triangle(pair.b), out.on_b);
  search_.saw(gap.distance, out.free_until);
}

// Conservative advancement of one pair of elements, for as long as it is the earliest. False on contact.
template <class SideA, class SideB>
bool ImpactWalk<SideA, SideB>::advance(Open pair) {
  for (;;) {
    move_to(pair.time);
    const double kept = search_.keep();
    const ElementGap gap = element_gap(a_, pair.a, now_, b_, pair.b, kept, errors_, cache_);
    ++search_.tests;
    if (gap.normal != Vec3d{}) likely_ = gap.normal;
    if (search_.is_contact(gap.distance)) return contact(pair, gap), false;
    search_.saw(gap.distance, now_.time);
    // Others are nearer still, maybe: all of them at once.
    if (search_.searching_clearance && gap.distance < kept) search_.sample(now_.b_in_a, now_.time);
    const double next = now_.time + gap.time;
    if (!(next > now_.time)) {
      if (search_.keep() < kept) continue;  // the nearest so far: it is to keep less than its own distance
      // Below what rounding can tell.
      if (!search_.searching_clearance) {
        contact(pair, gap);
        search_.impact.status = Status::within_error;
        return false;
      }
      search_.clearance_proven = false;
    }
    pair.time = next > now_.time ? next : std::nextafter(now_.time, 2.0);
    if (pair.time > segment_.end()) return true;
    if ((!open_.empty() && open_.front().time < pair.time) || search_.watch.spent(search_.tests)) {
      put(pair.time - now_.time, pair.a, pair.b, true);
      return true;
    }
  }
}

template <class SideA, class SideB>
bool ImpactWalk<SideA, SideB>::run() {
  start();
  while (!open_.empty()) {
    std::pop_heap(open_.begin(), open_.end(), later);
    const Open pair = open_.back();
    search_.time = pair.time;
    if (search_.watch.spent(search_.tests)) return false;
    open_.pop_back();
    if (pair.elements) {
      if (!advance(pair)) return false;
    } else {
      move_to(pair.time);
      if (pair.step > 0)
        test_again(pair);
      else
        expand(pair);
    }
  }
  search_.time = segment_.end();
  return true;
}

template class ImpactWalk<ModelSide, ModelSide>;
template class ImpactWalk<ModelSide, ShapeSide>;
template class ImpactWalk<ShapeSide, ShapeSide>;

}  // namespace apart::motion
