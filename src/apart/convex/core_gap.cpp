// Dispatches two cores to their algorithm, in either order.
#include <apart/base/normalized.hpp>
#include <apart/base/rigidity.hpp>
#include <apart/convex/closed/box_box_axes.hpp>
#include <apart/convex/closed/box_box_distance.hpp>
#include <apart/convex/closed/plain_gap.hpp>
#include <apart/convex/closed/segment_box.hpp>
#include <apart/convex/closed/segment_segment.hpp>
#include <apart/convex/core_gap.hpp>
#include <apart/convex/dispatch.hpp>
#include <apart/convex/escalation/escalation.hpp>
#include <apart/convex/escalation/warm_start.hpp>
#include <apart/triangles/distance.hpp>

namespace apart::convex {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// With A and B exchanged.
ConvexGap mirrored(const ConvexGap& gap, const Pose& b_in_a) {
  ConvexGap out = gap;
  out.on_a = b_in_a * gap.on_b, out.on_b = b_in_a * gap.on_a;
  out.normal = -b_in_a.rotate(gap.normal);
  return out;
}

Segment as_segment(const Core& core) {
  if (const Segment* s = std::get_if<Segment>(&core)) return *s;
  const Vec3d at = std::get_if<Point>(&core)->at;
  return {at, at};
}

ConvexGap segments_gap(const Segment& a, const Pose& b_in_a, const Segment& b) {
  const SegmentPairBySigns by_signs(a, b_in_a, b);
  return by_signs.verdict == Verdict::apart ? by_signs.gap() : SegmentPair(a, b_in_a, b).gap();
}

bool segments_within(const Segment& a, const Pose& b_in_a, const Segment& b, double reach) {
  if (const Verdict verdict = SegmentPairBySigns(a, b_in_a, b).within(reach); verdict != Verdict::unsure)
    return verdict == Verdict::meet;
  const SegmentPair pair(a, b_in_a, b);
  return !(pair.distance - rounding_error(pair.size) > reach);
}

ConvexGap point_core_gap(const Point& a, const Pose& b_in_a, const Core& b) {
  const Vec3d p = transposed_times(b_in_a.rotation, a.at - b_in_a.translation);
  const PointGap gap = point_gap(p, b);
  const double size = size_of(a.at, b_in_a.translation) + size_of(p, gap.point);
  return closed_gap(gap.distance, a.at, b_in_a * gap.point, -b_in_a.rotate(gap.normal), size);
}

// Is a segment nearer to a box than a reach, without a root or a direction? Where doubles do not tell for certain,
// as the gap does.
Verdict segment_box_verdict(const Core& a, const Pose& b_in_a, const Core& b, double reach) {
  const bool box_first = a.index() == static_cast<std::size_t>(CoreKind::box);
  const Box* const box = std::get_if<Box>(box_first ? &a : &b);
  const Segment* const segment = std::get_if<Segment>(box_first ? &b : &a);
  const Mat3d& r = b_in_a.rotation;
  const Vec3d from = box_first ? b_in_a * segment->a : transposed_times(r, segment->a - b_in_a.translation);
  const Vec3d way = segment->b - segment->a, along = box_first ? r * way : transposed_times(r, way);
  const double size = largest(abs(segment->a)) + largest(abs(segment->b)) + largest(abs(b_in_a.translation)) +
                      largest(box->size) + reach;
  if (!(size > 1e-100 && size < 1e100)) return Verdict::unsure;
  // Seen from the box, the segment is where it is only as far as the pose is rigid.
  const double slack = (0x1p-42 + (box_first ? 0 : 16 * orthogonality_error(r))) * size;
  return SegmentBox(from, along, 0.5 * box->size).verdict(reach, 4 * size, slack);
}

Triangle as_triangle(const Core& core) {
  if (const Triangle* t = std::get_if<Triangle>(&core)) return *t;
  const Segment s = as_segment(core);
  return {s.a, s.b, s.b};
}

ConvexGap triangles_gap(const Core& a, const Pose& b_in_a, const Core& b, const CoreGapOptions& options) {
  const Triangle s = as_triangle(a), t = b_in_a * as_triangle(b);
  const TriangleGap gap = distance(s, t);
  const auto [unit, distance] = normalized(gap.on_t - gap.on_s);
  const double size = larger(larger(size_of(s.a, s.b), size_of(t.a, t.b)), size_of(s.c, t.c));
  // If they overlap, or are so near that their points do not determine the direction.
  if (!(distance > 1e-5 * size)) return escalated_gap(a, b_in_a, b, options);
  return closed_gap(distance, gap.on_s, gap.on_t, unit, size);
}

ConvexGap deep_boxes_gap(const Core& a, const Pose& b_in_a, const Core& b, const CoreGapOptions& options) {
  const BoxAxis least = least_overlap(*std::get_if<Box>(&a), b_in_a, *std::get_if<Box>(&b));
  if (least.meet()) return least;
  if (const double low = least.at_least; low > options.reach)
    return {low, low, kInfinity, least.on_a, least.on_b, least.normal, Status::at_least};
  return escalated_gap(a, b_in_a, b, options);
}

ConvexGap boxes_gap(const Core& a, const Pose& b_in_a, const Core& b, const CoreGapOptions& options) {
  // Axes give the depth, but seldom the distance: they come first if only the depth is wanted.
  if (options.depth && !(options.reach > 0)) return deep_boxes_gap(a, b_in_a, b, options);
  const WarmStart warm(options.memory, a, b);
  BoxGap near(*std::get_if<Box>(&a), b_in_a, *std::get_if<Box>(&b));
  switch (near.search(warm.point_of_b())) {
    case Verdict::apart:
      warm.keep(near.normal(), near.on_a(), near.in_b());
      return near.gap();
    case Verdict::meet:
      if (!options.depth) {
        ConvexGap out;
        out.meet_at(near.on_a(), b_in_a.translation);
        return out;
      }
      [[fallthrough]];
    case Verdict::unsure:
      break;
  }
  return options.depth ? deep_boxes_gap(a, b_in_a, b, options) : escalated_gap(a, b_in_a, b, options);
}

ConvexGap segment_and_box_gap(const Core& a, const Pose& b_in_a, const Core& b, const CoreGapOptions& options) {
  ConvexGap out;
  const Box* const box = std::get_if<Box>(&a);
  if (box ? box_segment_gap(*box, b_in_a, *std::get_if<Segment>(&b), options.reach, options.depth, out)
          : segment_box_gap(*std::get_if<Segment>(&a), b_in_a, *std::get_if<Box>(&b), options.reach, options.depth,
                            out))
    return out;
  out = escalated_gap(a, b_in_a, b, options);
  return out;
}

ConvexGap half_space_gap(const HalfSpace& a, const Pose& b_in_a, const Core& b) {
  const auto [normal, scale] = normalized(a.normal);
  const Vec3d p = PlacedCore{b_in_a, {&b}}(-normal);
  const double offset = a.offset / scale, distance = dot(normal, p) - offset;
  const double size = largest(abs(p)) + 2 * largest(abs(b_in_a.translation)) + std::abs(offset);
  return closed_gap(distance, p - distance * normal, p, normal, size);
}

ConvexGap half_spaces_gap(const HalfSpace& a, const Pose& b_in_a, const HalfSpace& b) {
  const auto [normal, size] = normalized(a.normal);
  const auto [local, size_b] = normalized(b.normal);
  const Vec3d other = b_in_a.rotate(local), sum = normal + other;
  const double offset = a.offset / size, other_offset = b.offset / size_b + dot(other, b_in_a.translation);
  const auto [middle, opening] = normalized(sum);
  if (!(opening > rounding_error(1))) {  // face to face
    const double distance = -other_offset - offset;
    const Vec3d on_a = offset * normal;
    const double far = std::abs(offset) + std::abs(other_offset) + largest(abs(b_in_a.translation));
    return closed_gap(distance, on_a, on_a + distance * normal, normal, far);
  }
  // They share a wedge or more, and no motion separates them.
  const Vec3d shared = (lesser(offset, other_offset) / dot(normal, middle)) * middle;
  return {-kInfinity, -kInfinity, -kInfinity, shared, shared, normal, Status::exact};
}

}  // namespace

