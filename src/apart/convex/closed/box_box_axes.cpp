// Separating axes of two boxes, and witness points of the axis of least overlap.
#include <algorithm>
#include <apart/convex/closed/box_box_axes.hpp>
#include <apart/convex/features/features.hpp>
#include <utility>

namespace apart::convex {
namespace {

// A point of the intersection of a rectangle, given by its half sizes about the origin, and a polygon.
struct Flat {
  double x, y;
};
Flat common_point(Flat half, Flat (&polygon)[16], int count) {
  for (int cut = 0; cut < 4; ++cut) {
    const auto out = [&](const Flat& p) {
      const double along = cut < 2 ? p.x : p.y;
      return (cut % 2 ? -along : along) - (cut < 2 ? half.x : half.y);
    };
    Flat kept[16];
    int n = 0;
    for (int i = 0; i < count; ++i) {
      const Flat &p = polygon[i], &q = polygon[(i + 1) % count];
      const double at_p = out(p), at_q = out(q);
      if (at_p <= 0) kept[n++] = p;
      if ((at_p > 0) != (at_q > 0)) {
        const double s = at_p / (at_p - at_q), edge = (cut % 2 ? -1 : 1) * (cut < 2 ? half.x : half.y);
        // On the border itself, so that the opposite border of a rectangle without width keeps it.
        kept[n++] = cut < 2 ? Flat{edge, p.y + s * (q.y - p.y)} : Flat{p.x + s * (q.x - p.x), edge};
      }
    }
    if (n == 0) break;  // rounding error: a touch
    count = n;
    std::copy(kept, kept + n, polygon);
  }
  Flat sum{0, 0};
  for (int i = 0; i < count; ++i) sum.x += polygon[i].x, sum.y += polygon[i].y;
  return {sum.x / count, sum.y / count};
}

// The deepest point of a box below a face of the other, with this outward normal (one of its axes): both in the frame
// of the box whose face it is.
Vec3d deepest_below(Vec3d half, int axis, double sign, const Mat3d& rotation, Vec3d t, Vec3d half_other, double noise) {
  // Axes that differ by rounding are interchangeable, so nearly equal depths count as well: otherwise the point could
  // be anywhere on a nearly parallel side.
  const double nearly = larger(2 * noise, lesser(1e6 * noise, 1e-8 * largest(half + half_other)));
  Vec3d corner = t;
  int open[3], count = 0;
  for (int j = 0; j < 3; ++j) {
    const double slope = sign * rotation(axis, j);
    if (half_other[j] <= noise) continue;  // flat: it makes no difference
    if (half_other[j] * std::abs(slope) <= nearly)
      open[count++] = j;
    else
      corner -= std::copysign(half_other[j], slope) * rotation.column(j);
  }
  if (count == 0) return corner;
  const int u = (axis + 1) % 3, v = (axis + 2) % 3;
  const auto flat = [&](Vec3d p) { return Flat{p[u], p[v]}; };
  const Vec3d first = half_other[open[0]] * rotation.column(open[0]);
  const Vec3d second = count == 2 ? half_other[open[1]] * rotation.column(open[1]) : Vec3d{};
  Flat polygon[16] = {flat(corner - first - second), flat(corner + first - second), flat(corner + first + second),
                      flat(corner - first + second)};
  const Flat at = common_point({half[u], half[v]}, polygon, 4);
  Vec3d out{};
  out[axis] = corner[axis], out[u] = at.x, out[v] = at.y;
  return out;
}

// The axis across an edge along A's i and one along B's j, if it separates them by more, or they overlap less along it.
// Numbered when it is compiled: an index into a vector is a chain of comparisons otherwise.
template <int i, int j>
APART_INLINE void offer_edges(const Vec3d& ha, const Pose& b_in_a, const Vec3d& hb, const Mat3d& ar, double noise,
                              BoxAxis& out, double& direction, Vec3d& across) {
  constexpr int u = (i + 1) % 3, v = (i + 2) % 3, k = (j + 1) % 3, l = (j + 2) % 3;
  const Mat3d& r = b_in_a.rotation;
  const Vec3d& t = b_in_a.translation;
  const double ru = r(u, j), rv = r(v, j), square = ru * ru + rv * rv;
  const double along = t[v] * ru - t[u] * rv;
  const double overlap = ha[u] * ar(v, j) + ha[v] * ar(u, j) + hb[k] * ar(i, l) + hb[l] * ar(i, k) - std::abs(along);
  if (!(square > 0)) return;
  // Prefers a face normal if it is as good. Most are excluded by squares, with room for their rounding.
  const double least = out.distance + noise;
  if (least < 0 && overlap > 0 && overlap * overlap > (1 + 1e-12) * (least * least * square)) return;
  const double size = std::sqrt(square);
  if (-overlap <= least * size) return;
  double separation = -overlap / size;
  Vec3d axis{};
  axis[u] = -rv / size, axis[v] = ru / size;
  if (square < 1e-6) {  // nearly parallel: the remainder is inaccurate, so it is measured along its own axis
    separation = std::abs(dot(axis, t)) - dot(abs(axis), ha) - dot(abs(transposed_times(r, axis)), hb);
    if (!(separation > least)) return;
  }
  out.distance = separation, out.axis = 6 + 3 * i + j, across = axis;
  direction = along < 0 ? -1 : 1;
}

}  // namespace

bool boxes_meet(const Box& a, const Pose& b_in_a, const Box& b) {
  const Vec3d ha = 0.5 * a.size, hb = 0.5 * b.size, t = b_in_a.translation;
  const double noise = boxes_noise(ha, t, hb);
  const Mat3d& r = b_in_a.rotation;
  const Mat3d ar = abs(r);
  const auto apart = [&](double along, double room) { return std::abs(along) - room > noise; };
  if (apart(t.x, ha.x + dot(ar.rows[0], hb)) | apart(t.y, ha.y + dot(ar.rows[1], hb)) |
      apart(t.z, ha.z + dot(ar.rows[2], hb)))
    return false;
  const Vec3d tb = transposed_times(r, t), reach = transposed_times(ar, ha);
  if (apart(tb.x, hb.x + reach.x) | apart(tb.y, hb.y + reach.y) | apart(tb.z, hb.z + reach.z)) return false;
  for (int i = 0; i < 3; ++i) {
    const int u = (i + 1) % 3, v = (i + 2) % 3;
    const Vec3d ru = r.rows[u], rv = r.rows[v], au = ar.rows[u], av = ar.rows[v], ai = ar.rows[i];
    const Vec3d along = t[v] * ru - t[u] * rv, of_a = ha[u] * av + ha[v] * au;
    const Vec3d of_b{hb.y * ai.z + hb.z * ai.y, hb.z * ai.x + hb.x * ai.z, hb.x * ai.y + hb.y * ai.x};
    if (apart(along.x, of_a.x + of_b.x) | apart(along.y, of_a.y + of_b.y) | apart(along.z, of_a.z + of_b.z))
      return false;
  }
  return true;
}

BoxAxis least_overlap(const Box& a, const Pose& b_in_a, const Box& b, const BoxSide& side) {
  const Vec3d ha = 0.5 * a.size, hb = 0.5 * b.size, t = b_in_a.translation;
  const Mat3d& r = b_in_a.rotation;
  const Mat3d ar = abs(r);
  const double noise = side.noise;
  BoxAxis out;
  out.distance = side.separation, out.axis = side.axis;
  double direction = side.back ? -1 : 1;
  Vec3d across{};
  [&]<int... kEdges>(std::integer_sequence<int, kEdges...>) {
    (offer_edges<kEdges / 3, kEdges % 3>(ha, b_in_a, hb, ar, noise, out, direction, across), ...);
  }
  (std::make_integer_sequence<int, 9>{});
  out.normal = out.axis < 6 ? side.normal(r) : direction * across;
  out.at_least = out.distance - noise;
  out.status = out.meet() ? Status::exact : Status::at_least;
  if (!out.meet()) return out;
  out.at_most = out.distance + noise;

  if (out.axis < 3) {
    out.on_b = deepest_below(ha, out.axis, direction, r, t, hb, noise);
    out.on_a = out.on_b - out.distance * out.normal;
  } else if (out.axis < 6) {
    const Vec3d in_b = deepest_below(hb, out.axis - 3, -direction, transposed(r), -transposed_times(r, t), ha, noise);
    out.on_a = r * in_b + t;
    out.on_b = out.on_a + out.distance * out.normal;
  } else {
    const int i = (out.axis - 6) / 3, j = (out.axis - 6) % 3;
    Vec3d on_a{}, on_b = t;
    const Vec3d in_b = transposed_times(r, out.normal);
    for (int k = 0; k < 3; ++k) {
      if (k != i) on_a[k] = std::copysign(ha[k], out.normal[k]);
      if (k != j) on_b -= std::copysign(hb[k], in_b[k]) * r.column(k);
    }
    Vec3d along{};
    along[i] = 1;
    // The midpoints of the two edges; from there to their nearest points.
    const SegmentPlaces near = nearest_on_segments(on_a - ha[i] * along, 2 * ha[i] * along, on_b - hb[j] * r.column(j),
                                                   2 * hb[j] * r.column(j));
    out.on_a = on_a + (2 * near.s - 1) * ha[i] * along;
    out.on_b = out.on_a + out.distance * out.normal;
  }
  return out;
}

}  // namespace apart::convex
