// The nearest points by Newton's method, with a proof by a plane; the depth by the six axes of a segment and a box.
#include <apart/base/rigidity.hpp>
#include <apart/convex/closed/point_gap.hpp>
#include <apart/convex/closed/segment_box.hpp>

namespace apart::convex {
namespace {

// In the box's frame: the axis of least overlap, from the box to the segment, and the segment's point that is deepest.
struct DeepestPlace {
  double separation = -std::numeric_limits<double>::infinity();
  Vec3d normal{};
  double place = 0.5;
};

// Of the part of a segment that is above or below a side of the box, between the other four: its middle, or the end
// towards which it falls.
double place_above(Vec3d from, Vec3d along, Vec3d half, int axis, double slope, double noise) {
  double low = 0, high = 1;
  for (int k = 1; k < 3; ++k) {
    const int i = (axis + k) % 3;
    if (std::abs(along[i]) <= 2 * noise) continue;  // it is between these two all along, or nowhere
    const double to_low = (-half[i] - from[i]) / along[i], to_high = (half[i] - from[i]) / along[i];
    low = larger(low, lesser(to_low, to_high)), high = lesser(high, larger(to_low, to_high));
  }
  const bool level = std::abs(slope) <= noise / 4 || !(low < high);
  return lesser(larger(level ? 0.5 * (low + high) : slope > 0 ? low : high, 0.0), 1.0);
}

// The box less the segment is a polytope with the normals of the box's sides, and of the cross products of its edges
// with the segment.
DeepestPlace deepest_place(Vec3d from, Vec3d along, Vec3d half, double noise) {
  const Vec3d middle = from + 0.5 * along, reach = half + 0.5 * abs(along);
  DeepestPlace out;
  int side = 0, across = -1;
  for (int i = 0; i < 3; ++i)
    if (const double separation = std::abs(middle[i]) - reach[i]; separation > out.separation)
      out.separation = separation, side = i;
  const double whole = squared_length(along);
  for (int i = 0; i < 3; ++i) {
    const int u = (i + 1) % 3, v = (i + 2) % 3;
    const double du = along[u], dv = along[v], square = du * du + dv * dv;
    if (!(square > 0)) continue;
    const double size = std::sqrt(square), height = du * middle[v] - dv * middle[u];
    double separation = (std::abs(height) - (std::abs(dv) * half[u] + std::abs(du) * half[v])) / size;
    // A side's normal is preferred if it is as good.
    if (!(separation > out.separation + noise)) continue;
    Vec3d axis{};
    axis[u] = -dv / size, axis[v] = du / size;
    if (square < 1e-6 * whole) {  // nearly parallel: the remainder is inaccurate, so it is measured along its own axis
      separation = std::abs(dot(axis, middle)) - dot(abs(axis), half) - 0.5 * std::abs(dot(axis, along));
      if (!(separation > out.separation + noise)) continue;
    }
    out.separation = separation, across = i;
    out.normal = height < 0 ? -axis : axis;
    // Where the segment, seen along the edge, passes its corner.
    const double to_u = std::copysign(half[u], out.normal[u]) - from[u];
    const double to_v = std::copysign(half[v], out.normal[v]) - from[v];
    out.place = lesser(larger((to_u * du + to_v * dv) / square, 0.0), 1.0);
  }
  if (across >= 0) return out;
  const double way = middle[side] < 0 ? -1 : 1, slope = way * along[side];
  out.normal[side] = way;
  out.place = place_above(from, along, half, side, slope, noise);
  return out;
}

// The direction from a box's nearest point to a segment's, with all its digits, where the two are too close for their
// difference: it has no part along a side between whose ends the point is, and none along the segment inside of it.
Vec3d square_direction(Vec3d at, Vec3d on_box, Vec3d along, Vec3d half, bool at_end, double noise) {
  Vec3d out = at - on_box;
  for (int i = 0; i < 3; ++i)
    if (half[i] - std::abs(at[i]) > noise) out[i] = along[i] = 0;
  if (const double square = squared_length(along); !at_end && square > noise * noise)
    out -= (dot(out, along) / square) * along;
  return normalized(out).unit;
}

// What differs between the two orders: where the segment is seen from the box, how a direction of the box's frame is in
// A's, and how far apart the two are along a direction from A to B.
struct BoxFirst {
  const Box& box;
  const Pose& pose;
  const Segment& segment;
  Vec3d half = 0.5 * box.size, from = pose * segment.a, along = pose.rotate(segment.b - segment.a);