ConvexGap core_gap(const Core& a, const Pose& b_in_a, const Core& b, const CoreGapOptions& options) {
  const CoreKind kind_a = static_cast<CoreKind>(a.index()), kind_b = static_cast<CoreKind>(b.index());
  const auto swapped = [&] {
    const Pose a_in_b = inverse(b_in_a);
    CoreGapOptions turned = options;
    turned.memory = nullptr;
    return mirrored(core_gap(b, a_in_b, a, turned), b_in_a);
  };
  switch (gap_method(kind_a, kind_b)) {
    case GapMethod::points:
      return points_gap(*std::get_if<Point>(&a), b_in_a, *std::get_if<Point>(&b));
    case GapMethod::segments:
      return segments_gap(as_segment(a), b_in_a, as_segment(b));
    case GapMethod::point:
      if (kind_a == CoreKind::box) return box_point_gap(*std::get_if<Box>(&a), b_in_a, *std::get_if<Point>(&b));
      return kind_a == CoreKind::point ? point_core_gap(*std::get_if<Point>(&a), b_in_a, b) : swapped();
    case GapMethod::triangles:
      return triangles_gap(a, b_in_a, b, options);
    case GapMethod::segment_box:
      return segment_and_box_gap(a, b_in_a, b, options);
    case GapMethod::boxes:
      return boxes_gap(a, b_in_a, b, options);
    case GapMethod::half_space:
      return kind_a == CoreKind::half_space ? half_space_gap(*std::get_if<HalfSpace>(&a), b_in_a, b) : swapped();
    case GapMethod::half_spaces:
      return half_spaces_gap(*std::get_if<HalfSpace>(&a), b_in_a, *std::get_if<HalfSpace>(&b));
    case GapMethod::escalation:
      return escalated_gap(a, b_in_a, b, options);
    case GapMethod::pieces:
    case GapMethod::none:
      break;
  }
  fail("a union is computed piece by piece", __FILE__, __LINE__);
}

