#include <apart/convex/arrow.hpp>
#include <apart/convex/box_box.hpp>
#include <apart/convex/core_gap.hpp>
#include <apart/convex/core_support.hpp>
#include <apart/convex/general_gap.hpp>
#include <apart/convex/kernels.hpp>
#include <apart/convex/point_gap.hpp>
#include <apart/triangles/distance.hpp>
#include <apart/triangles/segment.hpp>
#include <apart/triangles/segment_kernel.hpp>

namespace apart {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

double size_of(Vec3d p, Vec3d q) { return larger(largest(abs(p)), largest(abs(q))); }

// Seen the other way round.
CoreGap mirrored(const CoreGap& gap, const Posed& b_in_a) {
  CoreGap out = gap;
  out.on_a = b_in_a * gap.on_b, out.on_b = b_in_a * gap.on_a;
  out.normal = -b_in_a.turn(gap.normal);
  return out;
}

// Answers of closed forms: right to the rounding of what went into them, which is of this size.
CoreGap closed(double distance, Vec3d on_a, Vec3d on_b, Vec3d normal, double size) {
  return {distance, distance - rounding_of(size), distance, on_a, on_b, normal, Status::exact};
}

CoreGap points_gap(const Point& a, const Posed& b_in_a, const Point& b) {
  const Vec3d at = b_in_a * b.at;
  const auto [unit, distance] = arrow(at - a.at);
  return closed(distance, a.at, at, distance > 0 ? unit : Vec3d{1, 0, 0}, size_of(a.at, at));
}

Segment as_segment(const Core& core) {
  if (const Segment* s = std::get_if<Segment>(&core)) return *s;
  const Vec3d at = std::get_if<Point>(&core)->at;
  return {at, at};
}

// Two segments in one frame, and where they are nearest.
struct PassingSegments {
  Segment a, b;
  Vec3d on_a, on_b, apart;  // the points, and the way from one to the other with more digits than their difference
  double distance;
  double size;              // of the coordinates
  bool inside_a, inside_b;  // not at an end

  PassingSegments(const Segment& first, const Posed& b_in_a, const Segment& second)
      : a(first), b{b_in_a * second.a, b_in_a * second.b} {
    const Vec3d d = a.b - a.a, e = b.b - b.a, r = b.a - a.a;
    const double extents = squared_length(d) + squared_length(e) + squared_length(r);
    size = 2 * std::sqrt(squared_length(a.a) + extents);  // no coordinate is larger
    if (extents > 1e-200 && extents < 1e200) {
      const auto [s, t] = kernel::nearest_places(d, e, r);
      const kernel::Foot<double> p(a.a, a.b, s), q(b.a, b.b, t);
      on_a = p.point(d), on_b = q.point(e), apart = (q.end - p.end) + (q.rest * e - p.rest * d);
      distance = length(apart);
      inside_a = 0 < s && s < 1;
      inside_b = 0 < t && t < 1;
    } else {
      const SegmentGap gap = segment_gap(a.a, a.b, b.a, b.b);
      on_a = gap.on_p, on_b = gap.on_q, apart = on_b - on_a;
      distance = arrow(apart).length, size = larger(size_of(a.a, a.b), size_of(b.a, b.b));
      inside_a = 0 < gap.at_p && gap.at_p < 1;
      inside_b = 0 < gap.at_q && gap.at_q < 1;
    }
  }

