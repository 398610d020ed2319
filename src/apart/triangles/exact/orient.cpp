// Exact signs and quotients by fixed-size integers.
#include <apart/triangles/exact/exact_grid.hpp>
#include <apart/triangles/exact/orient.hpp>
#include <apart/triangles/exact/short_integers.hpp>

namespace apart::triangles {
namespace {

// a / (a − b), for opposite signs or one zero.
template <int N>
Quad share(const ExactInteger<N>& a, const ExactInteger<N>& b) {
  const ExactInteger<N> total = a - b;
  if (sign(total) == 0) return 0;
  int exponent_a, exponent_total;
  const Quad top_a = leading(a, exponent_a), top_total = leading(total, exponent_total);
  return times_power_of_two(top_a / top_total, exponent_a - exponent_total);
}

// The other two axes, in the order that preserves orientation.
struct Seen {
  double u, v;

  Seen(Vec3d p, int axis) : u(axis == 0 ? p.y : axis == 1 ? p.z : p.x), v(axis == 0 ? p.z : axis == 1 ? p.x : p.y) {}
};

template <int N>
ExactInteger<2 * N> orientation(Seen a, Seen b, Seen c, int low_u, int low_v) {
  const ExactInteger<N> u = exact<N>(a.u, low_u), v = exact<N>(a.v, low_v);
  return (exact<N>(b.u, low_u) - u) * (exact<N>(c.v, low_v) - v) -
         (exact<N>(b.v, low_v) - v) * (exact<N>(c.u, low_u) - u);
}

}  // namespace

int exact_sign::orient3d(Vec3d a, Vec3d b, Vec3d c, Vec3d d) {
  if (a == b || a == c || a == d || b == c || b == d || c == d) return 0;  // shared vertices: frequent, and cheap
  const ShortPoints<4> points({a, b, c, d});
  if (points.valid) return sign_of_product(ShortNormal(points.at[0], points.at[1], points.at[2]), points.at[3]);
  const Grid grid(a, b, c, d);
  return with_limbs(grid.width(), [&](auto n) {
    constexpr int N = n;
    return sign(dot(cross(grid.difference<N>(b, a), grid.difference<N>(c, a)), grid.difference<N>(d, a)));
  });
}

int exact_sign::orient2d(Vec3d pa, Vec3d pb, Vec3d pc, int axis) {
  const Seen a(pa, axis), b(pb, axis), c(pc, axis);
  const BitRange u(a.u, b.u, c.u), v(a.v, b.v, c.v);
  return with_limbs(larger(u.width(), v.width()), [&](auto n) {
    constexpr int N = n;
    return sign(orientation<N>(a, b, c, u.low, v.low));
  });
}

Quad crossing(Vec3d p, Vec3d q, Vec3d a, Vec3d b, Vec3d c) {
  const Grid grid(p, q, a, b, c);
  return with_limbs(grid.width(), [&](auto n) {
    constexpr int N = n;
    const ExactPoint<2 * N> normal = cross(grid.difference<N>(b, a), grid.difference<N>(c, a));
    return share(dot(normal, grid.difference<N>(p, a)), dot(normal, grid.difference<N>(q, a)));
  });
}

Quad crossing(Vec3d pp, Vec3d pq, Vec3d pa, Vec3d pb, int axis) {
  const Seen p(pp, axis), q(pq, axis), a(pa, axis), b(pb, axis);
  const BitRange u(p.u, q.u, a.u, b.u), v(p.v, q.v, a.v, b.v);
  return with_limbs(larger(u.width(), v.width()), [&](auto n) {
    constexpr int N = n;
    return share(orientation<N>(a, b, p, u.low, v.low), orientation<N>(a, b, q, u.low, v.low));
  });
}

Vec3d exact_area_vector(Vec3d a, Vec3d b, Vec3d c) {
  const Grid grid(a, b, c);
  return with_limbs(grid.width(), [&](auto n) {
    constexpr int N = n;
    const ExactPoint<2 * N> normal = cross(grid.difference<N>(b, a), grid.difference<N>(c, a));
    const auto rounded = [](const ExactInteger<2 * N>& x, int low) {
      int exponent;
      const double top = static_cast<double>(leading(x, exponent));
      return std::ldexp(top, exponent + low);
    };
    const int x = grid.x.low, y = grid.y.low, z = grid.z.low;
    return Vec3d{rounded(normal.x, y + z), rounded(normal.y, z + x), rounded(normal.z, x + y)};
  });
}

}  // namespace apart::triangles
