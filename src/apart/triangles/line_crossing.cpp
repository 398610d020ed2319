// Crossings by a floating-point filter, and by fixed-size integers where that does not decide.
#include <apart/triangles/exact/exact_grid.hpp>
#include <apart/triangles/line_crossing.hpp>

namespace apart::triangles {
namespace {

constexpr double kUnit = 0x1p-53;

// In this range no product of four sizes overflows, and underflow changes nothing that the bounds do not cover.
bool is_plain(double size) { return size >= 0x1p-200 && size <= 0x1p200; }

// The determinants of a line and a triangle in exact integers, all of them scaled by the same power of two.
template <int N>
struct ExactCrossing {
  using Determinant = ExactInteger<3 * N>;
  Determinant sides[3];  // of the edges opposite to a, b, c; their sum is dot(direction, normal)
  Determinant height;    // dot(a − origin, normal): t is its quotient by the sum

  ExactCrossing(const Grid& grid, const Line& line, const Triangle& t) {
    const ExactPoint<N> a = grid.difference<N>(t.a, line.origin), b = grid.difference<N>(t.b, line.origin),
                        c = grid.difference<N>(t.c, line.origin), along = grid.point<N>(line.direction);
    const ExactPoint<2 * N> bc = cross(b, c);
    sides[0] = dot(bc, along), sides[1] = dot(cross(c, a), along), sides[2] = dot(cross(a, b), along);
    height = dot(bc, a);
  }
  Determinant sum() const { return sides[0] + sides[1] + sides[2]; }
};

template <class F>
auto exactly(const Line& line, const Triangle& t, F f) {
  const Grid grid(line.origin, line.direction, t.a, t.b, t.c);
  return with_limbs(grid.width(), [&](auto n) { return f(ExactCrossing<n>(grid, line, t)); });
}

template <int N>
double quotient(const ExactInteger<N>& a, const ExactInteger<N>& b) {
  int exponent_a, exponent_b;
  const Quad top_a = leading(a, exponent_a), top_b = leading(b, exponent_b);
  return static_cast<double>(times_power_of_two(top_a / top_b, exponent_a - exponent_b));
}

// Some sign is uncertain, or t would be inaccurate.
[[gnu::cold, gnu::noinline]] bool cross_exactly(const Line& line, const Triangle& t, LineCrossing& out) {
  return exactly(line, t, [&](const auto& exact) {
    const int u = sign(exact.sides[0]), v = sign(exact.sides[1]), w = sign(exact.sides[2]);
    if ((u < 0 || v < 0 || w < 0) && (u > 0 || v > 0 || w > 0)) return false;
    if (u == 0 && v == 0 && w == 0) return false;
    const double along = quotient(exact.height, exact.sum());
    out = {along, 2 * kUnit * std::abs(along), u + v + w < 0, u == 0 || v == 0 || w == 0, true};
    return true;
  });
}

// The side of an edge on which the shifted line passes, where the line itself meets that edge's line. With the shift
// h, det(d, p − o − h, q − o − h) = det(d, p − o, q − o) − det(d, h, q − p). It is zero if the edge is parallel to d.
template <int N>
int shifted_side(const Grid& grid, Vec3d direction, Vec3d p, Vec3d q) {
  const ExactPoint<N> d = grid.point<N>(direction), edge = grid.difference<N>(q, p);
  const ExactPoint<2 * N> d_edge = cross(edge, d);  // det(d, h, edge) = dot(h, cross(edge, d))
  const Vec3d size = abs(direction);
  const int longest = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
  const int along[3] = {sign(d_edge.x), sign(d_edge.y), sign(d_edge.z)};
  const int first = longest == 0 ? 1 : 0, second = longest == 2 ? 1 : 2;
  return along[first] != 0 ? -along[first] : -along[second];
}

}  // namespace

bool crosses(const Line& line, const Triangle& t, LineCrossing& out) {
  const Vec3d d = line.direction;
  const Vec3d a = t.a - line.origin, b = t.b - line.origin, c = t.c - line.origin;
  const double size_a = largest(abs(a)), size_b = largest(abs(b)), size_c = largest(abs(c));
  const double u = dot(d, cross(b, c)), v = dot(d, cross(c, a)), w = dot(d, cross(a, b));
  // Each side is a sum of 6 products: of a component of the direction and two coordinates. Each incurs 7 roundings (2
  // differences, 2 products, 3 sums), so that the error is below 14 ε · size of the direction · both sizes.
  const double unit = 16 * kUnit * line.size;
  const double error_u = unit * size_b * size_c, error_v = unit * size_c * size_a, error_w = unit * size_a * size_b;
  const bool plain = is_plain(size_a) & is_plain(size_b) & is_plain(size_c);
  const bool some_below = (u < -error_u) | (v < -error_v) | (w < -error_w);
  const bool some_above = (u > error_u) | (v > error_v) | (w > error_w);
  if (plain & some_below & some_above) return false;
  const bool all_below = (u < -error_u) & (v < -error_v) & (w < -error_w);
  const bool all_above = (u > error_u) & (v > error_v) & (w > error_w);
  if (!plain || !(all_below | all_above)) return cross_exactly(line, t, out);

  // By the plane of the triangle. A component of the normal has an error of 8 ε · area, and is at most 2 · area.
  const Vec3d ab = t.b - t.a, ac = t.c - t.a, normal = cross(ab, ac);
  const double area = largest(abs(ab)) * largest(abs(ac));
  const double height = dot(normal, a), rate = dot(normal, d);
  if (!(std::abs(rate) >= 0x1p-10 * area * line.size) || !is_plain(area)) return cross_exactly(line, t, out);
  const double along = height / rate;
  const double error = 20 * kUnit * area * (3 * size_a + std::abs(along) * line.size) / std::abs(rate);
  out = {along, error, rate < 0, false, false};
  return true;
}

int compare(const LineCrossing& crossing, double bound, const Line& line, const Triangle& t) {
  if (crossing.t - crossing.error > bound) return 1;
  if (crossing.t + crossing.error < bound) return -1;
  // bound · direction as sums of two doubles each: exact, but for underflow far below the size of any mesh.
  const Vec3d step = bound * line.direction;
  const auto rest = [&](int i) { return std::fma(bound, line.direction[i], -step[i]); };
  const Vec3d low{rest(0), rest(1), rest(2)};
  if (!is_finite(step) || !is_finite(low)) return crossing.t < bound ? -1 : crossing.t > bound;
  const Grid grid(line.origin, line.direction, t.a, t.b, t.c, step, low);
  const int side = with_limbs(grid.width() + 2, [&](auto n) {
    constexpr int N = n;
    const ExactPoint<2 * N> normal = cross(grid.difference<N>(t.b, t.a), grid.difference<N>(t.c, t.a));
    const ExactPoint<N> from = grid.difference<N>(t.a, line.origin) - grid.point<N>(step) - grid.point<N>(low);
    return sign(dot(normal, from)) * sign(dot(normal, grid.point<N>(line.direction)));
  });
  return side;
}

bool crosses_when_shifted(const Line& line, const Triangle& t) {
  const Grid grid(line.origin, line.direction, t.a, t.b, t.c);
  return with_limbs(grid.width(), [&](auto n) {
    constexpr int N = n;
    const ExactCrossing<N> exact(grid, line, t);
    const auto side = [&](int k) {
      const int plain = sign(exact.sides[k]);
      return plain != 0 ? plain : shifted_side<N>(grid, line.direction, t[(k + 1) % 3], t[(k + 2) % 3]);
    };
    const int u = side(0);
    return u != 0 && u == side(1) && u == side(2);
  });
}

u32 edges_met(const Line& line, const Triangle& t) {
  return exactly(line, t, [&](const auto& exact) {
    return u32(sign(exact.sides[0]) == 0) | u32(sign(exact.sides[1]) == 0) << 1 | u32(sign(exact.sides[2]) == 0) << 2;
  });
}

}  // namespace apart::triangles