  // Of length 1, from A to B, with all its digits however near they pass each other.
  Vec3d normal() const {
    if (distance > 1e-3 * size) return apart / distance;
    const Vec3d d = arrow(a.b - a.a).unit, e = arrow(b.b - b.a).unit;
    const auto [across, sine] = arrow(cross(d, e));
    const bool touching = distance <= rounding_of(size);
    // Edges that pass each other: their common normal.
    const bool crossing = sine > 1e-4 && ((inside_a && inside_b) || touching);
    const Vec3d edge = inside_a ? d : inside_b ? e : Vec3d{}, straight = arrow(apart).unit;
    Vec3d out = crossing ? across : arrow(straight - dot(straight, edge) * edge).unit;
    if (touching || out == Vec3d{}) {
      // Any way that parts them without moving either along itself; towards B's middle if there is a choice.
      if (!crossing) out = perpendicular(d == Vec3d{} ? e : d);
      return dot(out, (b.a - a.a) + (b.b - a.b)) < 0 ? -out : out;
    }
    return dot(out, apart) < 0 ? -out : out;
  }
};

CoreGap segments_gap(const Segment& a, const Posed& b_in_a, const Segment& b) {
  const PassingSegments pair(a, b_in_a, b);
  return closed(pair.distance, pair.on_a, pair.on_b, pair.normal(), pair.size);
}

CoreGap point_core_gap(const Point& a, const Posed& b_in_a, const Core& b) {
  const Vec3d p = transposed_times(b_in_a.rotation, a.at - b_in_a.translation);
  const PointGap gap = point_gap(p, b);
  const double size = size_of(a.at, b_in_a.translation) + size_of(p, gap.point);
  return closed(gap.distance, a.at, b_in_a * gap.point, -b_in_a.turn(gap.normal), size);
}

Triangled as_triangle(const Core& core) {
  if (const Triangled* t = std::get_if<Triangled>(&core)) return *t;
  const Segment s = as_segment(core);
  return {s.a, s.b, s.b};
}

CoreGap triangles_gap(const Core& a, const Posed& b_in_a, const Core& b, const CoreWish& wish) {
  const Triangled s = as_triangle(a), t = b_in_a * as_triangle(b);
  const TriangleGap gap = distance(s, t);
  const auto [unit, distance] = arrow(gap.on_t - gap.on_s);
  const double size = larger(larger(size_of(s.a, s.b), size_of(t.a, t.b)), size_of(s.c, t.c));
  // Where they overlap, or are so near that their points do not tell the way.
  if (!(distance > 1e-5 * size)) return general_gap(a, b_in_a, b, wish);
  return closed(distance, gap.on_s, gap.on_t, unit, size);
}

bool holds(const Box& box, Vec3d p) { return largest(abs(p) - 0.5 * box.size) <= 0; }

CoreGap boxes_gap(const Core& a, const Posed& b_in_a, const Core& b, const CoreWish& wish) {
  const Box &box_a = *std::get_if<Box>(&a), &box_b = *std::get_if<Box>(&b);
  const Vec3d middle = b_in_a.translation;
  if (!wish.depth) {
    if (!holds(box_a, middle)) return general_gap(a, b_in_a, b, wish);
    const Vec3d normal = arrow(middle).unit;
    return {0, 0, 0, middle, middle, normal == Vec3d{} ? Vec3d{1, 0, 0} : normal, Status::exact};
  }
  // Axes tell the depth, but seldom the distance: they come first where it is plain that boxes overlap, or where no
  // more than the depth is asked for.
  if (wish.reach > 0 && !holds(box_a, middle) && !holds(box_b, transposed_times(b_in_a.rotation, middle))) {
    CoreWish shallow = wish;
    shallow.depth = false;
    if (const CoreGap apart = general_gap(a, b_in_a, b, shallow); apart.at_least > 0) return apart;
  }
  const BoxAxis least = least_overlap(box_a, b_in_a, box_b);
  const double low = least.separation - least.noise, high = least.separation + least.noise;
  if (least.meet()) return {least.separation, low, high, least.on_a, least.on_b, least.normal, Status::exact};
  if (low > wish.reach) return {low, low, kInfinity, least.on_a, least.on_b, least.normal, Status::at_least};
  return general_gap(a, b_in_a, b, wish);
}

CoreGap half_space_gap(const HalfSpace& a, const Posed& b_in_a, const Core& b) {
  const auto [normal, scale] = arrow(a.normal);
  const Vec3d p = PlacedCore{b_in_a, {&b}}(-normal);
  const double offset = a.offset / scale, distance = dot(normal, p) - offset;
  const double size = largest(abs(p)) + 2 * largest(abs(b_in_a.translation)) + std::abs(offset);
  return closed(distance, p - distance * normal, p, normal, size);
}

CoreGap half_spaces_gap(const HalfSpace& a, const Posed& b_in_a, const HalfSpace& b) {
  const auto [normal, size] = arrow(a.normal);
  const auto [local, size_b] = arrow(b.normal);
  const Vec3d other = b_in_a.turn(local), sum = normal + other;
  const double offset = a.offset / size, other_offset = b.offset / size_b + dot(other, b_in_a.translation);
  const auto [middle, opening] = arrow(sum);
  if (!(opening > rounding_of(1))) {  // face to face
    const double distance = -other_offset - offset;
    const Vec3d on_a = offset * normal;
    const double far = std::abs(offset) + std::abs(other_offset) + largest(abs(b_in_a.translation));
    return closed(distance, on_a, on_a + distance * normal, normal, far);
  }
  // They share a wedge or more, and no motion parts them.
  const Vec3d shared = (lesser(offset, other_offset) / dot(normal, middle)) * middle;
  return {-kInfinity, -kInfinity, -kInfinity, shared, shared, normal, Status::exact};
}

}  // namespace