  double skew() const { return 0; }
  Vec3d towards() const { return from + 0.5 * along; }
  Vec3d direction(Vec3d v) const { return v; }
  Vec3d segment_point(double place) const { return from + place * along; }
  Vec3d apart(Vec3d on_segment, Vec3d on_box) const { return on_segment - on_box; }
  double room(Vec3d n) const { return dot(n, from) + lesser(dot(n, along), 0.0) - dot(abs(n), half); }
  void place_points(Vec3d on_segment, ConvexGap& gap) const {
    gap.on_b = on_segment, gap.on_a = on_segment - gap.distance * gap.normal;
  }
};

struct SegmentFirst {
  const Box& box;
  const Pose& pose;
  const Segment& segment;
  Vec3d half = 0.5 * box.size, way = segment.b - segment.a;
  Vec3d from = transposed_times(pose.rotation, segment.a - pose.translation);
  Vec3d along = transposed_times(pose.rotation, way);

  // Seen from the box, the segment is where it is only as far as the pose is rigid.
  double skew() const { return orthogonality_error(pose.rotation); }
  Vec3d towards() const { return pose.translation - (segment.a + 0.5 * way); }
  Vec3d direction(Vec3d v) const { return -pose.rotate(v); }
  Vec3d segment_point(double place) const { return segment.a + place * way; }
  Vec3d apart(Vec3d on_segment, Vec3d on_box) const { return pose * on_box - on_segment; }
  double room(Vec3d n) const {
    return dot(n, pose.translation - segment.a) - dot(abs(transposed_times(pose.rotation, n)), half) -
           larger(dot(n, way), 0.0);
  }
  void place_points(Vec3d on_segment, ConvexGap& gap) const {
    gap.on_a = on_segment, gap.on_b = on_segment + gap.distance * gap.normal;
  }
};

// `place` is in the box, or outside by rounding: a point in common, for depths that are rounding.
template <class Order>
APART_INLINE bool depth_in_order(const Order& order, double place, double noise, ConvexGap& out) {
  const double skew = order.skew();
  if (!(skew <= 1e-13)) return false;
  const DeepestPlace deepest = deepest_place(order.from, order.along, order.half, noise);
  const double error = noise + skew * noise / std::numeric_limits<double>::epsilon();
  if (deepest.separation > error) return false;
  out.distance = deepest.separation;
  out.at_least = out.distance - error, out.at_most = out.distance + error;
  out.normal = order.direction(deepest.normal);
  double at = deepest.place;
  if (out.distance >= -noise) {  // they only touch
    const Vec3d on_box = order.from + at * order.along - out.distance * deepest.normal;
    if (largest(abs(on_box) - order.half) > noise / 8) at = place;
  }
  order.place_points(order.segment_point(at), out);
  out.status = Status::exact;
  return true;
}

// A plane across the direction from the box to the middle of the segment may tell that they are farther apart than a
// reach, without a root.
template <class Order>
bool beyond_reach(const Order& order, double reach, double noise, ConvexGap& out) {
  const Vec3d middle = order.from + 0.5 * order.along, on_box = clamped(middle, order.half);
  const Vec3d direction = order.direction(middle - on_box);
  const double room = order.room(direction), squared = squared_length(direction), far = reach + 2 * noise;
  if (!(room > 0 && room * room > (1 + 1e-12) * (far * far * squared))) return false;
  const double size = std::sqrt(squared);
  out.normal = direction / size;
  out.distance = out.at_least = room / size - noise;
  order.place_points(order.segment_point(0.5), out);
  out.status = Status::at_least;
  return true;
}

// Writes the gap along a normal if the plane across it proves a better bound than that of the gap before, if any.
template <class Order>
APART_INLINE void prove(const Order& order, Vec3d apart, Vec3d normal, double noise, ConvexGap& out) {
  const double at_least = order.room(normal) - noise, distance = dot(normal, apart);
  if (!(at_least > out.at_least && largest(abs(apart - distance * normal)) <= noise)) return;
  out.distance = out.at_most = distance, out.at_least = at_least, out.normal = normal;
}

// From the place of the segment that is nearest: false if that is not proven. With care the direction between the
// points, which has few digits where they are near, is not the only one that is tried.
template <bool kCareful, class Order>
APART_INLINE bool gap_from_place(const Order& order, double place, bool depth, double noise, ConvexGap& out) {
  const Vec3d at = order.from + place * order.along, on_box = clamped(at, order.half), beyond = at - on_box;
  const Vec3d on_segment = order.segment_point(place);
  if (largest(abs(beyond)) <= noise) {
    // Not only where the depth is wanted: it tells whether rounding leaves room for a gap.
    if ((depth || beyond != Vec3d{}) && !depth_in_order(order, place, noise, out)) return false;
    if (!depth) out.meet_at(on_segment, order.towards());
    return true;
  }
  const Vec3d apart = order.apart(on_segment, on_box);
  out.distance = std::numeric_limits<double>::infinity(), out.at_least = 0;
  prove(order, apart, apart / length(apart), noise, out);
  if constexpr (kCareful)
    prove(order, apart,
          order.direction(square_direction(at, on_box, order.along, order.half, place == 0 || place == 1, noise)),
          noise, out);
  if (!(out.distance - out.at_least <= 1.5 * noise)) return false;
  order.place_points(on_segment, out);
  out.status = Status::exact;
  return true;
}

// Seldom: out of line, so that the code of all others is short.
template <class Order>
[[gnu::cold, gnu::noinline]] bool careful_gap(const Box& box, const Pose& pose, const Segment& segment, bool depth,
                                              double noise, ConvexGap& out) {
  const Order order{box, pose, segment};
  const SegmentBox pair(order.from, order.along, order.half);
  return gap_from_place<true>(order, pair.nearest(), depth, noise, out) ||
         gap_from_place<true>(order, pair.nearest_of_pieces(), depth, noise, out);
}

template <class Order>
bool gap_in_order(const Order& order, double reach, bool depth, ConvexGap& out) {
  // Error bound of sums of up to nine products; sizes and offsets enter each once.
  const Vec3d sizes = order.half + abs(order.segment.a) + abs(order.segment.b) + abs(order.pose.translation);
  const double noise = 8 * std::numeric_limits<double>::epsilon() * (sizes.x + sizes.y + sizes.z);
  if (!(noise > 1e-100 && noise < 1e100)) return false;  // squares would underflow or overflow
  if (depth && reach < std::numeric_limits<double>::infinity() && beyond_reach(order, reach, noise, out)) return true;
  const double place = SegmentBox(order.from, order.along, order.half).nearest();
  return gap_from_place<false>(order, place, depth, noise, out) ||
         careful_gap<Order>(order.box, order.pose, order.segment, depth, noise, out);
}

}  // namespace

bool box_segment_gap(const Box& a, const Pose& b_in_a, const Segment& b, double reach, bool depth, ConvexGap& out) {
  return gap_in_order(BoxFirst{a, b_in_a, b}, reach, depth, out);
}

bool segment_box_gap(const Segment& a, const Pose& b_in_a, const Box& b, double reach, bool depth, ConvexGap& out) {
  return gap_in_order(SegmentFirst{b, b_in_a, a}, reach, depth, out);
}

}  // namespace apart::convex
