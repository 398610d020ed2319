// The tests of prism_walk.hpp. Included only by the sources that compile them for an instruction set.
#pragma once
#include <apart/base/pack.hpp>
#include <apart/triangles/lanes/prism_walk.hpp>

namespace apart::triangles {
inline namespace APART_LANES_OF_MACHINE {

using FourSeen = Pack<double, 4>;  // for every width of the machine

// Not by an array in memory, whose narrow stores the wide load would wait for.
APART_INLINE FourSeen four_of(double a, double b, double c, double d) {
  const double all[4] = {a, b, c, d};
  return lanes::each<FourSeen>([&](int i) {
    FourSeen::Layout::Numbers part = {};
    for (int lane = 0; lane < FourSeen::Layout::lanes; ++lane) part[lane] = all[i * FourSeen::Layout::lanes + lane];
    return part;
  });
}

// A corner of each of four triangles.
struct SeenLanes {
  FourSeen u, v, height, error;
  FourSeen size;  // no weight is larger, and at least 1
};
APART_INLINE FourSeen size_of(const FourSeen& u, const FourSeen& v) {
  using std::abs;
  return larger(FourSeen(1), larger(abs(u), abs(v)));
}

APART_INLINE SeenLanes see_lanes(const Prism& prism, const Vec3d* const (&points)[4]) {
  using P = FourSeen;
  const auto all = [](Vec3d v) { return Vec3<P>{P(v.x), P(v.y), P(v.z)}; };
  const auto each = [&](int k) { return four_of((*points[0])[k], (*points[1])[k], (*points[2])[k], (*points[3])[k]); };
  const Vec3<P> from = Vec3<P>{each(0), each(1), each(2)} - all(prism.origin);
  SeenLanes out;
  out.u = dot(all(prism.weights[0]), from), out.v = dot(all(prism.weights[1]), from);
  out.height = dot(all(prism.height), from);
  out.size = size_of(out.u, out.v);
  using std::abs;
  out.error =
      P(kPrismError * prism.steepest * prism.edges) * out.size + P(kPrismError * prism.steepest) * abs(out.height);
  return out;
}

APART_INLINE void store_seen(const SeenLanes& seen, SeenCorners& corners, u32 first) {
  seen.u.store(corners.u + first), seen.v.store(corners.v + first);
  seen.height.store(corners.height + first), seen.error.store(corners.error + first);
}

APART_INLINE SeenLanes load_seen(const SeenCorners& corners, const u32 (&which)[4]) {
  const auto each = [&](const double* row) {
    return four_of(row[which[0]], row[which[1]], row[which[2]], row[which[3]]);
  };
  const FourSeen u = each(corners.u), v = each(corners.v);
  return {u, v, each(corners.height), each(corners.error), size_of(u, v)};
}

// Is the edge certainly beside the prism?
APART_INLINE auto edge_misses(const Prism& prism, const SeenLanes& p, const SeenLanes& q) {
  using P = FourSeen;
  const P u(-prism.at[0]), v(-prism.at[1]), sum(1 - prism.at[0] - prism.at[1]), error = larger(p.error, q.error);
  const auto beside = (larger(p.u, q.u) < u - error) | (larger(p.v, q.v) < v - error) |
                      (lesser(p.u + p.v, q.u + q.v) > sum + (error + error));
  const P du = q.u - p.u, dv = q.v - p.v;
  const P first = du * (v - p.v) - dv * (u - p.u), second = first - dv, third = first + du;  // sides of three corners
  const P slack = P(8) * error * larger(p.size, q.size);
  return beside | (lesser(lesser(first, second), third) > slack) | (larger(larger(first, second), third) < -slack);
}

APART_INLINE void see_four(const Prism& prism, const Vec3d* const (&points)[4], SeenCorners& corners, u32 first) {
  store_seen(see_lanes(prism, points), corners, first);
}

APART_INLINE void reach_four(const Prism& prism, const FourReached& reached, SeenCorners& corners, u32 first,
                             SeenTriangles& out) {
  using P = FourSeen;
  using std::abs;
  const SeenLanes c = see_lanes(prism, reached.third);
  store_seen(c, corners, first);
  const SeenLanes a = load_seen(corners, reached.from), b = load_seen(corners, reached.to);
  out.second = ~bits(edge_misses(prism, b, c)) & 15;
  out.third = ~bits(edge_misses(prism, c, a)) & 15;

  // The areas between the prism's origin and each edge.
  const auto area_of = [](const SeenLanes& p, const SeenLanes& q) { return p.u * q.v - p.v * q.u; };
  const P ab = area_of(a, b), bc = area_of(b, c), ca = area_of(c, a);
  const P least = lesser(lesser(ab, bc), ca), most_area = larger(larger(ab, bc), ca);
  const P size = larger(larger(a.size, b.size), c.size);
  const P slack = P(8) * larger(larger(a.error, b.error), c.error) * size;
  const auto over = least > slack, under = most_area < -slack;
  out.over = bits(over), out.under = bits(under);
  out.unsure = bits(!(over | under | ((least < -slack) & (most_area > slack))));

  const P enough(prism.high);
  P most = larger(larger(abs(a.height), abs(b.height)), abs(c.height));
  out.far = bits(!(most <= enough));
  if (out.far != 0) {
    // The heights of its plane at the corners of the other bound its heights over that; so do those over the box around
    // what both have in common.
    const P area = ab + bc + ca;
    const auto flat = abs(area) > P(1e-3) * size * size;
    const P over_area = P(1) / select(flat, area, P(1));
    const P bu = b.u - a.u, bv = b.v - a.v, cu = c.u - a.u, cv = c.v - a.v;
    const P bh = b.height - a.height, ch = c.height - a.height;
    const P slope_u = (bh * cv - ch * bv) * over_area, slope_v = (ch * bu - bh * cu) * over_area;
    const P first_u(-prism.at[0]), first_v(-prism.at[1]);
    const auto plane = [&](const P& at_u, const P& at_v) {
      return a.height + slope_u * (at_u - a.u) + slope_v * (at_v - a.v);
    };
    const P at = plane(first_u, first_v);
    const P of_corners = larger(larger(abs(at), abs(at + slope_u)), abs(at + slope_v));
    const P low_u = larger(first_u, lesser(lesser(a.u, b.u), c.u)),
            low_v = larger(first_v, lesser(lesser(a.v, b.v), c.v));
    const P high_u = lesser(first_u + P(1), larger(larger(a.u, b.u), c.u)),
            high_v = lesser(first_v + P(1), larger(larger(a.v, b.v), c.v));
    const P half(0.5), of_box = abs(plane(half * (low_u + high_u), half * (low_v + high_v))) +
                                half * (abs(slope_u) * (high_u - low_u) + abs(slope_v) * (high_v - low_v));
    const P of_plane = lesser(of_corners, of_box);
    most = select((most > enough) & flat, of_plane, most);
    out.far = bits(!(most <= enough));
  }
  double each[4];
  select(most <= enough, most, P(0)).store(each);
  out.largest = larger(larger(each[0], each[1]), larger(each[2], each[3]));
}

}  // namespace APART_LANES_OF_MACHINE
}  // namespace apart::triangles
