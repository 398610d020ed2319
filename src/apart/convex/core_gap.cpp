#include <apart/convex/arrow.hpp>
#include <apart/convex/core_gap.hpp>
#include <apart/convex/core_support.hpp>
#include <apart/convex/general_gap.hpp>
#include <apart/convex/kernels.hpp>
#include <apart/convex/point_gap.hpp>
#include <apart/triangles/distance.hpp>
#include <apart/triangles/segment.hpp>

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

// Answers of closed forms: right to rounding. Cores without inside that meet are no distance apart.
CoreGap closed(double distance, Vec3d on_a, Vec3d on_b, Vec3d normal) {
  return {distance, distance - rounding_of(size_of(on_a, on_b)), distance, on_a, on_b, normal, Status::exact};
}

CoreGap points_gap(const Point& a, const Posed& b_in_a, const Point& b) {
  const Vec3d at = b_in_a * b.at;
  const auto [unit, distance] = arrow(at - a.at);
  return closed(distance, a.at, at, distance > 0 ? unit : Vec3d{1, 0, 0});
}

Segment as_segment(const Core& core) {
  if (const Segment* s = std::get_if<Segment>(&core)) return *s;
  const Vec3d at = std::get_if<Point>(&core)->at;
  return {at, at};
}

CoreGap segments_gap(const Segment& a, const Posed& b_in_a, const Segment& local_b) {
  const Segment b{b_in_a * local_b.a, b_in_a * local_b.b};
  const SegmentGap gap = segment_gap(a.a, a.b, b.a, b.b);
  const double distance = std::sqrt(gap.squared);
  const Vec3d d = arrow(a.b - a.a).unit, e = arrow(b.b - b.a).unit;
  const auto [across, sine] = arrow(cross(d, e));
  const Vec3d apart = gap.on_q - gap.on_p;
  const bool between = gap.at_p > 0 && gap.at_p < 1 && gap.at_q > 0 && gap.at_q < 1;
  // Of edges that pass each other, their common normal, which has its digits however near they pass.
  const bool touching = distance <= rounding_of(size_of(gap.on_p, gap.on_q));
  const bool crossing = sine > 1e-4 && (between || touching);
  Vec3d normal = crossing ? across : arrow(apart).unit;
  // Nearest inside of one of them: across it, to the last digit.
  const Vec3d edge = gap.at_p > 0 && gap.at_p < 1 ? d : gap.at_q > 0 && gap.at_q < 1 ? e : Vec3d{};
  if (!crossing) normal = arrow(normal - dot(normal, edge) * edge).unit;
  if (touching || normal == Vec3d{}) {
    // They touch: any way that parts them without moving either along itself; towards B's middle if there is a choice.
    if (!crossing) normal = perpendicular(d == Vec3d{} ? e : d);
    if (dot(normal, (b.a - a.a) + (b.b - a.b)) < 0) normal = -normal;
  } else if (dot(normal, apart) < 0) {
    normal = -normal;
  }
  return closed(distance, gap.on_p, gap.on_q, normal);
}

CoreGap point_core_gap(const Point& a, const Posed& b_in_a, const Core& b) {
  const PointGap gap = point_gap(transposed_times(b_in_a.rotation, a.at - b_in_a.translation), b);
  CoreGap out = closed(gap.distance, a.at, b_in_a * gap.point, -b_in_a.turn(gap.normal));
  out.at_least -= rounding_of(largest(abs(gap.point)));
  return out;
}

Triangled as_triangle(const Core& core) {
  if (const Triangled* t = std::get_if<Triangled>(&core)) return *t;
  const Segment s = as_segment(core);
  return {s.a, s.b, s.b};
}

CoreGap triangles_gap(const Core& a, const Posed& b_in_a, const Core& b, const CoreWish& wish) {
  const TriangleGap gap = distance(as_triangle(a), b_in_a * as_triangle(b));
  const auto [unit, distance] = arrow(gap.on_t - gap.on_s);
  // Where they overlap, or are so near that their points do not tell the way.
  if (!(distance > 1e-8 * size_of(gap.on_s, gap.on_t))) return general_gap(a, b_in_a, b, wish);
  return closed(distance, gap.on_s, gap.on_t, unit);
}

CoreGap half_space_gap(const HalfSpace& a, const Posed& b_in_a, const Core& b) {
  const auto [normal, size] = arrow(a.normal);
  const Vec3d p = PlacedCore{b_in_a, {&b}}(-normal);
  const double offset = a.offset / size, distance = dot(normal, p) - offset;
  CoreGap out = closed(distance, p - distance * normal, p, normal);
  out.at_least -= rounding_of(std::abs(offset));
  return out;
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
    CoreGap out = closed(distance, on_a, on_a + distance * normal, normal);
    out.at_least -= rounding_of(larger(std::abs(offset), largest(abs(b_in_a.translation))));
    return out;
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
  switch (kernel(Question::distance, kind_a, kind_b)) {
    case Kernel::points:
      return points_gap(*std::get_if<Point>(&a), b_in_a, *std::get_if<Point>(&b));
    case Kernel::segments:
      return segments_gap(as_segment(a), b_in_a, as_segment(b));
    case Kernel::point:
      return kind_a == CoreKind::point ? point_core_gap(*std::get_if<Point>(&a), b_in_a, b) : swapped();
    case Kernel::triangles:
      return triangles_gap(a, b_in_a, b, wish);
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

}  // namespace apart