bool core_within(const Core& a, const Pose& b_in_a, const Core& b, double reach, ShapeCache* memory) {
  switch (gap_method(static_cast<CoreKind>(a.index()), static_cast<CoreKind>(b.index()))) {
    case GapMethod::points: {
      const Vec3d p = std::get_if<Point>(&a)->at, q = b_in_a * std::get_if<Point>(&b)->at;
      return !(normalized(q - p).length - rounding_error(size_of(p, q)) > reach);
    }
    case GapMethod::segments:
      return segments_within(as_segment(a), b_in_a, as_segment(b), reach);
    case GapMethod::segment_box:
      if (const Verdict verdict = segment_box_verdict(a, b_in_a, b, reach); verdict != Verdict::unsure)
        return verdict == Verdict::meet;
      return escalated_within(a, b_in_a, b, reach, memory);
    case GapMethod::boxes:
      if (reach == 0) return boxes_meet(*std::get_if<Box>(&a), b_in_a, *std::get_if<Box>(&b));
      [[fallthrough]];
    case GapMethod::escalation:
      return escalated_within(a, b_in_a, b, reach, memory);
    default:
      break;
  }
  return !(core_gap(a, b_in_a, b, {.reach = reach, .enough = reach, .depth = false, .memory = memory}).at_least >
           reach);
}

}  // namespace apart::convex
