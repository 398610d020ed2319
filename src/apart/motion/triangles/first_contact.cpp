// First contacts: boxes of the motion, then directions in doubles, then a proof of a crossing, and 106 bits for the
// rest.
#include <algorithm>
#include <apart/base/assert.hpp>
#include <apart/base/two_doubles.hpp>
#include <apart/motion/triangles/advance.hpp>
#include <apart/motion/triangles/crossing.hpp>
#include <apart/motion/triangles/first_contact.hpp>
#include <apart/triangles/distance.hpp>
#include <apart/triangles/overlap.hpp>
#include <utility>

namespace apart {

namespace motion {

namespace {

// The larger of all coordinates' magnitudes; not finite if one is not.
template <int K>
double size_of(const Vec3d (&from)[K], const Vec3d (&to)[K]) {
  Vec3d most{};
  for (int i = 0; i < K; ++i) most = larger(most, larger(abs(from[i]), abs(to[i])));
  return largest(most);
}

template <int K>
struct Differences {
  Vec3d from[K], to[K];
  Vec3d edges_from[2], edges_to[2];

  void set_edge(int i, const MovingPoint& a, const MovingPoint& b) {
    edges_from[i] = b.from - a.from, edges_to[i] = b.to - a.to;
  }
  void set(int i, const MovingPoint& a, const MovingPoint& b) { from[i] = b.from - a.from, to[i] = b.to - a.to; }
  // Differences that overflow count as not finite.
  bool finite() const {
    Vec3d sum{};
    for (int i = 0; i < K; ++i) sum += 0.0 * from[i] + 0.0 * to[i];
    return sum.x + sum.y + sum.z == 0;
  }
  // Is a coordinate's sign the same for all, throughout? Differences of doubles have the right sign, and rounding keeps
  // their order.
  bool apart_along_an_axis(double margin) const {
    Vec3d low = lesser(from[0], to[0]), high = larger(from[0], to[0]);
    for (int i = 1; i < K; ++i) low = lesser(low, lesser(from[i], to[i])), high = larger(high, larger(from[i], to[i]));
    return largest(low) > margin || lesser(lesser(high.x, high.y), high.z) < -margin;
  }
};

// A power of two that brings sizes to where products of six neither overflow nor underflow.
double scale_for(double size) {
  if (size >= 0x1p-100 && size <= 0x1p100) return 1;
  return size > 0 ? std::ldexp(1.0, -std::max(std::ilogb(size), -1000)) : 1;
}

template <class T, int K>
MovingHull<T, K> hull_of(const Differences<K>& d, double scale, const FirstContactOptions& options) {
  MovingHull<T, K> hull;
  hull.size = T(size_of(d.from, d.to) * scale);
  for (int i = 0; i < K; ++i) hull.from[i] = cast<T>(scale * d.from[i]), hull.to[i] = cast<T>(scale * d.to[i]);
  for (int i = 0; i < 2; ++i)
    hull.edges_from[i] = cast<T>(scale * d.edges_from[i]), hull.edges_to[i] = cast<T>(scale * d.edges_to[i]);
  hull.input_error = T(2.0001 * scale * options.input_error);
  hull.clearance = T(scale * options.clearance);
  return hull;
}

// The same, with differences that are exact.
template <int K, class Pair, class Edge>
MovingHull<TwoDoubles, K> careful_hull(const Differences<K>& d, double scale, const FirstContactOptions& options,
                                       Pair pair, Edge edge) {
  MovingHull<TwoDoubles, K> hull = hull_of<TwoDoubles>(d, scale, options);
  const auto scaled = [&](const Vec3<TwoDoubles>& v) {
    const auto one = [&](TwoDoubles x) { return TwoDoubles(scale * x.high, scale * x.low); };
    return Vec3<TwoDoubles>{one(v.x), one(v.y), one(v.z)};
  };
  for (int i = 0; i < K; ++i) {
    const auto [a, b] = pair(i);
    hull.from[i] = scaled(exact_difference(b.from, a.from)), hull.to[i] = scaled(exact_difference(b.to, a.to));
  }
  for (int i = 0; i < 2; ++i) {
    const auto [a, b] = edge(i);
    hull.edges_from[i] = scaled(exact_difference(b.from, a.from));
    hull.edges_to[i] = scaled(exact_difference(b.to, a.to));
  }
  return hull;
}

struct Approach {
  FirstContact found;
  double u = 0, v = 0;  // of the nearest point
};

Vec3d unit(Vec3d n) {
  const double most = largest(abs(n));
  if (!(most > 0)) return {};
  n = n / most;
  return n / length(n);
}

template <class T>
Approach approach_of(const Advanced<T>& end, double scale) {
  Approach out;
  FirstContact& found = out.found;
  found.hit = end.arrival != Arrival::free;
  found.normal = unit(cast<double>(end.direction));
  if (!found.hit) return out;
  // Rounded down, so that what is before is free; the distance there changes less than its margin.
  double time = static_cast<double>(end.time);
  if (T(time) > end.time) time = std::nextafter(time, 0.0);
  found.free_until = found.contact_by = time;
  found.distance = static_cast<double>(end.distance) * (1 + 0x1p-50) / scale;
  found.status = end.arrival == Arrival::near ? Status::within_error : Status::unfinished;
  out.u = static_cast<double>(end.nearest.u), out.v = static_cast<double>(end.nearest.v);
  return out;
}

// Two moving vertices, the first to be subtracted.
struct Ends {
  const MovingPoint &a, &b;
};

// pair(i) is the vertex of A and that of B of corner i, edge(i) the ends of two edges of the face, all as Ends. Before
// `start` all is free.
template <int K, class Pair, class Edge>
Approach approach(Pair pair, Edge edge, const FirstContactOptions& options, double start = 0) {
  Differences<K> d;
  for (int i = 0; i < K; ++i) {
    const auto [a, b] = pair(i);
    d.set(i, a, b);
  }
  Approach out;
  FirstContact& found = out.found;
  if (!d.finite()) {
    found.hit = true, found.free_until = found.contact_by = 0, found.status = Status::invalid;
    return out;
  }
  if (d.apart_along_an_axis(options.clearance + 2.0001 * options.input_error)) return {};
  for (int i = 0; i < 2; ++i) {
    const auto [a, b] = edge(i);
    d.set_edge(i, a, b);
  }
  const double size = size_of(d.from, d.to);
  const double scale = scale_for(size);
  const MovingHull<double, K> hull = hull_of<double>(d, scale, options);
  const double tolerance = scale * options.tolerance;
  const Advanced<double> end = advance(hull, start, tolerance);
  out = approach_of(end, scale);
  if (end.arrival == Arrival::free) return out;
  if (end.arrival == Arrival::near && out.found.distance <= options.clearance + options.tolerance) return out;
  if (end.arrival == Arrival::near && options.clearance == 0 && options.input_error == 0 &&
      crosses_after(hull, end.time)) {
    out.found.status = Status::exact;
    return out;
  }
  const MovingHull<TwoDoubles, K> exact = careful_hull(d, scale, options, pair, edge);
  // With more digits the last direction may do.
  TwoDoubles time = end.time;
  const FreeTimes<TwoDoubles> more = exact.separated_by(cast<TwoDoubles>(end.direction));
  if (more.begin <= time && more.end > time) time = more.end;
  if (time >= 1) return {};
  const Advanced<TwoDoubles> careful = advance(exact, time, TwoDoubles(tolerance));
  const Vec3d normal = out.found.normal;
  out = approach_of(careful, scale);
  if (out.found.normal == Vec3d{}) out.found.normal = normal;
  return out;
}

void check(const FirstContactOptions& options) {
  APART_ASSERT(options.clearance >= 0 && options.tolerance >= 0 && options.input_error >= 0 &&
                   std::isfinite(options.clearance + options.tolerance + options.input_error),
               "a clearance, a tolerance and an error are finite and not negative");
}

FirstContact of_vertex(const MovingPoint& a, const MovingTriangle& b, const FirstContactOptions& options,
                       double start) {
  const auto [found, u, v] = approach<3>(
      [&](int i) {
        return Ends{a, b[i]};
      },
      [&](int i) {
        return Ends{b.a, b[i + 1]};
      },
      options, start);
  FirstContact out = found;
  if (!out.hit) return out;
  const Triangle t = b.at(out.contact_by);
  out.on_a = a.at(out.contact_by);
  out.on_b = t.a + u * (t.b - t.a) + v * (t.c - t.a);
  return out;
}

FirstContact of_edges(const MovingEdge& a, const MovingEdge& b, const FirstContactOptions& options, double start) {
  const auto [found, u, v] = approach<4>(
      [&](int i) {
        return Ends{i == 1 || i == 2 ? a.b : a.a, i < 2 ? b.a : b.b};
      },
      [&](int i) {
        return i == 0 ? Ends{a.b, a.a} : Ends{b.a, b.b};
      },
      options, start);
  FirstContact out = found;
  if (!out.hit) return out;
  const double time = out.contact_by;
  out.on_a = a.a.at(time) + u * (a.b.at(time) - a.a.at(time));
  out.on_b = b.a.at(time) + v * (b.b.at(time) - b.a.at(time));
  return out;
}

FirstContact exchanged(FirstContact found) {
  std::swap(found.on_a, found.on_b);
  found.normal = -found.normal;
  return found;
}

FirstContact in_contact_at_start(const Triangle& a, const Triangle& b, Status status) {
  FirstContact out;
  out.hit = true, out.free_until = out.contact_by = 0, out.status = status;
  const TriangleGap gap = triangles::distance(a, b);
  out.on_a = gap.on_s, out.on_b = gap.on_t;
  return out;
}

// Two triangles at once, from one direction of their nearest points to the next: the time up to which that proves them
// free. A few steps; near a contact their features tell more.
double free_by_directions(const MovingTriangle& a, const MovingTriangle& b, const FirstContactOptions& options) {
  Differences<9> d;
  for (int i = 0; i < 9; ++i) d.set(i, a[i / 3], b[i % 3]);
  if (!d.finite()) return 0;
  if (d.apart_along_an_axis(options.clearance + 2.0001 * options.input_error)) return 1;
  const double size = size_of(d.from, d.to);
  const double scale = scale_for(size);
  const MovingHull<double, 9> hull = hull_of<double>(d, scale, options);
  double time = 0;
  for (int step = 0; step < 12 && time < 1; ++step) {
    const TriangleGap gap = triangles::distance(a.at(time), b.at(time));
    const FreeTimes<double> free = hull.separated_by(scale * (gap.on_t - gap.on_s));
    if (!(free.begin <= time && free.end > time)) return time;
    const bool slow = free.end - time < 0x1p-10;
    time = free.end;
    if (slow) return time;
  }
  return time;
}

}  // namespace

}  // namespace motion

FirstContact first_contact(const MovingPoint& a, const MovingTriangle& b, const FirstContactOptions& options) {
  motion::check(options);
  return motion::of_vertex(a, b, options, 0);
}

FirstContact first_contact(const MovingEdge& a, const MovingEdge& b, const FirstContactOptions& options) {
  motion::check(options);
  return motion::of_edges(a, b, options, 0);
}

// Triangles that do not intersect at the start touch first where a vertex of one meets the face of the other, or two
// edges meet; and the distance of triangles that do not intersect is that of such a pair.
FirstContact first_contact(const MovingTriangle& a, const MovingTriangle& b, const FirstContactOptions& options) {
  motion::check(options);
  for (int i = 0; i < 3; ++i)
    if (!is_finite(a[i].from) || !is_finite(a[i].to) || !is_finite(b[i].from) || !is_finite(b[i].to)) {
      FirstContact out;
      out.hit = true, out.free_until = out.contact_by = 0, out.status = Status::invalid;
      return out;
    }
  const double start = motion::free_by_directions(a, b, options);
  if (start == 1) return {};
  if (start == 0 && triangles::overlap(a.at(0), b.at(0)))
    return motion::in_contact_at_start(a.at(0), b.at(0), Status::exact);
  FirstContact first;
  const auto take = [&](const FirstContact& found) {
    if (found.hit && (!first.hit || found.free_until < first.free_until)) first = found;
  };
  for (int i = 0; i < 3; ++i) {
    take(motion::of_vertex(a[i], b, options, start));
    take(motion::exchanged(motion::of_vertex(b[i], a, options, start)));
    for (int j = 0; j < 3; ++j) take(motion::of_edges({a[i], a[(i + 1) % 3]}, {b[j], b[(j + 1) % 3]}, options, start));
  }
  return first;
}

}  // namespace apart