CoreGap core_gap(const Core& a, const Posed& b_in_a, const Core& b, const CoreWish& wish) {
  const CoreKind kind_a = static_cast<CoreKind>(a.index()), kind_b = static_cast<CoreKind>(b.index());
  const auto swapped = [&] {
    const Posed a_in_b = inverse(b_in_a);
    CoreWish turned = wish;
    turned.memory = nullptr;
    return mirrored(core_gap(b, a_in_b, a, turned), b_in_a);
  };
  switch (kernel_for(Question::distance, kind_a, kind_b)) {
    case Kernel::points:
      return points_gap(*std::get_if<Point>(&a), b_in_a, *std::get_if<Point>(&b));
    case Kernel::segments:
      return segments_gap(as_segment(a), b_in_a, as_segment(b));
    case Kernel::point:
      return kind_a == CoreKind::point ? point_core_gap(*std::get_if<Point>(&a), b_in_a, b) : swapped();
    case Kernel::triangles:
      return triangles_gap(a, b_in_a, b, wish);
    case Kernel::boxes:
      return boxes_gap(a, b_in_a, b, wish);
    case Kernel::half_space:
      return kind_a == CoreKind::half_space ? half_space_gap(*std::get_if<HalfSpace>(&a), b_in_a, b) : swapped();
    case Kernel::half_spaces:
      return half_spaces_gap(*std::get_if<HalfSpace>(&a), b_in_a, *std::get_if<HalfSpace>(&b));
    case Kernel::general:
      return general_gap(a, b_in_a, b, wish);
    case Kernel::pieces:
    case Kernel::corners:
    case Kernel::rims:
    case Kernel::corner_core:
    case Kernel::ellipsoids:
    case Kernel::without_end:
    case Kernel::advance:
    case Kernel::none:
      break;
  }
  fail("a union is asked by its pieces", __FILE__, __LINE__);
}

bool core_within(const Core& a, const Posed& b_in_a, const Core& b, double reach, ShapeMemory* memory) {
  switch (kernel_for(Question::within, static_cast<CoreKind>(a.index()), static_cast<CoreKind>(b.index()))) {
    case Kernel::points: {
      const Vec3d p = std::get_if<Point>(&a)->at, q = b_in_a * std::get_if<Point>(&b)->at;
      return !(arrow(q - p).length - rounding_of(size_of(p, q)) > reach);
    }
    case Kernel::segments: {
      const PassingSegments pair(as_segment(a), b_in_a, as_segment(b));
      return !(pair.distance - rounding_of(pair.size) > reach);
    }
    case Kernel::boxes:
      if (reach == 0) return boxes_meet(*std::get_if<Box>(&a), b_in_a, *std::get_if<Box>(&b));
      [[fallthrough]];
    case Kernel::general:
      return general_within(a, b_in_a, b, reach, memory);
    default:
      return !(core_gap(a, b_in_a, b, {.reach = reach, .enough = reach, .depth = false, .memory = memory}).at_least >
               reach);
  }
}

}  // namespace apart
